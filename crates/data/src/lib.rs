//! Self-play as tables for learning programs: games of any player, a row for every step of every move, as Parquet files.
//!
//! | module | what it holds |
//! |---|---|
//! | [`selfplay`] | which games are played, and how they are cut into parts |
//! | [`rows`] | a game as rows |
//! | [`file`](mod@file) | rows as a Parquet file |
//! | [`folder`] | the parts in a folder, and going on where one left off |
//!
//! Game `i` is seeded from the seed and `i`, and a part holds a fixed range of games: what a part holds depends neither on the others nor on who makes
//! it, so that parts can be made on any machine, in any order.

pub mod file;
pub mod folder;
pub mod rows;
pub mod selfplay;

pub use folder::{DataError, Written, write};
pub use selfplay::SelfPlay;
