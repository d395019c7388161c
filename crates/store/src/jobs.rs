//! Thinking as jobs: servers put questions into a store that they share, *thinkers* on any machine take them out and leave answers.
//!
//! What is asked and answered is text that means nothing here. A job belongs to its thinker until its lease runs out, which the thinker
//! prolongs by giving signs of life; then another may take it. An answer is an offer: whoever asked decides whether it still counts.

use crate::contract::Pending;

/// For how long, in milliseconds, a job stays its thinker's after the last sign of life, and a thinker counts as one.
pub const JOB_LEASE: u64 = 3_000;
/// How often a job is begun before it counts as one that nobody survives.
pub const MOST_TRIES: i64 = 3;
/// For how many milliseconds a job is left to whoever thought about its game last.
pub const PREFERENCE: u64 = 250;

/// Which of two lines a job waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobLine {
    /// Moves of computer players, and hints.
    Play,
    /// Analyses.
    Study,
}

impl JobLine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            JobLine::Play => "play",
            JobLine::Study => "study",
        }
    }

    pub(crate) fn named(name: &str) -> JobLine {
        if name == "study" { JobLine::Study } else { JobLine::Play }
    }
}

/// A question to be put into the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// What the server calls it; never the same twice.
    pub number: i64,
    /// Where it waits.
    pub line: JobLine,
    /// Who asks: people take turns. What stands before the first space is their network; networks take turns before their people do.
    pub person: String,
    /// About which game of theirs: their games take turns, and of each one job is done at a time.
    pub game: String,
    /// What thinkers are to read.
    pub question: String,
}

/// A job's name: which node asked, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId {
    /// Which node asked.
    pub node: i64,
    /// What that one calls it.
    pub number: i64,
}

/// A job that a thinker has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenJob {
    /// Which.
    pub id: JobId,
    /// What to think about.
    pub question: String,
}

/// Something that a thinker said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// What it found so far.
    Finding(i64, String),
    /// Its answer; the job is gone.
    Answer(i64, String),
}

/// Somebody who thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThinkerPace {
    /// How many questions it thinks about at the same time.
    pub threads: usize,
    /// How many seconds a move or a hint takes there.
    pub play: f64,
    /// How many seconds an analysis takes, without the time in which it gives way.
    pub study: f64,
}

/// A job in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLine {
    /// Which.
    pub id: JobId,
    /// Where it waits.
    pub line: JobLine,
    /// Whose it is.
    pub person: String,
}

/// How a job of ours stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It waits.
    Waits,
    /// Somebody thinks about it, or has an answer.
    Begun,
    /// All who began it have vanished.
    WornOut,
}

/// How things stand with all jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobsAtLarge {
    /// Which node we are.
    pub node: i64,
    /// Who thinks.
    pub thinkers: Vec<ThinkerPace>,
    /// Our jobs, by number.
    pub ours: Vec<(i64, Progress)>,
    /// All that wait, whoever asked, the oldest first.
    pub waiting: Vec<InLine>,
}

/// The jobs of a store that servers and thinkers share, as a server sees them. It must have joined.
pub trait Jobs: Send + Sync {
    /// Puts questions in. One that is there already stays as it is.
    fn post(&self, jobs: Vec<NewJob>) -> Pending<'_, ()>;

    /// Takes questions of ours out, whoever thinks about them.
    fn withdraw(&self, numbers: Vec<i64>) -> Pending<'_, ()>;

    /// What thinkers said of our jobs since it was last asked, in their order.
    fn said(&self) -> Pending<'_, Vec<Said>>;

    /// How things stand.
    fn at_large(&self) -> Pending<'_, JobsAtLarge>;

    /// Gives a sign whenever something may have been said. Signs may be lost.
    fn hear(&self) -> tokio::sync::mpsc::Receiver<()>;
}
