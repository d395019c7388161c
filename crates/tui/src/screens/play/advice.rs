//! What an engine says beside the game: a hint, an analysis, the evaluation bar.

use std::time::Duration;

use quintet_catalog::{Report, Score};
use quintet_core::Player;
use quintet_core::contest::capital;
use quintet_sitting::{Analysis, Effort, Sitting, Thinking, Wake};
use ratatui::text::{Line, Span};

use crate::context::Context;
use crate::table::Evaluation;

/// How many lines an analysis follows.
const LINES: usize = 3;
/// How many moves of an expected line are shown.
const SHOWN_MOVES: usize = 6;
/// How long an engine looks at a position for the evaluation bar.
const GLANCE: Duration = Duration::from_millis(300);

/// Where the cursor is, seen from a hint.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// On its next step.
    Here,
    /// On another one.
    There,
    /// In a move that begins otherwise.
    Elsewhere,
}

/// The advisers of a game. Each thinks about the current position only.
#[derive(Default)]
pub(crate) struct Advice {
    pub(crate) hint: Option<Analysis>,
    pub(crate) analysis: Option<Analysis>,
    glance: Option<Analysis>,
    /// Whether the analysis goes on from move to move.
    pub(crate) analysing: bool,
    pub(crate) evaluation: Evaluation,
}

impl Advice {
    /// The position is another one: what was said about the last is void.
    pub(crate) fn renew(&mut self, sitting: &Sitting, bar: bool, wake: Wake) {
        self.hint = None;
        self.analysis = if self.analysing { sitting.analyse(LINES) } else { None };
        let wanted = bar && !self.analysing && sitting.is_human(sitting.turn());
        self.glance = if wanted {
            let effort = Effort { lines: 1, time: Some(GLANCE), ..Effort::default() };
            Analysis::start(sitting.game(), sitting.played(), effort, Some(wake))
        } else {
            None
        };
        if let Some(finish) = sitting.finish() {
            let first =
                finish.outcome.winner().map_or(0.5, |winner| f64::from(winner == Player::First));
            self.evaluation = Evaluation { first: Some(first), proved: None };
        } else {
            self.evaluation.proved = None;
        }
    }

    /// Takes in what engines found. True if there is anything new.
    pub(crate) fn poll(&mut self, sitting: &Sitting, thinking: Option<&Thinking>) -> bool {
        let mut news = false;
        for engine in [&mut self.hint, &mut self.analysis, &mut self.glance].into_iter().flatten() {
            news |= engine.poll();
        }
        let best = [&self.analysis, &self.hint, &self.glance];
        let best = best.into_iter().flatten().find_map(Analysis::best);
        let report = thinking.and_then(Thinking::report).or(best);
        if let Some(report) = report {
            let evaluation = evaluation(sitting, report.score);
            news |= evaluation != self.evaluation;
            self.evaluation = evaluation;
        }
        news
    }

    /// The move of the hint, once the engine has made up its mind.
    pub(crate) fn hinted(&self) -> Option<&str> {
        let best = self.hint.as_ref().filter(|hint| hint.is_done())?.best()?;
        best.line.first().map(String::as_str)
    }

    /// Hint and analysis in words. Enter plays a hint only while the cursor is on it.
    pub(crate) fn lines(
        &self,
        sitting: &Sitting,
        place: Place,
        context: &Context,
    ) -> Vec<Line<'static>> {
        let theme = context.theme();
        let mut lines = Vec::new();
        if let Some(hint) = &self.hint {
            let state = match (hint.is_done(), place) {
                (false, _) => "hint …",
                (true, Place::Here) => "hint, Enter plays",
                (true, Place::There) => "hint",
                (true, Place::Elsewhere) => "hint: Backspace",
            };
            lines.push(Line::styled(state, theme.heading()));
            lines.extend(hint.best().map(|best| line(sitting, best, context)));
            if hint.is_done() && hint.best().is_none() {
                lines.push(Line::from("none: the engine failed"));
            }
        }
        if let Some(analysis) = &self.analysis {
            let depth = analysis.best().map_or(0, |best| best.depth);
            let state = if analysis.is_done() { "" } else { " …" };
            lines.push(Line::styled(format!("analysis, depth {depth}{state}"), theme.heading()));
            lines.extend(analysis.lines().iter().map(|report| line(sitting, report, context)));
        }
        lines
    }
}

/// A line of an engine: what it is worth, and the moves expected.
fn line(sitting: &Sitting, report: &Report<String>, context: &Context) -> Line<'static> {
    let theme = context.theme();
    let player = sitting.info().player(sitting.turn());
    let worth = match report.score {
        Score::Estimate(_) => format!("{player} {:.0} %", 100.0 * report.score.chance()),
        score => quintet_sitting::in_words(score, player),
    };
    let mut moves = report.line.iter().take(SHOWN_MOVES).cloned();
    let best = moves.next().unwrap_or_default();
    let mut rest: Vec<String> = moves.collect();
    if report.line.len() > SHOWN_MOVES {
        rest.push("…".into());
    }
    Line::from(vec![
        Span::styled(best, theme.accent()),
        Span::raw(format!("  {worth}")),
        Span::styled(format!("  {}", rest.join(" ")), theme.muted()),
    ])
}

/// What a score for the player to move means for the bar.
pub(crate) fn evaluation(sitting: &Sitting, score: Score) -> Evaluation {
    let chance = score.chance();
    let first = if sitting.turn() == Player::First { chance } else { 1.0 - chance };
    let player = sitting.info().player(sitting.turn());
    let proved = score.is_proved().then(|| capital(&quintet_sitting::in_words(score, player)));
    Evaluation { first: Some(first), proved }
}
