//! The solver against plain minimax.

use quintet_core::{Game, Tactics, Variant};
use quintet_search::solver::{Options, Solved, solve, solve_with};
use quintet_search::{Score, Stop};
use quintet_testkit::Dice;

use crate::toys::{Maze, Row, minimax, retrograde, score_of};

/// Whether the line is legal, as long as the score says, and ends as it says.
fn comes_true<G: Tactics>(position: &G, solved: &Solved<G::Move>) {
    let mut now = position.clone();
    for mv in &solved.line {
        assert!(now.check(*mv).is_ok(), "{position}: {mv} in {solved:?}");
        now.play(*mv);
    }
    if let Some(distance) = solved.distance {
        assert_eq!(solved.line.len(), distance as usize, "{position}: {solved:?}");
        assert_eq!(now.outcome(), Some(solved.outcome), "{position}: {solved:?}");
    }
}

#[test]
fn finds_the_same_score_and_distance_as_plain_minimax() {
    for seed in 0..600 {
        let maze = Maze::new(seed);
        let solved = solve(&maze, u64::MAX, &Stop::new()).expect("there is no limit");
        let score = solved.score(maze.turn());
        assert_eq!(score, Some(minimax(&maze)), "maze {seed}");
        assert_eq!(score, Some(score_of(&maze, solved.line[0])), "maze {seed}");
        comes_true(&maze, &solved);
    }
}

#[test]
fn several_threads_find_the_same() {
    for seed in 0..100 {
        let maze = Maze::new(seed);
        let options = Options { threads: 3, ..Options::default() };
        let solved = solve_with(&maze, options, &Stop::new()).expect("there is no limit");
        assert_eq!(solved.score(maze.turn()), Some(minimax(&maze)), "maze {seed}");
        comes_true(&maze, &solved);
    }
}

#[test]
fn the_result_comes_without_a_distance_if_that_may_cost_nothing() {
    let mut without = 0;
    for seed in 0..300 {
        let maze = Maze::new(seed);
        let options = Options { nodes_for_distance: 0, ..Options::default() };
        let solved = solve_with(&maze, options, &Stop::new()).expect("there is no limit");
        let truth = minimax(&maze);
        let winner = match truth {
            Score::Win(_) => Some(maze.turn()),
            Score::Loss(_) => Some(maze.turn().opponent()),
            _ => None,
        };
        assert_eq!(solved.outcome.winner(), winner, "maze {seed}");
        let score = score_of(&maze, solved.line[0]);
        let as_good = std::mem::discriminant(&score) == std::mem::discriminant(&truth);
        assert!(as_good, "maze {seed}: {solved:?}, but {truth:?}");
        without += usize::from(winner.is_some() && solved.distance.is_none());
    }
    assert!(without > 50, "only {without} without a distance");
}

#[test]
fn finds_wins_and_losses_in_games_with_cycles() {
    let mut dice = Dice::new(3);
    let mut solved_games = 0;
    for variant in [Variant::new(0), Variant::new(1)] {
        let scores = retrograde(&Row::start(variant), &[]);
        for _ in 0..150 {
            let mut row = Row::start(variant);
            for _ in 0..8 {
                let next = row.after(row.random_move(&mut dice));
                if next.outcome().is_some() {
                    break;
                }
                row = next;
            }
            if let Some(solved) = solve(&row, 20_000, &Stop::new()) {
                let Some(score) = solved.score(row.turn()) else { continue };
                assert_eq!(score, scores[&row], "{row}");
                comes_true(&row, &solved);
                solved_games += 1;
            } else {
                let far = matches!(scores[&row], Score::Win(9..) | Score::Loss(9..) | Score::Draw);
                assert!(far, "{row} is {:?}", scores[&row]);
            }
        }
    }
    assert!(solved_games > 30, "only {solved_games} were near their end");
}

#[test]
fn gives_up_at_the_limit_and_at_the_signal() {
    for seed in 0..300 {
        let maze = Maze::new(seed);
        for limit in [0, 1, 10, 50, 200] {
            if let Some(solved) = solve(&maze, limit, &Stop::new()) {
                let truth = minimax(&maze);
                let agrees = match solved.score(maze.turn()) {
                    Some(score) => score == truth,
                    None => match truth {
                        Score::Win(_) => solved.outcome.winner() == Some(maze.turn()),
                        Score::Loss(_) => solved.outcome.winner() == Some(maze.turn().opponent()),
                        _ => false,
                    },
                };
                assert!(agrees, "maze {seed}: {solved:?}, but {truth:?}");
                assert!(solved.nodes <= limit, "maze {seed}: {solved:?}");
                assert!(!solved.line.is_empty(), "maze {seed}: {solved:?}");
            }
        }
    }
    let stop = Stop::new();
    stop.set();
    assert_eq!(solve(&Maze::new(1), u64::MAX, &stop), None);
}
