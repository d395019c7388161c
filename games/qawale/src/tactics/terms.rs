//! The evaluation as named terms, for fitting their weights.

use quintet_core::Variant;
use quintet_core::tactics::Terms;

use super::evaluate::{GATHERED, TOPPED, gathered, topped};
use super::wins;
use crate::board::Qawale;

impl Terms for Qawale {
    fn names(_variant: Variant) -> Vec<String> {
        ["gathered", "topped"].map(str::to_owned).to_vec()
    }

    fn weights(_variant: Variant) -> Vec<f64> {
        [GATHERED, TOPPED].map(f64::from).to_vec()
    }

    fn terms(&self, add: &mut dyn FnMut(usize, f64)) -> bool {
        let (mover, tops) = (self.mover(), self.tops());
        for (player, sign) in [(mover, 1), (mover.opponent(), -1)] {
            add(0, f64::from(sign * gathered(self, player)));
            add(1, f64::from(sign * topped(tops, player)));
        }
        !wins::can_win(self, tops, mover)
    }
}
