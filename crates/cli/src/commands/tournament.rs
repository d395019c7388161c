//! `tournament`: computer players meet each other.

use std::collections::HashSet;

use anyhow::{Context as _, Result};
use quintet_arena::plot;
use quintet_arena::tournament::{Format, Table};
use quintet_catalog::Catalog;
use quintet_core::text::counted;
use serde_json::json;

use crate::args::TournamentArguments;
use crate::commands::contenders;
use crate::commands::contest::{begin_plot, contest, must_have_played, play};
use crate::commands::result::{as_object, sprt_text};
use crate::failure::Usage;
use crate::interrupt::Interrupt;
use crate::output::Output;

/// Which of the players has that name.
fn place_of(name: &str, players: &[String]) -> Result<usize> {
    players.iter().position(|player| player == name).ok_or_else(|| {
        Usage(format!(
            "expected one of the players after --anchor ({}), got `{name}`",
            players.join(", ")
        ))
        .into()
    })
}

/// Plays all pairings and prints the table.
pub fn run(catalog: Catalog, wanted: &TournamentArguments, output: &mut Output) -> Result<()> {
    let interrupt = Interrupt::watch(output.as_json());
    let chosen = wanted.game.look_up(catalog)?;
    let format = match wanted.neighbours {
        Some(reach) => Format::Neighbours(reach.into()),
        None if wanted.gauntlet => Format::Gauntlet,
        None => Format::RoundRobin,
    };
    let mut names = HashSet::new();
    if let Some(twice) = wanted.players.iter().find(|name| !names.insert(*name)) {
        return Err(Usage(format!("expected different players, got `{twice}` twice")).into());
    }
    let anchor =
        wanted.anchor.as_deref().map(|name| place_of(name, &wanted.players)).transpose()?;
    if let Some(folder) = &wanted.records {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let players = contenders::gather(&wanted.players, &wanted.conditions.engines, &chosen)?;
    let stop = interrupt.stop();
    let picture = begin_plot(&wanted.conditions, None)?;
    let forfeits = vec![0; players.len()];
    let (mut absent, mut verdicts) = (None, Vec::new());
    let mut table = Table { players: players.clone(), results: Vec::new(), forfeits, anchor };
    for [a, b] in format.pairings(players.len()) {
        if stop.is_set() {
            break;
        }
        let pairing = [players[a].clone(), players[b].clone()];
        let contest = contest(&chosen, pairing, &wanted.conditions)?;
        let file =
            wanted.records.as_ref().map(|folder| folder.join(format!("{}-{}.jsonl", a + 1, b + 1)));
        let started = std::time::Instant::now();
        let whose = format!("{} against {}, ", players[a], players[b]);
        let (summary, _) = play(&contest, &whose, file.as_deref(), &stop)?;
        if output.as_json() {
            let seconds = started.elapsed().as_secs_f64();
            output.line(as_object(&contest, &summary, seconds, stop.is_set()))?;
            output.flush()?;
        }
        if let Some(sprt) = contest.sprt {
            let pairing = whose.trim_end_matches(", ");
            verdicts.push(format!("{pairing}: {}", sprt_text(sprt, &summary.course)));
        }
        table.results.push(([a, b], summary.score));
        table.forfeits[a] += summary.forfeits[0];
        table.forfeits[b] += summary.forfeits[1];
        if summary.absent.is_some() {
            absent = summary.absent;
            break;
        }
    }
    let played: u64 = table.results.iter().map(|(_, score)| score.games()).sum();
    if output.as_json() {
        for standing in table.standings() {
            output.line(json!({
                "player": table.players[standing.player].to_string(),
                "elo": standing.elo,
                "elo_fitted": standing.fitted,
                "elo_low": standing.interval.0,
                "elo_high": standing.interval.1,
                "points": standing.points,
                "games": standing.games,
                "forfeits": table.forfeits[standing.player],
            }))?;
        }
    } else {
        if stop.is_set() {
            let wanted = wanted.conditions.games * format.pairings(players.len()).len() as u64;
            output.line(format_args!("{played} of {}, interrupted", counted(wanted, "game")))?;
        }
        output.text(&table)?;
        for verdict in verdicts {
            output.line(verdict)?;
        }
    }
    if let Some(picture) = picture {
        picture.draw(&plot::ratings(chosen.game.info().name, &table)?)?;
    }
    if stop.is_set() {
        output.interrupt();
    }
    must_have_played(played, &table.forfeits, absent)
}
