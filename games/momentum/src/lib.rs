//! Momentum: push marbles until eight of yours stay on the board.
//!
//! | module | what it holds |
//! |---|---|
//! | `board` | [`Cell`], the board as bits, what a drop pushes |
//! | `rules` | [`Momentum`], a position; [`Move`], legal moves, the end |
//! | `check` | [`Illegal`]: which rule a move breaks |
//! | `notation` | positions and moves as text |
//! | `show` | steps, scene, animation |
//! | `edit` | positions changed by hand |
//! | `guide` | a first game with somebody who explains |
//! | `encode` | numbered actions and planes, for learning programs |
//! | `symmetry` | the eight symmetries of the square |
//! | `tactics` | evaluation, greedy, move ordering |
//!
//! ```
//! use quintet_core::{Game, Variant};
//! use quintet_momentum::Momentum;
//!
//! let standard = Variant::default();
//! let mut position = Momentum::parse(standard, "5X1/7/5O1/2XO3/7/7/7 o 7")?;
//! position.play("e4".parse()?);
//! assert_eq!(position.to_string(), "5X1/6O/7/1X1OO2/7/7/7 x 8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod edit;
mod encode;
mod examples;
mod guide;
mod notation;
mod rules;
mod show;
mod symmetry;
mod tactics;

pub use board::Cell;
pub use check::Illegal;
pub use examples::OPENINGS;
pub use guide::GUIDE;
pub use rules::{Momentum, Move};
pub use tactics::TUNING;
