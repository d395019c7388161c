//! Which moves to try first: those that refuted other positions, then those that look promising.

use std::hash::{Hash, Hasher};

use quintet_core::Player;

/// A move and how early it is to be tried: larger first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    pub mv: M,
    pub rank: i32,
}

/// What a search learns about moves apart from positions.
pub(super) struct Ordering<M> {
    /// The last two moves that refuted a position at each distance from the root.
    killers: Vec<[Option<M>; 2]>,
    /// How often each player's moves refuted positions, within ±[`MOST`]. Moves that fall on the same place
    /// share it.
    history: Vec<[i16; PLACES]>,
}

const PLACES: usize = 4096;

/// The range of history, and of promise once it is brought to scale.
const MOST: i32 = 1024;

const KILLER: i32 = 8 * MOST;

/// Moves that were put off because another thread is busy with them rank no higher: after all others, and among
/// themselves as before.
pub(super) const PUT_OFF: i32 = i32::MIN / 2;

/// So many moves are picked one by one; most refutations are among them. Then the rest is sorted.
const PICKED: usize = 6;

impl<M: Copy + Eq + Hash> Ordering<M> {
    pub fn new(most_plies: usize) -> Self {
        Ordering { killers: vec![[None; 2]; most_plies + 1], history: vec![[0; PLACES]; 2] }
    }

    pub fn is_killer(&self, mv: M, ply: i32) -> bool {
        self.killers[ply as usize].contains(&Some(mv))
    }

    /// Ranks moves whose rank is the game's promise so far.
    pub fn rank(&self, moves: &mut [Ranked<M>], player: Player, ply: i32) {
        let (least, most) = moves.iter().fold((i32::MAX, i32::MIN), |(least, most), ranked| {
            (least.min(ranked.rank), most.max(ranked.rank))
        });
        let scale = MOST as f32 / (most as f32 - least as f32).max(1.0);
        let killers = self.killers[ply as usize];
        let history = &self.history[player.index()];
        for ranked in moves {
            let promise = (ranked.rank as f32 - least as f32) * scale;
            ranked.rank = promise as i32 + i32::from(history[place(ranked.mv)]);
            if killers[0] == Some(ranked.mv) {
                ranked.rank += KILLER + MOST;
            } else if killers[1] == Some(ranked.mv) {
                ranked.rank += KILLER;
            }
        }
    }

    /// `mv` refuted a position in which `before` had not.
    pub fn refuted(&mut self, mv: M, before: &[Ranked<M>], player: Player, ply: i32, depth: i32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = (depth * depth).min(MOST / 4);
        self.learn(mv, player, weight);
        let tried = |ranked: &&Ranked<M>| ranked.mv != mv && ranked.rank > PUT_OFF;
        for ranked in before.iter().take(32).filter(tried) {
            self.learn(ranked.mv, player, -weight);
        }
    }

    /// Moves the history towards ±[`MOST`], the slower the closer it is.
    fn learn(&mut self, mv: M, player: Player, weight: i32) {
        let history = &mut self.history[player.index()][place(mv)];
        let old = i32::from(*history);
        *history = (old + weight - old * weight.abs() / MOST) as i16;
    }
}

/// Brings the best of the moves from `index` on to `index`.
#[inline]
pub(super) fn pick<M: Copy>(moves: &mut [Ranked<M>], index: usize) {
    if index > PICKED {
        return;
    }
    let rest = &mut moves[index..];
    if index == PICKED {
        rest.sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        return;
    }
    let mut best = 0;
    for (place, ranked) in rest.iter().enumerate() {
        if ranked.rank > rest[best].rank {
            best = place;
        }
    }
    rest.swap(0, best);
}

/// Where a move's history is kept.
#[inline]
fn place<M: Hash>(mv: M) -> usize {
    let mut folding = Folding(0);
    mv.hash(&mut folding);
    (folding.0 >> 52) as usize
}

/// A hasher for small values: fast, and the same on every machine, unlike the standard one.
struct Folding(u64);

impl Folding {
    #[inline]
    fn fold(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.fold(u64::from(*byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.fold(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.fold(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.fold(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.fold(word);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.fold(word as u64);
        self.fold((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.fold(word as u64);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.fold(word as u64);
    }
}
