//! A position as a picture: bars on cells, pegs on top, both players' score coordinates around.

use quintet_core::layout::Label;
use quintet_core::scene::{Choice, Item, Kind, Note, Piece, Score, Tray};
use quintet_core::show::{Begun, begun};
use quintet_core::text::counted;
use quintet_core::{Game, Layout, Player, Scene, Step};

use crate::board::{GOAL, Isaac, Phase, Scoring};
use crate::rules::Move;
use crate::scoring::counter_cell;
use crate::show::{TO_GOAL, counter_name, name};
use crate::tile::{LENGTHS, Orientation, SIDE, Tile, VALUES, index_of};

pub(crate) const TILE: &str = "tile";
const COUNTER: &str = "counter";

impl Isaac {
    pub(crate) fn picture(&self, so_far: &[Step]) -> Scene {
        let begun = begun(self, so_far);
        let chosen = &so_far[..begun.map_or(0, |begun| begun.steps)];
        let shown = begun.map_or_else(|| self.clone(), |begun| self.with(begun));
        Scene {
            layout: layout(),
            spoken: every_cell().map(|cell| shown.spoken(cell)).collect(),
            items: shown.items(),
            trays: Player::BOTH.map(|player| shown.tray(player)).into(),
            choices: self.choices(begun),
            notes: self.notes(begun),
            scores: Player::BOTH.map(|player| shown.score(player)).into(),
            chosen: chosen.to_vec(),
            status: self.status(begun, chosen),
            ..Scene::default()
        }
    }

    /// The position with a move as far as it has been made, before anything follows from it.
    fn with(&self, begun: Begun<Move>) -> Isaac {
        let mut shown = self.clone();
        match (begun.mv, &mut shown.phase) {
            (Move::Place(tile), Phase::Placement { .. }) if begun.steps == 3 => {
                shown.put(self.turn, tile);
                shown.reserve[self.turn.index()].take(tile.length());
            }
            (Move::Remove(tile, advance), Phase::Scoring(scoring)) if begun.steps == 2 => {
                scoring.points[self.turn.index()] += advance;
                shown.take_off(self.turn, tile);
            }
            _ => {}
        }
        shown
    }

    fn spoken(&self, cell: (u8, u8)) -> String {
        let tile = self.tile_on(cell).map(|(owner, tile)| tile_label(owner, tile));
        let mut parts = vec![name(cell), tile.unwrap_or_else(|| "free".into())];
        if let Phase::Scoring(scoring) = self.phase {
            for player in Player::BOTH {
                if counter_on_board(scoring, player) == Some(cell) {
                    parts.push(format!("{}'s {COUNTER}", Isaac::INFO.player(player)));
                }
            }
            let number = Orientation::Horizontal.number(cell);
            let [dark, light] = Player::BOTH.map(|player| counter_cell(player, number));
            parts.push(format!("counts {dark} for dark and {light} for light"));
        }
        parts.join(", ")
    }

    /// All tiles, then the counters on top.
    pub(crate) fn items(&self) -> Vec<Item> {
        let tiles = Player::BOTH.into_iter().flat_map(|owner| {
            self.tiles[owner.index()].all().map(move |tile| tile_item(owner, tile))
        });
        let mut items: Vec<Item> = tiles.collect();
        if let Phase::Scoring(scoring) = self.phase {
            for owner in Player::BOTH {
                if counter_on_board(scoring, owner).is_some() {
                    let counter = counter_item(owner, scoring.points[owner.index()], &items);
                    items.push(counter);
                }
            }
        }
        items
    }

    fn tray(&self, player: Player) -> Tray {
        let owner = Isaac::INFO.player(player);
        let piece = |length| {
            let count = u32::from(self.reserve[player.index()].count(length));
            let value = VALUES[index_of(length)];
            let label = format!("{owner} tiles of length {length}, value {value}, {count} left");
            Piece {
                mark: value.to_string(),
                value: Some(value.into()),
                length: length.into(),
                count,
                ..Piece::new(tray_name(player, length), Kind::Bar, TILE, label)
            }
        };
        Tray::reserve(player, format!("{owner}'s reserve"), LENGTHS.map(piece).into())
    }

    fn choices(&self, begun: Option<Begun<Move>>) -> Vec<Choice> {
        let (Some(Begun { mv: Move::Remove(tile, _), steps: 1 }), Phase::Scoring(scoring)) =
            (begun, self.phase)
        else {
            return Vec::new();
        };
        let left = GOAL - scoring.points[self.turn.index()];
        if self.check(Move::Remove(tile, left)).is_err() {
            return Vec::new();
        }
        vec![Choice { name: TO_GOAL.into(), label: "Advance to 100 points and win".into() }]
    }

    /// The line and the sum of a tile that is about to be taken off, and how far the counter may go for it.
    fn notes(&self, begun: Option<Begun<Move>>) -> Vec<Note> {
        match (begun, self.phase) {
            (Some(Begun { mv: Move::Remove(tile, _), steps: 1 }), Phase::Scoring(scoring)) => {
                let line = Note::Tint {
                    cells: tile.line().map(name).collect(),
                    label: format!("the line of {tile}"),
                };
                let sum = Note::Text {
                    cell: name(tile.cell()),
                    text: self.sum(scoring, tile),
                    label: format!("points for {tile}"),
                };
                [line, sum].into_iter().chain(self.reach(scoring, tile)).collect()
            }
            (None, Phase::Scoring(scoring)) => self.threat(scoring).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// From the counter to the furthest cell that it may reach for a tile, or off the board at 100 points. Nothing where it
    /// has to stay.
    fn reach(&self, scoring: Scoring, tile: Tile) -> Option<Note> {
        let points = scoring.points[self.turn.index()];
        let may = |advance: &u8| self.check(Move::Remove(tile, *advance)).is_ok();
        let end = points + (1..=GOAL - points).rev().find(may)?;
        let [from, goal] = [points, end.min(GOAL - 1)]
            .map(|points| Orientation::Horizontal.coordinates(counter_cell(self.turn, points)));
        let along = |from: u8, to: u8| i32::from(to) - i32::from(from);
        let (to, dx, dy) = if end < GOAL {
            (Some(name(goal)), along(from.0, goal.0), along(from.1, goal.1))
        } else {
            // Where it would go on counting.
            (None, if self.turn == Player::First { 1 } else { -1 }, 0)
        };
        let label = "how far the counter may go".into();
        Some(Note::Arrow { from: name(from), to, dx, dy, label })
    }

    /// The opponent's tiles that are worth what is missing to the goal.
    fn threat(&self, scoring: Scoring) -> Option<Note> {
        let opponent = self.turn.opponent();
        let mut theirs = self.clone();
        theirs.turn = opponent;
        let left = GOAL - scoring.points[opponent.index()];
        let wins = |tile: &Tile| theirs.check(Move::Remove(*tile, left)).is_ok();
        let tiles = self.tiles[opponent.index()].all().filter(wins);
        let cells: Vec<String> = tiles.flat_map(|tile| tile.cells().map(name)).collect();
        let stays = self.outcome().is_none() && !scoring.out[opponent.index()];
        let label = format!("{} threatens to reach {GOAL} points", Isaac::INFO.player(opponent));
        (stays && !cells.is_empty()).then_some(Note::Threat { cells, label })
    }

    fn score(&self, player: Player) -> Score {
        let points = match self.phase {
            Phase::Placement { .. } => 0,
            Phase::Scoring(scoring) => scoring.points[player.index()],
        };
        Score { owner: player, name: "points".into(), value: points.into() }
    }
}

/// The name of a tile in a reserve. Longer than `d3`, which would read like a cell.
pub(crate) fn tray_name(player: Player, length: u8) -> String {
    format!("{}-{length}", Isaac::INFO.player(player))
}

pub(crate) fn counter_id(player: Player) -> String {
    format!("{}-counter", Isaac::INFO.player(player))
}

/// Column and row of a counter; `None` at 100 points.
fn counter_on_board(scoring: Scoring, player: Player) -> Option<(u8, u8)> {
    let points = scoring.points[player.index()];
    let cell = || Orientation::Horizontal.coordinates(counter_cell(player, points));
    (points < GOAL).then(cell)
}

fn tile_item(owner: Player, tile: Tile) -> Item {
    let item = Item::new(tile.to_string(), Kind::Bar, TILE, tile_label(owner, tile));
    let (mark, value) = (tile.value().to_string(), Some(tile.value().into()));
    Item { mark, value, ..item.of(owner).on(tile.cells().map(name)) }
}

fn tile_label(owner: Player, tile: Tile) -> String {
    let owner = Isaac::INFO.player(owner);
    let (start, end) = (name(tile.cell()), name(tile.last_cell()));
    let (length, value) = (tile.length(), tile.value());
    format!("{owner} {TILE} of length {length}, value {value}, from {start} to {end}")
}

/// A counter on top of those `items` that are on its cell.
fn counter_item(owner: Player, points: u8, items: &[Item]) -> Item {
    let cell = counter_name(owner, points);
    let player = Isaac::INFO.player(owner);
    let height = items.iter().filter(|item| item.cells.contains(&cell)).count() as u32;
    let label = format!("{player}'s {COUNTER} on {cell}, {}", counted(points, "point"));
    let counter = Item::new(counter_id(owner), Kind::Peg, COUNTER, label);
    Item { height, ..counter.of(owner).on([cell]) }
}

pub(crate) fn every_cell() -> impl Iterator<Item = (u8, u8)> {
    (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row)))
}

/// The board, and outside its letters and numbers what the players add up to read points: dark units below
/// and tens on the left, light units above and tens on the right.
fn layout() -> Layout {
    let (dark, light) = (Some(Player::First), Some(Player::Second));
    let side = i32::from(SIDE);
    let label = |text: String, x, y, owner| Label { text, x, y, owner };
    let along = |at: i32| {
        [
            label(at.to_string(), at, -2, dark),
            label((10 * at).to_string(), -2, at, dark),
            label((side - 1 - at).to_string(), at, side, light),
            label((10 * (side - 1 - at)).to_string(), side, at, light),
        ]
    };
    let mut layout = Layout::squares(every_cell());
    layout.labels.extend((0..side).flat_map(along));
    layout.scale = "points, tens and units".into();
    layout
}
