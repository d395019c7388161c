//! Whether a player could win with one move.
//!
//! Most games are decided by an overlooked win in one, and a position has hundreds of moves. So for stacks that are not
//! too high it is known beforehand which lines they can complete. Where that is possible, and for higher stacks, the stack is
//! followed step by step, what is seen from above being all that matters, and a path is given up as soon
//! as the own stones still in hand cannot complete any line.

use quintet_core::Player;

use super::reach::{HIGHEST_KNOWN, Lacking, Reach};
use crate::board::{Cell, HIGHEST, Hand, Qawale, SIDE, STONES, Tops};
use crate::path::Path;
use crate::walks::{self, NO_STEP_YET};

/// How many steps an evaluation looks at before a win counts as not found. Only high stacks need more, and
/// few of them.
const MOST_STEPS: u32 = 2_000;

/// Whether `player` has a move that wins, if it were that player's turn. True is certain; false is wrong
/// in the rare position where [`MOST_STEPS`] do not find the move.
#[inline]
pub(crate) fn can_win(position: &Qawale, tops: Tops, player: Player) -> bool {
    could_win(position, tops, player, MOST_STEPS) == Some(true)
}

/// Whether `player` has a move that wins, if it were that player's turn; `None` if so many steps do not
/// tell.
#[inline]
pub(crate) fn could_win(
    position: &Qawale,
    tops: Tops,
    player: Player,
    most_steps: u32,
) -> Option<bool> {
    if position.left_to(player) > STONES + 1 - SIDE {
        // Even with the new one there are not enough stones on the board for a line.
        return Some(false);
    }
    let mut hunt = Hunt::new(player, most_steps);
    let wins = possible_origins(position, tops, player).any(|origin| {
        // Where none of the opponent's stones are laid, none of the opponent's lines is completed.
        let certain = position.height(origin) <= HIGHEST_KNOWN
            && position.stones_of(player.opponent(), origin) == 0;
        certain || hunt.wins_from(position, tops, origin)
    });
    // Whoever wins has looked at no more than was allowed.
    if wins || hunt.budget > 0 { Some(wins) } else { None }
}

/// The stacks that might be sown to win: all that can, and few others.
#[inline]
fn possible_origins(
    position: &Qawale,
    tops: Tops,
    player: Player,
) -> impl Iterator<Item = Cell> + use<'_> {
    let reach = Reach::get();
    let own = tops.of(player);
    let lacking = Lacking::of(own);
    Cell::all().filter(move |origin| {
        let height = position.height(*origin);
        let origin_bit = 1 << (2 * origin.index());
        // What the stack itself topped is lacking, once it is picked up.
        let lacking = if own & origin_bit == 0 { lacking } else { Lacking::of(own & !origin_bit) };
        height > 0
            && (height > HIGHEST_KNOWN || reach.completes(position, player, *origin, lacking))
    })
}

/// A move that wins for the player to move, as far as [`can_win`] sees one.
pub(crate) fn winning_move(position: &Qawale) -> Option<Path> {
    let player = position.mover();
    if position.left_to(player) > STONES + 1 - SIDE {
        return None;
    }
    let mut hunt = Hunt::new(player, MOST_STEPS);
    let origin = hunt.origin(position, position.tops())?;
    let steps = usize::from(position.height(origin)) + 1;
    let cells = hunt.trail[..steps].iter().rev();
    Some(cells.fold(Path::from(origin), |path, cell| path.then(*cell)))
}

/// The stacks from which `player` could win, if it were that player's turn, as far as [`can_win`] sees.
pub(crate) fn winning_stacks(position: &Qawale, player: Player) -> impl Iterator<Item = Cell> {
    let enough = position.left_to(player) <= STONES + 1 - SIDE && position.left_to(player) > 0;
    Cell::all().filter(move |origin| {
        let mut hunt = Hunt::new(player, MOST_STEPS);
        enough && position.height(*origin) > 0 && hunt.wins_from(position, position.tops(), *origin)
    })
}

struct Hunt {
    player: Player,
    budget: u32,
    /// The cells stepped on by the win that was found, the last one first.
    trail: [Cell; HIGHEST as usize],
}

impl Hunt {
    #[inline]
    fn new(player: Player, budget: u32) -> Hunt {
        Hunt { player, budget, trail: [Cell::at(0, 0); HIGHEST as usize] }
    }

    /// The first stack that can be sown to win.
    #[inline]
    fn origin(&mut self, position: &Qawale, tops: Tops) -> Option<Cell> {
        possible_origins(position, tops, self.player)
            .find(|origin| self.wins_from(position, tops, *origin))
    }

    #[inline]
    fn wins_from(&mut self, position: &Qawale, mut tops: Tops, origin: Cell) -> bool {
        tops.clear(origin);
        let hand = position.hand_of(self.player, origin);
        self.wins(tops, hand, origin, NO_STEP_YET, position.height(origin) + 1)
    }

    /// Whether the hand can be sown in so many steps from a cell to which the last step came in that
    /// direction, and win.
    fn wins(&mut self, tops: Tops, hand: Hand, at: Cell, arrival: usize, steps: u8) -> bool {
        if steps == 0 {
            let lines = tops.lines();
            return lines[self.player.index()] && !lines[self.player.opponent().index()];
        }
        if self.budget == 0 || !can_complete(tops.of(self.player), hand.of(self.player), at) {
            return false;
        }
        self.budget -= 1;
        (0..4).any(|direction| {
            walks::step(at, arrival, direction).is_some_and(|next| {
                let (mut tops, mut hand) = (tops, hand);
                tops.sow(&mut hand, next);
                let wins = self.wins(tops, hand, next, direction, steps - 1);
                if wins {
                    self.trail[usize::from(steps) - 1] = next;
                }
                wins
            })
        })
    }
}

/// The cells `a1`, `a3`, `b2` …, one in two bits as in [`Tops::of`]: every step leads from one of them to
/// one of the others or back.
const DARK: u32 = 0x4411_4411;
const ALL: u32 = 0x5555_5555;
const RISING: u32 = 1 | 1 << 10 | 1 << 20 | 1 << 30;
const FALLING: u32 = 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24;

/// Whether a line might be complete after the hand is sown from `at`, going by how many own stones fall
/// on dark and on light cells.
#[inline]
fn can_complete(own: u32, [next, after]: [u32; 2], at: Cell) -> bool {
    let at_dark = DARK >> (2 * at.index()) & 1 != 0;
    let [dark, light] = if at_dark { [after, next] } else { [next, after] };
    let missing = !own & ALL;
    let [on_dark, on_light] = [missing & DARK, missing & ALL & !DARK];
    // Rows and columns have two cells of either kind, two apart; a byte is a column.
    let columns = too_many(on_dark, dark, 4) | too_many(on_light, light, 4);
    let rows = too_many(on_dark, dark, 16) | too_many(on_light, light, 16);
    let rows = rows | rows >> 16;
    let rows = (rows | rows >> 8) & 0x55;
    rows != 0x55
        || columns.to_le_bytes().contains(&0)
        || (missing & RISING).count_ones() <= dark
        || (missing & FALLING).count_ones() <= light
}

/// Marks lines that miss more than `stones` of their two cells, which are so many bits apart.
#[inline]
fn too_many(missing: u32, stones: u32, apart: u32) -> u32 {
    match stones {
        0 => missing,
        1 => missing & missing >> apart & if apart == 4 { 0x0505_0505 } else { 0x5555 },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quintet_core::{Game as _, Outcome, Variant};
    use quintet_testkit::Dice;

    use super::*;

    /// For the player to move all moves can be tried.
    #[test]
    fn winning_stacks_are_those_of_the_winning_moves() {
        let mut dice = Dice::new(5);
        let mut seen = 0;
        for _ in 0..40 {
            let mut position = Qawale::start(Variant::default());
            while position.outcome().is_none() {
                let mover = position.mover();
                if position.count_moves() < 5_000 {
                    let wins = |mv: &Path| {
                        position.after(*mv).outcome() == Some(Outcome::Win(position.mover()))
                    };
                    let moves = position.moves().into_iter().filter(wins);
                    let expected: BTreeSet<String> =
                        moves.map(|mv| mv.origin().to_string()).collect();
                    let found = winning_stacks(&position, mover).map(|cell| cell.to_string());
                    let found: BTreeSet<String> = found.collect();
                    assert_eq!(found, expected, "{position}");
                    seen += usize::from(!found.is_empty());
                }
                position.play(position.random_move(&mut dice));
            }
        }
        assert!(seen > 20, "{seen} positions with a win");
    }
}
