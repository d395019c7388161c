//! Whether the player to move can end the game at once, and win it.

use quintet_core::Player;

use crate::board::{Square, Yoxii, squares};
use crate::lines::landings;

/// Whether the player to move, who can move the totem to these targets, wins with the next move.
#[inline]
pub(super) fn wins_at_once(position: &Yoxii, targets: u64) -> bool {
    let open = position.free() | position.totem.bit();
    squares(targets).any(|target| {
        let room = target.around() & open;
        // Two free squares cannot be filled at once. That is nearly always the answer.
        !has_several(room) && traps(position, target, room)
    })
}

/// Whether the player to move wins by moving the totem to a target and filling the only free square around
/// it, if there is one, with the highest value left.
#[cold]
fn traps(position: &Yoxii, target: Square, room: u64) -> bool {
    let (own, other) = (position.turn, position.turn.opponent());
    let open = (position.free() | position.totem.bit()) & !target.bit();
    let jumps = landings(position.own[other.index()], target) & open & !room;
    // Where no square around the totem is free, the piece may block a jump.
    let stuck = if room == 0 { !has_several(jumps) } else { jumps == 0 };
    let around = target.around();
    let strength = |player: Player| {
        let pieces = (position.own[player.index()] & around).count_ones();
        (position.points(player, around), pieces)
    };
    let (mut points, mut pieces) = strength(own);
    if room != 0 {
        points += u32::from(position.highest_value());
        pieces += 1;
    }
    stuck && (points, pieces) > strength(other)
}

const fn has_several(squares: u64) -> bool {
    squares & squares.wrapping_sub(1) != 0
}

#[cfg(test)]
mod tests {
    use quintet_core::{Game, Outcome, Variant};

    use super::*;

    #[test]
    fn a_win_at_once_is_seen_if_and_only_if_a_move_wins() {
        let mut state = 7_u64;
        let mut chance = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 29
        };
        let (mut wins, mut blocked) = (0, 0);
        for _ in 0..3_000 {
            let mut position = Yoxii::start(Variant::default());
            while position.outcome().is_none() {
                let won = Some(Outcome::Win(position.turn));
                let mut moves = position.moves().into_iter();
                let wins_so = moves.any(|mv| position.after(mv).outcome() == won);
                let targets = position.totem_targets();
                assert_eq!(wins_at_once(&position, targets), wins_so, "{position}");
                wins += u32::from(wins_so);
                let around = |target: Square| target.around() & position.free();
                blocked += u32::from(squares(targets).any(|target| around(target) == 0));
                position.play(position.random_move(&mut chance));
            }
        }
        assert!(wins > 1_000 && blocked > 300, "{wins} wins, {blocked} surrounded targets");
    }
}
