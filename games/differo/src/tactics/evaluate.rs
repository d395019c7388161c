//! How a position looks.
//!
//! Every piece counts on each of its lines, by where it stands and by the line's balance: a piece that is
//! as many rows from the goal as its side outnumbers the other, or nearly so, is a threat or will be one.
//! A network sees how they lie to each other. The tables are white's and for one slanting axis. The other axis is its mirror image, and black's view is
//! white's, turned by half a circle.

use quintet_core::network::Network;
use quintet_core::{Game, Player};

use super::learned::{INPUTS, inputs};
use super::threats;
use super::weights::{
    BALANCES, BESIDE_HEX, LOWEST, PLACES, STANDING_DIAGONAL, STANDING_HEX, TEMPO_DIAGONAL,
    TEMPO_HEX,
};
use crate::board::{self, CELLS, Cell, ROWS};
use crate::rules::{Differo, HEX};

/// The player to move lands on the goal: as good as won.
const WON: i32 = 9_000;

/// What is not proved stays clear of [`WON`].
const UNDECIDED: i32 = 4_000;

/// The value of a running position for the player to move.
#[inline]
pub(crate) fn evaluate(position: &Differo) -> i32 {
    if threats::winners(position) != 0 {
        return WON;
    }
    let network = if position.variant() == HEX { &HEX_NETWORK } else { &DIAGONAL_NETWORK };
    let worth = by_tables(position) + network.points(&inputs(position).collect());
    worth.clamp(-UNDECIDED, UNDECIDED)
}

/// What the network adds to the tables; how it was fitted stands in its file.
type Addition = Network<INPUTS, 2>;

static HEX_NETWORK: Addition = Addition::read(include_str!("hex.txt"));

static DIAGONAL_NETWORK: Addition = Addition::read(include_str!("diagonal.txt"));

/// What the tables make of a position in which nobody wins at once.
#[inline]
pub(super) fn by_tables(position: &Differo) -> i32 {
    let tempo = if position.variant() == HEX { &TEMPO_HEX } else { &TEMPO_DIAGONAL };
    let danger = match threats::threats(position).count_ones() {
        0 => 0,
        1 => tempo.threatened[0],
        _ => tempo.threatened[1],
    };
    let (own, other) = if position.variant() == HEX {
        standing::<3>(position, &HEX_VALUES)
    } else {
        standing::<2>(position, &DIAGONAL_VALUES)
    };
    tempo.turn + danger + own - other
}

/// What the pieces of the player to move and the opponent's are worth on the lines of the first axes.
#[inline]
fn standing<const AXES: usize>(position: &Differo, values: &Values) -> (i32, i32) {
    let balances = position.balances();
    let worth = |player: Player, sign: i8| -> i32 {
        let views = &VIEWS[player.index()];
        let pieces = board::cells(position.pieces(player));
        let worth = pieces.map(|cell| {
            let views = &views[cell.index() & 63];
            let on_axis = |view: &View| {
                let balance = sign * balances[usize::from(view.line) & 31];
                i32::from(values[usize::from(view.place) & 63][balance as usize & 31])
            };
            views[..AXES].iter().map(on_axis).sum::<i32>()
        });
        worth.sum()
    };
    (worth(position.turn(), 1), worth(position.turn().opponent(), -1))
}

/// What a piece is worth on a line, by the place in the player's view and the balance's low five bits.
type Values = [[i16; 32]; 64];

/// The places of the rows come after those of the cells.
const FIRST_ROW_PLACE: usize = PLACES;

static DIAGONAL_VALUES: Values = values(&STANDING_DIAGONAL, &[[0; BALANCES]; ROWS - 2]);

static HEX_VALUES: Values = values(&STANDING_HEX, &BESIDE_HEX);

const fn values(
    standing: &[[i16; BALANCES]; PLACES],
    beside: &[[i16; BALANCES]; ROWS - 2],
) -> Values {
    let mut values = [[0; 32]; 64];
    let mut place = 0;
    while place < PLACES + beside.len() {
        let row = if place < PLACES { &standing[place] } else { &beside[place - FIRST_ROW_PLACE] };
        let mut balance = -(ROWS as i8);
        while balance <= ROWS as i8 {
            let highest = LOWEST + BALANCES as i8 - 1;
            let seen = if balance < LOWEST {
                LOWEST
            } else if balance > highest {
                highest
            } else {
                balance
            };
            values[place][balance as usize & 31] = row[(seen - LOWEST) as usize];
            balance += 1;
        }
        place += 1;
    }
    values
}

/// How a player sees a cell on one of its lines.
#[derive(Clone, Copy)]
struct View {
    line: u8,
    /// The row of [`Values`].
    place: u8,
}

/// For every player, cell and axis.
static VIEWS: [[[View; 3]; 64]; 2] = {
    let mut views = [[[View { line: 31, place: 63 }; 3]; 64]; 2];
    let mut index = 0;
    while index < CELLS {
        let cell = Cell::new(index as u8);
        let mut axis = 0;
        while axis < 3 {
            let line = board::line(cell, axis) as u8;
            let mut player = 0;
            while player < 2 {
                views[player][index][axis] = View { line, place: place(cell, axis, player) as u8 };
                player += 1;
            }
            axis += 1;
        }
        index += 1;
    }
    views
};

/// The place of a cell on the line of that axis, as a player sees it; 63 for cells of goal rows.
const fn place(cell: Cell, axis: usize, player: usize) -> usize {
    let (row, number) = match player {
        0 => (cell.row(), cell.number()),
        _ => (ROWS as i8 - 1 - cell.row(), ROWS as i8 + 1 - cell.number()),
    };
    if row == 0 || row == ROWS as i8 - 1 {
        return 63;
    }
    let number = if axis == 1 { board::lowest(row) + board::highest(row) - number } else { number };
    match Cell::at(row, number) {
        _ if axis == 2 => FIRST_ROW_PLACE + row as usize - 1,
        // The cells of row `a` come before the places.
        Some(seen) => seen.index() - 5,
        None => 63,
    }
}
