//! Scenes such as games make them, built by hand.

use quintet_core::layout::{Cell, Label, Lattice, Zone};
use quintet_core::scene::{Choice, Item, Kind, Note, Piece, Score, Tray};
use quintet_core::{Layout, Player, Scene, Step};

pub const FIRST: Option<Player> = Some(Player::First);
pub const SECOND: Option<Player> = Some(Player::Second);

pub fn name(x: i32, y: i32) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

pub fn cells_named(names: &str) -> Vec<Step> {
    names.split_whitespace().map(|name| Step::Cell(name.into())).collect()
}

pub fn items_named(names: &str) -> Vec<Step> {
    names.split_whitespace().map(|name| Step::Item(name.into())).collect()
}

pub fn label(text: &impl ToString, x: i32, y: i32, owner: Option<Player>) -> Label {
    Label { text: text.to_string(), x, y, owner }
}

pub fn item(kind: Kind, owner: Option<Player>, cells: &str, mark: &str) -> Item {
    let cells: Vec<String> = cells.split_whitespace().map(str::to_owned).collect();
    let side = owner.map_or("none".into(), |owner| owner.to_string());
    Item {
        id: format!("{side}-{}-{mark}", cells[0]),
        kind,
        owner,
        cells,
        height: 0,
        mark: mark.into(),
        value: None,
        in_hand: false,
        noun: "piece".into(),
        label: format!("{side} piece {mark}"),
    }
}

fn piece(name: &str, kind: Kind, mark: &str, length: u32, count: u32) -> Piece {
    let (noun, label) = ("piece".into(), format!("piece {name}, {count} left"));
    Piece { name: name.into(), kind, mark: mark.into(), value: None, length, count, noun, label }
}

fn scores(name: &str, values: [i32; 2]) -> Vec<Score> {
    let score = |owner: Player| Score { owner, name: name.into(), value: values[owner.index()] };
    Player::BOTH.map(score).into()
}

fn tint(cells: &str, label: &str) -> Note {
    let cells = cells.split_whitespace().map(str::to_owned).collect();
    Note::Tint { cells, label: label.into() }
}

fn text(cell: &str, text: &str) -> Note {
    Note::Text { cell: cell.into(), text: text.into(), label: "what it counts".into() }
}

fn arrow(from: &str, to: Option<&str>, dx: i32, dy: i32) -> Note {
    let (from, to, label) = (from.into(), to.map(str::to_owned), "goes".into());
    Note::Arrow { from, to, dx, dy, label }
}

/// A square board with letters below and numbers on the left.
pub fn square(side: u8) -> Scene {
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    Scene { layout: Layout::squares(places), ..Scene::default() }
}

/// 37 cells, discs with values, a totem and the cells around it.
pub fn octagon() -> Scene {
    let mut scene = square(7);
    let corner = |cell: &Cell| {
        let out = |at: i32| (at - 3).abs();
        out(cell.x) + out(cell.y) > 4
    };
    scene.layout.cells.retain(|cell| !corner(cell));
    let tray = |owner: Player, name: &str, counts: [u32; 4]| {
        let pieces = (1..=4).zip(counts).map(|(value, count)| {
            piece(&format!("{}{value}", &name[..1]), Kind::Disc, &value.to_string(), 1, count)
        });
        Tray::reserve(owner, format!("{name}'s reserve"), pieces.collect())
    };
    Scene {
        items: vec![
            item(Kind::Disc, FIRST, "d4", "3"),
            item(Kind::Disc, SECOND, "e4", "4"),
            item(Kind::Disc, FIRST, "c5", "1"),
            item(Kind::Disc, SECOND, "d6", "2"),
            item(Kind::Disc, FIRST, "e6", "4"),
            item(Kind::Disc, SECOND, "g4", "1"),
            item(Kind::Totem, None, "e5", ""),
        ],
        trays: vec![
            tray(Player::First, "white", [4, 5, 4, 0]),
            tray(Player::Second, "red", [4, 4, 5, 2]),
        ],
        notes: vec![tint("d4 e4 f4 d5 f5 d6 e6 f6", "points count here")],
        scores: scores("points around the totem", [7, 6]),
        status: "White to move: choose where the totem goes.".into(),
        ..scene
    }
}

/// Bars over 10×10 cells, numbers for each player on two sides.
pub fn bars() -> Scene {
    let mut scene = square(10);
    for count in 0..10 {
        scene.layout.labels.push(label(&count, count, -2, FIRST));
        scene.layout.labels.push(label(&(10 * count), -2, count, FIRST));
        scene.layout.labels.push(label(&count, 9 - count, 10, SECOND));
        scene.layout.labels.push(label(&(10 * count), 10, 9 - count, SECOND));
    }
    let bar = |owner, cells: &str| {
        let length = cells.split_whitespace().count();
        item(Kind::Bar, owner, cells, ["1", "2", "3", "4", "6"][length - 3])
    };
    scene.items = vec![
        bar(FIRST, "a1 b1 c1"),
        bar(FIRST, "d1 e1 f1 g1"),
        bar(SECOND, "h1 i1 j1"),
        bar(SECOND, "a2 a3 a4 a5"),
        bar(FIRST, "a6 a7 a8"),
        bar(FIRST, "b3 b4 b5 b6 b7 b8 b9"),
        bar(SECOND, "c3 c4 c5 c6 c7"),
        bar(SECOND, "c2 d2 e2"),
        bar(SECOND, "f2 g2 h2 i2"),
        bar(FIRST, "d4 e4 f4 g4 h4"),
        bar(SECOND, "d5 e5 f5 g5 h5 i5 j5"),
        bar(FIRST, "j6 j7 j8"),
        bar(SECOND, "j2 j3 j4"),
        bar(SECOND, "d10 e10 f10 g10 h10 i10"),
        bar(FIRST, "e7 f7 g7 h7 i7"),
        item(Kind::Peg, FIRST, "f4", ""),
        item(Kind::Peg, SECOND, "g9", ""),
    ];
    let tray = |owner: Player, name: &str, counts: [u32; 5]| {
        let pieces = (3..=7).zip(["1", "2", "3", "4", "6"]).zip(counts);
        let pieces = pieces.map(|((length, mark), count)| {
            piece(&format!("{name}-{length}"), Kind::Bar, mark, length, count)
        });
        Tray::reserve(owner, format!("{name}'s tiles"), pieces.collect())
    };
    Scene {
        trays: vec![
            tray(Player::First, "dark", [2, 3, 1, 2, 0]),
            tray(Player::Second, "light", [3, 2, 2, 1, 0]),
        ],
        notes: vec![text("e7", "24")],
        scores: scores("points", [35, 13]),
        status: "Dark to move: choose a tile to remove. Light can remove no tile and is out; dark \
                 goes on alone."
            .into(),
        ..scene
    }
}

/// Stacks on 4×4 cells, as text: cells from the top left on, `r`, `b` and `n` from the bottom up.
pub fn stacks(rows: [&str; 4]) -> Scene {
    let mut scene = square(4);
    for (row, y) in rows.iter().zip((0..4).rev()) {
        for (stack, x) in row.split(',').zip(0..4) {
            for (height, stone) in stack.chars().enumerate() {
                let owner = match stone {
                    'r' => FIRST,
                    'b' => SECOND,
                    _ => None,
                };
                let mut stone = item(Kind::Stone, owner, &name(x, y), "");
                stone.height = height as u32;
                stone.id = format!("{}-{height}", name(x, y));
                scene.items.push(stone);
            }
        }
    }
    let tray = |owner, name: &str, count| {
        let pieces = vec![piece(name, Kind::Stone, "", 1, count)];
        Tray::reserve(owner, format!("{name}'s stones"), pieces)
    };
    scene.trays = vec![tray(Player::First, "red", 5), tray(Player::Second, "blue", 6)];
    scene.status = "Red to move: choose a stack for your stone.".into();
    scene
}

/// A hexagon of 61 cells with goal rows.
pub fn hexagon() -> Scene {
    let mut scene = Scene::default();
    scene.layout.lattice = Lattice::Hexagon;
    let bounds = |row: i32| ((row - 3).max(1), (row + 5).min(9));
    for row in 0..9 {
        let letter = char::from(b'a' + row as u8);
        let (lowest, highest) = bounds(row);
        for number in lowest..=highest {
            let goal = match row {
                8 => FIRST,
                0 => SECOND,
                _ => None,
            };
            scene.layout.cells.push(Cell {
                name: format!("{letter}{number}"),
                x: 2 * number - row,
                y: row,
                zone: goal.map(|_| Zone { name: "goal row".into(), owner: goal }),
            });
        }
        scene.layout.labels.push(label(&letter, 2 * lowest - row - 2, row, None));
        let foot = (row + 1 - 5).max(0) - 1;
        scene.layout.labels.push(label(&(row + 1), 2 * (row + 1) - foot, foot, None));
    }
    let discs = |owner, cells: &str| {
        let names: Vec<String> = cells.split_whitespace().map(str::to_owned).collect();
        names.into_iter().map(move |name| item(Kind::Disc, owner, &name, ""))
    };
    let first = discs(FIRST, "b2 b3 b4 b5 c2 c4 c6 d2 d3 d4 d5 d6 e8");
    let second = discs(SECOND, "f3 f4 f5 f6 f7 f8 g4 g6 g8 h5 h6 h7 h8");
    scene.items = first.chain(second).collect();
    scene.status = "White to move: choose a piece.".into();
    scene
}

/// The hexagon while a piece is chosen.
pub fn hexagon_chosen() -> Scene {
    let mut scene = hexagon();
    scene.notes = vec![
        text("d1", "+4"),
        text("h3", "0"),
        text("a1", "+2"),
        text("f3", "−1"),
        tint("e3 c3", "landing cells"),
    ];
    scene.status = "White to move: choose where the piece on d3 lands.".into();
    scene
}

/// The hexagon with a piece on its goal row.
pub fn hexagon_finished() -> Scene {
    let mut scene = hexagon();
    let disc = scene.items.iter_mut().find(|item| item.cells == ["e8"]);
    disc.expect("a piece stands on e8").cells = vec!["i7".into()];
    scene.notes = vec![tint("i7", "the goal that was reached")];
    scene.status = "White wins: White reached row i on i7.".into();
    scene
}

/// Marbles on 7×7 cells while a drop is not yet confirmed.
pub fn marbles() -> Scene {
    let marble = |owner, cell: &str| item(Kind::Marble, owner, cell, "");
    let tray = |owner, name: &str, count| {
        let pieces = vec![piece(&name.to_lowercase(), Kind::Marble, "", 1, count)];
        Tray::reserve(owner, format!("{name}'s marbles in hand"), pieces)
    };
    Scene {
        items: vec![
            marble(FIRST, "f7"),
            marble(FIRST, "c4"),
            marble(SECOND, "d4"),
            marble(SECOND, "e4"),
            marble(SECOND, "f5"),
            marble(FIRST, "e5"),
            marble(FIRST, "e6"),
            marble(SECOND, "e7"),
            marble(FIRST, "f4"),
            marble(SECOND, "g4"),
            marble(FIRST, "d3"),
        ],
        trays: vec![tray(Player::First, "X", 3), tray(Player::Second, "O", 2)],
        notes: vec![
            arrow("c4", Some("b4"), -1, 0),
            arrow("f5", Some("g6"), 1, 1),
            arrow("e7", None, 0, 1),
            arrow("g4", None, 1, 0),
            arrow("d3", Some("c2"), -1, -1),
        ],
        scores: scores("marbles on the board", [5, 6]),
        status: "O to move: a marble drops on e4; X goes from c4 to b4.".into(),
        ..square(7)
    }
}

/// One marble, which may be swapped.
pub fn swap() -> Scene {
    let mut scene = marbles();
    scene.items.truncate(1);
    scene.notes.clear();
    scene.trays[0].pieces[0].count = 7;
    scene.trays[1].pieces[0].count = 8;
    scene.scores = scores("marbles on the board", [1, 0]);
    scene.choices = vec![Choice { name: "swap".into(), label: "Take over X's marble".into() }];
    scene.status = "O to move: drop a marble on an empty cell, or swap to take over X's.".into();
    scene
}

/// A finished game: the tinted line has won.
pub fn finished_line() -> Scene {
    let mut scene = stacks(["nn,r,,nbnbr", "n,nr,b,b", ",nb,br,rr", "n,,b,nr"]);
    scene.notes = vec![tint("a4 b3 c2 d1", "red's line")];
    scene.status = "Red wins: red stones top the stacks from a4 to d1.".into();
    scene
}

/// Stones in hand on their way, some cells passed twice.
pub fn sown_path() -> Scene {
    let mut scene = stacks(["nn,,,nn", "n,r,nb,", ",b,nrnbrbnr,", "nn,,,nn"]);
    let path = [("a1", "a2"), ("a2", "a3"), ("a3", "b3"), ("b3", "b2"), ("b2", "c2")];
    let steps = [(0, 1), (0, 1), (1, 0), (0, -1), (1, 0)];
    let arrows = path.iter().zip(steps);
    scene.notes = arrows.map(|((from, to), (dx, dy))| arrow(from, Some(to), dx, dy)).collect();
    let held = scene.items.iter_mut().filter(|item| item.cells == ["c2"] && item.height >= 5);
    held.for_each(|item| item.in_hand = true);
    scene.status = "Red: choose where to sow the next stone; 3 stones in hand.".into();
    scene
}
