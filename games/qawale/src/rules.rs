//! The rules: how a game starts, which paths may be sown, and when it ends.

use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::{Chance, Game, GameInfo, Outcome, Player, PositionError, Variant, VariantInfo};

use crate::board::{Cell, Qawale, STONES, Stone};
use crate::check::Illegal;
use crate::examples::{DEMO, EXAMPLES};
use crate::notation;
use crate::path::Path;
use crate::walks;

impl Game for Qawale {
    type Move = Path;
    type Illegal = Illegal;

    const INFO: GameInfo = GameInfo {
        id: "qawale",
        name: "Qawale",
        tagline: "Sow the stacks until four of yours stand in line.",
        credit: "Published by Hachette Board Games.",
        players: ["red", "blue"],
        variants: &[VariantInfo {
            id: "standard",
            summary: "The game as published.",
            usual_moves: Some(16),
        }],
        repetition: None,
        rules: include_str!("../RULES.md"),
        examples: EXAMPLES,
        demo: DEMO,
    };

    fn start(_variant: Variant) -> Qawale {
        let mut start = Qawale::empty(2 * STONES);
        for corner in [Cell::at(0, 0), Cell::at(0, 3), Cell::at(3, 0), Cell::at(3, 3)] {
            start.lay(corner, Stone::Neutral);
            start.lay(corner, Stone::Neutral);
        }
        start
    }

    fn parse(_variant: Variant, text: &str) -> Result<Qawale, PositionError> {
        notation::parse(text)
    }

    #[inline]
    fn turn(&self) -> Player {
        self.mover()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.lines() {
            [true, false] => Some(Outcome::Win(Player::First)),
            [false, true] => Some(Outcome::Win(Player::Second)),
            [true, true] => Some(Outcome::Draw),
            [false, false] if self.left() == 0 => Some(Outcome::Draw),
            [false, false] => None,
        }
    }

    #[inline]
    fn for_each_move<B>(&self, mut visit: impl FnMut(Path) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for origin in Cell::all() {
            let height = self.height(origin);
            if height > 0 {
                walks::for_each(origin, height + 1, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        Cell::all().map(|cell| u64::from(walks::ways(self.height(cell), cell))).sum()
    }

    #[inline]
    fn random_move(&self, chance: &mut impl Chance) -> Path {
        assert!(self.outcome().is_none(), "a finished game has no moves");
        let mut up_to = [0; 16];
        let mut total = 0;
        for cell in Cell::all() {
            total += walks::ways(self.height(cell), cell);
            up_to[cell.index()] = total;
        }
        let rank = chance.below(total);
        // Counting all cells passed by is faster than stopping at the right one, which cannot be foreseen.
        let passed: u32 = up_to.iter().map(|ways| u32::from(*ways <= rank)).sum();
        let origin = Cell::from_low_bits(u64::from(passed));
        let height = self.height(origin);
        let before = up_to[origin.index()] - walks::ways(height, origin);
        walks::nth(origin, height + 1, rank - before)
    }

    fn check(&self, mv: Path) -> Result<(), Illegal> {
        self.check_path(mv)
    }

    #[inline]
    fn is_legal(&self, mv: Path) -> bool {
        // What was a move in another position is none because the stack is higher or lower, if for any reason.
        let height = self.height(mv.origin());
        height > 0 && mv.steps() == height + 1 && self.check_path(mv).is_ok()
    }

    #[inline]
    fn play(&mut self, mv: Path) {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} is not legal in {self}");
        let mut hand = self.pick_up(mv.origin());
        if mv.fits_head() {
            let mut cells = mv.head();
            for _ in 0..mv.steps() {
                cells <<= 4;
                self.sow(&mut hand, Cell::from_low_bits(cells >> 60));
            }
        } else {
            for cell in mv.cells().skip(1) {
                self.sow(&mut hand, cell);
            }
        }
    }

    fn key(&self) -> u64 {
        // The stones on the board tell those left and whose turn it is. Cells are mixed apart from each
        // other, which the processor does side by side, and differ by the key they start from.
        self.words().zip(1..).fold(0, |key, (stack, cell)| key ^ mix(cell, stack))
    }
}
