//! The engine protocol UGI, both sides: what UCI is for chess, for any game of two players.
//!
//! | module | what it holds |
//! |---|---|
//! | [`serve()`] | plays as an engine: commands come in as lines, answers go out |
//! | [`drive`] | lets any UGI program play, as a child process whose moves are checked |
//! | [`sit`] | lets whoever a name means take a seat: an engine of ours, or a program |
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

pub mod drive;
mod go;
mod info;
mod job;
mod lines;
mod log;
mod offered;
mod process;
mod registry;
mod serve;
mod settings;

pub use drive::{Patience, Program};
pub use registry::end_programs;
pub use serve::{Defaults, serve};

use quintet_catalog::AnyGame;
use quintet_core::Variant;
use quintet_players::{Forfeit, PlayerSpec, Thinker, thinker};

/// Lets a player take a seat at a game; `None` for a person, whom the front end asks. Whatever chance an engine needs comes from
/// `seed`; a program is started and made ready.
pub fn sit(
    player: &PlayerSpec,
    game: &'static dyn AnyGame,
    variant: Variant,
    seed: u64,
) -> Result<Option<Box<dyn Thinker>>, Forfeit> {
    Ok(match player {
        PlayerSpec::Human => None,
        PlayerSpec::Computer(brain) => Some(thinker::engine(brain, game, seed)),
        PlayerSpec::Program(program) => Some(Box::new(Program::start(program, game, variant)?)),
    })
}
