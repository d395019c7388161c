//! `analyze`: what an engine thinks of a position, or of every move of a game.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use quintet_catalog::{
    AnyEngine, AnyMatch, Catalog, Limits, Report, Score, Stop, Thought, read_records,
};
use quintet_core::contest::capital;
use quintet_core::{Player, Record};
use quintet_players::{Alarm, ProofFile};
use quintet_sitting::export::import;
use quintet_sitting::numbers::move_number;
use serde_json::{Value, json};

use crate::args::AnalyzeArguments;
use crate::failure::{Interrupted, Usage, complain};
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::position::Chosen;

/// How long to think when nothing else limits it.
const TIME: Duration = Duration::from_secs(5);
const TIME_A_MOVE: Duration = Duration::from_millis(500);

/// Analyses and prints.
pub fn run(catalog: Catalog, wanted: &AnalyzeArguments, output: &mut Output) -> Result<()> {
    if let Some(file) = &wanted.record {
        let record = first_record(file, wanted)?;
        let (game, _) = catalog.choose(&record.game, None)?;
        let mut engine = game.engine(&wanted.engine, 1);
        let proofs = Proofs::open(catalog, wanted, engine.as_mut());
        let done = every_move(catalog.replay(&record)?, wanted, engine.as_mut(), output);
        proofs.save();
        return done;
    }
    let id = wanted.game.as_deref().unwrap_or_default();
    let (game, variant) = catalog.choose(id, wanted.variant.as_deref())?;
    let mut engine = game.engine(&wanted.engine, 1);
    let proofs = Proofs::open(catalog, wanted, engine.as_mut());
    let done = position(wanted, &Chosen { game, variant }, engine.as_mut(), output);
    proofs.save();
    done
}

/// The file that proofs are kept in, if one is wanted. What is wrong with it is told and keeps nobody from thinking.
struct Proofs(Option<Arc<ProofFile>>);

impl Proofs {
    fn open(catalog: Catalog, wanted: &AnalyzeArguments, engine: &mut dyn AnyEngine) -> Proofs {
        let Some(file) = &wanted.proofs else { return Proofs(None) };
        match ProofFile::open(file, catalog) {
            Ok((file, left_out)) => {
                left_out.into_iter().for_each(complain);
                let file = Arc::new(file);
                engine.keep_proofs(Arc::clone(&file) as _);
                Proofs(Some(file))
            }
            Err(error) => {
                complain(error);
                Proofs(None)
            }
        }
    }

    fn save(&self) {
        if let Some(Err(error)) = self.0.as_ref().map(|file| file.save()) {
            complain(error);
        }
    }
}

fn position(
    wanted: &AnalyzeArguments,
    chosen: &Chosen,
    engine: &mut dyn AnyEngine,
    output: &mut Output,
) -> Result<()> {
    let played = chosen.set_up(wanted.position.as_deref())?;
    if let Some(finish) = played.finish() {
        let why = played.why();
        let object = json!({ "result": finish.outcome.to_string(), "why": why });
        return Ok(output.tell(object, format_args!("The game is over. {why}"))?);
    }
    let started = Instant::now();
    let mut written = Ok(());
    let player = capital(played.info().player(played.turn()));
    think(engine, played.as_ref(), wanted, TIME, &stop_on_interrupt(), &mut |report| {
        if written.is_ok() {
            written = write_report(report, &player, started, output);
        }
    });
    written
}

/// Thinks and tells every report, the last one at the end.
fn think(
    engine: &mut dyn AnyEngine,
    played: &dyn AnyMatch,
    wanted: &AnalyzeArguments,
    default_time: Duration,
    interrupt: &Stop,
    tell: &mut dyn FnMut(&Report<String>),
) -> Report<String> {
    let limits = Limits { nodes: wanted.nodes, depth: wanted.depth };
    let unlimited = limits == Limits::default() && wanted.time.is_none();
    let time = wanted.time.or(unlimited.then_some(default_time));
    let (stop, lines) = (interrupt.clone(), usize::from(wanted.lines));
    let thought = Thought { limits, stop, lines, ..Thought::default() };
    let _alarm = time.map(|time| Alarm::set(Instant::now() + time, thought.stop.clone()));
    let mut last = None;
    let best = engine.think(played, &thought, &mut |report| {
        tell(report);
        last = (report.rank == 0).then(|| report.clone()).or(last.take());
    });
    if last.as_ref() != Some(&best) {
        tell(&best);
    }
    best
}

fn write_report(
    report: &Report<String>,
    player: &str,
    started: Instant,
    output: &mut Output,
) -> Result<()> {
    let seconds = started.elapsed().as_secs_f64();
    if output.as_json() {
        output.line(as_object(report, seconds))?;
    } else {
        let rank = if report.rank == 0 { String::new() } else { format!("  {}.", report.rank + 1) };
        output.line(format_args!(
            "depth {:>2} {rank:<4} {:<28} {:>11} nodes {:>9.0}/s  {}",
            report.depth,
            in_words(report.score, player),
            report.nodes,
            report.nodes as f64 / seconds.max(1e-6),
            report.line.join(" ")
        ))?;
    }
    output.flush()?;
    Ok(())
}

fn as_object(report: &Report<String>, seconds: f64) -> Value {
    let (proved, moves_to_end) = match report.score {
        Score::Estimate(_) => (None, None),
        Score::Win(moves) => (Some("win"), Some(moves)),
        Score::Loss(moves) => (Some("loss"), Some(moves)),
        Score::Draw => (Some("draw"), None),
    };
    json!({
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": seconds,
        "score": report.score.chance(),
        "proved": proved,
        "moves_to_end": moves_to_end,
        "line": report.line,
        "rank": report.rank + 1,
    })
}

fn in_words(score: Score, player: &str) -> String {
    match score {
        Score::Estimate(_) => format!("{player} {:.0} %", 100.0 * score.chance()),
        Score::Win(moves) => format!("{player}: proved win in {moves}"),
        Score::Loss(moves) => format!("{player}: proved loss in {moves}"),
        Score::Draw => format!("{player}: proved draw"),
    }
}

/// A move of a game, judged.
struct Judged {
    side: Player,
    mv: String,
    best: Report<String>,
    /// The mover's chance after the move.
    after: f64,
}

impl Judged {
    /// What the move gave away, as the usual signs.
    fn mark(&self) -> &'static str {
        let best = self.best.line[0] == self.mv;
        match self.best.score.chance() - self.after {
            _ if best => "",
            lost if lost >= 0.30 => "??",
            lost if lost >= 0.15 => "?",
            lost if lost >= 0.08 => "?!",
            _ => "",
        }
    }
}

fn every_move(
    mut played: Box<dyn AnyMatch>,
    wanted: &AnalyzeArguments,
    engine: &mut dyn AnyEngine,
    output: &mut Output,
) -> Result<()> {
    let moves = played.moves();
    while played.undo() {}
    let interrupt = stop_on_interrupt();
    for (index, mv) in moves.iter().enumerate() {
        let judged = judge(mv, played.as_mut(), engine, wanted, &interrupt)?;
        // What was found in less time than the others had is worth less.
        if interrupt.is_set() {
            return Err(Interrupted("not all moves were judged").into());
        }
        if output.as_json() {
            output.line(json!({
                "ply": index + 1,
                "player": judged.side.to_string(),
                "move": judged.mv,
                "best": judged.best.line,
                "before": judged.best.score.chance(),
                "after": judged.after,
                "proved": judged.best.score.is_proved(),
                "mark": judged.mark(),
            }))?;
        } else {
            write_judged(move_number(index), &judged, played.info().player(judged.side), output)?;
        }
        output.flush()?;
    }
    Ok(())
}

/// The first game of a file; whoever names a game or a variant means one of that.
fn first_record(file: &Path, wanted: &AnalyzeArguments) -> Result<Record> {
    let text = import(file).with_context(|| format!("cannot read {}", file.display()))?;
    let records = read_records(&text)?;
    let record = records.into_iter().next();
    let record = record.ok_or_else(|| Usage(format!("{} is empty", file.display())))?;
    let is_meant = |wish: &Option<String>, is: &str| wish.as_deref().is_none_or(|wish| wish == is);
    if !is_meant(&wanted.game, &record.game) || !is_meant(&wanted.variant, &record.variant) {
        let problem = format!("the record is a game of {} ({})", record.game, record.variant);
        return Err(Usage(problem).into());
    }
    Ok(record)
}

/// Judges a move by the chances before and after it, and makes it.
fn judge(
    mv: &str,
    played: &mut dyn AnyMatch,
    engine: &mut dyn AnyEngine,
    wanted: &AnalyzeArguments,
    interrupt: &Stop,
) -> Result<Judged> {
    let side = played.turn();
    let mut chance = |played: &dyn AnyMatch| {
        // The time for a move sets it, too, and means only this one.
        let stop = Stop::new();
        let mut listen = |_: &Report<String>| {
            if interrupt.is_set() {
                stop.set();
            }
        };
        think(engine, played, wanted, TIME_A_MOVE, &stop, &mut listen)
    };
    let best = chance(played);
    played.play(mv)?;
    let after = match played.finish().map(|finish| finish.outcome.winner()) {
        Some(Some(winner)) => f64::from(u8::from(winner == side)),
        Some(None) => 0.5,
        None if played.turn() == side => chance(played).score.chance(),
        None => 1.0 - chance(played).score.chance(),
    };
    Ok(Judged { side, mv: mv.to_owned(), best, after })
}

fn write_judged(number: usize, judged: &Judged, player: &str, output: &mut Output) -> Result<()> {
    let mark = judged.mark();
    let shown = format!("{}{mark}", judged.mv);
    output.text(format_args!(
        "{number:>3}. {player:<6} {shown:<16} {:>5.1} %",
        100.0 * judged.after
    ))?;
    if !mark.is_empty() {
        output.text(format_args!("  better {}", judged.best.line[0]))?;
    }
    output.line("")?;
    Ok(())
}
