//! Computer players without their types.

use std::any::Any;

use quintet_core::tactics::{Favourite, Level};
use quintet_core::{Match, Show, Tactics};
use quintet_search::alphabeta::{self, AlphaBeta};
use quintet_search::distraction::{Distracted, PartialView};
use quintet_search::mcts::{self, Mcts, Style};
use quintet_search::proving::Proving;
use quintet_search::{Engine, Limits, Report, Score, Stop, Task};

use crate::brain::{Brain, Settings};
use crate::dice::Dice;
use crate::played::AnyMatch;

/// A computer player of one game; moves are texts.
pub trait AnyEngine: Send {
    /// Thinks about the current position of a running match of its game and gives the best line found;
    /// tells better ones on the way.
    ///
    /// # Panics
    /// If the match has ended or is of another game.
    fn think(
        &mut self,
        played: &dyn AnyMatch,
        thought: &Thought,
        tell: &mut dyn FnMut(&Report<String>),
    ) -> Report<String>;

    /// Forgets what it learned: a new game begins.
    fn forget(&mut self);
}

/// How an engine is to think.
#[derive(Clone, Debug)]
pub struct Thought {
    /// How far. An engine with a limit of its own, such as a level, keeps to the smaller.
    pub limits: Limits,
    /// Ends it from outside.
    pub stop: Stop,
    /// How many of the best moves to report.
    pub lines: usize,
}

impl Default for Thought {
    fn default() -> Self {
        Thought { limits: Limits::default(), stop: Stop::new(), lines: 1 }
    }
}

/// Makes the engine of a game.
pub(crate) fn engine<G: Show + Tactics>(brain: &Brain, seed: u64) -> Box<dyn AnyEngine> {
    let settings = brain.settings();
    let search = |engine: Box<dyn Engine<G>>| -> Box<dyn AnyEngine> {
        Box::new(Searcher { engine, limits: settings.limits, seeds: Dice::new(seed) })
    };
    match brain {
        Brain::Random | Brain::Level(1, _) => Box::new(Chooser::<G> {
            dice: Dice::new(seed),
            choose: |game, dice| game.random_move(dice),
        }),
        Brain::Greedy | Brain::Level(2, _) => Box::new(Chooser::<G> {
            dice: Dice::new(seed),
            choose: |game, dice| game.greedy_move(dice),
        }),
        Brain::Level(level, _) => {
            let Some(Level { nodes, sight }) = G::LEVELS.get(usize::from(*level) - 3) else {
                return search(proving(by::<G>(G::FAVOURITE, &settings), &settings));
            };
            let limits = tighter(settings.limits, Limits { nodes: Some(*nodes), depth: None });
            let settings = Settings { limits, ..settings };
            let engine: Box<dyn Engine<G>> = if *sight < 100 {
                Box::new(Distracted::new(by::<PartialView<G>>(G::LEVEL_SEARCH, &settings), *sight))
            } else {
                by::<G>(G::LEVEL_SEARCH, &settings)
            };
            Box::new(Searcher { engine, limits, seeds: Dice::new(seed) })
        }
        Brain::AlphaBeta(_) => search(proving(alpha_beta(&settings), &settings)),
        Brain::Mcts(_) => search(proving(monte_carlo(&settings, Style::of::<G>()), &settings)),
        Brain::PlainMcts(_) => search(monte_carlo(&settings, Style::Plain)),
    }
}

fn proving<G: Tactics>(engine: Box<dyn Engine<G>>, settings: &Settings) -> Box<dyn Engine<G>> {
    Box::new(Proving::new(engine, settings.threads.map_or(1, usize::from)))
}

fn by<G: Tactics>(search: Favourite, settings: &Settings) -> Box<dyn Engine<G>> {
    match search {
        Favourite::AlphaBeta => alpha_beta(settings),
        Favourite::MonteCarlo => monte_carlo(settings, Style::of::<G>()),
    }
}

fn alpha_beta<G: Tactics>(settings: &Settings) -> Box<dyn Engine<G>> {
    let default = alphabeta::Options::default();
    // A search of few positions needs no large table, and a large one takes time to make.
    let needed = settings.limits.nodes.unwrap_or(u64::MAX).saturating_mul(1 << 10);
    let most = settings.megabytes.map_or(default.hash_bytes, bytes);
    Box::new(AlphaBeta::new(alphabeta::Options {
        hash_bytes: most.min(usize::try_from(needed).unwrap_or(most)),
        threads: settings.threads.map_or(default.threads, usize::from),
    }))
}

fn monte_carlo<G: Tactics>(settings: &Settings, style: Style) -> Box<dyn Engine<G>> {
    let default = mcts::Options::default();
    Box::new(Mcts::new(mcts::Options {
        memory_bytes: settings.megabytes.map_or(default.memory_bytes, bytes),
        threads: settings.threads.map_or(default.threads, usize::from),
        style,
    }))
}

fn bytes(megabytes: u32) -> usize {
    (megabytes as usize) << 20
}

fn tighter(a: Limits, b: Limits) -> Limits {
    fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
    Limits { nodes: smaller(a.nodes, b.nodes), depth: smaller(a.depth, b.depth) }
}

/// A player that chooses without searching.
struct Chooser<G: Tactics> {
    dice: Dice,
    choose: fn(&G, &mut Dice) -> G::Move,
}

impl<G: Show + Tactics> AnyEngine for Chooser<G> {
    fn think(
        &mut self,
        played: &dyn AnyMatch,
        _thought: &Thought,
        _tell: &mut dyn FnMut(&Report<String>),
    ) -> Report<String> {
        let mv = (self.choose)(typed::<G>(played).position(), &mut self.dice);
        Report {
            rank: 0,
            depth: 0,
            nodes: 1,
            score: Score::Estimate(0),
            line: vec![mv.to_string()],
        }
    }

    fn forget(&mut self) {}
}

/// A player that searches.
struct Searcher<G: Tactics> {
    engine: Box<dyn Engine<G>>,
    limits: Limits,
    seeds: Dice,
}

impl<G: Show + Tactics> AnyEngine for Searcher<G> {
    fn think(
        &mut self,
        played: &dyn AnyMatch,
        thought: &Thought,
        tell: &mut dyn FnMut(&Report<String>),
    ) -> Report<String> {
        let task = Task {
            positions: typed::<G>(played).positions(),
            limits: tighter(self.limits, thought.limits),
            stop: thought.stop.clone(),
            lines: thought.lines.max(1),
            seed: self.seeds.next_seed(),
        };
        as_text(&self.engine.think(&task, &mut |report| tell(&as_text(report))))
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

fn as_text<M: ToString>(report: &Report<M>) -> Report<String> {
    Report {
        rank: report.rank,
        depth: report.depth,
        nodes: report.nodes,
        score: report.score,
        line: report.line.iter().map(ToString::to_string).collect(),
    }
}

/// The match behind the erased one.
fn typed<G: Show>(played: &dyn AnyMatch) -> &Match<G> {
    let any: &dyn Any = played.as_any();
    any.downcast_ref().expect("an engine thinks about matches of its own game")
}
