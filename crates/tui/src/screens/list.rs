//! A list in which one entry is chosen, by keys or by mouse.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::context::Context;

/// Which entry is chosen, and which are seen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct List {
    pub(crate) chosen: usize,
    first: usize,
    /// Where it was drawn last, and how many entries it had.
    area: Rect,
    count: usize,
}

/// What an event did to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    /// Another entry is chosen, or the same.
    Here,
    /// The chosen entry is meant.
    Enter,
    /// The event means nothing to a list.
    No,
}

impl List {
    /// Lets a key choose among so many entries. Vi's keys work like the arrows.
    pub(crate) fn key(&mut self, key: KeyEvent, count: usize) -> Moved {
        let last = count.saturating_sub(1);
        let page = usize::from(self.area.height.max(1));
        self.chosen = match key.code {
            KeyCode::Up | KeyCode::Char('k') if self.chosen == 0 => last,
            KeyCode::Up | KeyCode::Char('k') => self.chosen - 1,
            KeyCode::Down | KeyCode::Char('j') if self.chosen >= last => 0,
            KeyCode::Down | KeyCode::Char('j') => self.chosen + 1,
            KeyCode::PageUp => self.chosen.saturating_sub(page),
            KeyCode::PageDown => (self.chosen + page).min(last),
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => last,
            KeyCode::Enter => return Moved::Enter,
            _ => return Moved::No,
        };
        Moved::Here
    }

    /// Lets the mouse choose: what it points at, and what it clicks.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> Moved {
        match mouse.kind {
            MouseEventKind::ScrollDown => {
                self.chosen = (self.chosen + 1).min(self.count.saturating_sub(1));
                return Moved::Here;
            }
            MouseEventKind::ScrollUp => {
                self.chosen = self.chosen.saturating_sub(1);
                return Moved::Here;
            }
            _ => {}
        }
        if !self.area.contains(Position::new(mouse.column, mouse.row)) {
            return Moved::No;
        }
        let index = self.first + usize::from(mouse.row - self.area.y);
        if index >= self.count {
            return Moved::No;
        }
        match mouse.kind {
            MouseEventKind::Moved => self.chosen = index,
            MouseEventKind::Down(MouseButton::Left) => {
                self.chosen = index;
                return Moved::Enter;
            }
            _ => return Moved::No,
        }
        Moved::Here
    }

    /// Draws the entries around the chosen one, which is marked.
    pub(crate) fn draw(
        &mut self,
        frame: &mut Frame,
        area: Rect,
        entries: &[Line<'static>],
        context: &Context,
    ) {
        let height = usize::from(area.height).max(1);
        self.area = area;
        self.count = entries.len();
        self.chosen = self.chosen.min(self.count.saturating_sub(1));
        self.first = self.first.clamp((self.chosen + 1).saturating_sub(height), self.chosen);
        let theme = context.theme();
        let seen = entries.iter().enumerate().skip(self.first).take(height);
        for (row, (index, entry)) in seen.enumerate() {
            let is_chosen = index == self.chosen;
            let place = Rect { y: area.y + row as u16, height: 1, ..area };
            let mut line = Line::raw(if is_chosen { "▸ " } else { "  " });
            line.extend(entry.spans.iter().cloned());
            frame.render_widget(line.style(entry.style), place);
            if is_chosen {
                frame.buffer_mut().set_style(place, theme.chosen());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_round_and_knows_vi() {
        let mut list = List::default();
        let mut press = |code| {
            let moved = list.key(KeyEvent::from(code), 3);
            (list.chosen, moved)
        };
        assert_eq!(press(KeyCode::Char('j')), (1, Moved::Here));
        assert_eq!(press(KeyCode::Down), (2, Moved::Here));
        assert_eq!(press(KeyCode::Down), (0, Moved::Here));
        assert_eq!(press(KeyCode::Char('k')), (2, Moved::Here));
        assert_eq!(press(KeyCode::Enter), (2, Moved::Enter));
        assert_eq!(press(KeyCode::Char('x')), (2, Moved::No));
    }
}
