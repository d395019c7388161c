//! A game being played, without its types.

use std::any::Any;

use quintet_core::contest::Refusal;
use quintet_core::{
    Change, Ending, Finish, Game, GameInfo, Match, MoveError, Next, Outcome, Player, Scene, Show,
    Step, Variant,
};

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

/// A match whose types are erased: moves are texts.
pub trait AnyMatch: Send {
    /// Name, players, variants, rules of the game.
    fn info(&self) -> &'static GameInfo;
    /// The variant played.
    fn variant(&self) -> Variant;
    /// The position it began with, as text.
    fn start(&self) -> String;
    /// Whether it began with the start position of the variant.
    fn is_from_start(&self) -> bool;
    /// The position now, as text.
    fn position(&self) -> String;
    /// Who moves.
    fn turn(&self) -> Player;
    /// How it ended, if it has.
    fn finish(&self) -> Option<Finish>;
    /// How it was decided, as a sentence; empty while it runs.
    fn why(&self) -> String;
    /// The moves made so far.
    fn moves(&self) -> Vec<String>;
    /// All legal moves, sorted as texts; none if the match has ended.
    fn legal_moves(&self) -> Vec<String>;
    /// How many legal moves there are.
    fn count_legal_moves(&self) -> u64;
    /// Makes a move, or changes nothing and says why not.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;
    /// Takes the last move back and gives it.
    fn undo(&mut self) -> Option<String>;
    /// Ends a running match by something other than the rules.
    fn end(&mut self, outcome: Outcome, ending: Ending);
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
    /// What happened to the pieces in the last move; empty before the first.
    fn last_beats(&self) -> Vec<Vec<Change>>;
    /// A uniformly random legal move; `None` if the match has ended.
    fn random_move(&self, dice: &mut Dice) -> Option<String>;
    /// The number of sequences of `depth` moves from here, history aside.
    fn perft(&self, depth: u32) -> u64;
    /// The number of sequences of `depth` moves from here that start with each legal move, in the order
    /// of [`legal_moves`](AnyMatch::legal_moves); told as they are counted.
    fn divide(&self, depth: u32, tell: &mut dyn FnMut(&str, u64));
    /// Plays that many uniformly random games from here to their end and adds them to a tally.
    fn playouts(&self, games: u64, dice: &mut Dice, tally: &mut Tally);
    /// The match with its type, for those who know it.
    fn as_any(&self) -> &dyn Any;
    /// A copy with the whole history.
    fn boxed_clone(&self) -> Box<dyn AnyMatch>;
}

impl<G: Show> AnyMatch for Match<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn variant(&self) -> Variant {
        Match::start(self).variant()
    }

    fn start(&self) -> String {
        Match::start(self).to_string()
    }

    fn is_from_start(&self) -> bool {
        *Match::start(self) == G::start(AnyMatch::variant(self))
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

    fn moves(&self) -> Vec<String> {
        Match::moves(self).iter().map(ToString::to_string).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = typed_moves(self).iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn count_legal_moves(&self) -> u64 {
        if Match::finish(self).is_some() { 0 } else { Match::position(self).count_moves() }
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let mv: G::Move = text.parse()?;
        Match::play(self, mv).map_err(|refusal| match refusal {
            Refusal::Over => PlayError::Over { mv: mv.to_string() },
            Refusal::Illegal(rule) => {
                PlayError::Illegal { mv: mv.to_string(), rule: rule.to_string() }
            }
        })
    }

    fn undo(&mut self) -> Option<String> {
        Match::undo(self).map(|mv| mv.to_string())
    }

    fn end(&mut self, outcome: Outcome, ending: Ending) {
        Match::end(self, outcome, ending);
    }

    fn steps(&self, mv: &str) -> Vec<Step> {
        let position = Match::position(self);
        let legal = |mv: &G::Move| Match::finish(self).is_none() && position.check(*mv).is_ok();
        mv.parse().ok().filter(legal).map_or_else(Vec::new, |mv| position.steps(mv))
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

    fn last_beats(&self) -> Vec<Vec<Change>> {
        Match::moves(self).len().checked_sub(1).map_or_else(Vec::new, |ply| self.beats(ply))
    }

    fn random_move(&self, dice: &mut Dice) -> Option<String> {
        let running = Match::finish(self).is_none();
        running.then(|| Match::position(self).random_move(dice).to_string())
    }

    fn perft(&self, depth: u32) -> u64 {
        work::perft(Match::position(self), depth)
    }

    fn divide(&self, depth: u32, tell: &mut dyn FnMut(&str, u64)) {
        let Some(rest) = depth.checked_sub(1) else { return };
        let position = Match::position(self);
        let moves = position.moves().into_iter().map(|mv| (mv.to_string(), mv));
        let mut moves: Vec<_> = moves.collect();
        moves.sort_unstable();
        for (text, mv) in moves {
            tell(&text, work::perft(&position.after(mv), rest));
        }
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
}

fn typed_moves<G: Game>(played: &Match<G>) -> Vec<G::Move> {
    if played.finish().is_some() { Vec::new() } else { played.position().moves() }
}
