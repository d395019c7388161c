//! Whether the player to move wins with this move or the next one, when no more are left.
//!
//! Near the end nearly all work of an exact search is to show that a player has no win any more: after each of
//! hundreds of moves one answer of the opponent's has to be found that leaves no win. The same few answers serve
//! nearly always, so they are tried first, without the lists, keys and tables of a search.

use std::ops::ControlFlow;

use quintet_core::tactics::Examined;
use quintet_core::{Game, Player};

use super::outlook::leaves_harmless_stack;
use super::wins;
use crate::board::Qawale;
use crate::path::Path;

/// With more stones to play a third move would follow.
const MOST_LEFT: u8 = 4;

/// How many answers are remembered.
const REMEMBERED: usize = 8;

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

/// Whether the player to move, who cannot win at once, wins nevertheless.
pub(super) fn wins_in_two(position: &Qawale) -> Examined {
    if position.left() > MOST_LEFT || position.left() < 3 || position.count_moves() > MOST_MOVES {
        return Examined::NOTHING;
    }
    let mut look = Look { player: position.mover(), answers: [None; REMEMBERED], positions: 0 };
    let mut unclear = false;
    let won = position.for_each_move(|mv| {
        look.positions += 1;
        match look.can_be_answered(&position.after(mv)) {
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
    player: Player,
    /// Answers that served lately, the last one first.
    answers: [Option<Path>; REMEMBERED],
    positions: u64,
}

impl Look {
    /// Whether the opponent has an answer to the player's move that leaves no win.
    fn can_be_answered(&mut self, after: &Qawale) -> Option<bool> {
        let lines = after.lines();
        if lines != [false; 2] {
            return Some(lines[self.player.opponent().index()]);
        }
        for place in 0..REMEMBERED {
            let Some(answer) = self.answers[place] else { break };
            // Nothing but its height tells whether a stack can be sown along a path.
            if after.height(answer.origin()) + 1 == answer.steps()
                && answer.steps() > 1
                && matches!(self.left_after(after, answer), Left::Nothing)
            {
                self.answers[..=place].rotate_right(1);
                return Some(true);
            }
        }
        let mut tried = 0;
        let mut unclear = false;
        let served = after.for_each_move(|answer| {
            tried += 1;
            match self.left_after(after, answer) {
                Left::Nothing => return ControlFlow::Break(Some(answer)),
                Left::Win => {}
                Left::Open => unclear = true,
            }
            if tried > MOST_MOVES { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        });
        match served {
            ControlFlow::Break(Some(answer)) => {
                self.answers.rotate_right(1);
                self.answers[0] = Some(answer);
                Some(true)
            }
            ControlFlow::Continue(()) if !unclear => Some(false),
            _ => None,
        }
    }

    /// What is left to the player after an answer.
    fn left_after(&mut self, before: &Qawale, answer: Path) -> Left {
        self.positions += 1;
        let position = before.after(answer);
        let lines = position.lines();
        if lines[self.player.opponent().index()] {
            return Left::Nothing;
        }
        if lines[self.player.index()] {
            return Left::Win;
        }
        match wins::could_win(&position, position.tops(), self.player, MOST_STEPS) {
            Some(true) => Left::Win,
            // With one more stone to follow the opponent might be forced to complete a line.
            Some(false) if position.left() == 1 || leaves_harmless_stack(&position) => {
                Left::Nothing
            }
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
