//! What lasts: names of commands and of people, games that nobody plays, two games that change together.

use quintet_rooms::{FORGOTTEN_AFTER, NAMELESS, Refusal, Status};
use quintet_store::{Filter, KeyId, KeyKind, NewKey};

use super::*;

async fn status(world: &World, id: &GameId) -> Status {
    world.hub.look(id, |room, _, _| room.status()).await.unwrap()
}

#[tokio::test]
async fn who_plays_by_requests_alone_cannot_be_claimed() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let id = world.duel(Some(FIVE_MINUTES)).await;
        let _ann = world.follow(&id, 2, "ann").await;
        // Bob has no stream, and moves for longer than a minute.
        for _ in 0..8 {
            world.clock.advance(10_000);
            world.play(&id).await;
        }
        let claim = world.ask(&id, "ann", Command::Claim, None).await;
        assert!(matches!(claim, Err(Trouble::Refused(Refusal::Invalid(_)))), "{claim:?}");
        world.clock.advance(60_000);
        world.ask(&id, "ann", Command::Claim, None).await.unwrap();
    }
}

#[tokio::test]
async fn a_name_that_made_a_game_makes_no_other_and_no_move() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let seats = || [person("ann"), person("ann")];
        let make = |clock| world.hub.create(guest("ann"), new(seats(), clock), Some("x".into()));
        let id = make(None).await.unwrap();
        assert_eq!(make(None).await, Ok(id.clone()), "a resend");
        let other = make(Some(FIVE_MINUTES)).await;
        assert!(matches!(other, Err(Trouble::Refused(Refusal::Reused(_)))), "{other:?}");
        let (who, command) = world.a_move(&id).await;
        let moved = world.ask(&id, &who, command, Some("x")).await;
        assert!(matches!(moved, Err(Trouble::Refused(Refusal::Reused(_)))), "{moved:?}");
        assert_eq!(world.log(&id).await.len(), 1);
    }
}

#[tokio::test]
async fn a_rematch_is_one_commit() {
    let (world, store) = World::in_memory().await;
    let id = world.duel(None).await;
    world.ask(&id, "bob", Command::Resign, None).await.unwrap();
    world.ask(&id, "ann", offer(Offer::Rematch, Action::Offer), None).await.unwrap();
    let (commits, accept) = (store.commits(), offer(Offer::Rematch, Action::Accept));
    store.fail_appends(1);
    assert!(world.ask(&id, "bob", accept.clone(), None).await.is_err());
    let games = || store.list(Filter { limit: 9, ..Filter::default() });
    assert_eq!(games().await.unwrap().games.len(), 1, "neither is stored");
    let answer = world.ask(&id, "bob", accept, None).await.unwrap();
    assert_eq!(store.commits(), commits + 1);
    let next = answer.next_game.unwrap();
    assert_eq!(status(&world, &next).await, Status::Running);
    assert_eq!(world.log(&next).await.len(), 1);
}

#[tokio::test]
async fn a_forgotten_game_ends_though_nobody_looks_at_it() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let id = world.duel(None).await;
        world.play(&id).await;
        // Another server, which has never seen the game.
        let World { store, clock, hub } = world;
        drop(hub);
        let world = World::at(store, clock.now().plus(FORGOTTEN_AFTER + 1)).await;
        let mut follower = world.hub.follow(&id, 3, None).await.unwrap();
        let ended = next_event(&mut follower).await;
        let forgotten = What::Ended { result: None, reason: Reason::Forgotten, clocks: None };
        assert_eq!(ended.event.what, forgotten);
    }
}

#[tokio::test]
async fn a_start_reads_only_games_with_something_to_do_by_themselves() {
    let (world, _) = World::in_memory().await;
    for _ in 0..5 {
        world.duel(None).await;
    }
    let clocked = world.duel(Some(FIVE_MINUTES)).await;
    let World { store, clock, hub } = world;
    drop(hub);
    let world = World::at(store, clock.now().plus(1_000)).await;
    // It says that it is alive when all that must know of the restart do.
    while world.store.alive_at().await.unwrap() <= Some(clock.now()) {
        world.clock.advance(10);
        tokio::task::yield_now().await;
    }
    assert_eq!(world.hub.rooms(), 1);
    assert_eq!(status(&world, &clocked).await, Status::Running);
}

#[tokio::test]
async fn names_are_joined_when_games_are_read() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        for (number, name) in (1..).zip(["ann", "bob"]) {
            let (id, label) = (KeyId(name.into()), String::new());
            let key = NewKey { id, kind: KeyKind::Session, label, hash: [number; 32] };
            world.store.people().add_guest(guest(name), key, NOW).await.unwrap();
        }
        let id = world.duel(None).await;
        let names = async |world: &World| {
            world
                .hub
                .look(&id, |room, _, _| {
                    room.seats()
                        .each_ref()
                        .map(|seat| room.name_of(seat.guest().unwrap()).to_owned())
                })
                .await
                .unwrap()
        };
        assert_eq!(names(&world).await, ["ann", "bob"]);
        let bob = Guest { name: "Bobby".into(), ..guest("bob") };
        world.store.people().rename_guest(&bob.id, bob.name.clone()).await.unwrap();
        world.hub.renamed(&bob);
        assert_eq!(names(&world).await, ["ann", "Bobby"]);
        world.store.people().delete_guest(&guest("ann").id).await.unwrap();
        world.hub.deleted(&guest("ann").id);
        assert_eq!(names(&world).await, [NAMELESS, "Bobby"]);
        let World { store, clock, hub } = world;
        drop(hub);
        let world = World::at(store, clock.now()).await;
        assert_eq!(names(&world).await, [NAMELESS, "Bobby"], "the log knows no names");
        let (page, listed) =
            world.hub.list(Filter { limit: 9, ..Filter::default() }).await.unwrap();
        assert_eq!(page.games.len(), 1);
        assert_eq!(listed.get(&bob.id), Some(&bob.name));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_log_is_read_at_the_desk_and_a_short_one_at_once() {
    let (world, store) = World::in_memory().await;
    let (short, long) = (world.duel(None).await, world.duel(None).await);
    for action in [Action::Offer, Action::Withdraw].into_iter().cycle().take(80) {
        let command = Command::Offer { offer: Offer::Draw, action, next_game: new_game_id() };
        world.ask(&long, "ann", command, None).await.unwrap();
    }
    let desk = Desk::new(1);
    let options = HubOptions {
        catalog: standard(),
        store,
        clock: Arc::new(Clock::at(NOW)),
        pool: Pool::new(standard(), 1),
        desk: Arc::clone(&desk),
    };
    let hub = Hub::open(options).await.unwrap();
    // Somebody sits at the desk.
    let (leave, left) = std::sync::mpsc::channel::<()>();
    let sits = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { desk.run("somebody", move || left.recv()).await.is_ok() }
    });
    assert_eq!(hub.look(&short, |room, _, _| room.version()).await, Ok(2));
    let looks = tokio::spawn(async move { hub.look(&long, |room, _, _| room.version()).await });
    let begun = std::time::Instant::now();
    while desk.waiting() == 0 {
        assert!(begun.elapsed() < IN_VAIN && !looks.is_finished(), "it is not read at the desk");
        tokio::task::yield_now().await;
    }
    leave.send(()).unwrap();
    assert!(sits.await.unwrap());
    assert_eq!(looks.await.unwrap(), Ok(82));
}
