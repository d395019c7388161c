//! `playouts`: uniformly random games.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use quintet_catalog::{AnyMatch, Catalog, Dice, Stop, Tally};
use quintet_core::text::counted;
use serde_json::json;

use crate::args::PlayoutsArguments;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;

/// Games between two looks at the clock and at what ends the work.
const BATCH: u64 = 256;

/// Plays and prints statistics.
pub fn run(catalog: Catalog, wanted: &PlayoutsArguments, output: &mut Output) -> Result<()> {
    let chosen = wanted.game.look_up(catalog)?;
    let played = chosen.set_up(wanted.position.as_deref())?;
    let started = Instant::now();
    let stop = stop_on_interrupt();
    let tally = play(played.as_ref(), wanted, &stop);
    let seconds = started.elapsed().as_secs_f64();
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    let games_per_second = tally.games as f64 / seconds.max(1e-9);
    let mean_plies = mean(tally.plies, tally.games);
    let mean_moves = mean(tally.counted_moves, tally.counted_positions);
    if output.as_json() {
        output.line(json!({
            "game": chosen.game.info().id,
            "variant": chosen.variant_id(),
            "games": tally.games,
            "plies": tally.plies,
            "seconds": seconds,
            "games_per_second": games_per_second,
            "mean_plies": (tally.games > 0).then_some(mean_plies),
            "mean_moves": (tally.counted_positions > 0).then_some(mean_moves),
            "first": tally.first,
            "second": tally.second,
            "draws": tally.draws,
            "interrupted": stop.is_set(),
        }))?;
    } else {
        let share = |games: u64| 100.0 * mean(games, tally.games);
        let [first, second] = chosen.game.info().players;
        output.line(format_args!(
            "{}{} in {seconds:.3} s, {games_per_second:.0} games/s",
            counted(tally.games, "game"),
            if stop.is_set() { ", interrupted," } else { "" }
        ))?;
        output.line(format_args!(
            "{mean_plies:.2} moves a game, {mean_moves:.2} legal moves a position"
        ))?;
        output.line(format_args!(
            "{first} won {:.2} %, {second} won {:.2} %, {:.2} % drawn",
            share(tally.first),
            share(tally.second),
            share(tally.draws)
        ))?;
    }
    if stop.is_set() {
        output.interrupt();
    }
    Ok(())
}

fn play(played: &dyn AnyMatch, wanted: &PlayoutsArguments, stop: &Stop) -> Tally {
    let mut seeds = Dice::new(wanted.seed);
    let boards: Vec<_> =
        (0..wanted.threads).map(|_| (played.boxed_clone(), Dice::new(seeds.next_seed()))).collect();
    let deadline = Instant::now() + Duration::from_secs_f64(wanted.seconds);
    thread::scope(|scope| {
        let threads: Vec<_> = boards
            .into_iter()
            .map(|(board, mut dice)| {
                scope.spawn(move || {
                    let mut tally = Tally::default();
                    let is_time = || wanted.games.is_some() || Instant::now() < deadline;
                    let mut left = wanted.games.unwrap_or(u64::MAX);
                    while left > 0 && is_time() && !stop.is_set() {
                        let games = left.min(BATCH);
                        board.playouts(games, &mut dice, &mut tally);
                        left -= games;
                    }
                    tally
                })
            })
            .collect();
        let mut all = Tally::default();
        for thread in threads {
            all.add(&thread.join().expect("a thread that plays does not panic"));
        }
        all
    })
}
