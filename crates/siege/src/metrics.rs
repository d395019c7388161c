//! The server's own figures, from the text of `/metrics`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::http::Client;
use crate::server::Server;

/// How long the server took for moves: from a request that is read to its answer, before which the event is in the followers'
/// queues. How many requests took at most so many microseconds; `u64::MAX` stands for any time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveTimes(BTreeMap<u64, u64>);

/// Bounds within which the server's own latencies lie, in milliseconds; nothing where they are beyond the last bucket.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Half are at most this.
    pub p50_at_most: Option<f64>,
    /// 99 of a hundred are at most this.
    pub p99_at_most: Option<f64>,
    /// All are at most this.
    pub max_at_most: Option<f64>,
}

impl MoveTimes {
    /// Asks the server; nothing if it does not answer, or where is not known.
    pub async fn ask(server: &Server) -> MoveTimes {
        let Some(route) = server.metrics_route() else { return MoveTimes::default() };
        let answer = Client::new(&route).get("/metrics", None).await;
        let text = answer.map(|answer| String::from_utf8_lossy(&answer.body).into_owned());
        MoveTimes::parse(&text.unwrap_or_default())
    }

    fn parse(text: &str) -> MoveTimes {
        let mut buckets = BTreeMap::new();
        let is_ours = |line: &&str| {
            line.starts_with("quintet_request_seconds_bucket") && line.contains("/moves\"")
        };
        for line in text.lines().filter(is_ours) {
            let bound = line.split("le=\"").nth(1).and_then(|rest| rest.split('"').next());
            let bound = bound.and_then(|bound| bound.parse::<f64>().ok()).unwrap_or(f64::INFINITY);
            let count = line.rsplit(' ').next().and_then(|count| count.parse::<u64>().ok());
            // Infinity becomes the largest number.
            *buckets.entry((bound * 1e6).round() as u64).or_default() += count.unwrap_or(0);
        }
        MoveTimes(buckets)
    }

    /// The percentiles of what came since an earlier reading, as the upper bounds of the buckets they fall into; `None` if
    /// nothing came.
    pub fn since(&self, earlier: &MoveTimes) -> Option<Share> {
        let before = |bound: &u64| earlier.0.get(bound).copied().unwrap_or(0);
        let new: Vec<(u64, u64)> =
            self.0.iter().map(|(bound, count)| (*bound, count - before(bound))).collect();
        let count = new.last().map(|(_, count)| *count).filter(|count| *count > 0)?;
        let bound = |share: f64| {
            let rank = (share * count as f64).ceil() as u64;
            let found = new.iter().find(|(_, below)| *below >= rank).map(|(bound, _)| *bound);
            found.filter(|bound| *bound != u64::MAX).map(|micros| micros as f64 / 1000.0)
        };
        let [p50_at_most, p99_at_most, max_at_most] = [0.5, 0.99, 1.0].map(bound);
        Some(Share { count, p50_at_most, p99_at_most, max_at_most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_moves_are_summed_over_labels_and_subtracted() {
        let bucket = |status: u16, bound: &str, count: u64| {
            format!(
                "quintet_request_seconds_bucket{{route=\"/x/moves\",status=\"{status}\",le=\"{bound}\"}} {count}\n"
            )
        };
        let text = [(200, "0.001", 90), (409, "0.001", 5), (200, "0.01", 95), (409, "0.01", 5)];
        let text = text.map(|(status, bound, count)| bucket(status, bound, count)).concat();
        let text = text + &bucket(200, "+Inf", 95) + &bucket(409, "+Inf", 5) + "other 7\n";
        let all = MoveTimes::parse(&text);
        let share = all.since(&MoveTimes::default()).unwrap();
        assert_eq!((share.count, share.p50_at_most), (100, Some(1.0)));
        assert_eq!((share.p99_at_most, share.max_at_most), (Some(10.0), Some(10.0)));
        assert!(all.since(&all).is_none());
    }
}
