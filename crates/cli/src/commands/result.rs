//! What a match came to, as text and as JSON.

use std::time::Duration;

use anyhow::Result;
use quintet_arena::lateness::Lateness;
use quintet_arena::{Contest, Estimate, Forfeited, Sprt, Summary, Verdict, sprt::Course};
use quintet_core::text::counted;
use serde_json::{Value, json};

use crate::output::Output;

/// How a match stands, in a line.
pub fn standing_text(summary: &Summary) -> String {
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
        "sprt": contest.sprt.map(|sprt| sprt_object(sprt, &summary.course)),
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

fn sprt_object(sprt: Sprt, course: &Course) -> Value {
    let (lower, upper) = sprt.bounds();
    json!({
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "ratio": course.ratio(&sprt),
        "lower": lower,
        "upper": upper,
        "pairs": course.pairs(),
        "verdict": verdict_word(course.verdict()),
    })
}

/// How a sequential test goes, or how it was decided.
pub fn sprt_text(sprt: Sprt, course: &Course) -> String {
    let (lower, upper) = sprt.bounds();
    format!(
        "SPRT of Elo {} against {}: ratio {:.2} ({lower:.2} to {upper:.2}), {} after {}",
        sprt.elo1,
        sprt.elo0,
        course.ratio(&sprt),
        verdict_word(course.verdict()),
        counted(course.pairs(), "pair")
    )
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}

/// How likely something is, which games never make certain.
fn likelihood_text(likelihood: f64) -> String {
    match likelihood {
        much if much >= 0.9995 => ">99.9 %".into(),
        little if little < 0.0005 => "<0.1 %".into(),
        likelihood => format!("{:.1} %", 100.0 * likelihood),
    }
}

/// Lateness that the machine may be the cause of, and that nobody needs to be told.
const HARDLY_LATE: Duration = Duration::from_millis(50);

/// Writes the result as text.
pub fn write(
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
    if score.games() == 0 {
        // Nothing can be estimated from no games, and nobody was late or failed in one.
        return Ok(());
    }
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
        "{}, {}, LOS {}",
        elo_text(&estimate, 1),
        difference_text("nElo", estimate.normalised_elo(), interval, 1),
        likelihood_text(estimate.superiority())
    ))?;
    if let Some(sprt) = contest.sprt {
        output.line(sprt_text(sprt, &summary.course))?;
    }
    if summary.forfeits != [0, 0] {
        output.line(format_args!(
            "forfeits: {a} {}, {b} {}",
            summary.forfeits[0], summary.forfeits[1]
        ))?;
    }
    if summary.adjudicated > 0 {
        output.line(format_args!("ended early: {}", counted(summary.adjudicated, "game")))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_likelihood_is_told_as_certain() {
        for (likelihood, told) in [
            (1.0, ">99.9 %"),
            (0.99969, ">99.9 %"),
            (0.9994, "99.9 %"),
            (0.5, "50.0 %"),
            (0.0006, "0.1 %"),
            (0.0004, "<0.1 %"),
            (0.0, "<0.1 %"),
        ] {
            assert_eq!(likelihood_text(likelihood), told);
        }
    }
}
