//! All integration tests of this crate, linked once.

mod drawings;
mod pictures;
mod promises;
mod scenes;
