//! Running the server: measurements, logs, signals.

pub mod log;
pub mod metrics;
pub mod signals;
