//! The engine protocol UGI, both sides: what UCI is for chess, for any game of two players.
//!
//! | module | what it holds |
//! |---|---|
//! | [`serve()`] | plays as an engine: commands come in as lines, answers go out |
//! | [`drive`] | lets any UGI program play, as a child process whose moves are checked |
//! | [`budget`] | how long a player may think, and how much of its clock a move should take |
//! | [`forfeit`] | why a program loses without having lost by the rules |
//! | [`alarm`] | sets a stop signal when time is up |
//!
//! ```
//! use quintet_ugi::{Defaults, serve};
//!
//! let catalog = quintet_catalog::standard();
//! let (game, variant) = catalog.choose("momentum", None)?;
//! let defaults = Defaults { catalog, game, variant };
//! let commands = "position startpos moves d4\nquery p1turn\nquery gameover\nquit\n";
//! let mut answers = Vec::new();
//! serve(commands.as_bytes(), &mut answers, defaults)?;
//! assert_eq!(String::from_utf8(answers)?, "response false\nresponse false\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alarm;
pub mod budget;
mod command_line;
pub mod drive;
pub mod forfeit;
mod go;
mod info;
mod job;
mod lines;
mod process;
mod serve;
mod settings;

pub use alarm::Alarm;
pub use budget::{Budget, Pace};
pub use drive::{Patience, Program};
pub use forfeit::Forfeit;
pub use serve::{Defaults, serve};
