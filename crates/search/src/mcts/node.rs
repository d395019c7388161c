//! Nodes: positions of the tree, each known by the move that leads to it, which threads read and write at the same
//! time.
//!
//! What is written before a node's first visit is counted, or before its children are, is seen by whoever sees
//! that count. Visits, results and proofs may be counted by several threads at once: no visit is lost, an average
//! may forget a result that was counted in the same instant, and a proof holds whoever wrote it.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use crossbeam_utils::atomic::AtomicCell;
use quintet_core::{Outcome, Player};

/// The largest distance that is told.
const FARTHEST: u16 = u16::MAX >> 2;

/// A result that holds whatever the players try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub outcome: Outcome,
    /// Moves to the end along the line that proves it: the winner needs no more, but perhaps fewer.
    pub distance: u16,
}

impl Proof {
    /// What the first player gets: 1, ½ or 0.
    pub fn value(self) -> f64 {
        match self.outcome {
            Outcome::Win(Player::First) => 1.0,
            Outcome::Win(Player::Second) => 0.0,
            Outcome::Draw => 0.5,
        }
    }

    pub fn wins_for(self, player: Player) -> bool {
        self.outcome == Outcome::Win(player)
    }

    /// The same result, one move earlier. Distances past [`FARTHEST`] are not told apart.
    pub fn before(self) -> Proof {
        Proof { distance: FARTHEST.min(self.distance + 1), ..self }
    }

    /// As one number that is not 0.
    fn packed(self) -> u16 {
        let outcome = match self.outcome {
            Outcome::Draw => 1,
            Outcome::Win(Player::First) => 2,
            Outcome::Win(Player::Second) => 3,
        };
        self.distance.min(FARTHEST) << 2 | outcome
    }

    #[inline]
    fn unpacked(packed: u16) -> Option<Proof> {
        let outcome = match packed & 3 {
            0 => return None,
            1 => Outcome::Draw,
            2 => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        };
        Some(Proof { outcome, distance: packed >> 2 })
    }
}

/// What is known of a child when it is added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed<M> {
    pub mv: M,
    /// The result for the first player that knowledge expects.
    pub mean: f64,
    pub proof: Option<Proof>,
}

impl<M> Seed<M> {
    /// Nothing but its move.
    pub const fn of(mv: M) -> Self {
        Seed { mv, mean: 0.5, proof: None }
    }
}

/// Every position that a move leads to is among the children.
const COMPLETE: u8 = 1;
/// The position is a draw because it came up before: on this way only, so it proves nothing.
const REPEATED: u8 = 2;
/// A thread is adding children.
const GROWING: u8 = 4;
/// [`Node::inverse_root_visits`] of a node without visits.
const UNVISITED: u32 = 1.0_f32.to_bits();
/// From this bit on: the logarithm of the size of the first block of children.
const BASE: u32 = 4;

pub(super) struct Node<M> {
    /// The average result for the first player; before the first visit, what knowledge expects. Bits of a float.
    mean: AtomicU64,
    visits: AtomicU32,
    /// See [`Proof::packed`]; 0 if nothing is proved.
    proof: AtomicU16,
    /// Where the first block of children lies.
    pub first: AtomicU32,
    /// In a tree that several threads share, where the next block of siblings lies; known to the first node of a
    /// block. A single thread keeps siblings in one block, and here 1 / √visits, bits of a float: choosing among
    /// them needs it of every one.
    link: AtomicU32,
    count: AtomicU16,
    /// How many of the children had a visit, where children are visited in their order first.
    tried: AtomicU16,
    flags: AtomicU8,
    /// How many threads are below, modulo 256.
    inside: AtomicU8,
    mv: AtomicCell<Aligned<M>>,
}

/// Moves of up to four bytes take as many, at multiples of four: only then they are read and written without a lock.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Aligned<M>(M);

impl<M: Copy> Node<M> {
    pub fn new(seed: Seed<M>) -> Self {
        Node {
            mean: AtomicU64::new(seed.mean.to_bits()),
            visits: AtomicU32::new(0),
            proof: AtomicU16::new(seed.proof.map_or(0, Proof::packed)),
            first: AtomicU32::new(0),
            link: AtomicU32::new(UNVISITED),
            count: AtomicU16::new(0),
            tried: AtomicU16::new(0),
            flags: AtomicU8::new(0),
            inside: AtomicU8::new(0),
            mv: AtomicCell::new(Aligned(seed.mv)),
        }
    }

    /// Begins anew, in a place that nobody else knows yet.
    pub fn become_new(&self, seed: Seed<M>) {
        self.mean.store(seed.mean.to_bits(), Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.proof.store(seed.proof.map_or(0, Proof::packed), Ordering::Relaxed);
        self.first.store(0, Ordering::Relaxed);
        self.link.store(UNVISITED, Ordering::Relaxed);
        self.count.store(0, Ordering::Relaxed);
        self.tried.store(0, Ordering::Relaxed);
        self.flags.store(0, Ordering::Relaxed);
        self.inside.store(0, Ordering::Relaxed);
        self.mv.store(Aligned(seed.mv));
    }

    /// Takes everything from another node. In a shared tree only the root may do so, for the next block of its
    /// siblings would be another's.
    pub fn become_like(&self, other: &Node<M>) {
        self.become_new(Seed { mv: other.mv(), mean: other.mean(), proof: other.proof() });
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.first.store(other.first.load(Ordering::Relaxed), Ordering::Relaxed);
        self.link.store(other.link.load(Ordering::Relaxed), Ordering::Relaxed);
        self.tried.store(other.tried.load(Ordering::Relaxed), Ordering::Relaxed);
        self.flags.store(other.flags.load(Ordering::Relaxed), Ordering::Relaxed);
        self.count.store(other.count.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    #[inline]
    pub fn mv(&self) -> M {
        self.mv.load().0
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Acquire)
    }

    #[inline]
    pub fn mean(&self) -> f64 {
        f64::from_bits(self.mean.load(Ordering::Relaxed))
    }

    /// The average result for a player.
    pub fn mean_for(&self, player: Player) -> f64 {
        match player {
            Player::First => self.mean(),
            Player::Second => 1.0 - self.mean(),
        }
    }

    /// What choosing among siblings goes by: the average result, from 0 to 1 for the first player and from −1 to 0
    /// for the second, and the visits it stands for. The visits of threads that are still below count as lost
    /// for `player` (virtual loss), so that others look elsewhere.
    #[inline]
    pub fn standing(&self, player: Player) -> (f32, u32) {
        let visits = self.visits.load(Ordering::Relaxed);
        let inside = u32::from(self.inside.load(Ordering::Relaxed));
        let (side, loss) = if player == Player::First { (1.0, 0.0) } else { (-1.0, -1.0) };
        let value = side * self.mean() as f32;
        if inside == 0 {
            return (value, visits);
        }
        let share = inside as f32 / (visits.max(1) + inside) as f32;
        (value + share * (loss - value), visits + inside)
    }

    /// 1 / √visits, 1 without visits; in the tree of a single thread.
    #[inline]
    pub fn inverse_root_visits(&self) -> f32 {
        f32::from_bits(self.link.load(Ordering::Relaxed))
    }

    /// Where the next block of siblings lies, if there is one, in a shared tree; of an unused block, the next of its size.
    #[inline]
    pub fn next_block(&self) -> u32 {
        self.link.load(Ordering::Relaxed)
    }

    /// Sets that; for the first node of the last block of siblings, or of an unused block.
    pub fn set_next_block(&self, first: u32) {
        self.link.store(first, Ordering::Relaxed);
    }

    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        Proof::unpacked(self.proof.load(Ordering::Relaxed))
    }

    /// Whether anything is proved.
    #[inline]
    pub fn is_proved(&self) -> bool {
        self.proof.load(Ordering::Relaxed) != 0
    }

    /// Notes a proof, unless there is one: what stands above it counts on its distance.
    pub fn set_proof(&self, proof: Proof) {
        let (none, packed) = (0, proof.packed());
        let _ = self.proof.compare_exchange(none, packed, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// How many children it has in the tree.
    #[inline]
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Acquire).into()
    }

    /// Lets everybody see that many children.
    pub fn show_children(&self, count: usize) {
        self.count.store(count as u16, Ordering::Release);
    }

    #[inline]
    pub fn is_complete(&self) -> bool {
        self.flags.load(Ordering::Acquire) & COMPLETE != 0
    }

    pub fn set_complete(&self) {
        self.flags.fetch_or(COMPLETE, Ordering::Release);
    }

    #[inline]
    pub fn is_repeated(&self) -> bool {
        self.flags.load(Ordering::Relaxed) & REPEATED != 0
    }

    pub fn set_repeated(&self) {
        self.flags.fetch_or(REPEATED, Ordering::Relaxed);
    }

    /// The logarithm of the size of the first block of children.
    #[inline]
    pub fn base(&self) -> usize {
        usize::from(self.flags.load(Ordering::Relaxed) >> BASE)
    }

    /// Only the thread that adds children sets it.
    pub fn set_base(&self, base: usize) {
        let rest = (1 << BASE) - 1;
        let with = |flags: u8| Some(flags & rest | (base as u8) << BASE);
        let _ = self.flags.fetch_update(Ordering::Relaxed, Ordering::Relaxed, with);
    }

    /// Whether this thread, and no other, may add children now.
    pub fn begin_growing(&self) -> bool {
        self.flags.fetch_or(GROWING, Ordering::Acquire) & GROWING == 0
    }

    pub fn end_growing(&self) {
        self.flags.fetch_and(!GROWING, Ordering::Release);
    }

    /// [`next_untried`](Node::next_untried) where no other thread can ask at the same time.
    #[inline]
    pub fn next_untried_alone(&self) -> Option<usize> {
        let tried = self.tried.load(Ordering::Relaxed);
        if usize::from(tried) == self.count() {
            return None;
        }
        self.tried.store(tried + 1, Ordering::Relaxed);
        Some(tried.into())
    }

    /// The number of the first child without a visit, which has one now.
    pub fn next_untried(&self) -> Option<usize> {
        let count = self.count() as u16;
        let next = |tried: u16| (tried < count).then_some(tried + 1);
        let tried = self.tried.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        tried.ok().map(usize::from)
    }

    /// A thread goes on to what is below.
    #[inline]
    pub fn enter(&self) {
        self.inside.fetch_add(1, Ordering::Relaxed);
    }

    /// It comes back.
    #[inline]
    pub fn leave(&self) {
        self.inside.fetch_sub(1, Ordering::Relaxed);
    }

    /// Counts a result for the first player. No other thread may do so at the same time.
    #[inline]
    pub fn visit_alone(&self, result: f64) {
        // Past four thousand million visits the average forgets the oldest.
        let visits = self.visits.load(Ordering::Relaxed).saturating_add(1);
        self.visits.store(visits, Ordering::Relaxed);
        let mean = averaged(self.mean(), result, visits);
        self.mean.store(mean.to_bits(), Ordering::Relaxed);
        self.link.store(inverse_root(visits).to_bits(), Ordering::Relaxed);
    }

    /// Counts a result for the first player.
    #[inline]
    pub fn visit(&self, result: f64) {
        // Release: who sees a visit sees what was found at it.
        let visits = self.visits.fetch_add(1, Ordering::AcqRel).saturating_add(1);
        if visits == u32::MAX {
            self.visits.store(u32::MAX - 1, Ordering::Relaxed);
        }
        let average = |bits: u64| Some(averaged(f64::from_bits(bits), result, visits).to_bits());
        let _ = self.mean.fetch_update(Ordering::Relaxed, Ordering::Relaxed, average);
    }

    /// What `player` prefers among siblings, larger first: a proved win, the sooner the better; then the
    /// more visited; last proved losses, the later the better.
    pub fn merit(&self, player: Player) -> (i32, f64, f64) {
        match self.proof() {
            Some(proof) if proof.wins_for(player) => (1, -f64::from(proof.distance), 0.0),
            Some(proof) if proof.wins_for(player.opponent()) => {
                (-1, f64::from(proof.distance), 0.0)
            }
            _ => (0, f64::from(self.visits()), self.mean_for(player)),
        }
    }
}

/// 1 / √visits, 1 without visits.
#[inline]
pub(super) fn inverse_root(visits: u32) -> f32 {
    1.0 / (visits.max(1) as f32).sqrt()
}

/// An average of so many results, this one the last. What knowledge expected gives way to the first.
#[inline]
fn averaged(mean: f64, result: f64, visits: u32) -> f64 {
    if visits == 1 { result } else { mean + (result - mean) / f64::from(visits) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_up_to_four_bytes_needs_no_lock_and_no_room() {
        assert!(AtomicCell::<Aligned<u8>>::is_lock_free());
        assert!(AtomicCell::<Aligned<[u8; 2]>>::is_lock_free());
        assert!(AtomicCell::<Aligned<[u8; 3]>>::is_lock_free());
        assert_eq!(size_of::<Node<[u8; 3]>>(), 32);
    }

    #[test]
    fn a_proof_comes_back_as_it_was_noted() {
        for outcome in [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)] {
            for distance in [0, 1, 700, FARTHEST] {
                let proof = Proof { outcome, distance };
                assert_eq!(Proof::unpacked(proof.packed()), Some(proof));
            }
            let farthest = Proof { outcome, distance: FARTHEST };
            assert_eq!(farthest.before(), farthest);
        }
        assert_eq!(Proof::unpacked(0), None);
    }
}
