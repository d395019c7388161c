//! Which games can be made, and what a log must look like.

use quintet_catalog::Dice;
use quintet_core::{Left, Player, TimeControl};
use quintet_rooms::{
    Asked, Caller, Command, Event, GameId, NewGame, Offer, Refusal, Request, Room, Status, What,
};

use super::table::{ANN, BLITZ, BOB, START, Table, guest, new_game, seat};

fn make(new: &NewGame) -> Result<Room, Refusal> {
    Room::create(quintet_catalog::standard(), GameId("g".into()), &guest(ANN), new, None, START)
        .map(|(room, _)| room)
}

fn refused(new: &NewGame, expected: &str) {
    match make(new) {
        Err(Refusal::Invalid(sentence)) => assert!(sentence.contains(expected), "{sentence}"),
        other => panic!("expected a refusal with `{expected}`, got {other:?}"),
    }
}

#[test]
fn a_game_with_an_open_seat_is_open_and_one_with_a_computer_runs_at_once() {
    assert_eq!(make(&new_game("yoxii", [ANN, "open"], None)).unwrap().status(), Status::Open);
    let room = make(&new_game("yoxii", [ANN, "level:8"], None)).unwrap();
    assert_eq!((room.status(), room.version(), room.ply()), (Status::Running, 1, 0));
    let room = make(&new_game("yoxii", ["random", "greedy"], None)).unwrap();
    assert_eq!(room.computer_to_move(), Some((Player::First, "random")));
}

#[test]
fn seats_that_make_no_sense_are_refused() {
    refused(&new_game("yoxii", ["open", "open"], None), "both are open");
    refused(&new_game("yoxii", ["open", "level:1"], None), "an open seat needs you");
    refused(&new_game("yoxii", [ANN, BOB], None), "only you can be seated");
    refused(&new_game("yoxii", [ANN, "level:9"], None), "got `level:9`");
}

#[test]
fn unknown_games_variants_and_positions_are_refused() {
    refused(&new_game("chess", [ANN, ANN], None), "there is no game `chess`");
    let mut new = new_game("momentum", [ANN, ANN], None);
    new.variant = Some("cake".into());
    refused(&new, "no variant `cake`");
    new.variant = Some("pie".into());
    assert_eq!(make(&new).unwrap().info().variant, "pie");
    new.position = Some("nonsense".into());
    assert!(matches!(make(&new), Err(Refusal::Invalid(_))));
}

#[test]
fn no_game_begins_where_it_is_over() {
    let mut table = Table::new("momentum", [ANN, ANN], None);
    let mut dice = Dice::new(1);
    while let Some(mv) = table.room.played().random_move(&mut dice) {
        table.moves(ANN, &mv).unwrap();
    }
    let mut new = new_game("momentum", [ANN, ANN], None);
    new.position = Some(table.room.played().position());
    refused(&new, "the game is over in this one");
}

#[test]
fn the_start_position_is_not_stored_and_another_is() {
    let mut new = new_game("momentum", [ANN, ANN], None);
    let start = make(&new).unwrap().played().position();
    new.position = Some(start);
    assert_eq!(make(&new).unwrap().info().position, None);
    let mut table = Table::new("momentum", [ANN, ANN], None);
    table.moves(ANN, "d4").unwrap();
    new.position = Some(table.room.played().position());
    let room = make(&new).unwrap();
    assert_eq!(room.info().position, new.position);
    assert_eq!(room.turn(), Some(Player::Second));
}

#[test]
fn clocks_have_bounds() {
    for (initial, increment, good) in [
        (1_000, 0, true),
        (999, 0, false),
        (2_592_000_000, 604_800_000, true),
        (2_592_000_001, 0, false),
        (60_000, 604_800_001, false),
    ] {
        let new = new_game("isaac", [ANN, ANN], Some(TimeControl { initial, increment }));
        assert_eq!(make(&new).is_ok(), good, "{initial} + {increment}");
    }
}

#[test]
fn the_making_of_a_game_is_a_command_that_can_be_resent() {
    let new = new_game("isaac", [ANN, ANN], None);
    let op = Some("make".to_string());
    let (room, log) = Room::create(
        quintet_catalog::standard(),
        GameId("g".into()),
        &guest(ANN),
        &new,
        op.clone(),
        START,
    )
    .unwrap();
    assert_eq!((log[0].version, log[0].op.as_ref()), (1, op.as_ref()));
    assert_eq!(log[0].asked, Some(Asked::of_new(&new)));
    // What made the game cannot be another command's name.
    let again = Request { command: Command::Abort, op, version: None };
    let refused = room.decide(&Caller::Guest(guest(ANN)), &again, START).unwrap_err();
    assert!(matches!(refused, Refusal::Reused(_)), "{refused:?}");
}

#[test]
fn a_log_survives_being_written_as_json() {
    let mut table = Table::duel_with_running_clocks();
    table.says(ANN, quintet_rooms::Action::Offer, Offer::Draw).unwrap();
    table.ask(BOB, Command::Resign).unwrap();
    for event in &table.log {
        let read = Event::read(event.version, event.format(), &event.body()).unwrap();
        assert_eq!(read, *event);
    }
}

#[test]
fn a_damaged_log_is_noticed() {
    let table = Table::duel_with_running_clocks();
    let corrupt = |events: &[Event]| {
        Room::from_events(quintet_catalog::standard(), GameId("g".into()), events)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(corrupt(&[]), "event 1: expected a game, got no event");
    assert_eq!(corrupt(&table.log[1..]), "event 2: expected version 1");
    let mut gap = table.log.clone();
    gap.remove(1);
    assert_eq!(corrupt(&gap), "event 3: expected version 2");
    let mut doubled = table.log.clone();
    doubled.push(table.log[3].clone());
    assert_eq!(corrupt(&doubled), "event 4: expected version 5");
    let mut wrong = table.log.clone();
    let What::Moved { player, .. } = &mut wrong[3].what else { panic!("a move") };
    *player = Player::First;
    assert_eq!(corrupt(&wrong), "event 4: expected a move of the player whose turn it is");
}

#[test]
fn a_refused_event_leaves_the_room_as_it_was() {
    let mut table = Table::duel_with_running_clocks();
    let before = format!("{:?}", table.room);
    let what = What::Moved { player: Player::First, mv: "a1".into(), clocks: Some(Left([1, 1])) };
    let event = Event { version: 5, at: table.now, by: None, op: None, asked: None, what };
    assert!(table.room.apply(&event).is_err());
    assert_eq!(format!("{:?}", table.room), before);
    assert_eq!(table.left(), [BLITZ.initial; 2]);
}

#[test]
fn a_rematch_exchanges_the_seats_and_may_seat_both() {
    let mut table = Table::duel(Some(BLITZ));
    table.ask(BOB, Command::Resign).unwrap();
    let (new, owner) = table.room.rematch();
    assert_eq!(new.seats, [seat(BOB), seat(ANN)]);
    assert_eq!((new.clock, owner.clone()), (Some(BLITZ), guest(ANN)));
    assert_eq!(new.previous, Some(GameId("g".into())));
    let (room, _) = Room::create(
        quintet_catalog::standard(),
        GameId("h".into()),
        &owner,
        &new,
        None,
        table.now,
    )
    .unwrap();
    assert_eq!(room.status(), Status::Running);
}
