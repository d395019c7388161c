//! A game of which nothing is known but its rules, as the searches see it: every running position looks even.
//!
//! Depth-first search and solver then see the ends of games and nothing before.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use quintet_core::{Chance, Game, GameInfo, Outcome, Player, PositionError, Tactics, Variant};

use crate::solver::Archive;
use crate::{Engine, Report, Task, Tell};

/// The part of [`Game`] in which a position seen in another way is like the position itself.
macro_rules! like_the_position {
    ($position:tt) => {
        fn variant(&self) -> Variant {
            self.$position.variant()
        }

        fn turn(&self) -> Player {
            self.$position.turn()
        }

        fn outcome(&self) -> Option<Outcome> {
            self.$position.outcome()
        }

        fn random_move(&self, chance: &mut impl Chance) -> Self::Move {
            self.$position.random_move(chance)
        }

        fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal> {
            self.$position.check(mv)
        }

        fn is_legal(&self, mv: Self::Move) -> bool {
            self.$position.is_legal(mv)
        }

        fn play(&mut self, mv: Self::Move) {
            self.$position.play(mv);
        }

        fn key(&self) -> u64 {
            self.$position.key()
        }
    };
}
pub(crate) use like_the_position;

/// An engine that plays a game without [`Tactics`].
pub struct Uninformed<G: Game>(Box<dyn Engine<Unjudged<G>>>);

impl<G: Game> Uninformed<G> {
    /// Lets an engine play that knows the rules only.
    pub fn new(engine: Box<dyn Engine<Unjudged<G>>>) -> Self {
        Uninformed(engine)
    }
}

impl<G: Game> Engine<G> for Uninformed<G> {
    fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move> {
        let positions: Vec<_> = task.positions.iter().cloned().map(Unjudged).collect();
        self.0.think(&task.about(&positions), tell)
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn keep_proofs(&mut self, archive: Arc<dyn Archive>) {
        self.0.keep_proofs(archive);
    }
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unjudged<G>(G);

impl<G: fmt::Display> fmt::Display for Unjudged<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<G: Game> Game for Unjudged<G> {
    type Move = G::Move;
    type Illegal = G::Illegal;

    const INFO: GameInfo = G::INFO;

    fn start(variant: Variant) -> Self {
        Unjudged(G::start(variant))
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        G::parse(variant, text).map(Unjudged)
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.for_each_move(visit)
    }

    fn count_moves(&self) -> u64 {
        self.0.count_moves()
    }

    like_the_position!(0);
}

impl<G: Game> Tactics for Unjudged<G> {
    type Packed = G;

    fn packed(&self) -> G {
        self.0.clone()
    }

    fn evaluate(&self) -> i32 {
        0
    }
}
