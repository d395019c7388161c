//! Trio: three of your stones side by side. A small complete game, the example to follow when adding one.
//!
//! | module | what it holds |
//! |---|---|
//! | `board` | the row of cells as bits |
//! | `rules` | [`Trio`], a position; [`Move`], legal moves, the end |
//! | `check` | [`Illegal`]: which rule a move breaks |
//! | `notation` | positions and moves as text |
//! | `examples` | positions and a game that introduce it |
//! | `show` | steps, scene, animation |
//! | `edit` | positions changed by hand |
//! | `guide` | a first game with somebody who explains |
//! | `encode` | numbered actions and planes, for learning programs |
//! | `symmetry` | the row read from its other end |
//! | `tactics` | evaluation, its terms, move ordering, what is certain |
//!
//! ```
//! use quintet_core::{Game, Variant};
//! use quintet_trio::Trio;
//!
//! let mut position = Trio::parse(Variant::default(), "LD1DDLL1 d")?;
//! position.play("b1-c1".parse()?);
//! assert_eq!(position.to_string(), "L1DDDLL1 l");
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

pub use check::Illegal;
pub use guide::GUIDE;
pub use rules::{Move, Trio};
pub use tactics::TUNING;
