//! The server over real sockets.

mod access;
mod description;
mod following;
mod guarding;
mod limits;
mod playing;
mod refusing;
mod stopping;
mod studying;
mod support;
