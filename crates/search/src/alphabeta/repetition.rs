//! Positions that come up again, for games with a rule against it.
//!
//! Two cases are kept apart. A position that came up so often in the game so far that once more draws is a
//! certain draw in this search, as if the rules ended the game there. A position that comes up again on
//! the way to it is only judged a draw: whether it can be avoided depends on the way.

use std::collections::HashMap;

use quintet_core::Game;
use quintet_core::key::mix;

/// What a search knows about repeated positions. Empty for games without such a rule.
pub(super) struct Repetitions<G> {
    /// Positions that are a draw when they come up once more, with their keys.
    drawn: Vec<(u64, G)>,
    /// The keys of the positions on the way from the root.
    way: Vec<u64>,
    /// How many positions of either kind have keys with these low bits: mostly none, which saves the look.
    sieve: Vec<u8>,
}

const SIEVE: usize = 4096;

impl<G: Game> Repetitions<G> {
    /// `positions` are those of the game so far.
    pub fn new(positions: &[G]) -> Self {
        let mut new = Repetitions { drawn: Vec::new(), way: Vec::new(), sieve: vec![0; SIEVE] };
        let Some(limit) = G::INFO.repetition else { return new };
        let mut times: HashMap<&G, usize> = HashMap::new();
        for position in positions {
            let times = times.entry(position).or_default();
            *times += 1;
            if *times + 1 == limit {
                let key = position.key();
                new.drawn.push((key, position.clone()));
                new.note(key, 1);
            }
        }
        new
    }

    /// Changes whenever other positions are certain draws: then what was proved before is so no more.
    pub fn signature(&self) -> u64 {
        self.drawn.iter().fold(0, |signature, (key, _)| mix(signature, *key))
    }

    fn note(&mut self, key: u64, count: i8) {
        let place = &mut self.sieve[key as usize % SIEVE];
        // Stays at the top once it is there: then it only says "look".
        if *place < u8::MAX {
            *place = place.saturating_add_signed(count);
        }
    }

    pub fn enter(&mut self, key: u64) {
        self.way.push(key);
        self.note(key, 1);
    }

    pub fn leave(&mut self) {
        if let Some(key) = self.way.pop() {
            self.note(key, -1);
        }
    }

    /// Whether coming to this position is a certain draw, or only judged one; `None` if neither.
    #[inline]
    pub fn draws(&self, position: &G, key: u64) -> Option<Certainty> {
        if self.sieve[key as usize % SIEVE] == 0 {
            return None;
        }
        if self.drawn.iter().any(|(drawn, whole)| *drawn == key && whole == position) {
            return Some(Certainty::Certain);
        }
        // A key suffices: nothing is proved by it.
        self.way.contains(&key).then_some(Certainty::Judged)
    }
}

/// How sure a draw by repetition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    Certain,
    Judged,
}
