//! The hub over stores in memory and on a disk, with a clock that tests set.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod counting;
mod failures;
mod follow;
mod lasting;
mod past;
mod play;
mod restart;

use std::sync::Arc;
use std::time::Duration;

use quintet_catalog::{Catalog, Dice, standard};
use quintet_core::{Left, Player, TimeControl};
use quintet_rooms::{
    Action, Caller, Command, Event, GameId, Guest, GuestId, NewGame, Offer, Reason, Request, Seat,
    Time, What,
};
use quintet_store::{MemoryStore, SqliteStore, Store};

use quintet_server::hub::{
    Answer, Follower, Hub, HubOptions, News, QUEUE, ServerClock, Trouble, new_game_id,
};
use quintet_server::pool::Pool;
use quintet_server::pool::desk::Desk;
use quintet_server::view::RenderedEvent;

use crate::clock::Clock;

/// Far longer than anything takes; a test that waits in vain should end.
const IN_VAIN: Duration = Duration::from_mins(1);
const NOW: Time = Time(1_700_000_000_000);
const FIVE_MINUTES: TimeControl = TimeControl { initial: 300_000, increment: 0 };

/// A hub with all that it works with.
struct World {
    store: Arc<dyn Store>,
    clock: Arc<Clock>,
    hub: Arc<Hub>,
}

impl World {
    async fn new(store: Arc<dyn Store>) -> World {
        World::at(store, NOW).await
    }

    async fn at(store: Arc<dyn Store>, now: Time) -> World {
        World::of(standard(), store, now).await
    }

    async fn of(catalog: Catalog, store: Arc<dyn Store>, now: Time) -> World {
        let clock = Arc::new(Clock::at(now));
        let options = HubOptions {
            catalog,
            store: Arc::clone(&store),
            clock: Arc::clone(&clock) as Arc<dyn ServerClock>,
            pool: Pool::new(catalog, 1),
            desk: Desk::new(1),
        };
        World { store, clock, hub: Hub::open(options).await.unwrap() }
    }

    /// One that forgets with the test.
    async fn in_memory() -> (World, Arc<MemoryStore>) {
        let store = Arc::new(MemoryStore::new());
        (World::new(Arc::clone(&store) as Arc<dyn Store>).await, store)
    }

    /// A game of Yoxii with these players.
    async fn game(&self, seats: [Seat; 2], clock: Option<TimeControl>) -> GameId {
        self.hub.create(guest("ann"), new(seats, clock), None).await.unwrap()
    }

    /// A game of two people.
    async fn duel(&self, clock: Option<TimeControl>) -> GameId {
        let id = self.game([person("ann"), Seat::Open], clock).await;
        self.ask(&id, "bob", Command::Join, None).await.unwrap();
        id
    }

    async fn ask(
        &self,
        id: &GameId,
        who: &str,
        command: Command,
        op: Option<&str>,
    ) -> Result<Answer, Trouble> {
        let request = Request { command, op: op.map(Into::into), version: None };
        self.hub.command(id, Caller::Guest(guest(who)), request).await
    }

    /// Any legal move of whoever is to move; it depends on the position only.
    async fn a_move(&self, id: &GameId) -> (String, Command) {
        self.hub
            .look(id, |room, _, _| {
                let turn = room.turn().expect("it runs");
                let who = room.seats()[turn.index()].guest().expect("a person is to move");
                let mv = room.played().random_move(&mut Dice::new(u64::from(room.ply())));
                let mv = mv.expect("it runs");
                let name = who.0.strip_prefix("id of ").expect("a guest of these tests");
                (name.to_owned(), Command::Move { mv, ply: room.ply() })
            })
            .await
            .unwrap()
    }

    /// Makes a move of whoever is to move.
    async fn play(&self, id: &GameId) -> Answer {
        let (who, command) = self.a_move(id).await;
        self.ask(id, &who, command, None).await.unwrap()
    }

    async fn version(&self, id: &GameId) -> u64 {
        self.hub.look(id, |room, _, _| room.version()).await.unwrap()
    }

    async fn log(&self, id: &GameId) -> Vec<Event> {
        self.store.load(id).await.unwrap()
    }

    async fn follow(&self, id: &GameId, since: u64, who: &str) -> Follower {
        self.hub.follow(id, since, Some(guest(who).id)).await.unwrap()
    }

    /// Waits until the log has so many events.
    async fn wait_for_version(&self, id: &GameId, version: u64) {
        let mut follower = self.hub.follow(id, 0, None).await.unwrap();
        while next_event(&mut follower).await.event.version < version {}
    }
}

/// The stores that a test should hold for; the folder lives as long as the test.
async fn stores() -> (Vec<Arc<dyn Store>>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let on_disk = SqliteStore::open(folder.path()).await.unwrap();
    (vec![Arc::new(MemoryStore::new()), Arc::new(on_disk)], folder)
}

fn guest(name: &str) -> Guest {
    Guest { id: GuestId(format!("id of {name}")), name: name.into() }
}

fn person(name: &str) -> Seat {
    Seat::Guest(guest(name).id)
}

fn computer(name: &str) -> Seat {
    Seat::Computer(name.into())
}

fn new(seats: [Seat; 2], clock: Option<TimeControl>) -> NewGame {
    NewGame {
        game: "yoxii".into(),
        variant: None,
        position: None,
        seats,
        clock,
        listed: false,
        seed: 1,
        previous: None,
    }
}

fn offer(offer: Offer, action: Action) -> Command {
    Command::Offer { offer, action, next_game: new_game_id() }
}

async fn next(follower: &mut Follower) -> News {
    tokio::time::timeout(IN_VAIN, follower.next())
        .await
        .expect("news within a minute")
        .expect("news before the end")
}

/// The next event; passing news is passed over.
async fn next_event(follower: &mut Follower) -> Arc<RenderedEvent> {
    loop {
        match next(follower).await {
            News::Event(event) => return event,
            News::Presence(_) => {}
            News::Goodbye => panic!("goodbye instead of an event"),
        }
    }
}

async fn is_sent_away(follower: &mut Follower) -> bool {
    loop {
        match next(follower).await {
            News::Goodbye => return follower.next().await.is_none(),
            News::Event(_) | News::Presence(_) => {}
        }
    }
}
