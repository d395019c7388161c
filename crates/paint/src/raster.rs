//! Where the places of a lattice lie on the page.
//!
//! A cell is a box: a column for a bracket, its content, a column for the other bracket. Boxes stand side
//! by side and are as high as the lines of the page allow: set solid on small pages, with a line between rows
//! on others, and with pieces of several lines on large ones. Where pieces lie in stacks, cells are several
//! lines high and stand on shelves.

use std::collections::HashMap;

use quintet_core::Scene;
use quintet_core::layout::{Label, Lattice};
use quintet_core::scene::Kind;

use crate::View;
use crate::signs::{Signs, written};

/// Cells are never higher, however large the page is: a board is to be taken in at a glance.
const HIGHEST: usize = 7;
/// Cells with stacks are never higher.
const HIGHEST_STACKED: usize = 13;
/// So many lines hold all stones of one stack that is drawn when the page is too narrow for anything else.
const LAST_RESORT: usize = 25;
/// Columns of a cell with stacks, at least.
const STACK_WIDTH: usize = 5;

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

    /// Where a text of that length begins that stands in the middle.
    pub fn centred(&self, length: usize) -> usize {
        self.content() + self.inner.saturating_sub(length) / 2
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
    /// Whether pieces lie in stacks, on shelves.
    pub stacked: bool,
    /// Lines from one row of cells to the next.
    pub pitch: usize,
    lattice: Lattice,
    turn: i32,
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
        let stacked = has_stacks(scene);
        let most = if stacked { HIGHEST_STACKED } else { HIGHEST };
        let (rows, outside) = count_rows(scene);
        // A stack has a line for its top stone and one for those below it.
        let least = if stacked { 3 } else { 1 };
        let pitch = (view.height.saturating_sub(outside) / rows.max(1)).clamp(least, most);
        let mut raster = Raster {
            stacked,
            pitch,
            lattice: scene.layout.lattice,
            turn: if view.flipped { -1 } else { 1 },
            left: 0,
            columns: Vec::new(),
            top: 0,
            rows: Vec::new(),
        };
        // Lower cells are narrower, too; but stacks that find no room in low cells need higher ones.
        for pitch in (least..=pitch).rev().chain(pitch + 1..=LAST_RESORT) {
            raster.pitch = pitch;
            raster.set_columns(scene, signs);
            if raster.width() <= view.width || (!stacked && pitch == least) {
                break;
            }
        }
        // A free line above the board is for arrows that leave it.
        let headroom = !stacked && raster.pitch == 2 && outside + raster.pitch * rows < view.height;
        raster.set_rows(scene, usize::from(headroom));
        raster
    }

    /// Lines of a piece that has its cell to itself.
    pub fn piece_lines(&self) -> usize {
        match self.pitch {
            0..=2 => 1,
            3 => 2,
            4..=5 => 3,
            _ => 5,
        }
    }

    /// Lines for the stones of a stack.
    pub fn stack_lines(&self) -> usize {
        self.pitch - 1
    }

    /// Columns of the whole board.
    pub fn width(&self) -> usize {
        let brackets = |side| match (self.lattice, side) {
            (Lattice::Square, Side::Left | Side::Right) => 0,
            _ => 2,
        };
        self.columns.last().map_or(0, |column| column.start + column.inner + brackets(column.side))
    }

    /// Columns of a cell's content as far as its height decides it: a character is twice as high as it is wide.
    fn roomy(&self) -> usize {
        match (self.stacked, self.pitch) {
            (true, pitch) => (2 * pitch).saturating_sub(3).clamp(STACK_WIDTH, 2 * HIGHEST_STACKED),
            (false, 0..=2) => 0,
            (false, pitch) => 2 * pitch - 1,
        }
    }

    fn set_columns(&mut self, scene: &Scene, signs: &Signs) {
        let cells: Vec<i32> = scene.layout.cells.iter().map(|cell| self.turn * cell.x).collect();
        let all = cells.iter().copied().chain(scene.layout.labels.iter().map(|l| self.turn * l.x));
        let (Some(left), Some(right)) = (all.clone().min(), all.max()) else { return };
        let first = cells.iter().min().copied().unwrap_or(left);
        let last = cells.iter().max().copied().unwrap_or(right);
        let inner = content_width(scene, signs).max(self.roomy());
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
                (Lattice::Hexagon, _) => column.inner / 2 + 1,
                (Lattice::Square, Side::Left) if x + 1 == first => column.inner + 1,
                // Coordinates and counts side by side must not read as one number.
                (Lattice::Square, _) => column.inner + 2,
            };
            self.columns.push(column);
        }
    }

    /// The room that the highest stack of a column needs.
    fn stack_width(&self, scene: &Scene, x: i32) -> usize {
        if !self.stacked {
            return 0;
        }
        let mut heights: HashMap<&str, usize> = HashMap::new();
        for name in lying(scene).filter_map(|item| item.cells.first()) {
            *heights.entry(name).or_default() += 1;
        }
        let column = scene.layout.cells.iter().filter(|cell| self.turn * cell.x == x);
        let highest = column.filter_map(|cell| heights.get(cell.name.as_str())).max();
        highest.map_or(1, |stones| pile(*stones, self.stack_lines()))
    }

    fn set_rows(&mut self, scene: &Scene, headroom: usize) {
        let cells: Vec<i32> = scene.layout.cells.iter().map(|cell| self.turn * cell.y).collect();
        let all = cells.iter().copied().chain(scene.layout.labels.iter().map(|l| self.turn * l.y));
        let (Some(bottom), Some(top)) = (all.clone().min(), all.max()) else { return };
        let highest = cells.iter().max().copied().unwrap_or(top);
        let lowest = cells.iter().min().copied().unwrap_or(bottom);
        self.top = top;
        let mut start = 0;
        for y in (bottom..=top).rev() {
            if y == highest {
                start += headroom;
            }
            self.rows.push(start);
            start += if (lowest..=highest).contains(&y) { self.pitch } else { 1 };
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
        let base = top + self.base();
        Place { column: column.start, top, base, inner: column.inner, lines: self.pitch }
    }

    /// The line of a cell's box in which its content stands, or the middle of it.
    fn base(&self) -> usize {
        if self.stacked { self.stack_lines().saturating_sub(1) } else { (self.pitch - 1) / 2 }
    }

    /// Column and line at which a label begins: above or below a cell where its content begins,
    /// beside the board close to it.
    pub fn label(&self, label: &Label) -> (usize, usize) {
        let index = (self.turn * label.x - self.left) as usize;
        let row = (self.top - self.turn * label.y) as usize;
        let column = self.columns[index];
        let length = label.text.chars().count();
        let lines = self.rows[row + 1] - self.rows[row];
        let line = self.rows[row] + if lines == self.pitch { self.base() } else { 0 };
        let first = column.start;
        let start = match (self.lattice, column.side) {
            (Lattice::Square, Side::Left) => first + column.inner - length,
            (Lattice::Square, Side::Right) => first,
            _ if self.stacked || self.pitch > 2 => {
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
        let (column, line) = match (self.stacked, dx, dy) {
            (true, 1, 0) => (place.end(), place.base),
            (true, -1, 0) => (place.column, place.base),
            // On the shelf, beside the height of the stack; upwards and downwards side by side.
            (true, 0, 1) => (place.end() - 1, place.top.checked_sub(1)?),
            (true, 0, -1) => (place.content(), place.base + 1),
            (true, ..) => return None,
            (false, _, 1 | -1) if self.pitch == 1 => return None,
            (false, ..) => {
                let width = place.inner as i32 + 2;
                let reach = match self.lattice {
                    Lattice::Hexagon if dy != 0 => width / 4,
                    _ => width / 2,
                };
                let middle = if self.pitch > 2 { place.centred(1) } else { place.content() };
                let lines = self.piece_lines();
                let away = if dy > 0 { lines / 2 + 1 } else { lines.div_ceil(2) };
                let column = usize::try_from(middle as i32 + dx * reach).ok()?;
                (column, usize::try_from(place.base as i32 - dy * away as i32).ok()?)
            }
        };
        Some(Arrow { column, line, dx, dy })
    }
}

/// Columns of a stack: its top stone stands alone, the others lie below it in rows.
pub(crate) fn pile(stones: usize, lines: usize) -> usize {
    if stones <= lines { 1 } else { (stones - 1).div_ceil(lines - 1) }
}

/// The pieces on the board that nobody holds.
pub(crate) fn lying(scene: &Scene) -> impl Iterator<Item = &quintet_core::scene::Item> + Clone {
    scene.items.iter().filter(|item| !item.in_hand)
}

/// How many rows of cells there are, and how many rows of labels above and below them.
fn count_rows(scene: &Scene) -> (usize, usize) {
    let mut rows: Vec<i32> = scene.layout.cells.iter().map(|cell| cell.y).collect();
    let mut outside: Vec<i32> = scene.layout.labels.iter().map(|label| label.y).collect();
    outside.retain(|y| !rows.contains(y));
    for lines in [&mut rows, &mut outside] {
        lines.sort_unstable();
        lines.dedup();
    }
    (rows.len(), outside.len())
}

fn has_stacks(scene: &Scene) -> bool {
    let beside = scene.trays.iter().flat_map(|tray| &tray.pieces).map(|piece| piece.kind);
    scene.items.iter().map(|item| item.kind).chain(beside).any(|kind| kind == Kind::Stone)
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
