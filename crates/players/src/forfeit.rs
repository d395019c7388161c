//! Why a player loses without having lost by the rules: programs can fail in many ways.

use std::fmt;
use std::time::Duration;

use quintet_catalog::PlayError;
use quintet_core::Ending;

/// Why a player loses without having lost by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// What it did instead of playing.
    pub fault: Fault,
    /// The last lines of a program's error output.
    pub last_words: Vec<String>,
}

impl<F: Into<Fault>> From<F> for Forfeit {
    fn from(fault: F) -> Forfeit {
        Forfeit { fault: fault.into(), last_words: Vec::new() }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)?;
        if self.last_words.is_empty() {
            return Ok(());
        }
        write!(f, "{LAST_WORDS}{}", self.last_words.join(BETWEEN_WORDS))
    }
}

/// What stands before the last words of a program, and between them.
const LAST_WORDS: &str = "; last words: ";
const BETWEEN_WORDS: &str = " / ";

impl Forfeit {
    /// A forfeit as its text in a record tells it.
    pub fn recorded(text: &str) -> Forfeit {
        let (why, words) = text.split_once(LAST_WORDS).unwrap_or((text, ""));
        let words = words.split(BETWEEN_WORDS).filter(|line| !line.is_empty());
        let last_words = words.map(str::to_owned).collect();
        Forfeit { fault: Fault::Recorded(why.to_owned()), last_words }
    }
}

impl std::error::Error for Forfeit {}

/// What a player did instead of playing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It could not be started.
    #[error("`{command}` cannot be started: {problem}")]
    Start {
        /// The command line.
        command: String,
        /// What stood in the way.
        problem: String,
    },
    /// It cannot be set up as it was described.
    #[error("cannot be set up: {0}")]
    Setting(String),
    /// It ended, or closed its output, while it should play.
    #[error("crashed: {how}")]
    Crash {
        /// Its exit status.
        how: String,
    },
    /// It did not answer at all.
    #[error("did not answer `{asked}` within {}{}", in_words(*.after), hint(.asked))]
    Silence {
        /// The question.
        asked: String,
        /// How long the answer was waited for.
        after: Duration,
    },
    /// It thought longer than it was allowed to.
    #[error("overstepped the time: no move after {}, {} allowed", in_words(*.after), in_words(*.allowed))]
    Overtime {
        /// How long it took before it was given up.
        after: Duration,
        /// How long it might have taken.
        allowed: Duration,
    },
    /// Its clock ran out.
    #[error("overstepped the time: {} were left on its clock{}, no move after {}", in_words(*.left), of_clock(.clock), in_words(*.after))]
    Flag {
        /// The time for the game and what is added for each move, if anything.
        clock: [Duration; 2],
        /// What was left before the move.
        left: Duration,
        /// How long it took.
        after: Duration,
    },
    /// It said something that is no answer of the protocol.
    #[error("said `{line}` instead of {expected}")]
    Garbage {
        /// The beginning of what it said.
        line: String,
        /// What was expected.
        expected: &'static str,
    },
    /// It said that it has no move.
    #[error("gave no move though the game goes on")]
    NoMove,
    /// Its move breaks the rules, or is no move.
    #[error("made an illegal move: {0}")]
    Illegal(#[from] PlayError),
    /// Whatever the record of the game says.
    #[error("{0}")]
    Recorded(String),
}

impl Forfeit {
    /// What the record of the game gives as its ending.
    pub fn ending(&self) -> Ending {
        match self.fault {
            Fault::Overtime { .. } | Fault::Flag { .. } => Ending::Time,
            _ => Ending::Forfeit,
        }
    }
}

/// Who has never said anything may say it into a buffer.
fn hint(asked: &str) -> &'static str {
    if asked == "ugi" { " (does it flush its output?)" } else { "" }
}

/// The clock as the command line has it, in seconds.
fn of_clock([base, increment]: &[Duration; 2]) -> String {
    format!(" of {}+{} s", base.as_secs_f64(), increment.as_secs_f64())
}

fn in_words(time: Duration) -> String {
    if time < Duration::from_secs(10) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{} s", time.as_secs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forfeit_names_its_reason() {
        let allowed = Duration::from_millis(50);
        let late: Forfeit = Fault::Overtime { after: Duration::from_secs(61), allowed }.into();
        assert_eq!(late.to_string(), "overstepped the time: no move after 61 s, 50 ms allowed");
        assert_eq!(late.ending(), Ending::Time);
        let clock = [Duration::from_mins(1), allowed];
        let flag = Fault::Flag { clock, left: allowed, after: Duration::from_millis(70) };
        let told =
            "overstepped the time: 50 ms were left on its clock of 60+0.05 s, no move after 70 ms";
        assert_eq!((flag.to_string().as_str(), Forfeit::from(flag).ending()), (told, Ending::Time));
        let fault = Fault::Silence { asked: "isready".into(), after: Duration::from_secs(2) };
        let mut silent = Forfeit::from(fault);
        assert_eq!(silent.to_string(), "did not answer `isready` within 2000 ms");
        silent.last_words = vec!["no memory".into(), "good bye".into()];
        let told = "did not answer `isready` within 2000 ms; last words: no memory / good bye";
        assert_eq!(silent.to_string(), told);
        let recorded = Forfeit::recorded(told);
        assert_eq!((recorded.to_string(), &recorded.last_words), (told.into(), &silent.last_words));
        assert_eq!(silent.ending(), Ending::Forfeit);
        let mute = Fault::Silence { asked: "ugi".into(), after: Duration::from_secs(10) };
        let told = "did not answer `ugi` within 10 s (does it flush its output?)";
        assert_eq!(mute.to_string(), told);
    }
}
