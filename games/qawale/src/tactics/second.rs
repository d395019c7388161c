//! Whether the player to move wins with this move or the next one, when no more are left.
//!
//! Near the end nearly all work of an exact search is to show that a player has no win any more: after each of
//! hundreds of moves one answer of the opponent's has to be found that leaves no win. The same few answers serve
//! nearly always, so they are tried first, without the lists, keys and tables of a search.

use std::ops::ControlFlow;

use quintet_core::Game;
use quintet_core::tactics::Examined;

use super::bits::{Bits, Chances, Threats, touched};
use super::reach::Reach;
use crate::board::Qawale;
use crate::path::Path;

/// With more stones to play a third move would follow.
const MOST_LEFT: u8 = 4;

/// How many answers are remembered.
const REMEMBERED: usize = 16;

/// How many steps are looked at for a win in one.
const MOST_STEPS: u32 = 20_000;

/// No more moves or answers are looked at: high stacks have millions.
const MOST_MOVES: u64 = 4_000;

/// What an answer of the opponent's leaves to the player.
enum Left {
    /// No win.
    Nothing,
    /// A win, at once or with the next move.
    Win,
    /// That is not certain.
    Open,
}

/// Whether the player to move wins with this move or the next.
pub(super) fn wins_in_two(position: &Qawale) -> Examined {
    if position.left() > MOST_LEFT || position.left() < 3 || position.count_moves() > MOST_MOVES {
        return Examined::NOTHING;
    }
    let player = position.mover();
    let Some(board) = Bits::of(position, player) else { return Examined::NOTHING };
    let reach = Reach::get();
    match board.chances(reach, 0, MOST_STEPS) {
        Chances::Win => return Examined { answer: Some(true), positions: 1 },
        Chances::NoWin => {}
        Chances::Unknown => return Examined::NOTHING,
    }
    let mut against = Threats::default();
    board.threats(reach, 1, &mut against);
    let mut look = Look {
        reach,
        answers: Vec::with_capacity(REMEMBERED),
        threats: Threats::default(),
        positions: 0,
    };
    let mut unclear = false;
    let won = board.for_each_move(|mv| {
        look.positions += 1;
        // Whoever does not prevent the opponent from winning does not win.
        if !against.may_be_met(touched(mv)) {
            return ControlFlow::Continue(());
        }
        match look.can_be_answered(&board.after(0, mv)) {
            Some(true) => ControlFlow::Continue(()),
            Some(false) => ControlFlow::Break(()),
            None => {
                unclear = true;
                ControlFlow::Continue(())
            }
        }
    });
    let answer = if won.is_break() { Some(true) } else { (!unclear).then_some(false) };
    Examined { answer, positions: look.positions }
}

struct Look {
    reach: &'static Reach,
    /// Answers that served lately, the last one first, and the cells they touch.
    answers: Vec<(Path, u16)>,
    threats: Threats,
    positions: u64,
}

impl Look {
    /// Whether the opponent has an answer to the player's move that leaves no win.
    fn can_be_answered(&mut self, after: &Bits) -> Option<bool> {
        let lines = after.lines();
        if lines != [false; 2] {
            return Some(lines[1]);
        }
        // Most boards are answered as the one before; only if not it is worth knowing what threatens.
        if self.serves(after, 0) {
            return Some(true);
        }
        match after.chances(self.reach, 1, MOST_STEPS) {
            Chances::Win => return Some(true),
            Chances::NoWin => {}
            Chances::Unknown => return None,
        }
        after.threats(self.reach, 0, &mut self.threats);
        for place in 1..self.answers.len() {
            let (_, touched) = self.answers[place];
            if self.threats.may_all_be_met(touched) && self.serves(after, place) {
                self.answers[..=place].rotate_right(1);
                return Some(true);
            }
        }
        self.find_answer(after)
    }

    /// Whether a remembered answer is one here, too.
    fn serves(&mut self, after: &Bits, place: usize) -> bool {
        self.answers.get(place).copied().is_some_and(|(answer, _)| {
            // Nothing but its height tells whether a stack can be sown along a path.
            after.height(answer.origin()) + 1 == answer.steps()
                && answer.steps() > 1
                && matches!(self.left_after(after, answer), Left::Nothing)
        })
    }

    /// Tries all answers that might do, first those that seem to meet everything. The opponent has no win at once: then
    /// nothing else prevents what is certain.
    fn find_answer(&mut self, after: &Bits) -> Option<bool> {
        let mut tried = 0;
        let mut unclear = false;
        for all in [true, false] {
            let served = after.for_each_move(|answer| {
                let touched = touched(answer);
                let meets_all = self.threats.may_all_be_met(touched);
                if meets_all != all || !self.threats.may_be_met(touched) {
                    return ControlFlow::Continue(());
                }
                tried += 1;
                match self.left_after(after, answer) {
                    Left::Nothing => return ControlFlow::Break(Some((answer, touched))),
                    Left::Win => {}
                    Left::Open => unclear = true,
                }
                if tried > MOST_MOVES {
                    ControlFlow::Break(None)
                } else {
                    ControlFlow::Continue(())
                }
            });
            match served {
                ControlFlow::Break(Some(answer)) => {
                    self.answers.truncate(REMEMBERED - 1);
                    self.answers.insert(0, answer);
                    return Some(true);
                }
                ControlFlow::Break(None) => return None,
                ControlFlow::Continue(()) => {}
            }
        }
        (!unclear).then_some(false)
    }

    /// What is left to the player after an answer.
    fn left_after(&mut self, before: &Bits, answer: Path) -> Left {
        self.positions += 1;
        let board = before.after(1, answer);
        let lines = board.lines();
        if lines[1] {
            return Left::Nothing;
        }
        if lines[0] {
            return Left::Win;
        }
        match board.chances(self.reach, 0, MOST_STEPS) {
            Chances::Win => Left::Win,
            // With one more stone to follow the opponent might be forced to complete a line.
            Chances::NoWin if board.left() == 1 || board.leaves_harmless_stack() => Left::Nothing,
            _ => Left::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::{Outcome, Tactics, Variant};

    use super::*;

    /// Whether the player to move can force a win, by trying everything.
    fn can_force_a_win(position: &Qawale) -> bool {
        let mover = position.mover();
        position.moves().into_iter().any(|mv| {
            let after = position.after(mv);
            match after.outcome() {
                Some(outcome) => outcome == Outcome::Win(mover),
                None => after.moves().into_iter().all(|answer| {
                    let last = after.after(answer);
                    match last.outcome() {
                        Some(outcome) => outcome == Outcome::Win(mover),
                        None => last
                            .moves()
                            .into_iter()
                            .any(|mv| last.after(mv).outcome() == Some(Outcome::Win(mover))),
                    }
                }),
            }
        })
    }

    #[test]
    fn a_win_with_the_next_move_but_one_is_seen_if_and_only_if_it_can_be_forced() {
        let mut state = 5_u64;
        let mut chance = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 29
        };
        let (mut won, mut not_won) = (0, 0);
        while won < 5 || not_won < 20 {
            let mut position = Qawale::start(Variant::default());
            while position.outcome().is_none() && position.left() > 3 {
                position.play(position.random_move(&mut chance));
            }
            let is_open = position.outcome().is_none() && position.count_moves() < 400;
            if !is_open || position.outlook().wins_at_once != Some(false) {
                continue;
            }
            if let Some(answer) = wins_in_two(&position).answer {
                if answer && won >= 5 || !answer && not_won >= 20 {
                    continue;
                }
                assert_eq!(answer, can_force_a_win(&position), "{position}");
                won += u32::from(answer);
                not_won += u32::from(!answer);
            }
        }
    }
}
