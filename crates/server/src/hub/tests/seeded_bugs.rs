//! Known mistakes are noticed.

use quintet_rooms::bugs::{self, Bug};

use super::*;

/// Whether a follower that resumes misses nothing, and what could not be stored has not happened.
async fn is_honest() -> bool {
    let (world, store) = World::in_memory().await;
    let id = world.duel(None).await;
    world.play(&id).await;
    let mut follower = world.follow(&id, 1, "ann").await;
    let first = next_event(&mut follower).await.event.version;
    let (who, command) = world.a_move(&id).await;
    store.fail_appends(1);
    let _ = world.ask(&id, &who, command, None).await;
    let known = world.version(&id).await;
    first == 2 && known == world.log(&id).await.len() as u64
}

#[tokio::test]
async fn each_mistake_of_the_hub_is_noticed() {
    assert!(is_honest().await, "nothing is reported without a mistake");
    for bug in [Bug::ResumeOffByOne, Bug::KeepRefusedEvents] {
        bugs::set(Some(bug));
        let honest = is_honest().await;
        bugs::set(None);
        assert!(!honest, "{bug:?}");
    }
}
