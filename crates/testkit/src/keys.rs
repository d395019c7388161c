//! Keys: equal for equal positions, different for all others that are ever seen.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use quintet_core::{Game, Variant};

use crate::round_trips::same;
use crate::spots::{Spot, random_game, share, spots};

/// How many different positions must have different keys, over all variants.
const POSITIONS: usize = 1_000_000;
/// How many followers of each position of a game are taken along: near relatives are what weak keys
/// confuse.
const FOLLOWERS: usize = 40;
/// A game that brings nothing new this often in a row has no more positions worth looking for.
const STALE_GAMES: u32 = 2_000;
/// How many positions the trees of move orders may have in all.
const TREES: usize = 400_000;
/// Trees that would be larger are cut one ply earlier.
const TREE: u64 = 60_000;

/// Different orders of moves that reach the same position: equal text if and only if equal position,
/// and then equal key.
///
/// # Panics
/// If not, or if no two orders of moves met.
pub fn transposed_moves_give_equal_keys<G: Game>() {
    let mut meetings = 0;
    for variant in G::INFO.variants() {
        let mut left = share::<G>(TREES);
        for spot in spots::<G>(variant).step_by(3) {
            let mut tree = Tree { positions: HashMap::new(), meetings: 0 };
            let depth = affordable_depth(&spot.position);
            tree.grow(&spot, &spot.position, depth);
            let distinct: HashSet<&G> = tree.positions.values().collect();
            let texts = tree.positions.len();
            assert_eq!(distinct.len(), texts, "{spot}: different texts name equal positions");
            meetings += tree.meetings;
            left = left.saturating_sub(texts + tree.meetings + 1_000);
            if left == 0 {
                break;
            }
        }
    }
    assert!(meetings > 0, "no two orders of moves met: nothing was checked");
}

fn affordable_depth<G: Game>(position: &G) -> u32 {
    let moves = position.count_moves();
    (1..=4).rev().find(|depth| moves.saturating_pow(*depth) <= TREE).unwrap_or(1)
}

struct Tree<G> {
    positions: HashMap<String, G>,
    meetings: usize,
}

impl<G: Game> Tree<G> {
    fn grow(&mut self, spot: &Spot<G>, position: &G, depth: u32) {
        if self.positions.len() as u64 > 2 * TREE {
            return;
        }
        let text = position.to_string();
        match self.positions.get(&text) {
            Some(seen) => {
                self.meetings += 1;
                same(spot, position, seen);
            }
            None => drop(self.positions.insert(text, position.clone())),
        }
        if depth > 0 {
            let _ = position.for_each_move(|mv| {
                self.grow(spot, &position.after(mv), depth - 1);
                ControlFlow::<()>::Continue(())
            });
        }
    }
}

/// A million different positions, or as many as the game has, have different keys.
///
/// # Panics
/// If two share one.
pub fn different_positions_have_different_keys<G: Game>() {
    for variant in G::INFO.variants() {
        collect::<G>(variant, share::<G>(POSITIONS));
    }
}

fn collect<G: Game>(variant: Variant, wanted: usize) {
    // The positions beside the table and not in it, which would keep room for twice as many.
    let mut places: HashMap<u64, u32> = HashMap::with_capacity(wanted);
    let mut positions: Vec<G> = Vec::with_capacity(wanted);
    let mut stale_games = 0;
    for seed in 0.. {
        let before = positions.len();
        for spot in random_game::<G>(variant, seed) {
            let mut followers = 0;
            let mut note = |position: G| {
                let place = *places.entry(position.key()).or_insert(positions.len() as u32);
                match positions.get(place as usize) {
                    None => positions.push(position),
                    Some(other) => assert!(
                        *other == position,
                        "{spot}: the positions `{other}` and `{position}` share a key"
                    ),
                }
            };
            note(spot.position.clone());
            let _ = spot.position.for_each_move(|mv| {
                note(spot.position.after(mv));
                followers += 1;
                if followers < FOLLOWERS {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        stale_games = if positions.len() == before { stale_games + 1 } else { 0 };
        if positions.len() >= wanted || stale_games >= STALE_GAMES {
            return;
        }
    }
}
