//! What computer players are called: on the command line, in UGI, in records.

use std::fmt;
use std::str::FromStr;

use quintet_core::text::excerpt;
use quintet_search::Limits;

use crate::similar;

/// Which computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brain {
    /// Any legal move, each equally likely.
    Random,
    /// The best-looking move by a simple rule of the game.
    Greedy,
    /// One of eight strengths: 1 is random, 2 greedy, 8 the full engine.
    Level(u8, Settings),
    /// Depth-first search with evaluation.
    AlphaBeta(Settings),
    /// Monte Carlo tree search with what is known about the game.
    Mcts(Settings),
    /// Monte Carlo tree search with uniformly random playouts and no knowledge: a yardstick.
    PlainMcts(Settings),
}

/// What an engine may use. What is `None` is left to the engine or to whoever asks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Milliseconds a move, when whoever asks sets no time.
    pub milliseconds: Option<u64>,
    /// Limits of its own.
    pub limits: Limits,
    /// Megabytes of memory for tables or trees.
    pub megabytes: Option<u32>,
    /// How many threads think.
    pub threads: Option<u16>,
}

/// The name means no computer player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrainError {
    /// There is no such player.
    #[error("expected a computer player ({}), got `{found}`{}", Brain::EXPECTED, in_words(.similar.as_deref()))]
    Name {
        /// What was read.
        found: String,
        /// What may have been meant.
        similar: Option<String>,
    },
    /// The player is known, one of its options is not.
    #[error("expected options of {player} such as {}, got `{option}` in `{found}`", Brain::OPTIONS)]
    Option {
        /// Whose.
        player: String,
        /// Which.
        option: String,
        /// What was read.
        found: String,
    },
}

fn in_words(similar: Option<&str>) -> String {
    similar.map_or(String::new(), |similar| format!(", did you mean `{similar}`?"))
}

/// The names, without what may follow a colon.
const NAMES: [&str; 5] = ["random", "greedy", "level", "alphabeta", "mcts"];

/// The largest table or tree that can be asked for.
pub const MOST_MEGABYTES: u32 = 65_536;
/// The most threads that can be asked for.
pub const MOST_THREADS: u16 = 256;

impl Brain {
    /// What names there are, for messages.
    pub const EXPECTED: &'static str = "random, greedy, level:1 to level:8, or alphabeta, mcts, \
         mcts:plain with options such as mcts:time=1s,nodes=10000,depth=8,hash=64MB,threads=2";

    /// What options there are, for messages.
    const OPTIONS: &'static str = "time=1s, nodes=10000, depth=8, hash=64MB, threads=2";

    /// What the engine may use; nothing is to be set for players that do not search.
    pub fn settings(&self) -> Settings {
        match self {
            Brain::Random | Brain::Greedy => Settings::default(),
            Brain::Level(_, settings)
            | Brain::AlphaBeta(settings)
            | Brain::Mcts(settings)
            | Brain::PlainMcts(settings) => *settings,
        }
    }

    /// The settings, to change them; `None` for players that do not search.
    pub fn settings_mut(&mut self) -> Option<&mut Settings> {
        match self {
            Brain::Random | Brain::Greedy => None,
            Brain::Level(_, settings)
            | Brain::AlphaBeta(settings)
            | Brain::Mcts(settings)
            | Brain::PlainMcts(settings) => Some(settings),
        }
    }

    /// Whether it thinks for as long as it is let: then whoever asks must set a limit.
    pub fn is_tireless(&self) -> bool {
        let limited = self.settings().limits != Limits::default();
        match self {
            Brain::Random | Brain::Greedy | Brain::Level(..=7, _) => false,
            Brain::Level(..) | Brain::AlphaBeta(_) | Brain::Mcts(_) | Brain::PlainMcts(_) => {
                !limited
            }
        }
    }
}

impl FromStr for Brain {
    type Err = BrainError;

    fn from_str(text: &str) -> Result<Self, BrainError> {
        read(text).ok_or_else(|| {
            if let Some((player, option)) = wrong_option(text) {
                let (option, found) = (excerpt(option), excerpt(text));
                return BrainError::Option { player, option, found };
            }
            let (name, options) = text.split_once(':').unwrap_or((text, ""));
            // Who says a number means a level.
            let level =
                Some(format!("level:{}", text.trim())).filter(|level| read(level).is_some());
            let similar = level.or_else(|| {
                similar(name, &NAMES).map(|similar| match options {
                    "" => similar,
                    options => format!("{similar}:{options}"),
                })
            });
            // A right name with wrong options is not meant otherwise.
            let similar = similar.filter(|similar| read(similar).is_some());
            BrainError::Name { found: excerpt(text), similar }
        })
    }
}

fn read(text: &str) -> Option<Brain> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let mut options = options.split(',').filter(|option| !option.is_empty()).peekable();
    match name {
        "random" | "greedy" if text != name => None,
        "random" => Some(Brain::Random),
        "greedy" => Some(Brain::Greedy),
        "level" => {
            let level = options.next()?.parse().ok().filter(|level| (1..=8).contains(level))?;
            Some(Brain::Level(level, read_settings(options)?))
        }
        "alphabeta" => Some(Brain::AlphaBeta(read_settings(options)?)),
        "mcts" if options.next_if_eq(&"plain").is_some() => {
            Some(Brain::PlainMcts(read_settings(options)?))
        }
        "mcts" => Some(Brain::Mcts(read_settings(options)?)),
        _ => None,
    }
}

/// The first option that cannot be read of a player that can be, and who that is.
fn wrong_option(text: &str) -> Option<(String, &str)> {
    let (name, options) = text.split_once(':')?;
    let mut options = options.split(',').filter(|option| !option.is_empty()).peekable();
    let player = match name {
        "level" => format!("{name}:{}", options.next()?),
        "mcts" if options.next_if_eq(&"plain").is_some() => format!("{name}:plain"),
        "mcts" | "alphabeta" => name.to_owned(),
        _ => return None,
    };
    read(&player)?;
    let wrong = options.find(|option| read_settings(std::iter::once(*option)).is_none());
    wrong.map(|option| (player, option))
}

fn read_settings<'a>(options: impl Iterator<Item = &'a str>) -> Option<Settings> {
    let mut settings = Settings::default();
    for option in options {
        let (name, value) = option.split_once('=')?;
        match name {
            "time" => settings.milliseconds = Some(read_time(value)?),
            "nodes" => settings.limits.nodes = Some(value.parse().ok().filter(|n| *n > 0)?),
            "depth" => settings.limits.depth = Some(value.parse().ok().filter(|n| *n > 0)?),
            "hash" => {
                settings.megabytes =
                    read_megabytes(value).filter(|n| (1..=MOST_MEGABYTES).contains(n));
                settings.megabytes?;
            }
            "threads" => {
                settings.threads =
                    value.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
                settings.threads?;
            }
            _ => return None,
        }
    }
    Some(settings)
}

/// `64MB`, `64` or `1GB`.
fn read_megabytes(text: &str) -> Option<u32> {
    match text.strip_suffix("GB") {
        Some(gigabytes) => gigabytes.parse::<u32>().ok()?.checked_mul(1024),
        None => text.strip_suffix("MB").unwrap_or(text).parse().ok(),
    }
}

/// The milliseconds of `50ms` or `1s` or `1.5s`, a day at most.
pub fn read_time(text: &str) -> Option<u64> {
    let milliseconds = match text.strip_suffix("ms") {
        Some(number) => number.parse::<f64>().ok()?,
        None => text.strip_suffix('s')?.parse::<f64>().ok()? * 1000.0,
    };
    (1.0..=86_400_000.0).contains(&milliseconds).then_some(milliseconds as u64)
}

impl fmt::Display for Brain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, first) = match self {
            Brain::Random => ("random", None),
            Brain::Greedy => ("greedy", None),
            Brain::Level(level, _) => ("level", Some(level.to_string())),
            Brain::AlphaBeta(_) => ("alphabeta", None),
            Brain::Mcts(_) => ("mcts", None),
            Brain::PlainMcts(_) => ("mcts", Some("plain".into())),
        };
        let Settings { milliseconds, limits, megabytes, threads } = self.settings();
        let mut options: Vec<String> = first.into_iter().collect();
        options.extend(milliseconds.map(|time| format!("time={time}ms")));
        options.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
        options.extend(limits.depth.map(|depth| format!("depth={depth}")));
        options.extend(megabytes.map(|megabytes| format!("hash={megabytes}MB")));
        options.extend(threads.map(|threads| format!("threads={threads}")));
        f.write_str(name)?;
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}
