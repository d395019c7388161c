//! All integration tests of this crate, linked once.

mod counting;
mod coverage;
mod matches;
mod openings;
