//! Weaker play that errs like people: by overlooking moves.
//!
//! A distracted player does not see some of the moves wherever they come up in its thoughts: often what the
//! opponent can do, more seldom what it can do itself. What it does see it judges as well as ever. Which
//! moves it overlooks changes from one move of the game to the next.
//!
//! A move that wins at once it never overlooks: that is no oversight but not to know what one plays for.

use std::fmt;
use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::tactics::LARGEST_ESTIMATE;
use quintet_core::{Chance, Game, GameInfo, Outcome, Player, PositionError, Tactics, Variant};

use crate::unjudged::like_the_position;
use crate::{Engine, Report, Score, Task, Tell};

/// An engine that overlooks moves.
pub struct Distracted<G: Tactics> {
    engine: Box<dyn Engine<PartialView<G>>>,
    /// How many of the opponent's moves in a hundred it sees.
    sight: u8,
}

impl<G: Tactics> Distracted<G> {
    /// Lets an engine see only so many of the opponent's moves in a hundred.
    pub fn new(engine: Box<dyn Engine<PartialView<G>>>, sight: u8) -> Self {
        Distracted { engine, sight }
    }
}

impl<G: Tactics> Engine<G> for Distracted<G> {
    fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move> {
        // Whoever wants several lines wants to hear of the other moves, too.
        if let Some(mv) = win_at_once(task.position()).filter(|_| task.lines == 1) {
            let score = Score::Estimate(LARGEST_ESTIMATE);
            let report = Report { rank: 0, depth: 1, nodes: 1, score, line: vec![mv] };
            tell(&report);
            return report;
        }
        let attention =
            Attention { player: task.position().turn(), sight: self.sight, seed: task.seed };
        let look = |position: &G| PartialView { position: position.clone(), attention };
        let positions: Vec<_> = task.positions.iter().map(look).collect();
        let tell = &mut |report: &Report<G::Move>| tell(&without_proofs(report.clone()));
        without_proofs(self.engine.think(&task.about(&positions), tell))
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

/// A move that wins the game, if there is one.
fn win_at_once<G: Game>(position: &G) -> Option<G::Move> {
    let won = Some(Outcome::Win(position.turn()));
    let found = position.for_each_move(|mv| {
        if position.after(mv).outcome() == won {
            ControlFlow::Break(mv)
        } else {
            ControlFlow::Continue(())
        }
    });
    found.break_value()
}

/// Who overlooks moves has proved nothing.
fn without_proofs<M>(report: Report<M>) -> Report<M> {
    let score = match report.score {
        Score::Win(_) => Score::Estimate(LARGEST_ESTIMATE),
        Score::Loss(_) => Score::Estimate(-LARGEST_ESTIMATE),
        Score::Draw => Score::Estimate(0),
        estimate @ Score::Estimate(_) => estimate,
    };
    Report { score, ..report }
}

/// Own moves are overlooked less often than the opponent's, by this factor.
const OWN: u8 = 3;

/// Who overlooks what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attention {
    player: Player,
    sight: u8,
    seed: u64,
}

impl Attention {
    /// How many moves of a player in a hundred it sees.
    fn sight(self, mover: Player) -> u8 {
        if mover == self.player { 100 - (100 - self.sight) / OWN } else { self.sight }
    }

    /// Whether it sees something that a player can do.
    fn sees(self, mover: Player, what: u64) -> bool {
        mix(self.seed, what) % 100 < u64::from(self.sight(mover))
    }
}

/// A position of which not all moves are seen; at least one always is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartialView<G> {
    position: G,
    attention: Attention,
}

/// An evaluation beyond this is a result seen at once, which can be overlooked too.
const SEEN_AT_ONCE: i32 = LARGEST_ESTIMATE / 2;

impl<G: fmt::Display> fmt::Display for PartialView<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<G: Game> Game for PartialView<G> {
    type Move = G::Move;
    type Illegal = G::Illegal;

    const INFO: GameInfo = G::INFO;

    fn start(variant: Variant) -> Self {
        PartialView {
            position: G::start(variant),
            attention: Attention { player: Player::First, sight: 100, seed: 0 },
        }
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        Ok(PartialView { position: G::parse(variant, text)?, ..Self::start(variant) })
    }

    fn for_each_move<B>(
        &self,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (mover, key) = (self.position.turn(), self.position.key());
        let (mut number, mut seen, mut first) = (0, false, None);
        self.position.for_each_move(|mv| {
            number += 1;
            first = first.or(Some(mv));
            if !self.attention.sees(mover, key ^ number) {
                return ControlFlow::Continue(());
            }
            seen = true;
            visit(mv)
        })?;
        match first {
            Some(mv) if !seen => visit(mv),
            _ => ControlFlow::Continue(()),
        }
    }

    like_the_position!(position);
}

impl<G: Tactics> Tactics for PartialView<G> {
    type Packed = (G::Packed, Attention);

    fn packed(&self) -> Self::Packed {
        (self.position.packed(), self.attention)
    }

    fn evaluate(&self) -> i32 {
        let value = self.position.evaluate();
        let (turn, key) = (self.position.turn(), self.position.key());
        let winner = if value > 0 { turn } else { turn.opponent() };
        if value.abs() > SEEN_AT_ONCE && !self.attention.sees(winner, key) { 0 } else { value }
    }

    fn promise(&self, mv: Self::Move) -> i32 {
        self.position.promise(mv)
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Self::Move {
        self.position.greedy_move(chance)
    }

    fn playout_move(&self, chance: &mut impl Chance) -> Self::Move {
        if chance.below(100) < u32::from(self.attention.sight(self.position.turn())) {
            self.position.playout_move(chance)
        } else {
            self.position.random_move(chance)
        }
    }
}
