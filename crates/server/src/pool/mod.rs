//! Where computer players, hints and analyses think: a few threads of their own, off the network's.
//!
//! Networks take turns, then the people of each, then their games, one question a game at a time; whoever waits is told for how long.
//! Analyses give way after a while to whoever waits. What nobody waits for any more is stopped. Short work that is still too long for the network's
//! threads is done at the [`desk`].
//!
//! Where several servers share a database, others may think for them: a pool that [shares](Pool::share) gives its questions to those,
//! for as long as there are any, and [`worker`] is what they do.

mod bureau;
pub mod desk;
mod keeper;
mod letter;
mod line;
mod person;
mod place;
mod queue;
mod thread;
mod waits;
pub mod worker;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use quintet_catalog::{AnyMatch, Brain, Catalog, Limits, Report};
use quintet_store::Store;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};

use bureau::Bureau;
use keeper::Keeper;
pub use person::Person;
pub use place::Place;
use queue::{Asked, Queue};

/// Megabytes an engine may use for its tables or trees.
const MEGABYTES: u32 = 16;
/// How many reports may wait for their reader; later ones are left out.
const REPORTS: usize = 64;

/// What an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A computer player's move.
    Move,
    /// A hint for a person.
    Hint,
    /// Lines for a person who studies a position.
    Analysis,
}

/// Something to think about.
pub struct Question {
    /// What it is for.
    pub kind: Kind,
    /// Who asks: people take turns.
    pub person: Person,
    /// About which game of theirs: questions about one are answered one after the other.
    pub game: String,
    /// The match; it must not have ended.
    pub played: Box<dyn AnyMatch>,
    /// Who thinks.
    pub brain: Brain,
    /// What its chance is seeded with.
    pub seed: u64,
    /// How far it may look.
    pub limits: Limits,
    /// How long it may think; for as long as it likes if `None`.
    pub time: Option<Duration>,
    /// How many of the best moves to report.
    pub lines: usize,
}

/// How long a question waits, as far as it can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// How many are answered before it.
    pub ahead: usize,
    /// After about how many seconds it is begun.
    pub seconds: u64,
}

impl Wait {
    /// The line moves on by one whenever one of the threads has spent so many seconds.
    fn of(ahead: usize, step: f64, threads: usize) -> Wait {
        let seconds = ahead as f64 * step / threads.max(1) as f64;
        Wait { ahead, seconds: seconds.ceil() as u64 }
    }
}

/// Too many wait already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// Of this person.
    #[error("{most} of your questions are in line already; the next is welcome in about {} s", wait.seconds.max(1))]
    Share {
        /// How many one person may have in line.
        most: usize,
        /// How long those take.
        wait: Wait,
    },
    /// Of this person's network.
    #[error("{most} questions from your network are in line already; the next is welcome in about {} s", wait.seconds.max(1))]
    Network {
        /// How many one network may have in line.
        most: usize,
        /// How long those take.
        wait: Wait,
    },
    /// Of all.
    #[error("too much is being thought about: {} wait; try again in about {} s", wait.ahead, wait.seconds.max(1))]
    All {
        /// How long the line is.
        wait: Wait,
    },
    /// The server is about to end.
    #[error("nothing is thought about any more: the server is about to stop")]
    Stopped,
}

/// Threads that think.
pub struct Pool {
    queue: Arc<Queue>,
    /// Where others are asked, if there can be any.
    bureau: OnceLock<Bureau>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// As many threads as leave one core to the network.
pub fn usual_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1)
}

impl Pool {
    /// A pool of so many threads, for questions about these games.
    pub fn new(catalog: Catalog, threads: usize) -> Arc<Pool> {
        let threads = threads.max(1);
        let queue = Arc::new(Queue::new(threads));
        let keeper = Arc::new(Keeper::default());
        let mut started = vec![thread::keep_time(Arc::clone(&queue))];
        started.extend((0..threads).map(|_| {
            let thinker = thread::Thinker { catalog, keeper: Arc::clone(&keeper) };
            thread::think(Arc::clone(&queue), thinker)
        }));
        Arc::new(Pool { queue, bureau: OnceLock::new(), threads: Mutex::new(started) })
    }

    /// Asks a question; the answer is dropped with what is returned. Tables are kept small.
    pub fn ask(&self, mut question: Question) -> Result<Thinking, Full> {
        if let Some(settings) = question.brain.settings_mut() {
            settings.megabytes = Some(settings.megabytes.unwrap_or(MEGABYTES).min(MEGABYTES));
            settings.threads = Some(1);
        }
        let (tell, reports) = mpsc::channel(REPORTS);
        let (reply, answer) = oneshot::channel();
        let kind = question.kind;
        let asked = Asked { question, tell, reply };
        let place = match self.bureau.get().filter(|bureau| bureau.thinkers() > 0) {
            Some(bureau) => bureau.ask(asked)?,
            None => Place::here(kind, Arc::clone(&self.queue), self.queue.add(asked)?),
        };
        Ok(Thinking { place, reports, answer })
    }

    /// From now on others are asked while there are any, where the store has a place for questions. It needs a Tokio runtime.
    pub fn share(&self, store: &Arc<dyn Store>) {
        if store.jobs().is_some() {
            self.bureau.get_or_init(|| Bureau::open(Arc::clone(store), Arc::clone(&self.queue)));
        }
    }

    /// How many others think for us.
    pub fn thinkers(&self) -> usize {
        self.bureau.get().map_or(0, Bureau::thinkers)
    }

    /// How many seconds a question takes of late, in play and in study.
    fn takes(&self) -> [f64; 2] {
        self.queue.takes()
    }

    /// How many questions wait.
    pub fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    /// How many are being thought about.
    pub fn running(&self) -> usize {
        self.queue.running()
    }

    /// Stops all thinking, and waits for the threads to end. Questions then get no answer.
    pub fn stop(&self) {
        if let Some(bureau) = self.bureau.get() {
            bureau.close();
        }
        self.queue.stop();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            // A thread that panicked has ended as well.
            let _ = thread.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Some(bureau) = self.bureau.get() {
            bureau.close();
        }
        self.queue.stop();
    }
}

/// A question that is being answered. Dropped, it is no longer thought about.
pub struct Thinking {
    place: Place,
    reports: mpsc::Receiver<Report<String>>,
    answer: oneshot::Receiver<Report<String>>,
}

impl Thinking {
    /// Its place in line.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// What it expects so far, as it learns more; `None` when it has made up its mind.
    pub async fn report(&mut self) -> Option<Report<String>> {
        self.reports.recv().await
    }

    /// The answer; `None` if the engine failed or the pool was stopped.
    pub async fn answer(mut self) -> Option<Report<String>> {
        (&mut self.answer).await.ok()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.place.cancel();
    }
}

#[cfg(test)]
mod tests;
