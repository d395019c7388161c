//! What an engine thinks of a finished game, position by position: which moves were mistakes.

use std::sync::Arc;
use std::time::Duration;

use quintet_catalog::{AnyGame, AnyMatch, Report};
use quintet_core::Player;
use quintet_sitting::{Analysis, Effort, Sitting, Wake};

/// How long the engine looks at a position.
const GLANCE: Duration = Duration::from_millis(200);

/// How much of the expected result a move may lose before it is marked, worst first.
const MARKS: [(f64, &str); 3] = [(0.35, "??"), (0.20, "?"), (0.10, "?!")];

/// An engine that goes through a game.
pub(super) struct Judge {
    game: &'static dyn AnyGame,
    /// The whole game.
    played: Box<dyn AnyMatch>,
    /// The first player's expected result after so many moves, and in words where it is proved.
    pub(super) values: Vec<Option<Value>>,
    current: Option<(usize, Player, Analysis)>,
    wake: Wake,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    /// For the first player, from 0 to 1.
    pub(super) first: f64,
    /// In words, where it is proved.
    pub(super) proved: Option<String>,
    /// The best line found.
    pub(super) line: Vec<String>,
}

impl Judge {
    /// Judges the moves of a game that stand.
    pub(super) fn new(sitting: &Sitting, wake: Wake) -> Judge {
        let played = sitting.played().boxed_clone();
        let values = vec![None; played.ply() + 1];
        Judge { game: sitting.game(), played, values, current: None, wake }
    }

    /// Takes in what was found and goes on to the next position, the one being looked at first. True if there is
    /// anything new.
    pub(super) fn poll(&mut self, looked_at: usize) -> bool {
        let mut news = false;
        if let Some((ply, turn, analysis)) = &mut self.current {
            news = analysis.poll();
            if analysis.is_done() {
                let player = self.game.info().player(*turn);
                self.values[*ply] = analysis.best().map(|best| value(best, *turn, player));
                self.current = None;
                news = true;
            }
        }
        if self.current.is_none() {
            self.begin(looked_at);
        }
        news
    }

    /// Whether there is something left to judge.
    pub(super) fn is_busy(&self) -> bool {
        self.current.is_some() || self.values.iter().any(Option::is_none)
    }

    /// Whether there is something left to judge and nobody at it.
    pub(super) fn is_idle(&self) -> bool {
        self.current.is_none() && self.values.iter().any(Option::is_none)
    }

    /// How many positions were judged.
    pub(super) fn judged(&self) -> usize {
        self.values.iter().flatten().count()
    }

    fn begin(&mut self, looked_at: usize) {
        let open = |ply: &usize| self.values[*ply].is_none();
        let around = [looked_at, looked_at.saturating_sub(1)].into_iter();
        let Some(ply) = around.chain(0..self.values.len()).find(open) else { return };
        let mut played = self.played.boxed_clone();
        played.reopen();
        while played.ply() > ply {
            played.undo();
        }
        let effort = Effort { lines: 1, time: Some(GLANCE), ..Effort::default() };
        let wake = Some(Arc::clone(&self.wake));
        let analysis = Analysis::start(self.game, played.as_ref(), effort, wake);
        if let Some(analysis) = analysis {
            self.current = Some((ply, played.turn(), analysis));
        } else {
            let winner = played.finish().and_then(|finish| finish.outcome.winner());
            let first = winner.map_or(0.5, |winner| f64::from(winner == Player::First));
            let proved = Some("the game is over".to_owned());
            self.values[ply] = Some(Value { first, proved, line: Vec::new() });
        }
    }

    /// How good the move was, where both positions around it are known.
    pub(super) fn mark(&self, index: usize) -> &'static str {
        let known = |ply: usize| self.values.get(ply).and_then(Option::as_ref);
        let (Some(before), Some(after)) = (known(index), known(index + 1)) else { return "" };
        let lost = match self.played.mover(index).expect("a move is judged") {
            Player::First => before.first - after.first,
            Player::Second => after.first - before.first,
        };
        MARKS.iter().find(|(least, _)| lost >= *least).map_or("", |(_, mark)| mark)
    }
}

fn value(best: &Report<String>, turn: Player, player: &str) -> Value {
    let chance = best.score.chance();
    let first = if turn == Player::First { chance } else { 1.0 - chance };
    let proved = best.score.is_proved().then(|| quintet_sitting::in_words(best.score, player));
    Value { first, proved, line: best.line.clone() }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use quintet_sitting::Setup;

    use super::*;

    #[test]
    fn a_move_that_loses_much_is_marked() {
        let seats = ["human".parse().unwrap(), "human".parse().unwrap()];
        let setup = Setup::new("momentum", seats);
        let mut sitting = Sitting::new(quintet_catalog::standard(), setup).unwrap();
        for mv in ["d4", "d5"] {
            sitting.play(mv, Instant::now()).unwrap();
        }
        let mut judge = Judge::new(&sitting, Arc::new(|| {}));
        let value = |first| Some(Value { first, proved: None, line: Vec::new() });
        judge.values = vec![value(0.9), value(0.5), value(0.55)];
        assert_eq!(judge.mark(0), "??");
        assert_eq!(judge.mark(1), "");
        judge.values = vec![value(0.5), value(0.5), value(0.72)];
        assert_eq!((judge.mark(0), judge.mark(1)), ("", "?"));
    }
}
