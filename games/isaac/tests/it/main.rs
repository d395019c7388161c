//! All integration tests of this crate, linked once.

mod bounds;
mod conformance;
mod rules;
mod show;
mod solver;
mod tactics;
mod text;
