//! How a position looks for the player to move.

use quintet_core::tactics::LARGEST_ESTIMATE;

use crate::board::Yoxii;

const POINT_AROUND: i32 = 20;

#[inline]
pub(super) fn evaluate(position: &Yoxii) -> i32 {
    let lead = position.lead(position.turn, position.totem.around());
    (POINT_AROUND * lead).clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
}
