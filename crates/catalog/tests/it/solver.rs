//! The solver against plain minimax, written from the rules alone: no table, no bounds.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use quintet_core::{Game, Tactics, Variant};
use quintet_differo::Differo;
use quintet_isaac::Isaac;
use quintet_momentum::Momentum;
use quintet_qawale::Qawale;
use quintet_search::solver::{Archive, Experience, Options, Proof, solve_keeping, solve_with};
use quintet_search::{Score, Stop};
use quintet_testkit::Dice;
use quintet_yoxii::Yoxii;

/// How many positions of each game are compared at least: 300, or as many as `QUINTET_SOLVER_POSITIONS` says.
fn positions() -> usize {
    let wanted = std::env::var("QUINTET_SOLVER_POSITIONS").ok();
    wanted.map_or(300, |text| text.parse().expect("a number of positions"))
}

const SEED: u64 = 0x50;

/// Better scores are larger: sooner wins, then draws, then later losses.
fn worth(score: Score) -> i64 {
    match score {
        Score::Win(n) => 1_000_000 - i64::from(n),
        Score::Draw => 0,
        Score::Loss(n) => -1_000_000 + i64::from(n),
        Score::Estimate(_) => panic!("minimax estimates nothing"),
    }
}

/// A score seen one move earlier, by the same player or the opponent.
fn one_move_earlier(score: Score, same_player: bool) -> Score {
    match (score, same_player) {
        (Score::Win(n), true) | (Score::Loss(n), false) => Score::Win(n + 1),
        (Score::Loss(n), true) | (Score::Win(n), false) => Score::Loss(n + 1),
        (other, _) => other,
    }
}

/// Plain minimax with distances; `None` if it takes more moves than allowed. The only short cut: nothing is
/// better than a win with the next move.
fn minimax<G: Game>(position: &G, moves: &mut u64) -> Option<Score> {
    let mut best = Score::Loss(0);
    for mv in position.moves() {
        *moves = moves.checked_sub(1)?;
        let after = position.after(mv);
        let score = match after.outcome() {
            Some(outcome) => Score::of_outcome(&after, outcome),
            None => minimax(&after, moves)?,
        };
        let score = one_move_earlier(score, after.turn() == position.turn());
        if worth(score) > worth(best) {
            best = score;
        }
        if best == Score::Win(1) {
            break;
        }
    }
    Some(best)
}

/// Minimax that looks no further than `depth` moves: a win or loss within them, otherwise nothing.
fn within<G: Game>(position: &G, depth: u32) -> Option<Score> {
    if let Some(outcome) = position.outcome() {
        return Some(Score::of_outcome(position, outcome)).filter(|score| *score != Score::Draw);
    }
    if depth == 0 {
        return None;
    }
    let mut best = Some(Score::Loss(0));
    for mv in position.moves() {
        let after = position.after(mv);
        let score = within(&after, depth - 1)
            .map(|score| one_move_earlier(score, after.turn() == position.turn()));
        // What is not known is better than a loss and worse than a win.
        if score.map_or(0, worth) > best.map_or(0, worth) {
            best = score;
        }
    }
    best
}

/// A game of random moves, with some of the greedy player's: those end otherwise.
fn game<G: Tactics>(variant: Variant, dice: &mut Dice) -> Vec<G> {
    let mut position = G::start(variant);
    let mut game = Vec::new();
    let greedy = *dice.choose(&[false, true]);
    while position.outcome().is_none() && game.len() < 400 {
        game.push(position.clone());
        let mv = if greedy && *dice.choose(&[false, true]) {
            position.greedy_move(dice)
        } else {
            position.random_move(dice)
        };
        position.play(mv);
    }
    game
}

/// Whether the solver says of a position what minimax found, and shows a line and a move that prove it.
fn compare<G: Tactics>(position: &G, truth: Score, threads: usize) {
    let options = Options { threads, ..Options::default() };
    let solved = solve_with(position, options, &Stop::new()).expect("there is no limit");
    assert_eq!(solved.score(position.turn()), Some(truth), "{position}: {solved:?}, seed {SEED}");
    let mut now = position.clone();
    for mv in &solved.line {
        assert!(now.check(*mv).is_ok(), "{position}: {solved:?}");
        now.play(*mv);
    }
    if let Some(distance) = solved.distance {
        assert_eq!(solved.line.len(), distance as usize, "{position}: {solved:?}");
        assert_eq!(now.outcome(), Some(solved.outcome), "{position}: {solved:?}");
    } else {
        let after = position.after(solved.line[0]);
        let score = match after.outcome() {
            Some(outcome) => Some(Score::of_outcome(&after, outcome)),
            None => minimax(&after, &mut u64::MAX.clone()),
        };
        assert_eq!(score, Some(Score::Draw), "{position}: {solved:?}");
    }
    let quick = Options { nodes_for_distance: 0, ..options };
    let quick = solve_with(position, quick, &Stop::new()).expect("there is no limit");
    assert_eq!(quick.outcome, solved.outcome, "{position}");
    // Its move keeps the result, also where nobody looked how soon it comes.
    let after = position.after(quick.line[0]);
    let outcome = after.outcome().unwrap_or_else(|| {
        solve_with(&after, options, &Stop::new()).expect("there is no limit").outcome
    });
    assert_eq!(outcome, solved.outcome, "{position}: {quick:?}");
}

#[test]
fn a_win_that_the_game_sees_itself_comes_with_its_move() {
    for text in [
        "GG,BBG,G,1/R,1,GBB,1/R,RGRB,R,1/GG,BR,2 r 2 2",
        "G,1,GBBBR,1/2,RBRGR,1/RB,GRG,BR,1/GG,1,G,1 b 1 2",
    ] {
        let position = Qawale::parse(Variant::default(), text).expect("a position");
        let options = Options { nodes_for_distance: 0, ..Options::default() };
        let solved = solve_with(&position, options, &Stop::new()).expect("there is no limit");
        assert_eq!(solved.outcome.winner(), Some(position.turn()));
        let after = position.after(solved.line[0]);
        let after = solve_with(&after, options, &Stop::new()).expect("there is no limit");
        assert_eq!(after.outcome, solved.outcome, "{:?}", solved.line);
    }
}

/// Compares positions of random games from their end back, as far as minimax comes with that many moves.
/// Gives how many were wins, draws and losses.
fn against_minimax<G: Tactics>(variant: Variant, most_moves: u64, positions: usize) -> [usize; 3] {
    let mut dice = Dice::new(SEED);
    let mut seen = [0; 3];
    while seen.iter().sum::<usize>() < positions {
        for position in game::<G>(variant, &mut dice).into_iter().rev() {
            let Some(truth) = minimax(&position, &mut most_moves.clone()) else { break };
            compare(&position, truth, 1 + seen[0] % 2);
            seen[match truth {
                Score::Win(_) => 0,
                Score::Draw => 1,
                _ => 2,
            }] += 1;
        }
    }
    seen
}

#[test]
fn yoxii_is_solved_as_by_minimax() {
    let [wins, draws, losses] =
        against_minimax::<Yoxii>(Variant::default(), 20_000, 2 * positions());
    assert!(wins > 100 && draws > 5 && losses > 100, "{wins} wins, {draws} draws, {losses} losses");
}

#[test]
fn isaac_is_solved_as_by_minimax() {
    let [wins, _, losses] = against_minimax::<Isaac>(Variant::default(), 20_000, 2 * positions());
    assert!(wins > 100 && losses > 100, "{wins} wins, {losses} losses");
}

#[test]
fn qawale_is_solved_as_by_minimax() {
    let [wins, draws, _] = against_minimax::<Qawale>(Variant::default(), 150_000, positions());
    assert!(wins > 50 && draws > 50, "{wins} wins, {draws} draws");
    // Some with three moves to go.
    against_minimax::<Qawale>(Variant::default(), 2_000_000, 20);
}

#[test]
fn qawale_is_lost_where_minimax_finds_no_escape() {
    let mut dice = Dice::new(SEED);
    let mut losses = 0;
    while losses < 4 {
        let game = game::<Qawale>(Variant::default(), &mut dice);
        let Some(position) = game.into_iter().nth(14) else { continue };
        let solved = solve_with(&position, Options::default(), &Stop::new());
        if solved.is_some_and(|solved| solved.score(position.turn()) == Some(Score::Loss(2))) {
            let truth = minimax(&position, &mut u64::MAX.clone());
            assert_eq!(truth, Some(Score::Loss(2)), "{position}, seed {SEED}");
            losses += 1;
        }
    }
}

#[test]
fn momentum_is_solved_as_by_minimax() {
    for variant in [Variant::new(0), Variant::new(1)] {
        let [wins, _, losses] = against_minimax::<Momentum>(variant, 60_000, positions());
        assert!(wins > 50 && losses > 0, "{wins} wins, {losses} losses");
    }
}

/// Positions of random games, as if they had come up in the last turns.
fn last_turns(dice: &mut Dice) -> Vec<Momentum> {
    let late = |(number, position): (usize, Momentum)| {
        let text = position.to_string();
        let (rest, _) = text.rsplit_once(' ').expect("three fields");
        let turns = if number % 2 == 0 { 58 } else { 59 - number % 8 / 7 * 2 };
        let late = Momentum::parse(position.variant(), &format!("{rest} {turns}"));
        late.ok().filter(|late| late.outcome().is_none())
    };
    let game = game::<Momentum>(Variant::default(), dice);
    game.into_iter().enumerate().filter_map(late).collect()
}

#[test]
fn momentum_is_solved_as_by_minimax_in_its_last_turns() {
    let mut dice = Dice::new(SEED);
    let mut compared = 0;
    let mut draws = 0;
    while compared < positions() {
        for position in last_turns(&mut dice) {
            let truth = minimax(&position, &mut u64::MAX.clone()).expect("there is no limit");
            compare(&position, truth, 1);
            compared += 1;
            draws += usize::from(truth == Score::Draw);
        }
    }
    assert!(draws > 10, "only {draws} draws");
}

/// Follows proved lines to their end with what was proved before: every move on the way keeps what was promised. Gives how many moves
/// were looked at.
fn follow_proofs<G: Tactics>(variant: Variant, nodes: u64) -> usize {
    let options = Options { nodes, nodes_for_distance: nodes, ..Options::default() };
    let mut dice = Dice::new(SEED);
    let mut moves = 0;
    for _ in 0..positions() / 5 {
        let mut experience = Experience::new();
        let game = game::<G>(variant, &mut dice);
        let mut now = game[game.len() - game.len().min(6)].clone();
        let mut left = u32::MAX;
        while now.outcome().is_none() {
            let (solved, _) = experience.solve(&now, options, None, &Stop::new());
            let Some(solved) = solved else { break };
            let after = now.after(solved.line[0]);
            // With ten times the work, or a move is no proof of anything.
            let more = Options { nodes: 10 * nodes, ..Options::default() };
            let solved_after = || solve_with(&after, more, &Stop::new()).map(|s| s.outcome);
            let outcome = after.outcome().or_else(solved_after);
            assert_eq!(outcome, Some(solved.outcome), "{now}: {solved:?}, seed {SEED}");
            if let Some(distance) = solved.distance {
                assert!(distance < left, "{now}: {solved:?} is no nearer, seed {SEED}");
                left = distance;
            }
            now = after;
            moves += 1;
        }
    }
    moves
}

#[test]
fn what_is_known_from_earlier_moves_comes_with_its_move() {
    let moves = [
        follow_proofs::<Yoxii>(Variant::default(), 200_000),
        follow_proofs::<Qawale>(Variant::default(), 200_000),
        follow_proofs::<Isaac>(Variant::default(), 50_000),
        follow_proofs::<Momentum>(Variant::default(), 20_000),
        follow_proofs::<Differo>(Variant::new(0), 20_000),
        follow_proofs::<Differo>(Variant::new(1), 20_000),
    ];
    assert!(moves.iter().all(|moves| *moves > 3), "hardly any were proved: {moves:?}");
}

/// Compares what the solver claims with minimax to that distance, and where it claims nothing, or something
/// far off, minimax must find nothing near.
fn claims_hold<G: Tactics>(variant: Variant, depth: u32, positions: usize) {
    let mut dice = Dice::new(SEED);
    let (mut compared, mut claimed) = (0, 0);
    while compared < positions {
        for position in game::<G>(variant, &mut dice).into_iter().rev().take(6) {
            let options = Options { nodes: 20_000, ..Options::default() };
            let solved = solve_with(&position, options, &Stop::new());
            let score = solved.as_ref().and_then(|solved| solved.score(position.turn()));
            let near = score.filter(|score| match score {
                Score::Win(n) | Score::Loss(n) => *n <= depth,
                _ => false,
            });
            assert_eq!(within(&position, depth), near, "{position}: {solved:?}, seed {SEED}");
            compared += 1;
            claimed += usize::from(near.is_some());
        }
    }
    assert!(claimed > positions / 10, "only {claimed} claims");
}

#[test]
fn differo_is_won_and_lost_as_by_minimax() {
    for variant in [Variant::new(0), Variant::new(1)] {
        claims_hold::<Differo>(variant, 3, positions());
    }
}

#[test]
fn momentum_is_won_and_lost_as_by_minimax() {
    claims_hold::<Momentum>(Variant::default(), 2, positions());
}

/// Proofs kept in memory.
#[derive(Default)]
struct Kept(Mutex<HashMap<u64, Proof>>);

impl Archive for Kept {
    fn find(&self, key: u64) -> Option<Proof> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    fn keep(&self, key: u64, proof: Proof) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = kept.remove(&key).filter(|old| old.position == proof.position);
        kept.insert(key, old.map_or(proof.clone(), |old| old.and(proof)));
    }
}

/// Solves positions of random games with an archive that fills: what is found is what is found without, at once the second time,
/// and the first moves of both lines are worth the same. Gives how many positions were not found again without a visit.
fn with_an_archive<G: Tactics>(variant: Variant, nodes: u64, wanted: usize) -> usize {
    let (mut dice, kept, stop) = (Dice::new(SEED), Kept::default(), Stop::new());
    let (mut compared, mut visited) = (0, 0);
    while compared < wanted {
        let game = game::<G>(variant, &mut dice);
        for position in game.iter().rev().take(40) {
            let options = Options { nodes, ..Options::default() };
            let Some(alone) = solve_with(position, options, &stop) else { break };
            let solve =
                || solve_keeping(position, options, Some(&kept), &stop).expect("no more work");
            let (first, second) = (solve(), solve());
            let score = alone.score(position.turn());
            for solved in [&first, &second] {
                assert_eq!(solved.outcome, alone.outcome, "{position}");
                // With what was kept before more may be found within the limit, never something else.
                let found = solved.score(position.turn());
                assert!(score.is_none() || found == score, "{position}: {solved:?}");
                let mut now = position.clone();
                solved.line.iter().for_each(|mv| now.play(*mv));
                if solved.distance.is_some() {
                    assert_eq!(now.outcome(), Some(solved.outcome), "{position}: {solved:?}");
                }
            }
            // Without its distance a result is not all there is to find.
            let is_whole = first.score(position.turn()).is_some();
            if first.nodes >= 1 << 10 && is_whole {
                assert_eq!(second.line, first.line, "{position}");
                visited += usize::from(second.nodes > 0);
                compared += 1;
            }
        }
    }
    visited
}

#[test]
fn what_an_archive_has_is_found_at_once_and_is_the_same() {
    assert_eq!(with_an_archive::<Yoxii>(Variant::default(), 30_000, 6), 0);
    assert_eq!(with_an_archive::<Isaac>(Variant::default(), 30_000, 6), 0);
    assert_eq!(with_an_archive::<Qawale>(Variant::default(), 100_000, 3), 0);
    assert_eq!(with_an_archive::<Momentum>(Variant::default(), 30_000, 3), 0);
    assert_eq!(with_an_archive::<Differo>(Variant::new(1), 30_000, 3), 0);
}

/// Archives tell positions apart by their texts, also those in which what no longer matters looks the same.
fn texts_tell_apart<G: Tactics>(variant: Variant) {
    let (mut dice, mut seen) = (Dice::new(SEED), HashMap::new());
    for _ in 0..20 {
        for position in game::<G>(variant, &mut dice) {
            let around = position.moves().into_iter().take(30).map(|mv| position.after(mv));
            for position in around.filter(|position| position.outcome().is_none()) {
                let essence = position.essence();
                let known = seen.entry(essence.to_string()).or_insert_with(|| essence.clone());
                assert_eq!(*known, essence, "two positions are told as {essence}");
            }
        }
    }
}

#[test]
fn texts_tell_essences_apart() {
    texts_tell_apart::<Yoxii>(Variant::default());
    texts_tell_apart::<Isaac>(Variant::default());
    texts_tell_apart::<Qawale>(Variant::default());
    for variant in [Variant::new(0), Variant::new(1)] {
        texts_tell_apart::<Momentum>(variant);
        texts_tell_apart::<Differo>(variant);
    }
}
