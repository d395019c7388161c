//! `data`: self-play as tables for learning programs.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use quintet_catalog::{Catalog, Limits};
use quintet_core::text::counted;
use quintet_data::SelfPlay;
use quintet_players::PlayerSpec;
use serde_json::json;

use crate::args::DataArguments;
use crate::commands::contenders::gather;
use crate::failure::complain;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress;

/// How long a player thinks that nothing else limits.
const TIME: Duration = Duration::from_millis(100);

/// Plays and writes, and tells what is there.
pub fn run(catalog: Catalog, wanted: &DataArguments, output: &mut Output) -> Result<()> {
    let interrupt = Interrupt::watch(output.as_json());
    let chosen = wanted.game.look_up(catalog)?;
    let names = [wanted.player.clone(), wanted.second.clone().unwrap_or(wanted.player.clone())];
    let players = gather(&names, &[], &chosen)?;
    let limits = Limits { nodes: wanted.nodes, depth: None };
    let tireless = wanted.nodes.is_none() && players.iter().any(PlayerSpec::is_tireless);
    let default_time = tireless.then_some(TIME);
    let selfplay = SelfPlay {
        game: chosen.game,
        variant: chosen.variant,
        players: [players[0].clone(), players[1].clone()],
        games: wanted.games,
        games_a_part: wanted.games_a_file,
        random_plies: wanted.random_opening,
        limits,
        time: wanted.movetime.map(Duration::from_millis).or(default_time),
        lines: usize::from(wanted.lines),
        seed: wanted.seed,
    };
    let folder = wanted.dir.clone().unwrap_or_else(|| {
        PathBuf::from(format!("data-{}-{}", chosen.game.info().id, chosen.variant_id()))
    });
    let bar = progress::bar(wanted.games, "games");
    let started = Instant::now();
    let (workers, stop) = (usize::from(wanted.workers), interrupt.stop());
    let written = quintet_data::write(&selfplay, &folder, workers, &stop, &mut |games| {
        bar.set_position(games);
    })?;
    bar.finish_and_clear();
    if written.is_stopped {
        complain("interrupted: the same command goes on from here");
        output.interrupt();
    }
    let seconds = started.elapsed().as_secs_f64();
    let object = json!({
        "dir": folder,
        "games": written.games,
        "files": written.files,
        "kept": written.kept,
        "complete": !written.is_stopped,
        "seconds": seconds,
    });
    let told = format!(
        "{} played in {seconds:.1} s; {} written to {}, {} there before",
        counted(written.games, "game"),
        counted(written.files, "file"),
        folder.display(),
        written.kept
    );
    Ok(output.tell(object, told)?)
}
