//! What the network sees of a position: the pieces and the balances of the lines, as the player to move sees them.

use quintet_core::network::Learned;
use quintet_core::{Game, Player, Variant};

use super::evaluate::by_tables;
use super::threats;
use crate::board::{self, CELLS, Cell, ROWS};
use crate::rules::{Differo, HEX};

/// Lines of all axes.
const LINES: usize = 3 * ROWS;

/// Balances that are told apart, from the lowest on.
const BALANCES: usize = 9;
const LOWEST: i8 = -4;

/// A piece of the player to move on every cell, then one of the opponent, then every balance of every line.
pub(super) const INPUTS: usize = 2 * CELLS + LINES * BALANCES;

impl Learned for Differo {
    fn inputs(_variant: Variant) -> usize {
        INPUTS
    }

    fn each_input(&self, on: &mut dyn FnMut(usize)) -> Option<i32> {
        inputs(self).for_each(on);
        (threats::winners(self) == 0).then(|| by_tables(self))
    }

    fn images(_variant: Variant) -> Vec<Vec<usize>> {
        let mut image: Vec<usize> = (0..INPUTS).collect();
        for cell in Cell::all() {
            let mirrored = cell.mirrored();
            image[cell.index()] = mirrored.index();
            image[cell.index() + CELLS] = mirrored.index() + CELLS;
            // The slanting axes change places.
            for (axis, other) in [(0, 1), (1, 0), (2, 2)] {
                let (line, other) = (board::line(cell, axis), board::line(mirrored, other));
                for balance in 0..BALANCES {
                    image[balance_input(line, balance)] = balance_input(other, balance);
                }
            }
        }
        vec![image]
    }
}

/// The inputs that are on.
#[inline]
pub(super) fn inputs(position: &Differo) -> impl Iterator<Item = usize> {
    let mover = position.turn();
    // Black sees the board turned by half a circle.
    let turned = mover == Player::Second;
    let seen = move |cell: Cell| if turned { CELLS - 1 - cell.index() } else { cell.index() };
    let own = board::cells(position.pieces(mover)).map(seen);
    let other = board::cells(position.pieces(mover.opponent())).map(move |cell| seen(cell) + CELLS);
    let lines = if position.variant() == HEX { LINES } else { 2 * ROWS };
    let balances = position.balances()[..lines].iter().enumerate().map(move |(line, balance)| {
        let line = if turned { TURNED[line] } else { line };
        balance_input(line, (balance - LOWEST).clamp(0, BALANCES as i8 - 1) as usize)
    });
    own.chain(other).chain(balances)
}

#[inline]
const fn balance_input(line: usize, balance: usize) -> usize {
    2 * CELLS + BALANCES * line + balance
}

/// Which line each line is when the board is turned by half a circle.
static TURNED: [usize; LINES] = {
    let mut turned = [0; LINES];
    let mut index = 0;
    while index < CELLS {
        let mut axis = 0;
        while axis < 3 {
            let (cell, image) = (Cell::new(index as u8), Cell::new((CELLS - 1 - index) as u8));
            turned[board::line(cell, axis)] = board::line(image, axis);
            axis += 1;
        }
        index += 1;
    }
    turned
};
