//! Yoxii: surround the totem, with stronger pieces than your opponent's.
//!
//! | module | what it holds |
//! |---|---|
//! | `board` | the octagon as bits; [`Yoxii`], a position |
//! | `lines` | where the totem lands |
//! | `rules` | [`Move`], legal moves, the end |
//! | `check` | [`Illegal`]: which rule a move breaks |
//! | `random` | a uniformly random move, fast |
//! | `notation` | positions and moves as text |
//! | `show` | steps, scene, animation |
//! | `edit` | positions changed by hand |
//! | `guide` | a first game with somebody who explains |
//! | `encode` | numbered actions and planes, for learning programs |
//! | `symmetry` | the eight symmetries of the octagon |
//! | `tactics` | what engines know: evaluation, order of moves, the greedy player |
//!
//! ```
//! use quintet_core::{Game, Variant};
//! use quintet_yoxii::Yoxii;
//!
//! let mut position = Yoxii::start(Variant::default());
//! position.play("e5,3@d5".parse()?);
//! assert_eq!(position.to_string(), "3/5/3Y#2/7/7/5/3 r 5543 5553");
//! # Ok::<(), quintet_core::MoveError>(())
//! ```

mod board;
mod check;
mod edit;
mod encode;
mod examples;
mod guide;
mod lines;
mod notation;
mod random;
mod rules;
mod show;
mod symmetry;
mod tactics;

pub use board::{Square, Yoxii};
pub use check::Illegal;
pub use examples::OPENINGS;
pub use guide::GUIDE;
pub use rules::Move;
pub use tactics::TUNING;
