//! A question's place in line, wherever it is thought about.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bureau::Orders;
use super::line::Ticket;
use super::queue::{Asked, Queue};
use super::{Kind, Wait};

/// A question's place in line.
#[derive(Clone)]
pub struct Place(Arc<Spot>);

struct Spot {
    kind: Kind,
    queue: Arc<Queue>,
    at: Mutex<At>,
}

/// Where a question is.
enum At {
    /// In our own line, or before one of our threads.
    Here(Ticket),
    /// With others.
    Away { number: i64, orders: Orders, wait: Option<Wait> },
    /// It is answered, or nobody waits for it.
    Nowhere,
}

impl Place {
    /// A place in our own line.
    pub(super) fn here(kind: Kind, queue: Arc<Queue>, ticket: Ticket) -> Place {
        Place::at(kind, queue, At::Here(ticket))
    }

    /// A place in the line of others.
    pub(super) fn away(
        kind: Kind,
        queue: Arc<Queue>,
        (number, orders): (i64, Orders),
        wait: Option<Wait>,
    ) -> Place {
        Place::at(kind, queue, At::Away { number, orders, wait })
    }

    fn at(kind: Kind, queue: Arc<Queue>, at: At) -> Place {
        Place(Arc::new(Spot { kind, queue, at: Mutex::new(at) }))
    }

    fn lock(&self) -> MutexGuard<'_, At> {
        self.0.at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long it still waits; `None` once it is being thought about.
    pub fn wait(&self) -> Option<Wait> {
        match &*self.lock() {
            At::Here(ticket) => self.0.queue.wait(self.0.kind, ticket),
            At::Away { wait, .. } => *wait,
            At::Nowhere => None,
        }
    }

    /// Others say how long it waits with them.
    pub(super) fn told(&self, now: Option<Wait>) {
        if let At::Away { wait, .. } = &mut *self.lock() {
            *wait = now;
        }
    }

    /// Nobody else thinks about it: we do.
    pub(super) fn come_home(&self, asked: Asked) {
        let mut at = self.lock();
        if matches!(*at, At::Away { .. }) {
            *at = self.0.queue.take_in(asked).map_or(At::Nowhere, At::Here);
        }
    }

    /// Nobody waits for the answer any more.
    pub(super) fn cancel(&self) {
        let was = std::mem::replace(&mut *self.lock(), At::Nowhere);
        match was {
            At::Here(ticket) => self.0.queue.cancel(self.0.kind, &ticket),
            At::Away { number, orders, .. } => orders.cancel(number),
            At::Nowhere => {}
        }
    }
}
