//! Who could land on the goal row with the next move.
//!
//! A goal row is empty as long as the game runs: its owner would have won, and the opponent never lands on
//! it. So on every line that meets it there is, for every balance, one cell from which a piece arrives, and
//! to find all threats takes ten look-ups.

use quintet_core::{Game, Player};

use crate::board::{self, Balances, Cell, OFF_BOARD, ROWS};
use crate::rules::{Differo, GOAL_ROWS};

/// How many lines meet a goal row: five on each of the slanting axes.
const GOAL_LINES: usize = 10;

/// The lines that meet each player's goal row.
static MEETING: [[u8; GOAL_LINES]; 2] = {
    let mut meeting = [[0; GOAL_LINES]; 2];
    let mut player = 0;
    while player < 2 {
        let mut number = board::lowest(GOAL_ROWS[player]);
        let mut found = 0;
        while found < GOAL_LINES {
            if let Some(goal) = Cell::at(GOAL_ROWS[player], number) {
                meeting[player][found] = board::line(goal, 0) as u8;
                meeting[player][found + 1] = board::line(goal, 1) as u8;
            }
            found += 2;
            number += 1;
        }
        player += 1;
    }
    meeting
};

/// For every player, line and balance (its low five bits) the cell from which a piece lands on the goal.
static STARTS: [[[u8; 32]; 32]; 2] = {
    let mut starts = [[[OFF_BOARD; 32]; 32]; 2];
    let mut player = 0;
    while player < 2 {
        let goal_row = GOAL_ROWS[player];
        let back = if player == 0 { -1 } else { 1 };
        let mut number = board::lowest(goal_row);
        while number <= board::highest(goal_row) {
            let mut balance = 1;
            while balance < ROWS as i8 {
                let mut axis = 0;
                while axis < 2 {
                    let sideways = if axis == 0 { 0 } else { back * balance };
                    if let Some(start) = Cell::at(goal_row + back * balance, number + sideways) {
                        starts[player][board::line(start, axis)][balance as usize] =
                            start.index() as u8;
                    }
                    axis += 1;
                }
                balance += 1;
            }
            number += 1;
        }
        player += 1;
    }
    starts
};

/// The pieces of the player to move that can land on the goal.
#[inline]
pub(crate) fn winners(position: &Differo) -> u64 {
    arriving(position, position.turn(), |balances, line| balances[line])
}

/// The opponent's pieces that could land on their goal if it were the opponent's turn.
#[inline]
pub(crate) fn threats(position: &Differo) -> u64 {
    arriving(position, position.turn().opponent(), |balances, line| -balances[line])
}

#[inline]
fn arriving(position: &Differo, player: Player, balance: impl Fn(&Balances, usize) -> i8) -> u64 {
    let pieces = position.pieces(player);
    let starts = &STARTS[player.index()];
    let mut arriving = 0;
    for line in MEETING[player.index()] {
        let line = usize::from(line) & 31;
        arriving |= 1 << (starts[line][balance(position.balances(), line) as usize & 31] & 63);
    }
    arriving & pieces
}
