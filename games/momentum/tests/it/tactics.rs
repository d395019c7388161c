//! The greedy player and the evaluation against slow restatements.

use std::collections::BTreeSet;

use quintet_core::tactics::LARGEST_ESTIMATE;
use quintet_core::{Game, Outcome, Symmetric, Tactics, Variant};
use quintet_momentum::{Momentum, Move};
use quintet_testkit::Dice;

const SEED: u64 = 0x303;

fn variant(id: &str) -> Variant {
    Momentum::INFO.variant(id).expect("a variant")
}

fn read(text: &str) -> Momentum {
    Momentum::parse(variant("standard"), text).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// The running positions of games in which moves are random, greedy, or both by turns.
fn positions() -> Vec<Momentum> {
    let mut dice = Dice::new(SEED);
    let mut positions = Vec::new();
    for id in ["standard", "pie"] {
        for game in 0..30 {
            let mut position = Momentum::start(variant(id));
            while position.outcome().is_none() {
                positions.push(position.clone());
                let greedy = match game % 3 {
                    0 => false,
                    1 => positions.len() % 5 < 2,
                    _ => positions.len() % 5 != 0,
                };
                let mv = if greedy {
                    position.greedy_move(&mut dice)
                } else {
                    position.random_move(&mut dice)
                };
                position.play(mv);
            }
        }
    }
    assert!(positions.len() > 1_000, "{} positions", positions.len());
    positions
}

/// Marbles of the player who is to move in `position`, less the opponent's, on the letters of `next`.
fn lead(position: &Momentum, next: &Momentum) -> i32 {
    let count = |mark| next.to_string().matches(mark).count() as i32;
    let x_moves = position.to_string().contains(" x ");
    if x_moves { count("X") - count("O") } else { count("O") - count("X") }
}

/// |column − 4| + |row − 4| of a cell's name.
fn distance(cell: &str) -> i32 {
    let [column, row] = [0, 1].map(|letter| i32::from(cell.as_bytes()[letter]));
    (column - i32::from(b'd')).abs() + (row - i32::from(b'4')).abs()
}

/// The cell of the only marble on the board.
fn only_marble(position: &Momentum) -> String {
    let text = position.to_string();
    let rows = text.split(' ').next().expect("a board").split('/');
    let (above, row) = rows.enumerate().find(|(_, row)| row.contains('X')).expect("a marble");
    let before = row.split('X').next().expect("what is left of the marble");
    let column = before.parse().unwrap_or(0);
    format!("{}{}", char::from(b'a' + column), 7 - above)
}

/// The moves that the rules allow the greedy player; a swap is as far out as the marble it takes over.
fn greedy_moves(position: &Momentum) -> BTreeSet<Move> {
    let mut moves = position.moves();
    let lead_after = |mv: &Move| lead(position, &position.after(*mv));
    let largest = moves.iter().map(lead_after).max();
    moves.retain(|mv| Some(lead_after(mv)) == largest);
    let distance = |mv: &Move| match mv.to_string().as_str() {
        "swap" => distance(&only_marble(position)),
        cell => distance(cell),
    };
    let nearest = moves.iter().map(distance).min();
    moves.into_iter().filter(|mv| Some(distance(mv)) == nearest).collect()
}

fn can_win_at_once(position: &Momentum) -> bool {
    let won = Some(Outcome::Win(position.turn()));
    position.moves().iter().any(|mv| position.after(*mv).outcome() == won)
}

#[test]
fn greedy_takes_the_largest_lead_nearest_the_centre() {
    let mut dice = Dice::new(SEED);
    for position in positions() {
        let expected = greedy_moves(&position);
        // Each of k equal moves is missed by 40 k draws with a chance of e^-40.
        let draws = 40 * expected.len();
        let chosen: BTreeSet<_> = (0..draws).map(|_| position.greedy_move(&mut dice)).collect();
        assert_eq!(chosen, expected, "{position}");
    }
}

#[test]
fn greedy_swaps_what_it_cannot_push_off() {
    let mut dice = Dice::new(SEED);
    let mut choice = |text| {
        let position = Momentum::parse(variant("pie"), text).expect("a position");
        position.greedy_move(&mut dice).to_string()
    };
    assert_eq!(choice("7/7/7/3X3/7/7/7 o 1"), "swap");
    assert_eq!(choice("7/1X5/7/7/7/7/7 o 1"), "swap");
    assert_eq!(choice("3X3/7/7/7/7/7/7 o 1"), "d6");
    assert_eq!(choice("X6/7/7/7/7/7/7 o 1"), "b6");
}

#[test]
fn seven_marbles_at_ones_own_turn_win() {
    let won = read("X1XXX1X/7/7/7/X6/7/X6 x 20").evaluate();
    let mut seen = 0;
    for position in positions() {
        let seven = lead(&position, &position)
            + position.to_string().matches(['X', 'O']).count() as i32
            == 14;
        let decided_by_turns = position.to_string().ends_with(" 59");
        if decided_by_turns {
            continue;
        }
        assert_eq!(seven, can_win_at_once(&position), "{position}");
        assert_eq!(seven, position.evaluate() == won, "{position}");
        seen += usize::from(seven);
    }
    assert!(seen > 20, "{seen} positions with seven marbles");
}

/// The network learned from all images of positions, but its units have no symmetry.
#[test]
fn estimates_are_nearly_alike_for_alike_positions_and_never_too_large() {
    let (mut apart, mut compared) = (0, 0);
    for position in positions() {
        let estimate = position.evaluate();
        assert!(estimate.abs() <= LARGEST_ESTIMATE, "{position}: {estimate}");
        for symmetry in 0..Momentum::symmetries(Variant::default()) {
            let image = position.transform(symmetry).evaluate();
            assert_eq!(estimate.abs() > 5_000, image.abs() > 5_000, "{position}");
            apart += (image - estimate).abs();
            compared += 1;
        }
    }
    assert!(apart < 25 * compared, "{} points apart on average", apart / compared);
}

#[test]
fn a_marble_more_looks_better_and_the_centre_safer() {
    let even = read("7/7/2X1O2/7/2O1X2/7/7 x 8").evaluate();
    assert!(read("7/7/2X1O2/3X3/2O1X2/7/7 x 8").evaluate() > even);
    assert!(read("7/7/2X1O2/3O3/2O1X2/7/7 x 8").evaluate() < even);
    let at_the_rim = read("7/7/2X1O2/7/2O4/7/4X2 x 8").evaluate();
    assert!(at_the_rim < even, "{at_the_rim} at the rim, {even} inside");
}

#[test]
fn moves_that_win_are_most_promising_then_those_that_push_most_off() {
    let position = read("3O3/7/7/7/7/7/2X4 x 10");
    let promise = |cell: &str| position.promise(cell.parse().expect("a cell"));
    assert!(promise("d6") > promise("a4"), "pushing one off comes before a quiet drop");
    assert!(promise("d4") > promise("a4"), "the centre comes before the rim");
    assert!(promise("a4") > promise("c2"), "losing a marble comes last");
    for position in positions() {
        let won = Some(Outcome::Win(position.turn()));
        let best = position.moves().into_iter().max_by_key(|mv| position.promise(*mv));
        let best = best.expect("a running game has moves");
        assert_eq!(position.after(best).outcome() == won, can_win_at_once(&position), "{position}");
    }
}
