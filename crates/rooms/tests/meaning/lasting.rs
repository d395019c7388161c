//! What lasts and what does not: names of commands, games that nobody plays, events of newer programs, names of people.

use std::collections::HashSet;

use quintet_core::{Player, TimeControl};
use quintet_rooms::{
    Caller, Command, Event, FORGOTTEN_AFTER, FORMAT, NAMELESS, Names, Refusal, Request, Room,
    Status, What,
};

use super::table::{ANN, BLITZ, BOB, Table, guest, invalid};

fn named(command: Command) -> Request {
    Request { command, op: Some("x".into()), version: None }
}

#[test]
fn a_name_stands_for_one_command_only() {
    let mut table = Table::duel(None);
    let (ann, bob) = (Caller::Guest(guest(ANN)), Caller::Guest(guest(BOB)));
    let mv = |mv: &str, ply| named(Command::Move { mv: mv.into(), ply });
    table.request(&ann, &mv("a1", 0)).unwrap();
    assert_eq!(table.request(&ann, &mv("a1", 0)), Ok((3, 1)), "a resend");
    for other in [mv("a2", 0), mv("a1", 2), named(Command::Resign)] {
        let sentence = "expected an `op` that was not used before: `x` was a move at version 3";
        let refused = Err(Refusal::Reused(sentence.into()));
        assert_eq!(table.request(&ann, &other), refused, "{other:?}");
    }
    table.request(&bob, &named(Command::Resign)).unwrap();
    assert_eq!(table.room.status(), Status::Finished, "the name is another's own");
}

#[test]
fn who_plays_without_a_stream_is_not_gone() {
    let mut table = Table::duel_with_running_clocks();
    table.leaves(BOB);
    table.wait(50_000);
    table.moves(ANN, "b1").unwrap();
    // A request of Bob's, whatever becomes of it.
    table.room.saw(&guest(BOB).id, table.now);
    table.wait(11_000);
    assert_eq!(table.ask(ANN, Command::Claim), invalid("O may come back within 49 s"));
    // Who holds a stream is there, and stays so.
    table.room.saw(&guest(ANN).id, table.now);
    assert!(table.room.presence(Player::First).is_present());
}

#[test]
fn a_game_without_clocks_ends_after_two_weeks_without_a_move() {
    let mut table = Table::duel(None);
    table.wait(FORGOTTEN_AFTER - 1);
    table.moves(ANN, "a1").unwrap();
    table.wait(FORGOTTEN_AFTER - 1);
    assert_eq!(table.room.status(), Status::Running);
    table.wait(1);
    assert_eq!(table.ending(), (None, "forgotten"));
    assert_eq!(table.room.status(), Status::Aborted);
    assert_eq!(table.room.why(), "Nobody had moved for two weeks.");
    // One that was made when there was no such rule waits for ever.
    let mut log = Table::duel(None).log;
    let What::Created { waits, .. } = &mut log[0].what else { panic!("a beginning") };
    assert_eq!(waits.take(), Some(FORGOTTEN_AFTER));
    let older = Room::from_events(quintet_catalog::standard(), table.room.id().clone(), &log);
    assert_eq!(older.unwrap().due(), None);
    // With clocks, those decide.
    assert_eq!(Table::duel(Some(BLITZ)).room.forgotten_at(), None);
}

#[test]
fn with_clocks_of_days_nobody_need_be_there() {
    let days = TimeControl { initial: 5 * 24 * 3_600_000, increment: 24 * 3_600_000 };
    let mut table = Table::duel(Some(days));
    table.moves(ANN, "a1").unwrap();
    table.moves(BOB, "g7").unwrap();
    table.leaves(ANN);
    table.wait(20 * 3_600_000);
    assert_eq!(table.ask(BOB, Command::Claim), invalid("with clocks of days nobody need be there"));
    table.wait(4 * 24 * 3_600_000 + 4 * 3_600_000);
    assert_eq!(table.ending(), (Some("second".into()), "time"));
}

#[test]
fn an_event_of_a_newer_program_leaves_a_game_that_can_be_looked_at() {
    let mut table = Table::duel(None);
    table.moves(ANN, "a1").unwrap();
    let mut log = table.log.clone();
    let later = r#"{"at":1000001,"by":"id of bob","what":{"swapped":{"player":"second"}}}"#;
    log.push(Event::read(4, FORMAT + 1, later).unwrap());
    log.push(Event::read(5, FORMAT, r#"{"at":1000002,"what":"resumed"}"#).unwrap());
    table.room =
        Room::from_events(quintet_catalog::standard(), table.room.id().clone(), &log).unwrap();
    assert_eq!((table.room.version(), table.room.played().moves()), (3, vec!["a1".to_owned()]));
    let sentence = table.room.halted().unwrap().to_owned();
    assert!(sentence.contains("its event 4, `swapped`, needs format 2"), "{sentence}");
    assert_eq!(table.moves(BOB, "g7"), Err(Refusal::ReadOnly(sentence)));
    assert_eq!(table.room.due(), None, "and nothing happens in it by itself");
}

#[test]
fn names_come_from_outside_and_can_go() {
    let mut table = Table::duel(None);
    let (ann, bob) = (guest(ANN), guest(BOB));
    assert_eq!(table.room.name_of(&ann.id), ANN, "who makes a game tells its name");
    assert_eq!(table.room.name_of(&bob.id), NAMELESS);
    assert!(table.room.tell_name(&bob));
    assert!(!table.room.tell_name(&bob));
    assert!(!table.room.tell_name(&guest("eve")), "she does not play");
    table.moves(ANN, "a1").unwrap();
    assert_eq!(table.room.name_of(&bob.id), BOB);
    assert!(table.room.forget_name(&bob.id));
    assert_eq!(table.room.name_of(&bob.id), NAMELESS);
    // Those who were asked about have the names they have now, or none.
    let asked = HashSet::from([ann.id.clone()]);
    let anna = Names::from([(ann.id.clone(), "Anna".into())]);
    assert!(table.room.renew_names(&asked, &anna) && !table.room.renew_names(&asked, &anna));
    assert_eq!(table.room.name_of(&ann.id), "Anna");
    assert!(!table.room.renew_names(&HashSet::new(), &Names::new()), "nobody was asked about");
    assert!(table.room.renew_names(&asked, &Names::new()));
    assert_eq!(table.room.name_of(&ann.id), NAMELESS);
    assert!(table.log.iter().all(|event| !event.body().contains(r#""ann""#)));
}
