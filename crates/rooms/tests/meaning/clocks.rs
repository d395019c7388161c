//! What time costs.

use quintet_core::Player;
use quintet_rooms::{Action, Command, Offer, Refusal, Status, Time};

use super::table::{ANN, BLITZ, BOB, Table};

#[test]
fn the_first_move_of_each_side_is_free() {
    let mut table = Table::duel(Some(BLITZ));
    table.wait(500_000);
    assert_eq!(table.running(), None);
    table.moves(ANN, "a1").unwrap();
    table.wait(500_000);
    assert_eq!((table.running(), table.room.due()), (None, None));
    table.moves(BOB, "g7").unwrap();
    assert_eq!(table.left(), [60_000, 60_000]);
    assert_eq!(table.running(), Some(Player::First));
}

#[test]
fn a_later_move_costs_its_time_and_earns_the_increment() {
    let mut table = Table::duel_with_running_clocks();
    table.wait(10_000);
    assert_eq!(table.left(), [50_000, 60_000]);
    table.moves(ANN, "c3").unwrap();
    assert_eq!(table.left(), [52_000, 60_000]);
    table.wait(1_500);
    table.moves(BOB, "e5").unwrap();
    assert_eq!(table.left(), [52_000, 60_500]);
}

#[test]
fn a_flag_falls_when_nothing_is_left_and_not_before() {
    let mut table = Table::duel_with_running_clocks();
    assert_eq!(table.room.due(), Some(table.now.plus(60_000)));
    table.wait(59_999);
    assert_eq!(table.room.status(), Status::Running);
    table.wait(1);
    assert_eq!(table.ending(), (Some("second".into()), "time"));
    assert_eq!(table.left(), [0, 60_000]);
    assert_eq!(table.room.why(), "X ran out of time.");
    assert_eq!(table.room.due(), None);
}

#[test]
fn a_move_after_the_flag_loses_on_time_even_before_the_server_noticed() {
    let mut table = Table::duel_with_running_clocks();
    table.now = table.now.plus(60_000);
    assert_eq!(table.moves(ANN, "c3"), Err(Refusal::Over));
    assert_eq!(table.ending(), (Some("second".into()), "time"));
    assert_eq!(table.room.ply(), 2);
}

#[test]
fn after_the_flag_nothing_saves_the_game() {
    for command in [Command::Resign, Command::Abort, Command::Claim] {
        let mut table = Table::duel_with_running_clocks();
        table.now = table.now.plus(70_000);
        assert_eq!(table.ask(BOB, command), Err(Refusal::Over));
        assert_eq!(table.ending(), (Some("second".into()), "time"));
    }
}

#[test]
fn a_move_in_the_last_millisecond_counts() {
    let mut table = Table::duel_with_running_clocks();
    table.wait(59_999);
    table.moves(ANN, "c3").unwrap();
    assert_eq!(table.left(), [2_001, 60_000]);
}

#[test]
fn offers_cost_no_time_and_stop_no_clock() {
    let mut table = Table::duel_with_running_clocks();
    table.wait(10_000);
    table.says(BOB, Action::Offer, Offer::Draw).unwrap();
    table.wait(10_000);
    table.says(ANN, Action::Decline, Offer::Draw).unwrap();
    assert_eq!(table.left(), [40_000, 60_000]);
    table.wait(40_000);
    assert_eq!(table.ending(), (Some("second".into()), "time"));
}

#[test]
fn a_takeback_gives_no_time_back_and_starts_the_other_clock() {
    let mut table = Table::duel_with_running_clocks();
    table.wait(10_000);
    table.moves(ANN, "c3").unwrap();
    table.wait(5_000);
    table.says(ANN, Action::Offer, Offer::Takeback).unwrap();
    table.says(BOB, Action::Accept, Offer::Takeback).unwrap();
    assert_eq!(table.left(), [52_000, 55_000]);
    assert_eq!(table.running(), Some(Player::First));
}

#[test]
fn a_first_move_is_free_only_once() {
    let mut table = Table::duel_with_running_clocks();
    table.says(BOB, Action::Offer, Offer::Takeback).unwrap();
    table.says(ANN, Action::Accept, Offer::Takeback).unwrap();
    assert_eq!((table.room.ply(), table.running()), (1, Some(Player::Second)));
    table.wait(7_000);
    assert_eq!(table.left(), [60_000, 53_000]);
}

#[test]
fn a_clock_set_back_takes_no_time_and_gives_none() {
    let mut table = Table::duel_with_running_clocks();
    table.wait(10_000);
    table.moves(ANN, "c3").unwrap();
    let then = table.now;
    table.now = Time(then.0 - 9_000);
    table.moves(BOB, "e5").unwrap();
    assert_eq!(table.left(), [52_000, 62_000]);
    assert_eq!(table.log.last().unwrap().at, then);
    table.now = then.plus(1_000);
    assert_eq!(table.left(), [51_000, 62_000]);
}

#[test]
fn a_game_without_clocks_waits_for_days() {
    let mut table = Table::duel(None);
    table.moves(ANN, "a1").unwrap();
    table.leaves(ANN);
    table.leaves(BOB);
    table.wait(10 * 24 * 3_600_000);
    assert_eq!(table.room.clocks_at(table.now), None);
    table.moves(BOB, "g7").unwrap();
}

#[test]
fn the_computer_has_a_clock_too() {
    let mut table = Table::new("momentum", [ANN, "level:1"], Some(BLITZ));
    table.moves(ANN, "a1").unwrap();
    table.computer_moves(Player::Second, "g7").unwrap();
    table.moves(ANN, "c3").unwrap();
    table.wait(60_000);
    assert_eq!(table.ending(), (Some("first".into()), "time"));
}
