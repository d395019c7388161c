//! What is read at leisure: the rules of a game, or all that there is to say of a position.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use quintet_core::GameInfo;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::list::{List, Moved};
use super::menu::draw_game;
use crate::app::{Go, Screen};
use crate::chrome;
use crate::context::Context;
use crate::help::Keys;
use crate::markdown;

/// Columns beyond which lines are hard to read.
const WIDEST: u16 = 90;

/// A text with its title, such as the rules of one game.
pub(crate) struct Rules {
    title: String,
    text: String,
    first: u16,
    /// Lines on the screen and in all, as of the last drawing.
    seen: u16,
    lines: u16,
}

impl Rules {
    pub(crate) fn of(info: &'static GameInfo) -> Rules {
        Rules::titled(format!("The rules of {}", info.name), info.rules.into())
    }

    /// Any other text.
    pub(crate) fn titled(title: String, text: String) -> Rules {
        Rules { title, text, first: 0, seen: 0, lines: 0 }
    }

    fn scroll(&mut self, lines: i32) {
        let last = self.lines.saturating_sub(self.seen);
        let first = i32::from(self.first) + lines;
        self.first = first.clamp(0, last.into()) as u16;
    }
}

impl Screen for Rules {
    fn key(&mut self, key: KeyEvent, _context: &mut Context) -> Go {
        let page = i32::from(self.seen.max(2)) - 1;
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => self.scroll(1),
            KeyCode::PageUp | KeyCode::Char('b') => self.scroll(-page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(page),
            KeyCode::Home | KeyCode::Char('g') => self.first = 0,
            KeyCode::End | KeyCode::Char('G') => self.scroll(i32::from(self.lines)),
            KeyCode::Esc | KeyCode::Left | KeyCode::Char('q' | 'h') => return Go::Back,
            _ => {}
        }
        Go::Nowhere
    }

    fn mouse(&mut self, mouse: MouseEvent, _context: &mut Context) -> Go {
        match mouse.kind {
            MouseEventKind::ScrollDown => self.scroll(3),
            MouseEventKind::ScrollUp => self.scroll(-3),
            _ => {}
        }
        Go::Nowhere
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        let keys = "arrows, space, b scroll  q back  ? keys";
        let inside = chrome::draw(frame, area, &self.title, None, keys, context);
        let inside = Rect { width: inside.width.min(WIDEST), ..inside };
        let text = markdown::lines(&self.text, inside.width, context.theme());
        self.lines = text.len() as u16;
        self.seen = inside.height;
        self.scroll(0);
        frame.render_widget(Paragraph::new(text).scroll((self.first, 0)), inside);
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys while reading",
            keys: &[
                ("arrows, j k", "a line"),
                ("space, b", "a page"),
                ("g G", "to the beginning, to the end"),
                ("q, Esc", "back"),
            ],
        }
    }
}

/// Of which game.
pub(crate) struct Choice {
    list: List,
}

impl Choice {
    pub(crate) fn new() -> Choice {
        Choice { list: List::default() }
    }

    fn enter(&self, context: &Context) -> Go {
        let games = context.catalog.games();
        games
            .get(self.list.chosen)
            .map_or(Go::Nowhere, |game| Go::To(Box::new(Rules::of(game.info()))))
    }
}

impl Screen for Choice {
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        match (self.list.key(key, context.catalog.games().len()), key.code) {
            (Moved::Enter, _) | (Moved::No, KeyCode::Right | KeyCode::Char('l' | ' ')) => {
                self.enter(context)
            }
            (Moved::No, KeyCode::Char('q' | 'h') | KeyCode::Esc | KeyCode::Left) => Go::Back,
            _ => Go::Nowhere,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        if self.list.mouse(mouse) == Moved::Enter { self.enter(context) } else { Go::Nowhere }
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        let keys = "arrows choose  Enter read  q back  ? keys";
        let inside = chrome::draw(frame, area, "Read the rules", None, keys, context);
        let games = context.catalog.games();
        let names: Vec<Line> = games.iter().map(|game| Line::raw(game.info().name)).collect();
        let list = Rect { width: 20, ..inside };
        self.list.draw(frame, list, &names, context);
        let beside = Rect { x: inside.x + 22, width: inside.width - 22, ..inside };
        let chosen = games[self.list.chosen.min(games.len() - 1)];
        draw_game(chosen, frame, chrome::taller(beside), context);
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys",
            keys: &[("arrows, j k", "choose"), ("Enter, click", "read"), ("q, Esc", "back")],
        }
    }
}
