//! How the engines are set up for a game: what was measured, and what is sensible where nothing was.

/// A search that engines are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Depth-first search with evaluation.
    AlphaBeta,
    /// Monte Carlo tree search.
    MonteCarlo,
}

/// How a Monte Carlo search judges a position that it sees for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// By the evaluation.
    Evaluation,
    /// By the result of a game played out with
    /// [`Tactics::playout_move`](quintet_core::Tactics::playout_move).
    Playout,
    /// By the result of a uniformly random game: nothing is known but the rules.
    RandomGame,
}

/// How well a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How many positions it visits for a move.
    pub nodes: u64,
    /// How many of the opponent's moves in a hundred it sees; it overlooks the others, and some of its own.
    pub sight: u8,
}

impl Level {
    /// Levels 3 to 7, by their nodes and their sight.
    pub const fn rising(nodes: [u64; 5], sight: [u8; 5]) -> [Level; 5] {
        let mut levels = [Level { nodes: 0, sight: 0 }; 5];
        let mut at = 0;
        while at < levels.len() {
            levels[at] = Level { nodes: nodes[at], sight: sight[at] };
            at += 1;
        }
        levels
    }
}

/// Where depth-first search may look away near its horizon. What helps in one game hurts in another, so each
/// has what was measured. Nothing that was pruned is ever called proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// A position is good enough if its evaluation exceeds what is needed by so much for every move still to be
    /// searched (reverse futility).
    pub margin: Option<i32>,
    /// How many moves are tried with one move to be searched; with more to be searched far more (late-move
    /// pruning).
    pub breadth: Option<u16>,
}

impl Pruning {
    /// Every move is searched.
    pub const NONE: Pruning = Pruning { margin: None, breadth: None };
}

/// How many levels there are.
pub const LEVELS: usize = 8;

/// The Elo of levels 1 to 8 of one variant, from one pool of games: that of level 2, the greedy player, is 0, and
/// level 8 had 100 ms a move.
pub type Ratings = [i32; LEVELS];

/// What suits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The search of level 8: the one that won this game's tournament.
    pub search: Search,
    /// How a Monte Carlo search judges best.
    pub judgement: Judgement,
    /// The search of levels 3 to 7. It may be another than the best, which can be best with much time and
    /// still err less evenly with little.
    pub level_search: Search,
    /// How levels 3 to 7 play, measured so that each is clearly stronger than the one below.
    pub levels: [Level; 5],
    /// What depth-first search prunes at full strength. Levels 3 to 7 were measured without.
    pub pruning: Pruning,
    /// How strong the levels are, variant by variant; empty where that was not measured.
    pub ratings: &'static [Ratings],
}

impl Tuning {
    /// For a game of which nothing is known but the rules: Monte Carlo with random games, and levels that
    /// differ in their number only.
    pub const UNKNOWN: Tuning = Tuning {
        search: Search::MonteCarlo,
        judgement: Judgement::RandomGame,
        level_search: Search::MonteCarlo,
        levels: Level::rising([200, 800, 3_000, 10_000, 30_000], [100; 5]),
        pruning: Pruning::NONE,
        ratings: &[],
    };

    /// For a game with an evaluation, before anything was measured.
    pub const UNMEASURED: Tuning = Tuning { judgement: Judgement::Evaluation, ..Tuning::UNKNOWN };
}
