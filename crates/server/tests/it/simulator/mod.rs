//! The hub with its rooms in worlds of clients, a disk, a network and a clock, each simulated from one seed.
//!
//! `QUINTET_SIM_SEED=n cargo test -p quintet-server --all-features simulator` lives through one small world again, and
//! `QUINTET_SIM_WORLDS=n` through as many as one likes; `.ci/long` does, optimised.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod client;
mod disk;
mod ledger;
mod life;
mod network;
#[cfg(feature = "seeded-bugs")]
mod seeded_bugs;
mod witness;
mod world;

use std::env::var;

use world::{Size, Tally, run};

const SMALL: Size = Size { rooms: 3, clients: 4, rounds: 150, deeds: 3 };
const LARGE: Size = Size { rooms: 500, clients: 60, rounds: 100, deeds: 500 };

fn check(seed: u64, size: Size) -> Tally {
    match run(seed, size) {
        Ok(tally) => tally,
        Err(objection) => panic!("world {seed} (QUINTET_SIM_SEED={seed}): {objection}"),
    }
}

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    var(name).ok().and_then(|number| number.parse().ok())
}

#[test]
fn small_worlds_keep_every_promise() {
    if let Some(seed) = number("QUINTET_SIM_SEED") {
        check(seed, SMALL);
        return;
    }
    let worlds = number("QUINTET_SIM_WORLDS").unwrap_or(300);
    let mut total = Tally::new();
    for seed in 0..worlds {
        for (kind, count) in check(seed, SMALL) {
            *total.entry(kind).or_default() += count;
        }
    }
    eprintln!("{worlds} worlds: {total:?}");
    // A promise is kept easily where nothing happens.
    assert_eq!(total.len(), 20, "something never happened: {total:?}");
    assert!(total.values().all(|count| *count as u64 > worlds / 100), "hardly ever: {total:?}");
}

#[test]
fn the_same_seed_gives_the_same_world() {
    for seed in 0..10 {
        assert_eq!(check(seed, SMALL), check(seed, SMALL), "seed {seed}");
    }
}

#[test]
fn one_world_with_hundreds_of_rooms_keeps_every_promise() {
    let tally = check(1, LARGE);
    eprintln!("{} rooms: {tally:?}", LARGE.rooms);
    assert!(tally["moved"] > 5 * LARGE.rooms, "hardly anything happened: {tally:?}");
}
