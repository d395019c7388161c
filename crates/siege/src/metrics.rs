//! The server's own figures, from the text of `/metrics`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::http::Client;

/// A histogram's name, and what its labels must contain.
pub type Name = (&'static str, &'static str);

/// The server's histogram of move requests: from a request that is read to its answer, before which the event is in the
/// followers' queues.
pub const MOVES: Name = ("quintet_request_seconds", "/moves\"");

/// A histogram with cumulative counts by upper bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// Upper bound in microseconds (`u64::MAX` for infinity), and how many are at most that.
    buckets: BTreeMap<u64, u64>,
}

/// Bounds within which the server's own latencies lie, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Half are at most this.
    pub p50_at_most: f64,
    /// 99 of a hundred are at most this.
    pub p99_at_most: f64,
    /// All are at most this; nothing if the longest is beyond the last bucket.
    pub max_at_most: Option<f64>,
}

impl Histogram {
    /// Reads a histogram out of the text; labels other than the bound are summed over.
    pub fn parse(text: &str, (name, label): Name) -> Histogram {
        let mut buckets = BTreeMap::new();
        for line in text.lines().filter(|line| line.contains(label)) {
            let Some(rest) = line.strip_prefix(name).and_then(|rest| rest.strip_prefix("_bucket"))
            else {
                continue;
            };
            let Some(le) = rest.split("le=\"").nth(1).and_then(|rest| rest.split('"').next())
            else {
                continue;
            };
            let bound = match le.parse::<f64>() {
                Ok(seconds) if seconds.is_finite() => (seconds * 1e6).round() as u64,
                _ => u64::MAX,
            };
            let count = line.rsplit(' ').next().and_then(|count| count.parse::<u64>().ok());
            *buckets.entry(bound).or_default() += count.unwrap_or(0);
        }
        Histogram { buckets }
    }

    /// Asks the server for it.
    pub async fn ask(client: &mut Client, name: Name) -> Histogram {
        // The server closes connections on which nothing was asked for a while.
        for _ in 0..2 {
            if let Ok(answer) = client.get("/metrics", None).await {
                return Histogram::parse(&String::from_utf8_lossy(&answer.body), name);
            }
        }
        Histogram::default()
    }

    /// What came since an earlier reading.
    #[must_use]
    pub fn since(&self, earlier: &Histogram) -> Histogram {
        let before = |bound: &u64| earlier.buckets.get(bound).copied().unwrap_or(0);
        let buckets = self.buckets.iter();
        let buckets = buckets.map(|(bound, count)| (*bound, count.saturating_sub(before(bound))));
        Histogram { buckets: buckets.collect() }
    }

    /// Its percentiles, as the upper bounds of the buckets they fall into; `None` if it is empty.
    pub fn share(&self) -> Option<Share> {
        let count = *self.buckets.values().last()?;
        if count == 0 {
            return None;
        }
        let bound = |share: f64| {
            let rank = (share * count as f64).ceil() as u64;
            let found = self.buckets.iter().find(|(_, below)| **below >= rank);
            found.map_or(u64::MAX, |(bound, _)| *bound)
        };
        let millis = |bound: u64| if bound == u64::MAX { f64::MAX } else { bound as f64 / 1000.0 };
        let most = Some(bound(1.0)).filter(|bound| *bound != u64::MAX).map(millis);
        Some(Share {
            count,
            p50_at_most: millis(bound(0.5)),
            p99_at_most: millis(bound(0.99)),
            max_at_most: most,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_is_read_summed_over_labels_and_subtracted() {
        let text = "# TYPE t_seconds histogram\nt_seconds_bucket{a=\"x\",le=\"0.001\"} 90\n\
                    t_seconds_bucket{a=\"y\",le=\"0.001\"} 5\nt_seconds_bucket{a=\"x\",le=\"0.01\"} 95\n\
                    t_seconds_bucket{a=\"y\",le=\"0.01\"} 5\nt_seconds_bucket{a=\"x\",le=\"+Inf\"} 95\n\
                    t_seconds_bucket{a=\"y\",le=\"+Inf\"} 5\nt_seconds_sum 3\nt_seconds_count 100\n";
        let all = Histogram::parse(text, ("t_seconds", "a="));
        let share = all.share().unwrap();
        assert_eq!((share.count, share.p50_at_most, share.p99_at_most), (100, 1.0, 10.0));
        assert_eq!(share.max_at_most, Some(10.0));
        assert!(all.since(&all).share().is_none());
    }
}
