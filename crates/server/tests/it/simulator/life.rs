//! A server's life: the real hub on a runtime of its own. When it ends, everything that was under way ends with it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use futures_util::FutureExt as _;
use quintet_catalog::standard;
use quintet_rooms::{Caller, Command, GameId, GuestId, Request, Room, Time};
use quintet_server::hub::{Follower, Hub, HubOptions, News, ServerClock as _, Trouble};
use quintet_server::pool::{self, Pool};
use tokio::runtime::{Builder, Runtime};
use tokio::task::AbortHandle;

use super::disk::{Book, Disk};
use super::network::{Answer, Message};
use super::witness::{Verdict, Witness, ensure};
use crate::clock::Clock;

/// A command, and the client that waits for its answer.
#[derive(Clone)]
pub struct Order {
    pub room: usize,
    pub caller: Caller,
    pub request: Request,
    pub client: Option<usize>,
}

/// What the hub has brought about so far.
#[derive(Default)]
struct Desk {
    answers: Vec<Message>,
    following: BTreeMap<(usize, usize), Following>,
}

/// Somebody who follows a game.
enum Following {
    /// The hub has not let them in yet.
    Coming(AbortHandle),
    There(Box<Follower>),
}

pub struct Life {
    hub: Arc<Hub>,
    disk: Arc<Disk>,
    clock: Arc<Clock>,
    desk: Arc<Mutex<Desk>>,
    runtime: Runtime,
}

/// A pool that was stopped, and takes no questions.
fn idle_pool() -> Arc<Pool> {
    static POOL: OnceLock<Arc<Pool>> = OnceLock::new();
    let stopped = || {
        let pool = Pool::new(standard(), 1);
        pool.stop();
        pool
    };
    Arc::clone(POOL.get_or_init(stopped))
}

fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Life {
    /// A server comes up. Its computer players do not think: the world moves for them.
    pub fn begin(disk: &Arc<Disk>, clock: &Arc<Clock>) -> Life {
        let runtime = Builder::new_current_thread().build().unwrap();
        let options = HubOptions {
            catalog: standard(),
            store: Arc::clone(disk) as _,
            clock: Arc::clone(clock) as _,
            pool: idle_pool(),
            // Nothing happens beside the world.
            desk: pool::desk::Desk::without_threads(),
        };
        let hub = runtime.block_on(Hub::open(options)).unwrap();
        let (disk, clock) = (Arc::clone(disk), Arc::clone(clock));
        Life { hub, disk, clock, desk: Arc::default(), runtime }
    }

    /// Lets tasks run until nothing is left to do at this time.
    pub fn run(&self) {
        // Each time, tokio runs what is ready, some sixty tasks at most.
        let turns = 8 + self.disk.state().books.len() / 8;
        self.runtime.block_on(async {
            for _ in 0..turns {
                tokio::task::yield_now().await;
            }
        });
    }

    /// Takes the answers that are ready.
    pub fn answers(&self) -> Vec<Message> {
        std::mem::take(&mut lock(&self.desk).answers)
    }

    /// Gives the hub a command.
    pub fn order(&self, order: Order) {
        let (hub, disk) = (Arc::clone(&self.hub), Arc::clone(&self.disk));
        let (clock, desk) = (Arc::clone(&self.clock), Arc::clone(&self.desk));
        let (id, before) = {
            let book = &self.disk.state().books[order.room];
            (book.id.clone(), book.log.len())
        };
        self.runtime.spawn(async move {
            let Order { room, caller, mut request, client } = order;
            if let Command::Offer { next_game, .. } = &mut request.command {
                // As the API does it: every request has an id of its own for the game that it may make.
                *next_game = disk.state().fresh_id();
            }
            let answered = hub.command(&id, caller.clone(), request.clone()).await;
            let answer = match answered {
                Ok(done) => Answer::Done { version: done.version, ply: done.ply },
                Err(Trouble::Refused(refusal)) => Answer::Refused(refusal),
                Err(Trouble::Storage(_) | Trouble::Busy) => Answer::Trouble,
                Err(other) => {
                    let verdict = Err(format!("{request:?} was answered: {other}"));
                    return disk.state().object(verdict);
                }
            };
            let mut state = disk.state();
            let book = &state.books[room];
            // Nothing was written in between, so this is the game that the command met.
            if let Answer::Refused(refusal) = &answer
                && book.log.len() == before
            {
                let was_good = is_good(&book.witness, (&caller, &request), clock.now());
                let verdict = ensure(!was_good, || format!("refused: {request:?}, {refusal}"));
                state.object(verdict);
            }
            if let (Some(client), Some(op)) = (client, request.op) {
                lock(&desk).answers.push(Message::Tell { client, room, op, answer });
            }
        });
    }

    pub fn is_following(&self, place: (usize, usize)) -> bool {
        lock(&self.desk).following.contains_key(&place)
    }

    /// Somebody opens a game's page.
    pub fn follow(&self, place: (usize, usize), guest: GuestId, since: u64) {
        let (hub, disk, desk) =
            (Arc::clone(&self.hub), Arc::clone(&self.disk), Arc::clone(&self.desk));
        let id = disk.state().books[place.1].id.clone();
        let coming = self.runtime.spawn(async move {
            match hub.follow(&id, since, Some(guest.clone())).await {
                Ok(follower) => {
                    disk.state().books[place.1].came(guest);
                    lock(&desk).following.insert(place, Following::There(Box::new(follower)));
                }
                Err(trouble) => {
                    lock(&desk).following.remove(&place);
                    let is_ours = matches!(trouble, Trouble::Storage(_) | Trouble::Busy);
                    let verdict = ensure(is_ours, || format!("nobody may follow: {trouble}"));
                    disk.state().object(verdict);
                }
            }
        });
        let coming = Following::Coming(coming.abort_handle());
        lock(&self.desk).following.insert(place, coming);
    }

    /// Somebody closes a game's page. What was under way to it is lost.
    pub fn leave(&self, place: (usize, usize)) {
        let following = lock(&self.desk).following.remove(&place);
        match following {
            None => {}
            Some(Following::Coming(task)) => task.abort(),
            Some(Following::There(follower)) => {
                let guest = follower.guest().cloned().expect("everybody has a name");
                drop(follower);
                self.disk.state().books[place.1].went(&guest, self.clock.now());
            }
        }
    }

    /// What those who follow are told, as far as it is there.
    pub fn news(&self, mut is_listening: impl FnMut() -> bool) -> Vec<((usize, usize), u64)> {
        let mut told = Vec::new();
        let mut lost = Vec::new();
        let mut desk = lock(&self.desk);
        for (place, follower) in &mut desk.following {
            let Following::There(follower) = follower else { continue };
            while is_listening() {
                match follower.next().now_or_never() {
                    None => break,
                    Some(Some(News::Event(event))) => told.push((*place, event.event.version)),
                    Some(Some(News::Presence(_))) => {}
                    Some(Some(News::Goodbye) | None) => {
                        lost.push(*place);
                        break;
                    }
                }
            }
        }
        drop(desk);
        for place in lost {
            self.leave(place);
        }
        told
    }

    /// Looks at every game that is in order, and holds it against its log.
    pub fn inspect(&self, look: fn(&Room, &Book, Time) -> Verdict) {
        let ids: Vec<GameId> = self.disk.state().books.iter().map(|book| book.id.clone()).collect();
        for (number, id) in ids.into_iter().enumerate() {
            let (hub, disk) = (Arc::clone(&self.hub), Arc::clone(&self.disk));
            self.runtime.spawn(async move {
                let judge = |room: &Room, _: usize, now: Time| {
                    let mut state = disk.state();
                    let book = &state.books[number];
                    if !book.busy {
                        let verdict = look(room, book, now);
                        state.object(verdict);
                    }
                };
                let looked = hub.look(&id, judge).await;
                let is_ours = !matches!(looked, Err(Trouble::Broken | Trouble::NotFound));
                disk.state().object(ensure(is_ours, || format!("game {id} cannot be read")));
            });
        }
        self.run();
    }
}

/// Whether a command is a move that is right in every respect.
fn is_good(witness: &Witness, (caller, request): (&Caller, &Request), now: Time) -> bool {
    let Command::Move { mv, ply } = &request.command else { return false };
    let Some(turn) = witness.turn() else { return false };
    let own = match caller {
        Caller::Guest(guest) => witness.holds(&guest.id, turn),
        Caller::Computer(player) => *player == turn,
        Caller::Server => false,
    };
    let fresh =
        *ply == witness.ply() && request.version.is_none_or(|version| version == witness.version);
    let in_time = witness.flag_at().is_none_or(|flag| flag > now);
    let unused = match (caller, &request.op) {
        (Caller::Guest(guest), Some(op)) => !witness.has_used(&guest.id, op),
        _ => true,
    };
    own && fresh && in_time && unused && witness.played.check(mv).is_ok()
}
