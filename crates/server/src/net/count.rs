//! How many connections there are, in all and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use metrics::gauge;
use tokio::sync::watch;

/// The connections that are open.
#[derive(Debug)]
pub struct Count {
    most: usize,
    most_an_address: usize,
    open: Mutex<Open>,
    /// How many there are, for those who wait for their end.
    total: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Count {
    /// None yet.
    pub fn new(most: usize, most_an_address: usize) -> Arc<Count> {
        Arc::new(Count {
            most,
            most_an_address,
            open: Mutex::default(),
            total: watch::Sender::new(0),
        })
    }

    /// A place for one more connection, if there is one.
    pub fn enter(self: &Arc<Count>, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let mut open = self.open();
        let from_here = open.by_address.get(&address).copied().unwrap_or(0);
        if open.total >= self.most || from_here >= self.most_an_address {
            return None;
        }
        open.total += 1;
        open.by_address.insert(address, from_here + 1);
        self.tell(open.total);
        Some(Place { count: Arc::clone(self), address })
    }

    /// Waits until none is open.
    pub async fn emptied(&self) {
        // The sender lives as long as this borrow of it.
        let _ = self.total.subscribe().wait_for(|total| *total == 0).await;
    }

    fn tell(&self, total: usize) {
        gauge!("quintet_connections").set(total as f64);
        self.total.send_replace(total);
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

/// An open connection's place in the count, given back when dropped.
#[derive(Debug)]
pub struct Place {
    count: Arc<Count>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.count.open();
        open.total -= 1;
        self.count.tell(open.total);
        if let Some(from_here) = open.by_address.get_mut(&self.address) {
            *from_here -= 1;
            if *from_here == 0 {
                open.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_run_out_for_one_address_and_for_all() {
        let count = Count::new(3, 2);
        let [ann, bob]: [IpAddr; 2] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        let first = count.enter(ann).unwrap();
        let _second = count.enter(ann).unwrap();
        assert!(count.enter(ann).is_none(), "two an address");
        let _third = count.enter(bob).unwrap();
        assert!(count.enter(bob).is_none(), "three in all");
        drop(first);
        assert_eq!(count.total(), 2);
        assert!(count.enter(ann).is_some(), "a place was given back");
    }
}
