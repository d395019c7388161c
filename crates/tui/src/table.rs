//! The table at which a game is played or replayed: the board, and beside it the players with their pieces, clocks
//! and scores, the evaluation, the moves. It draws what it is told and knows no game.

use std::time::Duration;

use quintet_core::contest::capital;
use quintet_core::scene::TrayKind;
use quintet_core::{GameInfo, Player, Scene, Step};
use quintet_paint::{Picture, Size, View};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use crate::canvas::{Canvas, Target};
use crate::context::Context;
use crate::moves::{self, Entry};
use crate::wrap::{shortened, wrap, wrap_all};

/// Columns between the board and what stands beside it.
const GUTTER: u16 = 2;
/// What stands beside a board needs so many columns.
const LEAST_PANEL: u16 = 26;
/// From so many columns on, the moves have a column of their own.
const TWO_COLUMNS: u16 = 46;
/// The column of players and trays has at least so many.
const PLAYERS_COLUMN: u16 = 25;

/// The column of moves has at least so many.
const MOVES_COLUMN: u16 = 18;

/// Everything that is seen.
pub(crate) struct Table<'a> {
    pub(crate) info: &'static GameInfo,
    /// What stands above: the game, and what kind of game it is.
    pub(crate) title: String,
    pub(crate) scene: &'a Scene,
    /// What can be chosen next, with brackets around it.
    pub(crate) marked: &'a [Step],
    /// Empty cells that can be chosen next, too many for brackets.
    pub(crate) open: Vec<&'a Step>,
    pub(crate) cursor: Option<&'a Step>,
    pub(crate) flipped: bool,
    pub(crate) seats: [Seat; 2],
    /// Who is to move.
    pub(crate) turn: Option<Player>,
    pub(crate) moves: Vec<Entry>,
    /// How many of them stand.
    pub(crate) ply: usize,
    /// `None` if it is not shown.
    pub(crate) evaluation: Option<Evaluation>,
    /// Lines above the moves: a hint, an analysis, how the game ended.
    pub(crate) extra: Vec<Line<'static>>,
    /// What to do next.
    pub(crate) status: String,
    /// Below the status: a message, or a line being typed.
    pub(crate) message: Option<Line<'static>>,
    /// The last move in sentences. They stand where a message would, as far as there is room.
    pub(crate) told: &'a str,
    /// The keys that matter now.
    pub(crate) keys: &'static str,
}

/// A player at the table.
pub(crate) struct Seat {
    pub(crate) name: String,
    pub(crate) clock: Option<Duration>,
}

/// What an engine thinks of the position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Evaluation {
    /// The first player's expected result, from 0 to 1; `None` while unknown.
    pub(crate) first: Option<f64>,
    /// In words, where it is proved.
    pub(crate) proved: Option<String>,
}

impl Table<'_> {
    /// Draws everything and says what can be chosen where.
    pub(crate) fn draw(self, frame: &mut Frame, area: Rect, context: &Context) -> Vec<Target> {
        let theme = context.theme();
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
        let title = Line::from(format!(" {}", self.title)).style(theme.bar());
        frame.render_widget(title, row(0, 1));
        self.draw_status(frame, row(area.height - 3, 2), context);
        let keys = Line::from(format!(" {}", self.keys)).style(theme.muted());
        frame.render_widget(keys, row(area.height - 1, 1));
        self.draw_middle(frame, row(1, area.height - 4), context)
    }

    fn draw_status(&self, frame: &mut Frame, area: Rect, context: &Context) {
        let area = Rect { x: area.x + 1, width: area.width - 2, ..area };
        let message = match &self.message {
            // What to do, or how it ended, matters more than what was just seen.
            None if self.status.chars().count() > area.width.into() => Vec::new(),
            None => vec![Line::styled(shortened(self.told, area.width), context.theme().muted())],
            Some(message) if message.width() <= area.width.into() => vec![message.clone()],
            // Why something is refused matters more than what to do, which stands there again after it.
            Some(message) => wrap(message, area.width),
        };
        let told = (message.len() as u16).min(area.height);
        let [above, below] =
            area.layout(&Layout::vertical([Constraint::Fill(1), Constraint::Length(told)]));
        let status = Paragraph::new(self.status.clone()).wrap(Wrap { trim: true });
        frame.render_widget(status, above);
        frame.render_widget(Text::from(message), below);
    }

    fn view(&self, context: &Context, width: u16, size: Size) -> View<'_> {
        View {
            glyphs: context.glyphs(),
            marked: self.marked,
            flipped: self.flipped,
            width: width.into(),
            size,
            players: self.info.players,
        }
    }

    /// Columns that the trays and scores need.
    fn players_width(&self, context: &Context, size: Size) -> u16 {
        let view = self.view(context, 40, size);
        let trays = self
            .scene
            .trays
            .iter()
            .map(|tray| quintet_paint::tray(self.scene, tray, &view).width());
        let scores = self.scene.scores.iter().map(|score| score.name.chars().count() + 6);
        trays.chain(scores).max().unwrap_or(0) as u16
    }

    fn draw_middle(&self, frame: &mut Frame, area: Rect, context: &Context) -> Vec<Target> {
        let room = area.width - GUTTER - LEAST_PANEL - 1;
        let fits = |picture: &Picture| {
            picture.width() <= room.into() && picture.height() <= area.height.into()
        };
        let large = quintet_paint::board(self.scene, &self.view(context, area.width, Size::Large));
        let size = if fits(&large) { Size::Large } else { Size::Compact };
        let board = if fits(&large) {
            large
        } else {
            quintet_paint::board(self.scene, &self.view(context, area.width, Size::Compact))
        };
        let (width, height) = (board.width() as u16, board.height() as u16);
        let mut canvas = Canvas {
            buffer: frame.buffer_mut(),
            theme: context.theme(),
            players: self.info.players,
            cursor: self.cursor,
            ascii: context.is_ascii(),
        };
        let top = area.y + (area.height.saturating_sub(height)) / 2;
        let place = Rect { x: area.x + 1, y: top, width, height: height.min(area.height) };
        let mut targets = canvas.board(self.scene, &board, &self.open, place);
        let left = (place.right() + GUTTER).min(area.right());
        let panel = Rect { x: left, width: area.right() - left, ..area };
        let (players, moves) = if panel.width >= TWO_COLUMNS {
            let wanted = self.players_width(context, size).max(PLAYERS_COLUMN);
            let column = wanted.min(panel.width - MOVES_COLUMN);
            let players = Rect { width: column, ..panel };
            let x = players.right() + GUTTER;
            (players, Some(Rect { x, width: panel.right() - x, ..panel }))
        } else {
            (panel, None)
        };
        let mut column = Column { table: self, context, area: players, size, targets: Vec::new() };
        column.players(frame);
        column.choices(frame);
        column.evaluation(frame);
        if let Some(moves) = moves {
            column.notes(frame, 0);
            column.area = moves;
            column.extra(frame);
        } else {
            column.extra(frame);
            column.notes(frame, 4);
        }
        column.moves(frame);
        targets.append(&mut column.targets);
        targets
    }
}

/// A column beside the board that is filled from the top.
struct Column<'a> {
    table: &'a Table<'a>,
    context: &'a Context,
    /// What is still free.
    area: Rect,
    size: Size,
    targets: Vec<Target>,
}

impl Column<'_> {
    /// Takes so many lines off the free area.
    fn take(&mut self, lines: usize) -> Rect {
        let height = (lines as u16).min(self.area.height);
        let taken = Rect { height, ..self.area };
        self.area.y += height;
        self.area.height -= height;
        taken
    }

    fn line(&mut self, frame: &mut Frame, line: Line<'_>) {
        let place = self.take(1);
        frame.render_widget(line, place);
    }

    fn picture(&mut self, frame: &mut Frame, picture: &Picture) {
        let place = self.take(picture.height());
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
        self.table.view(self.context, self.area.width, self.size)
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

    /// Name, clock, pieces and scores of a player.
    fn player(&mut self, frame: &mut Frame, player: Player) {
        let theme = self.context.theme();
        let (table, scene) = (self.table, self.table.scene);
        let seat = &table.seats[player.index()];
        let is_turn = table.turn == Some(player);
        let marker = if is_turn { "▸ " } else { "  " };
        let emblem = quintet_paint::emblem(scene, player, &self.view());
        let colour = theme.player(player, table.info.players);
        let name = format!(" {}", table.info.player(player));
        let mut spans = vec![
            Span::styled(marker, theme.accent()),
            Span::styled(emblem, colour),
            Span::styled(name, colour),
            Span::styled(format!("  {}", seat.name), Style::new()),
        ];
        if let Some(clock) = seat.clock {
            let text = clock_text(clock);
            let used: usize = spans.iter().map(Span::width).sum();
            let gap = usize::from(self.area.width).saturating_sub(used + text.len() + 1);
            let style = if is_turn { theme.accent() } else { theme.muted() };
            spans.push(Span::raw(" ".repeat(gap.max(1))));
            spans.push(Span::styled(text, style));
        }
        self.line(frame, Line::from(spans));
        for tray in scene.trays.iter().filter(|tray| tray.owner == Some(player)) {
            // What stands below a player's name is the reserve, where nothing else is said.
            if tray.kind != TrayKind::Reserve {
                self.line(frame, Line::styled(format!("  {}", tray.name), theme.muted()));
            }
            let picture = quintet_paint::tray(scene, tray, &self.view());
            self.picture(frame, &picture);
        }
        for score in scene.scores.iter().filter(|score| score.owner == player) {
            let number = Span::styled(format!("  {}", score.value), Modifier::BOLD);
            let name = Span::styled(format!(" {}", score.name), theme.muted());
            self.line(frame, Line::from(vec![number, name]));
        }
    }

    fn choices(&mut self, frame: &mut Frame) {
        let picture = quintet_paint::choices(self.table.scene, &self.view());
        if picture.height() > 0 {
            self.picture(frame, &picture);
            self.take(1);
        }
    }

    /// What is on the board, in words, as long as so many lines stay free.
    fn notes(&mut self, frame: &mut Frame, spare: u16) {
        let picture = quintet_paint::notes(self.table.scene, &self.view());
        let room = usize::from(self.area.height.saturating_sub(spare));
        if picture.height() == 0 || room == 0 {
            return;
        }
        let below = self.area.bottom();
        self.area.height -= spare.min(self.area.height);
        self.picture(frame, &picture);
        self.area.height = below - self.area.y;
        if self.area.height > 0 {
            self.take(1);
        }
    }

    fn evaluation(&mut self, frame: &mut Frame) {
        let Some(evaluation) = &self.table.evaluation else { return };
        let line = evaluation_line(self.table.info, evaluation, self.area.width, self.context);
        self.line(frame, line);
        self.take(1);
    }

    fn extra(&mut self, frame: &mut Frame) {
        if self.table.extra.is_empty() {
            return;
        }
        let lines = wrap_all(&self.table.extra, self.area.width);
        let place = self.take(lines.len());
        frame.render_widget(Paragraph::new(lines), place);
        if self.area.height > 0 {
            self.take(1);
        }
    }

    fn moves(&mut self, frame: &mut Frame) {
        let list = moves::List {
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
