//! What the program remembers of its user: how things are drawn, and what was chosen last.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use quintet_players::files;
use serde::{Deserialize, Serialize};

use crate::places::Places;
use crate::saves::{put_away, write_whole};
use crate::setup::Setup;

/// Everything that is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// With which characters boards are drawn.
    pub symbols: Symbols,
    /// When colours are used.
    pub colour: Colour,
    /// Which colours those are.
    pub theme: Theme,
    /// Whether moves are animated.
    pub animation: bool,
    /// Whether the evaluation bar is shown.
    pub evaluation_bar: bool,
    /// How many milliseconds pass between the moves of two engines that are watched.
    pub watch_delay: u64,
    /// The id of the game that was chosen last.
    pub last_game: Option<String>,
    /// What was chosen last for each game, by its id.
    pub choices: BTreeMap<String, Choice>,
}

/// With which characters boards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbols {
    /// All that a modern terminal has.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Which colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Those that suit the terminal, as far as it tells.
    #[default]
    Auto,
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
}

/// What was chosen for a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Players and conditions.
    pub setup: Setup,
    /// Whether chance decides who moves first.
    #[serde(default)]
    pub random_colours: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            symbols: Symbols::default(),
            colour: Colour::default(),
            theme: Theme::default(),
            animation: true,
            evaluation_bar: true,
            watch_delay: 700,
            last_game: None,
            choices: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// What was remembered, and what there is to tell: a file that cannot be read is set aside, and the defaults
    /// hold.
    pub fn load(places: &Places) -> (Settings, Option<String>) {
        let path = places.settings();
        let text = match files::read_text(&path, files::most::SETTINGS) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return (Settings::default(), None);
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => String::new(),
            Err(error) => {
                let message = format!("Cannot read {}: {error}.", path.display());
                return (Settings::default(), Some(message));
            }
        };
        match serde_json::from_str(&text) {
            Ok(settings) => (settings, None),
            Err(error) => (Settings::default(), Some(set_aside(&path, &error))),
        }
    }

    /// Remembers all of it.
    pub fn store(&self, places: &Places) -> io::Result<()> {
        let path = places.settings();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        write_whole(&path, &(serde_json::to_string_pretty(self)? + "\n"))
    }

    /// Takes note of a choice.
    pub fn remember(&mut self, setup: &Setup, random_colours: bool) {
        self.last_game = Some(setup.game.clone());
        let choice = Choice { setup: setup.clone(), random_colours };
        self.choices.insert(setup.game.clone(), choice);
    }

    /// What was chosen last for a game.
    pub fn choice(&self, game: &str) -> Option<&Choice> {
        self.choices.get(game)
    }
}

fn set_aside(path: &Path, problem: &serde_json::Error) -> String {
    let folder = path.with_file_name("damaged");
    match put_away(path, &folder) {
        Ok(to) => {
            format!("The settings cannot be read ({problem}); they were moved to {}.", to.display())
        }
        Err(error) => {
            format!("The settings cannot be read ({problem}), nor moved away ({error}).")
        }
    }
}
