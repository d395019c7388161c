//! What all screens share: the games, settings, colours, the folder of saved games, the time.

use std::time::Instant;

use quintet_catalog::Catalog;
use quintet_paint::Glyphs;
use quintet_sitting::settings::{self, Colour, Symbols};
use quintet_sitting::terminal::Terminal;
use quintet_sitting::{Places, Saves, Settings};

use crate::event::Waker;
use crate::theme::{Paper, Theme};

/// What all screens share.
pub struct Context {
    /// What can be played.
    pub catalog: Catalog,
    /// What is remembered of the user.
    pub settings: Settings,
    /// Where it is remembered.
    pub places: Places,
    /// The saved games.
    pub saves: Saves,
    /// What chance comes from, where that was asked for.
    pub seed: Option<u64>,
    /// When the event came that is being handled.
    pub now: Instant,
    /// What to say after the client was left.
    pub farewell: Option<&'static str>,
    /// Handed to engines, so that they can tell of news.
    pub waker: Waker,
    /// Whether only ASCII may be used, whatever the settings say.
    pub always_ascii: bool,
    /// Whether colours are used, whatever the settings say.
    pub forced_colour: Option<bool>,
    /// What the terminal can do.
    pub terminal: Terminal,
}

impl Context {
    /// A context with what the environment says about the terminal.
    pub fn new(catalog: Catalog, places: Places, settings: Settings, waker: Waker) -> Context {
        Context {
            catalog,
            settings,
            saves: Saves::new(catalog, &places),
            places,
            seed: None,
            farewell: None,
            now: Instant::now(),
            waker,
            always_ascii: false,
            forced_colour: None,
            terminal: Terminal::look(),
        }
    }

    /// With which characters boards are drawn.
    pub fn glyphs(&self) -> Glyphs {
        let unicode = self.terminal.unicode && self.settings.symbols == Symbols::Unicode;
        if self.always_ascii || !unicode { Glyphs::Ascii } else { Glyphs::Unicode }
    }

    /// Whether only ASCII may be used.
    pub fn is_ascii(&self) -> bool {
        self.glyphs() == Glyphs::Ascii
    }

    /// In which colours everything is drawn.
    pub fn theme(&self) -> Theme {
        let wanted = match self.settings.colour {
            Colour::Never => false,
            Colour::Auto => self.terminal.coloured,
            Colour::Always => true,
        };
        let paper = match self.settings.theme {
            _ if !self.forced_colour.unwrap_or(wanted) => Paper::Plain,
            settings::Theme::Light => Paper::Light,
            settings::Theme::Auto if self.terminal.light => Paper::Light,
            settings::Theme::Auto | settings::Theme::Dark => Paper::Dark,
        };
        Theme::new(paper, self.terminal.colours)
    }

    /// Remembers the settings; what goes wrong is told.
    pub fn remember(&self) -> Option<String> {
        let stored = self.settings.store(&self.places);
        stored.err().map(|error| format!("The settings cannot be remembered: {error}."))
    }
}
