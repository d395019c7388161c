//! What may be played and how a game ends.

use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::{Chance, Game, GameInfo, Outcome, Player, PositionError, Variant, VariantInfo};

use crate::board::{Square, Yoxii, squares};
use crate::check::Illegal;
use crate::examples::{DEMO, EXAMPLES};
use crate::lines::landings;
use crate::notation;

/// Where the totem goes, and which piece is then put where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub(crate) totem: Square,
    pub(crate) value: u8,
    pub(crate) square: Square,
}

impl Game for Yoxii {
    type Move = Move;
    type Illegal = Illegal;

    const INFO: GameInfo = GameInfo {
        id: "yoxii",
        name: "Yoxii",
        tagline: "Surround the totem with your strongest pieces.",
        credit: "Jeremy Partinico, 2022",
        players: ["white", "red"],
        variants: &[VariantInfo {
            id: "standard",
            summary: "The published game.",
            usual_moves: Some(28),
        }],
        repetition: None,
        rules: include_str!("../RULES.md"),
        examples: EXAMPLES,
        demo: DEMO,
    };

    fn start(_variant: Variant) -> Self {
        Yoxii::START
    }

    fn parse(_variant: Variant, text: &str) -> Result<Self, PositionError> {
        notation::read(text)
    }

    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        // A free square next to the totem is by far the most frequent answer.
        if self.totem.around() & self.free() != 0 { None } else { self.outcome_when_surrounded() }
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let reserve = self.reserve[self.turn.index()];
        for totem in squares(self.totem_targets()) {
            let places = self.places(totem);
            for value in 1..=4 {
                if reserve[usize::from(value) - 1] == 0 {
                    continue;
                }
                for square in squares(places) {
                    visit(Move { totem, value, square })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self) -> u64 {
        let places = |totem| u64::from(self.places(totem).count_ones());
        squares(self.totem_targets()).map(places).sum::<u64>() * self.values_left()
    }

    #[inline]
    fn random_move(&self, chance: &mut impl Chance) -> Move {
        crate::random::choose(self, chance)
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        crate::check::check(self, mv)
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.totem_targets() & mv.totem.bit() != 0
            && self.reserve[self.turn.index()][usize::from(mv.value) - 1] > 0
            && self.places(mv.totem) & mv.square.bit() != 0
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} in {self}");
        self.totem = mv.totem;
        self.put(self.turn, mv.value, mv.square);
        self.reserve[self.turn.index()][usize::from(mv.value) - 1] -= 1;
        self.turn = self.turn.opponent();
    }

    fn key(&self) -> u64 {
        // The reserves follow from the board; the totem's number leaves room for the turn.
        let rest = u64::from(self.totem.0) | (self.turn.index() as u64) << 8;
        mix(mix(mix(mix(rest, self.own[0]), self.own[1]), self.low), self.high)
    }
}

impl Yoxii {
    /// How the game ended, if the player to move cannot jump either.
    fn outcome_when_surrounded(&self) -> Option<Outcome> {
        if self.totem_targets() != 0 {
            return None;
        }
        // Sums first, numbers of pieces on equal sums.
        let first = self.strength(Player::First);
        let second = self.strength(Player::Second);
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    /// Where the player to move can move the totem.
    pub(crate) fn totem_targets(&self) -> u64 {
        landings(self.own[self.turn.index()], self.totem) & self.free()
    }

    /// Where a piece may be put once the totem has moved.
    pub(crate) fn places(&self, totem: Square) -> u64 {
        let free = (self.free() | self.totem.bit()) & !totem.bit();
        let around = free & totem.around();
        if around == 0 { free } else { around }
    }

    /// How many different values the player to move still has.
    pub(crate) fn values_left(&self) -> u64 {
        self.reserve[self.turn.index()].iter().filter(|count| **count > 0).count() as u64
    }

    /// The highest value that the player to move still has; 1 if none is left.
    pub(crate) fn highest_value(&self) -> u8 {
        let left = self.reserve[self.turn.index()].iter().rposition(|count| *count > 0);
        left.map_or(1, |index| index as u8 + 1)
    }
}
