//! Games that go as they should.

use super::*;

#[tokio::test]
async fn a_move_is_stored_answered_and_told() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let id = world.duel(None).await;
        let mut follower = world.follow(&id, 2, "bob").await;
        let answer = world.play(&id).await;
        assert_eq!(answer, Answer { version: 3, ply: 1, next_game: None, reply: None });
        let told = next_event(&mut follower).await;
        assert_eq!(told.event, world.log(&id).await[2]);
        let json: serde_json::Value =
            serde_json::from_slice(&told.for_reader(Some(&guest("bob").id))).unwrap();
        assert_eq!(json["event"], "moved");
        assert_eq!(json["ply"], 1);
        assert!(json["tree"].is_object(), "bob is to move");
    }
}

#[tokio::test]
async fn a_resend_gets_the_same_answer_and_happens_once() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let id = world.duel(None).await;
        let (who, command) = world.a_move(&id).await;
        let first = world.ask(&id, &who, command.clone(), Some("op")).await.unwrap();
        world.play(&id).await;
        let again = world.ask(&id, &who, command, Some("op")).await.unwrap();
        assert_eq!(again, first);
        assert_eq!(world.log(&id).await.len(), 4);
    }
}

#[tokio::test]
async fn a_game_made_twice_by_one_command_is_one_game() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let make = |name: &str| {
            let new = new([person(name), person(name)], None);
            world.hub.create(guest(name), new, Some("op".into()))
        };
        let (first, second) = tokio::join!(make("ann"), make("ann"));
        assert_eq!(first, second);
        assert_eq!(make("ann").await, first);
        assert_ne!(make("bob").await, first);
    }
}

#[tokio::test]
async fn ids_of_games_are_long_and_unlike() {
    let (one, other) = (new_game_id(), new_game_id());
    assert_ne!(one, other);
    assert_eq!(one.0.len(), 20);
    assert!(one.0.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)));
}

#[tokio::test]
async fn games_that_do_not_exist_are_not_found_and_not_kept() {
    let (world, _) = World::in_memory().await;
    let nowhere = GameId("nowhere".into());
    let looked = world.hub.look(&nowhere, |_, _, _| ()).await;
    assert_eq!(looked, Err(Trouble::NotFound));
    let asked = world.ask(&nowhere, "ann", Command::Resign, None).await;
    assert_eq!(asked, Err(Trouble::NotFound));
    assert!(world.hub.follow(&nowhere, 0, None).await.is_err());
    assert_eq!(world.hub.rooms(), 0);
}

#[tokio::test]
async fn the_computer_replies() {
    for name in ["random", "greedy", "level:3"] {
        let (world, _) = World::in_memory().await;
        let id = world.game([person("ann"), computer(name)], None).await;
        let mut follower = world.follow(&id, 1, "ann").await;
        for _ in 0..3 {
            world.play(&id).await;
            for player in [Player::First, Player::Second] {
                let told = next_event(&mut follower).await;
                assert!(
                    matches!(&told.event.what, What::Moved { player: by, .. } if *by == player)
                );
            }
        }
    }
}

#[tokio::test]
async fn a_restart_in_the_computers_turn_gives_the_move_it_would_have_made() {
    let mut games = Vec::new();
    for stops_before in [false, true] {
        let (world, store) = World::in_memory().await;
        let id = world.game([person("ann"), computer("level:2")], None).await;
        if stops_before {
            world.hub.pool().stop();
        }
        world.play(&id).await;
        if !stops_before {
            world.wait_for_version(&id, 3).await;
            games.push(world.log(&id).await[2].what.clone());
            continue;
        }
        drop(world);
        let world = World::new(store).await;
        world.wait_for_version(&id, 3).await;
        games.push(world.log(&id).await[2].what.clone());
    }
    assert_eq!(games[0], games[1]);
}

#[tokio::test]
async fn a_takeback_while_the_computer_thinks_stops_it() {
    let (world, _) = World::in_memory().await;
    // Without a clock level 8 thinks for a second; the takeback comes long before.
    let id = world.game([person("ann"), computer("level:8")], None).await;
    world.play(&id).await;
    let taken = world.ask(&id, "ann", offer(Offer::Takeback, Action::Offer), None).await.unwrap();
    assert_eq!(taken.ply, 0);
    let mut follower = world.follow(&id, taken.version, "ann").await;
    while world.hub.pool().running() + world.hub.pool().waiting() > 0 {
        tokio::task::yield_now().await;
    }
    let answer = world.ask(&id, "ann", Command::Resign, None).await.unwrap();
    assert_eq!(answer.version, taken.version + 1, "nothing happened in between");
    assert_eq!(next_event(&mut follower).await.event.version, answer.version);
}

#[tokio::test]
async fn two_computers_play_while_somebody_watches() {
    let (world, _) = World::in_memory().await;
    let id = world.game([computer("random"), computer("random")], None).await;
    world.clock.advance(10_000);
    assert_eq!(world.version(&id).await, 1);
    let mut watcher = world.hub.follow(&id, 1, None).await.unwrap();
    for version in 2..6 {
        assert_eq!(next_event(&mut watcher).await.event.version, version);
        world.clock.advance(10_000);
    }
}

#[tokio::test]
async fn a_flood_of_computer_games_does_not_keep_people_waiting() {
    let (world, _) = World::in_memory().await;
    let duel = world.duel(None).await;
    let mut flood = Vec::new();
    for _ in 0..40 {
        let id = world.game([computer("level:5"), person("ann")], None).await;
        flood.push(id);
    }
    let begun = world.version(&duel).await;
    for _ in 0..20 {
        world.play(&duel).await;
    }
    assert_eq!(world.version(&duel).await, begun + 20);
    for id in &flood {
        world.wait_for_version(id, 2).await;
    }
}

#[tokio::test]
async fn a_flag_falls_by_itself() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let id = world.duel(Some(FIVE_MINUTES)).await;
        for _ in 0..3 {
            world.play(&id).await;
        }
        let mut follower = world.follow(&id, 5, "ann").await;
        world.clock.advance(299_999);
        assert_eq!(world.version(&id).await, 5);
        world.clock.advance(1);
        let told = next_event(&mut follower).await;
        let What::Ended { clocks, .. } = told.event.what else { panic!("{:?}", told.event) };
        assert_eq!(clocks, Some(Left([300_000, 0])));
    }
}

#[tokio::test]
async fn a_move_after_the_flag_is_refused_though_nobody_ticked() {
    let (world, _) = World::in_memory().await;
    let id = world.duel(Some(FIVE_MINUTES)).await;
    for _ in 0..3 {
        world.play(&id).await;
    }
    let (who, command) = world.a_move(&id).await;
    world.clock.advance(300_001);
    let late = world.ask(&id, &who, command, None).await;
    assert_eq!(late, Err(quintet_rooms::Refusal::Over.into()));
    assert!(matches!(world.log(&id).await[5].what, What::Ended { .. }));
}

#[tokio::test]
async fn a_seek_vanishes_a_minute_after_its_owner_left() {
    let (world, _) = World::in_memory().await;
    let id = world.game([person("ann"), Seat::Open], None).await;
    let owner = world.follow(&id, 1, "ann").await;
    let mut watcher = world.hub.follow(&id, 1, None).await.unwrap();
    world.clock.advance(3_600_000);
    assert_eq!(world.version(&id).await, 1);
    drop(owner);
    world.clock.advance(59_999);
    assert_eq!(world.version(&id).await, 1);
    world.clock.advance(1);
    let told = next_event(&mut watcher).await;
    assert!(matches!(told.event.what, What::Ended { result: None, .. }));
}

#[tokio::test]
async fn a_rematch_is_a_game_with_exchanged_seats() {
    for store in stores().await.0 {
        let world = World::new(store).await;
        let id = world.duel(None).await;
        world.ask(&id, "ann", Command::Resign, None).await.unwrap();
        let rematch = || offer(Offer::Rematch, Action::Offer);
        let offered = world.ask(&id, "ann", rematch(), None).await.unwrap();
        assert_eq!(offered.next_game, None);
        let next = world.ask(&id, "bob", rematch(), None).await.unwrap().next_game.unwrap();
        let seats = world.hub.look(&next, |room, _, _| room.seats().clone()).await.unwrap();
        assert_eq!(seats, [person("bob"), person("ann")]);
        world.play(&next).await;
        assert_eq!(world.log(&next).await.len(), 2);
    }
}
