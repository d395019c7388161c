//! What stands below a board that leaves no room beside it, in few lines.

use quintet_core::Player;
use quintet_paint::Picture;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};

use crate::column::{Column, Part};
use crate::wrap::{cut, wrap};

impl Column<'_> {
    /// Everything below the board: what one needs for a move comes first.
    pub(crate) fn below(&mut self, frame: &mut Frame) {
        for player in Player::BOTH {
            self.player_line(frame, player);
        }
        self.hand(frame);
        self.choices(frame);
        self.extra(frame);
        self.captions(frame);
        self.evaluation(frame);
        self.graph(frame);
        self.told(frame);
        self.moves(frame);
    }

    /// What pieces and signs mean, line by line or one after the other where there are fewer lines.
    fn captions(&mut self, frame: &mut Frame) {
        let mut bars = self.table.scene.trays.iter().flat_map(|tray| &tray.pieces);
        let has_bars = bars.any(|piece| piece.length > 1);
        let legend = has_bars.then(|| format!("{}: length:value×left", self.table.noun()));
        let notes = self.notes_picture();
        let style = self.context.theme().muted();
        if notes.height() + usize::from(has_bars) <= self.area.height.into() {
            if let Some(legend) = legend {
                self.line(frame, Line::styled(legend, style));
            }
            return self.notes(frame);
        }
        let notes = notes.plain();
        let all: Vec<&str> = legend.iter().map(String::as_str).chain(notes.lines()).collect();
        let all = wrap(&Line::styled(all.join("; "), style), self.area.width);
        let all = cut(all, self.area.width, self.area.height.into());
        let place = self.take(all.len());
        frame.render_widget(Text::from(all), place);
    }

    /// A player with pieces and scores in one line.
    fn player_line(&mut self, frame: &mut Frame, player: Player) {
        let place = self.take(1);
        let (table, scene) = (self.table, self.table.scene);
        let view = table.view(self.context, place.width, 1);
        let trays = scene.trays.iter().filter(|tray| tray.owner == Some(player));
        let trays: Vec<Picture> =
            trays.map(|tray| quintet_paint::tray(scene, tray, &view)).collect();
        let needed: usize = trays.iter().map(|tray| tray.width() + 1).sum();
        let room = usize::from(place.width).saturating_sub(needed);
        // Who sits there can be left out, and so can what the number is called: number and pieces cannot.
        let mut line = self.heading(player, &[Part::Seat, Part::Score, Part::ScoreName]);
        if line.width() > room {
            self.left_out.seats = true;
            line = self.heading(player, &[Part::Score, Part::ScoreName]);
        }
        if line.width() > room {
            line = self.heading(player, &[Part::Score]);
        }
        let mut rest = Rect { x: place.x + line.width() as u16 + 1, ..place };
        frame.render_widget(line, place);
        for tray in &trays {
            rest.width = place.right().saturating_sub(rest.x);
            self.draw(frame, tray, rest);
            rest.x += tray.width() as u16 + 1;
        }
    }

    /// The same without a line for each, and without what to do next says anyway: the best of it comes first.
    pub(crate) fn extra_in_few_lines(&mut self, room: usize) -> Vec<Line<'static>> {
        let mut joined = Line::default();
        for line in &self.table.extra {
            if !self.table.status.contains(&line.to_string()) {
                joined.spans.extend(line.spans.iter().cloned().chain([Span::raw("  ")]));
            }
        }
        self.left_out.extra = room == 0 && !joined.spans.is_empty();
        if joined.spans.is_empty() {
            return Vec::new();
        }
        cut(wrap(&joined, self.area.width), self.area.width, room)
    }
}
