//! Live games over HTTP and WebSocket: one process, nothing to set up.

pub mod hub;
pub mod pool;
pub mod security;
pub mod view;
