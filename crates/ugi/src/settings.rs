//! The options of the engine: what `setoption` changes.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;

use quintet_catalog::{AnyEngine, AnyGame, Brain, BrainError, Unknown, find, find_variant, games};
use quintet_core::Variant;
use quintet_core::text::excerpt;

const LEVELS: u64 = 8;
const MOST_MEGABYTES: u64 = 1 << 16;
const MOST_THREADS: u64 = 256;

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SettingError {
    #[error(
        "there is no option `{0}`; there are Game, Variant, Hash, Threads, Level, Engine and Seed"
    )]
    NoOption(String),
    #[error("{option}: expected a whole number from {least} to {most}, got `{found}`")]
    Number { option: &'static str, least: u64, most: u64, found: String },
    #[error(transparent)]
    Unknown(#[from] Unknown),
    #[error(transparent)]
    Engine(#[from] BrainError),
}

/// What a changed option asks of the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Another game: it begins with its start position.
    NewGame,
    /// Another engine has to be made.
    NewEngine,
}

/// The options as they are set.
pub(crate) struct Settings {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) variant: Variant,
    brain: Brain,
    megabytes: Option<u64>,
    threads: Option<u64>,
    seed: u64,
}

impl Settings {
    pub(crate) fn new(game: &'static dyn AnyGame, variant: Variant) -> Settings {
        let strongest = format!("level:{LEVELS}").parse().or_else(|_| "random".parse());
        let brain = strongest.expect("every game has a random player");
        Settings { game, variant, brain, megabytes: None, threads: None, seed: 0 }
    }

    /// Sets an option; names are the same in upper and lower case.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Effect, SettingError> {
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                let game = find(&value.to_ascii_lowercase())?;
                (self.game, self.variant) = (game, Variant::default());
                return Ok(Effect::NewGame);
            }
            "variant" => {
                self.variant = find_variant(self.game.info(), Some(&value.to_ascii_lowercase()))?;
                return Ok(Effect::NewGame);
            }
            "hash" => self.megabytes = Some(number("Hash", 1, MOST_MEGABYTES, value)?),
            "threads" => self.threads = Some(number("Threads", 1, MOST_THREADS, value)?),
            "level" => {
                let level = number("Level", 1, LEVELS, value)?;
                self.brain = format!("level:{level}").parse()?;
            }
            "engine" => self.brain = value.parse()?,
            "seed" => self.seed = number("Seed", 0, u64::MAX, value)?,
            _ => return Err(SettingError::NoOption(excerpt(name))),
        }
        Ok(Effect::NewEngine)
    }

    /// The lines that tell which options there are.
    pub(crate) fn describe(&self) -> Vec<String> {
        let info = self.game.info();
        let variants: Vec<_> = info.variants.iter().map(|variant| variant.id).collect();
        let ids: Vec<_> = games().iter().map(|game| game.info().id).collect();
        let combo = |name: &str, value: &str, values: &[&str]| {
            let vars: String = values.iter().map(|value| format!(" var {value}")).collect();
            format!("option name {name} type combo default {value}{vars}")
        };
        let spin = |name: &str, value: u64, least: u64, most: u64| {
            format!("option name {name} type spin default {value} min {least} max {most}")
        };
        vec![
            combo("Game", info.id, &ids),
            combo("Variant", info.describe(self.variant).id, &variants),
            spin("Hash", 64, 1, MOST_MEGABYTES),
            spin("Threads", 1, 1, MOST_THREADS),
            spin("Level", LEVELS, 1, LEVELS),
            format!("option name Engine type string default {}", self.brain),
            spin("Seed", 0, 0, u64::MAX),
        ]
    }

    /// Makes the engine, and names the options that it has no use for.
    pub(crate) fn engine(&self) -> (Box<dyn AnyEngine>, Vec<&'static str>) {
        let mut brain = self.brain.clone();
        let mut unused = Vec::new();
        let hash = self.megabytes.map(|megabytes| ("Hash", format!("hash={megabytes}MB")));
        let threads = self.threads.map(|threads| ("Threads", format!("threads={threads}")));
        for (option, text) in hash.into_iter().chain(threads) {
            match with_option(&brain, &text) {
                Some(better) => brain = better,
                None => unused.push(option),
            }
        }
        let seed = if self.seed == 0 { RandomState::new().hash_one(()) } else { self.seed };
        (self.game.engine(&brain, seed), unused)
    }
}

/// The engine with one more option in its name; `None` if it does not take that option.
fn with_option(brain: &Brain, option: &str) -> Option<Brain> {
    let name = brain.to_string();
    let mark = if name.contains(':') { ',' } else { ':' };
    format!("{name}{mark}{option}").parse().ok()
}

fn number(option: &'static str, least: u64, most: u64, value: &str) -> Result<u64, SettingError> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| SettingError::Number { option, least, most, found: excerpt(value) })
}
