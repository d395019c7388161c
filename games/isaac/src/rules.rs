//! [`Isaac`] as a [`Game`]: what joins the two phases.

use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::{Chance, Game, GameInfo, Outcome, Player, PositionError, Variant, VariantInfo};

use crate::board::{Isaac, Phase};
use crate::check::Illegal;
use crate::examples::{DEMO, EXAMPLES};
use crate::notation;
use crate::tile::Tile;

/// What a player does in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Places a tile.
    Place(Tile),
    /// Takes a tile off and advances the counter by so many points, at most 100.
    Remove(Tile, u8),
}

impl Game for Isaac {
    type Move = Move;
    type Illegal = Illegal;

    const INFO: GameInfo = GameInfo {
        id: "isaac",
        name: "Isaac",
        tagline: "Fill the board with your tiles, then take them off again for points.",
        credit: "Emiliano Venturini, 2011",
        players: ["dark", "light"],
        variants: &[VariantInfo {
            id: "standard",
            summary: "The published game.",
            usual_moves: Some(32),
        }],
        repetition: None,
        rules: include_str!("../RULES.md"),
        examples: EXAMPLES,
        demo: DEMO,
    };

    fn start(_variant: Variant) -> Self {
        Isaac::START
    }

    fn parse(_variant: Variant, text: &str) -> Result<Self, PositionError> {
        notation::read(text)
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.phase {
            Phase::Placement { .. } => None,
            Phase::Scoring(scoring) => scoring.outcome(self),
        }
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.phase {
            Phase::Placement { .. } => self.for_each_placement(|tile| visit(Move::Place(tile))),
            Phase::Scoring(scoring) if scoring.outcome(self).is_none() => {
                self.for_each_removal(scoring, |tile, advance| visit(Move::Remove(tile, advance)))
            }
            Phase::Scoring(_) => ControlFlow::Continue(()),
        }
    }

    fn count_moves(&self) -> u64 {
        match self.phase {
            Phase::Placement { .. } => {
                let mut count = 0;
                let _ = self.for_each_set(|_, _, places| {
                    count += u64::from(places.count_ones());
                    ControlFlow::<()>::Continue(())
                });
                count
            }
            Phase::Scoring(scoring) if scoring.outcome(self).is_none() => {
                self.advances(scoring).iter().map(|advances| u64::from(advances.count())).sum()
            }
            Phase::Scoring(_) => 0,
        }
    }

    fn random_move(&self, chance: &mut impl Chance) -> Move {
        match self.phase {
            Phase::Placement { .. } => Move::Place(self.random_placement(chance)),
            Phase::Scoring(scoring) => {
                assert!(scoring.outcome(self).is_none(), "a finished game has no moves: {self}");
                self.random_removal(scoring, chance)
            }
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        crate::check::check(self, mv)
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        match (mv, self.phase) {
            (Move::Place(tile), Phase::Placement { .. }) => {
                self.reserve[self.turn.index()].count(tile.length()) > 0 && self.has_room_for(tile)
            }
            (Move::Remove(tile, advance), Phase::Scoring(scoring)) => {
                scoring.outcome(self).is_none() && self.may_remove(scoring, tile, advance)
            }
            _ => false,
        }
    }

    fn play(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} in {self}");
        match (mv, self.phase) {
            (Move::Place(tile), Phase::Placement { passed }) => self.place(tile, passed),
            (Move::Remove(tile, advance), Phase::Scoring(scoring)) => {
                self.remove(tile, advance, scoring);
            }
            // Illegal, so it may do anything; nothing is the least harm.
            _ => {}
        }
    }

    fn key(&self) -> u64 {
        let mut key =
            u64::from(self.reserve[0].packed()) << 32 | u64::from(self.reserve[1].packed());
        for tiles in &self.tiles {
            for word in tiles.words() {
                key = mix(key, word);
            }
        }
        mix(key, self.progress())
    }
}

impl Isaac {
    /// Whose turn it is and how far the game has got, in one number.
    pub(crate) fn progress(&self) -> u64 {
        let side = self.turn.index() as u64;
        match self.phase {
            Phase::Placement { passed } => {
                side | passed.map_or(0, |player| 1 + player.index() as u64) << 1
            }
            Phase::Scoring(scoring) => {
                let [dark, light] = scoring.points.map(u64::from);
                let [dark_last, light_last] = scoring.last.map(u64::from);
                let [dark_out, light_out] = scoring.out.map(u64::from);
                let flags = side | dark_out << 1 | light_out << 2;
                // The bit that is always set tells it from the placement phase.
                flags
                    | (scoring.passed_first.index() as u64) << 3
                    | 1 << 4
                    | dark << 8
                    | light << 16
                    | dark_last << 24
                    | light_last << 32
            }
        }
    }
}
