//! What an absence of the server costs: nobody anything.

use quintet_core::{Left, Player};
use quintet_rooms::{Action, Offer, Status, What};

use super::table::{ANN, BLITZ, BOB, Table};

#[test]
fn the_running_clock_is_charged_up_to_the_last_sign_of_life() {
    let mut table = Table::duel_with_running_clocks();
    table.wait(10_700);
    table.restart(700, 3_000_000);
    let clocks = table.room.clocks_at(table.now).unwrap();
    assert_eq!((clocks.left, clocks.running, clocks.paused), ([50_000, 60_000], None, true));
    assert_eq!(table.log.last().unwrap().what, What::Paused { clocks: Left([50_000, 60_000]) });
}

#[test]
fn a_sign_of_life_from_before_the_last_move_charges_nothing() {
    let mut table = Table::duel_with_running_clocks();
    table.restart(900, 1_000);
    assert_eq!(table.left(), [60_000, 60_000]);
}

#[test]
fn nobody_is_flagged_by_our_absence() {
    let mut table = Table::duel_with_running_clocks();
    table.now = table.now.plus(61_000);
    table.restart(0, 1_000);
    assert_eq!(table.left(), [1, 60_000]);
    assert_eq!(table.room.status(), Status::Running);
}

#[test]
fn the_clock_runs_again_when_its_player_is_back() {
    let mut table = Table::duel_with_running_clocks();
    table.restart(0, 5_000);
    table.comes(BOB);
    table.wait(10_000);
    assert_eq!((table.left(), table.running()), ([60_000; 2], None), "only the other is back");
    table.comes(ANN);
    assert!(table.room.due().is_some_and(|due| due <= table.now));
    table.wait(0);
    assert_eq!(table.log.last().unwrap().what, What::Resumed);
    table.wait(4_000);
    assert_eq!((table.left(), table.running()), ([56_000, 60_000], Some(Player::First)));
}

#[test]
fn the_clock_runs_again_after_30_seconds_in_any_case() {
    let mut table = Table::duel_with_running_clocks();
    table.restart(0, 5_000);
    table.wait(29_999);
    assert_eq!(table.running(), None);
    table.wait(1);
    assert_eq!(table.running(), Some(Player::First));
    table.wait(60_000);
    assert_eq!(table.ending(), (Some("second".into()), "time"));
}

#[test]
fn a_move_ends_the_pause_and_costs_nothing() {
    let mut table = Table::duel_with_running_clocks();
    table.restart(0, 5_000);
    table.wait(20_000);
    table.moves(ANN, "c3").unwrap();
    assert_eq!((table.left(), table.running()), ([62_000, 60_000], Some(Player::Second)));
    table.wait(1_000);
    assert_eq!(table.left(), [62_000, 59_000]);
}

#[test]
fn a_pause_in_a_pause_begins_anew_and_charges_nothing() {
    let mut table = Table::duel_with_running_clocks();
    table.wait(1_000);
    table.restart(0, 5_000);
    table.wait(20_000);
    table.restart(0, 100_000);
    assert_eq!(table.left(), [59_000, 60_000]);
    table.wait(29_999);
    assert_eq!(table.running(), None);
    table.wait(1);
    assert_eq!(table.running(), Some(Player::First));
}

#[test]
fn no_pause_is_noted_where_no_clock_runs() {
    let mut table = Table::duel(Some(BLITZ));
    table.moves(ANN, "a1").unwrap();
    table.restart(0, 5_000);
    assert_eq!(table.room.version(), 3);
    let mut table = Table::duel(None);
    table.moves(ANN, "a1").unwrap();
    table.moves(BOB, "g7").unwrap();
    table.restart(0, 5_000);
    assert_eq!(table.room.version(), 4);
}

#[test]
fn the_computers_clock_runs_again_at_once() {
    let mut table = Table::new("momentum", [ANN, "level:1"], Some(BLITZ));
    table.moves(ANN, "a1").unwrap();
    table.computer_moves(Player::Second, "g7").unwrap();
    table.moves(ANN, "c3").unwrap();
    table.restart(0, 5_000);
    table.wait(0);
    assert_eq!(table.running(), Some(Player::Second));
}

#[test]
fn offers_and_answers_survive_a_restart() {
    let mut table = Table::duel(None);
    table.moves(ANN, "a1").unwrap();
    table.says(ANN, Action::Offer, Offer::Draw).unwrap();
    table.restart(0, 5_000);
    table.says(BOB, Action::Accept, Offer::Draw).unwrap();
    assert_eq!(table.ending(), (Some("draw".into()), "agreement"));
}

#[test]
fn after_a_restart_the_owner_of_a_seek_has_a_minute_to_come_back() {
    let mut table = Table::new("momentum", [ANN, "open"], None);
    table.comes(ANN);
    table.restart(0, 1_000_000);
    table.wait(59_999);
    assert_eq!(table.room.status(), Status::Open);
    table.wait(1);
    assert_eq!(table.ending(), (None, "expired"));
}
