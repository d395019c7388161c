//! Where the places of a lattice lie on the page.
//!
//! A cell is a box: a column for a bracket, its content, a column for the other bracket. Boxes stand side
//! by side. Up to [`SPACED_ROWS`] rows of cells are set apart by a line, which makes cells about square
//! and leaves room for notes and arrows; more rows are set solid so that the board fits a screen. Where
//! pieces lie in stacks, cells are several lines high and stand on shelves. On a large board cells are wider
//! and higher, with their content in the middle.

use std::collections::HashMap;

use quintet_core::Scene;
use quintet_core::layout::{Label, Lattice};
use quintet_core::scene::Kind;

use crate::signs::{Signs, written};
use crate::{Size, View};

/// More rows of cells than this are set solid.
const SPACED_ROWS: usize = 9;
/// Lines that a board with stacks should take.
const STACK_LINES: usize = 16;
/// The same on a large board.
const LARGE_STACK_LINES: usize = 24;
/// Columns added on both sides of a cell on a large board.
const LARGE_PAD: usize = 1;
/// Room for three stones side by side.
const STACK_WIDTH: usize = 5;

/// How the rows of cells are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Line under line.
    Solid,
    /// With a line between rows.
    Spaced,
    /// Cells so many lines high, with a shelf below.
    Stacked(usize),
}

/// The box of a cell on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Column of the left bracket.
    pub column: usize,
    /// First line.
    pub top: usize,
    /// Line of the content; of the lowest stone.
    pub base: usize,
    /// Columns of the content.
    pub inner: usize,
    /// Free columns on either side of the brackets.
    pub pad: usize,
    /// Lines of the box.
    pub lines: usize,
}

impl Place {
    /// First column of the content.
    pub fn content(&self) -> usize {
        self.column + 1
    }

    /// Column of the right bracket.
    pub fn end(&self) -> usize {
        self.column + 1 + self.inner
    }

    /// First column and number of columns of the whole box.
    pub fn breadth(&self) -> (usize, usize) {
        (self.column - self.pad, self.inner + 2 + 2 * self.pad)
    }
}

/// An arrow on the page: where, and rightwards and upwards as seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrow {
    pub column: usize,
    pub line: usize,
    pub dx: i32,
    pub dy: i32,
}

/// Where everything lies.
pub(crate) struct Raster {
    pub setting: Setting,
    lattice: Lattice,
    turn: i32,
    /// Lines from one row of cells to the next where they are spaced.
    pitch: usize,
    pad: usize,
    /// Smallest `x`, as seen, and where its column and all that follow begin; the last is the end.
    left: i32,
    columns: Vec<Column>,
    /// Greatest `y`, as seen, and where its row and all that follow begin.
    top: i32,
    rows: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Column {
    start: usize,
    inner: usize,
    side: Side,
}

/// What a column of the lattice holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Cells,
    Right,
}

impl Raster {
    pub fn new(scene: &Scene, view: &View, signs: &Signs) -> Self {
        let turn = if view.flipped { -1 } else { 1 };
        let setting = setting(scene, view.size);
        let rows_apart = view.size == Size::Large && setting == Setting::Spaced;
        let high = rows_apart && count_rows(scene) <= SPACED_ROWS;
        let mut raster = Raster {
            setting,
            lattice: scene.layout.lattice,
            turn,
            pitch: if high { 3 } else { 2 },
            pad: if view.size == Size::Large { LARGE_PAD } else { 0 },
            left: 0,
            columns: Vec::new(),
            top: 0,
            rows: Vec::new(),
        };
        raster.set_columns(scene, signs);
        // Stacks too broad for the page are piled higher.
        while let Setting::Stacked(lines) = raster.setting
            && raster.width() > view.width
            && lines < 24
        {
            raster.setting = Setting::Stacked(lines + 1);
            raster.set_columns(scene, signs);
        }
        raster.set_rows(scene);
        raster
    }

    /// Columns of the whole board.
    pub fn width(&self) -> usize {
        let brackets = |side| match (self.lattice, side) {
            (Lattice::Square, Side::Left | Side::Right) => 0,
            _ => 2,
        };
        let beyond = |side| brackets(side) + 2 * self.pad_of(side);
        self.columns.last().map_or(0, |column| column.start + column.inner + beyond(column.side))
    }

    /// Free columns on either side of a column's content.
    fn pad_of(&self, side: Side) -> usize {
        match (self.lattice, side) {
            (Lattice::Square, Side::Left | Side::Right) => 0,
            _ => self.pad,
        }
    }

    fn set_columns(&mut self, scene: &Scene, signs: &Signs) {
        let cells: Vec<i32> = scene.layout.cells.iter().map(|cell| self.turn * cell.x).collect();
        let all = cells.iter().copied().chain(scene.layout.labels.iter().map(|l| self.turn * l.x));
        let (Some(left), Some(right)) = (all.clone().min(), all.max()) else { return };
        let first = cells.iter().min().copied().unwrap_or(left);
        let last = cells.iter().max().copied().unwrap_or(right);
        let inner = content_width(scene, signs);
        self.left = left;
        self.columns.clear();
        let mut start = 0;
        for x in left..=right {
            let side = match x {
                _ if x < first => Side::Left,
                _ if x > last => Side::Right,
                _ => Side::Cells,
            };
            // A bracket of the last cell must not touch the label beside it.
            if self.lattice == Lattice::Square && x == last + 1 {
                start += 1;
            }
            let column = match (self.lattice, side) {
                (Lattice::Hexagon, _) => Column { start, inner: inner.div_ceil(2) * 2, side },
                (Lattice::Square, Side::Cells) => {
                    let stacks = self.stack_width(scene, x);
                    Column { start, inner: inner.max(stacks), side }
                }
                (Lattice::Square, _) => {
                    let texts = scene.layout.labels.iter().filter(|l| self.turn * l.x == x);
                    let widest = texts.map(|l| l.text.chars().count()).max().unwrap_or(0);
                    Column { start, inner: widest, side }
                }
            };
            start += match (self.lattice, side) {
                (Lattice::Hexagon, _) => column.inner / 2 + 1 + self.pad,
                (Lattice::Square, Side::Left) if x + 1 == first => column.inner + 1,
                // Coordinates and counts side by side must not read as one number.
                (Lattice::Square, _) => column.inner + 2 + 2 * self.pad_of(side),
            };
            self.columns.push(column);
        }
    }

    /// The room that the stacks of a column need, side by side where they are higher than a cell.
    fn stack_width(&self, scene: &Scene, x: i32) -> usize {
        let Setting::Stacked(lines) = self.setting else { return 0 };
        let mut heights: HashMap<&str, usize> = HashMap::new();
        for name in scene.items.iter().filter_map(|item| item.cells.first()) {
            *heights.entry(name).or_default() += 1;
        }
        let column = scene.layout.cells.iter().filter(|cell| self.turn * cell.x == x);
        let highest = column.filter_map(|cell| heights.get(cell.name.as_str())).max();
        let piles = highest.map_or(1, |height| height.div_ceil(lines));
        (2 * piles - 1).max(STACK_WIDTH)
    }

    fn set_rows(&mut self, scene: &Scene) {
        let cells: Vec<i32> = scene.layout.cells.iter().map(|cell| self.turn * cell.y).collect();
        let all = cells.iter().copied().chain(scene.layout.labels.iter().map(|l| self.turn * l.y));
        let (Some(bottom), Some(top)) = (all.clone().min(), all.max()) else { return };
        let highest = cells.iter().max().copied().unwrap_or(top);
        let lowest = cells.iter().min().copied().unwrap_or(bottom);
        self.top = top;
        let mut start = 0;
        for y in (bottom..=top).rev() {
            if y == highest && self.setting == Setting::Spaced {
                start += 1;
            }
            self.rows.push(start);
            start += match self.setting {
                Setting::Spaced if (lowest..=highest).contains(&y) => self.pitch,
                Setting::Stacked(lines) if (lowest..=highest).contains(&y) => lines + 1,
                _ => 1,
            };
        }
        self.rows.push(start);
    }

    /// Lines of the whole board.
    pub fn height(&self) -> usize {
        self.rows.last().copied().unwrap_or(0)
    }

    /// The box of the cell at this place of the lattice, which must be one of the scene's.
    pub fn place(&self, x: i32, y: i32) -> Place {
        let column = self.columns[(self.turn * x - self.left) as usize];
        let top = self.rows[(self.top - self.turn * y) as usize];
        let (top, base, lines) = match self.setting {
            Setting::Stacked(lines) => (top, top + lines - 1, lines + 1),
            Setting::Solid => (top, top, 1),
            // The content of a box of three lines stands in the middle one.
            Setting::Spaced => (top + 2 - self.pitch, top, self.pitch),
        };
        let pad = self.pad_of(column.side);
        Place { column: column.start + pad, top, base, inner: column.inner, pad, lines }
    }

    /// Column and line at which a label begins: above or below a cell where its content begins,
    /// beside the board close to it.
    pub fn label(&self, label: &Label) -> (usize, usize) {
        let index = (self.turn * label.x - self.left) as usize;
        let row = (self.top - self.turn * label.y) as usize;
        let column = self.columns[index];
        let length = label.text.chars().count();
        let high = self.rows[row + 1] - self.rows[row] > 1;
        let line = match self.setting {
            Setting::Stacked(lines) if high => self.rows[row] + lines - 1,
            _ => self.rows[row],
        };
        let first = column.start + self.pad_of(column.side);
        let start = match (self.lattice, column.side) {
            (Lattice::Square, Side::Left) => column.start + column.inner - length,
            (Lattice::Square, Side::Right) => column.start,
            _ if matches!(self.setting, Setting::Stacked(_)) => {
                first + 1 + column.inner.saturating_sub(length) / 2
            }
            _ if length > column.inner => first,
            _ => first + 1,
        };
        (start, line)
    }

    /// Where an arrow from a cell in a direction of the lattice is drawn, half-way to the next cell.
    /// `None` if there is no room for it.
    pub fn arrow(&self, place: Place, dx: i32, dy: i32) -> Option<Arrow> {
        let (dx, dy) = (self.turn * dx.signum(), self.turn * dy.signum());
        let (column, line) = match (self.setting, dx, dy) {
            (Setting::Stacked(_), 1, 0) => (place.end(), place.base),
            (Setting::Stacked(_), -1, 0) => (place.column, place.base),
            // On the shelf, beside the height of the stack; upwards and downwards side by side.
            (Setting::Stacked(_), 0, 1) => (place.end() - 1, place.top.checked_sub(1)?),
            (Setting::Stacked(_), 0, -1) => (place.content(), place.base + 1),
            (Setting::Solid, _, 1 | -1) | (Setting::Stacked(_), ..) => return None,
            _ => {
                let pitch = place.breadth().1 as i32;
                let reach = match self.lattice {
                    Lattice::Hexagon if dy != 0 => pitch / 4,
                    _ => pitch / 2,
                };
                let column = usize::try_from(place.content() as i32 + dx * reach).ok()?;
                (column, usize::try_from(place.base as i32 - dy).ok()?)
            }
        };
        Some(Arrow { column, line, dx, dy })
    }
}

fn count_rows(scene: &Scene) -> usize {
    let mut rows: Vec<i32> = scene.layout.cells.iter().map(|cell| cell.y).collect();
    rows.sort_unstable();
    rows.dedup();
    rows.len()
}

fn setting(scene: &Scene, size: Size) -> Setting {
    let rows = count_rows(scene);
    let stack_lines = if size == Size::Large { LARGE_STACK_LINES } else { STACK_LINES };
    let beside = scene.trays.iter().flat_map(|tray| &tray.pieces).map(|piece| piece.kind);
    if scene.items.iter().map(|item| item.kind).chain(beside).any(|kind| kind == Kind::Stone) {
        Setting::Stacked((stack_lines / rows.max(1)).saturating_sub(1).max(1))
    } else if rows <= SPACED_ROWS || size == Size::Large {
        Setting::Spaced
    } else {
        Setting::Solid
    }
}

/// Columns that the content of a cell takes. Pieces in trays count, so that the board does not grow when
/// they come onto it.
fn content_width(scene: &Scene, signs: &Signs) -> usize {
    let width = |kind, mark: &str| match kind {
        Kind::Bar => 1 + mark.chars().count(),
        Kind::Peg => 1,
        _ => signs.marked_piece(kind, None, mark).chars().count(),
    };
    let items = scene.items.iter().map(|item| width(item.kind, &written(item.value, &item.mark)));
    let pieces = scene.trays.iter().flat_map(|tray| &tray.pieces);
    let pieces = pieces.map(|piece| width(piece.kind, &written(piece.value, &piece.mark)));
    items.chain(pieces).max().unwrap_or(0).max(2)
}
