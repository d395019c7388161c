//! How a position looks.

use quintet_core::{Game, Player};

use super::threats;
use crate::board;
use crate::rules::Differo;

/// The player to move lands on the goal: as good as won.
const WON: i32 = 9_000;

/// The opponent would land on the goal. It can often be stopped, at a price.
const THREATENED: i32 = 150;

/// What a piece is worth by the rows it has advanced.
const ADVANCED: [i32; 9] = [0, 0, 10, 20, 35, 55, 80, 100, 0];

/// The value of a running position for the player to move.
#[inline]
pub(crate) fn evaluate(position: &Differo) -> i32 {
    if threats::winners(position) != 0 {
        return WON;
    }
    let danger = if threats::threats(position) == 0 { 0 } else { THREATENED };
    let balance = advanced(position, Player::First) - advanced(position, Player::Second);
    let own = if position.turn() == Player::First { balance } else { -balance };
    own - danger
}

/// What a player's pieces are worth by the rows they have advanced.
fn advanced(position: &Differo, player: Player) -> i32 {
    let rows = board::cells(position.pieces(player)).map(|cell| match player {
        Player::First => cell.row(),
        Player::Second => 8 - cell.row(),
    });
    rows.map(|row| ADVANCED[row as usize]).sum()
}
