//! All integration tests of this crate, linked once.

mod pictures;
mod promises;
mod scenes;
