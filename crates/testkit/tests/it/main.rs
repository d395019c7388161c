//! All integration tests of this crate, linked once.

mod faults;
