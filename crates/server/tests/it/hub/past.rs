//! What is in memory while many read a long past and take nothing of it.

use std::sync::atomic::{AtomicUsize, Ordering};

use quintet_store::{Append, Filter, Page, Pending, People};

use super::*;

/// A store that counts what is read of logs.
#[derive(Default)]
struct Counting {
    kept: MemoryStore,
    /// How many events were read, and how many by the largest reading.
    read: AtomicUsize,
    largest: AtomicUsize,
    /// How many read at the moment, and how many did at most.
    readers: AtomicUsize,
    most_readers: AtomicUsize,
}

impl Counting {
    /// What was read since this was last asked, the largest reading, and how many there were at once.
    fn take(&self) -> [usize; 3] {
        [&self.read, &self.largest, &self.most_readers].map(|count| count.swap(0, Ordering::SeqCst))
    }
}

impl Store for Counting {
    fn load_from(&self, game: &GameId, after: u64, limit: usize) -> Pending<'_, Vec<Event>> {
        let game = game.clone();
        Box::pin(async move {
            let readers = self.readers.fetch_add(1, Ordering::SeqCst) + 1;
            self.most_readers.fetch_max(readers, Ordering::SeqCst);
            // Whoever may read at the same time does.
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
            let events = self.kept.load_from(&game, after, limit).await;
            self.readers.fetch_sub(1, Ordering::SeqCst);
            let read = events.as_ref().map_or(0, Vec::len);
            self.read.fetch_add(read, Ordering::SeqCst);
            self.largest.fetch_max(read, Ordering::SeqCst);
            events
        })
    }

    fn append_all(&self, appends: Vec<Append>) -> Pending<'_, ()> {
        self.kept.append_all(appends)
    }

    fn made_by(&self, owner: &GuestId, op: &str) -> Pending<'_, Option<GameId>> {
        self.kept.made_by(owner, op)
    }

    fn timed(&self) -> Pending<'_, Vec<GameId>> {
        self.kept.timed()
    }

    fn idle(&self, since_before: Time, limit: usize) -> Pending<'_, Vec<GameId>> {
        self.kept.idle(since_before, limit)
    }

    fn sweep(&self, now: Time) -> Pending<'_, u64> {
        self.kept.sweep(now)
    }

    fn list(&self, filter: Filter) -> Pending<'_, Page> {
        self.kept.list(filter)
    }

    fn people(&self) -> &dyn People {
        self.kept.people()
    }

    fn set_alive(&self, now: Time) -> Pending<'_, ()> {
        self.kept.set_alive(now)
    }

    fn alive_at(&self) -> Pending<'_, Option<Time>> {
        self.kept.alive_at()
    }

    fn check(&self) -> Pending<'_, ()> {
        self.kept.check()
    }

    fn close(&self) -> Pending<'_, ()> {
        self.kept.close()
    }
}

/// The next event. Readers who take nothing give back what others need only after a while, so that time must pass.
async fn told(world: &World, follower: &mut Follower) -> u64 {
    loop {
        tokio::select! {
            biased;
            told = next_event(follower) => return told.event.version,
            () = tokio::time::sleep(Duration::from_millis(1)) => world.clock.advance(100),
        }
    }
}

#[tokio::test]
async fn of_a_long_past_little_is_in_memory_however_many_do_not_read_it() {
    const READERS: usize = 100;
    /// Three pages of 16 and what it takes to begin with the third: one with the reader, one on its way to it, one to come.
    const EACH: usize = 100;
    /// How many pasts are worked on at once, and how much of a log is read at once.
    const AT_ONCE: usize = 16;
    const CHAPTER: usize = 512;
    let store = Arc::new(Counting::default());
    let world = World::new(Arc::clone(&store) as Arc<dyn Store>).await;
    let id = world.duel(None).await;
    for round in 0..2_000 {
        let action = if round % 2 == 0 { Action::Offer } else { Action::Withdraw };
        world.ask(&id, "ann", offer(Offer::Draw, action), None).await.unwrap();
    }
    let latest = world.version(&id).await;
    store.take();
    let mut slow = Vec::new();
    for _ in 0..READERS {
        slow.push(world.hub.follow(&id, 0, None).await.unwrap());
    }
    // Each takes one, and no more.
    for follower in &mut slow {
        assert_eq!(told(&world, follower).await, 1);
    }
    // One who reads is not held up by them.
    let mut quick = world.follow(&id, 0, "ann").await;
    for version in 1..=latest {
        assert_eq!(told(&world, &mut quick).await, version);
    }
    let [read, largest, at_once] = store.take();
    let most = READERS * EACH + 2 * latest as usize;
    assert!(read < most, "{read} events of {latest} for {READERS} readers");
    assert!(
        largest <= CHAPTER && at_once <= AT_ONCE,
        "{largest} events, {at_once} readers at once"
    );
    // And whoever was slow can go on, to the end.
    for version in 2..=latest {
        assert_eq!(told(&world, &mut slow[READERS / 2]).await, version);
    }
}
