//! What is measured, in the text format of Prometheus.

use std::sync::OnceLock;

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Bounds of the latency buckets, in seconds.
const LATENCIES: [f64; 15] = [
    0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.03, 0.05, 0.1, 0.25, 1.0, 5.0,
];
/// Bounds of the buckets for counts.
const COUNTS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// The measurements of this process. There is one recorder a process, however many servers it runs.
#[derive(Clone)]
pub struct Metrics(Option<PrometheusHandle>);

static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

impl Metrics {
    /// Begins to measure.
    pub fn begin() -> Metrics {
        Metrics(RECORDER.get_or_init(install).clone())
    }

    /// Everything measured so far.
    pub fn text(&self) -> String {
        self.0.as_ref().map_or_else(String::new, PrometheusHandle::render)
    }

    /// Sums up what was recorded; to be called now and then, so that it takes no memory.
    pub fn sum_up(&self) {
        if let Some(handle) = &self.0 {
            handle.run_upkeep();
        }
    }
}

fn install() -> Option<PrometheusHandle> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), &LATENCIES)
        .and_then(|builder| {
            builder.set_buckets_for_metric(Matcher::Suffix("_size".into()), &COUNTS)
        });
    let handle = builder.and_then(PrometheusBuilder::install_recorder);
    match handle {
        Ok(handle) => {
            describe();
            Some(handle)
        }
        Err(error) => {
            tracing::warn!(%error, "nothing will be measured");
            None
        }
    }
}

fn describe() {
    describe_counter!("quintet_requests_total", "Requests by route, method and status");
    describe_histogram!("quintet_request_seconds", Unit::Seconds, "Time to the head of the answer");
    describe_gauge!("quintet_connections", "Open connections, WebSockets included");
    describe_counter!("quintet_connections_refused_total", "Connections that found no place");
    describe_gauge!("quintet_streams", "Open WebSockets and event streams, by kind");
    describe_counter!("quintet_events_total", "Events of games, stored and told");
    describe_histogram!("quintet_commit_size", "Writes that shared a commit");
    describe_histogram!(
        "quintet_commit_seconds",
        Unit::Seconds,
        "Time of a commit, the disk's included"
    );
    describe_histogram!(
        "quintet_commit_wait_seconds",
        Unit::Seconds,
        "Time until a write's commit began"
    );
    describe_gauge!("quintet_store_damaged", "1 once the file of games is known to be damaged");
    describe_gauge!("quintet_rooms", "Games in memory");
    describe_gauge!("quintet_pool_waiting", "Questions that wait for a thinker");
    describe_gauge!("quintet_pool_running", "Questions that are thought about");
    describe_gauge!("quintet_desk_waiting", "Requests that wait for the desk");
    describe_histogram!(
        "quintet_desk_wait_seconds",
        Unit::Seconds,
        "Time until a request's turn at the desk"
    );
    describe_counter!("quintet_panics_total", "Requests that ended in a panic");
}
