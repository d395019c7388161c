//! A line of text being typed.

use crossterm::event::{Event, KeyEvent};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use tui_input::backend::crossterm::EventHandler as _;
use tui_input::{Input, InputRequest};

use crate::context::Context;

/// A line of text being typed, with its cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineInput(Input);

impl LineInput {
    /// A line that begins with a text.
    pub(crate) fn new(text: impl Into<String>) -> LineInput {
        LineInput(Input::new(text.into()))
    }

    /// What was typed.
    pub(crate) fn text(&self) -> &str {
        self.0.value()
    }

    /// Lets a key change the text.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        self.0.handle_event(&Event::Key(key));
    }

    /// Adds a text at the cursor; line breaks are left out.
    pub(crate) fn paste(&mut self, text: &str) {
        for sign in text.chars().filter(|sign| !sign.is_control()) {
            self.0.handle(InputRequest::InsertChar(sign));
        }
    }

    /// The line as it is shown after a label; what does not fit is scrolled away.
    pub(crate) fn line(&self, label: &str, width: u16, context: &Context) -> Line<'static> {
        let theme = context.theme();
        let room = usize::from(width).saturating_sub(label.chars().count() + 3);
        let scroll = self.0.visual_scroll(room);
        let signs: Vec<char> = self.0.value().chars().collect();
        let cursor = self.0.cursor().min(signs.len());
        let from = scroll.min(cursor);
        let before: String = signs[from..cursor].iter().collect();
        let under = signs.get(cursor).copied().unwrap_or(' ');
        let after: String = signs.iter().skip(cursor + 1).take(room).collect();
        let cursor = ratatui::style::Style::new().add_modifier(Modifier::REVERSED);
        Line::from(vec![
            Span::styled(format!("{label} "), theme.accent()),
            Span::raw(before),
            Span::styled(under.to_string(), cursor),
            Span::raw(after),
        ])
    }
}
