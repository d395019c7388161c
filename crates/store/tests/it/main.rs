//! All integration tests of this crate, linked once.

mod contract;
mod earlier;
#[cfg(target_os = "linux")]
mod full_disk;
mod games;
#[cfg(feature = "scratch")]
mod jobs;
#[cfg(feature = "scratch")]
mod owners;
mod people;
#[cfg(feature = "scratch")]
mod postgres;
#[cfg(feature = "seeded-bugs")]
mod seeded_bugs;
mod silence;
mod sqlite;
