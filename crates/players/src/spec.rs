//! Who plays a side, by name.

use std::fmt;
use std::str::FromStr;

use quintet_catalog::{Brain, BrainError};
use quintet_core::text::excerpt;

use crate::command_line;
use crate::program::ProgramSpec;

/// Who plays a side, as it is named on the command line and in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// A person, asked by the front end.
    Human,
    /// An engine of ours.
    Computer(Brain),
    /// A program that is started and spoken to in UGI.
    Program(Box<ProgramSpec>),
}

/// Before the command line of a program.
const PROGRAM: &str = "ugi:";

/// The name means no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerSpecError {
    /// It is neither a person nor a program, and no engine either.
    #[error("{0}; other players are human and ugi:COMMAND")]
    Computer(BrainError),
    /// It is an engine with an option that it does not have.
    #[error(transparent)]
    Option(BrainError),
    /// There is no command after `ugi:`.
    #[error("expected the command line of a program after `ugi:`")]
    NoCommand,
    /// A quote of the command is not closed.
    #[error("expected the command line of a program, got `{0}`, in which a quote is not closed")]
    Quote(String),
}

impl From<BrainError> for PlayerSpecError {
    fn from(error: BrainError) -> PlayerSpecError {
        match error {
            BrainError::Name { .. } => PlayerSpecError::Computer(error),
            BrainError::Option { .. } => PlayerSpecError::Option(error),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        match (text, text.strip_prefix(PROGRAM)) {
            ("human", _) => Ok(PlayerSpec::Human),
            (_, Some(command)) if command.trim().is_empty() => Err(PlayerSpecError::NoCommand),
            (_, Some(command)) if command_line::words(command).is_none() => {
                Err(PlayerSpecError::Quote(excerpt(command)))
            }
            (_, Some(command)) => Ok(PlayerSpec::Program(Box::new(ProgramSpec::plain(command)))),
            _ => Ok(PlayerSpec::Computer(text.parse()?)),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Human => f.write_str("human"),
            PlayerSpec::Computer(brain) => brain.fmt(f),
            PlayerSpec::Program(program) => match &program.name {
                Some(name) => f.write_str(name),
                None => write!(f, "{PROGRAM}{}", program.command),
            },
        }
    }
}

impl PlayerSpec {
    /// Whether it may think for ever unless it is given a time or another limit.
    pub fn is_tireless(&self) -> bool {
        match self {
            PlayerSpec::Human => false,
            PlayerSpec::Computer(brain) => {
                brain.is_tireless() && brain.settings().milliseconds.is_none()
            }
            PlayerSpec::Program(program) => program.time.is_none() && program.nodes.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["human", "random", "mcts:time=50ms", "ugi:./engine --fast", "ugi:sh -c 'a b'"]
        {
            let player: PlayerSpec = name.parse().unwrap();
            assert_eq!(player.to_string(), name);
        }
        assert_eq!("ugi:x y".parse(), Ok(PlayerSpec::Program(Box::new(ProgramSpec::plain("x y")))));
        assert_eq!("random".parse(), Ok(PlayerSpec::Computer("random".parse().unwrap())));
    }

    #[test]
    fn engines_without_a_limit_of_their_own_need_one() {
        let tireless = |name: &str| name.parse::<PlayerSpec>().unwrap().is_tireless();
        for name in ["human", "random", "level:7", "mcts:time=1s", "alphabeta:depth=4"] {
            assert!(!tireless(name), "{name}");
        }
        for name in ["level:8", "mcts", "alphabeta:hash=8MB", "ugi:engine"] {
            assert!(tireless(name), "{name}");
        }
    }

    #[test]
    fn a_wrong_name_is_told_what_is_right() {
        let error = "Fred".parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error.contains("got `Fred`; other players are human and ugi:COMMAND"), "{error}");
        assert!(error.contains(Brain::EXPECTED), "{error}");
        let error = "mcts:nodes=100,foo=3".parse::<PlayerSpec>().unwrap_err().to_string();
        let told = "expected options of mcts such as time=1s, nodes=10000, depth=8, hash=64MB, threads=2, got `foo=3` in `mcts:nodes=100,foo=3`";
        assert_eq!(error, told);
        let error = "ugi: ".parse::<PlayerSpec>().unwrap_err().to_string();
        assert_eq!(error, "expected the command line of a program after `ugi:`");
        let error = "ugi:sh -c 'x".parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error.ends_with("got `sh -c 'x`, in which a quote is not closed"), "{error}");
    }
}
