//! What a strong engine thinks of a position, beside the game: a hint, or lines that deepen until they are stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use quintet_catalog::{AnyGame, AnyMatch, Brain, Limits, Report, Score, Stop, Thought};
use quintet_players::Alarm;

use crate::computer::Wake;

/// How long a hint is thought about.
pub const HINT_TIME: Duration = Duration::from_secs(1);

/// How much an engine is to think. What is `None` does not limit it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many of the best moves to follow.
    pub lines: usize,
    /// For how long.
    pub time: Option<Duration>,
    /// How many positions to visit.
    pub nodes: Option<u64>,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { lines: 1, time: None, nodes: None }
    }
}

/// An engine that thinks about one position. Dropped, it stops; nobody waits for it.
pub struct Analysis {
    news: Receiver<Report<String>>,
    stop: Stop,
    lines: Vec<Report<String>>,
    done: bool,
}

impl Analysis {
    /// Begins to think about the current position of a match of that game. Whoever is to be woken is called when there is something new to
    /// [`poll`](Analysis::poll), the end included. `None` if the match has ended.
    pub fn start(
        game: &'static dyn AnyGame,
        played: &dyn AnyMatch,
        effort: Effort,
        wake: Option<Wake>,
    ) -> Option<Analysis> {
        if played.finish().is_some() {
            return None;
        }
        let Effort { lines, time, nodes } = effort;
        let stop = Stop::new();
        let limits = Limits { nodes, depth: None };
        let thought = Thought { lines, stop: stop.clone(), limits, ..Thought::default() };
        let (told, news) = channel();
        let played = played.boxed_clone();
        thread::spawn(move || {
            let wake = || wake.iter().for_each(|wake| wake());
            // Where an engine fails, its lines end. The failure itself is told by whoever tells of panics.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                think(game, played.as_ref(), &thought, time, &|report| {
                    let _ = told.send(report.clone());
                    wake();
                });
            }));
            // The end is news, too: it is told by the closed channel.
            drop(told);
            wake();
        });
        Some(Analysis { news, stop, lines: Vec::new(), done: false })
    }

    /// Takes in what was found since the last look and says whether that was anything. Never waits.
    pub fn poll(&mut self) -> bool {
        let mut changed = false;
        loop {
            match self.news.try_recv() {
                Ok(report) => {
                    self.take(report);
                    changed = true;
                }
                Err(reason) => {
                    let ended = reason == TryRecvError::Disconnected;
                    changed |= ended && !self.done;
                    self.done |= ended;
                    return changed;
                }
            }
        }
    }

    /// Waits until the engine has come to its end. Without a time limit that may be never.
    pub fn wait(&mut self) {
        while let Ok(report) = self.news.recv() {
            self.take(report);
        }
        self.done = true;
    }

    /// The best lines found so far, the best first. Empty until there is one.
    pub fn lines(&self) -> &[Report<String>] {
        &self.lines
    }

    /// The best line found so far.
    pub fn best(&self) -> Option<&Report<String>> {
        self.lines.first()
    }

    /// Whether the engine has come to its end: its time is up, or it has proved the result, or it failed, perhaps without a line.
    pub fn is_done(&self) -> bool {
        self.done
    }

    fn take(&mut self, report: Report<String>) {
        let rank = report.rank.min(self.lines.len());
        if rank == self.lines.len() {
            self.lines.push(report);
        } else {
            self.lines[rank] = report;
        }
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.set();
    }
}

fn think(
    game: &'static dyn AnyGame,
    played: &dyn AnyMatch,
    thought: &Thought,
    time: Option<Duration>,
    tell: &dyn Fn(&Report<String>),
) {
    let strongest = Brain::Level(8, quintet_catalog::Settings::default());
    let mut engine = game.engine(&strongest, 1);
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let _alarm = deadline.map(|deadline| Alarm::set(deadline, thought.stop.clone()));
    let best = engine.think(played, thought, &mut |report| tell(report));
    tell(&best);
}

/// A score in words, for the player who is to move.
pub fn in_words(score: Score, player: &str) -> String {
    match score {
        Score::Estimate(_) => format!("{player} {:.0} %", 100.0 * score.chance()),
        Score::Win(moves) => format!("{player}: proved win in {moves}"),
        Score::Loss(moves) => format!("{player}: proved loss in {moves}"),
        Score::Draw => format!("{player}: proved draw"),
    }
}
