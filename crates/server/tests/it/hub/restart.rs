//! The server ends without a word, and a new one takes over.

use quintet_rooms::{GONE_FOR, Room};

use super::*;
use quintet_server::view::game::State;

/// Another server on the same store, so many milliseconds later. The old one is gone without a word.
async fn restart(world: World, later: u64) -> World {
    let World { store, clock, hub } = world;
    let now = clock.now().plus(later);
    drop(hub);
    World::at(store, now).await
}

/// Lets a second pass and its sign of life be stored.
async fn sign_of_life(world: &World) {
    world.clock.advance(1_000);
    let now = world.clock.now();
    while world.store.alive_at().await.unwrap() != Some(now) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn games_go_on_where_they_were() {
    for store in stores().await.0 {
        let mut world = World::new(store).await;
        let id = world.duel(None).await;
        for ply in 1..10 {
            let position =
                |room: &Room, _: usize, _: Time| (room.version(), room.played().position());
            assert_eq!(world.play(&id).await.ply, ply);
            let before = world.hub.look(&id, position).await.unwrap();
            world = restart(world, 5_000).await;
            assert_eq!(world.hub.look(&id, position).await.unwrap(), before);
        }
    }
}

#[tokio::test]
async fn a_clock_is_charged_up_to_the_last_sign_of_life_and_stands_until_its_player_is_back() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let id = world.duel(Some(FIVE_MINUTES)).await;
        for _ in 0..3 {
            world.play(&id).await;
        }
        sign_of_life(&world).await;
        // Nobody is charged for the hour in which the server was away.
        let world = restart(world, 3_600_000).await;
        let mut watcher = world.hub.follow(&id, 5, None).await.unwrap();
        let told = next_event(&mut watcher).await;
        assert_eq!(told.event.what, What::Paused { clocks: Left([300_000, 299_000]) });
        world.clock.advance(10_000);
        assert_eq!(world.version(&id).await, 6);
        let _bob = world.follow(&id, 6, "bob").await;
        assert_eq!(next_event(&mut watcher).await.event.what, What::Resumed);
    }
}

#[tokio::test]
async fn a_paused_clock_runs_again_by_itself_after_half_a_minute() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(Some(FIVE_MINUTES)).await;
    for _ in 0..3 {
        world.play(&id).await;
    }
    let world = restart(world, 0).await;
    // Nobody looks; the game is woken by the restart itself.
    while world.log(&id).await.len() < 6 {
        tokio::task::yield_now().await;
    }
    world.version(&id).await;
    world.clock.advance(30_000);
    world.wait_for_version(&id, 7).await;
    assert_eq!(world.log(&id).await[6].what, What::Resumed);
}

#[tokio::test]
async fn whoever_has_to_get_over_a_pause_is_gone_only_a_minute_after_it() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(Some(FIVE_MINUTES)).await;
    for _ in 0..3 {
        world.play(&id).await;
    }
    let world = restart(world, 0).await;
    let seats = |room: &Room, _: usize, now: Time| {
        let state = State::of(room, now);
        (now.0, state.seats.map(|seat| seat.claimable_from))
    };
    let (_, paused) = world.hub.look(&id, seats).await.unwrap();
    assert_eq!(paused, [None, None]);
    world.clock.advance(30_000);
    world.wait_for_version(&id, 7).await;
    let (resumed, seats) = world.hub.look(&id, seats).await.unwrap();
    assert_eq!(seats, [Some(resumed + GONE_FOR); 2]);
}

#[tokio::test]
async fn no_sign_of_life_is_stored_before_all_games_know() {
    let (world, store) = World::in_memory().await;
    let id = world.duel(Some(FIVE_MINUTES)).await;
    for _ in 0..3 {
        world.play(&id).await;
    }
    sign_of_life(&world).await;
    let alive_at = world.store.alive_at().await.unwrap();
    store.fail_appends(1_000_000);
    let world = restart(world, 1_000_000).await;
    let looked = world.hub.look(&id, |_, _, _| ()).await;
    assert!(matches!(looked, Err(Trouble::Storage(_))), "nothing may happen before: {looked:?}");
    world.clock.advance(5_000);
    tokio::task::yield_now().await;
    assert_eq!(world.store.alive_at().await.unwrap(), alive_at);
    store.fail_appends(0);
    assert_eq!(world.version(&id).await, 6);
}

#[tokio::test]
async fn seeks_wait_a_minute_for_their_owner_after_a_restart() {
    let (world, _) = World::in_memory().await;
    let id = world.game([person("ann"), Seat::Open], None).await;
    let world = restart(world, 3_600_000).await;
    assert_eq!(world.version(&id).await, 1);
    world.clock.advance(59_000);
    assert_eq!(world.version(&id).await, 1);
    world.clock.advance(1_000);
    world.wait_for_version(&id, 2).await;
}
