//! `match`: two computer players, many games, and what they prove.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use quintet_arena::lateness::Lateness;
use quintet_arena::{
    Adjudication, Conditions, Contest, Estimate, Finished, Forfeited, Openings, Score, Sprt,
    Summary, Verdict, plot, series,
};
use quintet_catalog::{Catalog, Limits, Stop, read_records};
use quintet_core::text::counted;
use quintet_core::{Outcome, Record};
use quintet_players::{Pace, PlayerSpec, files};
use serde_json::{Value, json};

use crate::args::{ConditionsArguments, MatchArguments};
use crate::commands::contenders;
use crate::failure::{Usage, complain};
use crate::interrupt::stop_on_interrupt;
use crate::output::{Output, spelt};
use crate::position::Chosen;
use crate::progress;

/// The time for a move where a player would otherwise not stop.
const MOVE_TIME: Duration = Duration::from_millis(100);

/// Plays a match and prints its result.
pub fn run(catalog: Catalog, wanted: &MatchArguments, output: &mut Output) -> Result<()> {
    let chosen = wanted.game.look_up(catalog)?;
    let names = [wanted.a.clone(), wanted.b.clone()];
    let players = contenders::gather(&names, &wanted.conditions.engines, &chosen)?;
    let players = [players[0].clone(), players[1].clone()];
    let contest = Contest { sprt: wanted.sprt, ..contest(&chosen, players, &wanted.conditions)? };
    let stop = stop_on_interrupt();
    let started = Instant::now();
    let (summary, course) = play(&contest, "", wanted.records.as_deref(), &stop)?;
    let (seconds, is_interrupted) = (started.elapsed().as_secs_f64(), stop.is_set());
    if output.as_json() {
        output.line(as_object(&contest, &summary, seconds, is_interrupted))?;
    } else {
        write(&contest, &summary, seconds, is_interrupted, output)?;
    }
    if let Some(file) = &wanted.conditions.plot {
        let title = format!("{}: {} against {}", chosen.game.info().name, wanted.a, wanted.b);
        write_plot(file, &plot::course(&title, &course)?)?;
    }
    if is_interrupted {
        output.interrupt();
    }
    must_have_played(summary.score.games(), &summary.forfeits)?;
    summary.absent.map_or(Ok(()), |absent| Err(absent.into()))
}

/// Games that nobody played are no result.
pub fn must_have_played(games: u64, forfeits: &[u64]) -> Result<()> {
    if games > 0 && forfeits.iter().sum::<u64>() == games {
        bail!("{}: nothing was played to its end", counted_forfeits(games));
    }
    Ok(())
}

fn counted_forfeits(games: u64) -> String {
    if games == 1 {
        "the game was forfeited".into()
    } else {
        format!("all {games} games were forfeited")
    }
}

/// The match that the command line asks for. What could fail at its end is tried before its first game.
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
                .with_context(|| format!("{} holds no openings", file.display()))?
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
    if let Some(file) = &wanted.plot {
        let opened = OpenOptions::new().create(true).append(true).open(file);
        opened.with_context(|| format!("cannot write the plot to {}", file.display()))?;
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
        sprt: None,
    })
}

/// Plays a match, keeps its records, shows how it goes; also gives its course. What is told about a game begins with `whose`.
pub fn play(
    contest: &Contest,
    whose: &str,
    records: Option<&Path>,
    stop: &Stop,
) -> Result<(Summary, Vec<Estimate>)> {
    let (earlier, mut file) = match records {
        Some(path) => take_up(path)?,
        None => (Vec::new(), None),
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
            written = writeln!(file, "{}", json!(game.record)).and_then(|()| file.flush());
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

/// The games that were played before, and the file to add to. A line that was cut off when the match was
/// interrupted is left out.
fn take_up(path: &Path) -> Result<(Vec<Record>, Option<File>)> {
    let cannot = || format!("cannot use {} for records", path.display());
    // What is no file may never end.
    if path.exists() && !path.is_file() {
        return Err(Usage(format!("{} is no file: records need one", path.display())).into());
    }
    let text = if path.exists() {
        files::read_text(path, files::most::RESULTS).with_context(cannot)?
    } else {
        String::new()
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let earlier = read_records(whole).with_context(cannot)?;
    if whole.len() < text.len() {
        std::fs::write(path, whole).with_context(cannot)?;
    }
    let file = OpenOptions::new().create(true).append(true).open(path).with_context(cannot)?;
    Ok((earlier, Some(file)))
}

fn standing_text(summary: &Summary) -> String {
    let score = summary.score;
    format!(
        "+{} −{} ={}  {:.1} %  {}",
        score.wins,
        score.losses,
        score.draws,
        100.0 * score.share(),
        elo_text(&score.estimate(), 0)
    )
}

fn elo_text(estimate: &Estimate, digits: usize) -> String {
    difference_text("Elo", estimate.elo(), estimate.elo_interval(), digits)
}

/// A difference with its interval, which is lopsided where one side is much stronger, or the one bound that few or
/// one-sided games leave.
fn difference_text(name: &str, found: f64, interval: (f64, f64), digits: usize) -> String {
    match interval {
        (low, high) if low.is_finite() && high.is_finite() => {
            format!("{name} {found:.digits$} ({low:.digits$} to {high:.digits$})")
        }
        (low, _) if low.is_finite() => format!("{name} above {low:.digits$}"),
        (_, high) if high.is_finite() => format!("{name} below {high:.digits$}"),
        _ => format!("{name} unknown"),
    }
}

/// The result as one JSON object. What has no end, such as Elo where one side has all points, is `null`.
pub fn as_object(
    contest: &Contest,
    summary: &Summary,
    seconds: f64,
    is_interrupted: bool,
) -> Value {
    let info = contest.game.info();
    let estimate = summary.score.estimate();
    let (low, high) = estimate.interval();
    let (elo_low, elo_high) = estimate.elo_interval();
    let (nelo_low, nelo_high) = estimate.normalised_elo_interval();
    // Before the first game there is nothing to estimate from.
    let known = |value: f64| (summary.score.games() > 0).then_some(value);
    json!({
        "game": info.id,
        "variant": info.describe(contest.variant).id,
        "games": summary.score.games(),
        "a": contest.players[0].to_string(),
        "b": contest.players[1].to_string(),
        "a_wins": summary.score.wins,
        "b_wins": summary.score.losses,
        "draws": summary.score.draws,
        "elo": known(estimate.elo()),
        "elo_error": estimate.elo_error(),
        "elo_low": elo_low,
        "elo_high": elo_high,
        "nelo": known(estimate.normalised_elo()),
        "nelo_error": estimate.normalised_elo_error(),
        "nelo_low": nelo_low,
        "nelo_high": nelo_high,
        "forfeits": summary.forfeits.iter().sum::<u64>(),
        "a_forfeits": summary.forfeits[0],
        "b_forfeits": summary.forfeits[1],
        "forfeited": summary.forfeited.iter().map(forfeited_object).collect::<Vec<_>>(),
        "adjudicated": summary.adjudicated,
        "a_share": known(summary.score.share()),
        "a_share_low": low,
        "a_share_high": high,
        "los": known(estimate.superiority()),
        "pairs": summary.score.pairs,
        "unpaired": summary.score.singles.iter().sum::<u64>(),
        "sprt": contest.sprt.map(|sprt| sprt_object(sprt, &summary.score)),
        "moves": summary.moves,
        "a_latest_ms": milliseconds(summary.lateness[0].latest()),
        "b_latest_ms": milliseconds(summary.lateness[1].latest()),
        "a_p99_late_ms": milliseconds(summary.lateness[0].p99()),
        "b_p99_late_ms": milliseconds(summary.lateness[1].p99()),
        "interrupted": is_interrupted,
        "seed": contest.seed,
        "seconds": seconds,
    })
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn forfeited_object(forfeited: &Forfeited) -> Value {
    json!({
        "game": forfeited.index + 1,
        "by": if forfeited.by_a { "a" } else { "b" },
        "why": forfeited.forfeit.fault.to_string(),
        "last_words": forfeited.forfeit.last_words,
    })
}

fn sprt_object(sprt: Sprt, score: &Score) -> Value {
    let (lower, upper) = sprt.bounds();
    json!({
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "ratio": sprt.ratio(score),
        "lower": lower,
        "upper": upper,
        "verdict": verdict_word(sprt.verdict(score)),
    })
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}

/// Lateness that the machine may be the cause of, and that nobody needs to be told.
const HARDLY_LATE: Duration = Duration::from_millis(50);

fn write(
    contest: &Contest,
    summary: &Summary,
    seconds: f64,
    is_interrupted: bool,
    output: &mut Output,
) -> Result<()> {
    let [a, b] = &contest.players;
    let score = &summary.score;
    let estimate = score.estimate();
    let (low, high) = estimate.interval();
    let games = match score.games() {
        games if is_interrupted => format!("{games} of {} games, interrupted,", contest.games),
        1 => "1 game".into(),
        games => format!("{games} games"),
    };
    output.line(format_args!("{a} against {b}: {games} in {seconds:.1} s"))?;
    output.line(format_args!(
        "won {}, lost {}, drawn {}: {:.1} % of the points (95 %: {:.1} to {:.1} %)",
        score.wins,
        score.losses,
        score.draws,
        100.0 * score.share(),
        100.0 * low,
        100.0 * high
    ))?;
    let [none, half, one, more, both] = score.pairs;
    let alone = match score.singles.iter().sum::<u64>() {
        0 => String::new(),
        unpaired => format!("; without partner: {unpaired}"),
    };
    output.line(format_args!(
        "pairs with 0, 0.5, 1, 1.5, 2 points: {none}, {half}, {one}, {more}, {both}{alone}"
    ))?;
    let interval = estimate.normalised_elo_interval();
    output.line(format_args!(
        "{}, {}, LOS {:.1} %",
        elo_text(&estimate, 1),
        difference_text("nElo", estimate.normalised_elo(), interval, 1),
        100.0 * estimate.superiority()
    ))?;
    if let Some(sprt) = contest.sprt {
        let (lower, upper) = sprt.bounds();
        output.line(format_args!(
            "SPRT of Elo {} against {}: ratio {:.2} ({lower:.2} to {upper:.2}), {}",
            sprt.elo1,
            sprt.elo0,
            sprt.ratio(score),
            verdict_word(sprt.verdict(score))
        ))?;
    }
    if summary.forfeits != [0, 0] {
        output.line(format_args!(
            "forfeits: {a} {}, {b} {}",
            summary.forfeits[0], summary.forfeits[1]
        ))?;
    }
    if summary.adjudicated > 0 {
        output.line(format_args!("ended early: {} games", summary.adjudicated))?;
    }
    for (player, late) in [a, b].into_iter().zip(summary.lateness.each_ref().map(Lateness::latest))
    {
        if late > HARDLY_LATE {
            output.line(format_args!(
                "{player} took up to {} ms more than its time for a move",
                late.as_millis()
            ))?;
        }
    }
    Ok(())
}

/// Writes a picture to a file.
pub fn write_plot(file: &Path, svg: &str) -> Result<()> {
    std::fs::write(file, svg)
        .with_context(|| format!("cannot write the plot to {}", file.display()))
}
