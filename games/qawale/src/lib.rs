//! Qawale: sow stacks until four of yours stand in line.
//!
//! | module | what it holds |
//! |---|---|
//! | `board` | [`Cell`], stones and stacks; [`Qawale`], a position |
//! | `path` | [`Path`], a move, and its text |
//! | `walks` | every way to sow a stack: listed, counted, drawn by rank |
//! | `rules` | the start, legal moves, the end |
//! | `check` | [`Illegal`]: which rule a path breaks |
//! | `notation` | positions as text |
//! | `show` | steps, scene, animation |
//! | `edit` | positions changed by hand |
//! | `guide` | a first game with somebody who explains |
//! | `encode` | numbered actions and planes, for learning programs |
//! | `symmetry` | the eight symmetries of the square |
//! | `tactics` | what engines know: greedy, evaluation, promise |
//!
//! ```
//! use quintet_core::{Game, Variant};
//! use quintet_qawale::Qawale;
//!
//! let mut position = Qawale::start(Variant::default());
//! position.play("a1-b1-c1-c2".parse()?);
//! assert_eq!(position.to_string(), "GG,2,GG/4/2,R,1/1,G,G,GG b 7 8");
//! let back = position.check("c2-c1-c2".parse()?).expect_err("a path never goes straight back");
//! assert_eq!(back.to_string(), "the step from c1 goes straight back to c2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod edit;
mod encode;
mod examples;
mod guide;
mod notation;
mod path;
mod rules;
mod show;
mod symmetry;
mod tactics;
mod walks;

pub use board::{Cell, Qawale};
pub use check::Illegal;
pub use examples::OPENINGS;
pub use guide::GUIDE;
pub use path::Path;
pub use tactics::TUNING;
