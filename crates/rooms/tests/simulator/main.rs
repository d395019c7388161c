//! Rooms, clients, a server, a disk and a network, simulated from one seed.
//!
//! `QUINTET_SIM_SEED=n cargo test -p quintet-rooms --test simulator` lives through one small world again.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod client;
mod ledger;
mod luck;
mod network;
#[cfg(feature = "seeded-bugs")]
mod seeded_bugs;
mod server;
mod storage;
mod witness;
mod world;

use world::{Size, Tally, run};

const WORLDS: u64 = 10_000;
const SMALL: Size = Size { rooms: 3, clients: 4, rounds: 150, deeds: 3 };
const LARGE: Size = Size { rooms: 3_000, clients: 60, rounds: 100, deeds: 3_000 };

fn check(seed: u64, size: Size) -> Tally {
    match run(seed, size) {
        Ok(tally) => tally,
        Err(objection) => panic!("world {seed} (QUINTET_SIM_SEED={seed}): {objection}"),
    }
}

#[test]
fn ten_thousand_small_worlds_keep_every_promise() {
    if let Some(seed) = std::env::var("QUINTET_SIM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        check(seed, SMALL);
        return;
    }
    let mut total = Tally::new();
    for seed in 0..WORLDS {
        for (kind, count) in check(seed, SMALL) {
            *total.entry(kind).or_default() += count;
        }
    }
    eprintln!("{WORLDS} worlds: {total:?}");
    // A promise is kept easily where nothing happens.
    assert_eq!(total.len(), 20, "something never happened: {total:?}");
    assert!(total.values().all(|count| *count as u64 > WORLDS / 100), "hardly ever: {total:?}");
}

#[test]
fn one_world_with_thousands_of_rooms_keeps_every_promise() {
    let tally = check(1, LARGE);
    eprintln!("{} rooms: {tally:?}", LARGE.rooms);
    assert!(tally["moved"] > 5 * LARGE.rooms, "hardly anything happened: {tally:?}");
}
