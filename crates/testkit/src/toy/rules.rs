//! The rules of Trio.

use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::{Example, Game, GameInfo, Outcome, Player, PositionError, Variant, VariantInfo};

use super::{MISERE, Trio, TrioIllegal, TrioMove, beside, cells, notation};

impl Trio {
    /// Who has three side by side; of two, the one who moved last.
    pub(super) fn line(&self) -> Option<Player> {
        let has_line = |player: &Player| {
            let own = self.own(*player);
            own & own >> 1 & own >> 2 != 0
        };
        [self.turn.opponent(), self.turn].into_iter().find(has_line)
    }

    fn has_slide(&self) -> bool {
        cells(self.own(self.turn)).any(|cell| beside(cell) & self.empty() != 0)
    }
}

impl Game for Trio {
    type Move = TrioMove;
    type Illegal = TrioIllegal;

    const INFO: GameInfo = GameInfo {
        id: "trio",
        name: "Trio",
        tagline: "Bring three of your stones side by side.",
        credit: "An example of Quintet's testkit.",
        players: ["dark", "light"],
        variants: &[
            VariantInfo { id: "standard", summary: "Three side by side win." },
            VariantInfo { id: "misere", summary: "Three side by side lose." },
        ],
        repetition: Some(3),
        rules: "Three of your stones side by side win.",
        examples: &[
            Example {
                caption: "Dark to move: put a stone on an empty cell.",
                variant: "standard",
                position: "8 d",
            },
            Example {
                caption: "Dark to move: slide the stone on b1 for three side by side.",
                variant: "standard",
                position: "LD1DDLL1 d",
            },
            Example {
                caption: "Light to move: here three side by side would lose.",
                variant: "misere",
                position: "1L1D1DDL l",
            },
        ],
        demo: &["d1", "a1", "c1", "h1", "e1"],
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

    fn for_each_move<B>(
        &self,
        mut visit: impl FnMut(TrioMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.line().is_some() {
            return ControlFlow::Continue(());
        }
        if self.in_hand(self.turn) > 0 {
            return cells(self.empty()).map(TrioMove::Drop).try_for_each(visit);
        }
        for from in cells(self.own(self.turn)) {
            for to in cells(beside(from) & self.empty()) {
                visit(TrioMove::Slide(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, mv: TrioMove) -> Result<(), TrioIllegal> {
        if self.outcome().is_some() {
            return Err(TrioIllegal::Over);
        }
        let lies_on = |stones: u16, cell: u8| stones >> cell & 1 == 1;
        let (TrioMove::Drop(to) | TrioMove::Slide(_, to)) = mv;
        let hand_is_empty = self.own(self.turn).count_ones() == 3;
        match mv {
            TrioMove::Drop(_) if hand_is_empty => return Err(TrioIllegal::EmptyHand),
            TrioMove::Slide(..) if !hand_is_empty => return Err(TrioIllegal::StonesInHand),
            TrioMove::Slide(from, _) if !lies_on(self.own(self.turn), from) => {
                return Err(TrioIllegal::NotYours(from));
            }
            TrioMove::Slide(from, to) if from.abs_diff(to) != 1 => {
                return Err(TrioIllegal::TooFar(from, to));
            }
            _ => {}
        }
        let taken = self.stones.iter().any(|stones| lies_on(*stones, to));
        if taken { Err(TrioIllegal::Taken(to)) } else { Ok(()) }
    }

    fn play(&mut self, mv: TrioMove) {
        debug_assert!(self.check(mv).is_ok(), "`{mv}` is illegal in `{self}`");
        self.stones[self.turn.index()] ^= match mv {
            TrioMove::Drop(to) => 1 << to,
            TrioMove::Slide(from, to) => 1 << from | 1 << to,
        };
        self.turn = self.turn.opponent();
    }

    fn key(&self) -> u64 {
        let stones = u64::from(self.stones[0]) << 16 | u64::from(self.stones[1]);
        mix(self.variant.index() as u64, stones << 1 | self.turn.index() as u64)
    }
}
