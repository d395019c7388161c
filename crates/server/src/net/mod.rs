//! Connections: how they are accepted, counted, timed and ended.
//!
//! A stock server sets no timers, so that a client that sends a byte a minute holds a connection for ever. Here every connection has time
//! for its next request, time to take what is sent to it, and a place in a count.

mod accept;
mod count;
mod listen;
mod patience;
mod peers;
mod reading;
mod versions;

pub(crate) use accept::PeerAddress;
pub use accept::{Front, Limits, serve};
pub(crate) use count::{Count, Place};
pub use listen::listen;
pub(crate) use peers::{NODE_HEADER, Peers};
pub(crate) use reading::Frames;
pub(crate) use versions::Versions;
