//! A game being played, without its types.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use quintet_core::contest::{self, Refusal};
use quintet_core::{
    Change, Finish, Game, GameInfo, Match, MoveError, Next, Player, Scene, Show, Step, Variant,
};
use quintet_search::Stop;

use crate::counting::{self, Count};
use crate::dice::Dice;
use crate::tree::{self, Tree};
use crate::work::{self, Tally};

/// Why a move given as text was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The text is no move of this game.
    #[error(transparent)]
    Unreadable(#[from] MoveError),
    /// The match has ended.
    #[error("{mv}: the game is over")]
    Over {
        /// The move.
        mv: String,
    },
    /// The move breaks a rule.
    #[error("{mv}: {rule}")]
    Illegal {
        /// The move.
        mv: String,
        /// Which rule, in words.
        rule: String,
    },
}

/// A move that a match has checked and found legal, in its one spelling. To make it costs no second check, as
/// long as the match is where it was.
#[derive(Clone)]
pub struct Legal {
    text: String,
    typed: Arc<dyn Any + Send + Sync>,
}

impl Legal {
    /// The move.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for Legal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Legal").field(&self.text).finish()
    }
}

/// A match whose types are erased: moves are texts.
pub trait AnyMatch: Send {
    /// Name, players, variants, rules of the game.
    fn info(&self) -> &'static GameInfo;
    /// The variant played.
    fn variant(&self) -> Variant;
    /// The position it began with, as text; `None` if that is the start of the variant.
    fn start(&self) -> Option<String>;
    /// The position now, as text.
    fn position(&self) -> String;
    /// Who moves.
    fn turn(&self) -> Player;
    /// How it ended, if it has.
    fn finish(&self) -> Option<Finish>;
    /// How it was decided, as a sentence; empty while it runs.
    fn why(&self) -> String;
    /// How many moves were made.
    fn ply(&self) -> usize;
    /// The moves made so far.
    fn moves(&self) -> Vec<String>;
    /// The last of them.
    fn last_move(&self) -> Option<String>;
    /// Who made the move of that number, counted from 0; `None` if there is no such move. Turns need not
    /// alternate.
    fn mover(&self, number: usize) -> Option<Player>;
    /// All legal moves, sorted as texts; none if the match has ended.
    fn legal_moves(&self) -> Vec<String>;
    /// How many legal moves there are.
    fn count_legal_moves(&self) -> u64;
    /// Whether a text is a move that can be made now, and if not, why.
    fn check(&self, text: &str) -> Result<Legal, PlayError>;
    /// Makes a move that was checked. If the match has gone on since, it is checked anew; where it is refused
    /// then, nothing changes.
    fn make(&mut self, mv: &Legal) -> Result<(), PlayError>;
    /// Checks and makes a move, or changes nothing and says why not.
    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        self.check(text).and_then(|mv| self.make(&mv))
    }
    /// Takes the last move back, and any ending with it. False if there is none.
    fn undo(&mut self) -> bool;
    /// Ends a running match by something other than its moves.
    fn end(&mut self, finish: Finish);
    /// Takes back what [`end`](AnyMatch::end) did.
    fn reopen(&mut self);
    /// The steps that compose a legal move; none for anything else.
    fn steps(&self, mv: &str) -> Vec<Step>;
    /// Which steps may follow those made so far, or the move that they are.
    fn next(&self, so_far: &[Step]) -> Next<String>;
    /// The prefix tree of all steps: as many whole levels as have `limit` steps together, the first
    /// always. No steps if the match has ended.
    fn tree(&self, limit: usize) -> Tree {
        self.tree_below(&[], limit)
    }
    /// The part of the prefix tree that follows the steps made so far, within the same limit.
    fn tree_below(&self, so_far: &[Step], limit: usize) -> Tree;
    /// Which rule is broken by a step that cannot follow those made so far, as half a sentence; `None`
    /// where no rule says it.
    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String>;
    /// The position as painters see it, with the steps made so far applied.
    fn scene(&self, so_far: &[Step]) -> Scene;
    /// The scene after the first `ply` moves, without an ending that does not follow from the position.
    ///
    /// # Panics
    /// If there are fewer than `ply` moves.
    fn scene_after(&self, ply: usize) -> Scene;
    /// What happened to the pieces in the last move; empty before the first.
    fn last_beats(&self) -> Vec<Vec<Change>>;
    /// What would happen to the pieces in a move that was checked; empty if the match has gone on since.
    fn beats_of(&self, mv: &Legal) -> Vec<Vec<Change>>;
    /// The move of that number, counted from 0, in sentences: who made it and what it did; empty if there is no such
    /// move. What happened by itself after it is told by the scene's status.
    fn told(&self, number: usize) -> Vec<String>;
    /// The last move in sentences; empty before the first.
    fn last_told(&self) -> Vec<String> {
        self.ply().checked_sub(1).map_or_else(Vec::new, |last| self.told(last))
    }
    /// A uniformly random legal move; `None` if the match has ended.
    fn random_move(&self, dice: &mut Dice) -> Option<String>;
    /// The number of sequences of `depth` moves from here, history aside; `None` if it was stopped.
    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64>;
    /// The number of sequences from here that start with each legal move, in the order of
    /// [`legal_moves`](AnyMatch::legal_moves); told as they are counted, until it is stopped.
    fn divide(&self, count: Count, stop: &Stop, tell: &mut dyn FnMut(&str, u64));
    /// Plays that many uniformly random games from here to their end and adds them to a tally.
    fn playouts(&self, games: u64, dice: &mut Dice, tally: &mut Tally);
    /// The match with its type, for those who know it.
    fn as_any(&self) -> &dyn Any;
    /// A copy with the whole history.
    fn boxed_clone(&self) -> Box<dyn AnyMatch>;
    /// A match that begins in the current position, without a history.
    fn restarted(&self) -> Box<dyn AnyMatch>;
}

impl dyn AnyMatch + '_ {
    /// Who made each of the moves.
    pub fn movers(&self) -> impl DoubleEndedIterator<Item = Player> {
        (0..self.ply()).filter_map(|number| self.mover(number))
    }

    /// How many moves go back until a player for whom `wanted` holds is to move again; `None` if no such
    /// player has moved.
    pub fn plies_back(&self, wanted: impl Fn(Player) -> bool) -> Option<usize> {
        self.movers().rev().position(wanted).map(|later| later + 1)
    }
}

impl<G: Show> AnyMatch for Match<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn variant(&self) -> Variant {
        Match::start(self).variant()
    }

    fn start(&self) -> Option<String> {
        let start = Match::start(self);
        (*start != G::start(start.variant())).then(|| start.to_string())
    }

    fn position(&self) -> String {
        Match::position(self).to_string()
    }

    fn turn(&self) -> Player {
        Match::position(self).turn()
    }

    fn finish(&self) -> Option<Finish> {
        Match::finish(self)
    }

    fn why(&self) -> String {
        Match::why(self)
    }

    fn ply(&self) -> usize {
        Match::moves(self).len()
    }

    fn moves(&self) -> Vec<String> {
        Match::moves(self).iter().map(ToString::to_string).collect()
    }

    fn last_move(&self) -> Option<String> {
        Match::moves(self).last().map(ToString::to_string)
    }

    fn mover(&self, number: usize) -> Option<Player> {
        Match::mover(self, number)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = typed_moves(self).iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn count_legal_moves(&self) -> u64 {
        if Match::finish(self).is_some() { 0 } else { Match::position(self).count_moves() }
    }

    fn check(&self, text: &str) -> Result<Legal, PlayError> {
        let mv: G::Move = text.parse()?;
        let legal = Match::check(self, mv).map_err(|refusal| refused(refusal, mv.to_string()))?;
        Ok(Legal { text: mv.to_string(), typed: Arc::new(legal) })
    }

    fn make(&mut self, mv: &Legal) -> Result<(), PlayError> {
        let Some(legal) = mv.typed.downcast_ref::<contest::Legal<G>>() else {
            // Checked by a match of another game, to which its text may mean something else.
            return AnyMatch::play(self, &mv.text);
        };
        Match::make(self, legal).map_err(|refusal| refused(refusal, mv.text.clone()))
    }

    fn undo(&mut self) -> bool {
        Match::undo(self).is_some()
    }

    fn end(&mut self, finish: Finish) {
        Match::end(self, finish);
    }

    fn reopen(&mut self) {
        Match::reopen(self);
    }

    fn steps(&self, mv: &str) -> Vec<Step> {
        let legal = mv.parse().ok().filter(|mv| Match::check(self, *mv).is_ok());
        legal.map_or_else(Vec::new, |mv| Match::position(self).steps(mv))
    }

    fn next(&self, so_far: &[Step]) -> Next<String> {
        if Match::finish(self).is_some() {
            return Next::Steps(Vec::new());
        }
        match Match::position(self).next(so_far) {
            Next::Steps(steps) => Next::Steps(steps),
            Next::Move(mv) => Next::Move(mv.to_string()),
        }
    }

    fn tree_below(&self, so_far: &[Step], limit: usize) -> Tree {
        if Match::finish(self).is_some() {
            return Tree::Steps(Vec::new());
        }
        tree::tree(Match::position(self), so_far, limit)
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        if Match::finish(self).is_some() {
            return Some("the game is over".into());
        }
        Match::position(self).refusal(so_far, step)
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        Match::scene(self, so_far)
    }

    fn scene_after(&self, ply: usize) -> Scene {
        Match::scene_after(self, ply, &[])
    }

    fn last_beats(&self) -> Vec<Vec<Change>> {
        self.ply().checked_sub(1).map_or_else(Vec::new, |last| self.beats(last))
    }

    fn beats_of(&self, mv: &Legal) -> Vec<Vec<Change>> {
        let legal = mv.typed.downcast_ref::<contest::Legal<G>>();
        legal.map_or_else(Vec::new, |legal| Match::beats_of(self, legal))
    }

    fn told(&self, number: usize) -> Vec<String> {
        if number < self.ply() { self.tell(number) } else { Vec::new() }
    }

    fn random_move(&self, dice: &mut Dice) -> Option<String> {
        let running = Match::finish(self).is_none();
        running.then(|| Match::position(self).random_move(dice).to_string())
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64> {
        counting::perft(Match::position(self), depth, stop)
    }

    fn divide(&self, count: Count, stop: &Stop, tell: &mut dyn FnMut(&str, u64)) {
        let position = Match::position(self);
        let named = position.moves().into_iter().map(|mv| (mv.to_string(), mv));
        let mut named: Vec<_> = named.collect();
        named.sort_unstable();
        let (texts, moves): (Vec<String>, Vec<G::Move>) = named.into_iter().unzip();
        counting::divide(position, &moves, count, stop, &mut |at, nodes| tell(&texts[at], nodes));
    }

    fn playouts(&self, games: u64, dice: &mut Dice, tally: &mut Tally) {
        work::playouts(self, games, dice, tally);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed_clone(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn restarted(&self) -> Box<dyn AnyMatch> {
        Box::new(Match::new(Match::position(self).clone()))
    }
}

fn refused(refusal: Refusal<impl std::error::Error>, mv: String) -> PlayError {
    match refusal {
        Refusal::Over => PlayError::Over { mv },
        Refusal::Illegal(rule) => PlayError::Illegal { mv, rule: rule.to_string() },
    }
}

fn typed_moves<G: Game>(played: &Match<G>) -> Vec<G::Move> {
    if played.finish().is_some() { Vec::new() } else { played.position().moves() }
}
