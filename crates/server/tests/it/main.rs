//! All integration tests of this crate, linked once: the server over real sockets, and the hub in simulated worlds.

mod access;
mod clock;
mod description;
mod documents;
mod fairness;
mod following;
mod guarding;
mod hints;
mod hub;
mod keys;
mod limits;
mod luck;
mod nodes;
mod owners;
mod playing;
mod refusing;
mod simulator;
mod sockets;
mod stopping;
mod studying;
mod support;
mod thinking;
mod unexpected;
