//! What happens when storage, clients or we ourselves fail.

use super::*;

#[tokio::test]
async fn what_could_not_be_stored_has_not_happened() {
    let (world, store) = World::in_memory().await;
    let id = world.duel(None).await;
    let mut follower = world.follow(&id, 2, "bob").await;
    let (who, command) = world.a_move(&id).await;
    store.fail_appends(1);
    let failed = world.ask(&id, &who, command.clone(), Some("op")).await;
    assert!(matches!(failed, Err(Trouble::Storage(_))), "{failed:?}");
    assert_eq!(world.version(&id).await, 2);
    // The same command again, now that it works.
    let answer = world.ask(&id, &who, command, Some("op")).await.unwrap();
    assert_eq!(answer.version, 3);
    let told = next_event(&mut follower).await;
    assert_eq!((told.event.version, world.log(&id).await.len()), (3, 3));
}

#[tokio::test]
async fn what_may_have_been_stored_is_looked_up() {
    let (world, store) = World::in_memory().await;
    let id = world.duel(None).await;
    let mut follower = world.follow(&id, 2, "bob").await;
    let (who, command) = world.a_move(&id).await;
    store.lose_answers(1);
    let lost = world.ask(&id, &who, command.clone(), Some("op")).await;
    assert!(matches!(lost, Err(Trouble::Storage(_))), "{lost:?}");
    assert!(is_sent_away(&mut follower).await, "it may have missed something");
    let answer = world.ask(&id, &who, command, Some("op")).await.unwrap();
    assert_eq!((answer.version, answer.ply), (3, 1));
    world.play(&id).await;
    assert_eq!(world.log(&id).await.len(), 4);
}

#[tokio::test]
async fn a_client_that_hangs_up_does_not_part_memory_and_log() {
    let (world, store) = World::in_memory().await;
    let id = world.duel(None).await;
    let mut follower = world.follow(&id, 2, "bob").await;
    let (who, command) = world.a_move(&id).await;
    store.hold().await;
    {
        let asked = world.ask(&id, &who, command, Some("op"));
        let hung_up = tokio::time::timeout(Duration::from_millis(50), asked).await;
        assert!(hung_up.is_err(), "the commit is held");
    }
    assert_eq!(world.version(&id).await, 2, "looking does not wait for commits");
    store.release();
    assert_eq!(next_event(&mut follower).await.event.version, 3);
    assert_eq!((world.version(&id).await, world.log(&id).await.len()), (3, 3));
}

#[tokio::test]
async fn a_stop_waits_for_what_is_under_way() {
    let (world, store) = World::in_memory().await;
    let id = world.duel(None).await;
    let (who, command) = world.a_move(&id).await;
    store.hold().await;
    let (answer, ()) = tokio::join!(world.ask(&id, &who, command, None), async {
        tokio::join!(world.hub.stop(), async {
            while !world.hub.is_stopping() {
                tokio::task::yield_now().await;
            }
            store.release();
        });
    });
    assert_eq!(answer.unwrap().version, 3);
}

#[cfg(feature = "seeded-bugs")]
#[tokio::test]
async fn a_panic_in_one_game_leaves_it_and_all_others_as_they_were() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let (id, other) = (world.duel(None).await, world.duel(None).await);
        world.play(&id).await;
        let mut follower = world.follow(&id, 3, "ann").await;
        let mut others_follower = world.follow(&other, 2, "ann").await;
        let broken = world.ask(&id, "bob", Command::Resign, Some("panic-room")).await;
        assert_eq!(broken, Err(Trouble::Broken));
        assert!(is_sent_away(&mut follower).await);
        drop(follower);
        world.play(&other).await;
        assert_eq!(next_event(&mut others_follower).await.event.version, 3);
        let mut follower = world.follow(&id, 3, "ann").await;
        assert_eq!(world.play(&id).await.version, 4);
        assert_eq!(next_event(&mut follower).await.event.version, 4);
    }
}

#[tokio::test]
async fn a_panic_of_a_reader_is_its_own_trouble() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(None).await;
    let looked = world.hub.look(&id, |_, _, _| panic!("a reader panics")).await;
    assert_eq!(looked, Err::<(), _>(Trouble::Broken));
    assert_eq!(world.play(&id).await.version, 3);
}

#[tokio::test]
async fn while_signs_of_life_are_stored_nothing_is_written_to_see_whether_that_works() {
    let (world, store) = World::in_memory().await;
    while store.alive_at().await.unwrap().is_none() {
        tokio::task::yield_now().await;
    }
    // Whoever tried to write would notice.
    store.fail_appends(1);
    world.hub.check_store().await.unwrap();
    world.clock.advance(3_000);
    world.hub.check_store().await.expect_err("the last sign is too old to say anything");
}

#[tokio::test]
async fn a_computers_move_that_could_not_be_stored_is_made_later() {
    let (world, store) = World::in_memory().await;
    let id = world.game([computer("random"), person("ann")], Some(FIVE_MINUTES)).await;
    world.wait_for_version(&id, 2).await;
    // From a log in which the computer is to move, on a store that fails once.
    let (game, events) = (id.clone(), world.log(&id).await);
    let summary =
        store.list(quintet_store::Filter { limit: 1, ..Default::default() }).await.unwrap();
    drop(world);
    let store = Arc::new(MemoryStore::new());
    let summary = quintet_store::Summary { ply: 0, ..summary.games[0].clone() };
    let created = vec![events[0].clone()];
    store.append(quintet_store::Append { game, epoch: 0, events: created, summary }).await.unwrap();
    store.fail_appends(1);
    let world = World::new(Arc::clone(&store) as Arc<dyn Store>).await;
    while store.check().await.is_err() {
        tokio::task::yield_now().await;
    }
    assert_eq!(world.version(&id).await, 1);
    let mut follower = world.follow(&id, 1, "ann").await;
    // It is tried again after a second; nobody has to do anything.
    while world.hub.pool().running() + world.hub.pool().waiting() == 0
        && world.log(&id).await.len() < 2
    {
        world.clock.advance(1_000);
        tokio::task::yield_now().await;
    }
    assert_eq!(next_event(&mut follower).await.event.what, events[1].what);
}

#[tokio::test]
async fn a_flag_falls_though_nobody_knows_of_the_last_move() {
    let (world, store) = World::in_memory().await;
    let id = world.duel(Some(FIVE_MINUTES)).await;
    for _ in 0..3 {
        world.play(&id).await;
    }
    // The one who is to move has 100 seconds left, the other 300.
    world.clock.advance(200_000);
    world.play(&id).await;
    let (who, command) = world.a_move(&id).await;
    store.lose_answers(1);
    assert!(world.ask(&id, &who, command, None).await.is_err());
    world.clock.advance(1_000);
    let flag = async {
        while world.log(&id).await.len() < 8 {
            tokio::task::yield_now().await;
            world.clock.advance(1_000);
        }
    };
    tokio::time::timeout(IN_VAIN, flag).await.expect("the flag falls");
    let ended = world.log(&id).await.pop().unwrap();
    assert!(matches!(ended.what, What::Ended { reason: Reason::Time, .. }), "{ended:?}");
    assert!(
        ended.at.since(NOW) < 305_000,
        "at once, and not when the other's flag would have fallen: {ended:?}"
    );
}

#[tokio::test]
async fn a_flag_that_could_not_be_stored_falls_later() {
    let (world, store) = World::in_memory().await;
    let id = world.duel(Some(FIVE_MINUTES)).await;
    for _ in 0..3 {
        world.play(&id).await;
    }
    let mut follower = world.follow(&id, 5, "ann").await;
    store.fail_appends(1);
    world.clock.advance(300_000);
    while store.check().await.is_err() {
        tokio::task::yield_now().await;
    }
    assert_eq!(world.version(&id).await, 5);
    world.clock.advance(1_000);
    assert!(matches!(next_event(&mut follower).await.event.what, What::Ended { .. }));
}
