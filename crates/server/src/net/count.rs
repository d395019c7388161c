//! How many of something there are, in all and from one network: connections, or what clients behind a proxy have under way.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::security::network::Network;

/// What is open.
#[derive(Debug)]
pub struct Count {
    most: usize,
    most_a_network: usize,
    open: Mutex<Open>,
    /// How many there are, for those who wait for their end.
    total: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    by_network: HashMap<Network, usize>,
}

impl Count {
    /// None yet.
    pub fn new(most: usize, most_a_network: usize) -> Arc<Count> {
        Arc::new(Count {
            most,
            most_a_network,
            open: Mutex::default(),
            total: watch::Sender::new(0),
        })
    }

    /// A place for one more, if there is one.
    pub fn enter(self: &Arc<Count>, network: Network) -> Option<Place> {
        let mut open = self.open();
        let from_here = open.by_network.get(&network).copied().unwrap_or(0);
        if open.total >= self.most || from_here >= self.most_a_network {
            return None;
        }
        open.total += 1;
        open.by_network.insert(network, from_here + 1);
        self.total.send_replace(open.total);
        Some(Place { count: Arc::clone(self), network })
    }

    /// Waits until none is open.
    pub async fn emptied(&self) {
        // The sender lives as long as this borrow of it.
        let _ = self.total.subscribe().wait_for(|total| *total == 0).await;
    }

    /// How many are open, as that changes.
    pub fn watch(&self) -> watch::Receiver<usize> {
        self.total.subscribe()
    }

    /// How many are open.
    pub fn total(&self) -> usize {
        self.open().total
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        // The numbers are right whoever panicked while holding them: every change is complete before the lock goes.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the count, given back when dropped.
#[derive(Debug)]
pub struct Place {
    count: Arc<Count>,
    network: Network,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.count.open();
        open.total -= 1;
        self.count.total.send_replace(open.total);
        if let Some(from_here) = open.by_network.get_mut(&self.network) {
            *from_here -= 1;
            if *from_here == 0 {
                open.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_run_out_for_one_network_and_for_all() {
        let count = Count::new(3, 2);
        let [ann, bob] = ["10.0.0.1", "10.0.0.2"].map(network);
        let first = count.enter(ann).unwrap();
        let _second = count.enter(ann).unwrap();
        assert!(count.enter(ann).is_none(), "two a network");
        let _third = count.enter(bob).unwrap();
        assert!(count.enter(bob).is_none(), "three in all");
        drop(first);
        assert_eq!(count.total(), 2);
        assert!(count.enter(ann).is_some(), "a place was given back");
    }

    fn network(text: &str) -> Network {
        Network::of(text.parse().unwrap())
    }

    #[test]
    fn two_thousand_addresses_of_one_network_have_the_places_of_one() {
        let count = Count::new(20_000, 100);
        let from = |address: u32| count.enter(network(&format!("2001:db8::{address:x}")));
        let places: Vec<Place> = (1..=2_000).filter_map(from).collect();
        assert_eq!(places.len(), 100);
        let fifty = (1..=50).filter_map(|last| count.enter(network(&format!("10.0.0.{last}"))));
        assert_eq!(fifty.collect::<Vec<_>>().len(), 50, "other networks have their own");
    }
}
