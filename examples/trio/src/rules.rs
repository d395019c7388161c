//! What may be played and how a game ends.

use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::{Game, GameInfo, Outcome, Player, PositionError, Variant, VariantInfo};

use crate::board::{BOARD, beside, cells, has_three};
use crate::check::{self, Illegal};
use crate::examples::{DEMO, EXAMPLES};
use crate::notation;

/// How many stones each player has.
pub(crate) const STONES: u32 = 3;

/// The variant in which three side by side lose.
pub(crate) const MISERE: Variant = Variant::new(1);

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Trio {
    pub(crate) variant: Variant,
    pub(crate) turn: Player,
    /// The cells of each player's stones.
    pub(crate) stones: [u16; 2],
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone from the hand goes on this cell.
    Drop(u8),
    /// A stone goes from one cell to the next.
    Slide(u8, u8),
}

impl Trio {
    pub(crate) fn own(&self, player: Player) -> u16 {
        self.stones[player.index()]
    }

    pub(crate) fn in_hand(&self, player: Player) -> u32 {
        STONES - self.own(player).count_ones()
    }

    pub(crate) fn empty(&self) -> u16 {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// Who has three side by side; of two, the one who moved last.
    pub(crate) fn line(&self) -> Option<Player> {
        let has_line = |player: &Player| has_three(self.own(*player));
        [self.turn.opponent(), self.turn].into_iter().find(has_line)
    }

    fn has_slide(&self) -> bool {
        cells(self.own(self.turn)).any(|cell| beside(cell) & self.empty() != 0)
    }
}

impl Game for Trio {
    type Move = Move;
    type Illegal = Illegal;

    const INFO: GameInfo = GameInfo {
        id: "trio",
        name: "Trio",
        tagline: "Bring three of your stones side by side.",
        credit: "An example of Quintet",
        players: ["dark", "light"],
        variants: &[
            VariantInfo { id: "standard", summary: "Three side by side win.", usual_moves: None },
            VariantInfo { id: "misere", summary: "Three side by side lose.", usual_moves: None },
        ],
        repetition: Some(3),
        rules: include_str!("../RULES.md"),
        examples: EXAMPLES,
        demo: DEMO,
    };

    fn start(variant: Variant) -> Self {
        Trio { variant, turn: Player::First, stones: [0, 0] }
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        notation::parse(variant, text)
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.line() {
            Some(player) if self.variant == MISERE => Some(Outcome::Win(player.opponent())),
            Some(player) => Some(Outcome::Win(player)),
            None if self.in_hand(self.turn) > 0 || self.has_slide() => None,
            None => Some(Outcome::Win(self.turn.opponent())),
        }
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.line().is_some() {
            return ControlFlow::Continue(());
        }
        if self.in_hand(self.turn) > 0 {
            return cells(self.empty()).map(Move::Drop).try_for_each(visit);
        }
        for from in cells(self.own(self.turn)) {
            for to in cells(beside(from) & self.empty()) {
                visit(Move::Slide(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        check::check(self, mv)
    }

    fn play(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} in {self}");
        self.stones[self.turn.index()] ^= match mv {
            Move::Drop(to) => 1 << to,
            Move::Slide(from, to) => 1 << from | 1 << to,
        };
        self.turn = self.turn.opponent();
    }

    fn key(&self) -> u64 {
        let stones = u64::from(self.stones[0]) << 16 | u64::from(self.stones[1]);
        mix(self.variant.index() as u64, stones << 1 | self.turn.index() as u64)
    }
}
