//! The disk. Commits take time, can fail, and when the server dies nobody knows which were in time. Whatever is written is shown
//! to the witness of its game.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use quintet_core::Player;
use quintet_rooms::{Command, Event, GameId, GuestId, Request, Time, What};
use quintet_server::hub::ServerClock as _;
use quintet_store::{Append, Filter, MemoryStore, Page, Pending, People, Store, StoreError};

use super::witness::{Moment, Verdict, Witness, ensure};
use crate::clock::Clock;
use crate::luck::Luck;

/// A game as the world knows it.
pub struct Book {
    pub id: GameId,
    pub log: Vec<Event>,
    pub witness: Witness,
    luck: Luck,
    /// Whether something is on its way to the disk.
    pub busy: bool,
    /// When the last append ended.
    pub last_end: Time,
    present: HashSet<GuestId>,
    left: HashMap<GuestId, Time>,
    /// Commands that were sent, by their names. A client that lost its memory uses a name again.
    asked: HashMap<(GuestId, String), Vec<Request>>,
}

impl Book {
    fn new(id: GameId, first: Event, luck: Luck) -> Book {
        Book {
            id,
            witness: Witness::new(&first),
            log: vec![first],
            luck,
            busy: false,
            last_end: Time(0),
            present: HashSet::new(),
            left: HashMap::new(),
            asked: HashMap::new(),
        }
    }

    pub fn is_present(&self, guest: &GuestId) -> bool {
        self.present.contains(guest)
    }

    pub fn came(&mut self, guest: GuestId) {
        self.present.insert(guest);
    }

    pub fn went(&mut self, guest: &GuestId, now: Time) {
        let sits = Player::BOTH.into_iter().any(|player| self.witness.holds(guest, player));
        if self.present.remove(guest) && sits {
            self.left.insert(guest.clone(), now);
        }
    }

    /// The server has lost sight of everybody.
    fn all_went(&mut self, now: Time) {
        self.left.extend(self.present.drain().map(|guest| (guest, now)));
    }

    pub fn note_request(&mut self, guest: &GuestId, request: &Request) {
        if let Some(op) = &request.op {
            let named = (guest.clone(), op.clone());
            self.asked.entry(named).or_default().push(request.clone());
        }
    }

    fn write(&mut self, event: &Event, moment: &Moment) -> Verdict {
        self.check_fresh(event)?;
        self.witness.observe(event, moment)?;
        if let What::Joined { guest, .. } = &event.what
            && !self.is_present(guest)
        {
            // Who is not there by then is gone since it asked for the seat.
            self.left.insert(guest.clone(), event.at);
        }
        self.log.push(event.clone());
        Ok(())
    }

    /// A command that was carried out had seen the game as it was.
    fn check_fresh(&self, event: &Event) -> Verdict {
        let (Some(by), Some(op)) = (&event.by, &event.op) else { return Ok(()) };
        let asked = self.asked.get(&(by.clone(), op.clone()));
        let asked = asked.ok_or_else(|| format!("{event:?} was never asked for"))?;
        let is_fresh = |request: &Request| {
            request.version.is_none_or(|version| version == self.witness.version)
                && match &request.command {
                    Command::Move { ply, .. } => *ply == self.witness.ply(),
                    _ => true,
                }
        };
        ensure(asked.iter().any(is_fresh), || format!("a stale command was taken: {event:?}"))
    }
}

/// What the disk holds, and what the world knows about it.
pub struct State {
    pub books: Vec<Book>,
    places: HashMap<GameId, usize>,
    last_id: u64,
    seed: u64,
    /// When the server came up, and its last sign of life before that.
    up_since: Time,
    alive_at: Time,
    /// Whether all games know that the server was away: only then signs of life are stored.
    pub all_know: bool,
    /// Nothing fails or takes time any more.
    pub calm: bool,
    /// The first thing that was wrong.
    objection: Option<String>,
}

impl State {
    /// An id that no game has.
    pub fn fresh_id(&mut self) -> GameId {
        self.last_id += 1;
        GameId(format!("next {}", self.last_id))
    }

    fn find(&self, id: &GameId) -> Option<usize> {
        self.places.get(id).copied()
    }

    pub fn object(&mut self, verdict: Verdict) {
        if let (None, Err(objection)) = (&self.objection, verdict) {
            self.objection = Some(objection);
        }
    }

    fn moment(&self, book: &Book) -> Moment {
        let mut moment =
            Moment { alive_at: self.alive_at, present: [true; 2], gone_since: [Time(0); 2] };
        for player in Player::BOTH {
            let Some(guest) = book.witness.seats[player.index()].guest() else { continue };
            let left = book.left.get(guest).copied().unwrap_or_default();
            moment.present[player.index()] = book.is_present(guest);
            moment.gone_since[player.index()] = left.max(self.up_since);
        }
        moment
    }
}

/// How an append ends, as the server sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stored,
    Failed,
    /// Stored or not.
    Unknown(bool),
}

/// An append on its way.
struct Course {
    /// Milliseconds until it is on the disk, and from there until it is answered.
    until_written: u64,
    until_answered: u64,
    fate: Fate,
}

impl Course {
    fn draw(luck: &mut Luck, calm: bool) -> Course {
        if calm {
            return Course { until_written: 0, until_answered: 0, fate: Fate::Stored };
        }
        let slowest = if luck.percent(5) { 3_000 } else { 10 };
        Course {
            until_written: luck.below(slowest),
            until_answered: luck.below(slowest),
            fate: match luck.below(100) {
                0..4 => Fate::Failed,
                4..6 => Fate::Unknown(luck.percent(50)),
                _ => Fate::Stored,
            },
        }
    }
}

/// The disk: it outlives servers.
pub struct Disk {
    kept: MemoryStore,
    clock: Arc<Clock>,
    state: Mutex<State>,
}

impl Disk {
    pub fn new(seed: u64, clock: Arc<Clock>) -> Disk {
        let state = State {
            books: Vec::new(),
            places: HashMap::new(),
            last_id: 0,
            seed,
            up_since: Time(0),
            alive_at: Time(0),
            all_know: false,
            calm: false,
            objection: None,
        };
        Disk { kept: MemoryStore::new(), clock, state: Mutex::new(state) }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was wrong so far, if anything was.
    pub fn verdict(&self) -> Verdict {
        self.state().objection.take().map_or(Ok(()), Err)
    }

    /// The server dies: what was not written is lost.
    pub fn crash(&self) {
        for book in &mut self.state().books {
            book.present.clear();
            book.left.clear();
            book.busy = false;
            // The next server's clock may be another.
            book.last_end = Time(0);
        }
    }

    /// Writes a game that was there before the world began.
    pub fn begin(&self, append: Append) {
        self.write(&append, None);
        let kept = self.kept.append(append).now_or_never();
        kept.expect("memory does not wait").expect("a new game");
    }

    /// What an append must be judged by later: the room as it is when it is decided.
    fn set_out(&self, append: &Append) -> (Course, Option<Moment>) {
        let mut state = self.state();
        let calm = state.calm;
        let Some(number) = state.find(&append.game) else {
            let seed = state.seed ^ (1 + state.books.len() as u64);
            return (Course::draw(&mut Luck::new(seed), calm), None);
        };
        let moment = state.moment(&state.books[number]);
        let book = &mut state.books[number];
        let overlap = std::mem::replace(&mut book.busy, true);
        let course = Course::draw(&mut book.luck, calm);
        state.object(ensure(!overlap, || "two appends to one game at a time".into()));
        (course, Some(moment))
    }

    fn write(&self, append: &Append, moment: Option<&Moment>) {
        let mut state = self.state();
        if let (Some(number), Some(moment)) = (state.find(&append.game), moment) {
            for event in &append.events {
                let verdict = state.books[number].write(event, moment);
                state.object(verdict);
            }
            return;
        }
        let place = state.books.len();
        let luck = Luck::new(state.seed.wrapping_mul(31) ^ place as u64);
        state.places.insert(append.game.clone(), place);
        state.books.push(Book::new(append.game.clone(), append.events[0].clone(), luck));
    }

    fn arrive(&self, game: &GameId, fate: Fate) {
        let now = self.clock.now();
        let mut state = self.state();
        if let Some(number) = state.find(game) {
            let book = &mut state.books[number];
            book.busy = false;
            book.last_end = now;
            if matches!(fate, Fate::Unknown(_)) {
                // The server reads the game anew, and everybody has to come back.
                book.all_went(now);
            }
        }
    }

    async fn pass(&self, milliseconds: u64) {
        if milliseconds > 0 {
            let until = self.clock.now().plus(milliseconds);
            self.clock.sleep_until(until).await;
        }
    }
}

impl Store for Disk {
    /// The first of several is the game that goes on; others begin with it.
    fn append_all(&self, appends: Vec<Append>) -> Pending<'_, ()> {
        let (course, moment) = self.set_out(&appends[0]);
        Box::pin(async move {
            let game = appends[0].game.clone();
            self.pass(course.until_written).await;
            if matches!(course.fate, Fate::Stored | Fate::Unknown(true)) {
                for append in &appends {
                    self.write(append, moment.as_ref());
                }
                let kept = self.kept.append_all(appends).await;
                self.state().object(kept.map_err(|error| error.to_string()));
            }
            self.pass(course.until_answered).await;
            self.arrive(&game, course.fate);
            let detail = "as the world has it".to_owned();
            match course.fate {
                Fate::Stored => Ok(()),
                Fate::Failed => Err(StoreError::Unavailable { detail }),
                Fate::Unknown(_) => Err(StoreError::Uncertain { detail }),
            }
        })
    }

    fn load_from(&self, game: &GameId, after: u64, limit: usize) -> Pending<'_, Vec<Event>> {
        self.kept.load_from(game, after, limit)
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
        self.state().all_know = true;
        self.kept.set_alive(now)
    }

    /// Asked once, by a server that comes up.
    fn alive_at(&self) -> Pending<'_, Option<Time>> {
        Box::pin(async move {
            let alive_at = self.kept.alive_at().await?;
            let mut state = self.state();
            state.alive_at = alive_at.unwrap_or_default();
            state.up_since = self.clock.now();
            state.all_know = false;
            Ok(alive_at)
        })
    }

    fn check(&self) -> Pending<'_, ()> {
        self.kept.check()
    }

    fn close(&self) -> Pending<'_, ()> {
        self.kept.close()
    }
}
