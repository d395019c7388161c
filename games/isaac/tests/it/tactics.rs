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

/// The estimate for dark, whoever moves.
fn for_dark(text: &str) -> i32 {
    let position = read(text);
    let estimate = position.evaluate();
    if position.turn() == Player::First { estimate } else { -estimate }
}

#[test]
fn points_and_tiles_with_others_on_their_line_look_good() {
    let with = |tiles: &str, points: u8| {
        for_dark(&format!("score {tiles} a10h3 d 00000 00000 l {points} 20 0 0 -"))
    };
    let (in_row_5, in_row_7) = ("h4v3,i4v3,c5h4", "h4v3,i4v3,c7h4");
    assert!(with(in_row_5, 21) > with(in_row_5, 20));
    assert!(with(in_row_5, 20) > with(in_row_7, 20), "two tiles cross row 5");
    assert!(with(in_row_5, 20) > with("h4v3,i4v3", 20));
}

#[test]
fn a_tile_shorter_than_the_last_promises_nothing() {
    let with = |last: u8| {
        for_dark(&format!("score h4v3,i4v3,c5h4 a10h3 l 00000 00000 l 20 20 {last} 0 -"))
    };
    assert!(with(4) > with(5), "{} and {}", with(4), with(5));
    assert_eq!(with(5), with(7));
}

#[test]
fn counters_on_rich_lines_look_good_for_the_player_to_move() {
    let with = |points: u8| for_dark(&format!("score c5h4 h5h3 d 00000 00000 l {points} 11 0 0 -"));
    let [in_the_row, below] = [with(40), with(39)];
    assert!(in_the_row > below + 36, "{in_the_row} in the row, {below} below");
}

#[test]
fn tiles_across_ones_own_lines_look_good_while_placing() {
    let own_line = for_dark("place c3h5 h3v3 d 54221 44321 - 0 0 0 0 -");
    let elsewhere = for_dark("place c3h5 h5v3 d 54221 44321 - 0 0 0 0 -");
    assert!(own_line > elsewhere, "{own_line} with a tile on the line, {elsewhere} without");
}

#[test]
fn winning_advances_and_rich_landings_are_promising() {
    let promise = |text: &str, mv: &str| read(text).promise(mv.parse().expect("a move"));
    let nearly = "score f1v3 f4h3,e5h3,e6h3,e7h3 d 00000 00000 l 95 0 0 0 -";
    assert!(promise(nearly, "f1v3+5") > promise(nearly, "f1v3+4") + 100);
    let position = "score b4v3,c5h4,a7h6 h5h3,g7v4,h8v3 d 00000 00000 l 40 20 0 0 -";
    assert!(promise(position, "c5h4+8") > promise(position, "c5h4+7"));
    // Row 7 has dark's six and others across it: worth a few points fewer.
    let landing = "score b4v3,c5h4,a7h6 h5h3,h6v3,g7v4 d 00000 00000 l 54 20 0 0 -";
    assert!(promise(landing, "c5h4+6") > promise(landing, "c5h4+5") + 4);
    let start = "place c3h5 - l 54221 54321 - 0 0 0 0 -";
    assert!(promise(start, "d5h7") > promise(start, "d5h3"));
    assert!(promise(start, "a8v3") > promise(start, "h3v3"), "no help for dark's line");
}
