//! The moves that have to be searched, and their order.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use quintet_core::key::mix;
use quintet_core::{Player, Tactics};

/// A move that does not end the game.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// The key of the position after it.
    pub(super) key: u64,
    pub(super) rank: i32,
}

/// Keeps one of the moves from `start` on that lead to the same position.
pub(super) fn drop_duplicates<G: Tactics>(
    candidates: &mut Vec<Candidate<G::Move>>,
    start: usize,
    position: &G,
) {
    candidates[start..].sort_unstable_by_key(|candidate| candidate.key);
    let mut kept = start;
    for place in start..candidates.len() {
        let candidate = candidates[place];
        let same = kept > start && {
            let last = candidates[kept - 1];
            last.key == candidate.key
                && position.after(last.mv).essence() == position.after(candidate.mv).essence()
        };
        if !same {
            candidates[kept] = candidate;
            kept += 1;
        }
    }
    candidates.truncate(kept);
}

/// Keeps one of the moves from `start` on that lead to positions which look alike.
pub(super) fn drop_alike<G: Tactics>(
    candidates: &mut Vec<Candidate<G::Move>>,
    start: usize,
    position: &G,
) {
    let mut seen = HashSet::new();
    let mut kept = start;
    for place in start..candidates.len() {
        let candidate = candidates[place];
        if seen.insert(position.after(candidate.mv).essence().representative()) {
            candidates[kept] = candidate;
            kept += 1;
        }
    }
    candidates.truncate(kept);
}

/// Puts the most promising first, `first` before all others.
pub(super) fn order<M: Copy + Eq>(candidates: &mut [Candidate<M>], first: Option<M>) {
    for candidate in candidates.iter_mut().filter(|candidate| Some(candidate.mv) == first) {
        candidate.rank = i32::MAX;
    }
    candidates.sort_unstable_by_key(|candidate| (-i64::from(candidate.rank), candidate.key));
}

/// How many moves are remembered for each number of moves from the root.
const KILLERS: usize = 2;

/// Moves that lately were good enough come before all others but the one that was best in this very
/// position. Isaac takes a fifth fewer positions for it.
const KILLER_BONUS: i32 = 100_000;

/// How many different moves of each player are told apart; others share their successes.
const MOVES: usize = 4096;

/// The successes of a move count for at most about so much…
const MOST_SUCCESS: i32 = 256;

/// …of which this part adds to what the game promises of it. With five times as much Isaac takes as
/// many positions, with thirty times more than twice as many.
const SUCCESS_PART: i32 = 16;

/// Which moves were good enough so far: they often are so again.
pub(super) struct Experience<M> {
    /// The last ones, by how far from the root.
    killers: Vec<[Option<M>; KILLERS]>,
    /// How often, and for how much work, each was.
    successes: Vec<i32>,
}

impl<M: Copy + Eq + Hash> Experience<M> {
    pub(super) fn new() -> Self {
        Experience { killers: Vec::new(), successes: vec![0; 2 * MOVES] }
    }

    pub(super) fn killers(&self, ply: i32) -> impl Iterator<Item = M> + use<M> {
        let known = self.killers.get(ply as usize).copied().unwrap_or([None; KILLERS]);
        known.into_iter().flatten()
    }

    /// What to add to the rank of a move.
    pub(super) fn bonus(&self, turn: Player, ply: i32, mv: M) -> i32 {
        let killer = self.killers(ply).any(|killer| killer == mv);
        let success = self.successes[place(turn, mv)] / SUCCESS_PART;
        success + if killer { KILLER_BONUS } else { 0 }
    }

    /// Learns that a move was good enough. `weight` tells how much work it was to find out, from 0 to 63.
    pub(super) fn add(&mut self, turn: Player, ply: i32, mv: M, weight: i32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let known = &mut self.killers[ply];
        if known[0] != Some(mv) {
            known.rotate_right(1);
            known[0] = Some(mv);
        }
        let success = &mut self.successes[place(turn, mv)];
        *success += weight - *success * weight / MOST_SUCCESS;
    }
}

fn place<M: Hash>(turn: Player, mv: M) -> usize {
    let mut hasher = Mixer(turn.index() as u64);
    mv.hash(&mut hasher);
    hasher.0 as usize % (2 * MOVES)
}

/// Hashes a move in a few steps, the same way on every machine.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u8(*byte);
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
