//! The options of the engine: what `setoption` changes.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use quintet_catalog::{
    AnyEngine, AnyGame, Brain, BrainError, Catalog, MOST_MEGABYTES, MOST_THREADS, Unknown,
    find_variant,
};
use quintet_core::Variant;
use quintet_core::text::excerpt;
use quintet_players::{ProofFile, ProofsError};

use crate::serve::Defaults;

const LEVELS: u8 = 8;
/// What stands for no file, as in UCI.
const NO_FILE: &str = "<empty>";
const MOST_LINES: u16 = 50;

/// Why an option was not set.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingError {
    #[error(
        "there is no option `{0}`; there are Game, Variant, Hash, Threads, MultiPV, Level, Engine, Seed and Proofs"
    )]
    NoOption(String),
    #[error("{option}: expected a whole number from {least} to {most}, got `{found}`")]
    Number { option: &'static str, least: u64, most: u64, found: String },
    #[error(transparent)]
    Unknown(#[from] Unknown),
    #[error(transparent)]
    Engine(#[from] BrainError),
    #[error(transparent)]
    Proofs(#[from] ProofsError),
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
    catalog: Catalog,
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) variant: Variant,
    brain: Brain,
    megabytes: Option<u32>,
    threads: Option<u16>,
    /// How many of the best moves are told.
    pub(crate) lines: u16,
    seed: u64,
    /// Where proofs are kept between runs.
    pub(crate) proofs: Option<Arc<ProofFile>>,
    /// What is to be told about the option that was set last.
    pub(crate) remark: Option<String>,
}

impl Settings {
    pub(crate) fn new(defaults: Defaults) -> Settings {
        let Defaults { catalog, game, variant } = defaults;
        let brain = Brain::Level(LEVELS, quintet_catalog::Settings::default());
        Settings {
            catalog,
            game,
            variant,
            brain,
            megabytes: None,
            threads: None,
            lines: 1,
            seed: 0,
            proofs: None,
            remark: None,
        }
    }

    /// Sets an option; names are the same in upper and lower case.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Effect, SettingError> {
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                let game = self.catalog.find(&value.to_ascii_lowercase())?;
                (self.game, self.variant) = (game, Variant::default());
                return Ok(Effect::NewGame);
            }
            "variant" => {
                self.variant = find_variant(self.game.info(), Some(&value.to_ascii_lowercase()))?;
                return Ok(Effect::NewGame);
            }
            "hash" => self.megabytes = Some(number("Hash", 1, MOST_MEGABYTES, value)?),
            "threads" => self.threads = Some(number("Threads", 1, MOST_THREADS, value)?),
            "multipv" => self.lines = number("MultiPV", 1, MOST_LINES, value)?,
            "level" => {
                let level = number("Level", 1, LEVELS, value)?;
                self.brain = Brain::Level(level, quintet_catalog::Settings::default());
            }
            "engine" => self.brain = value.parse()?,
            "seed" => self.seed = number("Seed", 0, u64::MAX, value)?,
            "proofs" => {
                self.proofs = None;
                if !matches!(value, "" | NO_FILE) {
                    let (file, left_out) = ProofFile::open(Path::new(value), self.catalog)?;
                    (self.proofs, self.remark) = (Some(Arc::new(file)), left_out);
                }
            }
            _ => return Err(SettingError::NoOption(excerpt(name))),
        }
        Ok(Effect::NewEngine)
    }

    /// The lines that tell which options there are.
    pub(crate) fn describe(&self) -> Vec<String> {
        let info = self.game.info();
        let variants: Vec<_> = info.variants.iter().map(|variant| variant.id).collect();
        let ids: Vec<_> = self.catalog.games().iter().map(|game| game.info().id).collect();
        let combo = |name: &str, value: &str, values: &[&str]| {
            let values = values.join(" var ");
            format!("option name {name} type combo default {value} var {values}")
        };
        let spin = |name: &str, value: u64, least: u64, most: u64| {
            format!("option name {name} type spin default {value} min {least} max {most}")
        };
        vec![
            combo("Game", info.id, &ids),
            combo("Variant", info.describe(self.variant).id, &variants),
            spin("Hash", 64, 1, MOST_MEGABYTES.into()),
            spin("Threads", 1, 1, MOST_THREADS.into()),
            spin("MultiPV", 1, 1, MOST_LINES.into()),
            spin("Level", LEVELS.into(), 1, LEVELS.into()),
            format!("option name Engine type string default {}", self.brain),
            spin("Seed", 0, 0, u64::MAX),
            format!("option name Proofs type string default {NO_FILE}"),
        ]
    }

    /// How long the engine thinks about a move when nobody says.
    pub(crate) fn move_time(&self) -> Option<Duration> {
        self.brain.settings().milliseconds.map(Duration::from_millis)
    }

    /// Makes the engine, and names the options that it has no use for.
    pub(crate) fn engine(&self) -> (Box<dyn AnyEngine>, Vec<&'static str>) {
        let mut brain = self.brain.clone();
        let mut unused = Vec::new();
        if let Some(settings) = brain.settings_mut() {
            settings.megabytes = self.megabytes.or(settings.megabytes);
            settings.threads = self.threads.or(settings.threads);
        } else {
            unused.extend(self.megabytes.map(|_| "Hash"));
            unused.extend(self.threads.map(|_| "Threads"));
        }
        let seed = if self.seed == 0 { RandomState::new().hash_one(()) } else { self.seed };
        let mut engine = self.game.engine(&brain, seed);
        if let Some(proofs) = &self.proofs {
            engine.keep_proofs(Arc::clone(proofs) as _);
        }
        (engine, unused)
    }
}

fn number<N>(option: &'static str, least: N, most: N, value: &str) -> Result<N, SettingError>
where
    N: FromStr + PartialOrd + Copy + Into<u64>,
{
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| SettingError::Number {
        option,
        least: least.into(),
        most: most.into(),
        found: excerpt(value),
    })
}
