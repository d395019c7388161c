//! All integration tests of this crate, linked once.

mod answers;
mod edits;
mod plain;
mod records;
mod solver;
mod tree;
