//! Where computer players, hints and analyses think: a few threads of their own, off the network's.
//!
//! Games take turns, one question a game at a time. Analyses give way after a while to whoever waits. What nobody waits for any
//! more is stopped.

mod queue;
mod thread;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use quintet_catalog::{AnyMatch, Brain, Catalog, Limits, Report};
use tokio::sync::{mpsc, oneshot};

use queue::Queue;

/// Megabytes an engine may use for its tables or trees.
const MEGABYTES: u32 = 16;
/// How many reports may wait for their reader; later ones are left out.
const REPORTS: usize = 64;

/// What an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Whose turn it takes: questions with the same text are answered one after the other.
    pub whose: String,
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

/// Too many wait already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too much is being thought about; try again later")]
pub struct Full;

/// Threads that think.
pub struct Pool {
    queue: Arc<Queue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// As many threads as leave one core to the network.
pub fn usual_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1)
}

impl Pool {
    /// A pool of so many threads, for questions about these games.
    pub fn new(catalog: Catalog, threads: usize) -> Arc<Pool> {
        let queue = Arc::new(Queue::default());
        let mut started = vec![thread::keep_time(Arc::clone(&queue))];
        started.extend((0..threads.max(1)).map(|_| thread::think(Arc::clone(&queue), catalog)));
        Arc::new(Pool { queue, threads: Mutex::new(started) })
    }

    /// Asks a question; the answer is dropped with what is returned. Tables are kept small.
    pub fn ask(&self, mut question: Question) -> Result<Thinking, Full> {
        if let Some(settings) = question.brain.settings_mut() {
            settings.megabytes = Some(settings.megabytes.unwrap_or(MEGABYTES).min(MEGABYTES));
            settings.threads = Some(1);
        }
        let (tell, reports) = mpsc::channel(REPORTS);
        let (reply, answer) = oneshot::channel();
        let number = self.queue.add(question, tell, reply)?;
        Ok(Thinking { number, queue: Arc::clone(&self.queue), reports, answer })
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
        self.queue.stop();
    }
}

/// A question that is being answered. Dropped, it is no longer thought about.
pub struct Thinking {
    number: u64,
    queue: Arc<Queue>,
    reports: mpsc::Receiver<Report<String>>,
    answer: oneshot::Receiver<Report<String>>,
}

impl Thinking {
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
        self.queue.cancel(self.number);
    }
}

#[cfg(test)]
mod tests;
