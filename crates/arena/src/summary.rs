//! What the games of a match came to.

use std::collections::BTreeMap;

use quintet_players::Forfeit;

use crate::lateness::Lateness;
use crate::muster::Absent;
use crate::referee;
use crate::series::{Finished, side_of_a};
use crate::sprt::{Course, Sprt, Verdict};
use crate::stats::{Score, half_points};

/// What a match came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Seen from A.
    pub score: Score,
    /// Games lost by A and by B without losing by the rules.
    pub forfeits: [u64; 2],
    /// Why, for the first of them.
    pub forfeited: Vec<Forfeited>,
    /// Games that ended before the rules ended them.
    pub adjudicated: u64,
    /// How far the moves of A and of B overstepped the time for a move.
    pub lateness: [Lateness; 2],
    /// How many moves were asked for.
    pub moves: u64,
    /// A program could not be started again: the match stopped there.
    pub absent: Option<Absent>,
    /// How its sequential test goes, if it has one.
    pub course: Course,
    /// A's half points in the games whose partner has not ended, by opening.
    single: BTreeMap<u64, usize>,
}

/// A game that a player lost without losing by the rules.
#[derive(Clone, Debug)]
pub struct Forfeited {
    /// Its number, from 0.
    pub index: u64,
    /// Whether A lost it, or B.
    pub by_a: bool,
    /// Why.
    pub forfeit: Forfeit,
}

/// So many forfeits are remembered with their reasons: who fails more often fails in the same way.
const MOST_REASONS: usize = 100;

impl Summary {
    /// Adds a game, and lets the sequential test look at it.
    pub(crate) fn add(&mut self, game: &Finished, sprt: Option<Sprt>) {
        let Some(outcome) = game.record.result else { return };
        let side = side_of_a(game.index);
        let half_points = half_points(outcome, side);
        let opening = game.index / 2;
        let partner = self.single.remove(&opening);
        self.score.add(half_points, partner);
        match partner {
            None => drop(self.single.insert(opening, half_points)),
            Some(partner) => {
                if let Some(sprt) = sprt {
                    self.course.add(opening, half_points + partner, sprt);
                }
            }
        }
        if game.record.ending.is_some_and(referee::is_forfeit) {
            let by_a = outcome.winner() != Some(side);
            self.forfeits[usize::from(!by_a)] += 1;
            if let Some(forfeit) = &game.protocol.forfeit
                && self.forfeited.len() < MOST_REASONS
            {
                let forfeit = forfeit.clone();
                self.forfeited.push(Forfeited { index: game.index, by_a, forfeit });
            }
        }
        self.adjudicated += u64::from(game.protocol.is_adjudicated);
        for (of_player, side) in self.lateness.iter_mut().zip([side, side.opponent()]) {
            of_player.take_in(&game.protocol.lateness[side.index()]);
        }
        self.moves += game.protocol.moves;
    }

    /// Whether the sequential test has decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.course.verdict() != Verdict::Open
    }
}
