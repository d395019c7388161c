//! The hexagon: its cells, its lines, and where a piece lands.
//!
//! A cell is numbered along the rows from `a1` (0) to `i9` (60), so that a set of cells is a 64-bit word.
//! The tables have a little more room than the board needs: an index that is cut to a power of two needs
//! no bounds check, and what lies beyond the board answers [`OFF_BOARD`].

/// How many rows there are, and how many lines on each of the three axes.
pub(crate) const ROWS: usize = 9;

/// How many cells there are.
pub(crate) const CELLS: usize = 61;

/// The lengths of the rows, from `a` to `i` and the same from `i` to `a`.
pub(crate) const WIDTHS: [u8; ROWS] = [5, 6, 7, 8, 9, 8, 7, 6, 5];

/// Where a piece lands that lands nowhere: no set of cells has this one.
pub(crate) const OFF_BOARD: u8 = 63;

/// A cell of the hexagon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with that index, which must be below [`CELLS`].
    #[inline]
    pub(crate) const fn new(index: u8) -> Cell {
        debug_assert!((index as usize) < CELLS);
        Cell(index)
    }

    /// The cell on `row` (from 0, which is `a`) and diagonal `number` (from 1), if the board has it.
    pub(crate) const fn at(row: i8, number: i8) -> Option<Cell> {
        if row < 0 || row >= ROWS as i8 || number < lowest(row) || number > highest(row) {
            return None;
        }
        let mut index = number - lowest(row);
        let mut below = 0;
        while below < row {
            index += highest(below) - lowest(below) + 1;
            below += 1;
        }
        Some(Cell(index as u8))
    }

    /// All cells, from `a1` to `i9`.
    pub(crate) fn all() -> impl DoubleEndedIterator<Item = Cell> {
        (0..CELLS as u8).map(Cell)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this cell alone.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Its row, from 0, which is `a`.
    pub(crate) const fn row(self) -> i8 {
        PLACES[self.0 as usize].0
    }

    /// Its diagonal, from 1.
    pub(crate) const fn number(self) -> i8 {
        PLACES[self.0 as usize].1
    }

    /// The cell at the same height on the other side.
    pub(crate) fn mirrored(self) -> Cell {
        let number = lowest(self.row()) + highest(self.row()) - self.number();
        Cell::at(self.row(), number).expect("the rows are symmetrical")
    }
}

/// The lowest diagonal of a row.
pub(crate) const fn lowest(row: i8) -> i8 {
    if row < 4 { 1 } else { row - 3 }
}

/// The highest diagonal of a row.
pub(crate) const fn highest(row: i8) -> i8 {
    if row < 4 { row + 5 } else { 9 }
}

const PLACES: [(i8, i8); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let mut index = 0;
    let mut row = 0;
    while row < ROWS as i8 {
        let mut number = lowest(row);
        while number <= highest(row) {
            places[index] = (row, number);
            index += 1;
            number += 1;
        }
        row += 1;
    }
    places
};

/// The cells of a row.
pub(crate) const fn row(row: i8) -> u64 {
    let mut cells = 0;
    let mut number = lowest(row);
    while number <= highest(row) {
        if let Some(cell) = Cell::at(row, number) {
            cells |= cell.bit();
        }
        number += 1;
    }
    cells
}

/// The cells of a set, lowest first.
pub(crate) fn cells(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = Cell::new(set.trailing_zeros() as u8);
            set &= set - 1;
            cell
        })
    })
}

/// The steps (rows, numbers) of the directions. Two and two lie on one axis; the axis along the rows comes
/// last, so that the variant without it uses the first four.
pub(crate) const DIRECTIONS: [(i8, i8); 6] = [(1, 0), (-1, 0), (1, 1), (-1, -1), (0, 1), (0, -1)];

/// Balances of the 27 lines, with room up to a power of two.
pub(crate) type Balances = [i8; 32];

/// The line through a cell on an axis: those that keep the number, those that change letter and number
/// together, the rows.
pub(crate) const fn line(cell: Cell, axis: usize) -> usize {
    let place = match axis {
        0 => cell.number() - 1,
        1 => cell.number() - cell.row() + 3,
        _ => cell.row(),
    };
    axis * ROWS + place as usize
}

/// A cell and a direction: eight times the cell's index and the direction's. What is no cell or no
/// direction is a way too, one that leads nowhere.
pub(crate) type Way = usize;

/// How many ways there are.
const WAYS: usize = 64 * 8;

/// The first of the ways from a cell. The others follow in the order of [`DIRECTIONS`].
#[inline]
pub(crate) const fn ways_from(cell: u8) -> Way {
    cell as Way * 8
}

/// For every way the line along it.
static LINES: [u8; WAYS] = {
    let mut lines = [31; WAYS];
    let mut index = 0;
    while index < CELLS as u8 {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            lines[ways_from(index) + direction] = line(Cell(index), direction / 2) as u8;
            direction += 1;
        }
        index += 1;
    }
    lines
};

/// For every balance (its low five bits) and way where the piece lands, goals aside.
static LANDINGS: [[u8; WAYS]; 32] = {
    let mut landings = [[OFF_BOARD; WAYS]; 32];
    let mut index = 0;
    while index < CELLS as u8 {
        let cell = Cell(index);
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let (rows, numbers) = DIRECTIONS[direction];
            // A balance of 9 fills the longest line: there is nowhere to go.
            let mut balance = 1;
            while balance < ROWS as i8 {
                let landing =
                    Cell::at(cell.row() + rows * balance, cell.number() + numbers * balance);
                if let Some(landing) = landing {
                    landings[balance as usize][ways_from(index) + direction] = landing.0;
                }
                balance += 1;
            }
            direction += 1;
        }
        index += 1;
    }
    landings
};

/// For every cell how a piece on it counts on each line. Whole rows are added and subtracted at once,
/// which is faster than to go for the three lines one by one.
static PRESENCE: [Balances; 64] = {
    let mut presence = [[0; 32]; 64];
    let mut index = 0;
    while index < CELLS {
        let mut axis = 0;
        while axis < 3 {
            presence[index][line(Cell(index as u8), axis)] = 1;
            axis += 1;
        }
        index += 1;
    }
    presence
};

/// Where a piece lands that goes that way, or [`OFF_BOARD`]. The balances are its owner's.
#[inline]
pub(crate) fn landing(balances: &Balances, way: Way) -> u8 {
    let way = way & (WAYS - 1);
    let balance = balances[usize::from(LINES[way]) & 31];
    LANDINGS[balance as usize & 31][way]
}

/// The balances of the player to move: own pieces less the opponent's, line by line.
pub(crate) fn balances(own: u64, other: u64) -> Balances {
    let mut balances = [0; 32];
    for (pieces, weight) in [(own, 1), (other, -1)] {
        for cell in cells(pieces) {
            for (balance, presence) in balances.iter_mut().zip(PRESENCE[cell.index()]) {
                *balance += weight * presence;
            }
        }
    }
    balances
}

/// Moves a piece of the player whose balances these are, and makes them the opponent's.
#[inline]
pub(crate) fn pass_on(balances: &mut Balances, from: Cell, to: Cell) {
    let (left, reached) = (&PRESENCE[from.index() & 63], &PRESENCE[to.index() & 63]);
    for line in 0..balances.len() {
        balances[line] = left[line] - reached[line] - balances[line];
    }
}
