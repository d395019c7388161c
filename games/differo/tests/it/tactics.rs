//! The greedy player and the evaluation against slow restatements.

use std::collections::BTreeSet;

use quintet_core::tactics::LARGEST_ESTIMATE;
use quintet_core::{Game, Outcome, Player, Symmetric, Tactics, Variant};
use quintet_differo::{DIAGONAL, Differo, HEX, Move};
use quintet_testkit::Dice;

const SEED: u64 = 0xD1FF;

/// White leaves black without a move by d6-c5.
const STUCK: &str = "5/1b3w/3bbb1/1b1b1b1w/1bb3bb1/bww2w2/2ww2b/wwwwww/5 w";

fn read(variant: Variant, text: &str) -> Differo {
    Differo::parse(variant, text).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// The running positions of games in which every other move is random and the rest are greedy, which
/// brings the pieces close to the goals without ending the game at once.
fn positions() -> Vec<Differo> {
    let mut dice = Dice::new(SEED);
    let mut positions = Vec::new();
    for variant in [DIAGONAL, HEX] {
        for game in 0..40 {
            let mut position = Differo::start(variant);
            for ply in 0..60 {
                if position.outcome().is_some() {
                    break;
                }
                positions.push(position.clone());
                let greedy = game % 2 == 0 && ply % 4 < 2;
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

/// The moves with which the player to move wins at once.
fn winning_moves(position: &Differo) -> Vec<Move> {
    let won = Some(Outcome::Win(position.turn()));
    let moves = position.moves().into_iter();
    moves.filter(|mv| position.after(*mv).outcome() == won).collect()
}

/// Rows advanced by a player's pieces, less those of the opponent's, from the position's text.
fn progress(position: &Differo, player: Player) -> i32 {
    let text = position.to_string();
    let mut white = 0;
    let mut black = 0;
    for (below, row) in text.split('/').enumerate() {
        let row = row.split(' ').next().expect("a row");
        white += row.matches('w').count() as i32 * (8 - below as i32);
        black += row.matches('b').count() as i32 * below as i32;
    }
    if player == Player::First { white - black } else { black - white }
}

/// The moves that the rules allow the greedy player.
fn greedy_moves(position: &Differo) -> BTreeSet<Move> {
    let winning = winning_moves(position);
    if !winning.is_empty() {
        return winning.into_iter().collect();
    }
    let mut moves = position.moves();
    let safe = |mv: &Move| winning_moves(&position.after(*mv)).is_empty();
    if moves.iter().any(safe) {
        moves.retain(safe);
    }
    let progress = |mv: &Move| progress(&position.after(*mv), position.turn());
    let most = moves.iter().map(progress).max();
    moves.into_iter().filter(|mv| Some(progress(mv)) == most).collect()
}

/// Whether the player to move has a piece that lands on the goal.
fn can_arrive(position: &Differo) -> bool {
    let goal = if position.turn() == Player::First { "-i" } else { "-a" };
    position.moves().iter().any(|mv| mv.to_string().contains(goal))
}

#[test]
fn greedy_wins_or_is_safe_or_makes_the_most_progress() {
    let mut dice = Dice::new(SEED);
    let (mut decided, mut threatened) = (0, 0);
    // Debug builds check every move of every draw: a few hundred positions take seconds.
    for position in positions().into_iter().step_by(4) {
        let allowed = greedy_moves(&position);
        decided += usize::from(!winning_moves(&position).is_empty());
        threatened += usize::from(
            !position.moves().iter().all(|mv| winning_moves(&position.after(*mv)).is_empty()),
        );
        // A move out of n stays undrawn in 12 n draws with a chance of e to the minus 12.
        let drawn: BTreeSet<Move> =
            (0..12 * allowed.len()).map(|_| position.greedy_move(&mut dice)).collect();
        assert_eq!(drawn, allowed, "seed {SEED:#x}, {position}");
    }
    assert!(decided > 5 && threatened > 50, "{decided} decided, {threatened} threatened");
}

#[test]
fn greedy_takes_the_opponents_last_move_away() {
    let position = read(DIAGONAL, STUCK);
    assert!(winning_moves(&position).contains(&"d6-c5".parse().expect("a move")));
    let mut dice = Dice::new(SEED);
    let drawn: BTreeSet<Move> = (0..100).map(|_| position.greedy_move(&mut dice)).collect();
    assert_eq!(drawn, greedy_moves(&position));
}

#[test]
fn a_piece_that_can_land_on_the_goal_is_as_good_as_won() {
    let mut arriving = 0;
    for position in positions() {
        let estimate = position.evaluate();
        assert!(estimate.abs() < LARGEST_ESTIMATE, "{estimate}: {position}");
        assert_eq!(estimate > 5_000, can_arrive(&position), "{estimate}: {position}");
        arriving += usize::from(can_arrive(&position));
    }
    assert!(arriving > 20, "{arriving} positions with a winning move");
}

/// The network learned from both, but its units have no symmetry.
#[test]
fn a_position_and_its_mirror_image_look_nearly_the_same() {
    let (mut apart, mut compared) = (0, 0);
    for position in positions() {
        let (estimate, image) = (position.evaluate(), position.transform(1).evaluate());
        assert_eq!(estimate > 5_000, image > 5_000, "{position}");
        apart += (image - estimate).abs();
        compared += 1;
    }
    assert!(apart < 50 * compared, "{} points apart on average", apart / compared);
}

#[test]
fn white_and_black_are_judged_alike() {
    for position in positions() {
        // Turned by half a circle, with the colours exchanged, each is in the other's place.
        let text = position.to_string();
        let (rows, side) = text.split_once(' ').expect("a board and a side");
        let exchange = |letter: char| match letter {
            'w' => 'b',
            'b' => 'w',
            other => other,
        };
        let turned: String = rows.chars().rev().map(exchange).collect();
        let side = if side == "w" { "b" } else { "w" };
        let turned = read(position.variant(), &format!("{turned} {side}"));
        assert_eq!(position.evaluate(), turned.evaluate(), "{position}");
    }
}

#[test]
fn a_move_onto_the_goal_is_the_most_promising() {
    for position in positions().into_iter().filter(can_arrive) {
        let moves = position.moves();
        let best = moves.iter().max_by_key(|mv| position.promise(**mv)).expect("a move");
        assert_eq!(position.after(*best).outcome(), Some(Outcome::Win(position.turn())));
    }
}
