//! `report`: what play tells about a game.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use quintet_arena::plot::{self, Axes};
use quintet_arena::report::{FEWEST, FORESEEN, Findings, FirstPlayer, Spread, Studied, different};
use quintet_arena::series::round_of;
use quintet_arena::{Conditions, Contest, Openings};
use quintet_catalog::{Brain, Catalog, Limits, Stop, read_records};
use quintet_core::Record;
use quintet_core::text::counted;
use quintet_players::{PlayerSpec, files};
use serde_json::{Value, json};

use crate::args::ReportArguments;
use crate::commands::contest::play;
use crate::commands::kept::write_plot;
use crate::failure::Interrupted;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::position::Chosen;
use crate::progress;

/// A level that played against itself.
struct Level {
    number: u8,
    first: FirstPlayer,
    /// Each game once.
    records: Vec<Record>,
}

/// Lets levels play against themselves, studies the games of the strongest, and tells what they came to.
pub fn run(catalog: Catalog, wanted: &ReportArguments, output: &mut Output) -> Result<()> {
    let chosen = wanted.game.look_up(catalog)?;
    let folder = wanted.dir.clone().unwrap_or_else(|| {
        PathBuf::from(format!("report-{}-{}", chosen.game.info().id, chosen.variant_id()))
    });
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let stop = stop_on_interrupt();
    let mut levels = Vec::new();
    for number in wanted.levels.iter().collect::<BTreeSet<_>>() {
        levels.push(play_level(*number, wanted, &chosen, &folder, &stop)?);
    }
    let Some(strongest) = levels.iter().max_by_key(|level| level.number) else { return Ok(()) };
    let studied = study(catalog, strongest, wanted, &folder, &stop)?;
    if stop.is_set() {
        return Err(Interrupted("the same command goes on from here").into());
    }
    let findings = Findings::of(&studied);
    draw(&chosen, &levels, &findings, &studied, &folder)?;
    if output.as_json() {
        output.line(as_object(&chosen, wanted, &levels, &findings))?;
    } else {
        write(&chosen, wanted, &levels, strongest.number, &findings, &folder, output)?;
    }
    Ok(())
}

/// Lets a level play against itself; what was played before is not played again.
fn play_level(
    number: u8,
    wanted: &ReportArguments,
    chosen: &Chosen,
    folder: &Path,
    stop: &Stop,
) -> Result<Level> {
    let brain = Brain::Level(number, quintet_catalog::Settings::default());
    let contest = Contest {
        game: chosen.game,
        variant: chosen.variant,
        players: [PlayerSpec::Computer(brain.clone()), PlayerSpec::Computer(brain)],
        games: wanted.games,
        openings: Openings::Random { plies: wanted.random_opening },
        conditions: Conditions {
            limits: Limits { nodes: (number == 8).then_some(wanted.nodes), depth: None },
            ..Conditions::default()
        },
        seed: wanted.seed,
        workers: usize::from(wanted.workers),
        sprt: None,
    };
    let file = folder.join(format!("level-{number}.jsonl"));
    play(&contest, &format!("level {number}, "), Some(&file), stop)?;
    let text = files::read_text(&file, files::most::RESULTS)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let mut records = read_records(&text)?;
    records.sort_by_key(round_of);
    records.truncate(wanted.games as usize);
    let records = different(records);
    Ok(Level { number, first: FirstPlayer::of(&records), records })
}

/// Looks at every move of a level's games; those that were studied before are read.
fn study(
    catalog: Catalog,
    level: &Level,
    wanted: &ReportArguments,
    folder: &Path,
    stop: &Stop,
) -> Result<Vec<Studied>> {
    let file = folder.join(format!("studied-{}-{}.jsonl", level.number, wanted.nodes));
    let cannot = || format!("cannot use {}", file.display());
    let text = if file.exists() {
        files::read_text(&file, files::most::RESULTS).with_context(cannot)?
    } else {
        String::new()
    };
    // A line that was cut off is studied again.
    let mut studied: Vec<Studied> =
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let open = OpenOptions::new().create(true).append(true).open(&file);
    let mut open: File = open.with_context(cannot)?;
    if !text.is_empty() && !text.ends_with('\n') {
        writeln!(open).with_context(cannot)?;
    }
    let bar = progress::bar(level.records.len() as u64, "games studied");
    bar.set_position(studied.len() as u64);
    for record in &level.records {
        if stop.is_set() {
            break;
        }
        if studied.iter().any(|game| game.number == round_of(record)) {
            continue;
        }
        let game = Studied::of(catalog, record, wanted.nodes)?;
        writeln!(open, "{}", json!(game)).with_context(cannot)?;
        studied.push(game);
        bar.inc(1);
    }
    bar.finish_and_clear();
    // There may be more of an earlier report with more games.
    let wanted: BTreeSet<u64> = level.records.iter().map(round_of).collect();
    studied.retain(|game| wanted.contains(&game.number));
    Ok(studied)
}

fn as_object(
    chosen: &Chosen,
    wanted: &ReportArguments,
    levels: &[Level],
    findings: &Findings,
) -> Value {
    let first_player = levels.iter().map(|level| {
        let mut told = json!(level.first);
        told["level"] = level.number.into();
        told
    });
    json!({
        "game": chosen.game.info().id,
        "variant": chosen.variant_id(),
        "seed": wanted.seed,
        "nodes": wanted.nodes,
        "random_opening": wanted.random_opening,
        "first_player": first_player.collect::<Vec<_>>(),
        "games": findings.games,
        "draws": findings.draws,
        "length": findings.length,
        "lead_changes": findings.lead_changes,
        "branching": findings.branching,
        "foreseen": findings.foreseen,
        "foreseen_from": findings.foreseen_from,
    })
}

fn write(
    chosen: &Chosen,
    wanted: &ReportArguments,
    levels: &[Level],
    strongest: u8,
    findings: &Findings,
    folder: &Path,
    output: &mut Output,
) -> Result<()> {
    let info = chosen.game.info();
    output.line(format_args!("{}, {}", info.name, chosen.variant_id()))?;
    output.line(format_args!(
        "\nThe first player's share of the points and games with a winner, each level against itself, after {}:",
        counted(wanted.random_opening, "random move")
    ))?;
    for Level { number, first, .. } in levels {
        output.line(format_args!(
            "  level {number}  {}; decided {}; {}",
            percent(first.share, first.share_low, first.share_high),
            percent(first.decided, first.decided_low, first.decided_high),
            counted(first.games, "different game")
        ))?;
    }
    let games = counted(findings.games, "game");
    output.line(format_args!("\n{games} of level {strongest}:"))?;
    if let Some(length) = findings.length {
        output.line(format_args!("  moves a game: {}", in_words(length)))?;
    }
    // Some of them: JSON and the plot have all.
    let by_move = findings.branching.iter().enumerate();
    let some = by_move.step_by((findings.branching.len() / 8).max(1));
    let some: Vec<String> =
        some.map(|(made, choices)| format!("{:.0} at move {}", choices.mean, made + 1)).collect();
    output.line(format_args!("  legal moves on average: {}", some.join(", ")))?;
    if let Some(changes) = findings.lead_changes {
        output.line(format_args!("  changes of the lead: {}", in_words(changes)))?;
    }
    let most = 100.0 * FORESEEN;
    let decided = findings.games - findings.draws;
    match findings.foreseen_from {
        _ if decided < FEWEST => output.line(format_args!(
            "  {} with a winner: too few to say from when on a search sees it",
            counted(decided, "game")
        ))?,
        Some(ply) => output.line(format_args!(
            "  a search of {} positions sees the winner of {most:.0} % from move {} on",
            wanted.nodes,
            ply + 1
        ))?,
        None => output.line(format_args!(
            "  a search of {} positions never sees the winner of {most:.0} % before the end",
            wanted.nodes
        ))?,
    }
    output.line(format_args!("\nGames and plots are in {}.", folder.display()))?;
    Ok(())
}

/// A share with its interval.
fn percent(share: f64, low: f64, high: f64) -> String {
    format!("{:5.1} % (95 %: {:.1} to {:.1} %)", 100.0 * share, 100.0 * low, 100.0 * high)
}

fn in_words(spread: Spread) -> String {
    let Spread { mean, least, lower, median, upper, most } = spread;
    format!(
        "{mean:.1} on average, half of them {lower} to {upper}, median {median}, from {least} to {most}"
    )
}

fn draw(
    chosen: &Chosen,
    levels: &[Level],
    findings: &Findings,
    studied: &[Studied],
    folder: &Path,
) -> Result<()> {
    let name = chosen.game.info().name;
    let title = |what: &str| format!("{name}, {}: {what}", chosen.variant_id());
    let lengths: Vec<usize> = studied.iter().map(|game| game.choices.len()).collect();
    let changes: Vec<usize> = studied.iter().map(Studied::lead_changes).collect();
    let branching: Vec<(f64, f64, f64)> = findings
        .branching
        .iter()
        .map(|choices| (choices.lower, choices.median, choices.upper))
        .collect();
    let first: Vec<_> = levels
        .iter()
        .map(|level| {
            let FirstPlayer { share, share_low, share_high, .. } = level.first;
            (f64::from(level.number), share, (share_low, share_high))
        })
        .collect();
    let pictures = [
        (
            "length",
            plot::histogram(
                Axes { title: &title("moves a game"), x: "moves", y: "games", top: None },
                &lengths,
            )?,
        ),
        (
            "branching",
            plot::banded_line(
                Axes {
                    title: &title("legal moves, median and middle half"),
                    x: "moves made",
                    y: "legal moves",
                    top: None,
                },
                &branching,
            )?,
        ),
        (
            "lead-changes",
            plot::histogram(
                Axes { title: &title("changes of the lead"), x: "changes", y: "games", top: None },
                &changes,
            )?,
        ),
        (
            "foreseen",
            plot::line(
                Axes {
                    title: &title("games whose winner is foreseen"),
                    x: "moves made",
                    y: "share of games",
                    top: Some(1.0),
                },
                &findings.foreseen,
            )?,
        ),
        (
            "first-player",
            plot::intervals(
                Axes {
                    title: &title("the first player's share"),
                    x: "level",
                    y: "share of the points",
                    top: Some(1.0),
                },
                &first,
            )?,
        ),
    ];
    for (name, svg) in pictures {
        write_plot(&folder.join(format!("{name}.svg")), &svg)?;
    }
    Ok(())
}
