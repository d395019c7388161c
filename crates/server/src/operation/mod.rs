//! Running the server: measurements, logs, signals, what a start waits for.

pub mod log;
pub mod metrics;
pub mod signals;
pub mod start;
