//! Monte Carlo tree search on games small enough to know everything about.

use std::collections::HashMap;

use quintet_core::{Game, Outcome, Player, Tactics, Variant};
use quintet_search::mcts::{Mcts, Options, Style, Weights};
use quintet_search::unjudged::Uninformed;
use quintet_search::{Engine, Limits, Report, Score, Stop, Task};
use quintet_trio::Trio;

use crate::bush::{Bush, Twig};
use crate::toys::{assert_in_order, keep_line};

/// The result for the first player (1, 0, −1), and the moves to the end if the winner hurries and the
/// loser does not.
fn minimax<G: Game>(position: &G) -> (i32, u32) {
    match position.outcome() {
        Some(Outcome::Win(Player::First)) => return (1, 0),
        Some(Outcome::Win(Player::Second)) => return (-1, 0),
        Some(Outcome::Draw) => return (0, 0),
        None => {}
    }
    let side = if position.turn() == Player::First { 1 } else { -1 };
    let results = position.moves().into_iter().map(|mv| minimax(&position.after(mv)));
    let key = |(value, moves): &(i32, u32)| (side * value, -side * value * *moves as i32);
    let (value, moves) = results.max_by_key(key).expect("a running game has moves");
    (value, moves + 1)
}

fn task<G: Game>(positions: &[G], nodes: u64) -> Task<'_, G> {
    let limits = Limits { nodes: Some(nodes), depth: None };
    Task { positions, limits, stop: Stop::new(), lines: 1, seed: 5 }
}

fn options(style: Style) -> Options {
    Options { memory_bytes: 16 << 20, threads: 1, style }
}

fn styles() -> [Style; 3] {
    let playouts = Weights { playout: 4, ..Weights::default() };
    [Style::Plain, Style::default(), Style::Informed(playouts)]
}

fn think<G: Tactics>(style: Style, position: &G, nodes: u64) -> Report<G::Move> {
    let mut engine = Mcts::new(options(style));
    engine.think(&task(std::slice::from_ref(position), nodes), &mut |_| {})
}

/// An engine that knows the rules only.
fn plain() -> Uninformed<Trio> {
    Uninformed::new(Box::new(Mcts::new(Options { memory_bytes: 1 << 20, ..options(Style::Plain) })))
}

/// Fails if a proved score contradicts minimax.
fn assert_true(position: &Bush, report: &Report<Twig>) {
    let side = if position.turn() == Player::First { 1 } else { -1 };
    let (value, moves) = minimax(position);
    match report.score {
        Score::Estimate(_) => return,
        Score::Win(found) => {
            assert_eq!(side * value, 1, "{position}: {report:?}");
            assert!(found >= moves, "{position} is not won in less than {moves}: {report:?}");
            assert_eq!(report.line.len() as u32, found, "{position}: {report:?}");
        }
        Score::Loss(found) => {
            assert_eq!(side * value, -1, "{position}: {report:?}");
            assert!(found >= moves, "{position} is not lost in less than {moves}: {report:?}");
            assert_eq!(report.line.len() as u32, found, "{position}: {report:?}");
        }
        Score::Draw => assert_eq!(value, 0, "{position}: {report:?}"),
    }
    let (kept, _) = minimax(&position.after(report.line[0]));
    assert_eq!(kept, value, "{position}: the move gives the result away: {report:?}");
}

#[test]
fn results_of_small_trees_are_proved_as_minimax_says() {
    for style in styles() {
        for seed in 0..400 {
            let bush = Bush::new(seed, 4, 6);
            let report = think(style, &bush, 100_000);
            assert!(report.score.is_proved(), "{style:?} {bush}: {report:?}");
            assert_true(&bush, &report);
        }
    }
}

#[test]
fn nothing_is_claimed_wrongly_when_stopped_early() {
    for style in styles() {
        for seed in 0..300 {
            let bush = Bush::new(seed, 5, 5);
            for nodes in [0, 1, 2, 5, 20, 80, 300] {
                let report = think(style, &bush, nodes);
                assert!(report.nodes <= nodes, "{nodes}: {report:?}");
                assert_eq!(bush.check(report.line[0]), Ok(()));
                assert_true(&bush, &report);
            }
        }
    }
}

#[test]
fn a_win_in_one_is_played_at_once() {
    let mut seen = 0;
    for seed in 0..300 {
        let bush = Bush::new(seed, 6, 8);
        let wins = |mv: Twig| bush.after(mv).outcome() == Some(Outcome::Win(bush.turn()));
        if bush.moves().into_iter().any(wins) {
            seen += 1;
            let report = think(Style::default(), &bush, 1000);
            assert_eq!((report.score, report.nodes), (Score::Win(1), 1), "{bush}");
            assert!(wins(report.line[0]), "{bush}");
        }
    }
    assert!(seen > 30);
}

#[test]
fn a_proved_loss_is_avoided_if_anything_else_is_left() {
    for style in styles() {
        for seed in 0..200 {
            let bush = Bush::new(seed, 3, 7);
            let side = if bush.turn() == Player::First { 1 } else { -1 };
            let (value, _) = minimax(&bush);
            let report = think(style, &bush, 4000);
            let (after, _) = minimax(&bush.after(report.line[0]));
            assert!(side * value == -1 || side * after > -1, "{style:?} {bush}: {report:?}");
        }
    }
}

#[test]
fn the_same_seed_and_limit_give_the_same_search() {
    for style in styles() {
        let positions = [Bush::tall(7, 30)];
        let search = || {
            let mut told = Vec::new();
            let mut engine = Mcts::new(options(style));
            let mut tell = |report: &Report<Twig>| told.push(report.clone());
            let mut task = task(&positions, 5000);
            task.lines = 3;
            let last = engine.think(&task, &mut tell);
            (told, last)
        };
        let (told, last) = search();
        assert_eq!(search(), (told.clone(), last), "{style:?}");
        // After 1024, 2048, 4096 iterations and at the end, three lines each.
        let ranks: Vec<usize> = told.iter().map(|report| report.rank).collect();
        assert_eq!(ranks, [0, 1, 2].repeat(4), "{style:?}");
    }
}

#[test]
fn lines_begin_with_different_moves_and_are_legal() {
    for style in styles() {
        let bush = Bush::tall(3, 30);
        let mut lines = Vec::new();
        let mut engine = Mcts::new(options(style));
        let positions = [bush.clone()];
        let mut task = task(&positions, 1000);
        task.lines = 4;
        engine.think(&task, &mut |report| lines.push(report.line.clone()));
        assert_eq!(lines.len(), 4, "{style:?}");
        let mut firsts: Vec<Twig> = lines.iter().map(|line| line[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 4, "{style:?}");
        for line in lines {
            let mut position = bush.clone();
            for mv in line {
                assert_eq!(position.check(mv), Ok(()));
                position.play(mv);
            }
        }
    }
}

#[test]
fn what_was_learned_is_kept_from_move_to_move() {
    for style in styles() {
        let mut positions = vec![Bush::tall(11, 12)];
        let mut engine = Mcts::new(options(style));
        let before = engine.think(&task(&positions, 20_000), &mut |_| {});
        assert!(before.line.len() > 2, "{style:?} {before:?}");
        for mv in &before.line[..2] {
            let next = positions[positions.len() - 1].after(*mv);
            positions.push(next);
        }
        let after = engine.think(&task(&positions, 0), &mut |_| {});
        assert_eq!(after.line, before.line[2..], "{style:?}");
        // The position alone is found as well, as long as it is near.
        let mut engine = Mcts::new(options(style));
        engine.think(&task(&positions[..1], 20_000), &mut |_| {});
        let alone = engine.think(&task(&positions[2..], 0), &mut |_| {});
        assert_eq!(alone.line, before.line[2..], "{style:?}");
        // Forgotten, nothing of it is left; nor does a position from elsewhere find anything.
        let elsewhere = engine.think(&task(&[Bush::tall(12, 12)], 0), &mut |_| {});
        assert_eq!((elsewhere.line.len(), elsewhere.score), (1, Score::Estimate(0)));
        engine.think(&task(&positions, 100), &mut |_| {});
        engine.forget();
        let forgotten = engine.think(&task(&positions, 0), &mut |_| {});
        assert_eq!((forgotten.line.len(), forgotten.score), (1, Score::Estimate(0)));
    }
}

#[test]
fn the_stop_signal_ends_a_search_without_limits() {
    for style in styles() {
        let positions = [Bush::tall(2, 50)];
        let mut unlimited = task(&positions, 0);
        unlimited.limits = Limits::default();
        let stop = unlimited.stop.clone();
        let mut engine = Mcts::new(options(style));
        let report = engine.think(&unlimited, &mut |_| stop.set());
        assert_eq!(report.nodes, 1024, "{style:?}");
        let report = engine.think(&unlimited, &mut |_| {});
        assert_eq!(report.nodes, 0, "{style:?}");
        assert_eq!(positions[0].check(report.line[0]), Ok(()));
    }
}

#[test]
fn without_time_a_win_in_one_is_still_preferred() {
    for seed in 0..100 {
        let bush = Bush::new(seed, 6, 4);
        let wins = |mv: Twig| bush.after(mv).outcome() == Some(Outcome::Win(bush.turn()));
        let report = think(Style::default(), &bush, 0);
        assert_eq!(bush.moves().into_iter().any(wins), wins(report.line[0]), "{bush}");
    }
}

#[test]
fn a_depth_limit_ends_a_search() {
    for style in styles() {
        let positions = [Bush::tall(2, 50)];
        let mut shallow = task(&positions, 0);
        shallow.limits = Limits { nodes: None, depth: Some(3) };
        let report = Mcts::new(options(style)).think(&shallow, &mut |_| {});
        assert!(report.depth >= 3 && report.nodes > 3, "{style:?}: {report:?}");
    }
}

#[test]
fn positions_with_a_million_moves_are_searched_like_others() {
    let crowd = (0..).map(|seed| Bush::new(seed, 5, 2_000_000));
    let crowd = crowd.into_iter().find(|bush| bush.breadth() > 1_000_000).expect("there is one");
    for style in styles() {
        let mut engine = Mcts::new(Options { memory_bytes: 1 << 20, ..options(style) });
        let report = engine.think(&task(std::slice::from_ref(&crowd), 3000), &mut |_| {});
        assert_eq!(crowd.check(report.line[0]), Ok(()));
        // The other player's answers are just as many; a full tree must not stop the search.
        assert!(report.nodes == 3000 || report.score.is_proved(), "{style:?} {report:?}");
    }
}

#[test]
fn a_full_tree_is_searched_on() {
    for style in styles() {
        let mut engine = Mcts::new(Options { memory_bytes: 0, ..options(style) });
        let mut positions = vec![Bush::tall(4, 20)];
        while positions[positions.len() - 1].outcome().is_none() {
            let report = engine.think(&task(&positions, 5000), &mut |_| {});
            assert!(report.nodes == 5000 || report.score.is_proved(), "{style:?} {report:?}");
            let next = positions[positions.len() - 1].after(report.line[0]);
            positions.push(next);
        }
    }
}

#[test]
fn several_threads_prove_the_same_and_keep_to_the_limit() {
    for (style, threads) in styles().into_iter().zip([2, 8, 3]) {
        for seed in 0..100 {
            let bush = Bush::new(seed, 4, 6);
            let mut engine = Mcts::new(Options { threads, ..options(style) });
            let report = engine.think(&task(std::slice::from_ref(&bush), 100_000), &mut |_| {});
            assert!(report.score.is_proved(), "{style:?} {bush}: {report:?}");
            assert_true(&bush, &report);
            let short = engine.think(&task(&[Bush::tall(seed, 40)], 501), &mut |_| {});
            assert!(short.nodes == 501 || short.score.is_proved(), "{style:?}: {short:?}");
        }
    }
}

#[test]
fn several_threads_keep_the_tree_and_search_on_when_it_is_full() {
    for style in styles() {
        let mut engine = Mcts::new(Options { memory_bytes: 0, threads: 4, ..options(style) });
        let mut positions = vec![Bush::tall(4, 20)];
        while positions[positions.len() - 1].outcome().is_none() {
            let report = engine.think(&task(&positions, 5000), &mut |_| {});
            assert!(report.nodes == 5000 || report.score.is_proved(), "{style:?} {report:?}");
            let kept = engine.think(&task(&positions, 0), &mut |_| {});
            assert_eq!((kept.line, kept.score), (report.line.clone(), report.score), "{style:?}");
            let next = positions[positions.len() - 1].after(report.line[0]);
            positions.push(next);
        }
    }
}

/// What perfect play from every position of Trio leads to, by working back from the ends: 1, 0 or −1 for
/// the player to move, 0 also where nobody can make progress.
fn solve_trio(variant: Variant) -> HashMap<Trio, i32> {
    let mut values: HashMap<Trio, Option<i32>> = HashMap::new();
    let mut open = vec![Trio::start(variant)];
    while let Some(position) = open.pop() {
        let value = position.outcome().map(|outcome| match outcome.winner() {
            Some(winner) => {
                if winner == position.turn() {
                    1
                } else {
                    -1
                }
            }
            None => 0,
        });
        if values.insert(position.clone(), value).is_none() && value.is_none() {
            open.extend(position.moves().into_iter().map(|mv| position.after(mv)));
        }
    }
    loop {
        let value_of = |position: &Trio| {
            let after = position.moves().into_iter().map(|mv| values[&position.after(mv)]);
            let after: Vec<Option<i32>> = after.collect();
            if after.contains(&Some(-1)) {
                Some(1)
            } else if after.iter().all(|value| *value == Some(1)) {
                Some(-1)
            } else {
                None
            }
        };
        let unknown = values.iter().filter(|(_, value)| value.is_none());
        let found =
            unknown.filter_map(|(position, _)| Some((position.clone(), value_of(position)?)));
        let found: Vec<(Trio, i32)> = found.collect();
        if found.is_empty() {
            return values.into_iter().map(|(key, value)| (key, value.unwrap_or(0))).collect();
        }
        for (position, value) in found {
            values.insert(position, Some(value));
        }
    }
}

#[test]
fn proofs_hold_in_a_game_with_repetition() {
    for variant in Trio::INFO.variants() {
        let values = solve_trio(variant);
        let mut running: Vec<&Trio> = values.keys().filter(|key| key.outcome().is_none()).collect();
        running.sort_unstable();
        let mut proved = 0;
        for position in running.iter().step_by(1 + running.len() / 400) {
            let mut engine = plain();
            let report = engine.think(&task(std::slice::from_ref(*position), 4000), &mut |_| {});
            let value = values[*position];
            match report.score {
                Score::Win(_) => assert_eq!(value, 1, "{position}"),
                Score::Loss(_) => assert_eq!(value, -1, "{position}"),
                Score::Draw => panic!("{position}: nothing proves a draw in Trio"),
                Score::Estimate(_) => continue,
            }
            proved += 1;
            let after = &position.after(report.line[0]);
            assert_eq!(values[after] * if after.turn() == position.turn() { 1 } else { -1 }, value);
        }
        assert!(proved > 100, "only {proved} proofs");
    }
}

#[test]
fn draws_by_repetition_are_seen_with_the_history_of_the_game() {
    let variant = Variant::default();
    let solved = solve_trio(variant);
    // Wherever play can go to and fro, the move that brings a position up for the third time is a draw.
    let there_and_back = |position: &Trio| {
        let mut round = vec![position.clone()];
        for _ in 0..4 {
            let here = &round[round.len() - 1];
            let back = round.len().checked_sub(4).map(|_| position);
            let next = here.moves().into_iter().map(|mv| here.after(mv)).find(|next| {
                let returns = back.is_none_or(|wanted| next == wanted);
                returns && next.outcome().is_none()
            })?;
            round.push(next);
        }
        Some(round)
    };
    let mut positions: Vec<&Trio> = solved.keys().filter(|key| key.outcome().is_none()).collect();
    positions.sort_unstable();
    let mut seen = 0;
    for round in positions.into_iter().filter_map(there_and_back) {
        // Twice around but for the last move: that would be the third time.
        let game: Vec<Trio> = round[..4].iter().chain(&round[..4]).cloned().collect();
        let last = &game[game.len() - 1];
        let report = plain().think(&task(&game, 2000), &mut |_| {});
        if solved[last] == -1 {
            seen += 1;
            assert_eq!(
                last.after(report.line[0]),
                round[0],
                "{last}: a draw is better than a loss"
            );
            assert!(!report.score.is_proved(), "{last}: {report:?}");
        }
    }
    assert!(seen > 0);
}

#[test]
fn lines_are_distinct_and_in_the_order_of_their_scores() {
    for style in styles() {
        for seed in 0..40 {
            let bush = Bush::new(seed, 9, 5);
            for nodes in [30, 100, 400] {
                let mut lines = Vec::new();
                let task = Task { lines: 4, ..task(std::slice::from_ref(&bush), nodes) };
                let best = Mcts::new(options(style)).think(&task, &mut |report| {
                    if report.rank == 0 {
                        lines.clear();
                    }
                    keep_line(&mut lines, report);
                });
                assert_in_order(&lines);
                assert_eq!(best, lines[0]);
            }
        }
    }
}
