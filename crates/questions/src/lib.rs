//! What the page asks about games, positions and moves, and what it is answered.
//!
//! The questions are answered in two places, by the server and by the same code inside the page, and mean the same in both: a question is a
//! value that can be read from JSON, its answer one that is written as JSON. Nothing here knows of connections, rooms or threads; time, where
//! it matters, is told by whoever asks.
//!
//! | module | asked |
//! |---|---|
//! | [`games`] | which games there are, and all about one |
//! | [`position`] | a position after moves and clicks: how it looks, what may come next, what is wrong with a click |
//! | [`edits`] | the ways to change a position by hand |
//! | [`records`] | the games in a text |
//! | [`analysis`] | what the computer thinks: lines, hints |
//! | [`device`] | a game that is played without a server: how it stands, and what the computer plays |

pub mod analysis;
pub mod device;
pub mod edits;
pub mod games;
pub mod position;
pub mod records;
mod refused;
#[cfg(feature = "schema")]
pub mod stand_in;
mod standing;

pub use refused::{Refused, Why};
pub use standing::{Standing, TREE_LIMIT};
