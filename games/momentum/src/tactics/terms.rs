//! The evaluation as named terms, for fitting their weights.

use quintet_core::Variant;
use quintet_core::tactics::{Tactics as _, Terms};

use super::evaluate::{AT_TURN, Lie, PLACES, WAITING, WON, from_border};
use crate::board::SIDE;
use crate::rules::Momentum;

/// Where the terms of the player who waits begin, and where those of the cells.
const FIRST_WAITING: usize = 64;
const FIRST_PLACE: usize = 128;

impl Terms for Momentum {
    fn names(_variant: Variant) -> Vec<String> {
        let lies = |who: &'static str| {
            (0..64).map(move |lie| format!("{who}: {} marbles, {} inside", lie / 8, lie % 8))
        };
        let places = pairs().map(|(row, column)| {
            format!("marble {column} from the side, {row} from the end, or turned")
        });
        lies("at turn").chain(lies("waiting")).chain(places).collect()
    }

    fn weights(_variant: Variant) -> Vec<f64> {
        let lies = AT_TURN.into_iter().chain(WAITING).flatten();
        let places = pairs().map(|(row, column)| PLACES[row][column] as i32);
        lies.chain(places).map(f64::from).collect()
    }

    fn terms(&self, add: &mut dyn FnMut(usize, f64)) -> bool {
        let (mine, theirs) = (self.occupied ^ self.waiting, self.waiting);
        let lie = |marbles| {
            let lie = Lie::of(marbles);
            8 * lie.marbles() + lie.inside()
        };
        add(lie(mine), 1.0);
        add(FIRST_WAITING + lie(theirs), -1.0);
        for (marbles, sign) in [(mine, 1.0), (theirs, -1.0)] {
            for (row, cells) in marbles.to_le_bytes().into_iter().enumerate() {
                let columns = (0..SIDE as usize).filter(|column| cells >> column & 1 == 1);
                columns.for_each(|column| add(FIRST_PLACE + place(row, column), sign));
            }
        }
        self.evaluate().abs() < WON
    }
}

/// Distances of a cell from the nearer borders, the smaller first: which of them is which makes no difference.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..PLACES.len()).flat_map(|least| (least..PLACES.len()).map(move |most| (least, most)))
}

/// The number of a cell's term among those of the cells.
fn place(row: usize, column: usize) -> usize {
    let (from_end, from_side) = (from_border(row), from_border(column));
    let pair = (from_end.min(from_side), from_end.max(from_side));
    pairs().take_while(|other| *other != pair).count()
}
