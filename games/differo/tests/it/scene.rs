//! What a player sees and clicks.

use std::collections::BTreeSet;

use quintet_core::layout::Lattice;
use quintet_core::scene::Note;
use quintet_core::show::Next;
use quintet_core::{Game, Player, Scene, Show, Step};
use quintet_differo::{DIAGONAL, Differo, HEX, Move};
use quintet_testkit::Dice;

fn cell(name: &str) -> Step {
    Step::Cell(name.into())
}

fn scene(so_far: &[&str]) -> Scene {
    let steps: Vec<_> = so_far.iter().map(|name| cell(name)).collect();
    Differo::start(HEX).scene(&steps)
}

/// The texts at cells, as `cell text`.
fn texts(scene: &Scene) -> Vec<String> {
    let notes = scene.notes.iter().filter_map(|note| match note {
        Note::Text { cell, text, .. } => Some(format!("{cell} {text}")),
        _ => None,
    });
    notes.collect()
}

#[test]
fn cells_lie_on_the_hexagonal_lattice() {
    let scene = scene(&[]);
    assert_eq!((scene.layout.lattice, scene.layout.cells.len()), (Lattice::Hexagon, 61));
    let place = |name: &str| {
        let cell = scene.layout.cells.iter().find(|cell| cell.name == name).expect(name);
        (cell.x, cell.y)
    };
    assert_eq!(
        ["a1", "a5", "e1", "e9", "i5", "i9"].map(place),
        [(2, 0), (10, 0), (-2, 4), (14, 4), (2, 8), (10, 8)]
    );
}

#[test]
fn coordinates_stand_beside_the_board() {
    let scene = scene(&[]);
    let labels: Vec<_> = scene
        .layout
        .labels
        .iter()
        .map(|label| format!("{} {},{}", label.text, label.x, label.y))
        .collect();
    assert_eq!(
        labels.join("  "),
        "a 0,0  b -1,1  c -2,2  d -3,3  e -4,4  f -3,5  g -2,6  h -1,7  i 0,8  \
         1 3,-1  2 5,-1  3 7,-1  4 9,-1  5 11,-1  6 12,0  7 13,1  8 14,2  9 15,3"
    );
    for label in &scene.layout.labels {
        assert!(!scene.layout.cells.iter().any(|cell| (cell.x, cell.y) == (label.x, label.y)));
    }
}

#[test]
fn goal_rows_are_zones_of_their_owners() {
    let scene = scene(&[]);
    let goal = |player| {
        let owned = scene
            .layout
            .cells
            .iter()
            .filter(|cell| cell.zone.as_ref().is_some_and(|zone| zone.owner == Some(player)));
        owned.map(|cell| cell.name.as_str()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(goal(Player::First), "i5 i6 i7 i8 i9");
    assert_eq!(goal(Player::Second), "a1 a2 a3 a4 a5");
    assert_eq!(scene.spoken_of("i5"), Some("i5, free, white's goal row"));
    assert_eq!(scene.spoken_of("d3"), Some("d3, white piece"));
}

#[test]
fn a_selected_piece_shows_the_balances_of_its_lines_and_its_landing_cells() {
    let scene = scene(&["d3"]);
    // Of the ends of a line a free one, the upper or right one first.
    assert_eq!(texts(&scene), ["g3 +1", "i8 −1", "d8 +6"]);
    let landings =
        Note::Tint { cells: vec!["c3".into(), "e3".into()], label: "landing cells".into() };
    assert!(scene.notes.contains(&landings), "{:?}", scene.notes);
    assert_eq!(scene.status, "White to move: choose where the piece on d3 lands.");
}

#[test]
fn rows_have_no_balance_where_pieces_do_not_move_along_them() {
    let scene = Differo::start(DIAGONAL).scene(&[cell("d3")]);
    assert_eq!(texts(&scene).len(), 2);
}

#[test]
fn a_finished_move_is_shown_with_an_arrow_before_it_is_confirmed() {
    let scene = scene(&["c4", "c7"]);
    let (from, to, label) = ("c4".into(), Some("c7".into()), "moves".into());
    let arrow = Note::Arrow { from, to, dx: 2, dy: 0, label };
    assert_eq!(scene.notes, [arrow]);
    assert_eq!(scene.status, "White to move: the piece on c4 goes to c7.");
    let moved = scene.items.iter().find(|item| item.id == "w-c4").expect("the piece keeps its id");
    assert_eq!(moved.cells, ["c7"]);
}

#[test]
fn steps_that_begin_no_move_are_ignored() {
    assert_eq!(scene(&["e5"]), scene(&[]));
    assert_eq!(scene(&["f5"]), scene(&[]));
    assert_eq!(scene(&["d3", "d4"]), scene(&["d3"]));
    assert_eq!(Differo::start(HEX).next(&[cell("e5")]), Next::Steps(Vec::new()));
}

#[test]
fn scores_count_the_rows_advanced_since_the_start() {
    let mut position = Differo::start(HEX);
    let scores = |position: &Differo| position.scene(&[]).scores.iter().map(|s| s.value).collect();
    let start: Vec<i32> = scores(&position);
    assert_eq!(start, [0, 0]);
    position.play("b2-e2".parse().expect("a move"));
    position.play("f7-e7".parse().expect("a move"));
    let later: Vec<i32> = scores(&position);
    assert_eq!(later, [3, 1]);
}

#[test]
fn a_reached_goal_is_pointed_out() {
    let text = "5/bb2bb/b3bbw/2w1bb1w/w1b2b1w1/4ww1b/3w3/wwww1w/2b2 w";
    let scene = Differo::parse(HEX, text).expect("a position").scene(&[]);
    let note = Note::Tint { cells: vec!["a3".into()], label: "the goal that was reached".into() };
    assert_eq!(scene.notes, [note]);
    assert_eq!(scene.status, "Black wins. Black reached row a on a3.");
}

#[test]
fn a_cell_that_cannot_be_chosen_says_why() {
    let start = Differo::start(HEX);
    let first = |name: &str| start.refusal(&[], &cell(name)).expect("a rule");
    assert_eq!(first("e5"), "there is no piece on e5");
    assert_eq!(first("g4"), "the piece on g4 is black's");
    let then = |name: &str| start.refusal(&[cell("c4")], &cell(name)).expect("a rule");
    assert_eq!(then("e5"), "c4 and e5 are not on a common line");
    assert_eq!(then("c5"), "on this line the piece on c4 moves exactly 3 cells, not 1");
}

#[test]
fn a_piece_that_cannot_move_says_why() {
    let refused = |text: &str, name: &str| {
        let position = Differo::parse(HEX, text).expect("a position");
        position.refusal(&[], &cell(name)).expect("a rule")
    };
    assert_eq!(
        refused("5/1bbbb1/1b3b1/1bbbbwbb/2ww2b2/1w3ww1/1w1w1w1/wwww2/5 b", "e7"),
        "black outnumbers white on no line of the piece on e7"
    );
    assert_eq!(
        refused("5/1bbbb1/1b1b1b1/1bbbbbb1/2w6/1w1wwww1/1w1w1w1/1wwww1/5 b", "f4"),
        "where black outnumbers white, the piece on f4 has nowhere to land"
    );
}

/// Compared with what the opponent could do in the same position if it were the opponent's turn.
#[test]
fn threats_are_the_pieces_that_could_reach_the_goal_next() {
    let mut dice = Dice::new(7);
    let mut seen = 0;
    for variant in [DIAGONAL, HEX].into_iter().cycle().take(30) {
        let mut position = Differo::start(variant);
        for _ in 0..60 {
            if position.outcome().is_some() {
                break;
            }
            let text = position.to_string();
            let theirs = match text.strip_suffix('w') {
                Some(board) => format!("{board}b"),
                None => format!("{}w", text.trim_end_matches('b')),
            };
            let theirs = Differo::parse(variant, &theirs).expect("the same with the other to move");
            let reaches = |mv: &Move| theirs.after(*mv).why().contains("reached");
            let moves = theirs.moves().into_iter().filter(reaches);
            let expected: BTreeSet<String> = moves.map(|mv| mv.from.to_string()).collect();
            let notes = position.scene(&[]).notes;
            let found: BTreeSet<String> = notes
                .into_iter()
                .flat_map(|note| match note {
                    Note::Threat { cells, .. } => cells,
                    _ => Vec::new(),
                })
                .collect();
            assert_eq!(found, expected, "{position}");
            seen += usize::from(!found.is_empty());
            position.play(position.random_move(&mut dice));
        }
    }
    assert!(seen > 20, "{seen} positions with a threat");
}
