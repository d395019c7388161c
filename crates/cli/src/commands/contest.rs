//! `match`: two computer players, many games, and what they prove.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use quintet_arena::muster::Absent;
use quintet_arena::{
    Adjudication, Conditions, Contest, Estimate, Finished, Openings, Summary, plot, series,
};
use quintet_catalog::{Catalog, Limits, Stop};
use quintet_core::Outcome;
use quintet_core::text::counted;
use quintet_players::{Pace, PlayerSpec, files};

use crate::args::{ConditionsArguments, MatchArguments};
use crate::commands::contenders;
use crate::commands::kept::{Kept, Plot};
use crate::commands::result::{as_object, standing_text, write};
use crate::failure::{Usage, complain};
use crate::interrupt::Interrupt;
use crate::output::{Output, spelt};
use crate::position::Chosen;
use crate::progress;

/// The time for a move where a player would otherwise not stop.
const MOVE_TIME: Duration = Duration::from_millis(100);

/// Plays a match and prints its result.
pub fn run(catalog: Catalog, wanted: &MatchArguments, output: &mut Output) -> Result<()> {
    let interrupt = Interrupt::watch(output.as_json());
    let chosen = wanted.game.look_up(catalog)?;
    let names = [wanted.a.clone(), wanted.b.clone()];
    let players = contenders::gather(&names, &wanted.conditions.engines, &chosen)?;
    let players = [players[0].clone(), players[1].clone()];
    let contest = contest(&chosen, players, &wanted.conditions)?;
    let picture = begin_plot(&wanted.conditions, wanted.records.as_deref())?;
    let stop = interrupt.stop();
    let started = Instant::now();
    let (summary, course) = play(&contest, "", wanted.records.as_deref(), &stop)?;
    let (seconds, is_interrupted) = (started.elapsed().as_secs_f64(), stop.is_set());
    if output.as_json() {
        output.line(as_object(&contest, &summary, seconds, is_interrupted))?;
    } else {
        write(&contest, &summary, seconds, is_interrupted, output)?;
    }
    if let Some(picture) = picture {
        let title = format!("{}: {} against {}", chosen.game.info().name, wanted.a, wanted.b);
        picture.draw(&plot::course(&title, &course)?)?;
    }
    if is_interrupted {
        output.interrupt();
    }
    must_have_played(summary.score.games(), &summary.forfeits, summary.absent)
}

/// Games that nobody played are no result, and a program that does not play any more has ended the rest.
pub fn must_have_played(games: u64, forfeits: &[u64], absent: Option<Absent>) -> Result<()> {
    let is_forfeited = games > 0 && forfeits.iter().sum::<u64>() == games;
    let unplayed = format!("{}: nothing was played to its end", counted_forfeits(games));
    match absent {
        Some(absent) if is_forfeited => bail!("{unplayed}; {absent}"),
        Some(absent) => Err(absent.into()),
        None if is_forfeited => bail!(unplayed),
        None => Ok(()),
    }
}

fn counted_forfeits(games: u64) -> String {
    match games {
        1 => "the game was forfeited".into(),
        2 => "both games were forfeited".into(),
        _ => format!("all {games} games were forfeited"),
    }
}

/// The picture that is wanted.
pub fn begin_plot<'a>(
    wanted: &'a ConditionsArguments,
    records: Option<&Path>,
) -> Result<Option<Plot<'a>>> {
    let file = wanted.plot.as_deref();
    file.map(|file| Plot::begin(file, wanted.overwrite, records)).transpose()
}

/// The match that the command line asks for.
pub fn contest(
    chosen: &Chosen,
    players: [PlayerSpec; 2],
    wanted: &ConditionsArguments,
) -> Result<Contest> {
    let openings = match &wanted.openings {
        None => wanted.random_opening.map_or(Openings::Own, |plies| Openings::Random { plies }),
        Some(file) => {
            let text = files::read_text(file, files::most::POSITIONS)
                .with_context(|| format!("cannot read {}", file.display()))?;
            Openings::read(&text, chosen.game, chosen.variant)
                .with_context(|| format!("cannot read openings from {}", file.display()))?
        }
    };
    if let Openings::Listed(lines) = &openings
        && wanted.games.div_ceil(2) > lines.len() as u64
    {
        let (come, count) = (if lines.len() == 1 { "comes" } else { "come" }, lines.len());
        complain(format_args!(
            "the {} {come} again after {} games: players that always answer alike then repeat their games",
            counted(count, "opening"),
            2 * count
        ));
    }
    let pace = match (wanted.movetime, wanted.clock) {
        (Some(milliseconds), _) => Pace::MoveTime(Duration::from_millis(milliseconds)),
        (None, Some((base, increment))) => {
            if let Some(program) = wanted.engines.iter().find(|program| program.time.is_some()) {
                let name = program.name.as_deref().unwrap_or_default();
                return Err(
                    Usage(format!("with --clock, {name} cannot have its own movetime")).into()
                );
            }
            Pace::Clock { remaining: [base; 2], increment: [increment; 2] }
        }
        (None, None) if wanted.nodes.is_none() && players.iter().any(PlayerSpec::is_tireless) => {
            Pace::MoveTime(MOVE_TIME)
        }
        (None, None) => Pace::Unlimited,
    };
    Ok(Contest {
        game: chosen.game,
        variant: chosen.variant,
        players,
        games: wanted.games,
        openings,
        conditions: Conditions {
            pace,
            limits: Limits { nodes: wanted.nodes, depth: None },
            adjudication: Adjudication { resign: wanted.resign, draw: wanted.draw },
        },
        seed: wanted.seed,
        workers: usize::from(wanted.workers),
        sprt: wanted.sprt,
    })
}

/// Plays a match, keeps its records, shows how it goes; also gives its course. What is told about a game begins with `whose`.
pub fn play(
    contest: &Contest,
    whose: &str,
    records: Option<&Path>,
    stop: &Stop,
) -> Result<(Summary, Vec<Estimate>)> {
    let (mut file, earlier) = match records {
        Some(path) => Kept::open(path).map(|(kept, earlier)| (Some(kept), earlier))?,
        None => (None, Vec::new()),
    };
    let tell_forfeit = |game: &Finished| {
        if let Some(forfeit) = &game.protocol.forfeit {
            let (loser, number) = (forfeiter(contest, game), game.index + 1);
            complain(format_args!("{whose}game {number}: {loser} {forfeit}"));
        }
    };
    let mut rounds = BTreeSet::new();
    for record in &earlier {
        let (round, line) = (series::round_of(record), record.lines.last().unwrap_or(&0));
        if !rounds.insert(round) {
            let of = records.unwrap_or(Path::new("")).display();
            complain(format_args!(
                "{of}: line {line}: game {round} is there before; this one does not count"
            ));
        }
    }
    let bar = progress::bar(contest.games, "games");
    bar.set_position(rounds.len() as u64);
    let mut written = Ok(());
    let mut course = Vec::new();
    let summary = series::play(contest, &earlier, stop, &mut |game, standing| {
        if let (Some(file), Ok(())) = (&mut file, &written) {
            written = file.add(&game.record);
            if written.is_err() {
                // What is not kept need not be played.
                stop.set();
            }
        }
        bar.suspend(|| tell_forfeit(game));
        course.push(standing.score.estimate());
        bar.inc(1);
        bar.set_message(spelt(standing_text(standing)));
    });
    bar.finish_and_clear();
    let of = |file: &Path| format!("cannot use {} for records", file.display());
    let summary = match records {
        Some(file) => summary.with_context(|| of(file))?,
        None => summary?,
    };
    written.context("cannot write the records")?;
    Ok((summary, course))
}

/// Who lost a game without losing by the rules.
fn forfeiter<'a>(contest: &'a Contest, game: &Finished) -> &'a PlayerSpec {
    let winner = game.record.result.and_then(Outcome::winner);
    &contest.players[usize::from(winner == Some(series::side_of_a(game.index)))]
}
