//! All integration tests of this crate, linked once.

mod dialogues;
#[cfg(target_os = "linux")]
mod programs;
