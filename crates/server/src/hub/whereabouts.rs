//! From where people were last heard of: those of one network have their turns together, also while they only wait for the computer.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet_rooms::{GuestId, Time};

use super::Hub;
use crate::pool::Person;

/// For how long that counts, in milliseconds: who makes no request for as long floods nobody.
const REMEMBERED: u64 = 600_000;

#[derive(Default)]
pub(super) struct Whereabouts(Mutex<HashMap<GuestId, (IpAddr, Time)>>);

impl Whereabouts {
    fn lock(&self) -> MutexGuard<'_, HashMap<GuestId, (IpAddr, Time)>> {
        // Entries go in and out whole: nothing is half done when somebody panics.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hub {
    /// Somebody was heard of from that network.
    pub fn heard_from(&self, guest: &GuestId, network: IpAddr) {
        let seen = (network, self.clock.now());
        let mut whereabouts = self.whereabouts.lock();
        match whereabouts.get_mut(guest) {
            Some(known) => *known = seen,
            None => drop(whereabouts.insert(guest.clone(), seen)),
        }
    }

    /// As whom somebody takes turns with others. Of whom nothing was heard of late, here, is alone.
    pub fn person(&self, guest: &GuestId) -> Person {
        match self.whereabouts.lock().get(guest) {
            Some((network, _)) => Person::at(*network, &guest.0),
            None => Person::alone(&guest.0),
        }
    }

    /// Forgets where those were of whom nothing was heard for long; to be called now and then.
    pub fn forget_whereabouts(&self) {
        let now = self.clock.now();
        let mut whereabouts = self.whereabouts.lock();
        whereabouts.retain(|_, (_, at)| now.since(*at) < REMEMBERED);
        whereabouts.shrink_to_fit();
    }
}
