//! A column beside the board: the players with their pieces, clocks and scores, the evaluation, the moves.

use std::time::Duration;

use quintet_core::contest::capital;
use quintet_core::scene::{Score, TrayKind};
use quintet_core::{GameInfo, Player};
use quintet_paint::{Picture, View};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;

use crate::canvas::{Canvas, Target};
use crate::context::Context;
use crate::moves;
use crate::table::{Evaluation, GUTTER, Table};
use crate::wrap::{cut, shortened, wrap_all};

/// From so many columns on, the moves have a column of their own.
const TWO_COLUMNS: u16 = 46;
/// The column of players and trays has at least so many.
const PLAYERS_COLUMN: u16 = 25;
/// The column of moves has at least so many.
const MOVES_COLUMN: u16 = 18;

/// The moves need so many lines to be seen.
const LEAST_MOVES: u16 = 2;

/// What a player's heading may say besides the name.
#[derive(PartialEq, Eq)]
pub(crate) enum Part {
    Seat,
    Score,
    /// What the score is called.
    ScoreName,
}

/// What found no room.
#[derive(Default)]
pub(crate) struct LeftOut {
    pub(crate) seats: bool,
    pub(crate) extra: bool,
    pub(crate) evaluation: bool,
}

/// A column beside the board that is filled from the top.
pub(crate) struct Column<'a> {
    pub(crate) table: &'a Table<'a>,
    pub(crate) context: &'a Context,
    /// Columns and lines that the board was offered.
    pub(crate) offered: (u16, u16),
    /// What is still free.
    pub(crate) area: Rect,
    /// Whether the last move is told here.
    pub(crate) is_told_here: bool,
    pub(crate) targets: Vec<Target>,
    pub(crate) left_out: LeftOut,
}

impl Column<'_> {
    /// Everything beside the board, in two columns where there is room.
    pub(crate) fn beside(&mut self, frame: &mut Frame) {
        let panel = self.area;
        let has_two = panel.width >= TWO_COLUMNS;
        if has_two {
            let wanted = self.table.players_width(self.context).max(PLAYERS_COLUMN);
            self.area.width = wanted.min(panel.width - MOVES_COLUMN);
        }
        self.players(frame);
        self.hand(frame);
        self.choices(frame);
        self.evaluation(frame);
        if has_two {
            self.notes(frame);
            let x = self.area.right() + GUTTER;
            self.area = Rect { x, width: panel.right() - x, ..panel };
            self.extra(frame);
            self.graph(frame);
        } else {
            self.extra(frame);
            self.graph(frame);
            self.notes(frame);
        }
        self.told(frame);
        self.moves(frame);
    }

    /// Takes so many lines off the free area.
    pub(crate) fn take(&mut self, lines: usize) -> Rect {
        let height = (lines as u16).min(self.area.height);
        let taken = Rect { height, ..self.area };
        self.area.y += height;
        self.area.height -= height;
        taken
    }

    pub(crate) fn line(&mut self, frame: &mut Frame, line: Line<'_>) {
        let place = self.take(1);
        frame.render_widget(line, place);
    }

    fn picture(&mut self, frame: &mut Frame, picture: &Picture) {
        let place = self.take(picture.height());
        self.draw(frame, picture, place);
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame, picture: &Picture, place: Rect) {
        let mut canvas = Canvas {
            buffer: frame.buffer_mut(),
            theme: self.context.theme(),
            players: self.table.info.players,
            cursor: self.table.cursor,
            ascii: self.context.is_ascii(),
        };
        let mut targets = canvas.picture(picture, place);
        self.targets.append(&mut targets);
    }

    fn view(&self) -> View<'_> {
        self.table.view(self.context, self.area.width, self.area.height.max(3))
    }

    fn players(&mut self, frame: &mut Frame) {
        for player in Player::BOTH {
            self.player(frame, player);
            if self.area.height > 8 {
                self.take(1);
            }
        }
        let scene = self.table.scene;
        for tray in scene.trays.iter().filter(|tray| tray.owner.is_none()) {
            let heading = Line::styled(tray.name.clone(), self.context.theme().heading());
            self.line(frame, heading);
            let picture = quintet_paint::tray(scene, tray, &self.view());
            self.picture(frame, &picture);
        }
    }

    /// Who a player is, and the clock; more where that is wanted.
    pub(crate) fn heading(&self, player: Player, parts: &[Part]) -> Line<'static> {
        let theme = self.context.theme();
        let (table, scene) = (self.table, self.table.scene);
        let seat = &table.seats[player.index()];
        let is_turn = table.turn == Some(player);
        let marker = if is_turn { "▸ " } else { "  " };
        let emblem = quintet_paint::emblem(scene, player, &self.view());
        let colour = theme.player(player, table.info.players);
        let mut spans = vec![
            Span::styled(marker, theme.accent()),
            Span::styled(emblem, colour),
            Span::styled(format!(" {}", table.info.player(player)), colour),
        ];
        if parts.contains(&Part::Seat) {
            spans.push(Span::raw(format!("  {}", seat.name)));
        }
        if let Some(clock) = seat.clock {
            let style = if is_turn { theme.accent() } else { theme.muted() };
            spans.push(Span::styled(format!("  {}", clock_text(clock)), style));
        }
        let scores = table.scene.scores.iter().filter(|score| score.owner == player);
        for score in scores.filter(|_| parts.contains(&Part::Score)) {
            let width = if parts.contains(&Part::ScoreName) { u16::MAX } else { 0 };
            spans.extend(self.score_line(score, width));
        }
        Line::from(spans)
    }

    /// Name, clock, pieces and scores of a player.
    fn player(&mut self, frame: &mut Frame, player: Player) {
        let theme = self.context.theme();
        let scene = self.table.scene;
        let heading = self.heading(player, &[Part::Seat]);
        self.line(frame, heading);
        for tray in scene.trays.iter().filter(|tray| tray.owner == Some(player)) {
            // What stands below a player's name is the reserve, where nothing else is said.
            if tray.kind != TrayKind::Reserve {
                self.line(frame, Line::styled(format!("  {}", tray.name), theme.muted()));
            }
            let picture = quintet_paint::tray(scene, tray, &self.view());
            self.picture(frame, &picture);
        }
        for score in scene.scores.iter().filter(|score| score.owner == player) {
            self.line(frame, self.score_line(score, self.area.width));
        }
    }

    pub(crate) fn hand(&mut self, frame: &mut Frame) {
        let picture = quintet_paint::hand(self.table.scene, &self.view());
        if picture.height() > 0 {
            self.picture(frame, &picture);
            self.take(1);
        }
    }

    pub(crate) fn choices(&mut self, frame: &mut Frame) {
        let picture = quintet_paint::choices(self.table.scene, &self.view());
        if picture.height() > 0 {
            self.picture(frame, &picture);
            self.take(1);
        }
    }

    pub(crate) fn notes_picture(&self) -> Picture {
        let (width, height) = self.offered;
        let view = self.table.view(self.context, width, height);
        quintet_paint::notes(self.table.scene, &view, self.area.width.into())
    }

    /// What is on the board, in words.
    pub(crate) fn notes(&mut self, frame: &mut Frame) {
        let picture = self.notes_picture();
        if picture.height() == 0 {
            return;
        }
        let room = self.area.height.into();
        if picture.height() > room {
            // A caption is cut where one can see that it is.
            let style = self.context.theme().muted();
            let told = picture.plain();
            let lines = told.lines().map(|line| Line::styled(line.to_owned(), style)).collect();
            let lines = cut(lines, self.area.width, room);
            let place = self.take(lines.len());
            return frame.render_widget(Text::from(lines), place);
        }
        self.picture(frame, &picture);
        if self.area.height > LEAST_MOVES {
            self.take(1);
        }
    }

    pub(crate) fn evaluation(&mut self, frame: &mut Frame) {
        let Some(evaluation) = &self.table.evaluation else { return };
        if self.area.height < 2 {
            self.left_out.evaluation = true;
            return;
        }
        let line = evaluation_line(self.table.info, evaluation, self.area.width, self.context);
        self.line(frame, Line::styled("winning chances", self.context.theme().muted()));
        self.line(frame, line);
        self.take(1);
    }

    pub(crate) fn extra(&mut self, frame: &mut Frame) {
        let mut lines = wrap_all(&self.table.extra, self.area.width);
        let room = usize::from(self.area.height);
        if lines.len() > room {
            lines = self.extra_in_few_lines(room);
        }
        if lines.is_empty() {
            return;
        }
        let place = self.take(lines.len());
        frame.render_widget(Paragraph::new(lines), place);
        if self.area.height > 0 {
            self.take(1);
        }
    }

    /// How the game went, whole or not at all.
    pub(crate) fn graph(&mut self, frame: &mut Frame) {
        let Some(lines) = &self.table.graph else { return };
        if lines.len() > self.area.height.into() {
            return;
        }
        let place = self.take(lines.len());
        frame.render_widget(Text::from(lines.to_vec()), place);
        if self.area.height > 0 {
            self.take(1);
        }
    }

    /// The last move in sentences, cut between words where there is not room for all of it.
    pub(crate) fn told(&mut self, frame: &mut Frame) {
        if !self.is_told_here {
            return;
        }
        let (width, room) = (self.area.width, usize::from(self.area.height));
        let lines = self.table.told_in(width, room, self.context);
        let place = self.take(lines.len());
        frame.render_widget(Text::from(lines), place);
        if self.area.height > 0 {
            self.take(1);
        }
    }

    /// A score in words, its number bold; and what it would be, if that is another. Words that find no room are left out.
    fn score_line(&self, score: &Score, width: u16) -> Line<'static> {
        let is_same = |other: &&Score| (other.owner, &other.name) == (score.owner, &score.name);
        let then =
            self.table.would_be.iter().find(is_same).filter(|then| then.value != score.value);
        let told = then.unwrap_or(score).told();
        let (_, name) = told.split_once(' ').unwrap_or((&told, ""));
        let arrow = if self.context.is_ascii() { "->" } else { "→" };
        let now = format!(" {}", score.value);
        let then = then.map(|then| format!(" {arrow} {}", then.value)).unwrap_or_default();
        let taken = (now.chars().count() + then.chars().count() + 1) as u16;
        let name = match width {
            0 => String::new(),
            _ => shortened(name, width.saturating_sub(taken)),
        };
        Line::from(vec![
            Span::styled(now, Modifier::BOLD),
            Span::raw(then),
            Span::styled(format!(" {name}").trim_end().to_owned(), self.context.theme().muted()),
        ])
    }

    pub(crate) fn moves(&mut self, frame: &mut Frame) {
        let emblem = |player| quintet_paint::emblem(self.table.scene, player, &self.view());
        let list = moves::List {
            emblems: Player::BOTH.map(emblem),
            entries: &self.table.moves,
            ply: self.table.ply,
            players: self.table.info.players,
        };
        list.draw(frame, self.area, self.context);
    }
}

/// The evaluation as a bar: the first player's part solid, and the share in words.
fn evaluation_line(
    info: &GameInfo,
    evaluation: &Evaluation,
    width: u16,
    context: &Context,
) -> Line<'static> {
    let theme = context.theme();
    if let Some(proved) = &evaluation.proved {
        return Line::styled(capital(proved), theme.accent());
    }
    let share = evaluation
        .first
        .map_or_else(|| "  –".to_owned(), |share| format!("{:3.0} %", 100.0 * share));
    let label = format!(" {} {share}", info.player(Player::First));
    let room = usize::from(width).saturating_sub(label.chars().count() + 1);
    let solid = (evaluation.first.unwrap_or(0.5) * room as f64).round() as usize;
    Line::from(vec![
        Span::styled("█".repeat(solid.min(room)), theme.player(Player::First, info.players)),
        Span::styled(
            "░".repeat(room - solid.min(room)),
            theme.player(Player::Second, info.players),
        ),
        Span::styled(label, theme.muted()),
    ])
}

/// Minutes and seconds; tenths when it gets tight.
pub(crate) fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..20 => format!("{}.{}", seconds, time.subsec_millis() / 100),
        20..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_tenths_when_it_gets_tight() {
        let text = |milliseconds| clock_text(Duration::from_millis(milliseconds));
        assert_eq!(text(9_870), "9.8");
        assert_eq!(text(65_000), "1:05");
        assert_eq!(text(3_725_000), "1:02:05");
    }
}
