//! Memory: positions are small, and playing touches no heap.

use std::hint::black_box;
use std::ops::ControlFlow;

use allocation_counter::measure;
use quintet_core::Game;

use crate::Dice;
use crate::spots::{Spot, share, spots};

/// How many positions are looked at, over all variants.
const POSITIONS: usize = 3_000;
/// A position is copied at every move of a search.
const MOST_BYTES: usize = 256;

/// A position takes at most 256 bytes.
///
/// # Panics
/// If it takes more.
pub fn positions_are_small<G: Game>() {
    let size = size_of::<G>();
    assert!(size <= MOST_BYTES, "a position of {} takes {size} bytes", G::INFO.id);
}

/// Generating, counting, drawing and playing moves, outcome and key allocate nothing.
///
/// # Panics
/// If one does.
pub fn playing_allocates_nothing<G: Game>() {
    let mut dice = Dice::new(0);
    for variant in G::INFO.variants() {
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            let position = &spot.position;
            nothing(&spot, "for_each_move", || {
                position.for_each_move(|mv| {
                    black_box(mv);
                    ControlFlow::<()>::Continue(())
                })
            });
            nothing(&spot, "count_moves", || position.count_moves());
            nothing(&spot, "outcome", || position.outcome());
            nothing(&spot, "key", || position.key());
            if let Some(mv) = spot.mv {
                nothing(&spot, "random_move", || position.random_move(&mut dice));
                nothing(&spot, "check of a legal move", || position.check(mv));
                nothing(&spot, "play", || position.after(mv));
            }
        }
    }
}

fn nothing<G: Game, T>(spot: &Spot<G>, what: &str, work: impl FnOnce() -> T) {
    let memory = measure(|| {
        black_box(work());
    });
    let count = memory.count_total;
    assert_eq!(count, 0, "{spot}: {what} allocates");
}
