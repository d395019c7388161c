//! Games that end other than by a move: resigned, aborted, agreed, expired.

use quintet_catalog::Dice;
use quintet_core::Player;
use quintet_rooms::{Action, Command, Offer, Refusal, Status};

use super::table::{ANN, BLITZ, BOB, EVE, Table, invalid};

#[test]
fn who_resigns_loses_whoever_is_to_move() {
    let mut table = Table::duel(None);
    table.ask(BOB, Command::Resign).unwrap();
    assert_eq!(table.ending(), (Some("first".into()), "resignation"));
    assert_eq!(table.room.why(), "O resigned.");
}

#[test]
fn on_one_screen_the_side_to_move_resigns() {
    let mut table = Table::new("momentum", [ANN, ANN], None);
    table.moves(ANN, "d4").unwrap();
    table.ask(ANN, Command::Resign).unwrap();
    assert_eq!(table.ending(), (Some("first".into()), "resignation"));
}

#[test]
fn either_may_abort_until_both_have_moved() {
    for (moves, who) in [(0, ANN), (0, BOB), (1, ANN), (1, BOB)] {
        let mut table = Table::duel(None);
        if moves == 1 {
            table.moves(ANN, "d4").unwrap();
        }
        table.ask(who, Command::Abort).unwrap();
        assert_eq!(table.room.status(), Status::Aborted);
        assert_eq!(table.ending(), (None, "aborted"));
        assert_eq!(table.moves(BOB, "a1"), Err(Refusal::Over));
    }
}

#[test]
fn once_both_have_moved_nobody_aborts_not_even_after_a_takeback() {
    let mut table = Table::duel(None);
    table.moves(ANN, "d4").unwrap();
    table.moves(BOB, "a1").unwrap();
    let refused = invalid("both have moved: the game can only be resigned");
    assert_eq!(table.ask(ANN, Command::Abort), refused);
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    table.says(BOB, Action::Accept, Offer::Takeback).unwrap();
    assert_eq!(table.room.ply(), 0);
    assert_eq!(table.ask(ANN, Command::Abort), refused);
}

#[test]
fn nothing_but_a_rematch_comes_after_the_end() {
    let mut table = Table::duel(None);
    table.ask(ANN, Command::Resign).unwrap();
    for command in [Command::Resign, Command::Abort, Command::Claim, Command::Join] {
        assert_eq!(table.ask(BOB, command), Err(Refusal::Over));
    }
    assert_eq!(table.moves(BOB, "d4"), Err(Refusal::Over));
    assert_eq!(table.says(BOB, Action::Offer, Offer::Draw), Err(Refusal::Over));
    assert_eq!(table.says(BOB, Action::Offer, Offer::Takeback), Err(Refusal::Over));
    assert!(table.says(BOB, Action::Offer, Offer::Rematch).is_ok());
}

#[test]
fn a_game_can_be_played_to_its_end_by_the_rules() {
    for seed in 0..20 {
        let mut table = Table::new("momentum", [ANN, "open"], Some(BLITZ));
        table.ask(BOB, Command::Join).unwrap();
        let mut dice = Dice::new(seed);
        while let Some(mv) = table.room.played().random_move(&mut dice) {
            let who = if table.room.turn() == Some(Player::First) { ANN } else { BOB };
            table.moves(who, &mv).unwrap();
        }
        assert_eq!(table.room.status(), Status::Finished);
        assert_eq!(table.room.ending(), Some("rules"));
        assert!(!table.room.why().is_empty());
        assert_eq!((table.room.due(), table.running()), (None, None));
    }
}

#[test]
fn a_seek_vanishes_a_minute_after_its_owner_left() {
    let mut table = Table::new("momentum", ["open", ANN], None);
    table.comes(ANN);
    table.wait(1_000_000);
    table.leaves(ANN);
    table.wait(59_999);
    assert_eq!(table.room.status(), Status::Open);
    table.wait(1);
    assert_eq!(table.room.status(), Status::Aborted);
    assert_eq!(table.ending(), (None, "expired"));
    assert_eq!(table.ask(BOB, Command::Join), Err(Refusal::Over));
    let refused = invalid("there was nobody to play again with");
    assert_eq!(table.says(ANN, Action::Offer, Offer::Rematch), refused);
}

#[test]
fn a_seek_whose_owner_comes_back_in_time_stays() {
    let mut table = Table::new("momentum", [ANN, "open"], None);
    table.wait(59_000);
    table.comes(ANN);
    table.wait(1_000_000);
    assert_eq!(table.room.status(), Status::Open);
    table.leaves(ANN);
    table.wait(59_000);
    table.leaves(ANN);
    table.wait(999);
    assert_eq!(table.room.due(), Some(table.now.plus(1)), "leaving twice is leaving once");
}

#[test]
fn a_game_that_somebody_joined_does_not_expire() {
    let mut table = Table::new("momentum", [ANN, "open"], None);
    table.ask(BOB, Command::Join).unwrap();
    table.wait(1_000_000);
    assert_eq!(table.room.status(), Status::Running);
    assert_eq!(table.ask(EVE, Command::Join), super::table::stale("both seats are taken"));
}
