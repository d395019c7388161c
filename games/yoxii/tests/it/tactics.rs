//! The greedy player against its description, restated on texts and lists of legal moves.

use std::collections::BTreeSet;

use quintet_core::tactics::{LARGEST_ESTIMATE, Terms};
use quintet_core::{Game, Outcome, Symmetric, Tactics, Variant};
use quintet_yoxii::Yoxii;

/// A reproducible generator (SplitMix64): nothing else is needed here.
fn dice(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// Running positions of random games, from every stage.
fn positions(games: u64) -> Vec<Yoxii> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut chance = dice(seed);
        let mut position = Yoxii::start(Variant::default());
        while position.outcome().is_none() {
            positions.push(position.clone());
            let mv = position.random_move(&mut chance);
            position.play(mv);
        }
    }
    positions
}

/// Both players' points around the totem, counted on the letters of the text.
fn points(position: &Yoxii) -> [i32; 2] {
    let text = position.to_string();
    let rows = text.split(' ').next().expect("a board").split('/');
    // Rows are centred: half squares make that simple.
    let mut cells = Vec::new();
    for (row, letters) in rows.enumerate() {
        let mut line = String::new();
        for letter in letters.chars() {
            match letter.to_digit(10) {
                Some(run) => line.push_str(&".".repeat(run as usize)),
                None => line.push(letter),
            }
        }
        let left = 1 - line.len() as i32;
        cells.extend(line.chars().enumerate().map(|(i, c)| (left + 2 * i as i32, row as i32, c)));
    }
    let (x, y, _) = *cells.iter().find(|(_, _, letter)| *letter == '#').expect("a totem");
    let mut points = [0; 2];
    for (column, row, letter) in cells {
        if (column - x).abs() <= 2 && (row - y).abs() <= 1 {
            let value = ".OTYX".find(letter.to_ascii_uppercase()).unwrap_or(0) as i32;
            points[usize::from(letter.is_ascii_lowercase())] += value;
        }
    }
    points
}

fn totem_target(mv: &str) -> &str {
    mv.split(',').next().expect("a target")
}

/// The differences that a candidate may come to, one for every best answer.
fn differences(position: &Yoxii, candidate: &str) -> Vec<i32> {
    let mover = position.turn();
    let next = position.after(candidate.parse().expect("a move"));
    match next.outcome() {
        Some(Outcome::Win(winner)) => return vec![if winner == mover { 1000 } else { -1000 }],
        Some(Outcome::Draw) => return vec![0],
        None => {}
    }
    let answered: Vec<[i32; 2]> = next.moves().iter().map(|mv| points(&next.after(*mv))).collect();
    let (own, other) = (mover.index(), mover.opponent().index());
    let most = answered.iter().map(|points| points[other]).max().expect("an answer");
    let best = answered.iter().filter(|points| points[other] == most);
    best.map(|points| points[own] - points[other]).collect()
}

/// For each totem move the placements with the most points.
fn candidates(position: &Yoxii) -> Vec<String> {
    let points_after = |mv| points(&position.after(mv))[position.turn().index()];
    let moves: Vec<(String, i32)> =
        position.moves().iter().map(|mv| (mv.to_string(), points_after(*mv))).collect();
    let most = |target: &str| {
        let same = moves.iter().filter(|(mv, _)| totem_target(mv) == target);
        same.map(|(_, points)| *points).max()
    };
    let best = moves.iter().filter(|(mv, points)| Some(*points) == most(totem_target(mv)));
    best.map(|(mv, _)| mv.clone()).collect()
}

/// The moves that can come out best, and whether chance decides among them only at the end.
fn greedy_moves(position: &Yoxii) -> (BTreeSet<String>, bool) {
    let judged = |mv: String| (mv.clone(), differences(position, &mv));
    let candidates: Vec<_> = candidates(position).into_iter().map(judged).collect();
    let least = |differences: &Vec<i32>| *differences.iter().min().expect("an answer");
    let largest = |differences: &Vec<i32>| *differences.iter().max().expect("an answer");
    let certain = candidates.iter().map(|(_, all)| least(all)).max().expect("a candidate");
    let possible = candidates.iter().filter(|(_, all)| largest(all) >= certain);
    let settled = possible.clone().all(|(_, all)| least(all) == largest(all));
    (possible.map(|(mv, _)| mv.clone()).collect(), settled)
}

#[test]
fn greedy_plays_the_candidates_with_the_largest_difference_after_the_best_answer() {
    let mut chance = dice(7);
    let mut small_sets = 0;
    for position in positions(12) {
        let (allowed, settled) = greedy_moves(&position);
        let draws = if settled && allowed.len() <= 4 { 100 } else { 20 };
        let played: BTreeSet<String> =
            (0..draws).map(|_| position.greedy_move(&mut chance).to_string()).collect();
        assert!(played.is_subset(&allowed), "{played:?} of {allowed:?} in {position}");
        if draws == 100 {
            small_sets += 1;
            assert_eq!(played, allowed, "{position}");
        }
    }
    assert!(small_sets > 20, "only {small_sets} positions with few choices");
}

#[test]
fn greedy_takes_a_win_that_is_there() {
    // Rare in random games, so it is looked for.
    let winning = |position: &Yoxii, mv: &str| {
        let next = position.after(mv.parse().expect("a move"));
        next.outcome() == Some(Outcome::Win(position.turn()))
    };
    let mut found = 0;
    for position in positions(80) {
        let candidates: Vec<String> =
            candidates(&position).into_iter().filter(|mv| winning(&position, mv)).collect();
        if !candidates.is_empty() {
            found += 1;
            let played = position.greedy_move(&mut dice(found)).to_string();
            assert!(candidates.contains(&played), "{played} in {position}");
        }
    }
    assert!(found > 10, "only {found} positions with a winning candidate");
}

#[test]
fn an_evaluation_is_bounded_and_its_terms_the_same_for_all_symmetric_positions() {
    for position in positions(50) {
        assert!(position.evaluate().abs() <= LARGEST_ESTIMATE, "{position}");
        // What the network adds differs a little: it has learned each image for itself.
        for symmetry in 0..Yoxii::symmetries(Variant::default()) {
            let image = position.transform(symmetry);
            assert_eq!(image.by_terms(), position.by_terms(), "{position}");
        }
    }
}

#[test]
fn an_evaluation_without_its_network_is_the_sum_of_its_terms_times_their_weights() {
    let weights = Yoxii::weights(Variant::default());
    assert_eq!(Yoxii::names(Variant::default()).len(), weights.len());
    let mut sums = 0;
    for position in positions(50) {
        let mut sum = 0.0;
        if position.terms(&mut |term, amount| sum += weights[term] * amount) {
            sums += 1;
            let estimate = f64::from(position.by_terms());
            assert!((estimate - sum).abs() <= 1.0, "{estimate} or {sum} in {position}");
        }
    }
    assert!(sums > 500, "only {sums} positions are judged by terms");
}
