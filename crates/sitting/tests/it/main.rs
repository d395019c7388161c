//! All integration tests of this crate, linked once.

mod counting;
mod failing;
mod fold;
mod playing;
mod saves;
