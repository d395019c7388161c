//! A game that counts what is done with it, to see that nobody checks, plays or copies twice. Positions may repeat.
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

/// A position of the game `G`.
#[derive(Debug)]
pub struct Counted<G> {
    position: G,
    /// Whether it is the first of its match. It lies in the history of each copy.
    is_first: bool,
    /// Whether a move was made since then.
    has_begun: Arc<AtomicBool>,
}

impl<G> From<G> for Counted<G> {
    fn from(position: G) -> Self {
        Counted { position, is_first: true, has_begun: Arc::default() }
    }
}

impl<G: Clone> Clone for Counted<G> {
    fn clone(&self) -> Self {
        if self.is_first && self.has_begun.load(Ordering::SeqCst) {
            COPIES.fetch_add(1, Ordering::SeqCst);
        }
        let (position, has_begun) = (self.position.clone(), Arc::clone(&self.has_begun));
        Counted { position, is_first: self.is_first, has_begun }
    }
}

impl<G: PartialEq> PartialEq for Counted<G> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<G: Eq> Eq for Counted<G> {}

impl<G: Hash> Hash for Counted<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl<G: fmt::Display> fmt::Display for Counted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<G: Game> Game for Counted<G> {
    type Move = G::Move;
    type Illegal = G::Illegal;

    /// Without repetition, for which a match keeps its positions twice.
    const INFO: GameInfo = GameInfo { repetition: None, ..G::INFO };

    fn start(variant: Variant) -> Self {
        G::start(variant).into()
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        G::parse(variant, text).map(Counted::from)
    }

    fn variant(&self) -> Variant {
        self.position.variant()
    }

    fn turn(&self) -> Player {
        self.position.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn for_each_move<B>(&self, visit: impl FnMut(G::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.position.for_each_move(visit)
    }

    fn random_move(&self, chance: &mut impl Chance) -> G::Move {
        self.position.random_move(chance)
    }

    fn check(&self, mv: G::Move) -> Result<(), G::Illegal> {
        CHECKS.fetch_add(1, Ordering::SeqCst);
        self.position.check(mv)
    }

    fn play(&mut self, mv: G::Move) {
        PLAYS.fetch_add(1, Ordering::SeqCst);
        self.has_begun.store(true, Ordering::SeqCst);
        self.is_first = false;
        self.position.play(mv);
    }

    fn key(&self) -> u64 {
        self.position.key()
    }
}

impl<G: Show> Show for Counted<G> {
    fn steps(&self, mv: G::Move) -> Vec<Step> {
        self.position.steps(mv)
    }

    fn other_steps(&self, mv: G::Move) -> Vec<Vec<Step>> {
        self.position.other_steps(mv)
    }

    fn next(&self, so_far: &[Step]) -> Next<G::Move> {
        self.position.next(so_far)
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        self.position.refusal(so_far, step)
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        self.position.scene(so_far)
    }

    fn beats(&self, mv: G::Move) -> Vec<Vec<Change>> {
        self.position.beats(mv)
    }

    fn passes(&self, mv: G::Move) -> Vec<String> {
        self.position.passes(mv)
    }

    fn why(&self) -> String {
        self.position.why()
    }
}
