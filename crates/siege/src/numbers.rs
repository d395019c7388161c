//! Latencies and their percentiles.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// Latencies that many tasks add to.
#[derive(Debug, Default)]
pub struct Latencies(Mutex<Vec<u32>>);

/// How latencies are spread, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Spread {
    /// How many there are.
    pub count: usize,
    /// Half are at most this.
    pub p50: f64,
    /// Nine of ten are at most this.
    pub p90: f64,
    /// 99 of a hundred are at most this.
    pub p99: f64,
    /// The longest.
    pub max: f64,
}

impl Latencies {
    /// Adds one.
    pub fn add(&self, latency: Duration) {
        let micros = u32::try_from(latency.as_micros()).unwrap_or(u32::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
    }

    /// Takes all out and tells how they are spread.
    pub fn take(&self) -> Spread {
        let mut list = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        list.sort_unstable();
        let at = |share: f64| {
            let rank = (share * list.len() as f64).ceil() as usize;
            list.get(rank.saturating_sub(1)).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
        };
        Spread { count: list.len(), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_the_smallest_latency_that_so_many_do_not_exceed() {
        let latencies = Latencies::default();
        (1..=200).rev().for_each(|n| latencies.add(Duration::from_millis(n)));
        let spread = latencies.take();
        assert_eq!(spread.count, 200);
        let shown = format!("{} {} {} {}", spread.p50, spread.p90, spread.p99, spread.max);
        assert_eq!(shown, "100 180 198 200");
        assert_eq!(latencies.take().count, 0);
    }
}
