//! All integration tests of this crate, linked once.

mod counting;
mod dialogues;
mod partner;
#[cfg(target_os = "linux")]
mod programs;
mod refusals;
