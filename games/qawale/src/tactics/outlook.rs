//! What is certain about a position without a search: a win in one, and that nobody is forced to complete
//! the opponent's line.
//!
//! A stack is *harmless* to a player if it holds none of the opponent's stones, or only one stone at all.
//! With a harmless stack a player can always move without completing a line of the opponent:
//!
//! - Without stones of the opponent nothing of theirs is laid anywhere.
//! - A single stone of the opponent's on `a` goes to a cell `b` beside `a`, the mover's own stone to a cell `c`
//!   beside `b`. The line through `a` and `b` is broken, `a` being empty now; the line through `b` across it
//!   is broken if `c` lies on it, as it may. That leaves the diagonal through `b`. For all ways to be bad, it
//!   would have to be complete but for `b`, for every `b` beside `a`. There are at least two such cells, and if
//!   they lie on diagonals they lie on the same one, which misses both.

use quintet_core::Player;
use quintet_core::tactics::{Fate, Outlook};

use super::wins;
use crate::board::{Cell, Qawale};

/// How many steps are looked at for a win in one.
const MOST_STEPS: u32 = 50_000;

/// What is certain about a running position.
pub(crate) fn outlook(position: &Qawale) -> Outlook {
    let mover = position.mover();
    let wins_at_once = wins::could_win(position, position.tops(), mover, MOST_STEPS);
    match wins_at_once {
        Some(true) => return Outlook::WON_AT_ONCE,
        Some(false) => {}
        None => return Outlook::OPEN,
    }
    let open = Outlook { wins_at_once, ..Outlook::OPEN };
    match position.left() {
        1 if has_harmless_stack(position, mover) => {
            Outlook { least: Fate::Draw, most: Fate::Draw, ..open }
        }
        1 => Outlook { most: Fate::Draw, ..open },
        2 if leaves_harmless_stack(position) => Outlook { most: Fate::Draw, ..open },
        _ => open,
    }
}

/// Whether a stack on a cell is harmless to `player`.
#[inline]
fn is_harmless(position: &Qawale, cell: Cell, player: Player) -> bool {
    match position.height(cell) {
        0 => false,
        1 => true,
        _ => position.stones_of(player.opponent(), cell) == 0,
    }
}

fn has_harmless_stack(position: &Qawale, player: Player) -> bool {
    Cell::all().any(|cell| is_harmless(position, cell, player))
}

/// Whether every move surely leaves a stack that is harmless to the opponent. To spoil them all, the mover
/// would have to lay an own stone on every stack without own stones, and any stone on every single own stone.
pub(super) fn leaves_harmless_stack(position: &Qawale) -> bool {
    let mover = position.mover();
    let (mut without, mut single) = (0, 0);
    for cell in Cell::all().filter(|cell| position.height(*cell) > 0) {
        if position.stones_of(mover, cell) == 0 {
            without += 1;
        } else if position.height(cell) == 1 {
            single += 1;
        }
    }
    Cell::all().filter(|cell| position.height(*cell) > 0).all(|origin| {
        let own = position.stones_of(mover, origin);
        let height = u32::from(position.height(origin));
        let without = without - u32::from(own == 0);
        let single = single - u32::from(own > 0 && height == 1);
        without > own + 1 || without + single > height + 1
    })
}
