//! Followers.

use super::*;

/// Events from the store and from memory: more than are kept as they were told.
async fn long_game(world: &World) -> GameId {
    let id = world.duel(Some(FIVE_MINUTES)).await;
    for _ in 0..15 {
        world.play(&id).await;
    }
    id
}

async fn versions_after(world: &World, id: &GameId, since: u64) -> Vec<u64> {
    let mut follower = world.follow(id, since, "ann").await;
    let latest = world.version(id).await;
    let mut versions = Vec::new();
    while versions.last().copied().unwrap_or(since) < latest {
        versions.push(next_event(&mut follower).await.event.version);
    }
    versions
}

#[tokio::test]
async fn a_follower_resumes_at_any_version_without_gap_or_duplicate() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let id = long_game(&world).await;
        let latest = world.version(&id).await;
        for since in 0..=latest {
            let expected: Vec<u64> = (since + 1..=latest).collect();
            assert_eq!(versions_after(&world, &id, since).await, expected);
            // The next one comes after them.
            let mut follower = world.follow(&id, latest, "ann").await;
            let presence = next(&mut follower).await;
            assert!(matches!(presence, News::Presence(_)));
        }
    }
}

#[tokio::test]
async fn what_is_replayed_reads_as_it_was_told() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(None).await;
    let mut live = world.hub.follow(&id, 0, None).await.unwrap();
    let mut told = Vec::new();
    for version in 1..=20 {
        if version > 2 {
            world.play(&id).await;
        }
        let event = next_event(&mut live).await;
        told.push(read(&event));
    }
    let mut late = world.hub.follow(&id, 0, None).await.unwrap();
    for told in told {
        let event = next_event(&mut late).await;
        assert_eq!(read(&event), told);
    }
}

/// An event as text, without who is there, which is not part of the game.
fn read(told: &RenderedEvent) -> serde_json::Value {
    let mut json: serde_json::Value = serde_json::from_slice(&told.for_reader(None)).unwrap();
    json.as_object_mut().unwrap().remove("seats");
    json
}

#[tokio::test]
async fn events_that_happen_while_one_resumes_come_after_the_old_ones() {
    let (world, _) = World::in_memory().await;
    let id = long_game(&world).await;
    let latest = world.version(&id).await;
    let mut follower = world.follow(&id, 0, "ann").await;
    for _ in 0..5 {
        world.play(&id).await;
    }
    for version in 1..=latest + 5 {
        assert_eq!(next_event(&mut follower).await.event.version, version);
    }
}

#[tokio::test]
async fn a_version_that_has_not_happened_cannot_be_followed() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(None).await;
    let Err(trouble) = world.hub.follow(&id, 3, None).await else { panic!() };
    assert_eq!(trouble.to_string(), "the game is at version 2, not 3");
}

#[tokio::test]
async fn a_reader_who_is_too_slow_is_sent_away_and_the_others_stay() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(None).await;
    let mut slow = world.follow(&id, 2, "bob").await;
    let mut quick = world.follow(&id, 2, "ann").await;
    for round in 0..QUEUE as u64 {
        let action = if round % 2 == 0 { Action::Offer } else { Action::Withdraw };
        world.ask(&id, "ann", offer(Offer::Draw, action), None).await.unwrap();
        assert_eq!(next_event(&mut quick).await.event.version, 3 + round);
    }
    world.play(&id).await;
    assert!(is_sent_away(&mut slow).await);
    next_event(&mut quick).await;
    drop(slow);
    // Back again from where it was.
    let mut back = world.follow(&id, 2, "bob").await;
    assert_eq!(next_event(&mut back).await.event.version, 3);
}

#[tokio::test]
async fn followers_learn_who_is_there() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(None).await;
    let mut ann = world.follow(&id, 2, "ann").await;
    let watcher = world.hub.follow(&id, 2, None).await.unwrap();
    let bob = (world.follow(&id, 2, "bob").await, world.follow(&id, 2, "bob").await);
    // Changes are gathered for a moment.
    world.clock.advance(200);
    wait_for(&mut ann, |present, spectators| present == [true, true] && spectators == 1).await;
    drop(bob.0);
    drop(watcher);
    world.clock.advance(200);
    wait_for(&mut ann, |present, spectators| present == [true, true] && spectators == 0).await;
    drop(bob.1);
    world.clock.advance(200);
    wait_for(&mut ann, |present, _| present == [true, false]).await;
    let gone = world.hub.look(&id, |room, _, _| room.presence(Player::Second)).await.unwrap();
    assert_eq!(gone.gone_since(), Some(NOW.plus(400)));
}

async fn wait_for(follower: &mut Follower, until: impl Fn([bool; 2], u64) -> bool) {
    loop {
        let News::Presence(json) = next(follower).await else { continue };
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let present = [0, 1].map(|seat| json["seats"][seat]["present"] == true);
        if until(present, json["spectators"].as_u64().unwrap()) {
            return;
        }
    }
}

#[tokio::test]
async fn idle_games_leave_the_memory_and_come_back() {
    let (world, _) = World::in_memory().await;
    let idle = world.duel(None).await;
    let followed = world.duel(None).await;
    let clocked = world.duel(Some(FIVE_MINUTES)).await;
    for _ in 0..3 {
        world.play(&clocked).await;
    }
    let _follower = world.follow(&followed, 2, "ann").await;
    assert_eq!(world.hub.rooms(), 3);
    world.clock.advance(61_000);
    while world.hub.rooms() > 2 {
        tokio::task::yield_now().await;
    }
    world.play(&idle).await;
    assert_eq!(world.log(&idle).await.len(), 3);
}

#[tokio::test]
async fn a_stop_says_goodbye_and_takes_no_more_commands() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(None).await;
    let mut follower = world.follow(&id, 2, "ann").await;
    world.hub.stop().await;
    assert!(is_sent_away(&mut follower).await);
    let refused = world.ask(&id, "ann", Command::Resign, None).await;
    assert_eq!(refused, Err(Trouble::Stopping));
    assert!(world.hub.follow(&id, 2, None).await.is_err());
    assert_eq!(world.store.alive_at().await, Ok(Some(NOW)));
}
