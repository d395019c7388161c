//! The rooms at work: commands come in, events are stored and then told to those who follow.
//!
//! A command is carried out in a task of its own, so that a client that hangs up cannot stop it half-way: decide, append, wait
//! for the commit, apply, tell. What was not stored has not happened.

mod clock;
mod command;
mod computer;
mod follower;
#[cfg(feature = "seeded-bugs")]
mod mistakes;
mod nodes;
mod replay;
mod restart;
mod slot;
mod sweep;
mod ticker;
mod trouble;
mod whereabouts;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quintet_catalog::Catalog;
use quintet_core::Player;
use quintet_rooms::{GameId, Guest, GuestId, Names, Room, Seat, Status, Time};
use quintet_store::{Filter, Page, Store, StoreError, Summary};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use clock::{ServerClock, SharedClock, SystemClock, Waiting};
pub use command::{Answer, Reply};
pub use follower::{Follower, News, QUEUE};
pub use trouble::Trouble;

use crate::pool::desk::{Desk, Done};
use crate::pool::{Person, Pool};
use slot::Slot;

/// How many commands may be under way. Most wait for the same commit.
const MOST_COMMANDS: u32 = 16_384;
/// How many games are read from the store to say in a list whose turn it is: what the page shows at once.
const MOST_READ_FOR_A_LIST: usize = 10;
/// How long a stop waits for commands that are under way.
const PATIENCE: Duration = Duration::from_secs(5);
/// The characters of a game's id.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// With 64 characters to choose from this is 120 bits.
const ID_LENGTH: usize = 20;

/// What a hub works with.
pub struct HubOptions {
    /// What can be played.
    pub catalog: Catalog,
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn ServerClock>,
    /// Where computer players think.
    pub pool: Arc<Pool>,
    /// Where long pasts are told again.
    pub desk: Arc<Desk>,
}

/// All rooms.
pub struct Hub {
    catalog: Catalog,
    store: Arc<dyn Store>,
    clock: Arc<dyn ServerClock>,
    pool: Arc<Pool>,
    desk: Arc<Desk>,
    rooms: Mutex<HashMap<GameId, Arc<Slot>>>,
    dues: Arc<ticker::Dues>,
    changes: Arc<ticker::Changes>,
    restart: restart::Restart,
    /// The other nodes, where several share the store.
    nodes: Option<nodes::Nodes>,
    whereabouts: whereabouts::Whereabouts,
    /// When a sign of life was last stored, unless that failed since.
    alive: Mutex<Option<Time>>,
    /// One permit a room of the past.
    replays: Arc<Semaphore>,
    /// One permit a command under way.
    permits: Arc<Semaphore>,
    is_stopping: AtomicBool,
}

/// A game as it was at some time.
pub struct Picture {
    /// The game.
    pub room: Room,
    /// How many followed without playing.
    pub spectators: usize,
    /// When.
    pub now: Time,
}

/// A new id for a game: it cannot be guessed.
///
/// # Panics
/// If the system gives no random numbers.
pub fn new_game_id() -> GameId {
    let mut bytes = [0; ID_LENGTH];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    GameId(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 63)])).collect())
}

impl Hub {
    /// Opens the rooms of a store. Games that were live learn in the background that the server was away; whoever wants one
    /// earlier gets it at once.
    pub async fn open(options: HubOptions) -> Result<Arc<Hub>, Trouble> {
        let HubOptions { catalog, store, clock, pool, desk } = options;
        let nodes = store.cluster().map(|_| nodes::Nodes::default());
        let restart = match &nodes {
            None => restart::Restart::new(store.as_ref()).await?,
            Some(_) => restart::Restart::none(),
        };
        let hub = Arc::new(Hub {
            catalog,
            store,
            clock,
            pool,
            desk,
            rooms: Mutex::default(),
            dues: Arc::default(),
            changes: Arc::default(),
            restart,
            nodes,
            whereabouts: whereabouts::Whereabouts::default(),
            alive: Mutex::default(),
            replays: Arc::new(Semaphore::new(replay::ROOMS)),
            permits: Arc::new(Semaphore::new(MOST_COMMANDS as usize)),
            is_stopping: AtomicBool::new(false),
        });
        tokio::spawn(ticker::tick(Arc::downgrade(&hub)));
        tokio::spawn(ticker::keep_house(Arc::downgrade(&hub)));
        tokio::spawn(ticker::tell_presence(Arc::downgrade(&hub)));
        tokio::spawn(restart::tell_all(Arc::downgrade(&hub)));
        tokio::spawn(sweep::run(Arc::downgrade(&hub)));
        nodes::begin(&hub);
        Ok(hub)
    }

    /// The server's time.
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// Where games are kept.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Where computer players think; hints and analyses may, too.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// Whether things can be stored. Where signs of life are stored anyway, the last one tells: whoever asks often makes nobody write.
    pub async fn check_store(&self) -> Result<(), StoreError> {
        let alive = *self.alive.lock().unwrap_or_else(PoisonError::into_inner);
        if alive.is_some_and(|at| self.clock.now().since(at) < ticker::STALE) {
            return Ok(());
        }
        self.store.check().await
    }

    /// A sign of life was stored, or something could not be.
    fn note_alive(&self, at: Option<Time>) {
        *self.alive.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }

    /// How many games are in memory.
    pub fn rooms(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Looks at a game: the room, how many follow without playing, and the time. It must be quick, others wait; what is not, looks at a
    /// [picture](Hub::picture).
    pub async fn look<T>(
        self: &Arc<Self>,
        id: &GameId,
        read: impl FnOnce(&Room, usize, Time) -> T + Send,
    ) -> Result<T, Trouble> {
        let slot = self.ready(id).await?;
        let now = self.clock.now();
        slot.look(|state| {
            state.touched = now;
            let spectators = state.spectators();
            // Something may have gone wrong in it since; it is read again at the next look.
            state.room.as_ref().map(|room| read(room, spectators, now)).ok_or(Trouble::Busy)
        })?
    }

    /// A picture of a game, for whatever takes longer than others can wait: it is made here and looked at elsewhere.
    pub async fn picture(self: &Arc<Self>, id: &GameId) -> Result<Picture, Trouble> {
        self.look(id, |room, spectators, now| Picture { room: room.picture(), spectators, now })
            .await
    }

    /// Games for a list, newest first, and what the people in them are called.
    pub async fn list(&self, filter: Filter) -> Result<(Page, Names), Trouble> {
        let page = self.store.list(filter).await?;
        let people = page.games.iter().flat_map(|game| game.seats.iter().filter_map(Seat::guest));
        let people: HashSet<GuestId> = people.cloned().collect();
        let names = self.store.people().names(people.into_iter().collect()).await?;
        Ok((page, names))
    }

    /// Whose turn it is in the games of a list, where that is known, and how long it took to find out. Games in memory are only looked at; of the
    /// others the first few are read at the desk if the list is somebody's own, and none of them stays in memory.
    pub async fn turns(
        &self,
        games: &[Summary],
        reader: Option<&Person>,
    ) -> (Vec<Option<Player>>, Duration) {
        let mut left = if reader.is_some() { MOST_READ_FOR_A_LIST } else { 0 };
        let (mut turns, mut took) = (Vec::with_capacity(games.len()), Duration::ZERO);
        for game in games {
            let known = self.known(&game.id);
            let turn = match (known, reader) {
                _ if game.status != Status::Running => None,
                (Some(slot), _) if left == 0 || self.holds(&slot) => {
                    slot.look(|state| state.room.as_ref().and_then(Room::turn)).ok().flatten()
                }
                (_, Some(reader)) if left > 0 => {
                    left -= 1;
                    let read = self.turn_in_the_log(&game.id, reader).await;
                    read.and_then(|read| {
                        took += read.took;
                        read.value
                    })
                }
                _ => None,
            };
            turns.push(turn);
        }
        (turns, took)
    }

    /// Whose turn it is as the log has it; nothing where it cannot be read.
    async fn turn_in_the_log(&self, id: &GameId, reader: &Person) -> Option<Done<Option<Player>>> {
        let events = self.store.load(id).await.ok()?;
        let (catalog, id) = (self.catalog, id.clone());
        let turn = move || Room::from_events(catalog, id, &events).ok()?.turn();
        self.desk.run(reader, turn).await.ok()
    }

    /// Somebody has another name: the games in memory show it from now on.
    pub fn renamed(&self, guest: &Guest) {
        self.each_room(|room| room.tell_name(guest));
    }

    /// Somebody was deleted: the games in memory forget the name.
    pub fn deleted(&self, guest: &GuestId) {
        self.each_room(|room| room.forget_name(guest));
    }

    /// Asks what the people in all rooms in memory are called: some may have another name, or be gone, and nobody told us.
    pub async fn renew_names(&self) -> Result<(), StoreError> {
        let mut people = HashSet::new();
        for slot in self.slots() {
            people.extend(slot.state().room.iter().flat_map(|room| room.names().keys().cloned()));
        }
        if people.is_empty() {
            return Ok(());
        }
        let names = self.store.people().names(people.iter().cloned().collect()).await?;
        self.each_room(|room| room.renew_names(&people, &names));
        Ok(())
    }

    /// Changes something about people in all rooms in memory, and lets those tell it where it did.
    fn each_room(&self, change: impl Fn(&mut Room) -> bool) {
        for slot in self.slots() {
            if slot.state().room.as_mut().is_some_and(&change) {
                self.presence_changed(&slot);
            }
        }
    }

    /// Stops in good order: takes no more commands, waits for those under way, says goodbye to all who follow, and stops the
    /// pool. The store stays open.
    pub async fn stop(&self) {
        self.is_stopping.store(true, Ordering::SeqCst);
        let all = self.permits.acquire_many(MOST_COMMANDS);
        if tokio::time::timeout(PATIENCE, all).await.is_err() {
            tracing::warn!("stopping, though commands are under way");
        }
        // Before anybody is sent away: wherever they come back, their games can be taken up. What they do there is not seen here.
        if let (Some(cluster), Some(nodes)) = (self.store.cluster(), &self.nodes) {
            nodes.leave().await;
            if let Err(error) = cluster.leave().await {
                tracing::warn!(%error, "the games could not be handed over");
            }
        }
        for slot in self.slots() {
            let mut state = slot.state();
            state.listeners.clear();
            state.thinking = None;
        }
        if self.nodes.is_none()
            && self.restart.is_done()
            && let Err(error) = self.store.set_alive(self.clock.now()).await
        {
            tracing::warn!(%error, "no last sign of life could be stored");
        }
        let pool = Arc::clone(&self.pool);
        // Threads end within milliseconds of their stop signal, but the network must not wait for them.
        let _ = tokio::task::spawn_blocking(move || pool.stop()).await;
    }

    fn slots(&self) -> Vec<Arc<Slot>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.values().cloned().collect()
    }

    /// Whether it takes no more commands.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::SeqCst)
    }

    fn check_open(&self) -> Result<(), Trouble> {
        if self.is_stopping() { Err(Trouble::Stopping) } else { Ok(()) }
    }

    /// Lets a command in.
    fn admit(&self) -> Result<OwnedSemaphorePermit, Trouble> {
        self.check_open()?;
        Arc::clone(&self.permits).try_acquire_owned().map_err(|_| Trouble::Busy)
    }

    /// The place of a game that is in memory.
    fn known(&self, id: &GameId) -> Option<Arc<Slot>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// The place of a game, whether it exists or not.
    fn slot(&self, id: &GameId) -> Arc<Slot> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = rooms.get(id) {
            return Arc::clone(slot);
        }
        let slot = Arc::new(Slot::new(id.clone()));
        rooms.insert(id.clone(), Arc::clone(&slot));
        slot
    }

    /// The place of a game that is in memory, read from the store if need be.
    async fn ready(self: &Arc<Self>, id: &GameId) -> Result<Arc<Slot>, Trouble> {
        let slot = self.slot(id);
        if self.holds(&slot) {
            return Ok(slot);
        }
        let hub = Arc::clone(self);
        // In a task of its own: what a restart stores must come into memory even if the reader hangs up.
        let read = tokio::spawn(async move {
            let turn = slot.turn.lock().await;
            let read = hub.read(&slot).await;
            drop(turn);
            read.map(|()| slot)
        });
        let read = read.await.unwrap_or(Err(Trouble::Broken));
        if matches!(read, Err(Trouble::NotFound)) {
            self.forget(id);
        }
        read
    }

    /// Games that do not exist must not fill the memory.
    fn forget(&self, id: &GameId) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.get(id).is_some_and(|slot| Arc::strong_count(slot) == 1) {
            rooms.remove(id);
        }
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.dues.wake();
        self.changes.wake();
    }
}
