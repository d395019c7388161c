//! The keys of a screen, shown over it, and the message on a screen that is too small.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::app::{LEAST_HEIGHT, LEAST_WIDTH};
use crate::context::Context;

/// Keys and what they do, under a heading.
pub struct Keys {
    /// What screen they belong to.
    pub title: &'static str,
    /// Key and meaning.
    pub keys: &'static [(&'static str, &'static str)],
}

/// The keys that are the same everywhere.
const EVERYWHERE: &[(&str, &str)] =
    &[("?", "these keys"), ("Ctrl-Z", "back to the shell for a while"), ("Ctrl-C", "end")];

/// Whether a key closes the help.
pub(crate) fn closes(key: KeyEvent) -> bool {
    matches!(key.code, KeyCode::Esc | KeyCode::Enter | KeyCode::Char('?' | 'q' | ' '))
}

/// Draws the keys over the screen.
pub(crate) fn draw(frame: &mut Frame, area: Rect, keys: &Keys, context: &Context) {
    let theme = context.theme();
    let all: Vec<&(&str, &str)> = keys.keys.iter().chain(EVERYWHERE).collect();
    let widest = all.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let meaning = all.iter().map(|(_, meaning)| meaning.chars().count()).max().unwrap_or(0);
    let line = |(key, meaning): &(&'static str, &'static str)| {
        Line::from(vec![
            Span::styled(format!("{key:>widest$}"), theme.accent()),
            Span::raw(format!("  {meaning}")),
        ])
    };
    let width = (widest + meaning + 6).min(usize::from(area.width)) as u16;
    let height = (all.len() as u16 + 2).min(area.height);
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    let block = block(context).title(format!(" {} ", keys.title));
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.base());
    let lines: Vec<Line> = all.into_iter().map(line).collect();
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

/// A frame in characters that may be used.
pub(crate) fn block(context: &Context) -> Block<'static> {
    let set = if context.is_ascii() { ASCII } else { ratatui::symbols::border::PLAIN };
    Block::bordered().border_set(set).border_style(context.theme().heading())
}

const ASCII: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Says how large the screen has to be.
pub(crate) fn draw_too_small(frame: &mut Frame, area: Rect, context: &Context) {
    let text = format!(
        "Please make the window larger: Quintet needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} lines, and this window \
         has {} and {}. The game is kept as it is. Ctrl-C ends.",
        area.width, area.height
    );
    let height = area.height.min(6);
    let place = area.centered_vertically(Constraint::Length(height));
    let message = Paragraph::new(text).wrap(Wrap { trim: true }).alignment(Alignment::Center);
    frame.render_widget(message.style(context.theme().accent()), place);
}
