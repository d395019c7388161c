//! A program that plays, as it is described on the command line.

use std::collections::HashSet;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use quintet_catalog::read_time;
use quintet_core::text::excerpt;

use crate::{PlayerSpec, command_line};

/// How a program is started and what it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramSpec {
    /// What it is called in results and records; its command without one.
    pub name: Option<String>,
    /// Its command line, see [`command_line::words`].
    pub command: String,
    /// Options that are set before it plays, by their names.
    pub options: Vec<(String, String)>,
    /// How long it may take until it is ready for a game, if not as long as any.
    pub start: Option<Duration>,
    /// The time it has for a move, instead of what the others have.
    pub time: Option<Duration>,
    /// The positions it may visit for a move, instead of what the others may.
    pub nodes: Option<u64>,
    /// Where all that is said is written down.
    pub log: Option<PathBuf>,
}

impl ProgramSpec {
    /// Nothing but a command line.
    pub fn plain(command: &str) -> ProgramSpec {
        ProgramSpec { command: command.into(), ..ProgramSpec::default() }
    }

    /// What of it decides how it plays, as it would be described: its command, its options and its limits.
    pub fn identity(&self) -> String {
        let mut words = vec![self.command.clone()];
        words.extend(self.options.iter().map(|(name, value)| format!("option.{name}={value}")));
        words.extend(self.time.map(|time| format!("movetime={}", time.as_millis())));
        words.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        words.join(" ").replace(char::is_control, " ")
    }
}

/// A description of a program that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramSpecError {
    /// A quote or a backslash stands alone.
    #[error("a quote is not closed")]
    Quote,
    /// A word that is no setting.
    #[error(
        "expected name=NAME, cmd=COMMAND, option.NAME=VALUE, start=TIME, movetime=MS, nodes=N or log=FILE, got `{0}`"
    )]
    Unknown(String),
    /// A setting is given more than once.
    #[error("{0} is there twice")]
    Twice(String),
    /// A line break would be a command to the program.
    #[error("{0}: expected text in one line, got a line break or another control character")]
    Control(String),
    /// The name means somebody else.
    #[error("`{0}` is a player of Quintet: expected another name for an engine")]
    Taken(String),
    /// A time is expected.
    #[error("start: expected a time such as 500ms or 30s, got `{0}`")]
    Time(String),
    /// A number is expected.
    #[error("{name}: expected a whole number of at least 1, got `{found}`")]
    Number {
        /// The setting.
        name: &'static str,
        /// What stands there.
        found: String,
    },
    /// It needs a name to be called by, and a command.
    #[error("{0} is missing")]
    Missing(&'static str),
}

impl FromStr for ProgramSpec {
    type Err = ProgramSpecError;

    /// Reads settings such as `name=Fox cmd='./fox --quick' option.Hash=64 movetime=50`, in any order.
    fn from_str(text: &str) -> Result<Self, ProgramSpecError> {
        let mut program = ProgramSpec::default();
        let mut seen = HashSet::new();
        for word in command_line::words(text).ok_or(ProgramSpecError::Quote)? {
            let unknown = || ProgramSpecError::Unknown(excerpt(&word));
            let (key, value) = word.split_once('=').ok_or_else(unknown)?;
            // A shell may well be given lines; what becomes a line of the protocol may not.
            if word.contains(char::is_control) && key != "cmd" {
                return Err(ProgramSpecError::Control(excerpt(key)));
            }
            if !seen.insert(key.to_ascii_lowercase()) {
                return Err(ProgramSpecError::Twice(excerpt(key)));
            }
            match key {
                "name" => program.name = Some(value.into()),
                "cmd" => program.command = value.into(),
                "start" => {
                    let time = read_time(value).map(Duration::from_millis);
                    program.start =
                        Some(time.ok_or_else(|| ProgramSpecError::Time(excerpt(value)))?);
                }
                "movetime" => {
                    let milliseconds = number("movetime", value)?;
                    program.time = Some(Duration::from_millis(milliseconds));
                }
                "nodes" => program.nodes = Some(number("nodes", value)?),
                "log" => program.log = Some(value.into()),
                _ => {
                    let option = key.strip_prefix("option.").ok_or_else(unknown)?;
                    program.options.push((option.into(), value.into()));
                }
            }
        }
        program.checked()
    }
}

impl ProgramSpec {
    /// The same, if it has a name of its own and a command.
    fn checked(self) -> Result<ProgramSpec, ProgramSpecError> {
        let program = self;
        if program.name.as_deref().is_none_or(str::is_empty) {
            return Err(ProgramSpecError::Missing("name=NAME"));
        }
        if program.command.trim().is_empty() {
            return Err(ProgramSpecError::Missing("cmd=COMMAND"));
        }
        if command_line::words(&program.command).is_none() {
            return Err(ProgramSpecError::Quote);
        }
        let is_taken = |name: &&str| name.parse::<PlayerSpec>().is_ok();
        if let Some(name) = program.name.as_deref().filter(is_taken) {
            return Err(ProgramSpecError::Taken(excerpt(name)));
        }
        Ok(program)
    }
}

fn number(name: &'static str, text: &str) -> Result<u64, ProgramSpecError> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| ProgramSpecError::Number { name, found: excerpt(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_words_with_equals_signs() {
        let text = r#"name=Fox cmd='./fox --quick' option.Hash=64 "option.Own Book=a=b" start=1.5s movetime=50 nodes=9 log=x/y"#;
        let fox: ProgramSpec = text.parse().unwrap();
        let options = [("Hash", "64"), ("Own Book", "a=b")];
        assert_eq!(
            fox,
            ProgramSpec {
                name: Some("Fox".into()),
                command: "./fox --quick".into(),
                options: options.map(|(name, value)| (name.into(), value.into())).to_vec(),
                start: Some(Duration::from_millis(1500)),
                time: Some(Duration::from_millis(50)),
                nodes: Some(9),
                log: Some("x/y".into()),
            }
        );
    }

    #[test]
    fn what_decides_how_a_program_plays_is_told_in_a_line() {
        let text =
            r#"name=Fox "cmd=./fox\n--quick" nodes=9 option.Hash=64 start=1s log=x movetime=50"#;
        let fox: ProgramSpec = text.replace("\\n", "\n").parse().unwrap();
        assert_eq!(fox.identity(), "./fox --quick option.Hash=64 movetime=50 nodes=9");
        assert_eq!(ProgramSpec::plain("./fox").identity(), "./fox");
    }

    #[test]
    fn a_wrong_description_is_told_what_is_right() {
        for (text, problem) in [
            ("cmd=x", "name=NAME is missing"),
            ("name= cmd=x", "name=NAME is missing"),
            ("name=a", "cmd=COMMAND is missing"),
            ("name=a cmd='x", "a quote is not closed"),
            ("name=a cmd=\"x 'y\"", "a quote is not closed"),
            ("name=a cmd=x start=soon", "start: expected a time such as 500ms or 30s, got `soon`"),
            (
                "name=a cmd=x 'option.Hash=1\nquit'",
                "option.Hash: expected text in one line, got a line break or another control character",
            ),
            (
                "'name=a\u{1b}[2J' cmd=x",
                "name: expected text in one line, got a line break or another control character",
            ),
            ("name=a cmd=x option.Hash=1 option.hash=2", "option.hash is there twice"),
            ("name=a cmd=x cmd=y", "cmd is there twice"),
            (
                "name=level:5 cmd=x",
                "`level:5` is a player of Quintet: expected another name for an engine",
            ),
            (
                "'name=ugi:x y' cmd=x",
                "`ugi:x y` is a player of Quintet: expected another name for an engine",
            ),
            ("name=a cmd=x nodes=0", "nodes: expected a whole number of at least 1, got `0`"),
            (
                "name=a cmd=x movetime=1s",
                "movetime: expected a whole number of at least 1, got `1s`",
            ),
        ] {
            assert_eq!(text.parse::<ProgramSpec>().unwrap_err().to_string(), problem, "{text}");
        }
        assert_eq!(
            "name=a 'cmd=sh -c \"a\nb\"'".parse::<ProgramSpec>().unwrap().name,
            Some("a".into())
        );
        let error = "name=a cmd=x time=3".parse::<ProgramSpec>().unwrap_err().to_string();
        assert!(error.starts_with("expected name=NAME, cmd=") && error.ends_with("got `time=3`"));
    }
}
