//! The rules of Trio, sentence by sentence, and its text.

use quintet_core::{Game, Outcome, Player, Variant};
use quintet_trio::{Move, Trio};

const STANDARD: Variant = Variant::new(0);

fn position(text: &str) -> Trio {
    Trio::parse(STANDARD, text).expect("a position")
}

fn after(text: &str, mv: &str) -> String {
    let mv: Move = mv.parse().expect("a move");
    let position = position(text);
    match position.check(mv) {
        Ok(()) => position.after(mv).to_string(),
        Err(rule) => rule.to_string(),
    }
}

fn refused(text: &str) -> String {
    Trio::parse(STANDARD, text).expect_err("no position").to_string()
}

#[test]
fn stones_are_put_on_empty_cells_and_slide_once_all_are_on_the_board() {
    assert_eq!(after("8 d", "d1"), "3D4 l");
    assert_eq!(after("3D4 l", "d1"), "a stone lies on d1 already");
    assert_eq!(after("3D4 l", "a1-b1"), "put your stones on the board before sliding");
    assert_eq!(after("DD1D1LL1 l", "h1"), "DD1D1LLL d");
    assert_eq!(after("DLDL1D1L d", "f1-e1"), "DLDLD2L l");
    assert_eq!(after("DLDL1D1L d", "e1"), "all your stones are on the board: slide one");
    assert_eq!(after("DLDL1D1L d", "a1-b1"), "a stone lies on b1 already");
    assert_eq!(after("DLDL1D1L d", "b1-c1"), "you have no stone on b1");
    assert_eq!(after("DLDL1D1L d", "c1-e1"), "e1 is not beside c1");
}

#[test]
fn three_side_by_side_win_or_in_misere_lose() {
    let text = "DDD1LL2 l";
    assert_eq!(position(text).outcome(), Some(Outcome::Win(Player::First)));
    let misere = Trio::parse(Variant::new(1), text).expect("a position");
    assert_eq!(misere.outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(after(text, "h1"), "the game is over");
}

#[test]
fn who_cannot_move_loses() {
    assert_eq!(position("DLDLL1D1 l").outcome(), None);
    assert_eq!(position("DDLL2LD d").outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn positions_that_break_the_counts_are_refused() {
    let problem = "board: expected at most 3 stones a player, got 4 and 3";
    assert_eq!(refused("DDLDDLL1 l"), problem);
    let problem = "side to move: does not fit 1 dark and 1 light stones";
    assert_eq!(refused("D5L1 l"), problem);
    assert_eq!(refused("7 d"), "board: expected a row of 8 cells, got `7`");
}
