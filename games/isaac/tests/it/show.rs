//! What a player sees and reads.

use quintet_core::scene::Note;
use quintet_core::{Change, Game, Next, Show, Step, Variant};
use quintet_isaac::{Isaac, Move};

fn position(text: &str) -> Isaac {
    Isaac::parse(Variant::default(), text).expect("a position")
}

fn read(text: &str) -> Move {
    text.parse().expect("a move")
}

fn item(name: &str) -> Step {
    Step::Item(name.into())
}

fn cell(name: &str) -> Step {
    Step::Cell(name.into())
}

const START: &str = "place - - d 54321 54321 - 0 0 0 0 -";
const BOTH_COUNTERS: &str = "score b4v3,c5h4 h5h3,g8h3 d 00000 00000 l 40 50 0 0 -";
const NEARLY: &str = "score f1v3 e5h3,e6h3,e7h3 d 00000 00000 l 95 0 0 0 -";

#[test]
fn a_tile_is_placed_by_length_and_both_ends() {
    let start = position(START);
    let steps = [item("dark-5"), cell("c4"), cell("c8")];
    assert_eq!(start.next(&steps), Next::Move(read("c4v5")));
    assert_eq!(start.next(&steps[..2]), Next::Steps(vec![cell("g4"), cell("c8")]));
    let status = |made: usize| start.scene(&steps[..made]).status;
    assert_eq!(status(0), "Dark to move: choose a tile from your reserve.");
    assert_eq!(status(1), "Dark to move: choose an end of your tile of length 5 and value 3.");
    assert_eq!(
        status(2),
        "Dark to move: choose the other end of your tile of length 5 and value 3, from c4."
    );
    assert_eq!(status(3), "Dark to move: a tile of length 5 and value 3 goes on c4 to c8.");
    assert_eq!(start.scene(&steps).items[0].cells, ["c4", "c5", "c6", "c7", "c8"]);
    assert_eq!(start.scene(&steps).trays[0].pieces[2].count, 2);
}

#[test]
fn a_tile_is_placed_from_either_end() {
    let start = position(START);
    let steps = [item("dark-5"), cell("c8"), cell("c4")];
    assert_eq!(start.next(&steps), Next::Move(read("c4v5")));
    let ends = ["g8", "c4"].map(cell);
    assert_eq!(start.next(&steps[..2]), Next::Steps(ends.into()));
    let status = |made: usize| start.scene(&steps[..made]).status;
    assert_eq!(
        status(2),
        "Dark to move: choose the other end of your tile of length 5 and value 3, from c8."
    );
    assert_eq!(status(3), "Dark to move: a tile of length 5 and value 3 goes on c4 to c8.");
    assert_eq!(start.scene(&steps).chosen, steps);
    assert_eq!(start.scene(&steps).items[0].cells, ["c4", "c5", "c6", "c7", "c8"]);
}

#[test]
fn a_move_is_told_with_what_it_earns_and_where_the_counter_goes() {
    let told = |text: &str, mv: &str| position(text).tell(read(mv)).join(" ");
    assert_eq!(told(START, "c4v5"), "Dark placed a tile of length 5 and value 3 on c4 to c8.");
    assert_eq!(
        told(BOTH_COUNTERS, "c5h4+3"),
        "Dark took the tile of length 4 and value 2 off c5 to f5, for 2 × 2 × 2 × 2 = 16 points, and \
         advanced the counter by 3 from a5 to d5, to 43 points."
    );
    assert_eq!(
        told(NEARLY, "f1v3+5"),
        "Dark took the tile of length 3 and value 1 off f1 to f3, for 1 × 3 × 2 = 6 points, and advanced \
         the counter by 5 from f10 to 100 points."
    );
}

#[test]
fn a_tile_is_taken_off_by_itself_and_the_counters_end() {
    let position = position(BOTH_COUNTERS);
    assert_eq!(position.next(&[item("c5h4"), cell("d5")]), Next::Move(read("c5h4+3")));
    assert_eq!(position.next(&[item("c5h4"), cell("a5")]), Next::Move(read("c5h4+0")));
    let scene = position.scene(&[item("c5h4")]);
    assert_eq!(
        scene.status,
        "Dark to move: c5h4 has 2 other tiles and both counters in its row and earns 2 × 2 × 2 × 2 \
         = 16 points. Choose where your counter ends."
    );
    let (cell, text, label) = ("c5".into(), "2×2×2×2=16".into(), "points for c5h4".into());
    let sum = Note::Text { cell, text, label };
    assert!(scene.notes.contains(&sum), "{:?}", scene.notes);
    assert!(
        scene
            .notes
            .iter()
            .any(|note| matches!(note, Note::Tint { cells, .. } if cells.len() == 10))
    );
    assert!(scene.choices.is_empty());
}

#[test]
fn a_tile_to_be_taken_off_shows_how_far_the_counter_may_go() {
    let arrows = |text: &str, tile: &str| -> Vec<(String, Option<String>, i32, i32)> {
        let notes = position(text).scene(&[item(tile)]).notes.into_iter();
        notes
            .filter_map(|note| match note {
                Note::Arrow { from, to, dx, dy, .. } => Some((from, to, dx, dy)),
                _ => None,
            })
            .collect()
    };
    let goes = |from: &str, to: &str, dx, dy| [(from.to_owned(), Some(to.to_owned()), dx, dy)];
    // 16 points from 40 on, and light's counter is on 49 for dark.
    assert_eq!(arrows(BOTH_COUNTERS, "c5h4"), goes("a5", "g6", 6, 1));
    // Light counts from the upper right corner.
    let light = "score f1v3 g2h3 l 00000 00000 l 0 50 0 0 -";
    assert_eq!(arrows(light, "g2h3"), goes("j5", "i5", -1, 0));
    // What would end on the other counter ends one before it.
    let barred = NEARLY.replace(" 95 0 ", " 10 86 ");
    assert_eq!(arrows(&barred, "f1v3"), goes("a2", "c2", 2, 0));
    // With 100 points it leaves the board; a tile that earns nothing leaves it where it is.
    assert_eq!(arrows(NEARLY, "f1v3"), [("f10".to_owned(), None, 1, 0)]);
    assert_eq!(arrows("score a1h3 j8v3 d 00000 00000 l 5 9 0 0 -", "a1h3"), []);
}

#[test]
fn an_advance_to_100_is_a_choice() {
    let position = position(NEARLY);
    let goal = Step::Choice("100".into());
    assert_eq!(position.scene(&[item("f1v3")]).choices[0].name, "100");
    assert_eq!(position.next(&[item("f1v3"), goal.clone()]), Next::Move(read("f1v3+5")));
    let scene = position.scene(&[item("f1v3"), goal]);
    assert_eq!(scene.scores[0].value, 100);
    assert!(scene.items.iter().all(|item| item.id != "dark-counter"));
}

#[test]
fn steps_that_begin_no_move_are_ignored() {
    let start = position(START);
    let wrong = [item("dark-7"), cell("e5"), cell("e1")];
    assert_eq!(start.scene(&wrong), start.scene(&wrong[..1]));
    assert_eq!(start.scene(&[cell("a1")]), start.scene(&[]));
}

#[test]
fn counters_stand_on_top_of_whatever_lies_there() {
    let height = |text: &str, id: &str| {
        let scene = position(text).scene(&[]);
        let found = scene.items.into_iter().find(|item| item.id == id);
        found.map(|item| (item.cells.join(" "), item.height))
    };
    assert_eq!(height(BOTH_COUNTERS, "dark-counter"), Some(("a5".into(), 0)));
    assert_eq!(height(BOTH_COUNTERS, "light-counter"), Some(("j5".into(), 1)));
    let shared = "score a1h3,c5h4 h5h3 d 00000 00000 l 0 99 0 0 -";
    assert_eq!(height(shared, "dark-counter"), Some(("a1".into(), 1)));
    assert_eq!(height(shared, "light-counter"), Some(("a1".into(), 2)));
    assert_eq!(height(START, "dark-counter"), None);
}

#[test]
fn a_removal_is_shown_tile_first_then_counter() {
    let kinds = |beats: Vec<Vec<Change>>| -> Vec<String> {
        let name = |change: &Change| match change {
            Change::Move { id, to } => format!("{id} to {}", to.cells[0]),
            Change::Appear { item, .. } => format!("+{}", item.id),
            Change::Vanish { id, .. } => format!("-{id}"),
        };
        beats.iter().map(|beat| beat.iter().map(name).collect::<Vec<_>>().join(" ")).collect()
    };
    let beats = |text: &str, mv: &str| kinds(position(text).beats(read(mv)));
    assert_eq!(beats(BOTH_COUNTERS, "c5h4+3"), ["-c5h4", "dark-counter to d5"]);
    assert_eq!(beats(BOTH_COUNTERS, "c5h4+0"), ["-c5h4"]);
    assert_eq!(beats(NEARLY, "f1v3+5"), ["-f1v3", "-dark-counter"]);
    assert_eq!(beats(START, "a1h3"), ["+a1h3"]);
    // Two counters on one cell: when the lower one goes, the upper one sinks.
    let shared = "score b4v3,c5h4 h5h3 d 00000 00000 l 0 99 0 0 -";
    assert_eq!(beats(shared, "c5h4+1"), ["-c5h4", "dark-counter to b1 light-counter to a1"]);
}

#[test]
fn passes_are_told() {
    let passes = |text: &str, mv: &str| position(text).passes(read(mv));
    let before = "place a1v7,c1v6,d2v3,j4v4,g5v3,b7h3,a8v3,e8v3 \
                  g1v4,b2v4,e2v4,h3v5,i3v4,f4v7,i8v3 l 03310 40220 - 0 0 0 0 -";
    assert_eq!(passes(before, "f1v3"), ["Dark can place no tile and passes for good."]);
    assert_eq!(
        position(before).after(read("f1v3")).scene(&[]).status,
        "Light goes on alone: choose a tile from your reserve."
    );
    let alone = "place a1h7,h1h3,a2h6,g2h4,a3h6,g3h4,a4h5,f4h5,a5h5,f5h4,a6h4,e6h3,h6h3,a7h3 - d \
                 10000 54321 l 0 0 0 0 -";
    assert_eq!(
        passes(alone, "d7h3"),
        [
            "Nobody can place any more: light passed first and starts the scoring.",
            "Light can remove no tile and is out."
        ]
    );
    assert_eq!(
        position(alone).after(read("d7h3")).scene(&[]).status,
        "Dark goes on alone: choose a tile to take off."
    );
    let last = "score h5h3,b6h7,g7h3,a10h4 e3v3,d8h3 d 01220 03210 l 9 12 5 7 -";
    assert_eq!(
        passes(last, "b6h7+0"),
        ["Light can remove no tile and is out.", "Dark can remove no tile and is out."]
    );
    assert_eq!(passes(START, "a1h3"), [""; 0]);
    assert_eq!(passes(BOTH_COUNTERS, "c5h4+0"), [""; 0]);
}

#[test]
fn a_finished_game_says_how_it_was_decided() {
    for (text, why) in [
        ("score - - l 00000 00000 l 100 0 3 0 -", "Dark reached 100 points."),
        ("score - - l 00000 00000 l 47 31 3 0 dl", "Dark has 47 points and light 31."),
        (
            "score - - d 00100 20000 d 20 20 7 7 dl",
            "Both have 20 points; light's unplaced tiles make the longer line: 6 cells in 2 tiles \
             against 5 in 1 tile.",
        ),
        (
            "score - - d 00010 20000 d 20 20 7 7 dl",
            "Both have 20 points and 6 cells of unplaced tiles; dark's line is longer, having fewer \
             gaps: 1 tile against 2.",
        ),
        (
            "score - - d 10010 01100 d 20 20 7 7 dl",
            "Both have 20 points and 9 cells of unplaced tiles, in 2 tiles each; dark started and so \
             wins.",
        ),
    ] {
        assert_eq!(position(text).why(), why);
    }
    assert_eq!(
        position("score - - l 00000 00000 l 47 31 3 0 dl").scene(&[]).status,
        "Dark wins. Dark has 47 points and light 31."
    );
    assert_eq!(position(START).why(), "");
}

#[test]
fn both_players_read_their_points_off_the_edges() {
    let scene = position(START).scene(&[]);
    let at = |x, y| {
        let label = scene.layout.labels.iter().find(|label| (label.x, label.y) == (x, y));
        label.map(|label| label.text.as_str())
    };
    // d4 is 33 for dark: 3 from below and 30 from the left; 66 for light.
    assert_eq!([at(3, -2), at(-2, 3), at(3, 10), at(10, 3)], ["3", "30", "6", "60"].map(Some));
    assert_eq!([at(3, -1), at(-1, 3)], [Some("d"), Some("4")]);
}

#[test]
fn a_tile_that_cannot_be_placed_says_why() {
    let position = position("place b1h7,c4h5 g8h3 d 54220 44321 - 0 0 0 0 -");
    let refused = |so_far: &[Step], step: Step| position.refusal(so_far, &step).expect("a rule");
    assert_eq!(refused(&[], item("dark-7")), "dark has no tile of length 7 left");
    assert_eq!(refused(&[], item("light-3")), "this tile is light's");
    assert_eq!(
        refused(&[], cell("d4")),
        "c4h5 cannot be taken off yet: tiles are placed until nobody can place one"
    );
    let chosen = [item("dark-4"), cell("b3")];
    assert_eq!(
        refused(&chosen[..1], cell("d4")),
        "a tile needs free cells, and d4 is covered by dark's c4h5"
    );
    assert_eq!(
        refused(&chosen[..1], cell("h8")),
        "a tile needs free cells, and h8 is covered by light's g8h3"
    );
    assert_eq!(
        refused(&chosen, cell("c3")),
        "a tile of length 4 from b3 has its other end on e3 or b6"
    );
    let long = [item("dark-6"), cell("e3")];
    assert_eq!(refused(&long[..1], cell("e3")), "from e3 a tile of length 6 fits in no direction");
    assert_eq!(
        refused(&[item("dark-4"), cell("e10")], cell("e9")),
        "a tile of length 4 from e10 has its other end on h10 or b10 or e7"
    );
    assert_eq!(position.refusal(&[], &cell("a9")), None, "a tile is asked for first");
}

#[test]
fn a_tile_that_cannot_be_taken_off_and_a_counter_that_cannot_go_there_say_why() {
    let position = position(BOTH_COUNTERS);
    let refused = |so_far: &[Step], step: Step| position.refusal(so_far, &step).expect("a rule");
    assert_eq!(refused(&[], cell("h5")), "h5h3 belongs to light");
    assert_eq!(refused(&[], cell("a1")), "there is no tile on a1");
    assert_eq!(
        refused(&[], item("dark-3")),
        "the placement phase is over, and tiles are taken off now"
    );
    let chosen = [item("c5h4")];
    assert_eq!(refused(&chosen, cell("a9")), "c5h4 earns 16 points, which is less than 40");
    assert_eq!(
        refused(&chosen, cell("j4")),
        "counters never go back, and dark has 40 points already, which is more than 39"
    );
    assert_eq!(
        refused(&chosen, Step::Choice("100".into())),
        "c5h4 earns 16 points, which is less than 60"
    );
}

#[test]
fn a_threat_is_a_tile_that_reaches_the_goal_next() {
    let threats = |text: &str| -> Vec<(Vec<String>, String)> {
        let notes = position(text).scene(&[]).notes.into_iter();
        notes
            .filter_map(|note| match note {
                Note::Threat { cells, label } => Some((cells, label)),
                _ => None,
            })
            .collect()
    };
    let light_to_move = NEARLY.replace(" d ", " l ");
    let cells = ["f1", "f2", "f3"].map(String::from).to_vec();
    let label = "dark threatens to reach 100 points".to_owned();
    assert_eq!(threats(&light_to_move), [(cells, label)]);
    // Dark could do it now: that is no threat to dark.
    assert_eq!(threats(NEARLY), []);
    assert_eq!(threats(&light_to_move.replace(" 95 ", " 60 ")), []);
    // Who is out of the scoring takes no tile any more.
    assert_eq!(threats(&light_to_move.replace(" 0 0 -", " 0 0 d")), []);
}
