//! Players: what their names mean, how long they may think, and one way to ask any of them for a move.
//!
//! | module | what it holds |
//! |---|---|
//! | [`spec`] | who plays a side, by name |
//! | [`program`] | a program that plays, as it is described on the command line |
//! | [`command_line`] | a command line as words |
//! | [`thinker`] | players that choose by themselves; our engines are such |
//! | [`budget`] | how long a player may think, and how much of its clock a move should take |
//! | [`patience`] | how much of that a move is worth: easy ones are played early, hard ones later |
//! | [`proofs`] | what engines proved, kept in a file between runs |
//! | [`files`] | reading files that users name, never more than such a file can hold |
//! | [`alarm`] | sets a stop signal when time is up |
//! | [`forfeit`] | why a player loses without having lost by the rules |
//!
//! Programs are players too; what starts them and talks to them is built upon this.
//!
//! ```
//! use quintet_players::{Budget, thinker};
//!
//! let game = quintet_catalog::standard().find("momentum")?;
//! let played = game.start(Default::default());
//! let mut random = thinker::engine(&"random".parse()?, game, 7);
//! let mv = random.choose(played.as_ref(), &Budget::default(), &mut |_| {})?;
//! assert!(played.legal_moves().iter().any(|legal| legal == mv.text()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alarm;
pub mod budget;
pub mod command_line;
pub mod files;
pub mod forfeit;
pub mod patience;
pub mod program;
pub mod proofs;
pub mod spec;
pub mod thinker;

pub use alarm::Alarm;
pub use budget::{Budget, Pace};
pub use forfeit::{Fault, Forfeit};
pub use program::{ProgramSpec, ProgramSpecError};
pub use proofs::{ProofFile, ProofsError};
pub use spec::{PlayerSpec, PlayerSpecError};
pub use thinker::Thinker;
