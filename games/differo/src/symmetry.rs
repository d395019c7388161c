//! The mirror: left and right are alike. Top and bottom are not, they are the players' goals.

use quintet_core::{Game, Player, Symmetric, Variant};

use crate::board;
use crate::rules::{Differo, Move};

impl Symmetric for Differo {
    fn symmetries(_variant: Variant) -> u8 {
        2
    }

    fn transform(&self, symmetry: u8) -> Self {
        if symmetry == 0 {
            return self.clone();
        }
        let pieces = Player::BOTH.map(|player| {
            board::cells(self.pieces(player)).fold(0, |set, cell| set | cell.mirrored().bit())
        });
        Differo::new(self.variant(), pieces, self.turn())
    }

    fn transform_move(_variant: Variant, mv: Move, symmetry: u8) -> Move {
        if symmetry == 0 {
            return mv;
        }
        Move { from: mv.from.mirrored(), to: mv.to.mirrored() }
    }
}
