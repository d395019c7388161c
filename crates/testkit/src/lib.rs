//! What every game of Quintet must pass.
//!
//! A game calls the whole suite from one test file:
//!
//! ```
//! use quintet_testkit::toy::{self, Trio};
//! use quintet_testkit::{Conceivable, Suite};
//!
//! fn suite() -> Suite<Trio> {
//!     Suite {
//!         folder: env!("CARGO_MANIFEST_DIR"),
//!         conceivable: Conceivable::All(toy::every_move),
//!         slow_outcome: toy::slow_outcome,
//!     }
//! }
//!
//! quintet_testkit::conformance!(Trio, suite());
//! quintet_testkit::symmetry!(Trio);
//! ```
//!
//! | module | what it checks |
//! |---|---|
//! | [`generator`] | the list of moves against `check` |
//! | [`round_trips`] | texts of positions and moves |
//! | [`keys`] | 64-bit keys |
//! | [`steps`] | the clicks that compose a move |
//! | [`scenes`] | scenes, and beats that lead from one to the next |
//! | [`telling`] | moves in sentences |
//! | [`examples`] | the positions and the game that introduce it |
//! | [`vectors`], [`perft`], [`playthrough`] | files in the game's `tests` folder |
//! | [`uniformity`] | random moves |
//! | [`endings`] | that games end, and how |
//! | [`parsers`] | parsers under hostile text |
//! | [`allocation`] | memory |
//! | [`mod@symmetry`] | symmetries |
//! | [`mod@terms`] | evaluations as sums of terms |
//!
//! [`toy`] is a small complete game: the example to follow when adding one; [`counted`] is the same game, which
//! counts what is done with it. Every failure names seed,
//! position and move, so that it can be reproduced.

pub mod allocation;
mod bench;
pub mod counted;
mod dice;
pub mod endings;
pub mod examples;
pub mod generator;
pub mod keys;
mod mutations;
pub mod parsers;
pub mod perft;
pub mod playthrough;
pub mod round_trips;
pub mod scenes;
pub mod spots;
pub mod steps;
mod suite;
pub mod symmetry;
pub mod telling;
pub mod terms;
pub mod toy;
pub mod uniformity;
pub mod vectors;

pub use bench::bench;
pub use dice::Dice;
pub use suite::{Conceivable, Suite};
