//! The list of moves: as many as fit, around the current one.

use quintet_core::Player;
use quintet_sitting::numbers::move_number;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use crate::context::Context;

/// What a player is called, for people.
pub(crate) fn spoken(player: &str) -> String {
    player.replacen("level:", "level ", 1)
}

/// A move of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Who made it.
    pub(crate) player: Player,
    /// The move.
    pub(crate) text: String,
    /// How good it was: `?` and the like; empty if there is nothing to say.
    pub(crate) mark: &'static str,
}

/// The list.
pub(crate) struct List<'a> {
    pub(crate) entries: &'a [Entry],
    /// How many of the moves stand; the rest was taken back.
    pub(crate) ply: usize,
    pub(crate) players: [&'static str; 2],
    /// What stands before the players' names.
    pub(crate) emblems: [String; 2],
}

/// What stands before the players' moves.
const SIGNS: [char; 2] = ['●', '◎'];

impl List<'_> {
    /// Draws as many moves as fit.
    pub(crate) fn draw(&self, frame: &mut Frame, area: Rect, context: &Context) {
        if area.height < 2 || self.entries.is_empty() {
            return;
        }
        let theme = context.theme();
        let heading = Rect { height: 1, ..area };
        frame.render_widget(
            Line::styled(self.heading(area.width, context), theme.heading()),
            heading,
        );
        let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
        let length = |entry: &Entry| entry.text.chars().count() + entry.mark.len() + 7;
        let widest = self.entries.iter().map(length).max().unwrap_or(1);
        let widest = widest.min(area.width.into());
        // Moves of a pair stand side by side.
        let columns = match usize::from(area.width) / widest {
            0 | 1 => 1,
            many => many / 2 * 2,
        };
        let rows = usize::from(area.height);
        let current = self.ply.saturating_sub(1) / columns;
        let last = self.entries.len().div_ceil(columns);
        let first = (current + 1 + rows / 3).min(last).saturating_sub(rows);
        for (row, line) in self.entries.chunks(columns).skip(first).take(rows).enumerate() {
            for (column, entry) in line.iter().enumerate() {
                let index = (first + row) * columns + column;
                let place = Rect {
                    x: area.x + (column * widest) as u16,
                    y: area.y + row as u16,
                    width: widest as u16,
                    height: 1,
                };
                frame.render_widget(self.line(index, entry, widest, context), place);
            }
        }
    }

    /// Says whose the signs are where nothing else on the screen does.
    fn heading(&self, width: u16, context: &Context) -> String {
        let is_known = self.emblems.iter().zip(SIGNS).all(|(emblem, sign)| emblem.contains(sign));
        if context.is_ascii() || is_known {
            return "moves".into();
        }
        let [first, second] = self.players;
        let [one, other] = SIGNS;
        let meaning = format!("{one} {first} {other} {second}");
        let all = format!("moves {meaning}");
        if all.chars().count() > width.into() { meaning } else { all }
    }

    fn line(&self, index: usize, entry: &Entry, width: usize, context: &Context) -> Line<'static> {
        let theme = context.theme();
        let letter = || self.players[entry.player.index()].chars().next();
        let sign = match entry.player {
            _ if context.is_ascii() => letter().unwrap_or('?').to_ascii_uppercase(),
            player => SIGNS[player.index()],
        };
        let room = width.saturating_sub(entry.mark.len() + 6);
        let text = if entry.text.chars().count() > room {
            entry.text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
        } else {
            entry.text.clone()
        };
        let is_current = index + 1 == self.ply;
        let style = match index {
            _ if index >= self.ply => theme.muted(),
            _ if is_current => theme.accent().add_modifier(Modifier::UNDERLINED),
            _ => ratatui::style::Style::new(),
        };
        Line::from(vec![
            Span::styled(format!("{:3}", move_number(index)), theme.muted()),
            Span::styled(sign.to_string(), theme.player(entry.player, self.players)),
            Span::raw(" "),
            Span::styled(text, style),
            Span::styled(entry.mark, theme.danger()),
        ])
    }
}
