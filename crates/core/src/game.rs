//! The rules of a game, as everything above them sees them.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::chance::Chance;
use crate::player::{Outcome, Player};
use crate::text::{MoveError, PositionError};

/// What there is to say about a game before it is played.
#[derive(Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name in commands and addresses: lower case, one word.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The aim in one short sentence.
    pub tagline: &'static str,
    /// Who made it and when, as a credit line.
    pub credit: &'static str,
    /// What the rules call the two players, lower case, in order of play.
    pub players: [&'static str; 2],
    /// All variants; the first is the default.
    pub variants: &'static [VariantInfo],
    /// The time a position comes up at which the game is drawn, where the rules have such a rule. It
    /// needs the history, so [`Match`](crate::Match) applies it, not the position.
    pub repetition: Option<usize>,
    /// The rules for a player, in Markdown.
    pub rules: &'static str,
    /// A few positions that illustrate the rules, to be drawn and tried.
    pub examples: &'static [Example],
    /// The moves of a short game from the start of the default variant that is worth watching.
    pub demo: &'static [&'static str],
}

impl GameInfo {
    /// What the rules call `player`.
    pub const fn player(&self, player: Player) -> &'static str {
        self.players[player.index()]
    }

    /// The variant of that name.
    pub fn variant(&self, id: &str) -> Option<Variant> {
        let index = self.variants.iter().position(|variant| variant.id == id)?;
        Some(Variant(index as u8))
    }

    /// All variants, the default first.
    pub fn variants(&self) -> impl Iterator<Item = Variant> + use<> {
        (0..self.variants.len()).map(|index| Variant(index as u8))
    }

    /// The name and summary of a variant of this game.
    ///
    /// # Panics
    /// If `variant` belongs to a game with more variants.
    pub fn describe(&self, variant: Variant) -> &'static VariantInfo {
        &self.variants[variant.index()]
    }
}

/// A variant's name and what sets it apart.
#[derive(Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// The name in commands and addresses.
    pub id: &'static str,
    /// One short sentence.
    pub summary: &'static str,
    /// How many moves of both a game between strong players usually has, if somebody has counted. Clocks are
    /// divided by it.
    pub usual_moves: Option<u32>,
}

/// A position that illustrates a rule.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Example {
    /// What there is to see or to do, in one sentence.
    pub caption: &'static str,
    /// The variant's id.
    pub variant: &'static str,
    /// The position as text.
    pub position: &'static str,
}

/// Which variant of a game is played: its place in [`GameInfo::variants`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant(u8);

impl Variant {
    /// The variant at that place of [`GameInfo::variants`]; 0 is the default.
    pub const fn new(index: u8) -> Variant {
        Variant(index)
    }

    /// Its place in [`GameInfo::variants`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position of a game, which knows the game's rules.
///
/// A position is small and copied freely: to look at what follows, clone it and [`play`](Game::play).
/// Its text, one line with one spelling, comes from [`Display`] and is read by [`Game::parse`].
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A move. Its text is one word with one spelling.
    type Move: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = MoveError>
        + Send
        + Sync
        + 'static;

    /// Which rule a refused move breaks, in words that a player understands.
    type Illegal: std::error::Error + Send + Sync + 'static;

    /// Name, players, variants.
    const INFO: GameInfo;

    /// The position in which a game starts.
    fn start(variant: Variant) -> Self;

    /// Reads a position. Whatever the text, neither panics nor allocates more than the position needs.
    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError>;

    /// The variant that this position is played under; the only one unless a game says more.
    fn variant(&self) -> Variant {
        Variant::default()
    }

    /// Who moves. It need not alternate. In a finished game it is as the rules' text of the position
    /// says.
    fn turn(&self) -> Player;

    /// How the game ended, or `None` while it runs. A running game has at least one legal move, a
    /// finished one has none.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with every legal move, each once, until it breaks. Allocates nothing.
    fn for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.for_each_move(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// A legal move, each exactly equally likely. Random games are as fast as this is.
    ///
    /// # Panics
    /// If the game is over.
    fn random_move(&self, chance: &mut impl Chance) -> Self::Move {
        counted_move(self, chance)
    }

    /// Whether `mv` is legal, and if not, which rule it breaks. Stated from the rules, independently of
    /// [`for_each_move`](Game::for_each_move): the testkit compares the two.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Whether `mv` is legal, for searches that try moves of other positions: the same answer as
    /// [`check`](Game::check)'s, by whatever way is quickest.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Makes a legal move. What an illegal one does is left open, except that debug builds panic.
    fn play(&mut self, mv: Self::Move);

    /// A hash of everything that the future depends on. Equal positions have equal keys, whatever the
    /// way to them.
    fn key(&self) -> u64;

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// All legal moves in a list. For the few places that need one: lists can be long.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.for_each_move(|mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }
}

/// A legal move, each exactly equally likely, by counting all.
///
/// # Panics
/// If the game is over.
pub fn counted_move<G: Game>(position: &G, chance: &mut impl Chance) -> G::Move {
    let count = position.count_moves();
    assert!(count > 0, "the game is over");
    let mut left = match u32::try_from(count) {
        Ok(count) => chance.below(count).into(),
        Err(_) => chance.below_wide(count),
    };
    let drawn = position.for_each_move(|mv| {
        if left == 0 {
            return ControlFlow::Break(mv);
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    drawn.break_value().expect("the draw is below the number of moves")
}
