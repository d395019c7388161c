//! The table at which a game is played or replayed: the board, and beside it the players with their pieces, clocks
//! and scores, the evaluation, the moves. It draws what it is told and knows no game.

use std::time::Duration;

use quintet_core::scene::Score;
use quintet_core::{GameInfo, Player, Scene, Step};
use quintet_paint::{Picture, View};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};

use crate::canvas::{Canvas, Target};
use crate::chrome;
use crate::column::{Column, LeftOut};
use crate::context::Context;
use crate::moves::Entry;
use crate::wrap::{cut, shortened, wrap};

/// Columns between the board and what stands beside it.
pub(crate) const GUTTER: u16 = 2;
/// What stands beside a board needs so many columns.
const LEAST_PANEL: u16 = 26;
/// What stands below a board that leaves no room beside it needs so many lines.
const LEAST_BELOW: u16 = 3;
/// Lines that are kept for what to do next and what was done.
const WORDS: u16 = 2;

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
    /// Whether they matter less than who plays and who is ahead, where there is room for few things.
    pub(crate) is_extra_last: bool,
    /// How the game went, with its caption; left out where there is not room for both lines.
    pub(crate) graph: Option<[Line<'static>; 2]>,
    /// What to do next.
    pub(crate) status: String,
    /// Below the status: a message, or a line being typed.
    pub(crate) message: Option<Line<'static>>,
    /// Below the status where there is no message: the steps so far. What to do next matters more.
    pub(crate) so_far: Option<Line<'static>>,
    /// The last move in sentences. They stand where a message would, as far as there is room.
    pub(crate) told: &'a str,
    /// What the scores would be after the step under the cursor; empty if nothing is chosen.
    pub(crate) would_be: &'a [Score],
    /// The keys that matter now.
    pub(crate) keys: String,
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

/// Where the parts of the screen are.
struct Plan {
    board: Picture,
    /// Columns and lines that the board was offered.
    offered: (u16, u16),
    place: Rect,
    /// What stands beside the board, or below it where it leaves no room.
    panel: Rect,
    is_below: bool,
    /// What to do next, and what was done.
    words: Vec<Line<'static>>,
    /// Whether what was done is too long to stand there.
    is_told_aside: bool,
}

impl Table<'_> {
    /// Draws everything and says what can be chosen where.
    pub(crate) fn draw(self, frame: &mut Frame, area: Rect, context: &Context) -> Vec<Target> {
        let theme = context.theme();
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
        let keys = chrome::fitting(&self.keys, area.width - 1);
        let keys = Line::from(format!(" {keys}")).style(theme.muted());
        frame.render_widget(keys, row(area.height - 1, 1));
        let middle = row(1, area.height - 2 - WORDS);
        let plan = self.plan(middle, context);
        let below = Rect { y: plan.panel.bottom(), ..area };
        let height = plan.words.len() as u16;
        let words = Rect { x: area.x + 1, width: area.width - 2, height, ..below };
        frame.render_widget(Text::from(plan.words.clone()), words);
        let (targets, left_out) = self.draw_middle(frame, &plan, context);
        let title = Line::from(self.title_with(&left_out, area.width)).style(theme.bar());
        frame.render_widget(title, row(0, 1));
        targets
    }

    /// The title, and behind it what found no room elsewhere, as far as there is room here.
    fn title_with(&self, left_out: &LeftOut, width: u16) -> String {
        let mut title = format!(" {}", self.title);
        let asked = left_out.extra.then(|| {
            let extra: Vec<String> = self.extra.iter().map(ToString::to_string).collect();
            extra.join("  ")
        });
        let mut standing = Vec::new();
        if let Some(Evaluation { first: Some(share), .. }) = &self.evaluation
            && left_out.evaluation
        {
            let player = self.info.player(Player::First);
            standing.push(format!("{player} {:.0} % to win", 100.0 * share));
        }
        if left_out.seats {
            let [first, second] = Player::BOTH.map(|player| &self.seats[player.index()].name);
            let [one, other] = self.info.players;
            let names = format!("{one}: {first}, {other}: {second}");
            let before = asked.iter().filter(|_| !self.is_extra_last).chain(&standing);
            let taken: usize = before.map(|text| text.chars().count() + 3).sum();
            let all = title.chars().count() + taken + names.chars().count() + 4;
            // The first player stands first everywhere.
            let is_short = all > width.into();
            standing.push(if is_short { format!("{first} – {second}") } else { names });
        }
        let texts: Vec<String> = if self.is_extra_last {
            standing.into_iter().chain(asked).collect()
        } else {
            asked.into_iter().chain(standing).collect()
        };
        for text in texts {
            let room = usize::from(width).saturating_sub(title.chars().count() + 4);
            let text = shortened(&text, room as u16);
            if text.chars().any(char::is_alphanumeric) {
                title = format!("{title}   {text}");
            }
        }
        title
    }

    /// Puts the board where it always is on such a screen; what there is to say may use the lines that it leaves free.
    fn plan(&self, area: Rect, context: &Context) -> Plan {
        let beside = (area.width - 1 - GUTTER - LEAST_PANEL, area.height);
        let is_below = self.board(beside, context).width() > beside.0.into();
        let offered = if is_below { (area.width - 2, area.height - LEAST_BELOW) } else { beside };
        let board = self.board(offered, context);
        let (width, height) = (board.width() as u16, (board.height() as u16).min(area.height));
        let spare = area.height - height;
        let above = if is_below { 0 } else { (spare / 2).saturating_sub(1) };
        let place = Rect { x: area.x + 1, y: area.y + above, width, height };
        // Below the board, both players' lines stay, and a line for what was asked for.
        let free = if is_below { spare.saturating_sub(2) } else { spare - above };
        let room = WORDS + free;
        let asked = u16::from(is_below && !self.extra.is_empty());
        let (mut words, is_told_aside) = self.words(area.width - 2, room, asked, context);
        if is_told_aside && is_below {
            // Nothing is told beside the board: as much of it as there is room for stands here.
            let left = usize::from(room - asked).saturating_sub(words.len());
            words.extend(self.told_in(area.width - 2, left, context));
        }
        let least = if is_below { 1 } else { WORDS };
        let bottom = area.bottom() + WORDS - (words.len() as u16).max(least);
        let panel = if is_below {
            let (y, width) = (place.bottom(), area.width - 2);
            Rect { x: area.x + 1, width, y, height: bottom - y }
        } else {
            let x = place.right() + GUTTER;
            Rect { x, width: area.right() - x, y: area.y, height: bottom - area.y }
        };
        Plan { board, offered, place, panel, is_below, words, is_told_aside }
    }

    /// What to do next, and below it a message or the last move, in at most so many lines, of which the last move
    /// leaves some free; and whether it found no room.
    fn words(
        &self,
        width: u16,
        room: u16,
        left_free: u16,
        context: &Context,
    ) -> (Vec<Line<'static>>, bool) {
        let room = usize::from(room);
        let status = wrap(&Line::raw(self.status.clone()), width);
        if let Some(message) = &self.message {
            let message = wrap(message, width);
            // Why something is refused matters more than what to do, which stands there again after it.
            let left = room.saturating_sub(message.len());
            return (status.into_iter().take(left).chain(message).take(room).collect(), false);
        }
        let room = room.saturating_sub(left_free.into()).max(status.len().min(room));
        if let Some(so_far) = &self.so_far {
            let so_far = wrap(so_far, width);
            return (status.into_iter().chain(so_far).take(room).collect(), false);
        }
        let told = self.told_lines(width, context);
        let is_aside = status.len() + told.len() > room;
        let told = if is_aside { Vec::new() } else { told };
        (status.into_iter().chain(told).take(room).collect(), is_aside)
    }

    /// The last move in lines.
    pub(crate) fn told_lines(&self, width: u16, context: &Context) -> Vec<Line<'static>> {
        if self.told.is_empty() {
            return Vec::new();
        }
        wrap(&Line::styled(self.told.to_owned(), context.theme().muted()), width)
    }

    /// The last move in at most so many lines, cut between words.
    pub(crate) fn told_in(&self, width: u16, room: usize, context: &Context) -> Vec<Line<'static>> {
        cut(self.told_lines(width, context), width, room)
    }

    pub(crate) fn view(&self, context: &Context, width: u16, height: u16) -> View<'_> {
        View {
            glyphs: context.glyphs(),
            marked: self.marked,
            flipped: self.flipped,
            width: width.into(),
            height: height.into(),
            players: self.info.players,
        }
    }

    /// The board, as large as there is room; it may be wider than that.
    fn board(&self, (width, height): (u16, u16), context: &Context) -> Picture {
        quintet_paint::board(self.scene, &self.view(context, width, height))
    }

    /// What the pieces beside the board are called.
    pub(crate) fn noun(&self) -> &str {
        let mut pieces = self.scene.trays.iter().flat_map(|tray| &tray.pieces);
        pieces.next().map_or("", |piece| &piece.noun)
    }

    /// Columns that the trays and scores need.
    pub(crate) fn players_width(&self, context: &Context) -> u16 {
        let view = self.view(context, 40, 20);
        let trays = self
            .scene
            .trays
            .iter()
            .map(|tray| quintet_paint::tray(self.scene, tray, &view).width());
        // A number, and what it would be.
        let scores = self.scene.scores.iter().map(|score| score.name.chars().count() + 10);
        trays.chain(scores).max().unwrap_or(0) as u16
    }

    fn draw_middle(
        &self,
        frame: &mut Frame,
        plan: &Plan,
        context: &Context,
    ) -> (Vec<Target>, LeftOut) {
        let mut canvas = Canvas {
            buffer: frame.buffer_mut(),
            theme: context.theme(),
            players: self.info.players,
            cursor: self.cursor,
            ascii: context.is_ascii(),
        };
        let mut targets = canvas.board(self.scene, &plan.board, &self.open, plan.place);
        let mut column = Column {
            table: self,
            context,
            offered: plan.offered,
            area: plan.panel,
            is_told_here: plan.is_told_aside,
            targets: Vec::new(),
            left_out: LeftOut::default(),
        };
        if plan.is_below {
            column.below(frame);
        } else {
            column.beside(frame);
        }
        targets.append(&mut column.targets);
        (targets, column.left_out)
    }
}
