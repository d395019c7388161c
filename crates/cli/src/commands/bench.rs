//! `bench`: a fixed amount of work for every game, with a signature.

use std::time::Instant;

use anyhow::Result;
use quintet_catalog::{AnyGame, Brain, Catalog, Dice, Limits, Stop, Tally, Thought};
use quintet_core::Variant;
use quintet_core::key::mix;
use serde_json::json;

use crate::output::{Output, speed, widest};

/// Perft goes as deep as gets past this many nodes.
const ENOUGH_NODES: u64 = 100_000;
const RANDOM_GAMES: u64 = 100_000;
const ENGINES: [&str; 3] = ["alphabeta", "mcts", "mcts:plain"];
const SEARCHED_NODES: u64 = 20_000;

/// What a piece of work came to.
struct Work {
    name: &'static str,
    nodes: u64,
    signature: u64,
    seconds: f64,
}

/// Does the work of these games, or of all if none is named, and prints it.
pub fn run(catalog: Catalog, names: &[String], output: &mut Output) -> Result<()> {
    let named = names.iter().map(|name| catalog.find(name)).collect::<Result<Vec<_>, _>>()?;
    let games = if named.is_empty() { catalog.games().to_vec() } else { named };
    let mut whole = 0;
    let infos = games.iter().map(|game| game.info());
    let variants = infos.clone().flat_map(|info| info.variants).map(|variant| variant.id);
    let widths = [widest(infos.map(|info| info.id)), widest(variants)];
    for game in &games {
        for variant in game.info().variants() {
            let searches = ENGINES.map(|engine| search(engine, *game, variant));
            let rules = [perft(*game, variant), random_games(*game, variant)];
            for work in rules.into_iter().chain(searches) {
                whole = mix(whole, work.signature);
                let names = [game.info().id, game.info().describe(variant).id];
                write(names, widths, &work, output)?;
                output.flush()?;
            }
        }
    }
    let signature = format!("{whole:016x}");
    Ok(output.tell(json!({ "signature": signature }), format_args!("signature {signature}"))?)
}

fn perft(game: &dyn AnyGame, variant: Variant) -> Work {
    let played = game.start(variant);
    let started = Instant::now();
    let (mut nodes, mut signature) = (0, 0);
    for depth in 1.. {
        let count = played.perft(depth, &Stop::new()).expect("nobody stops it");
        nodes += count;
        signature = mix(signature, count);
        // A small game ends before there are as many.
        if count >= ENOUGH_NODES || count == 0 {
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

/// A search from a position a few moves into a game, on one thread.
fn search(engine: &'static str, game: &dyn AnyGame, variant: Variant) -> Work {
    let mut played = game.start(variant);
    let mut dice = Dice::new(1);
    for _ in 0..4 {
        let Some(mv) = played.random_move(&mut dice) else { break };
        played.play(&mv).expect("a random move is legal");
    }
    let brain: Brain = engine.parse().expect("the engines of the bench have names");
    let mut mind = game.engine(&brain, 1);
    let limits = Limits { nodes: Some(SEARCHED_NODES), depth: None };
    let started = Instant::now();
    let report =
        mind.think(played.as_ref(), &Thought { limits, ..Thought::default() }, &mut |_| {});
    let seconds = started.elapsed().as_secs_f64();
    let letters = report.line.join(" ").into_bytes().into_iter().map(u64::from);
    let signature = letters.fold(mix(report.nodes, u64::from(report.depth)), mix);
    Work { name: engine, nodes: report.nodes, signature, seconds }
}

fn write(
    [game, variant]: [&str; 2],
    [wide, wide_variant]: [usize; 2],
    work: &Work,
    output: &mut Output,
) -> Result<()> {
    let Work { name, nodes, signature, seconds } = work;
    let signature = format!("{signature:016x}");
    let text = format!(
        "{game:<wide$} {variant:<wide_variant$} {name:<10} {nodes:>10} nodes {:>14}/s  {signature}",
        speed(*nodes, *seconds)
    );
    let object = json!({
        "game": game,
        "variant": variant,
        "work": name,
        "nodes": nodes,
        "seconds": seconds,
        "nodes_per_second": *nodes as f64 / seconds.max(1e-9),
        "signature": signature,
    });
    Ok(output.tell(object, text)?)
}
