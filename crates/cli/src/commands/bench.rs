//! `bench`: a fixed amount of work for every game, with a signature.

use std::time::Instant;

use anyhow::Result;
use quintet_catalog::{AnyGame, Dice, Tally, games};
use quintet_core::Variant;
use quintet_core::key::mix;
use serde_json::json;

use crate::output::Output;

/// Perft goes as deep as gets past this many nodes.
const ENOUGH_NODES: u64 = 100_000;
const RANDOM_GAMES: u64 = 100_000;

/// What a piece of work came to.
struct Work {
    name: &'static str,
    nodes: u64,
    signature: u64,
    seconds: f64,
}

/// Does the work and prints it.
pub fn run(as_json: bool, output: &mut Output) -> Result<()> {
    let mut whole = 0;
    for game in games() {
        for variant in game.info().variants() {
            for work in [perft(*game, variant), random_games(*game, variant)] {
                whole = mix(whole, work.signature);
                write(*game, variant, &work, as_json, output)?;
                output.flush()?;
            }
        }
    }
    if as_json {
        output.line(json!({ "signature": format!("{whole:016x}") }))?;
    } else {
        output.line(format_args!("signature {whole:016x}"))?;
    }
    Ok(())
}

fn perft(game: &dyn AnyGame, variant: Variant) -> Work {
    let played = game.start(variant);
    let started = Instant::now();
    let (mut nodes, mut signature) = (0, 0);
    for depth in 1.. {
        let count = played.perft(depth);
        nodes += count;
        signature = mix(signature, count);
        if count >= ENOUGH_NODES {
            break;
        }
    }
    Work { name: "perft", nodes, signature, seconds: started.elapsed().as_secs_f64() }
}

fn random_games(game: &dyn AnyGame, variant: Variant) -> Work {
    let played = game.start(variant);
    let started = Instant::now();
    let mut tally = Tally::default();
    played.playouts(RANDOM_GAMES, &mut Dice::new(1), &mut tally);
    let counts = [tally.plies, tally.first, tally.second, tally.draws, tally.counted_moves];
    let signature = counts.into_iter().fold(0, mix);
    Work {
        name: "playouts",
        nodes: tally.plies,
        signature,
        seconds: started.elapsed().as_secs_f64(),
    }
}

fn write(
    game: &dyn AnyGame,
    variant: Variant,
    work: &Work,
    as_json: bool,
    output: &mut Output,
) -> Result<()> {
    let (game, variant) = (game.info().id, game.info().describe(variant).id);
    let speed = work.nodes as f64 / work.seconds.max(1e-9);
    if as_json {
        output.line(json!({
            "game": game,
            "variant": variant,
            "work": work.name,
            "nodes": work.nodes,
            "seconds": work.seconds,
            "nodes_per_second": speed,
            "signature": format!("{:016x}", work.signature),
        }))?;
    } else {
        output.line(format_args!(
            "{game:<9} {variant:<9} {:<9} {:>10} nodes {:>8.1} million/s  {:016x}",
            work.name,
            work.nodes,
            speed / 1e6,
            work.signature
        ))?;
    }
    Ok(())
}
