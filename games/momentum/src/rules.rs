//! What may be played and how a game ends.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::{Chance, Game, GameInfo, Outcome, Player, PositionError, Variant, VariantInfo};

use crate::board::{self, BOARD, Cell, cells};
use crate::check::Illegal;
use crate::examples::{DEMO, EXAMPLES};
use crate::notation;

/// Marbles of each player; all on the board win.
pub(crate) const MARBLES: u8 = 8;

/// Turns after which the game ends in any case.
pub(crate) const TURNS: u8 = 60;

/// The turns after which a player can first have all marbles on the board: X's with its last one.
const FIRST_WIN: u8 = 2 * MARBLES - 1;

pub(crate) const PIE: Variant = Variant::new(1);

/// A position.
///
/// Marbles are kept by whose turn it is and not by colour, so that nothing a turn does depends on the colour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Momentum {
    /// All marbles on the board.
    pub(crate) occupied: u64,
    /// Those of the player who is not to move.
    pub(crate) waiting: u64,
    /// Turns played so far; even counts are X's to move.
    pub(crate) turns: u8,
    pub(crate) variant: Variant,
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Drops a marble on that cell.
    Drop(Cell),
    /// Makes the first marble the second player's, with the variant `pie`.
    Swap,
}

impl Game for Momentum {
    type Move = Move;
    type Illegal = Illegal;

    const INFO: GameInfo = GameInfo {
        id: "momentum",
        name: "Momentum",
        tagline: "Have all eight of your marbles on the board.",
        credit: "Phil Leduc, 2010",
        players: ["x", "o"],
        variants: &[
            VariantInfo { id: "standard", summary: "The published game.", usual_moves: Some(33) },
            VariantInfo {
                id: "pie",
                summary: "The second player may answer the first drop by taking that marble over.",
                usual_moves: Some(35),
            },
        ],
        repetition: None,
        rules: include_str!("../RULES.md"),
        examples: EXAMPLES,
        demo: DEMO,
    };

    fn start(variant: Variant) -> Self {
        Momentum { occupied: 0, waiting: 0, turns: 0, variant }
    }

    fn parse(variant: Variant, text: &str) -> Result<Self, PositionError> {
        notation::read(variant, text)
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    fn turn(&self) -> Player {
        if self.turns.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.turns < FIRST_WIN {
            return None;
        }
        let waiting = self.waiting.count_ones();
        if waiting == u32::from(MARBLES) {
            return Some(Outcome::Win(self.turn().opponent()));
        }
        if self.turns < TURNS {
            return None;
        }
        Some(match self.mover().count_ones().cmp(&waiting) {
            Ordering::Greater => Outcome::Win(self.turn()),
            Ordering::Less => Outcome::Win(self.turn().opponent()),
            Ordering::Equal => Outcome::Draw,
        })
    }

    #[inline]
    fn for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for cell in cells(self.empty()) {
            visit(Move::Drop(cell))?;
        }
        if self.can_swap() {
            visit(Move::Swap)?;
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        u64::from(self.empty().count_ones()) + u64::from(self.can_swap())
    }

    #[inline]
    fn random_move(&self, chance: &mut impl Chance) -> Move {
        assert!(self.outcome().is_none(), "a finished game has no move");
        loop {
            let cell = Cell::numbered(chance.below(49));
            if self.empty() & cell.bit() != 0 {
                return Move::Drop(cell);
            }
            // With one marble on the board the one taken cell stands for the swap.
            if self.can_swap() {
                return Move::Swap;
            }
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        crate::check::check(self, mv)
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    #[inline]
    fn after(&self, mv: Move) -> Self {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} in {self}");
        let (occupied, waiting) = match mv {
            Move::Drop(cell) => {
                let (occupied, dropped) = board::push(self.occupied, self.mover(), cell);
                (occupied | cell.bit(), dropped | cell.bit())
            }
            // The marble stays with the player who waits then, who is the one who swapped.
            Move::Swap => (self.occupied, self.waiting),
        };
        Momentum { occupied, waiting, turns: self.turns + 1, variant: self.variant }
    }

    fn key(&self) -> u64 {
        // Whose turn it is follows from the turns. The variant matters only until a swap is past.
        let swap_ahead = self.variant == PIE && self.turns < 2;
        let rest = u64::from(self.turns) | u64::from(swap_ahead) << 8;
        mix(mix(rest, self.occupied), self.waiting)
    }
}

impl Momentum {
    #[inline]
    pub(crate) fn empty(&self) -> u64 {
        BOARD & !self.occupied
    }

    #[inline]
    pub(crate) fn can_swap(&self) -> bool {
        self.turns == 1 && self.variant == PIE && self.waiting != 0
    }

    /// The marbles of the player to move.
    #[inline]
    pub(crate) fn mover(&self) -> u64 {
        self.occupied ^ self.waiting
    }

    /// A player's marbles on the board.
    pub(crate) fn marbles(&self, player: Player) -> u64 {
        if player == self.turn() { self.mover() } else { self.waiting }
    }

    /// How many marbles a player has on the board.
    pub(crate) fn count(&self, player: Player) -> u8 {
        self.marbles(player).count_ones() as u8
    }

    /// Whose marble lies on a cell.
    pub(crate) fn owner(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.marbles(*player) & cell.bit() != 0)
    }
}
