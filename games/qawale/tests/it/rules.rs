//! The rules of Qawale, sentence by sentence.

use std::collections::BTreeSet;

use quintet_core::scene::{Note, Scene};
use quintet_core::{Game, Match, Next, Outcome, Player, Show, Step, Symmetric, Variant};
use quintet_qawale::{Path, Qawale};

const START: &str = "GG,2,GG/4/4/GG,2,GG r 8 8";

/// The position with the most moves known.
const CROWDED: &str = "GGRBBGGBRBRRBRGRBR,B,2/1,G,1,G/1,R,1,G/4 b 0 1";

fn position(text: &str) -> Qawale {
    Qawale::parse(Variant::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn path(text: &str) -> Path {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn after(text: &str, mv: &str) -> String {
    let position = position(text);
    let mv = path(mv);
    assert_eq!(position.check(mv), Ok(()), "{mv} in {text}");
    position.after(mv).to_string()
}

fn refused(text: &str, mv: &str) -> String {
    position(text).check(path(mv)).expect_err("an illegal move").to_string()
}

fn unreadable(text: &str) -> String {
    Qawale::parse(Variant::default(), text).expect_err("no position").to_string()
}

fn cells(names: &str) -> Vec<Step> {
    names.split_whitespace().map(|name| Step::Cell(name.into())).collect()
}

fn scene(text: &str, so_far: &str) -> Scene {
    position(text).scene(&cells(so_far))
}

fn label<'a>(scene: &'a Scene, cell: &str) -> &'a str {
    scene.spoken_of(cell).expect("a cell of the board")
}

/// The stones shown on a cell, from the bottom up, by their ids.
fn shown(scene: &Scene, cell: &str) -> String {
    let items = scene.items.iter().filter(|item| item.cells == [cell]);
    items.map(|item| item.id.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn two_neutral_stones_stand_on_each_corner_and_red_moves_first() {
    let start = Qawale::start(Variant::default());
    assert_eq!(start.to_string(), START);
    assert_eq!(start.turn(), Player::First);
    assert_eq!(start.outcome(), None);
}

#[test]
fn the_bottom_stone_is_sown_first_and_the_new_one_last() {
    assert_eq!(after(START, "a1-b1-c1-c2"), "GG,2,GG/4/2,R,1/1,G,G,GG b 7 8");
    assert_eq!(
        after("GG,2,GG/4/1,GBRG,2/G,R,1,GB r 6 6", "b2-b3-c3-c2-d2-d1"),
        "GG,2,GG/1,G,B,1/2,R,G/G,R,1,GBR b 5 6"
    );
}

#[test]
fn stones_land_on_top_of_what_is_there() {
    assert_eq!(
        after("GG,2,GG/4/2,R,1/1,G,G,GG b 7 8", "b1-c1-c2"),
        "GG,2,GG/4/2,RB,1/2,GG,GG r 7 7"
    );
}

#[test]
fn a_path_may_come_round_to_its_origin_and_go_on() {
    let stack_of_five = "4/1,GGGGR,2/4/GGG,2,GB r 7 7";
    assert_eq!(after(stack_of_five, "b3-b4-a4-a3-b3-c3-c2"), "G,G,2/G,G,R,1/2,R,1/GGG,2,GB b 6 7");
    assert_eq!(after(stack_of_five, "b3-b4-a4-a3-b3-b4-a4"), "GR,GR,2/G,G,2/4/GGG,2,GB b 6 7");
}

#[test]
fn the_longest_path_sows_every_stone_of_the_game() {
    let text = "4/4/4/GGGGGGGGRRRRRRRRBBBBBBB,3 b 0 1";
    let round = "-a2-b2-b1-a1".repeat(6);
    assert_eq!(after(text, &format!("a1{round}")), "4/4/GGRRBB,GGRRBB,2/GGRRBB,GGRRBB,2 r 0 0");
    assert_eq!(position(text).check(path(&format!("a1{round}"))), Ok(()));
    assert!(format!("a1{round}-a2").parse::<Path>().is_err());
}

#[test]
fn a_stone_goes_on_a_stack_never_on_an_empty_cell() {
    assert_eq!(refused(START, "b2-b3-c3"), "b2 is empty: a new stone goes on top of a stack");
}

#[test]
fn a_step_goes_to_an_orthogonal_neighbour() {
    for (mv, step) in [("a1-b2-c2-c3", "a1 to b2"), ("a1-b1-d1-d2", "b1 to d1")] {
        assert_eq!(refused(START, mv), format!("{step} is no step to a neighbouring cell"));
    }
    assert_eq!(refused(START, "a4-b4-b4-b3"), "b4 to b4 is no step to a neighbouring cell");
    // Neighbours in the order of names, but not on the board.
    assert_eq!(refused(START, "a4-b1-b2-b3"), "a4 to b1 is no step to a neighbouring cell");
}

#[test]
fn a_step_never_goes_straight_back() {
    assert_eq!(refused(START, "a1-b1-a1-a2"), "the step from b1 goes straight back to a1");
    assert_eq!(refused(START, "a1-b1-b2-b1"), "the step from b2 goes straight back to b1");
}

#[test]
fn a_stack_makes_as_many_steps_as_it_has_stones() {
    let steps = "the stack on a1 has 3 stones with the new one and makes 3 steps";
    assert_eq!(refused(START, "a1"), format!("{steps}, not 0"));
    assert_eq!(refused(START, "a1-b1-b2"), format!("{steps}, not 2"));
    assert_eq!(refused(START, "a1-b1-b2-a2-a1"), format!("{steps}, not 4"));
}

#[test]
fn a_line_is_a_row_a_column_or_a_main_diagonal() {
    for line in [
        "GR,GR,GR,GR/4/4/G,G,GB,GBBB r 4 4",
        "GR,3/GR,3/GR,3/GR,G,GB,GGBBB r 4 4",
        "GR,3/1,GR,2/2,GR,1/G,G,GGBBBB,GR r 4 4",
        "3,GR/2,GR,1/1,GR,2/GR,G,GB,GGBBB r 4 4",
    ] {
        assert_eq!(position(line).outcome(), Some(Outcome::Win(Player::First)), "{line}");
        assert_eq!(position(line).count_moves(), 0, "{line}");
        let blue = line.replace('R', "x").replace('B', "R").replace('x', "B");
        assert_eq!(position(&blue).outcome(), Some(Outcome::Win(Player::Second)), "{blue}");
    }
}

#[test]
fn short_diagonals_and_high_stacks_are_no_line() {
    assert_eq!(position("2,GR,1/1,GR,2/GR,3/GGGGGRBBBB,3 r 4 4").outcome(), None);
    assert_eq!(position("RRRR,3/4/4/GGGGGGGGBBBB,3 r 4 4").outcome(), None);
    // Covered stones do not count.
    assert_eq!(position("RB,R,R,R/4/4/GGGGGGGGBBB,3 r 4 4").outcome(), None);
}

#[test]
fn a_line_that_the_opponent_makes_wins_too() {
    let before = position("R,R,R,1/3,RR/4/GGGGGGGGBBBB,3 b 3 4");
    assert_eq!(before.outcome(), None);
    let after = before.after(path("d3-d4-c4-c3"));
    assert_eq!(after.to_string(), "R,R,RR,R/2,B,1/4/GGGGGGGGBBBB,3 r 3 3");
    assert_eq!(after.outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn lines_of_both_are_a_draw() {
    let both = position("R,R,R,R/B,B,B,B/4/GGGGGGGG,3 r 4 4");
    assert_eq!(both.outcome(), Some(Outcome::Draw));
    assert_eq!(both.why(), "Both have four in line: Red from a4 to d4, Blue from a3 to d3.");
    assert_eq!(refused("R,R,R,R/B,B,B,B/4/GGGGGGGG,3 r 4 4", "a4-b4-c4"), "the game is over");
}

#[test]
fn two_lines_of_one_player_win_like_one() {
    let two = position("R,R,R,R/R,BBB,2/R,3/R,BBBB,1,GGGGGGGG r 1 1");
    assert_eq!(two.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(two.why(), "Red has four in line from a1 to a4 and from a4 to d4.");
}

#[test]
fn without_a_line_the_last_stone_makes_a_draw() {
    let text = "GB,R,B,B/GR,GBB,RGRG,R/G,1,RBBB,GR/2,RG,1 r 0 0";
    let end = position(text);
    assert_eq!(end.outcome(), Some(Outcome::Draw));
    assert_eq!(end.moves(), []);
    assert_eq!(
        end.why(),
        "All 16 stones are played and nobody has four in line; Red is on top of 4 stacks, Blue of 5."
    );
    assert_eq!(refused(text, "a4-b4-c4-d4"), "the game is over");
}

#[test]
fn moves_come_in_the_order_of_their_text() {
    for text in [START, "4/1,GGGGR,2/4/GGG,2,GB r 7 7", "4/GGGGGGGRB,2,R/4/3,G b 6 7"] {
        let position = position(text);
        let listed = position.moves();
        let texts: Vec<_> = listed.iter().map(ToString::to_string).collect();
        assert!(texts.is_sorted() && listed.is_sorted(), "{text}");
        assert_eq!(position.count_moves(), listed.len() as u64);
    }
}

#[test]
fn the_position_with_the_most_moves_is_counted_listed_and_clicked_through() {
    let crowded = position(CROWDED);
    assert_eq!(crowded.count_moves(), 1_973_376);
    let mut listed = 0;
    let mut last = None;
    let _ = crowded.for_each_move(|mv| {
        assert!(last < Some(mv));
        last = Some(mv);
        listed += 1;
        std::ops::ControlFlow::<()>::Continue(())
    });
    assert_eq!(listed, 1_973_376);
    let mut dice = quintet_testkit::Dice::new(1);
    for _ in 0..100 {
        let mv = crowded.random_move(&mut dice);
        assert_eq!(crowded.check(mv), Ok(()));
        assert_eq!(crowded.next(&crowded.steps(mv)), Next::Move(mv));
    }
    assert_eq!(crowded.next(&[]), Next::Steps(cells("a4 b2 b3 b4 d2 d3")));
}

#[test]
fn impossible_positions_are_refused_by_their_counts() {
    for (text, problem) in [
        ("GG,2,GG/4/4/GG,2,G r 8 8", "board: expected 8 neutral stones, got 7"),
        ("GG,2,GG/4/4/GG,2,GGG r 8 8", "board: expected 8 neutral stones, got 9"),
        (
            "GG,2,GG/4/4/GG,2,GG r 7 7",
            "red stones left: expected 8 red stones, got 7 left and 0 on the board",
        ),
        (
            "GG,2,GG/4/4/GG,2,GGR r 7 7",
            "blue stones left: expected 8 blue stones, got 7 left and 0 on the board",
        ),
        (
            "GG,2,GG/4/4/GG,2,GG b 8 8",
            "red stones left: expected one fewer than blue has (8) when blue is to move, got 8",
        ),
        (
            "GG,2,GG/4/4/GG,2,GGR r 7 8",
            "red stones left: expected as many as blue has (8) when red is to move, got 7",
        ),
        (
            "GG,2,GG/4/4/GG,2,GGB r 8 7",
            "red stones left: expected as many as blue has (7) when red is to move, got 8",
        ),
    ] {
        assert_eq!(unreadable(text), problem, "{text}");
    }
}

#[test]
fn malformed_positions_name_the_field_and_what_was_expected() {
    for (text, problem) in [
        (
            "GG,2,GG/4/4/GG,2,GG r 8",
            "expected 4 fields separated by single spaces (board, side to move, red stones left, \
             blue stones left), got 3",
        ),
        ("GG,2,GG/4/4/GG,2,GG x 8 8", "side to move: expected `r` or `b`, got `x`"),
        ("GG,2,GG/4/4/GG,2,GG r 9 8", "red stones left: expected a number from 0 to 8, got `9`"),
        ("GG,2,GG/4/4/GG,2,GG r 8 08", "blue stones left: expected a number from 0 to 8, got `08`"),
        (
            "GG,2,GX/4/4/GG,2,GG r 8 8",
            "board: expected a stack of stones `R`, `B` and `G` or a number, got `GX`",
        ),
        (
            "GGGGGGGGGGGGGGGGGGGGGGGGG,3/4/4/4 r 8 8",
            "board: expected a stack of at most 24 stones, got `GGGGGGGGGGGGGGGGGGGGGGGGG`",
        ),
        (
            "GG,2,GG/4/GG,2,GG r 8 8",
            "board: expected 4 rows separated by `/`, got `GG,2,GG/4/GG,2,GG`",
        ),
        ("GG,3,GG/4/4/GG,2,GG r 8 8", "board: expected a row of 4 cells, got `GG,3,GG`"),
        (
            "GG,1,1,GG/4/4/GG,2,GG r 8 8",
            "board: expected runs of empty cells as one number from 1, without a leading zero, got \
             `GG,1,1,GG`",
        ),
    ] {
        assert_eq!(unreadable(text), problem, "{text}");
    }
}

#[test]
fn a_move_is_cells_joined_by_dashes() {
    for text in
        ["", "-", "a1-", "-a1", "a1--b1", "a1b1", "a1-e1", "a1-a5", "a1-a01", "A1-b1", "a1 b1"]
    {
        let error = text.parse::<Path>().expect_err(text).to_string();
        let expected = "expected cells from a1 to d4 joined by `-`, such as `a1-b1-b2-a2`";
        assert_eq!(error, format!("{expected}, got `{text}`"));
    }
    let long = "a1-b1".to_owned() + &"-a1-b1".repeat(12);
    let error = long.parse::<Path>().expect_err("26 cells").to_string();
    assert!(
        error.starts_with("expected at most 24 steps, one for each stone of the game"),
        "{error}"
    );
}

#[test]
fn steps_are_the_cells_of_the_path() {
    let start = position(START);
    assert_eq!(start.steps(path("a1-b1-b2-a2")), cells("a1 b1 b2 a2"));
    assert_eq!(start.next(&[]), Next::Steps(cells("a1 a4 d1 d4")));
    assert_eq!(start.next(&cells("a1 b1")), Next::Steps(cells("b2 c1")));
    assert_eq!(start.next(&cells("a1 b1 a1")), Next::Steps(Vec::new()));
    assert_eq!(start.next(&cells("a1 b1 b2 a2")), Next::Move(path("a1-b1-b2-a2")));
}

#[test]
fn the_stones_in_hand_float_at_the_head_of_the_path() {
    let text = "GG,2,GG/4/2,R,1/1,G,G,GG b 7 8";
    let picked_up = scene(text, "d1");
    assert_eq!(shown(&picked_up, "d1"), "d1.0 d1.1 blue-1");
    assert_eq!(label(&picked_up, "d1"), "d1, empty; over it 3 stones in hand");
    assert_eq!(picked_up.trays[1].pieces[0].count, 7);
    assert_eq!(
        picked_up.status,
        "Blue to move: choose where to sow the bottom stone; 3 stones in hand."
    );

    let under_way = scene(text, "d1 c1 c2");
    assert_eq!(shown(&under_way, "c1"), "c1.0 d1.0");
    assert_eq!(shown(&under_way, "c2"), "c2.0 d1.1 blue-1");
    assert_eq!(
        under_way.status,
        "Blue to move: choose where to sow the next stone; 1 stone in hand."
    );
    let arrows = under_way.notes.iter().filter_map(|note| match note {
        Note::Arrow { from, to, dx, dy, .. } => Some((from.as_str(), to.as_deref(), *dx, *dy)),
        _ => None,
    });
    assert_eq!(arrows.collect::<Vec<_>>(), [("d1", Some("c1"), -1, 0), ("c1", Some("c2"), 0, 1)]);

    let sown = scene(text, "d1 c1 c2 d2");
    assert_eq!(sown.status, "Blue to move: the whole stack is sown; confirm the move.");
    assert_eq!(shown(&sown, "d2"), "blue-1");
    assert_eq!(
        scene(text, "d1 c1 c2 c1 b1"),
        under_way,
        "straight back is ignored, and what follows"
    );
}

#[test]
fn cells_say_what_stands_on_them() {
    let scene = scene(CROWDED, "");
    assert_eq!(label(&scene, "a1"), "a1, empty");
    assert_eq!(label(&scene, "b2"), "b2, red stone");
    assert_eq!(label(&scene, "a4"), "a4, red stack of 18");
    let start = position(START).scene(&[]);
    assert_eq!(label(&start, "d4"), "d4, neutral stack of 2, from the bottom neutral, neutral");
    assert_eq!(start.status, "Red to move: choose a stack to put your stone on.");
}

#[test]
fn the_winning_line_is_tinted() {
    let won = scene("R,R,RR,R/2,B,1/4/GGGGGGGGBBBB,3 r 3 3", "");
    assert_eq!(won.status, "Red wins. Red has four in line from a4 to d4.");
    let tints = won.notes.iter().map(|note| match note {
        Note::Tint { cells, label } => format!("{label}: {}", cells.join(" ")),
        other => panic!("{other:?}"),
    });
    assert_eq!(tints.collect::<Vec<_>>(), ["red's line: a4 b4 c4 d4"]);
    assert_eq!(won.scores.iter().map(|score| score.value).collect::<Vec<_>>(), [4, 2]);
}

#[test]
fn a_stone_keeps_its_name_while_a_move_is_composed_and_after_it() {
    let mut game = Match::new(position("4/1,GGGGR,2/4/GGG,2,GB r 7 7"));
    let steps = cells("b3 b4 a4 a3 b3 b4 a4");
    let composed = game.scene(&steps);
    game.play(path("b3-b4-a4-a3-b3-b4-a4")).unwrap();
    let played = game.scene(&[]);
    for cell in ["b4", "a4", "a3", "b3", "a1", "d1"] {
        assert_eq!(shown(&composed, cell), shown(&played, cell), "{cell}");
    }
    assert_eq!(shown(&played, "a4"), "b3.1 red-2");
}

#[test]
fn distinct_positions_up_to_symmetry() {
    let mut positions = BTreeSet::from([Qawale::start(Variant::default()).canonical()]);
    for expected in [5, 250, 13_615, 817_176] {
        let mut next = BTreeSet::new();
        for position in &positions {
            let _ = position.for_each_move(|mv| {
                next.insert(position.after(mv).canonical());
                std::ops::ControlFlow::<()>::Continue(())
            });
        }
        assert_eq!(next.len(), expected);
        positions = next;
    }
}

#[test]
fn a_threat_is_shown_while_nothing_is_begun() {
    // Blue has three in row 4 and a stone below the fourth cell.
    let threatened = |text: &str, so_far: &[Step]| {
        let mut notes = position(text).scene(so_far).notes.into_iter();
        notes.find_map(|note| match note {
            Note::Threat { cells, label } => Some((cells, label)),
            _ => None,
        })
    };
    let text = "B,B,B,1/1,R,R,B/R,R,GG,GG/GG,2,GG r 4 4";
    let (cells, label) = threatened(text, &[]).expect("a threat");
    assert!(cells.contains(&"d3".into()), "{cells:?}");
    assert_eq!(label, "blue threatens to win from here");
    assert_eq!(threatened(text, &[Step::Cell("d3".into())]), None);
    assert_eq!(threatened(START, &[]), None);
}
