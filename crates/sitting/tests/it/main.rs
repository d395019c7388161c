//! All integration tests of this crate, linked once.

mod fold;
mod playing;
mod saves;
