//! The greedy player and the evaluation against slow restatements.

use std::collections::BTreeSet;

use quintet_core::tactics::LARGEST_ESTIMATE;
use quintet_core::{Game, Player, Tactics, Variant};
use quintet_isaac::{Isaac, Move};
use quintet_testkit::Dice;

const SEED: u64 = 0x15a;

fn read(text: &str) -> Isaac {
    Isaac::parse(Variant::default(), text).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// The running positions of games in which moves are random, greedy, or such that the scoring takes long.
fn positions() -> Vec<Isaac> {
    let mut dice = Dice::new(SEED);
    let mut positions = Vec::new();
    for game in 0..60 {
        let mut position = Isaac::start(Variant::default());
        while position.outcome().is_none() {
            positions.push(position.clone());
            let mv = match game % 3 {
                0 => position.random_move(&mut dice),
                1 => position.greedy_move(&mut dice),
                _ => shortest(position.random_move(&mut dice), &position),
            };
            position.play(mv);
        }
    }
    positions
}

/// A removal of a shortest tile instead of another.
fn shortest(mv: Move, position: &Isaac) -> Move {
    match mv {
        Move::Place(_) => mv,
        // Moves come shortest tile first, and for each the smallest advance first.
        Move::Remove(..) => position.moves()[0],
    }
}

/// The points of the player who is to move in `position`, read off the text of `then`.
fn points(position: &Isaac, then: &Isaac) -> u32 {
    let field = if position.turn() == Player::First { 7 } else { 8 };
    let text = then.to_string();
    text.split(' ').nth(field).expect("a field of points").parse().expect("points")
}

fn is_scoring(position: &Isaac) -> bool {
    position.to_string().starts_with("score")
}

/// The moves that the rules allow the greedy player.
fn greedy_moves(position: &Isaac) -> BTreeSet<Move> {
    let moves = position.moves();
    if !is_scoring(position) {
        return moves.into_iter().collect();
    }
    let points = |mv: &Move| points(position, &position.after(*mv));
    let most = moves.iter().map(points).max();
    moves.into_iter().filter(|mv| Some(points(mv)) == most).collect()
}

#[test]
fn greedy_places_anything_and_gains_most_points() {
    let mut dice = Dice::new(SEED);
    let (mut scoring, mut ties) = (0, 0);
    // In the placement phase many positions are alike.
    let sample = positions().into_iter().enumerate();
    let sample = sample.filter(|(index, position)| is_scoring(position) || index % 20 == 0);
    for (_, position) in sample {
        let expected = greedy_moves(&position);
        // Each of k equal moves is missed by 40 k draws with a chance of e^-40.
        let draws = 40 * expected.len().min(40);
        let chosen: BTreeSet<_> = (0..draws).map(|_| position.greedy_move(&mut dice)).collect();
        if expected.len() <= 40 {
            assert_eq!(chosen, expected, "{position}");
        } else {
            assert!(chosen.is_subset(&expected), "{position}");
        }
        if is_scoring(&position) {
            scoring += 1;
            ties += usize::from(expected.len() > 1);
        }
    }
    assert!(scoring > 300 && ties > 50, "{scoring} positions, {ties} with ties");
}

#[test]
fn greedy_advances_less_where_the_opponents_counter_is_in_the_way() {
    let mut dice = Dice::new(SEED);
    let mut choice = |text| read(text).greedy_move(&mut dice).to_string();
    assert_eq!(choice("score b4v3,c5h4 h5h3,g8h3 d 00000 00000 l 40 50 0 0 -"), "c5h4+16");
    assert_eq!(choice("score c5h4,a8v3 h5h3,g8h3 d 00000 00000 l 40 50 0 0 -"), "c5h4+8");
    // Dark's 48 is light's 51.
    assert_eq!(choice("score c5h4,a8v3 h5h3,g8h3 d 00000 00000 l 40 51 0 0 -"), "c5h4+7");
}

#[test]
fn estimates_are_never_too_large() {
    for position in positions() {
        let estimate = position.evaluate();
        assert!(estimate.abs() <= LARGEST_ESTIMATE, "{position}: {estimate}");
    }
}
