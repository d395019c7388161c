//! All integration tests of this crate, linked once: the server over real sockets, and the hub in simulated worlds.

mod access;
mod clock;
mod description;
mod following;
mod guarding;
mod hub;
mod limits;
mod luck;
mod playing;
mod refusing;
mod simulator;
mod stopping;
mod studying;
mod support;
mod unexpected;
