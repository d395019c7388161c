//! The server's own figures, from the text of `/metrics`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::http::Client;
use crate::server::Server;

/// What the server told of itself at some time.
#[derive(Clone, Debug, Default)]
pub struct Figures(String);

/// A time that it tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// From a move's request that is read to its answer, before which the event is in the followers' queues.
    Move,
    /// Of a commit.
    Commit,
    /// Until the commit that a write is part of begins.
    CommitWait,
}

/// How many things took at most so many microseconds; `u64::MAX` stands for any time.
#[derive(Clone, Debug, Default, PartialEq)]
struct Times(BTreeMap<u64, u64>);

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

impl Figures {
    /// Asks the server; nothing if it does not answer, or where is not known.
    pub async fn ask(server: &Server) -> Figures {
        let Some(route) = server.metrics_route() else { return Figures::default() };
        let answer = Client::new(&route).get("/metrics", None).await;
        let text = answer.map(|answer| String::from_utf8_lossy(&answer.body).into_owned());
        Figures(text.unwrap_or_default())
    }

    /// The percentiles of what came since an earlier reading, as the upper bounds of the buckets they fall into; `None` if
    /// nothing came.
    pub fn since(&self, earlier: &Figures, time: Time) -> Option<Share> {
        self.times(time).since(&earlier.times(time))
    }

    fn times(&self, time: Time) -> Times {
        let mut buckets = BTreeMap::new();
        for line in self.0.lines().filter(|line| time.is_told_by(line)) {
            let bound = line.split("le=\"").nth(1).and_then(|rest| rest.split('"').next());
            let bound = bound.and_then(|bound| bound.parse::<f64>().ok()).unwrap_or(f64::INFINITY);
            let count = line.rsplit(' ').next().and_then(|count| count.parse::<u64>().ok());
            // Infinity becomes the largest number.
            *buckets.entry((bound * 1e6).round() as u64).or_default() += count.unwrap_or(0);
        }
        Times(buckets)
    }
}

impl Time {
    fn is_told_by(self, line: &str) -> bool {
        let (name, label) = match self {
            Time::Move => ("quintet_request_seconds_bucket{", "/moves\""),
            Time::Commit => ("quintet_commit_seconds_bucket{", ""),
            Time::CommitWait => ("quintet_commit_wait_seconds_bucket{", ""),
        };
        line.starts_with(name) && line.contains(label)
    }
}

impl Times {
    fn since(&self, earlier: &Times) -> Option<Share> {
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
    fn times_are_summed_over_labels_and_subtracted() {
        let bucket = |status: u16, bound: &str, count: u64| {
            format!(
                "quintet_request_seconds_bucket{{route=\"/x/moves\",status=\"{status}\",le=\"{bound}\"}} {count}\n"
            )
        };
        let text = [(200, "0.001", 90), (409, "0.001", 5), (200, "0.01", 95), (409, "0.01", 5)];
        let text = text.map(|(status, bound, count)| bucket(status, bound, count)).concat();
        let text = text + &bucket(200, "+Inf", 95) + &bucket(409, "+Inf", 5) + "other 7\n";
        let commits = "quintet_commit_seconds_bucket{le=\"0.005\"} 7\nquintet_commit_seconds_bucket{le=\"+Inf\"} 8\n";
        let (all, none) = (Figures(text + commits), Figures::default());
        let share = all.since(&none, Time::Move).unwrap();
        assert_eq!((share.count, share.p50_at_most), (100, Some(1.0)));
        assert_eq!((share.p99_at_most, share.max_at_most), (Some(10.0), Some(10.0)));
        let commits = all.since(&none, Time::Commit).unwrap();
        assert_eq!((commits.count, commits.p50_at_most, commits.p99_at_most), (8, Some(5.0), None));
        assert!(all.since(&all, Time::Move).is_none());
        assert!(all.since(&none, Time::CommitWait).is_none());
    }
}
