//! What every game of Quintet must pass.
//!
//! A game calls the whole suite from one test file:
//!
//! ```
//! use quintet_core::Game;
//! use quintet_testkit::{Conceivable, Suite};
//! use quintet_trio::{TUNING, Trio};
//!
//! fn suite() -> Suite<Trio> {
//!     Suite {
//!         folder: env!("CARGO_MANIFEST_DIR"),
//!         conceivable: Conceivable::Mutations,
//!         slow_outcome: Trio::outcome, // better: the end rule stated again
//!     }
//! }
//!
//! quintet_testkit::conformance!(Trio, suite());
//! quintet_testkit::symmetry!(Trio);
//! quintet_testkit::tactics!(Trio, TUNING);
//! quintet_testkit::terms!(Trio);
//! quintet_testkit::editing!(Trio);
//! quintet_testkit::encoding!(Trio);
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
//! | [`mod@tactics`] | evaluations, and what is said to be certain |
//! | [`levels`] | that levels are in order and play |
//! | [`mod@learned`] | what networks see |
//! | [`mod@terms`] | evaluations as sums of terms |
//! | [`mod@editing`] | positions changed by hand |
//! | [`mod@encoding`] | numbered actions and planes |
//!
//! Every failure names seed, position and move, so that it can be reproduced. [`counted`] is for those who use games: it counts what they
//! do with one.

pub mod allocation;
mod bench;
pub mod counted;
mod dice;
pub mod editing;
pub mod encoding;
pub mod endings;
pub mod examples;
pub mod generator;
pub mod guide;
pub mod keys;
pub mod learned;
pub mod levels;
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
pub mod tactics;
pub mod telling;
pub mod terms;
pub mod uniformity;
pub mod vectors;

pub use bench::bench;
pub use dice::Dice;
pub use suite::{Conceivable, Suite};
