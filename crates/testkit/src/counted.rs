//! Trio that counts what is done with it, to see that nobody checks, plays or copies twice. Positions may repeat.
//!
//! The counts are those of the whole process: one test a binary can use them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Sub};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quintet_core::{
    Chance, Change, Game, GameInfo, Next, Outcome, Player, PositionError, Scene, Show, Step,
    Variant,
};

use crate::toy::{Trio, TrioIllegal, TrioMove};

static CHECKS: AtomicU64 = AtomicU64::new(0);
static PLAYS: AtomicU64 = AtomicU64::new(0);
static COPIES: AtomicU64 = AtomicU64::new(0);

/// How often something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Moves that were checked.
    pub checks: u64,
    /// Moves that were played.
    pub plays: u64,
    /// Matches that were copied after their first move.
    pub copies: u64,
}

impl Counts {
    /// All that was done so far.
    pub fn now() -> Counts {
        let [checks, plays, copies] =
            [&CHECKS, &PLAYS, &COPIES].map(|count| count.load(Ordering::SeqCst));
        Counts { checks, plays, copies }
    }
}

impl Sub for Counts {
    type Output = Counts;

    /// What was done since an earlier moment.
    fn sub(self, earlier: Counts) -> Counts {
        Counts {
            checks: self.checks - earlier.checks,
            plays: self.plays - earlier.plays,
            copies: self.copies - earlier.copies,
        }
    }
}

/// A position of Trio.
#[derive(Debug)]
pub struct Counted {
    trio: Trio,
    /// Whether it is the first of its match. It lies in the history of each copy.
    is_first: bool,
    /// Whether a move was made since then.
    has_begun: Arc<AtomicBool>,
}

impl From<Trio> for Counted {
    fn from(trio: Trio) -> Counted {
        Counted { trio, is_first: true, has_begun: Arc::default() }
    }
}

impl Clone for Counted {
    fn clone(&self) -> Counted {
        if self.is_first && self.has_begun.load(Ordering::SeqCst) {
            COPIES.fetch_add(1, Ordering::SeqCst);
        }
        Counted { trio: self.trio.clone(), has_begun: Arc::clone(&self.has_begun), ..*self }
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Counted) -> bool {
        self.trio == other.trio
    }
}

impl Eq for Counted {}

impl Hash for Counted {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.trio.hash(state);
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.trio.fmt(f)
    }
}

impl Game for Counted {
    type Move = TrioMove;
    type Illegal = TrioIllegal;

    /// Without repetition, for which a match keeps its positions twice.
    const INFO: GameInfo = GameInfo { repetition: None, ..Trio::INFO };

    fn start(variant: Variant) -> Self {
        Trio::start(variant).into()
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        Trio::parse(variant, text).map(Counted::from)
    }

    fn variant(&self) -> Variant {
        self.trio.variant()
    }

    fn turn(&self) -> Player {
        self.trio.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.trio.outcome()
    }

    fn for_each_move<B>(&self, visit: impl FnMut(TrioMove) -> ControlFlow<B>) -> ControlFlow<B> {
        self.trio.for_each_move(visit)
    }

    fn random_move(&self, chance: &mut impl Chance) -> TrioMove {
        self.trio.random_move(chance)
    }

    fn check(&self, mv: TrioMove) -> Result<(), TrioIllegal> {
        CHECKS.fetch_add(1, Ordering::SeqCst);
        self.trio.check(mv)
    }

    fn play(&mut self, mv: TrioMove) {
        PLAYS.fetch_add(1, Ordering::SeqCst);
        self.has_begun.store(true, Ordering::SeqCst);
        self.is_first = false;
        self.trio.play(mv);
    }

    fn key(&self) -> u64 {
        self.trio.key()
    }
}

impl Show for Counted {
    fn steps(&self, mv: TrioMove) -> Vec<Step> {
        self.trio.steps(mv)
    }

    fn next(&self, so_far: &[Step]) -> Next<TrioMove> {
        self.trio.next(so_far)
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        self.trio.refusal(so_far, step)
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        self.trio.scene(so_far)
    }

    fn beats(&self, mv: TrioMove) -> Vec<Vec<Change>> {
        self.trio.beats(mv)
    }

    fn passes(&self, mv: TrioMove) -> Vec<String> {
        self.trio.passes(mv)
    }

    fn why(&self) -> String {
        self.trio.why()
    }
}
