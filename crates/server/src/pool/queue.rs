//! Who is next. Two lines wait, one for play and one for study; each is a ring of games.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quintet_catalog::{AnyEngine, Report, Stop};
use tokio::sync::{mpsc, oneshot};

use super::{Full, Kind, Question};

/// How long an analysis thinks before it gives way to somebody who waits.
const SLICE: Duration = Duration::from_millis(500);
/// Study gets one turn in so many, where both lines wait.
const STUDY_TURN: u32 = 4;

/// How many questions of a kind may wait.
const fn most(kind: Kind) -> usize {
    match kind {
        Kind::Move => 8_192,
        Kind::Hint => 64,
        Kind::Analysis => 32,
    }
}

/// A question on its way through the pool.
pub(super) struct Job {
    pub(super) number: u64,
    pub(super) question: Question,
    pub(super) tell: mpsc::Sender<Report<String>>,
    pub(super) reply: oneshot::Sender<Report<String>>,
    /// The engine, once it has begun.
    pub(super) engine: Option<Box<dyn AnyEngine>>,
    /// How long it has thought.
    pub(super) used: Duration,
    /// How many positions it looked at in earlier turns.
    pub(super) nodes: u64,
    /// The depth it has told of.
    pub(super) depth: u32,
}

impl Job {
    fn line(&self) -> Line {
        if self.question.kind == Kind::Analysis { Line::Study } else { Line::Play }
    }

    pub(super) fn time_left(&self) -> Option<Duration> {
        self.question.time.map(|time| time.saturating_sub(self.used))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Line {
    Play,
    Study,
}

/// A job that a thread thinks about.
struct Running {
    stop: Stop,
    deadline: Option<Instant>,
    /// From when on it gives way.
    gives_way: Option<Instant>,
    cancelled: bool,
}

#[derive(Default)]
struct Ring {
    /// Games with a question that can be answered now.
    ready: VecDeque<String>,
    /// The questions of each game. The first of a game in `busy` is being answered and not among them.
    asked: HashMap<String, VecDeque<Job>>,
    busy: Vec<String>,
}

impl Ring {
    fn add(&mut self, job: Job) {
        let whose = job.question.whose.clone();
        let asked = self.asked.entry(whose.clone()).or_default();
        asked.push_back(job);
        if asked.len() == 1 && !self.busy.contains(&whose) {
            self.ready.push_back(whose);
        }
    }

    fn take(&mut self) -> Option<Job> {
        let whose = self.ready.pop_front()?;
        let asked = self.asked.get_mut(&whose)?;
        let job = asked.pop_front();
        if asked.is_empty() {
            self.asked.remove(&whose);
        }
        self.busy.push(whose);
        job
    }

    /// A job of that game has ended.
    fn done(&mut self, whose: &str) {
        self.busy.retain(|busy| busy != whose);
        if self.asked.contains_key(whose) {
            self.ready.push_back(whose.to_owned());
        }
    }

    fn cancel(&mut self, number: u64) {
        let found = self
            .asked
            .iter()
            .find(|(_, asked)| asked.iter().any(|job| job.number == number))
            .map(|(whose, _)| whose.clone());
        let Some(whose) = found else { return };
        if let Some(asked) = self.asked.get_mut(&whose) {
            asked.retain(|job| job.number != number);
            if asked.is_empty() {
                self.asked.remove(&whose);
                self.ready.retain(|ready| *ready != whose);
            }
        }
    }
}

#[derive(Default)]
struct Lines {
    play: Ring,
    study: Ring,
    waiting: HashMap<Kind, usize>,
    running: HashMap<u64, Running>,
    turns: u32,
    last_number: u64,
    stopped: bool,
}

/// The lines, and those who wait for them to change.
#[derive(Default)]
pub(super) struct Queue {
    lines: Mutex<Lines>,
    /// There is work, or none ever again.
    work: Condvar,
    /// A deadline was set, or somebody waits.
    time: Condvar,
}

impl Queue {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(
        &self,
        question: Question,
        tell: mpsc::Sender<Report<String>>,
        reply: oneshot::Sender<Report<String>>,
    ) -> Result<u64, Full> {
        let mut lines = self.lines();
        if lines.stopped {
            return Err(Full);
        }
        let waiting = lines.waiting.entry(question.kind).or_default();
        if *waiting >= most(question.kind) {
            return Err(Full);
        }
        *waiting += 1;
        lines.last_number += 1;
        let number = lines.last_number;
        let job = Job {
            number,
            question,
            tell,
            reply,
            engine: None,
            used: Duration::ZERO,
            nodes: 0,
            depth: 0,
        };
        lines.ring(job.line()).add(job);
        drop(lines);
        self.work.notify_one();
        self.time.notify_one();
        Ok(number)
    }

    /// Nobody waits for that answer any more.
    pub(super) fn cancel(&self, number: u64) {
        let mut lines = self.lines();
        if let Some(running) = lines.running.get_mut(&number) {
            running.cancelled = true;
            running.stop.set();
            return;
        }
        let before = lines.counts();
        lines.play.cancel(number);
        lines.study.cancel(number);
        if lines.counts() != before {
            lines.recount();
        }
    }

    /// The next job with its stop signal; waits for one. `None` when the pool is stopped.
    pub(super) fn take(&self) -> Option<(Job, Stop)> {
        let mut lines = self.lines();
        loop {
            if lines.stopped {
                return None;
            }
            if let Some(job) = lines.take() {
                let stop = Stop::new();
                let now = Instant::now();
                let running = Running {
                    stop: stop.clone(),
                    deadline: job.time_left().map(|left| now + left),
                    gives_way: (job.question.kind == Kind::Analysis).then(|| now + SLICE),
                    cancelled: false,
                };
                lines.running.insert(job.number, running);
                drop(lines);
                self.time.notify_one();
                return Some((job, stop));
            }
            lines = self.work.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job's turn is over. It takes another if it only gave way.
    pub(super) fn end_turn(&self, number: u64, whose: &str, kind: Kind, again: Option<Job>) {
        let mut lines = self.lines();
        let line = if kind == Kind::Analysis { Line::Study } else { Line::Play };
        let cancelled = lines.running.remove(&number).is_none_or(|running| running.cancelled);
        let again = again.filter(|_| !cancelled && !lines.stopped);
        if let Some(job) = again {
            *lines.waiting.entry(kind).or_default() += 1;
            lines.ring(line).asked.entry(whose.to_owned()).or_default().push_front(job);
        }
        lines.ring(line).done(whose);
        drop(lines);
        self.work.notify_one();
    }

    /// Whether the turn of a running job ended because somebody else waits.
    pub(super) fn gave_way(&self, number: u64) -> bool {
        let lines = self.lines();
        let now = Instant::now();
        lines.running.get(&number).is_some_and(|running| {
            !running.cancelled
                && running.stop.is_set()
                && running.deadline.is_none_or(|deadline| now < deadline)
        })
    }

    /// Sets stop signals when their time has come, until the pool is stopped.
    pub(super) fn keep_time(&self) {
        let mut lines = self.lines();
        while !lines.stopped {
            let next = lines.ring_bells(Instant::now());
            let wait = next.map_or(Duration::from_hours(1), |next| {
                next.saturating_duration_since(Instant::now())
            });
            let waited = self.time.wait_timeout(lines, wait);
            lines = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub(super) fn stop(&self) {
        let mut lines = self.lines();
        lines.stopped = true;
        lines.play = Ring::default();
        lines.study = Ring::default();
        lines.waiting.clear();
        for running in lines.running.values_mut() {
            running.cancelled = true;
            running.stop.set();
        }
        drop(lines);
        self.work.notify_all();
        self.time.notify_all();
    }

    pub(super) fn waiting(&self) -> usize {
        self.lines().waiting.values().sum()
    }

    pub(super) fn running(&self) -> usize {
        self.lines().running.len()
    }
}

impl Lines {
    fn ring(&mut self, line: Line) -> &mut Ring {
        match line {
            Line::Play => &mut self.play,
            Line::Study => &mut self.study,
        }
    }

    fn take(&mut self) -> Option<Job> {
        self.turns = self.turns.wrapping_add(1);
        let job = if self.turns.is_multiple_of(STUDY_TURN) {
            self.study.take().or_else(|| self.play.take())
        } else {
            self.play.take().or_else(|| self.study.take())
        }?;
        if let Some(waiting) = self.waiting.get_mut(&job.question.kind) {
            *waiting = waiting.saturating_sub(1);
        }
        Some(job)
    }

    fn counts(&self) -> (usize, usize) {
        let count = |ring: &Ring| ring.asked.values().map(VecDeque::len).sum();
        (count(&self.play), count(&self.study))
    }

    fn recount(&mut self) {
        self.waiting.clear();
        for ring in [&self.play, &self.study] {
            for job in ring.asked.values().flatten() {
                *self.waiting.entry(job.question.kind).or_default() += 1;
            }
        }
    }

    /// Stops whose time is up, and says when to look again.
    fn ring_bells(&mut self, now: Instant) -> Option<Instant> {
        let somebody_waits = !self.play.ready.is_empty() || !self.study.ready.is_empty();
        let mut next: Option<Instant> = None;
        for running in self.running.values().filter(|running| !running.stop.is_set()) {
            let way = running.gives_way.filter(|_| somebody_waits);
            let Some(end) = running.deadline.into_iter().chain(way).min() else { continue };
            if end <= now {
                running.stop.set();
            } else {
                next = Some(next.map_or(end, |next| next.min(end)));
            }
        }
        next
    }
}
