//! The rules, sentence by sentence.

use quintet_core::{Game, Show, Variant};
use quintet_yoxii::{Move, Yoxii};

fn position(text: &str) -> Yoxii {
    Yoxii::parse(Variant::default(), text).expect("a position")
}

fn after(text: &str, mv: &str) -> String {
    let position = position(text);
    let mv: Move = mv.parse().expect("a move");
    assert_eq!(position.check(mv), Ok(()), "{mv} in {text}");
    position.after(mv).to_string()
}

fn refusal(text: &str, mv: &str) -> String {
    let mv: Move = mv.parse().expect("a move");
    position(text).check(mv).expect_err("an illegal move").to_string()
}

fn unreadable(text: &str) -> String {
    Yoxii::parse(Variant::default(), text).expect_err("no position").to_string()
}

const START: &str = "3/5/7/3#3/7/5/3 w 5553 5553";
/// White pieces on c4 and b4 left of the totem, red ones on e5 and d6.
const LINES: &str = "3/2o2/4t2/1OT#3/7/5/3 w 4453 4453";

#[test]
fn the_totem_moves_and_a_piece_follows() {
    assert_eq!(after(START, "e5,3@d5"), "3/5/3Y#2/7/7/5/3 r 5543 5553");
}

#[test]
fn the_square_the_totem_left_is_free() {
    assert_eq!(after(START, "d5,4@d4"), "3/5/3#3/3X3/7/5/3 r 5552 5553");
}

#[test]
fn the_totem_jumps_its_movers_unbroken_line() {
    assert_eq!(after(LINES, "a4,1@a5"), "3/2o2/O3t2/#OT4/7/5/3 r 3453 4453");
}

#[test]
fn the_totem_jumps_nothing_else() {
    assert_eq!(refusal(LINES, "f6,1@f5"), "the totem cannot jump over red's piece on e5");
    assert_eq!(refusal(LINES, "d7,1@c7"), "the totem cannot pass over the free square d5");
    assert_eq!(refusal(LINES, "b4,1@a4"), "the totem cannot land on b4, where a piece stands");
    assert_eq!(
        refusal(LINES, "e6,1@f6"),
        "the totem moves in a straight line, and e6 is not in line with d4"
    );
    assert_eq!(refusal(LINES, "d4,1@d5"), "the totem must move away from d4");
}

#[test]
fn the_piece_goes_on_a_free_square_next_to_the_totem() {
    assert_eq!(refusal(LINES, "d5,1@d6"), "a piece needs a free square, and d6 is taken");
    assert_eq!(refusal(LINES, "d5,1@d5"), "a piece needs a free square, and d5 is taken");
    assert_eq!(
        refusal(LINES, "d5,1@d3"),
        "the piece must be placed next to the totem, and d3 is not next to d5"
    );
}

#[test]
fn a_value_can_be_used_up() {
    let text = "X1X/1x1x1/7/x2#2X/7/5/3 w 5550 5550";
    assert_eq!(refusal(text, "e5,4@d5"), "white has no piece of value 4 left");
}

#[test]
fn without_room_around_the_totem_a_piece_goes_anywhere() {
    // The jump over b4 ends on a4, whose neighbours are all taken.
    let text = "1o1/5/Ot5/1O#4/Oo5/5/3 w 2553 3453";
    assert_eq!(after(text, "a4,4@e7"), "1oX/5/Ot5/#O5/Oo5/5/3 r 2552 3453");
    assert!(position(text).moves().iter().any(|mv| mv.to_string() == "a4,1@c4"));
}

#[test]
fn the_game_ends_when_the_totem_is_stuck_and_points_around_it_decide() {
    let text = "TT1/yottX/XTyotXY/2O1tx1/xOYTYoO/#txY1/To1 r 2010 1030";
    let finished = position(text);
    assert_eq!(finished.outcome().map(|outcome| outcome.to_string()), Some("first".into()));
    assert_eq!(
        finished.why(),
        "Red cannot move the totem; around it white has 6 points and red 6, with 3 and 2 pieces."
    );
    assert_eq!(refusal(text, "a3,1@a4"), "the game is over");
    assert_eq!(finished.count_moves(), 0);
}

#[test]
fn impossible_positions_name_the_field() {
    for (text, problem) in [
        ("3/5/7/7/7/5/3 w 5553 5553", "board: expected one totem #, got 0"),
        ("3/5/7/2##3/7/5/3 w 5553 5553", "board: expected one totem #, got 2"),
        (
            "3/5/7/3#3/7/5/3 w 5543 5553",
            "white's reserve: expected 5 pieces of value 3 for white, got 0 on the board and 4 in reserve",
        ),
        (
            "3/5/7/3#X2/7/5/3 r 5552 5552",
            "red's reserve: expected 3 pieces of value 4 for red, got 0 on the board and 2 in reserve",
        ),
        (
            "3/5/7/3#3/7/5/3 r 5553 5553",
            "side to move: expected white to have placed one piece more than red, got 0 and 0",
        ),
        (
            "3/5/7/3#X2/7/5/3 w 5552 5553",
            "side to move: expected white to have placed as many pieces as red, got 1 and 0",
        ),
        (
            "3/5/7/3#3/7/5 w 5553 5553",
            "board: expected 7 rows separated by `/`, got `3/5/7/3#3/7/5`",
        ),
        ("4/5/7/3#3/7/5/3 w 5553 5553", "board: expected a row of 3 cells, got `4`"),
        ("3/5/7/3#3/7/5/3 b 5553 5553", "side to move: expected `w` or `r`, got `b`"),
        (
            "3/5/7/3#3/7/5/3 w 555 5553",
            "white's reserve: expected how many of 1, 2, 3, 4 are left, as four digits, got `555`",
        ),
        (
            "3/5/7/3#3/7/5/3 w 5553",
            "expected 4 fields separated by single spaces (board, side to move, white's reserve, red's \
             reserve), got 3",
        ),
        (
            "3/5/7/3#z2/7/5/3 w 5553 5553",
            "board: expected a piece (O T Y X o t y x), the totem # or a number of free squares, got `z`",
        ),
    ] {
        assert_eq!(unreadable(text), problem, "{text}");
    }
}

#[test]
fn malformed_moves_say_what_moves_look_like() {
    for text in [
        "", "e5", "e5,3", "e5,5@d5", "e5,0@d5", "e5,03@d5", "a1,3@d5", "e5,3@h5", "E5,3@d5",
        "e5,3@d5 ",
    ] {
        let error = text.parse::<Move>().expect_err("no move").to_string();
        assert!(error.starts_with("expected the totem's square, a comma"), "{error}");
    }
}
