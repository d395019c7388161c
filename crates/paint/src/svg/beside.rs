//! What stands above and below the board: the trays, the scores and the status.

use quintet_core::contest::capital;
use quintet_core::scene::{Piece, Tray};
use quintet_core::{Player, Scene};

use super::SvgView;
use super::brush::{Brush, letters, moved};
use super::colours::Colour;
use super::element::{Element, Number};
use super::geometry::{Area, UNIT};
use super::pieces::{Look, STONE, piece};

/// How wide a letter of a wide font is on average, measured by its height.
const LETTER_WIDTH: f64 = 0.62;

/// Rows that are written and drawn one below the other.
pub(super) struct Rows<'a> {
    brush: Brush<'a>,
    /// Left edge, and how wide the rows are.
    left: f64,
    width: f64,
    /// The height of the letters.
    size: f64,
    /// How far down the rows go already.
    down: f64,
    drawn: Vec<Element>,
}

/// The trays of the player who sits above the board, as rows that end at its upper edge.
pub(super) fn above(
    scene: &Scene,
    view: &SvgView,
    brush: Brush,
    board: Area,
    size: f64,
) -> (Element, f64) {
    let far = if view.flipped { Player::First } else { Player::Second };
    let mut rows = Rows::new(brush, board, size);
    rows.trays(scene.trays.iter().filter(|tray| tray.owner == Some(far)));
    let height = rows.down;
    let group = Element::new("g").set("transform", moved(0.0, board.y - height)).with(rows.drawn);
    (group, height)
}

/// The other trays, the scores and the status, as rows below the board.
pub(super) fn below(
    scene: &Scene,
    view: &SvgView,
    brush: Brush,
    board: Area,
    size: f64,
) -> (Element, f64) {
    let far = if view.flipped { Player::First } else { Player::Second };
    let mut rows = Rows::new(brush, board, size);
    rows.trays(scene.trays.iter().filter(|tray| tray.owner != Some(far)));
    let scores: Vec<String> = scene
        .scores
        .iter()
        .map(|score| format!("{}: {}", capital(view.players[score.owner.index()]), score.told()))
        .collect();
    rows.words(&scores.join(" · "), Colour::Muted);
    rows.words(&scene.status, Colour::Ink);
    rows.down += size * 0.5;
    let height = rows.down;
    (Element::new("g").set("transform", moved(0.0, board.bottom())).with(rows.drawn), height)
}

impl<'a> Rows<'a> {
    fn new(brush: Brush<'a>, board: Area, size: f64) -> Rows<'a> {
        let Area { x: left, width, .. } = board;
        Rows { brush, left, width, size, down: 0.0, drawn: Vec::new() }
    }

    /// A text in as many lines as it needs.
    fn words(&mut self, text: &str, colour: Colour) {
        let most = (self.width / (self.size * LETTER_WIDTH)) as usize;
        for line in wrapped(text, most) {
            let middle = self.down + self.size * 0.8;
            let text = letters(&line, self.left + self.width / 2.0, middle, self.size);
            self.drawn.push(text.set("fill", self.brush.colour(colour)));
            self.down += self.size * 1.5;
        }
    }

    fn trays<'t>(&mut self, trays: impl Iterator<Item = &'t Tray>) {
        for tray in trays {
            self.words(&capital(&tray.name), Colour::Muted);
            self.pieces(tray);
        }
    }

    /// The pieces of a tray with their counts, in as many rows as they need.
    fn pieces(&mut self, tray: &Tray) {
        let height = self.size * 2.8;
        let mut rows: Vec<Vec<(f64, &Piece)>> = vec![Vec::new()];
        let mut used = 0.0;
        for piece in &tray.pieces {
            let width = self.room(piece);
            if used + width > self.width && used > 0.0 {
                rows.push(Vec::new());
                used = 0.0;
            }
            rows.last_mut().expect("there is always a row").push((used, piece));
            used += width;
        }
        for row in rows {
            let width = row.last().map_or(0.0, |(at, piece)| at + self.room(piece));
            let left = self.left + (self.width - width) / 2.0;
            for (at, piece) in row {
                let drawn = self.piece(tray.owner, piece);
                self.drawn.push(drawn.set("transform", moved(left + at, self.down + height / 2.0)));
            }
            self.down += height;
        }
    }

    /// How much smaller than on the board a piece is.
    fn scale(&self, piece: &Piece) -> f64 {
        let share = if piece.length > 1 { 0.5 } else { 1.0 };
        share * self.size * 2.4 / UNIT
    }

    /// How much of a row a piece takes with its count.
    fn room(&self, piece: &Piece) -> f64 {
        self.scale(piece) * UNIT * f64::from(piece.length) + self.size * 2.6
    }

    /// A piece with its count beside it, its left edge at the origin.
    fn piece(&self, owner: Option<Player>, alike: &Piece) -> Element {
        let scale = self.scale(alike);
        let wide = scale * UNIT * f64::from(alike.length);
        let look = Look {
            kind: alike.kind,
            owner,
            mark: &alike.mark,
            value: alike.value,
            length: alike.length as usize,
            upright: false,
            rise: STONE,
        };
        let place = format!("{} scale({})", moved(wide / 2.0, 0.0), Number(scale));
        let body = Element::new("g").set("transform", place).with(piece(look, self.brush));
        let count = letters(&format!("×{}", alike.count), wide + self.size, 0.0, self.size);
        let count = count.set("fill", self.brush.colour(Colour::Ink));
        let whole = Element::new("g").with([Element::new("title").text(&alike.label), body, count]);
        // What is used up stays, so that one sees what there was.
        if alike.count == 0 { whole.set("opacity", 0.35) } else { whole }
    }
}

/// The words of a text in lines of at most so many letters, where no word is longer.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
