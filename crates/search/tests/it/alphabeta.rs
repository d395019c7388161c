//! Alpha-beta against plain minimax, and how it keeps to its limits.

use quintet_core::{Game, Tactics, Variant};
use quintet_search::alphabeta::{AlphaBeta, Options};
use quintet_search::tuning::Pruning;
use quintet_search::{Engine, Limits, Report, Score, Stop, Task};
use quintet_testkit::Dice;

use crate::toys::{Maze, Row, assert_in_order, keep_line, minimax, retrograde, score_of, worth};

const SMALL: Options = Options { hash_bytes: 1 << 20, threads: 1, pruning: Pruning::NONE };

/// What no game would prune.
const ABSURD: Options =
    Options { pruning: Pruning { margin: Some(-500), breadth: Some(1) }, ..SMALL };

fn task<G: Game>(positions: &[G]) -> Task<'_, G> {
    Task { positions, limits: Limits::default(), stop: Stop::new(), lines: 1, seed: 0 }
}

fn think<G: Tactics>(options: Options, task: &Task<'_, G>) -> Report<G::Move> {
    AlphaBeta::new(options).think(task, &mut |_| {})
}

/// Plays a line and checks that the score comes true at its end.
fn follows_to_the_end<G: Game>(position: &G, report: &Report<G::Move>) {
    let (Score::Win(plies) | Score::Loss(plies)) = report.score else { return };
    assert!(report.line.len() <= plies as usize, "{position}: {report:?}");
    let mut now = position.clone();
    for mv in &report.line {
        assert!(now.check(*mv).is_ok(), "{position}: {mv} in {report:?}");
        now.play(*mv);
    }
}

#[test]
fn finds_the_same_score_and_distance_as_plain_minimax() {
    for seed in 0..400 {
        let maze = Maze::new(seed);
        let report = think(SMALL, &task(std::slice::from_ref(&maze)));
        let expected = minimax(&maze);
        assert_eq!(report.score, expected, "maze {seed}");
        assert_eq!(worth(score_of(&maze, report.line[0])), worth(expected), "maze {seed}");
        follows_to_the_end(&maze, &report);
    }
}

#[test]
fn finds_them_with_several_threads_too() {
    for seed in 400..700 {
        let maze = Maze::new(seed);
        let threads = 2 + seed as usize % 4;
        let report = think(Options { threads, ..SMALL }, &task(std::slice::from_ref(&maze)));
        assert_eq!(report.score, minimax(&maze), "maze {seed}");
    }
}

/// Pruned positions are searched in full once the search is deep enough.
#[test]
fn finds_them_whatever_is_pruned() {
    for seed in 1300..1500 {
        let maze = Maze::new(seed);
        let report = think(ABSURD, &task(std::slice::from_ref(&maze)));
        assert_eq!(report.score, minimax(&maze), "maze {seed}");
    }
}

#[test]
fn finds_them_with_a_table_of_one_bucket() {
    for seed in 700..1000 {
        let maze = Maze::new(seed);
        let options = Options { hash_bytes: 0, ..SMALL };
        let report = think(options, &task(std::slice::from_ref(&maze)));
        assert_eq!(report.score, minimax(&maze), "maze {seed}");
    }
}

#[test]
fn an_engine_that_played_other_games_before_still_finds_them() {
    let mut engine = AlphaBeta::new(SMALL);
    for seed in 1000..1300 {
        let mut maze = Maze::new(seed % 1100);
        while maze.outcome().is_none() {
            let report = engine.think(&task(std::slice::from_ref(&maze)), &mut |_| {});
            assert_eq!(report.score, minimax(&maze), "maze {seed}");
            maze.play(report.line[0]);
        }
    }
}

#[test]
fn whatever_is_called_certain_on_the_way_is_true() {
    for (seed, options) in (0..300).flat_map(|seed| [(seed, SMALL), (seed, ABSURD)]) {
        let maze = Maze::new(seed);
        for nodes in [1, 5, 20, 60, 150, 400] {
            let limits = Limits { nodes: Some(nodes), depth: None };
            let task = Task { limits, ..task(std::slice::from_ref(&maze)) };
            let report = think(options, &task);
            assert!(report.nodes <= nodes, "maze {seed}: {report:?}");
            assert!(maze.check(report.line[0]).is_ok(), "maze {seed}: {report:?}");
            match (report.score, minimax(&maze)) {
                (Score::Estimate(_), _) | (Score::Draw, Score::Draw) => {}
                (Score::Win(told), Score::Win(n)) | (Score::Loss(told), Score::Loss(n)) => {
                    assert!(told >= n, "maze {seed}: {report:?}, but the end is {n} moves away");
                }
                (_, truth) => panic!("maze {seed}: {report:?}, but {truth:?}"),
            }
        }
    }
}

#[test]
fn all_lines_are_distinct_and_ranked_as_minimax_ranks_them() {
    for seed in 0..300 {
        let maze = Maze::new(seed);
        let mut last = Vec::new();
        let task = Task { lines: 3, ..task(std::slice::from_ref(&maze)) };
        AlphaBeta::new(SMALL).think(&task, &mut |report| {
            if report.rank == 0 {
                last.clear();
            }
            assert_eq!(report.rank, last.len());
            last.push(report.clone());
        });
        let mut expected: Vec<(Maze, i64)> = Vec::new();
        for mv in maze.moves() {
            let after = maze.after(mv);
            if expected.iter().all(|(other, _)| *other != after) {
                expected.push((after, worth(score_of(&maze, mv))));
            }
        }
        let mut expected: Vec<i64> = expected.into_iter().map(|(_, worth)| worth).collect();
        expected.sort_unstable_by_key(|worth| -worth);
        expected.truncate(3);
        let firsts: Vec<_> = last.iter().map(|report| report.line[0]).collect();
        assert!((1..firsts.len()).all(|rank| !firsts[..rank].contains(&firsts[rank])), "{last:?}");
        let found: Vec<i64> = last.iter().map(|report| worth(report.score)).collect();
        assert_eq!(found, expected, "maze {seed}");
        for report in &last {
            assert_eq!(worth(score_of(&maze, report.line[0])), worth(report.score), "maze {seed}");
        }
    }
}

#[test]
fn lines_are_distinct_and_in_order_wherever_a_search_is_cut_off() {
    for seed in 0..30 {
        let row = Row::start(Variant::default());
        let limits = Limits { nodes: Some(40 + 37 * seed), depth: None };
        for threads in [1, 2] {
            let mut lines = Vec::new();
            let task = Task { lines: 4, limits, ..task(std::slice::from_ref(&row)) };
            let last = AlphaBeta::new(Options { threads, ..SMALL }).think(&task, &mut |report| {
                keep_line(&mut lines, report);
            });
            keep_line(&mut lines, &last);
            assert_in_order(&lines);
        }
    }
}

#[test]
fn the_same_limit_gives_the_same_thoughts() {
    for seed in 0..50 {
        let maze = Maze::new(seed);
        let limits = Limits { nodes: Some(300), depth: None };
        let thoughts = || {
            let mut told = Vec::new();
            let task = Task { limits, lines: 2, ..task(std::slice::from_ref(&maze)) };
            let last = AlphaBeta::new(SMALL).think(&task, &mut |report| told.push(report.clone()));
            (told, last)
        };
        assert_eq!(thoughts(), thoughts(), "maze {seed}");
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_gives_a_legal_move() {
    for seed in 0..50 {
        let maze = Maze::new(seed);
        let task = task(std::slice::from_ref(&maze));
        task.stop.set();
        for threads in [1, 2] {
            let report = think(Options { threads, ..SMALL }, &task);
            assert!(maze.check(report.line[0]).is_ok(), "maze {seed}");
            assert_eq!((report.depth, report.nodes), (0, 0), "maze {seed}");
        }
    }
}

#[test]
fn every_depth_limit_is_kept() {
    let maze = Maze::new(5);
    for depth in [0, 1, 2, 7, 99, 100, 101, 200, 201, 1000, u32::MAX] {
        let limits = Limits { nodes: None, depth: Some(depth) };
        let report = think(SMALL, &Task { limits, ..task(std::slice::from_ref(&maze)) });
        assert!(report.depth <= depth.max(1), "{report:?}");
    }
    let limits = Limits { nodes: Some(300_000), depth: Some(u32::MAX) };
    let row = Row::start(Variant::default());
    think(SMALL, &Task { limits, ..task(std::slice::from_ref(&row)) });
}

/// Whether a report on a game with cycles says nothing wrong, and finds the short wins.
fn agrees(report: &Report<impl std::fmt::Debug>, truth: Score, case: &str) {
    match (report.score, truth) {
        (Score::Estimate(_), Score::Draw) => {}
        (Score::Estimate(_), Score::Win(n) | Score::Loss(n)) if n > 6 => {}
        (told, truth) => assert_eq!(told, truth, "{case}: {report:?}"),
    }
}

#[test]
fn repetition_is_never_taken_for_a_proof() {
    for variant in Row::INFO.variants().take(1).chain([Variant::new(1)]) {
        let start = Row::start(variant);
        let scores = retrograde(&start, &[]);
        let mut dice = Dice::new(1);
        for game in 0..100 {
            let mut row = start.clone();
            while row.outcome().is_none() {
                let limits = Limits { nodes: Some(20_000), depth: Some(12) };
                let report = think(SMALL, &Task { limits, ..task(std::slice::from_ref(&row)) });
                agrees(&report, scores[&row], &format!("game {game}, {row}"));
                let mv = row.random_move(&mut dice);
                row.play(mv);
                if game % 7 != 0 && row.0.count_moves() > 4 {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_position_that_came_up_twice_is_drawn_when_it_comes_up_again() {
    let mut dice = Dice::new(2);
    let mut changed = 0;
    for game in 0..60 {
        let mut row = Row::start(Variant::new(game % 2));
        for _ in 0..6 {
            if row.outcome().is_some() {
                break;
            }
            let mv = row.random_move(&mut dice);
            row.play(mv);
        }
        if row.outcome().is_some() {
            continue;
        }
        let free = retrograde(&row, &[]);
        let mut engine = AlphaBeta::new(SMALL);
        for round in 0..4 {
            let mut nearby: Vec<Row> = row.moves().into_iter().map(|mv| row.after(mv)).collect();
            nearby.retain(|after| after.outcome().is_none());
            if nearby.is_empty() {
                break;
            }
            let drawn: Vec<Row> = (0..round).map(|_| dice.choose(&nearby).clone()).collect();
            let mut history: Vec<Row> = drawn.iter().chain(&drawn).cloned().collect();
            history.push(row.clone());
            let truth = retrograde(&row, &drawn)[&row];
            changed += u32::from(truth != free[&row]);
            let limits = Limits { nodes: Some(20_000), depth: Some(12) };
            let report = engine.think(&Task { limits, ..task(&history) }, &mut |_| {});
            agrees(&report, truth, &format!("game {game}, {row}, drawn {drawn:?}"));
        }
    }
    assert!(changed > 5, "only {changed} positions in which it mattered");
}
