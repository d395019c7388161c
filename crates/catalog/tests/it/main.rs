//! All integration tests of this crate, linked once.

mod answers;
mod batches;
mod capabilities;
mod edits;
mod levels;
mod names;
mod records;
mod solver;
mod tree;
