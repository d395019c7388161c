//! The evaluation as named terms, for fitting their weights.

use quintet_core::tactics::{Tactics as _, Terms};
use quintet_core::{Game, Variant};

use super::evaluate::{FIRST_ROW_PLACE, UNDECIDED, VIEWS};
use super::threats;
use super::weights::{
    BALANCES, BESIDE_HEX, LOWEST, PLACES, STANDING_DIAGONAL, STANDING_HEX, TEMPO_DIAGONAL,
    TEMPO_HEX, Tempo,
};
use crate::board::{self, Cell, ROWS};
use crate::rules::{Differo, HEX};

/// The terms before those of the tables.
const TEMPO: [&str; 3] = ["turn", "one threat", "several threats"];

impl Terms for Differo {
    fn names(variant: Variant) -> Vec<String> {
        let cells = (0..PLACES).map(|place| Cell::new(place as u8 + 5).to_string());
        let rows = if variant == HEX { ROWS - 2 } else { 0 };
        let rows = (1..=rows).map(|row| format!("row {}", row + 1));
        let places = cells.chain(rows).flat_map(|place| {
            let balances = LOWEST..LOWEST + BALANCES as i8;
            balances.map(move |balance| format!("{place} at {balance}"))
        });
        TEMPO.map(String::from).into_iter().chain(places).collect()
    }

    fn weights(variant: Variant) -> Vec<f64> {
        let hex = variant == HEX;
        let Tempo { turn, threatened } = if hex { TEMPO_HEX } else { TEMPO_DIAGONAL };
        let standing = if hex { &STANDING_HEX } else { &STANDING_DIAGONAL };
        let beside: &[[i16; BALANCES]] = if hex { &BESIDE_HEX } else { &[] };
        let tables = standing.iter().chain(beside).flatten().map(|weight| i32::from(*weight));
        [turn, threatened[0], threatened[1]].into_iter().chain(tables).map(f64::from).collect()
    }

    fn terms(&self, add: &mut dyn FnMut(usize, f64)) -> bool {
        add(0, 1.0);
        match threats::threats(self).count_ones() {
            0 => {}
            1 => add(1, 1.0),
            _ => add(2, 1.0),
        }
        let axes = if self.variant() == HEX { 3 } else { 2 };
        for (player, sign) in [(self.turn(), 1), (self.turn().opponent(), -1)] {
            for cell in board::cells(self.pieces(player)) {
                for view in &VIEWS[player.index()][cell.index()][..axes] {
                    let balance = sign * self.balances()[usize::from(view.line)];
                    let place = usize::from(view.place);
                    if place < FIRST_ROW_PLACE + ROWS - 2 {
                        let seen = (balance - LOWEST).clamp(0, BALANCES as i8 - 1);
                        add(TEMPO.len() + BALANCES * place + seen as usize, f64::from(sign));
                    }
                }
            }
        }
        self.evaluate().abs() < UNDECIDED
    }
}
