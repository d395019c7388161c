//! A line of text being typed.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use tui_input::backend::crossterm::EventHandler as _;
use tui_input::{Input, InputRequest};

use crate::context::Context;

/// A line of text being typed, with its cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineInput {
    input: Input,
    /// Whether it is as it was suggested: what is typed takes its place.
    is_suggested: bool,
}

impl LineInput {
    /// A line that begins with a text.
    pub(crate) fn new(text: impl Into<String>) -> LineInput {
        LineInput { input: Input::new(text.into()), is_suggested: false }
    }

    /// A line with a text in place of which another can be typed, or which can be changed from where the cursor is put.
    pub(crate) fn suggesting(text: impl Into<String>) -> LineInput {
        LineInput { is_suggested: true, ..LineInput::new(text) }
    }

    /// What was typed.
    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Lets a key change the text.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        let is_typed = matches!(key.code, KeyCode::Char(_))
            && !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if self.is_suggested && matches!(key.code, KeyCode::Backspace | KeyCode::Delete) {
            *self = LineInput::default();
            return;
        }
        self.settle(is_typed);
        self.input.handle_event(&Event::Key(key));
    }

    /// Adds a text at the cursor; line breaks are left out.
    pub(crate) fn paste(&mut self, text: &str) {
        self.settle(true);
        for sign in text.chars().filter(|sign| !sign.is_control()) {
            self.input.handle(InputRequest::InsertChar(sign));
        }
    }

    /// What was suggested is replaced or kept.
    fn settle(&mut self, is_replaced: bool) {
        if std::mem::take(&mut self.is_suggested) && is_replaced {
            self.input.reset();
        }
    }

    /// The line as it is shown after a label; what does not fit is scrolled away.
    pub(crate) fn line(&self, label: &str, width: u16, context: &Context) -> Line<'static> {
        let theme = context.theme();
        let room = usize::from(width).saturating_sub(label.chars().count() + 3);
        let scroll = self.input.visual_scroll(room);
        let signs: Vec<char> = self.input.value().chars().collect();
        let cursor = self.input.cursor().min(signs.len());
        let from = scroll.min(cursor);
        let before: String = signs[from..cursor].iter().collect();
        let under = signs.get(cursor).copied().unwrap_or(' ');
        let after: String = signs.iter().skip(cursor + 1).take(room).collect();
        let cursor = Style::new().add_modifier(Modifier::REVERSED);
        let text = if self.is_suggested { cursor } else { Style::new() };
        Line::from(vec![
            Span::styled(format!("{label} "), theme.accent()),
            Span::styled(before, text),
            Span::styled(under.to_string(), cursor),
            Span::styled(after, text),
        ])
    }
}
