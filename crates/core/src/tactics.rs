//! What engines know about a game beyond its rules.

use std::ops::ControlFlow;

use crate::chance::Chance;
use crate::game::{Game, Variant};
use crate::player::{Outcome, Player};

/// A game that engines can judge.
pub trait Tactics: Game {
    /// A position in few bytes, without what follows from the rest.
    type Packed: Clone + Eq + Send + Sync + 'static;

    /// What tables keep of a position: positions of one variant are equal exactly if this is.
    fn packed(&self) -> Self::Packed;

    /// How a running position looks for the player to move: 0 is even, 100 is an advantage that wins
    /// about 64 games in 100 (see [`win_chance`]). Within ±[`LARGEST_ESTIMATE`].
    fn evaluate(&self) -> i32;

    /// How promising a legal move looks before it is tried, for the order in which a search tries moves:
    /// larger first. Must be cheap; only the order among the moves of one position matters.
    fn promise(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Calls `visit` with every move, in the order of [`for_each_move`](Game::for_each_move), and its promise. For games
    /// that see the promises of all moves of a position sooner than one by one.
    fn for_each_promise<B>(
        &self,
        mut visit: impl FnMut(Self::Move, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_move(|mv| visit(mv, self.promise(mv)))
    }

    /// [`evaluate`](Tactics::evaluate) of a running position, given the promise of the move that led to it. For games
    /// whose promise tells it already.
    fn evaluate_promised(&self, _promise: i32) -> i32 {
        self.evaluate()
    }

    /// How little the player to move can do about it, for the order in which exact searches try the moves that
    /// lead here: larger first. Must be cheap.
    fn tightness(&self) -> i32 {
        0
    }

    /// A position with the same moves and the same results, in which what no longer matters looks the same everywhere: exact
    /// searches then know more positions again. Must be cheap.
    #[must_use]
    fn essence(self) -> Self {
        self
    }

    /// A key that tells such positions apart, as [`key`](Game::key) does others.
    fn essence_key(&self) -> u64 {
        self.key()
    }

    /// Whether the board looks the same turned or mirrored in some way.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// One and the same position for all that look alike when the board is turned or mirrored.
    #[must_use]
    fn representative(&self) -> Self {
        self.clone()
    }

    /// The result that is certain already although the game still runs, where that is cheap to see; `None`
    /// promises nothing.
    fn settled(&self) -> Option<Outcome> {
        None
    }

    /// What is certain about a running position without a search. Exact searches ask for it wherever they
    /// come, so it may cost as much as a few moves, and saves them where it says much.
    fn outlook(&self) -> Outlook {
        self.settled().map_or(Outlook::OPEN, |outcome| Outlook::of(self.turn(), outcome))
    }

    /// Whether the player to move of a running position can come to at least that, where the game has a
    /// quicker way than a search to find out. Exact searches ask before they try the moves.
    fn examine(&self, _fate: Fate) -> Examined {
        Examined::NOTHING
    }

    /// Whether the result of a running position is often found exactly within about a second: engines then divide their time between
    /// search and proof. Must be cheap.
    fn is_ending(&self) -> bool {
        false
    }

    /// The move of the `greedy` player: the best by a simple rule of the game, ties at random.
    ///
    /// # Panics
    /// If the game is over.
    fn greedy_move(&self, chance: &mut impl Chance) -> Self::Move {
        winning_or_random_move(self, chance)
    }

    /// A move for a game played out quickly to see who tends to win: random, but no worse than that.
    ///
    /// # Panics
    /// If the game is over.
    fn playout_move(&self, chance: &mut impl Chance) -> Self::Move {
        self.random_move(chance)
    }
}

/// A move that wins at once, or else any: what is greedy in a game of which nothing else is known. All moves
/// are tried, so it is slow where there are very many.
///
/// # Panics
/// If the game is over.
pub fn winning_or_random_move<G: Game>(position: &G, chance: &mut impl Chance) -> G::Move {
    let mut best = Best::new();
    let _ = position.for_each_move(|mv| {
        let wins = position.after(mv).outcome() == Some(Outcome::Win(position.turn()));
        best.offer(mv, wins, chance);
        ControlFlow::<()>::Continue(())
    });
    best.chosen().expect("a move is asked for only while the game runs")
}

/// What a game comes to for one player; better is larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// The opponent wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player wins.
    Win,
}

/// What is certain about a running position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// What the player can surely come to…
    pub least: Fate,
    /// …and what the player surely cannot exceed.
    pub most: Fate,
    /// Whether the very next move can win, if that is known.
    pub wins_at_once: Option<bool>,
    /// After how many moves of both the game is over at the latest, if that is known.
    pub most_moves: Option<u32>,
}

impl Outlook {
    /// Nothing is certain.
    pub const OPEN: Outlook =
        Outlook { least: Fate::Loss, most: Fate::Win, wins_at_once: None, most_moves: None };

    /// The next move can win.
    pub const WON_AT_ONCE: Outlook =
        Outlook { least: Fate::Win, wins_at_once: Some(true), ..Outlook::OPEN };

    /// The result is certain, not when it comes.
    pub fn of(turn: Player, outcome: Outcome) -> Outlook {
        let fate = match outcome.winner() {
            None => Fate::Draw,
            Some(winner) if winner == turn => Fate::Win,
            Some(_) => Fate::Loss,
        };
        Outlook { least: fate, most: fate, ..Outlook::OPEN }
    }
}

/// What came of a closer look at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Examined {
    /// What was asked, if that is certain now.
    pub answer: Option<bool>,
    /// How many positions were looked at: the work counts as if a search had done it.
    pub positions: u64,
}

impl Examined {
    /// Nothing was found out, and nothing looked at.
    pub const NOTHING: Examined = Examined { answer: None, positions: 0 };
}

/// A game whose evaluation, apart from a network, is a sum of terms with a weight each, so that the weights can be fitted to the
/// results of games.
pub trait Terms: Tactics {
    /// What the terms of a variant are called.
    fn names(variant: Variant) -> Vec<String>;

    /// The weights that [`evaluate`](Tactics::evaluate) uses, in points, in the order of the names.
    fn weights(variant: Variant) -> Vec<f64>;

    /// Calls `add` with the number of a term and how much of it a running position has; amounts of one term
    /// add up. Says whether [`by_terms`](Self::by_terms) is the sum of amounts times weights, to within a point or two of
    /// rounding: it is not where the evaluation sees the result at once or goes to its limit.
    fn terms(&self, add: &mut dyn FnMut(usize, f64)) -> bool;

    /// What the terms make of a running position: its evaluation, unless a network adds to it.
    fn by_terms(&self) -> i32 {
        self.evaluate()
    }
}

/// The best of the moves that were offered. Of equally good ones each is equally likely to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Best<M, V> {
    chosen: Option<(M, V)>,
    ties: u32,
}

impl<M: Copy, V: Ord + Copy> Best<M, V> {
    /// Nothing was offered yet.
    pub const fn new() -> Self {
        Best { chosen: None, ties: 0 }
    }

    /// Takes a move into account.
    #[inline]
    pub fn offer(&mut self, mv: M, value: V, chance: &mut impl Chance) {
        match self.chosen {
            Some((_, most)) if value < most => return,
            Some((_, most)) if value == most => self.ties += 1,
            _ => self.ties = 1,
        }
        // The k-th of equal moves takes the place with a chance of one in k: all end up equally likely.
        if self.ties == 1 || chance.below(self.ties) == 0 {
            self.chosen = Some((mv, value));
        }
    }

    /// The move chosen, if any was offered.
    pub fn chosen(&self) -> Option<M> {
        self.chosen.map(|(mv, _)| mv)
    }
}

impl<M: Copy, V: Ord + Copy> Default for Best<M, V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Estimates are never larger than this, so that proved results stand apart from them.
pub const LARGEST_ESTIMATE: i32 = 10_000;

/// The chance of winning, a draw counting half, that an evaluation stands for: logistic, 100 points for
/// odds of 10 to the power of ¼.
pub fn win_chance(estimate: i32) -> f64 {
    1.0 / (1.0 + 10_f64.powf(f64::from(-estimate) / 400.0))
}
