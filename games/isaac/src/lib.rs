//! Isaac: fill the board with your tiles, then take them off again for points.
//!
//! | module | what it holds |
//! |---|---|
//! | `tile` | cells, lines, [`Tile`] |
//! | `board` | [`Isaac`], a position |
//! | `placement` | the first phase: where tiles fit, who places next |
//! | `scoring` | the second phase: what may be removed, what it earns, the end |
//! | `bounds` | what the players can still come to, by counting |
//! | `rules` | [`Move`], and both phases as one game |
//! | `check` | [`Illegal`]: which rule a move breaks |
//! | `random` | a uniformly random move, fast |
//! | `tactics` | what engines know: greedy moves, estimates, promising moves |
//! | `notation` | positions and moves as text |
//! | `show` | steps, animation, sentences |
//! | `edit` | positions changed by hand |
//! | `guide` | a first game with somebody who explains |
//! | `encode` | numbered actions and planes, for learning programs |
//! | `refusal` | which rule a click breaks |
//! | `scene` | a position as cells, bars, pegs and trays |
//!
//! ```
//! use quintet_core::{Game, Variant};
//! use quintet_isaac::Isaac;
//!
//! let mut position = Isaac::start(Variant::default());
//! position.play("b1h7".parse()?);
//! assert_eq!(position.to_string(), "place b1h7 - l 54320 54321 - 0 0 0 0 -");
//! # Ok::<(), quintet_core::MoveError>(())
//! ```

mod board;
mod bounds;
mod check;
mod edit;
mod encode;
mod examples;
mod guide;
mod notation;
mod placement;
mod random;
mod refusal;
mod rules;
mod scene;
mod scoring;
mod show;
mod tactics;
mod tile;

pub use board::Isaac;
pub use check::Illegal;
pub use examples::OPENINGS;
pub use guide::GUIDE;
pub use rules::Move;
pub use tactics::TUNING;
pub use tile::Tile;
