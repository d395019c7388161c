//! Computer players without their types.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

use quintet_core::tactics::winning_or_random_move;
use quintet_core::{Game, Match, Show, Tactics};
use quintet_search::making::Means;
use quintet_search::mcts::Style;
use quintet_search::solver::Archive;
use quintet_search::tuning::{Search, Tuning};
use quintet_search::unjudged::Uninformed;
use quintet_search::{Engine, Limits, Report, Score, Stop, Task};

use crate::brain::Brain;
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

    /// Takes its chances from this seed from now on, as if it had been made with it.
    fn reseed(&mut self, seed: u64);

    /// From now on what it proves is kept there, and what is there is not proved again. A player that proves nothing has
    /// no use for it.
    fn keep_proofs(&mut self, _archive: Arc<dyn Archive>) {}
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
    /// What it is asked for.
    pub aim: Aim,
}

/// What thinking is good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// A move to play: one without alternative is not worth the time.
    Move,
    /// Whatever can be found out.
    #[default]
    Insight,
}

/// How many positions are looked at before a move without alternative: enough to say what it is worth.
const FORCED_NODES: u64 = 256;

impl Default for Thought {
    fn default() -> Self {
        Thought { limits: Limits::default(), stop: Stop::new(), lines: 1, aim: Aim::default() }
    }
}

/// Makes an engine of a game that can be judged.
pub(crate) fn judged<G: Show + Tactics>(
    tuning: Tuning,
    brain: &Brain,
    seed: u64,
) -> Box<dyn AnyEngine> {
    let greedy = |game: &G, dice: &mut Dice| game.greedy_move(dice);
    Maker::<G, G> { tuning, greedy, seat: |engine| engine }.engine(brain, seed)
}

/// Makes an engine of a game of which nothing is known but the rules.
pub(crate) fn unjudged<G: Show>(tuning: Tuning, brain: &Brain, seed: u64) -> Box<dyn AnyEngine> {
    let greedy = |game: &G, dice: &mut Dice| winning_or_random_move(game, dice);
    Maker { tuning, greedy, seat: |engine| Box::new(Uninformed::new(engine)) }.engine(brain, seed)
}

/// Makes engines of a game `G`, which searches see as `J`.
struct Maker<G: Game, J: Tactics> {
    tuning: Tuning,
    greedy: Choice<G>,
    /// Lets an engine that plays `J` play `G`.
    seat: fn(Boxed<J>) -> Boxed<G>,
}

type Boxed<G> = Box<dyn Engine<G>>;

impl<G: Show, J: Tactics> Maker<G, J> {
    fn engine(&self, brain: &Brain, seed: u64) -> Box<dyn AnyEngine> {
        let settings = brain.settings();
        let choose = |choose| Box::new(Chooser::<G> { dice: Dice::new(seed), choose });
        let search = |engine, limits| {
            Box::new(Searcher { engine: (self.seat)(engine), limits, seeds: Dice::new(seed) })
        };
        let means = Means {
            limits: settings.limits,
            bytes: settings.megabytes.map(|megabytes| (megabytes as usize) << 20),
            threads: settings.threads.map(usize::from),
            pruning: self.tuning.pruning,
        };
        let style = self.tuning.judgement.into();
        let prove = |kind| search(means.proving_engine(kind, style), means.limits);
        match brain {
            Brain::Random | Brain::Level(1, _) => choose(Game::random_move),
            Brain::Greedy | Brain::Level(2, _) => choose(self.greedy),
            Brain::Level(level, _) => match self.tuning.levels.get(usize::from(*level) - 3) {
                Some(level) => {
                    let limits = Limits { nodes: Some(level.nodes), depth: None };
                    let limits = tighter(settings.limits, limits);
                    search(self.tuning.level(*level, &Means { limits, ..means }), limits)
                }
                None => prove(self.tuning.search),
            },
            Brain::AlphaBeta(_) => prove(Search::AlphaBeta),
            Brain::Mcts(_) => prove(Search::MonteCarlo),
            Brain::PlainMcts(_) => {
                search(means.engine(Search::MonteCarlo, Style::Plain), means.limits)
            }
        }
    }
}

fn tighter(a: Limits, b: Limits) -> Limits {
    fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        a.into_iter().chain(b).min()
    }
    Limits { nodes: smaller(a.nodes, b.nodes), depth: smaller(a.depth, b.depth) }
}

/// How a move is chosen without a search.
type Choice<G> = fn(&G, &mut Dice) -> <G as Game>::Move;

/// A player that chooses without searching.
struct Chooser<G: Game> {
    dice: Dice,
    choose: Choice<G>,
}

impl<G: Show> AnyEngine for Chooser<G> {
    fn think(
        &mut self,
        played: &dyn AnyMatch,
        _thought: &Thought,
        _tell: &mut dyn FnMut(&Report<String>),
    ) -> Report<String> {
        let mv = (self.choose)(typed::<G>(played).position(), &mut self.dice);
        let line = vec![mv.to_string()];
        Report { rank: 0, depth: 0, nodes: 1, score: Score::Estimate(0), line }
    }

    fn forget(&mut self) {}

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }
}

/// A player that searches.
struct Searcher<G> {
    engine: Boxed<G>,
    limits: Limits,
    seeds: Dice,
}

impl<G: Show> AnyEngine for Searcher<G> {
    fn think(
        &mut self,
        played: &dyn AnyMatch,
        thought: &Thought,
        tell: &mut dyn FnMut(&Report<String>),
    ) -> Report<String> {
        let positions = typed::<G>(played).positions();
        let mut limits = tighter(self.limits, thought.limits);
        if thought.aim == Aim::Move && positions.last().is_some_and(is_forced) {
            limits = tighter(limits, Limits { nodes: Some(FORCED_NODES), depth: None });
        }
        let task = Task {
            positions,
            limits,
            stop: thought.stop.clone(),
            lines: thought.lines.max(1),
            seed: self.seeds.next_seed(),
        };
        as_text(&self.engine.think(&task, &mut |report| tell(&as_text(report))))
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.seeds = Dice::new(seed);
    }

    fn keep_proofs(&mut self, archive: Arc<dyn Archive>) {
        self.engine.keep_proofs(archive);
    }
}

/// Whether all moves lead to the same position.
fn is_forced<G: Game>(position: &G) -> bool {
    let mut first = None;
    let alternative = position.for_each_move(|mv| {
        let after = position.after(mv);
        if *first.get_or_insert_with(|| after.clone()) == after {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    alternative.is_continue()
}

fn as_text<M: ToString>(report: &Report<M>) -> Report<String> {
    let Report { rank, depth, nodes, score, ref line } = *report;
    Report { rank, depth, nodes, score, line: line.iter().map(ToString::to_string).collect() }
}

/// The match behind the erased one.
pub(crate) fn typed<G: Show>(played: &dyn AnyMatch) -> &Match<G> {
    let any: &dyn Any = played.as_any();
    any.downcast_ref().expect("a game is asked about its own matches")
}
