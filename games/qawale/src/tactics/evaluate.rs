//! How a position looks.

use quintet_core::Player;

use crate::board::{Qawale, Tops};

/// The value of a running position for the player to move.
#[inline]
pub(crate) fn evaluate(position: &Qawale) -> i32 {
    10 * looks(position.tops(), position.mover())
}

/// How a board looks to `player` from above.
#[inline]
pub(crate) fn looks(tops: Tops, player: Player) -> i32 {
    let own = tops.of(player).count_ones() as i32;
    let other = tops.of(player.opponent()).count_ones() as i32;
    own - other
}
