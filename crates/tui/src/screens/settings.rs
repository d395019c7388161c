//! Settings: symbols, colours, animation, evaluation bar.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use quintet_sitting::Settings;
use quintet_sitting::settings::{Colour, Symbols, Theme};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::list::{List, Moved};
use super::menu::draw_game;
use crate::app::{Go, Screen};
use crate::chrome;
use crate::context::Context;
use crate::help::Keys;
use crate::wrap::wrap;

/// The settings.
pub(crate) struct SettingsScreen {
    list: List,
    message: Option<String>,
}

/// The columns that a board needs.
const LEAST_PREVIEW: u16 = 30;

/// What can be set, and what that changes.
const SETTINGS: [(&str, &str); 5] = [
    ("Symbols", "How pieces are drawn: ASCII where a terminal or font lacks the signs."),
    ("Colours", "Every piece also differs by its sign, so that none is needed."),
    ("Paper", "Dark or light, if the terminal's own background is not recognised."),
    ("Animation", "Moves are shown step by step, a second at most."),
    ("Evaluation bar", "Beside the board: who stands better, as an engine sees it."),
];

impl SettingsScreen {
    pub(crate) fn new() -> SettingsScreen {
        SettingsScreen { list: List::default(), message: None }
    }

    fn change(&mut self, context: &mut Context) {
        let settings = &mut context.settings;
        match self.list.chosen {
            0 => {
                settings.symbols = match settings.symbols {
                    Symbols::Unicode => Symbols::Ascii,
                    Symbols::Ascii => Symbols::Unicode,
                }
            }
            1 => {
                settings.colour = match settings.colour {
                    Colour::Auto => Colour::Never,
                    Colour::Never => Colour::Always,
                    Colour::Always => Colour::Auto,
                }
            }
            2 => {
                settings.theme = match settings.theme {
                    Theme::Auto => Theme::Dark,
                    Theme::Dark => Theme::Light,
                    Theme::Light => Theme::Auto,
                }
            }
            3 => settings.animation = !settings.animation,
            _ => settings.evaluation_bar = !settings.evaluation_bar,
        }
        self.message = context.remember();
    }
}

fn value(index: usize, settings: &Settings) -> &'static str {
    let on = |is_on| if is_on { "on" } else { "off" };
    match index {
        0 => match settings.symbols {
            Symbols::Unicode => "Unicode",
            Symbols::Ascii => "ASCII only",
        },
        1 => match settings.colour {
            Colour::Auto => "unless NO_COLOR is set",
            Colour::Always => "always",
            Colour::Never => "never",
        },
        2 => match settings.theme {
            Theme::Auto => "like the terminal",
            Theme::Dark => "dark",
            Theme::Light => "light",
        },
        3 => on(settings.animation),
        _ => on(settings.evaluation_bar),
    }
}

impl Screen for SettingsScreen {
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        match (self.list.key(key, SETTINGS.len()), key.code) {
            (Moved::Enter, _)
            | (Moved::No, KeyCode::Right | KeyCode::Left | KeyCode::Char('l' | 'h' | ' ')) => {
                self.change(context);
                Go::Nowhere
            }
            (Moved::No, KeyCode::Char('q') | KeyCode::Esc) => Go::Back,
            _ => Go::Nowhere,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        if self.list.mouse(mouse) == Moved::Enter {
            self.change(context);
        }
        Go::Nowhere
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        let keys = "arrows choose  Enter change  q back  ? keys";
        let inside = chrome::draw(frame, area, "Settings", self.message.as_deref(), keys, context);
        let lines: Vec<Line> = SETTINGS
            .iter()
            .enumerate()
            .map(|(index, (name, _))| {
                let value = value(index, &context.settings);
                Line::from(vec![Span::raw(format!("{name:<16}")), Span::raw(value)])
            })
            .collect();
        let list = Rect { width: 44, height: SETTINGS.len() as u16, ..inside };
        self.list.draw(frame, list, &lines, context);
        let (_, meaning) = SETTINGS[self.list.chosen.min(SETTINGS.len() - 1)];
        let below = Rect { y: list.bottom() + 1, width: list.width, height: 3, ..inside };
        let meaning = wrap(&Line::styled(meaning, context.theme().muted()), below.width);
        frame.render_widget(Paragraph::new(meaning), below.intersection(inside));
        let x = list.right() + 1;
        let beside = Rect { x, width: inside.right() - x, ..inside };
        // A board shows what the settings do; its words alone do not.
        if beside.width >= LEAST_PREVIEW {
            draw_game(context.catalog.games()[0], frame, chrome::taller(beside), context);
        }
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys in the settings",
            keys: &[("arrows, j k", "choose"), ("Enter, click", "change"), ("q, Esc", "back")],
        }
    }
}
