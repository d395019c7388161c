//! All integration tests of this crate, linked once.

mod conformance;
mod rules;
mod tactics;
