//! Differo: reach the far side on lines where you outnumber the opponent.
//!
//! | module | what it holds |
//! |---|---|
//! | `board` | the hexagon: cells, lines, where a piece lands |
//! | `rules` | [`Differo`], a position, and the rules to go on from it |
//! | `random` | a uniformly random move without listing all |
//! | `check` | [`Illegal`]: which rule a move breaks, from the rules' text alone |
//! | `notation` | positions and moves as text |
//! | `show` | steps, scenes and animation |
//! | `edit` | positions changed by hand |
//! | `guide` | a first game with somebody who explains |
//! | `encode` | numbered actions and planes, for learning programs |
//! | `symmetry` | the mirror |
//! | `tactics` | what engines know: threats, evaluation, the greedy player |
//!
//! ```
//! use quintet_core::Game;
//! use quintet_differo::{Differo, HEX};
//!
//! let mut position = Differo::start(HEX);
//! let mv = "c4-c7".parse()?;
//! position.check(mv)?;
//! position.play(mv);
//! assert_eq!(
//!     position.to_string(),
//!     "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w3ww/1wwww1/5 b"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod edit;
mod encode;
mod examples;
mod guide;
mod notation;
mod random;
mod rules;
mod show;
mod symmetry;
mod tactics;

pub use board::Cell;
pub use check::Illegal;
pub use examples::OPENINGS;
pub use guide::GUIDE;
pub use rules::{DIAGONAL, Differo, HEX, Move};
pub use tactics::TUNING;
