//! What a move costs: one check, one play, one copy.

use quintet_catalog::Entry;
use quintet_testkit::counted::{Counted, Counts};
use quintet_trio::Trio;

use super::*;

const COUNTED: Catalog = Catalog::new(&[&Entry::<Counted<Trio>>::plain()]);

#[tokio::test]
async fn a_move_is_checked_once_played_once_and_copied_once() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let world = World::of(COUNTED, Arc::clone(&store), NOW).await;
    let new = NewGame { game: "trio".into(), ..new([person("ann"), Seat::Open], None) };
    let id = world.hub.create(guest("ann"), new, None).await.unwrap();
    world.ask(&id, "bob", Command::Join, None).await.unwrap();
    let mut followers = [world.follow(&id, 2, "ann").await, world.follow(&id, 2, "bob").await];
    for ply in 1..=5 {
        let before = Counts::now();
        let answer = world.play(&id).await;
        for follower in &mut followers {
            next_event(follower).await;
        }
        // The first move is made in a copy as well; it has no history yet that could be counted.
        let copies = u64::from(ply > 1);
        assert_eq!(Counts::now() - before, Counts { checks: 1, plays: 1, copies }, "{answer:?}");
    }

    let before = Counts::now();
    let own = world.ask(&id, "bob", Command::Move { mv: "a1".into(), ply: 4 }, None).await;
    assert!(matches!(own, Err(Trouble::Refused(_))), "{own:?}");
    assert_eq!((Counts::now() - before).copies, 0, "what is refused is copied by nobody");

    let before = Counts::now();
    let again = World::of(COUNTED, store, NOW).await;
    assert_eq!(again.version(&id).await, 7);
    let read = Counts { checks: 5, plays: 5, copies: 0 };
    assert_eq!(Counts::now() - before, read, "a log is checked as it is read");
}
