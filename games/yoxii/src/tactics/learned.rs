//! What the network sees of a position: who leads around every free square and by how much, who holds the others. Squares that are alike
//! share what was learned about them, wherever they are; near the totem they are also seen by where they are from there.

use quintet_core::Variant;
use quintet_core::network::{Learned, On};
use quintet_core::symmetry::{OF_SQUARE, square};

use super::evaluate::by_terms;
use super::leads::Leads;
use crate::board::{BOARD, PIECES, Yoxii, squares};

/// What a square may be: free, with seven kinds of lead around it, or taken, by either player.
const STATES: usize = 9;

/// How many free squares may be around one.
const ROOMS: usize = 9;

/// Beside the totem, two steps from it, or farther.
const RINGS: usize = 3;

/// How far from the totem squares are seen from there, in both directions, and how many those are.
const NEAR: i8 = 2;
const SPAN: usize = 2 * NEAR as usize + 1;

const FIRST_NEAR: usize = STATES * ROOMS * RINGS;
const FIRST_RESERVE: usize = FIRST_NEAR + SPAN * SPAN * STATES;

/// Where the numbers of each value in reserve begin, and how many there are for one player.
const RESERVES: [usize; 4] = [0, 6, 12, 18];
const LEFT: usize = 22;

/// Every kind of square, every state of every square near the totem, every number of pieces in reserve.
pub(super) const INPUTS: usize = FIRST_RESERVE + 2 * LEFT;

impl Learned for Yoxii {
    fn inputs(_variant: Variant) -> usize {
        INPUTS
    }

    fn each_input(&self, on: &mut dyn FnMut(usize)) -> Option<i32> {
        let beside = by_terms(self)?;
        inputs(self, on);
        Some(beside)
    }

    fn images(_variant: Variant) -> Vec<Vec<usize>> {
        let image = |symmetry| {
            let mut image: Vec<usize> = (0..INPUTS).collect();
            for place in 0..SPAN * SPAN {
                let (column, row) = (place % SPAN, place / SPAN);
                let (column, row) = square(symmetry, SPAN as u8, (column as u8, row as u8));
                let to = usize::from(row) * SPAN + usize::from(column);
                for state in 0..STATES {
                    image[FIRST_NEAR + place * STATES + state] = FIRST_NEAR + to * STATES + state;
                }
            }
            image
        };
        (1..OF_SQUARE).map(image).collect()
    }
}

/// The inputs that are on.
#[inline]
pub(super) fn seen(position: &Yoxii) -> On {
    let mut on = On::NONE;
    inputs(position, |input| on.push(input));
    on
}

#[inline]
fn inputs(position: &Yoxii, mut on: impl FnMut(usize)) {
    let free = position.free();
    let players = [position.turn, position.turn.opponent()];
    let [own, other] = players.map(|player| position.own[player.index()]);
    let leads = Leads::of(position);
    let ([a, b, c], [x, y, z]) = (leads.own(), leads.opponents());
    // Larger leads are among the smaller ones.
    let sets = [
        free & !(a | x),
        free & a & !b,
        free & b & !c,
        free & c,
        free & x & !y,
        free & y & !z,
        free & z,
        own,
        other,
    ];
    let totem = position.totem;
    let (column, row) = (totem.column() - NEAR, totem.row() - NEAR);
    let near = NEAR_TOTEM[usize::from(totem.0) & 63];
    let rings = [totem.around(), near & !totem.around(), !near];
    for (state, set) in sets.into_iter().enumerate() {
        for (ring, part) in rings.into_iter().enumerate() {
            for square in squares(set & part) {
                let room = (square.around() & free).count_ones() as usize;
                on((state * RINGS + ring) * ROOMS + room);
                if ring < 2 {
                    let place = (square.row() - row) * SPAN as i8 + square.column() - column;
                    on(FIRST_NEAR + place as usize * STATES + state);
                }
            }
        }
    }
    for (side, player) in players.into_iter().enumerate() {
        for (value, left) in position.reserve[player.index()].into_iter().enumerate() {
            on(FIRST_RESERVE + side * LEFT + RESERVES[value] + usize::from(left));
        }
    }
}

/// The squares near each square.
static NEAR_TOTEM: [u64; 64] = {
    let mut near = [0; 64];
    let mut index = 0;
    while index < 64 {
        let mut other = 0;
        while other < 64 {
            let (columns, rows): (i32, i32) = (index % 8 - other % 8, index / 8 - other / 8);
            let inside = columns.abs() <= NEAR as i32 && rows.abs() <= NEAR as i32;
            if inside && index != other {
                near[index as usize] |= 1 << other;
            }
            other += 1;
        }
        near[index as usize] &= BOARD;
        index += 1;
    }
    near
};

const _: () =
    assert!(RESERVES[3] + PIECES[3] as usize + 1 == LEFT, "a place for every number of pieces");
