//! What frames a screen that is not a table: a title above, a message and the keys below.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::context::Context;

/// As many of the keys, which stand two blanks apart, as find room; the last one says where all of them are.
pub(crate) fn fitting(keys: &str, width: u16) -> String {
    let mut shown: Vec<&str> = keys.split("  ").collect();
    let length = |keys: &[&str]| keys.join("  ").chars().count();
    while length(&shown) > width.into() && shown.len() > 2 {
        shown.remove(shown.len() - 2);
    }
    shown.join("  ")
}

/// Draws title, message and keys, and gives the room between them.
pub(crate) fn draw(
    frame: &mut Frame,
    area: Rect,
    title: &str,
    message: Option<&str>,
    keys: &str,
    context: &Context,
) -> Rect {
    let theme = context.theme();
    let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
    frame.render_widget(Line::from(format!(" {title}")).style(theme.bar()), row(0, 1));
    let keys = Line::from(format!(" {}", fitting(keys, area.width - 1))).style(theme.muted());
    frame.render_widget(keys, row(area.height - 1, 1));
    let inside = Rect { x: area.x + 2, width: area.width - 4, ..area };
    if let Some(message) = message {
        let text = Paragraph::new(message.to_owned()).wrap(Wrap { trim: true });
        let place = Rect { y: area.y + area.height - 4, height: 3, ..inside };
        frame.render_widget(text.style(theme.danger()), place);
    }
    let below = if message.is_some() { 5 } else { 2 };
    Rect { y: area.y + 2, height: area.height.saturating_sub(2 + below), ..inside }
}

/// The same room with the free lines above and below it, which a board may need.
pub(crate) fn taller(inside: Rect) -> Rect {
    Rect { y: inside.y.saturating_sub(1), height: inside.height + 2, ..inside }
}
