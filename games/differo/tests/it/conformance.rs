//! What every game must pass, and the end of the game restated.

use std::collections::BTreeMap;

use quintet_core::{Game, Outcome, Player};
use quintet_differo::{Differo, GUIDE, HEX, Move, TUNING};
use quintet_testkit::guide::{any_move, wins_at_once};
use quintet_testkit::{Conceivable, Suite};

fn suite() -> Suite<Differo> {
    Suite {
        folder: env!("CARGO_MANIFEST_DIR"),
        conceivable: Conceivable::All(every_move),
        slow_outcome,
    }
}

quintet_testkit::conformance!(Differo, suite());
quintet_testkit::symmetry!(Differo);
quintet_testkit::learned!(Differo, symmetric);

/// The numbers of the cells in the rows from `a` to `i`.
const NUMBERS: [(i32, i32); 9] =
    [(1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 9), (3, 9), (4, 9), (5, 9)];

/// Every pair of cells, a cell and itself too.
fn every_move() -> Vec<Move> {
    let names: Vec<String> = ('a'..='i')
        .zip(NUMBERS)
        .flat_map(|(letter, (low, high))| (low..=high).map(move |n| format!("{letter}{n}")))
        .collect();
    let pairs = names.iter().flat_map(|from| names.iter().map(move |to| format!("{from}-{to}")));
    pairs.map(|text| text.parse().expect("two cells are a move")).collect()
}

/// The board by row and number, read from the position's text: `w`, `b` or `.`.
type Board = BTreeMap<(i32, i32), char>;

fn board(text: &str) -> Board {
    let mut board = Board::new();
    for (row, line) in (0..9).rev().zip(text.split('/')) {
        let mut number = NUMBERS[row as usize].0;
        for letter in line.chars() {
            let empty = letter.to_digit(10);
            for _ in 0..empty.unwrap_or(1) {
                board.insert((row, number), if empty.is_some() { '.' } else { letter });
                number += 1;
            }
        }
    }
    board
}

fn slow_outcome(position: &Differo) -> Option<Outcome> {
    let text = position.to_string();
    let (rows, side) = text.split_once(' ').expect("a board and a side");
    let board = board(rows);
    let on_row = |row, piece| board.iter().any(|(place, found)| place.0 == row && *found == piece);
    if on_row(8, 'w') {
        return Some(Outcome::Win(Player::First));
    }
    if on_row(0, 'b') {
        return Some(Outcome::Win(Player::Second));
    }
    let mover = if side == "w" { 'w' } else { 'b' };
    let mut steps = vec![(1, 0), (-1, 0), (1, 1), (-1, -1)];
    if position.variant() == HEX {
        steps.extend([(0, 1), (0, -1)]);
    }
    let own = board.iter().filter(|(_, found)| **found == mover).map(|(place, _)| *place);
    let movable = own.into_iter().any(|place| steps.iter().any(|step| moves(&board, place, *step)));
    let opponent = if side == "w" { Player::Second } else { Player::First };
    (!movable).then_some(Outcome::Win(opponent))
}

/// Whether the piece at `place` can move in that direction.
fn moves(board: &Board, place: (i32, i32), step: (i32, i32)) -> bool {
    let mover = board[&place];
    let at = |times: i32| (place.0 + times * step.0, place.1 + times * step.1);
    let line = (-8..=8).filter_map(|times| board.get(&at(times)));
    let balance: i32 = line
        .map(|found| match *found {
            '.' => 0,
            piece if piece == mover => 1,
            _ => -1,
        })
        .sum();
    let opponents_goal = if mover == 'w' { 0 } else { 8 };
    let landing = at(balance);
    balance > 0 && board.get(&landing) == Some(&'.') && landing.0 != opponents_goal
}
quintet_testkit::tactics!(Differo, TUNING);
quintet_testkit::editing!(Differo);
quintet_testkit::guided!(Differo, GUIDE, TUNING, [|_, mv| mv == "b2-e2", any_move, wins_at_once]);
quintet_testkit::encoding!(Differo);
