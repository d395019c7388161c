//! What players of Momentum see.

use quintet_core::scene::Note;
use quintet_core::{Change, Game, Match, Next, Outcome, Scene, Show, Step, Tactics, Variant};
use quintet_momentum::{Momentum, Move};
use quintet_testkit::Dice;

const EXAMPLE: &str = "5X1/7/5O1/2XO3/7/7/7 o 7";
const PIE: Variant = Variant::new(1);

fn position(text: &str) -> Momentum {
    Momentum::parse(Variant::default(), text).expect("a position")
}

fn cell(name: &str) -> Step {
    Step::Cell(name.into())
}

fn swap() -> Step {
    Step::Choice("swap".into())
}

fn in_hand(scene: &Scene) -> Vec<u32> {
    scene.trays.iter().map(|tray| tray.pieces[0].count).collect()
}

fn on_board(scene: &Scene) -> Vec<i32> {
    scene.scores.iter().map(|score| score.value).collect()
}

/// Changes as short text: `x-c4>x-b4`, `+o-e4<o`, `-x-a1>x`.
fn beats(position: &Momentum, mv: &str) -> Vec<Vec<String>> {
    let told = |change: &Change| match change {
        Change::Move { id, to } => format!("{id}>{}", to.id),
        Change::Appear { item, from } => {
            format!("+{}<{}", item.id, from.as_deref().expect("drops come from a tray"))
        }
        Change::Vanish { id, to } => {
            format!("-{id}>{}", to.as_deref().expect("marbles return to a tray"))
        }
    };
    let beats = position.beats(mv.parse().expect("a move"));
    beats.iter().map(|beat| beat.iter().map(told).collect()).collect()
}

#[test]
fn a_chosen_cell_shows_the_drop_and_arrows_for_what_it_pushes() {
    let scene = position(EXAMPLE).scene(&[cell("e4")]);
    assert!(scene.items.iter().any(|item| item.id == "o-e4"));
    let arrow = |from: &str, to: &str, dx, dy| Note::Arrow {
        from: from.into(),
        to: Some(to.into()),
        dx,
        dy,
        label: "pushed".into(),
    };
    assert_eq!(scene.notes, [arrow("c4", "b4", -1, 0), arrow("f5", "g6", 1, 1)]);
    assert_eq!(in_hand(&scene), [6, 5]);
    assert_eq!(
        scene.status,
        "O to move: a marble drops on e4; X goes from c4 to b4, O goes from f5 to g6."
    );
}

#[test]
fn an_arrow_off_the_board_ends_nowhere() {
    let scene = position("7/7/7/7/7/7/X6 o 1").scene(&[cell("b1")]);
    let label = "pushed".into();
    assert_eq!(scene.notes, [Note::Arrow { from: "a1".into(), to: None, dx: -1, dy: 0, label }]);
    assert_eq!(scene.status, "O to move: a marble drops on b1; X on a1 falls off.");
    let scene = position("7/7/7/7/7/7/X6 o 1").scene(&[cell("g7")]);
    assert_eq!(scene.status, "O to move: a marble drops on g7; nothing is pushed.");
}

#[test]
fn the_drop_comes_first_and_all_pushes_at_once() {
    assert_eq!(beats(&position(EXAMPLE), "e4"), [vec!["+o-e4<o"], vec!["x-c4>x-b4", "o-f5>o-g6"]]);
    assert_eq!(beats(&position("7/7/7/7/7/7/X6 o 1"), "b1"), [vec!["+o-b1<o"], vec!["-x-a1>x"]]);
    assert_eq!(beats(&position("7/7/7/7/7/7/X6 o 1"), "g7"), [vec!["+o-g7<o"]]);
}

#[test]
fn steps_that_are_no_legal_move_are_ignored() {
    let board = position(EXAMPLE);
    let plain = board.scene(&[]);
    for step in [cell("c4"), cell("z9"), swap(), Step::Item("x".into()), Step::Choice("e4".into())]
    {
        assert_eq!(board.scene(std::slice::from_ref(&step)), plain, "{step:?}");
    }
}

#[test]
fn cells_say_what_lies_on_them() {
    let scene = position(EXAMPLE).scene(&[]);
    assert_eq!(scene.spoken_of("c4"), Some("c4, X's marble"));
    assert_eq!(scene.spoken_of("d4"), Some("d4, O's marble"));
    assert_eq!(scene.spoken_of("e4"), Some("e4, empty"));
    assert_eq!(scene.layout.cells.len(), 49);
    assert_eq!(scene.layout.labels.len(), 14);
    assert_eq!(on_board(&scene), [2, 2]);
    assert_eq!(in_hand(&scene), [6, 6]);
    assert_eq!(scene.status, "O to move: drop a marble on an empty cell.");
}

#[test]
fn the_swap_is_a_choice_while_it_is_legal() {
    let board = Momentum::parse(PIE, "7/7/7/3X3/7/7/7 o 1").unwrap();
    let scene = board.scene(&[]);
    assert_eq!(scene.choices[0].name, "swap");
    assert_eq!(
        scene.status,
        "O to move: drop a marble on an empty cell, or swap to take over X's."
    );
    assert_eq!(board.next(&[swap()]), Next::Move(Move::Swap));
    assert_eq!(beats(&board, "swap"), [["x-d4>o-d4"]]);
    let scene = board.scene(&[swap()]);
    assert_eq!(scene.choices, []);
    assert_eq!(scene.items[0].id, "o-d4");
    assert_eq!(in_hand(&scene), [8, 7]);
    assert_eq!(scene.status, "O to move: X's marble becomes O's.");
    assert_eq!(position("7/7/7/3X3/7/7/7 o 1").scene(&[]).choices, []);
}

#[test]
fn a_marble_keeps_its_name_through_a_game() {
    let mut game = Match::new(Momentum::start(PIE));
    for mv in ["d4", "swap", "c4", "g6", "d4"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let scene = game.scene(&[]);
    let mut names: Vec<(&str, &str)> =
        scene.items.iter().map(|item| (item.cells[0].as_str(), item.id.as_str())).collect();
    names.sort_unstable();
    // The first marble, O's since the swap, went on to e4 and f4.
    assert_eq!(names, [("b4", "x-c4"), ("d4", "x-d4#4"), ("f4", "x-d4"), ("g6", "o-g6")]);
}

#[test]
fn a_finished_game_says_who_won_and_why() {
    let told = |text: &str| {
        let scene = position(text).scene(&[]);
        let tinted = scene.notes.iter().find_map(|note| match note {
            Note::Tint { cells, .. } => Some(cells.len()),
            _ => None,
        });
        (scene.status, tinted)
    };
    assert_eq!(
        told("X1X1X1X/7/X1X1X2/6X/7/7/O1O1O1O o 15"),
        ("X wins. X has all eight marbles on the board.".into(), Some(8))
    );
    assert_eq!(
        told("X6/7/7/7/7/7/O1O4 x 60"),
        ("O wins. After 60 turns O has 2 marbles on the board and X 1.".into(), Some(2))
    );
    assert_eq!(
        told("X6/7/7/7/7/7/O6 x 60"),
        ("A draw. After 60 turns X and O have 1 marble each on the board.".into(), None)
    );
    assert_eq!(position(EXAMPLE).why(), "");
}

#[test]
fn a_cell_that_cannot_be_chosen_says_why() {
    let taken = position(EXAMPLE).refusal(&[], &cell("c4"));
    assert_eq!(taken.as_deref(), Some("a marble needs an empty cell, and on c4 lies X's marble"));
    let swapped = position(EXAMPLE).refusal(&[], &swap());
    assert_eq!(swapped.as_deref(), Some("`swap` is only played in the variant `pie`"));
    assert_eq!(position(EXAMPLE).refusal(&[], &cell("h9")), None);
}

/// Compared with what the opponent could do in the same position if it were the opponent's turn.
#[test]
fn a_threat_is_the_last_marble_that_could_come_in_next() {
    let mut dice = Dice::new(3);
    let mut seen = 0;
    for _ in 0..60 {
        let mut position = Momentum::start(Variant::default());
        while position.outcome().is_none() {
            let text = position.to_string();
            let [board, side, turns] = *text.split(' ').collect::<Vec<_>>() else {
                panic!("`{text}`");
            };
            let turns: u32 = turns.parse().expect("a number of turns");
            let theirs = format!("{board} {} {}", if side == "x" { "o" } else { "x" }, turns + 1);
            let wins = Momentum::parse(Variant::default(), &theirs).is_ok_and(|theirs| {
                theirs.outcome().is_none()
                    && theirs.moves().into_iter().any(|mv| {
                        theirs.after(mv).outcome().and_then(Outcome::winner) == Some(theirs.turn())
                            && theirs.after(mv).why().contains("all eight")
                    })
            });
            let notes = position.scene(&[]).notes;
            let threat = notes.iter().any(|note| matches!(note, Note::Threat { .. }));
            assert_eq!(threat, wins, "{position}");
            seen += usize::from(threat);
            position.play(position.greedy_move(&mut dice));
        }
    }
    assert!(seen > 10, "{seen} positions with a threat");
}
