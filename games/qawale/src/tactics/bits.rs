//! A board as it matters to one player: which stones are own, which the opponent's, one bit a stone.
//!
//! Half the size of a position, and what a stack can complete is looked up by its bits. Made for the many boards near
//! the end that are looked at once.

use std::ops::ControlFlow;

use quintet_core::Player;

use super::reach::{HIGHEST_KNOWN, Lacking, Reach, every_second};
use super::wins;
use crate::board::{Cell, Qawale, SIDE, Stone};
use crate::path::Path;
use crate::walks;

/// Stacks have at most this many stones here; while a move is made, one more.
pub(super) const HIGHEST_STACK: u8 = 12;

/// The cells of rows, columns and diagonals, a bit a cell in the order of cells.
const LINES: [u16; 10] =
    [0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

/// A board and how many stones are still to be played. The player has number 0, the opponent number 1.
#[derive(Clone, Copy)]
pub(super) struct Bits {
    /// Whose stones are in each stack: for both one bit a stone, the top one lowest, and above them a bit that tells the
    /// height.
    stones: [[u16; 16]; 2],
    /// The cells topped by either's stones.
    tops: [u16; 2],
    left: u8,
    player: Player,
}

/// What somebody can do with the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chances {
    Win,
    NoWin,
    Unknown,
}

impl Bits {
    /// The board as `player` sees it, unless a stack is too high.
    pub(super) fn of(position: &Qawale, player: Player) -> Option<Bits> {
        let mut bits = Bits { stones: [[0; 16]; 2], tops: [0; 2], left: position.left(), player };
        for cell in Cell::all() {
            let stack = position.stack(cell);
            if stack.height() > HIGHEST_STACK {
                return None;
            }
            for (side, owner) in [player, player.opponent()].into_iter().enumerate() {
                let stones = every_second(stack.bits() >> owner.index()) as u16;
                bits.stones[side][cell.index()] = stones | 1 << stack.height();
                // Nothing tops an empty cell.
                bits.tops[side] |= (stones & 1) << cell.index();
            }
        }
        Some(bits)
    }

    /// Whether the player and whether the opponent has a line.
    #[inline]
    pub(super) const fn lines(&self) -> [bool; 2] {
        [has_line(self.tops[0]), has_line(self.tops[1])]
    }

    #[inline]
    pub(super) const fn left(&self) -> u8 {
        self.left
    }

    #[inline]
    pub(super) const fn height(&self, cell: Cell) -> u8 {
        15 - self.stones[0][cell.index()].leading_zeros() as u8
    }

    /// The board after a move of the player (0) or the opponent (1) along a path of at most 15 steps.
    #[inline]
    pub(super) fn after(&self, mover: usize, path: Path) -> Bits {
        let mut after = *self;
        let origin = path.origin().index();
        after.left -= 1;
        // The bottom stone goes first: it is brought to the top of a word.
        let free = 32 - u32::from(path.steps());
        let mut hands = [0, 1].map(|side| {
            after.stones[side][origin] = 1;
            after.tops[side] &= !(1 << origin);
            (u32::from(self.stones[side][origin]) << 1 | u32::from(mover == side)) << free
        });
        let mut cells = path.head();
        for _ in 0..path.steps() {
            cells <<= 4;
            let cell = (cells >> 60) as usize & 15;
            for side in [0, 1] {
                let stone = (hands[side] >> 31) as u16;
                hands[side] <<= 1;
                after.stones[side][cell] = after.stones[side][cell] << 1 | stone;
                after.tops[side] = after.tops[side] & !(1 << cell) | stone << cell;
            }
        }
        after
    }

    /// Calls `visit` with every way to sow a stack.
    #[inline]
    pub(super) fn for_each_move<B>(
        &self,
        mut visit: impl FnMut(Path) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for origin in Cell::all() {
            let height = self.height(origin);
            if height > 0 {
                walks::for_each(origin, height + 1, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a side could win with the next move, if it were its turn.
    #[inline]
    pub(super) fn chances(&self, reach: &Reach, side: usize, most_steps: u32) -> Chances {
        let own = self.tops[side];
        let lacking = Lacking::of(spread(own));
        let mut unclear = false;
        for (origin, stack) in self.stones[side].iter().enumerate() {
            if *stack == 1 {
                continue;
            }
            if *stack >= 2 << HIGHEST_KNOWN {
                unclear = true;
                continue;
            }
            let completed = reach.completed(*stack, origin, lacking_without(own, origin, lacking));
            if !completed.is_empty() {
                if self.spares_other(side, origin, completed) {
                    return Chances::Win;
                }
                unclear = true;
            }
        }
        if unclear { self.followed(side, most_steps) } else { Chances::NoWin }
    }

    /// The same, stack by stack and step by step.
    #[cold]
    fn followed(&self, side: usize, most_steps: u32) -> Chances {
        let position = self.position();
        let player = [self.player, self.player.opponent()][side];
        match wins::could_win(&position, position.tops(), player, most_steps) {
            Some(true) => Chances::Win,
            Some(false) => Chances::NoWin,
            None => Chances::Unknown,
        }
    }

    /// Whether one of these lines is completed without one of the other side's, which would have to be of the same kind.
    #[inline]
    fn spares_other(&self, side: usize, origin: usize, completed: Lacking) -> bool {
        let other = 1 - side;
        let laid = self.stones[other][origin].count_ones() - 1;
        let tops = self.tops[other] & !(1 << origin);
        let kinds = [&LINES[..4], &LINES[4..8], &LINES[8..]];
        completed.kinds().into_iter().zip(kinds).any(|(any, lines)| {
            any && lines.iter().all(|line| (tops & line).count_ones() + laid < u32::from(SIDE))
        })
    }

    /// The ways in which a side could win, if it were its turn, as far as they are known.
    pub(super) fn threats(&self, reach: &Reach, side: usize, threats: &mut Threats) {
        threats.clear();
        let own = self.tops[side];
        let lacking = Lacking::of(spread(own));
        for (origin, stack) in self.stones[side].iter().enumerate() {
            if *stack == 1 || *stack >= 2 << HIGHEST_KNOWN {
                continue;
            }
            let completed = reach.completed(*stack, origin, lacking_without(own, origin, lacking));
            if completed.is_empty() {
                continue;
            }
            for line in completed.lines() {
                let harmed_by = 1 << origin | LINES[line] & own;
                if self.stones[1 - side][origin].is_power_of_two() {
                    threats.certain.push(harmed_by);
                } else {
                    threats.likely.push(harmed_by);
                }
            }
        }
    }

    /// Whether every move of the player surely leaves a stack that is harmless to the opponent: see
    /// [`outlook`](super::outlook).
    #[inline]
    pub(super) fn leaves_harmless_stack(&self) -> bool {
        let (mut without, mut single, mut most_own) = (0, 0, 0);
        for stack in self.stones[0].iter().filter(|stack| **stack > 1) {
            let own = stack.count_ones() - 1;
            without += u32::from(own == 0);
            single += u32::from(*stack == 3);
            most_own = most_own.max(own);
        }
        // The stack that is sown may be one of those without own stones. That is nearly always enough.
        without > most_own + 2
            || self.stones[0].iter().filter(|stack| **stack > 1).all(|stack| {
                let own = stack.count_ones() - 1;
                let without = without - u32::from(own == 0);
                let single = single - u32::from(*stack == 3);
                without > own + 1 || without + single > stack.ilog2() + 1
            })
    }

    /// The position that this was made of, after all moves made here.
    fn position(&self) -> Qawale {
        let mut position = Qawale::empty(self.left);
        for cell in Cell::all() {
            for above in (0..self.height(cell)).rev() {
                let [own, other] = self.stones.map(|stones| stones[cell.index()] >> above & 1 != 0);
                let stone = match (own, other) {
                    (true, _) => Stone::of(self.player),
                    (false, true) => Stone::of(self.player.opponent()),
                    (false, false) => Stone::Neutral,
                };
                position.lay(cell, stone);
            }
        }
        position
    }
}

/// What is lacking once the stack on a cell is picked up.
#[inline]
const fn lacking_without(own: u16, origin: usize, lacking: Lacking) -> Lacking {
    if own >> origin & 1 == 0 { lacking } else { Lacking::of(spread(own & !(1 << origin))) }
}

/// Ways to win with the next move: for each the cells of which one has to be touched to prevent it, that of the stack
/// and those of the line that are topped already.
#[derive(Default)]
pub(super) struct Threats {
    /// Nothing else prevents these, but for a line of the opponent's.
    pub(super) certain: Vec<u16>,
    /// These might complete a line of the opponent's, too.
    pub(super) likely: Vec<u16>,
}

impl Threats {
    fn clear(&mut self) {
        self.certain.clear();
        self.likely.clear();
    }

    /// Whether a move that touches these cells might prevent all that is certain.
    #[inline]
    pub(super) fn may_be_met(&self, touched: u16) -> bool {
        self.certain.iter().all(|threat| threat & touched != 0)
    }

    /// Whether it might prevent all.
    #[inline]
    pub(super) fn may_all_be_met(&self, touched: u16) -> bool {
        self.may_be_met(touched) && self.likely.iter().all(|threat| threat & touched != 0)
    }
}

/// The cells that a move changes.
#[inline]
pub(super) fn touched(path: Path) -> u16 {
    let mut cells = path.head();
    let mut touched = 1 << (cells >> 60);
    for _ in 0..path.steps() {
        cells <<= 4;
        touched |= 1 << (cells >> 60);
    }
    touched
}

#[inline]
const fn has_line(tops: u16) -> bool {
    let columns = tops & tops >> 1 & tops >> 2 & tops >> 3 & 0x1111;
    let rows = tops & tops >> 4 & tops >> 8 & tops >> 12;
    columns | rows != 0 || tops & 0x8421 == 0x8421 || tops & 0x1248 == 0x1248
}

/// Every bit with a free one above it, as [`Lacking::of`] has them.
#[inline]
const fn spread(bits: u16) -> u32 {
    let bits = bits as u32;
    let bits = (bits | bits << 8) & 0x00ff_00ff;
    let bits = (bits | bits << 4) & 0x0f0f_0f0f;
    let bits = (bits | bits << 2) & 0x3333_3333;
    (bits | bits << 1) & 0x5555_5555
}

#[cfg(test)]
mod tests {
    use quintet_core::{Game as _, Outcome, Variant};
    use quintet_testkit::Dice;

    use super::*;

    #[test]
    fn boards_moves_and_wins_are_those_of_the_rules() {
        let mut dice = Dice::new(11);
        let (mut wins, mut none) = (0, 0);
        for _ in 0..300 {
            let mut position = Qawale::start(Variant::default());
            while position.outcome().is_none() {
                let Some(board) = Bits::of(&position, position.mover()) else { break };
                assert_eq!(board.position(), position);
                let won = Some(Outcome::Win(position.mover()));
                let possible = position.count_moves() < 3_000
                    && position.moves().into_iter().any(|mv| position.after(mv).outcome() == won);
                if position.count_moves() < 3_000 {
                    let expected = if possible { Chances::Win } else { Chances::NoWin };
                    let found = board.chances(Reach::get(), 0, 50_000);
                    assert_eq!(found, expected, "{position}");
                    wins += u32::from(possible);
                    none += u32::from(!possible);
                }
                let mv = position.random_move(&mut dice);
                if mv.fits_head() {
                    let after = position.after(mv);
                    assert_eq!(board.after(0, mv).position(), after, "{mv} in {position}");
                    let seen = board.after(0, mv).lines();
                    let lines = after.lines();
                    assert_eq!(seen[0], lines[position.mover().index()], "{after}");
                    assert_eq!(seen[1], lines[position.mover().opponent().index()], "{after}");
                }
                position.play(mv);
            }
        }
        assert!(wins > 300 && none > 300, "{wins} with a win, {none} without");
    }

    #[test]
    fn a_certain_threat_is_prevented_by_touching_its_cells_or_not_at_all() {
        let mut dice = Dice::new(12);
        let mut seen = 0;
        while seen < 2_000 {
            let mut position = Qawale::start(Variant::default());
            for _ in 0..11 {
                if position.outcome().is_none() {
                    position.play(position.random_move(&mut dice));
                }
            }
            if position.outcome().is_some() || position.count_moves() > 2_000 {
                continue;
            }
            let mover = position.mover();
            // What the opponent threatens.
            let Some(board) = Bits::of(&position, mover) else { continue };
            let mut threats = Threats::default();
            board.threats(Reach::get(), 1, &mut threats);
            for mv in position.moves() {
                let after = position.after(mv);
                if after.outcome().is_none() && !threats.may_be_met(touched(mv)) {
                    assert!(
                        wins::can_win(&after, after.tops(), mover.opponent()),
                        "{position} {mv}"
                    );
                    seen += 1;
                }
            }
        }
    }
}
