//! An opponent who is gone.

use quintet_rooms::{Command, Presence};

use super::table::{ANN, BOB, EVE, Table, invalid};
use quintet_core::Player;
use quintet_core::TimeControl;

const SLOW: TimeControl = TimeControl { initial: 600_000, increment: 0 };

fn duel() -> Table {
    let mut table = Table::duel(Some(SLOW));
    table.moves(ANN, "a1").unwrap();
    table.moves(BOB, "g7").unwrap();
    table
}

#[test]
fn an_opponent_gone_for_a_minute_can_be_claimed() {
    let mut table = duel();
    assert_eq!(table.ask(BOB, Command::Claim), invalid("x is still here"));
    table.leaves(ANN);
    assert_eq!(table.room.presence(Player::First), Presence::GoneSince(table.now));
    table.wait(59_500);
    assert_eq!(table.ask(BOB, Command::Claim), invalid("X may come back within 1 s"));
    table.wait(500);
    table.ask(BOB, Command::Claim).unwrap();
    assert_eq!(table.ending(), (Some("second".into()), "abandoned"));
    assert_eq!(table.room.why(), "X left the game.");
}

#[test]
fn who_comes_back_has_a_whole_minute_again() {
    let mut table = duel();
    table.leaves(ANN);
    table.wait(59_000);
    table.comes(ANN);
    table.leaves(ANN);
    table.wait(59_999);
    assert!(table.ask(BOB, Command::Claim).is_err());
    table.wait(1);
    assert!(table.ask(BOB, Command::Claim).is_ok());
}

#[test]
fn without_clocks_or_opponents_nothing_can_be_claimed() {
    let mut table = Table::duel(None);
    table.leaves(ANN);
    table.wait(1_000_000);
    let refused = invalid("without clocks the game waits for its players");
    assert_eq!(table.ask(BOB, Command::Claim), refused);

    let mut table = Table::new("momentum", [ANN, ANN], Some(SLOW));
    table.wait(100_000);
    let refused = invalid("you play both sides, nobody can be gone");
    assert_eq!(table.ask(ANN, Command::Claim), refused);

    let mut table = Table::new("momentum", [ANN, "random"], Some(SLOW));
    table.wait(100_000);
    assert_eq!(table.ask(ANN, Command::Claim), invalid("o is still here"));
}

#[test]
fn after_a_restart_the_minute_counts_from_the_end_of_the_pause() {
    let mut table = duel();
    table.restart(500, 1_000_000);
    table.comes(BOB);
    table.wait(29_999);
    let refused = invalid("the clock stands still, x may yet come back");
    assert_eq!(table.ask(BOB, Command::Claim), refused);
    table.wait(1);
    table.wait(59_999);
    assert_eq!(table.ask(BOB, Command::Claim), invalid("X may come back within 1 s"));
    table.wait(1);
    table.ask(BOB, Command::Claim).unwrap();
    assert_eq!(table.ending(), (Some("second".into()), "abandoned"));
}

#[test]
fn who_watched_before_joining_counts_as_there() {
    let mut table = Table::new("momentum", [ANN, "open"], Some(SLOW));
    table.comes(EVE);
    table.ask(EVE, Command::Join).unwrap();
    assert_eq!(table.room.presence(Player::Second), Presence::Present);
    let mut table = Table::new("momentum", [ANN, "open"], Some(SLOW));
    table.comes(EVE);
    table.leaves(EVE);
    table.wait(10);
    assert_eq!(table.room.presence(Player::Second), Presence::Nobody);
    table.ask(EVE, Command::Join).unwrap();
    assert_eq!(table.room.presence(Player::Second), Presence::GoneSince(table.now));
}
