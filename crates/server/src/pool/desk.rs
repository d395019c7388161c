//! A desk for work that takes milliseconds: too long for the threads of the network, on which everybody else waits, and too short to
//! stand in line behind a thought. Networks take turns at it, then the people of each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use metrics::histogram;
use tokio::sync::oneshot;

use super::line::{Line, Ticket};
use super::person::Person;
use super::thread::{Humble, humble};

/// How many jobs may wait, and how many of one person.
const MOST: usize = 4_096;
const SHARE: usize = 32;
/// Whoever has something in line already is refused what would wait longer: about what people wait for a page. The first thing that somebody
/// asks for waits for everybody else's turn and is never refused for that.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a job takes until some were measured, and how much the latest counts among those before it, in seconds.
const USUAL_TURN: f64 = 0.003;
const LATEST: f64 = 0.1;

type Job = Box<dyn FnOnce() + Send>;

/// Why something was not done at the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// This person has too much in line already.
    #[error("{SHARE} of your requests are in line already")]
    Share,
    /// This person has something in line, and more would wait too long.
    #[error("there is much to do at the moment, and some of your requests are in line already; this one would wait for about {} s", .0.as_secs_f64().ceil())]
    Late(Duration),
    /// There are too many in line.
    #[error("there is too much to do at the moment")]
    Full,
    /// It broke off: our mistake, or the server is about to stop.
    #[error("it broke off")]
    BrokeOff,
}

/// What was done, and how long it took.
#[derive(Debug)]
pub struct Done<T> {
    /// What came of it.
    pub value: T,
    /// The time it took, without the time in line.
    pub took: Duration,
}

struct Waiting {
    line: Line<Job>,
    /// How long a job takes of late, in seconds.
    turn: f64,
    last_number: u64,
    is_closed: bool,
}

struct Queue {
    waiting: Mutex<Waiting>,
    work: Condvar,
    threads: usize,
}

/// What its threads are called.
const NAME: &str = "desk";

/// Whether this is a thread of a desk: what takes long says by it where it belongs.
pub fn is_here() -> bool {
    std::thread::current().name() == Some(NAME)
}

/// The desk. Its threads end when it is dropped and their work is done.
pub struct Desk {
    queue: Arc<Queue>,
    has_threads: bool,
}

impl Desk {
    /// A desk with so many threads.
    pub fn new(threads: usize) -> Arc<Desk> {
        let queue = Arc::new(Queue::new(threads.max(1)));
        for _ in 0..queue.threads {
            let queue = Arc::clone(&queue);
            humble(NAME, Humble::Desk, move || queue.work());
        }
        Arc::new(Desk { queue, has_threads: true })
    }

    /// A desk at which everything is done where it is asked for: for simulations, in which nothing may happen beside them.
    pub fn without_threads() -> Arc<Desk> {
        Arc::new(Desk { queue: Arc::new(Queue::new(1)), has_threads: false })
    }

    /// Does something when it is this person's turn. If nobody waits for it any more before it is begun, it is not done.
    pub async fn run<T: Send + 'static>(
        &self,
        person: impl Into<Person>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Done<T>, NotDone> {
        let (tell, told) = oneshot::channel();
        let asked = Instant::now();
        let job: Job = Box::new(move || {
            let begun = Instant::now();
            histogram!("quintet_desk_wait_seconds").record((begun - asked).as_secs_f64());
            let value = work();
            // If nobody listens any more, nobody misses it.
            let _ = tell.send(Done { value, took: begun.elapsed() });
        });
        let _place = if self.has_threads {
            Some(Place { queue: &self.queue, ticket: self.queue.add(person.into(), job)? })
        } else {
            job();
            None
        };
        told.await.map_err(|_| NotDone::BrokeOff)
    }

    /// Refuses what would wait too long for somebody who has something in line already. To be asked before something is begun: what is begun
    /// goes on however long its next turn takes.
    pub fn welcome(&self, person: &Person) -> Result<(), NotDone> {
        let waiting = self.queue.waiting();
        let ahead = waiting.line.ahead_of_next(person) as f64;
        let wait = Duration::from_secs_f64(ahead * waiting.turn / self.queue.threads as f64);
        if waiting.line.waiting_of(person) > 0 && wait > PATIENCE {
            return Err(NotDone::Late(wait));
        }
        Ok(())
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.queue.waiting().line.waiting()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.queue.waiting().is_closed = true;
        self.queue.work.notify_all();
    }
}

/// A place in line, given back when dropped.
struct Place<'a> {
    queue: &'a Queue,
    ticket: Ticket,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let cancelled = self.queue.waiting().line.cancel(&self.ticket);
        drop(cancelled);
    }
}

impl Queue {
    fn new(threads: usize) -> Queue {
        let waiting =
            Waiting { line: Line::default(), turn: USUAL_TURN, last_number: 0, is_closed: false };
        Queue { waiting: Mutex::new(waiting), work: Condvar::new(), threads }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, person: Person, job: Job) -> Result<Ticket, NotDone> {
        let mut waiting = self.waiting();
        if waiting.line.waiting_of(&person) >= SHARE {
            return Err(NotDone::Share);
        }
        if waiting.line.waiting() >= MOST {
            return Err(NotDone::Full);
        }
        waiting.last_number += 1;
        let number = waiting.last_number;
        // Each job is a game of its own: they need not wait for each other.
        let ticket = Ticket { number, person, game: number.to_string() };
        waiting.line.add(&ticket, job);
        drop(waiting);
        self.work.notify_one();
        Ok(ticket)
    }

    /// Does one job after the other, until there are none and will be none.
    fn work(&self) {
        let mut waiting = self.waiting();
        loop {
            if let Some((ticket, job)) = waiting.line.take() {
                drop(waiting);
                let begun = Instant::now();
                // Whoever asked sees that it broke off.
                let _ = catch_unwind(AssertUnwindSafe(job));
                waiting = self.waiting();
                waiting.turn += (begun.elapsed().as_secs_f64() - waiting.turn) * LATEST;
                waiting.line.done(&ticket);
            } else if waiting.is_closed {
                return;
            } else {
                waiting = self.work.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::task::{Context, Waker};

    use futures_util::future::join_all;

    use super::*;

    /// Keeps the only thread of a desk busy until what is returned is dropped.
    fn occupy(desk: &Arc<Desk>) -> mpsc::Sender<()> {
        let (begun, has_begun) = mpsc::channel();
        let (hold, held) = mpsc::channel::<()>();
        let job = Box::new(move || {
            let _ = begun.send(());
            let _ = held.recv();
        });
        desk.queue.add("busy".into(), job).unwrap();
        has_begun.recv().unwrap();
        hold
    }

    #[tokio::test]
    async fn people_take_turns_whatever_others_brought() {
        let desk = Desk::new(1);
        let hold = occupy(&desk);
        let order = Arc::new(Mutex::new(Vec::new()));
        let people = ["eve"; SHARE].into_iter().chain(["ann", "bob"]);
        let jobs = people.map(|person| {
            let order = Arc::clone(&order);
            desk.run(person, move || order.lock().unwrap().push(person))
        });
        let mut hold = Some(hold);
        let all = join_all(jobs);
        tokio::pin!(all);
        // The first look at them puts them all in line.
        std::future::poll_fn(|cx| {
            let polled = all.as_mut().poll(cx);
            hold.take();
            polled
        })
        .await;
        assert_eq!(order.lock().unwrap()[..4], ["eve", "ann", "bob", "eve"]);
    }

    #[tokio::test]
    async fn nobody_has_more_than_a_share_and_what_nobody_wants_is_not_done() {
        let desk = Desk::new(1);
        let hold = occupy(&desk);
        let mut jobs: Vec<_> = (0..SHARE).map(|_| Box::pin(desk.run("eve", || ()))).collect();
        let mut cx = Context::from_waker(Waker::noop());
        for job in &mut jobs {
            assert!(job.as_mut().poll(&mut cx).is_pending());
        }
        assert_eq!(desk.run("eve", || ()).await.unwrap_err(), NotDone::Share);
        assert_eq!(desk.waiting(), SHARE);
        drop(jobs);
        assert_eq!(desk.waiting(), 0);
        drop(hold);
        assert_eq!(desk.run("eve", || 7).await.unwrap().value, 7);
    }

    #[test]
    fn who_has_much_in_line_is_refused_before_anybody_waits_too_long() {
        let desk = Desk::new(1);
        let hold = occupy(&desk);
        // Nothing is done meanwhile: what a job takes is what is said here.
        desk.queue.waiting().turn = PATIENCE.as_secs_f64() / 4.0;
        let bring = |person: &str| {
            desk.welcome(&person.into())?;
            desk.queue.add(person.into(), Box::new(|| ())).map(drop)
        };
        assert_eq!((bring("ann"), bring("bob")), (Ok(()), Ok(())));
        // Before eve's third there are two of her own, and one of each of the others.
        assert_eq!((bring("eve"), bring("eve"), bring("eve")), (Ok(()), Ok(()), Ok(())));
        assert_eq!(bring("eve"), Err(NotDone::Late(PATIENCE * 5 / 4)));
        desk.queue.waiting().turn *= 100.0;
        assert_eq!(bring("cid"), Ok(()), "a first request is let in however long the line is");
        assert_eq!(bring("cid"), Err(NotDone::Late(PATIENCE * 25 * 5)));
        drop(hold);
    }

    #[tokio::test]
    async fn a_panic_ends_neither_the_thread_nor_others() {
        let desk = Desk::new(1);
        let broken = desk.run("eve", || panic!("a mistake")).await;
        assert_eq!(broken.map(|done: Done<()>| done.value), Err(NotDone::BrokeOff));
        assert_eq!(desk.run("ann", || 7).await.unwrap().value, 7);
    }
}
