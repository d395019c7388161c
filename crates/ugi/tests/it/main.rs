//! All integration tests of this crate, linked once.

mod counting;
mod dialogues;
#[cfg(target_os = "linux")]
mod programs;
