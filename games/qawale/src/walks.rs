//! Every way to sow a stack: walks of a given number of steps that never go straight back.
//!
//! How many there are depends on the height and the cell alone, not on what else stands on the board.
//! So they are counted once, in tables, and the short ones are listed there too. A walk is listed,
//! counted and drawn by its rank in the order of names.

use std::ops::ControlFlow;

use crate::board::{Cell, HIGHEST, SIDE};
use crate::path::Path;

/// The four neighbours of a cell by direction, in the order of their names: left, down, up, right.
/// A direction's opposite is 3 less it.
const NEIGHBOURS: [[Option<Cell>; 4]; 16] = {
    let mut table = [[None; 4]; 16];
    let mut index = 0;
    while index < 16 {
        let cell = Cell::from_low_bits(index as u64);
        let (column, row) = (cell.column(), cell.row());
        if column > 0 {
            table[index][0] = Some(Cell::at(column - 1, row));
        }
        if row > 0 {
            table[index][1] = Some(Cell::at(column, row - 1));
        }
        if row + 1 < SIDE {
            table[index][2] = Some(Cell::at(column, row + 1));
        }
        if column + 1 < SIDE {
            table[index][3] = Some(Cell::at(column + 1, row));
        }
        index += 1;
    }
    table
};

/// Stands for the direction of the last step where there was none.
pub(crate) const NO_STEP_YET: usize = 4;

/// See [`continuations`].
const CONTINUATIONS: [[[u32; 5]; 16]; HIGHEST as usize + 1] = {
    let mut table = [[[0; 5]; 16]; HIGHEST as usize + 1];
    table[0] = [[1; 5]; 16];
    let mut steps = 1;
    while steps < table.len() {
        let mut cell = 0;
        while cell < 16 {
            let mut arrival = 0;
            while arrival <= NO_STEP_YET {
                let mut direction = 0;
                while direction < 4 {
                    if let Some(next) = step(Cell::from_low_bits(cell), arrival, direction) {
                        table[steps][cell as usize][arrival] +=
                            table[steps - 1][next.index()][direction];
                    }
                    direction += 1;
                }
                arrival += 1;
            }
            cell += 1;
        }
        steps += 1;
    }
    table
};

/// How many walks of `steps` steps go on from a cell to which the last step came in that direction.
#[inline]
const fn continuations(steps: u8, at: Cell, arrival: usize) -> u32 {
    CONTINUATIONS[steps as usize][at.index()][arrival]
}

/// The cell that a step leads to, if it stays on the board and does not go straight back.
pub(crate) const fn step(cell: Cell, arrival: usize, direction: usize) -> Option<Cell> {
    if direction + arrival == 3 { None } else { NEIGHBOURS[cell.index()][direction] }
}

/// How many ways there are to sow a stack with the new stone on it, by its height before and its cell.
/// None if it is empty.
const WAYS: [[u32; 16]; 32] = {
    // Longer than there are heights, so that a mask does for an index check.
    let mut table = [[0; 16]; 32];
    let mut height = 1;
    while height < HIGHEST as usize {
        let mut cell = 0;
        while cell < 16 {
            table[height][cell] = CONTINUATIONS[height + 1][cell][NO_STEP_YET];
            cell += 1;
        }
        height += 1;
    }
    table
};

/// How many ways there are to put a stone on the stack of that height and cell and sow it. At most
/// 146,335,670: the sum over any board fits 32 bits.
#[inline]
pub(crate) const fn ways(height: u8, cell: Cell) -> u32 {
    WAYS[height as usize & 31][cell.index()]
}

/// Walks of up to this many steps are listed in [`LISTED`]. Random games are a quarter slower with 4 and
/// no faster with 7, whose list no longer fits the first-level cache.
const LISTED_STEPS: usize = 6;

/// Where the walks of so many steps from a cell begin in [`LISTED`].
const LISTED_FROM: [[u16; 16]; LISTED_STEPS + 1] = {
    let mut table = [[0; 16]; LISTED_STEPS + 1];
    let mut total = 0;
    let mut steps = 0;
    while steps <= LISTED_STEPS {
        let mut cell = 0;
        while cell < 16 {
            table[steps][cell] = total;
            total += CONTINUATIONS[steps][cell][NO_STEP_YET] as u16;
            cell += 1;
        }
        steps += 1;
    }
    table
};

const LISTED_WALKS: usize =
    LISTED_FROM[LISTED_STEPS][15] as usize + CONTINUATIONS[LISTED_STEPS][15][NO_STEP_YET] as usize;

/// All walks of 0 to [`LISTED_STEPS`] steps, by steps and then in the order of names: their cells, four
/// bits each, the origin highest.
static LISTED: [u32; LISTED_WALKS] = {
    let mut table = [0; LISTED_WALKS];
    let mut end = 0;
    while end < 16 {
        table[end] = (end as u32) << 28;
        end += 1;
    }
    // Every walk is one from the list before it and a step; extended in order, they stay in order.
    let mut steps = 0;
    let mut shorter = 0;
    while steps < LISTED_STEPS {
        let shorter_end = end;
        while shorter < shorter_end {
            let walk = table[shorter];
            let at = walk >> (28 - 4 * steps) & 15;
            let before = if steps == 0 { 16 } else { walk >> (32 - 4 * steps) & 15 };
            let mut direction = 0;
            while direction < 4 {
                if let Some(next) = NEIGHBOURS[at as usize][direction]
                    && next.index() as u32 != before
                {
                    table[end] = walk | (next.index() as u32) << (24 - 4 * steps);
                    end += 1;
                }
                direction += 1;
            }
            shorter += 1;
        }
        steps += 1;
    }
    table
};

/// Calls `visit` with every way to sow `steps` stones from `origin`, in the order of names.
#[inline]
pub(crate) fn for_each<B>(
    origin: Cell,
    steps: u8,
    visit: &mut impl FnMut(Path) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if usize::from(steps) > LISTED_STEPS {
        return go_on(Path::from(origin), origin, NO_STEP_YET, steps, visit);
    }
    let from = usize::from(LISTED_FROM[usize::from(steps)][origin.index()]);
    let ways = continuations(steps, origin, NO_STEP_YET) as usize;
    for walk in &LISTED[from..from + ways] {
        visit(Path::packed(u64::from(*walk) << 32, steps))?;
    }
    ControlFlow::Continue(())
}

fn go_on<B>(
    path: Path,
    at: Cell,
    arrival: usize,
    steps: u8,
    visit: &mut impl FnMut(Path) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if steps == 0 {
        return visit(path);
    }
    for direction in 0..4 {
        if let Some(next) = step(at, arrival, direction) {
            go_on(path.then(next), next, direction, steps - 1, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The way of that rank, from 0, to sow `steps` stones from `origin`, in the order of names.
#[inline]
pub(crate) fn nth(origin: Cell, steps: u8, rank: u32) -> Path {
    if usize::from(steps) > LISTED_STEPS {
        return nth_unlisted(origin, steps, rank);
    }
    let from = usize::from(LISTED_FROM[usize::from(steps)][origin.index()]);
    Path::packed(u64::from(LISTED[from + rank as usize]) << 32, steps)
}

fn nth_unlisted(origin: Cell, steps: u8, mut rank: u32) -> Path {
    let mut path = Path::from(origin);
    let mut at = origin;
    let mut arrival = NO_STEP_YET;
    for left in (0..steps).rev() {
        for direction in 0..4 {
            let Some(next) = step(at, arrival, direction) else { continue };
            let ways = continuations(left, next, direction);
            if rank < ways {
                path = path.then(next);
                (at, arrival) = (next, direction);
                break;
            }
            rank -= ways;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listing_counting_and_ranking_agree() {
        for steps in 2..=12 {
            for origin in Cell::all() {
                let mut rank = 0;
                let mut last = None;
                let _ = for_each(origin, steps, &mut |path| {
                    assert_eq!(nth(origin, steps, rank), path);
                    assert!(last < Some(path), "{path} comes late");
                    assert_eq!(path.steps(), steps);
                    last = Some(path);
                    rank += 1;
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(ways(steps - 1, origin), rank);
            }
        }
    }

    #[test]
    fn ways_of_sixteen_highest_stacks_fit_32_bits() {
        let most = Cell::all().map(|cell| ways(HIGHEST - 1, cell)).max();
        assert_eq!(most, Some(146_335_670));
        assert!(most.and_then(|most| most.checked_mul(16)).is_some());
    }
}
