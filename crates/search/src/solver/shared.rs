//! What the threads of a solver share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quintet_core::Tactics;

use super::archive::Shelf;
use super::table::Table;
use crate::Stop;

/// Before so many positions are visited one thread works alone: starting others would take longer.
const ALONE: u64 = 1 << 12;

/// How many positions a thread visits before it looks at the limit and the signals again.
const WATCH_EVERY: u64 = 1024;

/// Places to note where threads are busy. A place taken by another position only means that less is
/// noted.
const BUSY: usize = 1 << 10;

/// What all threads use.
pub(super) struct Shared<'a, G: Tactics> {
    pub(super) table: Table<G>,
    stop: &'a Stop,
    node_limit: u64,
    /// Positions that threads have visited or were granted.
    granted: AtomicU64,
    /// Whether one thread still works alone.
    alone: bool,
    /// Whether all threads are to come back.
    over: AtomicBool,
    busy: Vec<AtomicU64>,
    /// What earlier runs proved, if somebody keeps it.
    pub(super) shelf: Option<Shelf<'a>>,
}

impl<'a, G: Tactics> Shared<'a, G> {
    pub(super) fn new(
        stop: &'a Stop,
        node_limit: u64,
        table: Table<G>,
        shelf: Option<Shelf<'a>>,
    ) -> Self {
        Shared {
            table,
            stop,
            node_limit,
            granted: AtomicU64::new(0),
            alone: true,
            over: AtomicBool::new(false),
            busy: (0..BUSY).map(|_| AtomicU64::new(0)).collect(),
            shelf,
        }
    }

    /// Positions visited, while no thread is at work.
    pub(super) fn visited(&self) -> u64 {
        self.granted.load(Ordering::Relaxed)
    }

    /// From now on only so many more.
    pub(super) fn limit_rest(&mut self, nodes: u64) {
        self.node_limit = self.node_limit.min(self.visited().saturating_add(nodes));
    }

    /// Whether threads that came back without an answer only made room for the table to grow, which it
    /// then does, or for more threads.
    pub(super) fn go_on(&mut self) -> bool {
        if self.stop.is_set() || self.visited() >= self.node_limit {
            return false;
        }
        self.alone &= self.visited() < ALONE;
        if self.table.wants_to_grow() {
            self.table.grow();
        }
        true
    }

    /// Whether so much was done already that starting threads costs nothing beside it.
    pub(super) fn is_worth_helpers(&self) -> bool {
        !self.alone
    }

    /// Grants a thread some positions to visit; none if it is to come back.
    pub(super) fn grant(&self) -> u64 {
        if self.over.load(Ordering::Relaxed) || self.stop.is_set() {
            return 0;
        }
        if self.table.wants_to_grow() {
            return 0;
        }
        let limit = if self.alone { self.node_limit.min(ALONE) } else { self.node_limit };
        let mut grant = 0;
        let _ = self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |granted| {
            grant = limit.saturating_sub(granted).min(WATCH_EVERY);
            (grant > 0).then_some(granted + grant)
        });
        grant
    }

    /// Takes back what was granted and not used.
    pub(super) fn give_back(&self, unused: u64) {
        self.granted.fetch_sub(unused, Ordering::Relaxed);
    }

    /// Calls all threads back: one has the answer.
    pub(super) fn call_back(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// All threads are back; the next may start.
    pub(super) fn all_came_back(&self) {
        self.over.store(false, Ordering::Relaxed);
    }

    fn busy_place(&self, key: u64) -> &AtomicU64 {
        &self.busy[(key >> 32) as usize % BUSY]
    }

    /// Whether another thread is at work on a position. Only a hint on what to do first.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.busy_place(key).load(Ordering::Relaxed) == key
    }

    /// Notes that a thread begins to work on a position.
    pub(super) fn begin(&self, key: u64) {
        self.busy_place(key).store(key, Ordering::Relaxed);
    }

    /// Notes that a thread has left a position.
    pub(super) fn end(&self, key: u64) {
        let place = self.busy_place(key);
        if place.load(Ordering::Relaxed) == key {
            place.store(0, Ordering::Relaxed);
        }
    }
}
