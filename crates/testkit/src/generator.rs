//! The list of legal moves against `check`, which states the rules independently.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use quintet_core::{Game, Variant};

use crate::mutations::small_mutations;
use crate::spots::{Spot, share, spots, spread};
use crate::{Conceivable, Suite};

/// How often `check` is asked about conceivable moves, over all variants: a few seconds.
const CHECKS: usize = 30_000_000;
/// How many positions are looked at, at most, over all variants.
const POSITIONS: usize = 4_000;
/// How many legal moves of a position are mutated.
const MUTATED_MOVES: usize = 24;

/// Every conceivable move is accepted by `check` and by `is_legal` if and only if the generator lists it; it lists each
/// once, stops when told to, and `count_moves` agrees. A finished position has no legal move.
///
/// # Panics
/// If not.
pub fn check_accepts_exactly_the_listed_moves<G: Game>(suite: &Suite<G>) {
    match suite.conceivable {
        Conceivable::All(every_move) => {
            let all = sorted::<G>(every_move());
            let positions = share::<G>(CHECKS / all.len().max(1)).min(share::<G>(POSITIONS));
            for variant in G::INFO.variants() {
                for spot in spots::<G>(variant).take(positions) {
                    compare_with_all(&spot, &all);
                }
            }
        }
        Conceivable::Mutations => {
            for variant in G::INFO.variants() {
                compare_with_mutations::<G>(variant);
            }
        }
    }
}

fn sorted<G: Game>(mut all: Vec<G::Move>) -> Vec<G::Move> {
    assert!(all.len() <= 200_000, "{} conceivable moves are too many to try", all.len());
    all.sort_unstable();
    for pair in all.windows(2) {
        assert!(pair[0] != pair[1], "the conceivable moves name `{}` twice", pair[0]);
    }
    all
}

fn compare_with_all<G: Game>(spot: &Spot<G>, all: &[G::Move]) {
    let listed = listed_moves(spot);
    for mv in &listed {
        let known = all.binary_search(mv).is_ok();
        assert!(known, "{spot}: the conceivable moves lack the legal move `{mv}`");
    }
    let mut rest = listed.iter().peekable();
    for mv in all {
        judge(spot, *mv, rest.next_if_eq(&mv).is_some());
    }
}

fn compare_with_mutations<G: Game>(variant: Variant) {
    // Texts of moves and the words they are made of, from all positions so far: what is legal here may
    // be a good wrong guess there, in a finished game above all.
    let mut alphabet = BTreeSet::new();
    let mut words = BTreeSet::new();
    let mut texts = Vec::new();
    for spot in spots::<G>(variant).take(share::<G>(POSITIONS / 2)) {
        let listed = listed_moves(&spot);
        let legal: HashSet<_> = listed.iter().copied().collect();
        if !listed.is_empty() {
            texts = spread(&listed, MUTATED_MOVES).map(ToString::to_string).collect();
        }
        for mv in &listed {
            judge(&spot, *mv, true);
        }
        for text in &texts {
            alphabet.extend(text.chars());
            words.extend(text.split('-').map(str::to_owned));
        }
        for text in &texts {
            for mutation in small_mutations(text, &alphabet, &words) {
                if let Ok(mv) = mutation.parse::<G::Move>() {
                    judge(&spot, mv, legal.contains(&mv));
                }
            }
        }
    }
}

fn judge<G: Game>(spot: &Spot<G>, mv: G::Move, listed: bool) {
    match (spot.position.check(mv), listed) {
        (Ok(()), true) | (Err(_), false) => {}
        (Ok(()), false) => {
            panic!("{spot}: check accepts `{mv}`, which the generator does not list")
        }
        (Err(rule), true) => panic!("{spot}: the generator lists `{mv}`, but check says: {rule}"),
    }
    let quick = spot.position.is_legal(mv);
    assert_eq!(quick, listed, "{spot}: whether `{mv}` is legal, by the quick way and by check");
}

/// The legal moves in order, once everything that can be said about the list alone holds.
fn listed_moves<G: Game>(spot: &Spot<G>) -> Vec<G::Move> {
    let mut listed = spot.position.moves();
    let count = spot.position.count_moves();
    assert_eq!(count, listed.len() as u64, "{spot}: count_moves and the list of moves disagree");
    let running = spot.position.outcome().is_none();
    assert_eq!(running, !listed.is_empty(), "{spot}: a game runs as long as it has legal moves");
    stops_when_told(spot, listed.len() / 2 + 1);
    listed.sort_unstable();
    for pair in listed.windows(2) {
        assert!(pair[0] != pair[1], "{spot}: the generator lists `{}` twice", pair[0]);
    }
    listed
}

fn stops_when_told<G: Game>(spot: &Spot<G>, visits: usize) {
    let mut visited = 0;
    let end = spot.position.for_each_move(|mv| {
        visited += 1;
        if visited < visits { ControlFlow::Continue(()) } else { ControlFlow::Break(mv) }
    });
    assert_eq!(end.is_break(), visited > 0, "{spot}: the generator loses the visitor's answer");
    assert!(visited <= visits, "{spot}: the generator goes on after the visitor broke off");
}
