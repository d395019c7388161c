//! All integration tests of this crate, linked once.

mod client;
mod keeping;
mod playing;
mod said;
mod screens;
mod small;
mod waiting;
