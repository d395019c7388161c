//! Who is next. Two lines wait, one for play and one for study; in each of them networks take turns, then their people.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quintet_catalog::{AnyEngine, Report, Stop};
use tokio::sync::{mpsc, oneshot};

use super::line::{Line, Ticket};
use super::{Full, Kind, Question, Wait};

/// How long an analysis thinks before it gives way to somebody who waits.
pub(super) const SLICE: Duration = Duration::from_millis(500);
/// Study gets one turn in so many, where both lines wait.
const STUDY_TURN: u32 = 4;
/// So many turns of play come between two of study then.
const PLAY_TURNS: f64 = (STUDY_TURN - 1) as f64;
/// How long a turn takes until enough of them were measured, in seconds.
pub(super) const USUAL_TURN: f64 = 0.25;
/// How long an analysis thinks in all, until enough of them were measured, in seconds.
pub(super) const USUAL_STUDY: f64 = 5.0;
/// How much the latest turn counts among those before it.
const LATEST: f64 = 0.1;

/// How many questions that gave way keep what they know: an engine has [tables](super::MEGABYTES), and people take turns however many
/// they are. The others begin anew at their next turn.
pub(super) const MOST_ENGINES: usize = 8;

/// How many questions of a kind may wait in all, and how many of one network and of one person in the line of that kind.
pub(super) struct Most {
    pub(super) all: usize,
    pub(super) network: usize,
    pub(super) person: usize,
}

pub(super) const fn most(kind: Kind) -> Most {
    // Whoever waits for a hint or an analysis holds a connection, of which a network has fewer than that.
    match kind {
        Kind::Move => Most { all: 8_192, network: 2_048, person: 256 },
        Kind::Hint => Most { all: 256, network: usize::MAX, person: 4 },
        Kind::Analysis => Most { all: 256, network: usize::MAX, person: 2 },
    }
}

/// How many seconds of a thread it takes until a line moves on by one, in play and in study, where a turn takes so long in each: while somebody
/// waits in the other line, that one's turns come between.
pub(super) fn steps([play, study]: [f64; 2], [playing, studying]: [bool; 2]) -> [f64; 2] {
    let while_any = |other_waits: bool, seconds: f64| if other_waits { seconds } else { 0.0 };
    [play + while_any(studying, study / PLAY_TURNS), study + while_any(playing, play * PLAY_TURNS)]
}

/// A question, and where its answer goes.
pub(super) struct Asked {
    pub(super) question: Question,
    /// What is found on the way.
    pub(super) tell: mpsc::Sender<Report<String>>,
    pub(super) reply: oneshot::Sender<Report<String>>,
}

/// A question on its way through the pool.
pub(super) struct Job {
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
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.question.time.map(|time| time.saturating_sub(self.used))
    }
}

/// A job that a thread thinks about.
struct Running {
    stop: Stop,
    begun: Instant,
    /// How long it thought in earlier turns.
    used: Duration,
    deadline: Option<Instant>,
    /// From when on it gives way.
    gives_way: Option<Instant>,
    cancelled: bool,
}

/// One of the two lines.
struct Queued {
    line: Line<Job>,
    /// How long a turn takes, of late, in seconds.
    turn: f64,
    /// How long a question takes in all its turns.
    whole: f64,
}

impl Queued {
    fn new(whole: f64) -> Queued {
        Queued { line: Line::default(), turn: USUAL_TURN, whole }
    }
}

struct Lines {
    play: Queued,
    study: Queued,
    waiting: HashMap<Kind, usize>,
    running: HashMap<u64, Running>,
    /// How many of those that wait have an engine.
    engines: usize,
    turns: u32,
    last_number: u64,
    stopped: bool,
}

impl Default for Lines {
    fn default() -> Self {
        let (play, study) = (Queued::new(USUAL_TURN), Queued::new(USUAL_STUDY));
        let (waiting, running) = Default::default();
        Lines {
            play,
            study,
            waiting,
            running,
            engines: 0,
            turns: 0,
            last_number: 0,
            stopped: false,
        }
    }
}

/// The lines, and those who wait for them to change.
pub(super) struct Queue {
    lines: Mutex<Lines>,
    /// There is work, or none ever again.
    work: Condvar,
    /// A deadline was set, or somebody waits.
    time: Condvar,
    threads: usize,
}

impl Queue {
    /// Empty lines, before so many threads.
    pub(super) fn new(threads: usize) -> Queue {
        let (work, time) = (Condvar::new(), Condvar::new());
        Queue { lines: Mutex::default(), work, time, threads }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a question in line, unless too many wait.
    pub(super) fn add(&self, asked: Asked) -> Result<Ticket, Full> {
        let mut lines = self.lines();
        if lines.stopped {
            return Err(Full::Stopped);
        }
        let question = &asked.question;
        let kind = question.kind;
        let most = most(kind);
        let step = lines.step(kind);
        let wait = |ahead| Wait::of(ahead, step, self.threads);
        let line = &lines.queued(kind).line;
        let (own, beside) =
            (line.waiting_of(&question.person), line.waiting_beside(&question.person));
        let in_line = line.waiting();
        if own >= most.person {
            return Err(Full::Share { most: most.person, wait: wait(own) });
        }
        if beside >= most.network {
            return Err(Full::Network { most: most.network, wait: wait(beside) });
        }
        if lines.waiting.get(&kind).is_some_and(|waiting| *waiting >= most.all) {
            return Err(Full::All { wait: wait(in_line) });
        }
        Ok(self.put(lines, asked))
    }

    /// Puts a question in line that others were to answer: it was let in before. `None` if the pool is stopped.
    pub(super) fn take_in(&self, asked: Asked) -> Option<Ticket> {
        let lines = self.lines();
        (!lines.stopped).then(|| self.put(lines, asked))
    }

    fn put(&self, mut lines: MutexGuard<'_, Lines>, asked: Asked) -> Ticket {
        let Asked { question, tell, reply } = asked;
        let kind = question.kind;
        *lines.waiting.entry(kind).or_default() += 1;
        lines.last_number += 1;
        let (number, person, game) =
            (lines.last_number, question.person.clone(), question.game.clone());
        let ticket = Ticket { number, person, game };
        let job =
            Job { question, tell, reply, engine: None, used: Duration::ZERO, nodes: 0, depth: 0 };
        lines.queued(kind).line.add(&ticket, job);
        drop(lines);
        self.work.notify_one();
        self.time.notify_one();
        ticket
    }

    /// How long a question still waits; nothing if it is being thought about, or done with.
    pub(super) fn wait(&self, kind: Kind, ticket: &Ticket) -> Option<Wait> {
        let mut lines = self.lines();
        if lines.running.contains_key(&ticket.number) || lines.stopped {
            return None;
        }
        let begun = lines.running.len() >= self.threads;
        let ahead = lines.queued(kind).line.ahead(ticket)?;
        Some(Wait::of(ahead + usize::from(begun), lines.step(kind), self.threads))
    }

    /// Nobody waits for that answer any more.
    pub(super) fn cancel(&self, kind: Kind, ticket: &Ticket) {
        let mut lines = self.lines();
        if let Some(running) = lines.running.get_mut(&ticket.number) {
            running.cancelled = true;
            running.stop.set();
            return;
        }
        let cancelled = lines.queued(kind).line.cancel(ticket);
        if let Some(job) = &cancelled {
            lines.leave(job);
        }
        drop(lines);
        // An engine may be large: nobody waits while it goes.
        drop(cancelled);
    }

    /// The next job with its stop signal; waits for one. `None` when the pool is stopped.
    pub(super) fn take(&self) -> Option<(Ticket, Job, Stop)> {
        let mut lines = self.lines();
        loop {
            if lines.stopped {
                return None;
            }
            if let Some((ticket, job)) = lines.take() {
                let stop = Stop::new();
                let now = Instant::now();
                let running = Running {
                    stop: stop.clone(),
                    begun: now,
                    used: job.used,
                    deadline: job.time_left().map(|left| now + left),
                    gives_way: (job.question.kind == Kind::Analysis).then(|| now + SLICE),
                    cancelled: false,
                };
                lines.running.insert(ticket.number, running);
                drop(lines);
                self.time.notify_one();
                return Some((ticket, job, stop));
            }
            lines = self.work.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job's turn is over. It takes another if it only gave way.
    pub(super) fn end_turn(&self, ticket: &Ticket, kind: Kind, again: Option<Job>) {
        let mut lines = self.lines();
        let running = lines.running.remove(&ticket.number);
        let cancelled = running.as_ref().is_none_or(|running| running.cancelled);
        let stopped = lines.stopped;
        let again = again.filter(|_| !cancelled && !stopped);
        let queued = lines.queued(kind);
        if let Some(running) = running {
            let took = running.begun.elapsed();
            queued.turn += LATEST * (took.as_secs_f64() - queued.turn);
            if again.is_none() {
                let whole = (running.used + took).as_secs_f64();
                queued.whole += LATEST * (whole - queued.whole);
            }
        }
        let surplus = again.and_then(|job| lines.wait_again(ticket, job));
        lines.queued(kind).line.done(ticket);
        drop(lines);
        self.work.notify_one();
        // It may be large: nobody waits while it goes.
        drop(surplus);
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
        lines.play.line = Line::default();
        lines.study.line = Line::default();
        lines.waiting.clear();
        lines.engines = 0;
        for running in lines.running.values_mut() {
            running.cancelled = true;
            running.stop.set();
        }
        drop(lines);
        self.work.notify_all();
        self.time.notify_all();
    }

    /// How many seconds a question takes of late in all its turns, in play and in study.
    pub(super) fn takes(&self) -> [f64; 2] {
        let lines = self.lines();
        [lines.play.whole, lines.study.whole]
    }

    pub(super) fn waiting(&self) -> usize {
        self.lines().waiting.values().sum()
    }

    pub(super) fn running(&self) -> usize {
        self.lines().running.len()
    }
}

impl Lines {
    fn queued(&mut self, kind: Kind) -> &mut Queued {
        match kind {
            Kind::Move | Kind::Hint => &mut self.play,
            Kind::Analysis => &mut self.study,
        }
    }

    /// How many seconds of a thread it takes until the line of that kind moves on by one.
    fn step(&self, kind: Kind) -> f64 {
        let [play, study] = [&self.play, &self.study];
        let waits = |queued: &Queued| queued.line.waiting() > 0;
        let [of_play, of_study] = steps([play.turn, study.turn], [waits(play), waits(study)]);
        match kind {
            Kind::Move | Kind::Hint => of_play,
            Kind::Analysis => of_study,
        }
    }

    fn take(&mut self) -> Option<(Ticket, Job)> {
        self.turns = self.turns.wrapping_add(1);
        let (play, study) = (&mut self.play.line, &mut self.study.line);
        let taken = if self.turns.is_multiple_of(STUDY_TURN) {
            study.take().or_else(|| play.take())
        } else {
            play.take().or_else(|| study.take())
        }?;
        self.leave(&taken.1);
        Some(taken)
    }

    /// A question that gave way waits again. What is returned there is no room for.
    fn wait_again(&mut self, ticket: &Ticket, mut job: Job) -> Option<Box<dyn AnyEngine>> {
        let is_full = self.engines >= MOST_ENGINES;
        let surplus = if is_full { job.engine.take() } else { None };
        self.engines += usize::from(job.engine.is_some());
        let kind = job.question.kind;
        *self.waiting.entry(kind).or_default() += 1;
        self.queued(kind).line.put_back(ticket, job);
        surplus
    }

    /// A question waits no longer.
    fn leave(&mut self, job: &Job) {
        self.engines = self.engines.saturating_sub(usize::from(job.engine.is_some()));
        if let Some(waiting) = self.waiting.get_mut(&job.question.kind) {
            *waiting = waiting.saturating_sub(1);
        }
    }

    /// Stops whose time is up, and says when to look again.
    fn ring_bells(&mut self, now: Instant) -> Option<Instant> {
        let somebody_waits = self.play.line.has_ready() || self.study.line.has_ready();
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
