//! What the threads of a search are busy with, so that each turns to something else first.
//!
//! A move that another thread is searching to the same depth is put off until the others are done (ABDADA in the
//! simple form of T. Kerrigan): by then the table mostly knows what came of it.

use std::sync::atomic::{AtomicU64, Ordering};

use quintet_core::key::mix;

/// Places to note it. A place taken by another position only means that something is searched twice.
const PLACES: usize = 1 << 12;

/// Less deep searches are over sooner than others could turn to something else.
const LEAST_DEPTH: i32 = 3;

/// Positions under search. Empty, and never asked, with a single thread.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub fn new(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Busy((0..places).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether threads keep out of each other's way where so many moves are to be searched.
    #[inline]
    pub fn matters(&self, depth: i32) -> bool {
        depth >= LEAST_DEPTH && !self.0.is_empty()
    }

    /// A name for searching the position with this key that deep.
    pub fn mark(key: u64, depth: i32) -> u64 {
        mix(key, depth as u64)
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.0[mark as usize % PLACES]
    }

    /// Whether a thread is busy with it.
    pub fn has(&self, mark: u64) -> bool {
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    /// This thread turns to it.
    pub fn enter(&self, mark: u64) {
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    /// This thread is done with it.
    pub fn leave(&self, mark: u64) {
        let _ = self.place(mark).compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
