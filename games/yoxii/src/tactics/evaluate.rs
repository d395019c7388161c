//! How a position looks for the player to move.
//!
//! The weights come from a logistic regression of results on these terms, over 12,600 positions of 1,500
//! games that a search of two moves played against itself. Points around the totem where it stands told
//! next to nothing beside them: it moves on.

use crate::board::{Square, Yoxii, squares};
use crate::lines::landings;

/// What the other terms come to on average.
const ON_AVERAGE: i32 = 80;
/// A square that the player to move can bring the totem to.
const TARGET: i32 = 15;
/// A jump over own pieces: it cannot be blocked by filling the squares around the totem.
const OWN_JUMP: i32 = 50;
/// A jump that the opponent could make from where the totem stands now.
const OPPONENTS_JUMP: i32 = 25;
/// A point of lead around a target where the totem would be stuck; less the more room it has there.
const POINT_AT_A_TRAP: i32 = 38;

#[inline]
pub(super) fn evaluate(position: &Yoxii) -> i32 {
    let free = position.free();
    let [own, opponents] = [position.turn, position.turn.opponent()]
        .map(|player| landings(position.own[player.index()], position.totem) & free);
    let jumps = |targets: u64| (targets & !position.totem.around()).count_ones() as i32;
    TARGET * own.count_ones() as i32 + OWN_JUMP * jumps(own) - OPPONENTS_JUMP * jumps(opponents)
        + best_trap(position, own)
        - ON_AVERAGE
}

/// The best lead around a target, weighed by how closely the totem is surrounded there.
#[inline]
fn best_trap(position: &Yoxii, targets: u64) -> i32 {
    let open = position.free() | position.totem.bit();
    let worth = |target: Square| {
        let around = target.around();
        let size = around.count_ones() as usize;
        let taken = (around & !open).count_ones() as usize;
        position.lead(position.turn, around) * SURROUNDED[size][taken] / UNIT
    };
    squares(targets).map(worth).max().unwrap_or(0)
}

/// What a part of [`POINT_AT_A_TRAP`] is counted in.
const UNIT: i32 = 64;

/// What a point of lead is worth, for the number of squares around the totem and how many are taken: it
/// grows with the square of the part that is taken.
const SURROUNDED: [[i32; 9]; 9] = {
    let mut worth = [[0; 9]; 9];
    let mut size = 1;
    while size < 9 {
        let mut taken = 0;
        while taken <= size {
            let (part, whole) = ((taken * taken) as i32, (size * size) as i32);
            worth[size][taken] = UNIT * POINT_AT_A_TRAP * part / whole;
            taken += 1;
        }
        size += 1;
    }
    worth
};
