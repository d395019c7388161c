//! What is settled by counting stays so, however the game goes on.

use quintet_core::{Game, Outcome, Player, Tactics, Variant};
use quintet_isaac::{Isaac, Move};
use quintet_testkit::Dice;

const SEED: u64 = 0xb0;

fn read(text: &str) -> Isaac {
    Isaac::parse(Variant::default(), text).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

fn points(position: &Isaac) -> [u8; 2] {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    [7, 8].map(|field| fields[field].parse().expect("points"))
}

/// The removal that gains most, with the shortest tile; a random placement.
fn patient(position: &Isaac, dice: &mut Dice) -> Move {
    let mv = position.random_move(dice);
    let Move::Remove(..) = mv else { return mv };
    // Moves come shortest tile first, and for each the smallest advance first.
    let moves = position.moves();
    let tile = |mv: &Move| mv.to_string().split('+').next().expect("a tile").to_owned();
    let shortest = tile(&moves[0]);
    moves.into_iter().rfind(|mv| tile(mv) == shortest).expect("a move with the shortest tile")
}

#[test]
fn nobody_exceeds_the_bound_and_what_is_settled_comes_true() {
    let mut dice = Dice::new(SEED);
    let (mut early, mut close) = (0, 0);
    for game in 0..600 {
        let mut position = Isaac::start(Variant::default());
        let mut seen = Vec::new();
        while position.outcome().is_none() {
            seen.push(position.clone());
            let mv = match game % 3 {
                0 => position.random_move(&mut dice),
                1 => position.greedy_move(&mut dice),
                _ => patient(&position, &mut dice),
            };
            position.play(mv);
        }
        assert_eq!(position.settled(), position.outcome(), "{position}");
        let end = points(&position);
        for earlier in seen {
            let most = earlier.most_points();
            assert!(end[0] <= most[0] && end[1] <= most[1], "{earlier}: {most:?}, then {end:?}");
            if let Some(outcome) = earlier.settled() {
                assert_eq!(position.outcome(), Some(outcome), "{earlier}");
                early += 1;
            }
            close += usize::from(most.into_iter().max() < Some(60));
        }
    }
    assert!(early > 100 && close > 100, "{early} settled early, {close} bounded closely");
}

/// All that can follow, to the end.
fn reachable_outcomes(position: &Isaac, outcomes: &mut Vec<Outcome>) {
    match position.outcome() {
        Some(outcome) => outcomes.push(outcome),
        None => position
            .moves()
            .into_iter()
            .for_each(|mv| reachable_outcomes(&position.after(mv), outcomes)),
    }
}

#[test]
fn the_last_tiles_settle_by_points_and_then_by_reserve() {
    let settled = |text: &str| read(text).settled().and_then(Outcome::winner);
    // Dark's tile crosses a row with one other tile: 2 points, no counter can get there.
    for (text, expected) in [
        ("score c5h4 h5h3 d 00000 00000 l 60 63 0 7 l", Some(Player::Second)),
        ("score c5h4 h5h3 d 00000 00000 l 60 61 0 7 l", None),
        ("score c5h4 h5h3 d 00000 10000 l 60 62 0 7 l", Some(Player::Second)),
        ("score c5h4 h5h3 d 10000 00000 l 60 62 0 7 l", None),
        // On equal points and reserves dark wins, but only if it takes its points.
        ("score c5h4 h5h3 d 00000 00000 l 60 62 0 7 l", None),
        ("score c5h4 h5h3 d 00000 00000 l 60 60 0 7 l", Some(Player::First)),
    ] {
        assert_eq!(settled(text), expected, "{text}");
        let mut outcomes = Vec::new();
        reachable_outcomes(&read(text), &mut outcomes);
        outcomes.dedup();
        assert_eq!(outcomes.len() == 1, expected.is_some(), "{text}: {outcomes:?}");
    }
}

#[test]
fn nothing_is_bounded_before_the_scoring() {
    let start = Isaac::start(Variant::default());
    assert_eq!((start.most_points(), start.settled()), ([100; 2], None));
}
