//! The mirror: left and right are alike. Top and bottom are not, they are the players' goals.

use quintet_core::{Game, Player, Symmetric};

use crate::board;
use crate::rules::{Differo, Move};

impl Symmetric for Differo {
    const SYMMETRIES: u8 = 2;

    fn transform(&self, symmetry: u8) -> Self {
        if symmetry == 0 {
            return self.clone();
        }
        let pieces = Player::BOTH.map(|player| {
            board::cells(self.pieces(player)).fold(0, |set, cell| set | cell.mirrored().bit())
        });
        Differo::new(self.variant(), pieces, self.turn())
    }

    fn transform_move(mv: Move, symmetry: u8) -> Move {
        if symmetry == 0 {
            return mv;
        }
        Move { from: mv.from.mirrored(), to: mv.to.mirrored() }
    }
}
