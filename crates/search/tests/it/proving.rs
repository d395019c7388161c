//! Engines that look for proofs, and engines that overlook moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quintet_core::{Game, Outcome};
use quintet_search::alphabeta::{AlphaBeta, Options};
use quintet_search::distraction::{Distracted, PartialView};
use quintet_search::proving::Proving;
use quintet_search::{Engine, Limits, Report, Score, Stop, Task};

use crate::bush::{Bush, Twig};
use crate::toys::{Maze, minimax, score_of, worth};

fn alpha_beta<G: quintet_core::Tactics>() -> Box<dyn Engine<G>> {
    Box::new(AlphaBeta::new(Options { hash_bytes: 1 << 20, ..Options::default() }))
}

fn think<G: Game>(engine: &mut dyn Engine<G>, position: &G, nodes: u64) -> Report<G::Move> {
    let positions = [position.clone()];
    let limits = Limits { nodes: Some(nodes), depth: None };
    let task = Task { positions: &positions, limits, stop: Stop::new(), lines: 1, seed: 7 };
    engine.think(&task, &mut |_| {})
}

#[test]
fn what_is_proved_is_what_minimax_says() {
    for seed in 0..300 {
        let maze = Maze::new(seed);
        let report = think(&mut Proving::new(alpha_beta(), 1, 1 << 20), &maze, 1_000_000);
        assert_eq!(report.score, minimax(&maze), "maze {seed}");
        assert_eq!(score_of(&maze, report.line[0]), minimax(&maze), "maze {seed}");
    }
}

#[test]
fn proofs_and_search_keep_to_the_limit_together() {
    for nodes in [1, 10, 100, 1_000] {
        for seed in 0..50 {
            let maze = Maze::new(seed);
            let report = think(&mut Proving::new(alpha_beta(), 1, 1 << 20), &maze, nodes);
            assert!(report.nodes <= nodes + 1, "maze {seed}: {} of {nodes}", report.nodes);
            assert!(maze.check(report.line[0]).is_ok());
        }
    }
}

/// An engine that only counts what it is asked for, and ends the search with the third time.
struct Idle {
    asked: Arc<AtomicU64>,
    times: u32,
}

impl Engine<Bush> for Idle {
    fn think(
        &mut self,
        task: &Task<'_, Bush>,
        _tell: &mut dyn FnMut(&Report<Twig>),
    ) -> Report<Twig> {
        let nodes = task.limits.nodes.expect("a part of the work");
        self.asked.fetch_add(nodes, Ordering::Relaxed);
        self.times += 1;
        if self.times == 3 {
            task.stop.set();
        }
        let line = vec![task.position().moves()[0]];
        Report { rank: 0, depth: 1, nodes, score: Score::Estimate(0), line }
    }

    fn forget(&mut self) {}
}

#[test]
fn near_the_end_proofs_get_more_positions_than_the_search() {
    let proofs_and_searches = |bush: Bush| {
        let asked = Arc::new(AtomicU64::new(0));
        let idle = Idle { asked: asked.clone(), times: 0 };
        let positions = [bush];
        let stop = Stop::new();
        let task =
            Task { positions: &positions, limits: Limits::default(), stop, lines: 1, seed: 7 };
        let report = Proving::new(Box::new(idle), 1, 1 << 20).think(&task, &mut |_| {});
        let asked = asked.load(Ordering::Relaxed);
        (report.nodes - asked, asked)
    };
    let start = Bush::tall(5, 30);
    let (proofs, searches) = proofs_and_searches(start.clone());
    assert!(proofs > 0 && proofs < searches / 8, "{proofs} to {searches}");
    let (proofs, searches) = proofs_and_searches(start.after(start.moves()[0]));
    assert!(proofs > searches && proofs < 2 * searches, "{proofs} to {searches}");
}

#[test]
fn who_sees_little_plays_legal_but_worse_moves_wins_at_once_and_claims_no_proof() {
    let mut worse = [0, 0];
    let mut won_at_once = 0;
    for seed in 0..300 {
        let maze = Maze::new(seed);
        for (count, sight) in worse.iter_mut().zip([100, 40]) {
            let mut engine = Distracted::new(alpha_beta::<PartialView<Maze>>(), sight);
            let report = think(&mut engine, &maze, 1_000_000);
            assert!(maze.check(report.line[0]).is_ok(), "maze {seed}");
            assert!(matches!(report.score, Score::Estimate(_)), "maze {seed}");
            let lost = worth(score_of(&maze, report.line[0])) < worth(minimax(&maze));
            *count += u32::from(lost);
            let won = Some(Outcome::Win(maze.turn()));
            let wins = |mv| maze.after(mv).outcome() == won;
            if maze.moves().into_iter().any(wins) {
                assert!(wins(report.line[0]), "maze {seed}");
                won_at_once += 1;
            }
        }
    }
    assert!(won_at_once > 30, "a win at once in {won_at_once} mazes only");
    assert_eq!(worse[0], 0, "who sees everything errs");
    assert!(worse[1] > 30, "who sees little errs only {} times in 300", worse[1]);
}
