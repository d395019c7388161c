//! The evaluation as named terms, for fitting their weights.

use quintet_core::tactics::{LARGEST_ESTIMATE, Terms};
use quintet_core::{Player, Variant};

use super::evaluate::{
    DOUBLED, DOUBLED_FOR_OPPONENT, EARNING, FREE_CELL, HOPE, IN_RESERVE, PLACEMENT, POINT,
    Prospects, SCORING, TILE, TURN, by_terms, room,
};
use crate::board::{Isaac, Phase, Scoring};
use crate::tile::LENGTHS;

/// While placing.
const PLACING: [(&str, i32); 4] = [
    ("placing: turn", TURN[PLACEMENT]),
    ("placing: earnings", EARNING[PLACEMENT]),
    ("placing: hopes", HOPE[PLACEMENT]),
    ("placing: free cells", FREE_CELL),
];

/// While scoring.
const TAKING: [(&str, i32); 7] = [
    ("scoring: turn", TURN[SCORING]),
    ("scoring: points", POINT),
    ("scoring: earnings", EARNING[SCORING]),
    ("scoring: hopes", HOPE[SCORING]),
    ("scoring: tiles", TILE),
    ("scoring: doubled", DOUBLED),
    ("scoring: doubled for the opponent", -DOUBLED_FOR_OPPONENT),
];

/// Where the terms for tiles in reserve begin, and where those of the scoring phase.
const RESERVE: usize = PLACING.len();
const FIRST_TAKING: usize = RESERVE + IN_RESERVE.len();

impl Terms for Isaac {
    fn names(_variant: Variant) -> Vec<String> {
        let placing = PLACING.iter().map(|(name, _)| (*name).to_owned());
        let reserve = LENGTHS.iter().map(|length| format!("placing: tiles of {length} in reserve"));
        let taking = TAKING.iter().map(|(name, _)| (*name).to_owned());
        placing.chain(reserve).chain(taking).collect()
    }

    fn weights(_variant: Variant) -> Vec<f64> {
        let placing = PLACING.iter().map(|(_, weight)| *weight);
        let taking = TAKING.iter().map(|(_, weight)| *weight);
        placing.chain(IN_RESERVE).chain(taking).map(f64::from).collect()
    }

    fn terms(&self, add: &mut dyn FnMut(usize, f64)) -> bool {
        let mut add = |term: usize, amount: i32| add(term, f64::from(amount));
        match self.phase {
            Phase::Placement { .. } => placing(self, &mut add),
            Phase::Scoring(scoring) => taking(self, scoring, &mut add),
        }
        self.by_terms().abs() < LARGEST_ESTIMATE
    }

    fn by_terms(&self) -> i32 {
        by_terms(self)
    }
}

fn placing(position: &Isaac, add: &mut impl FnMut(usize, i32)) {
    let prospects = Prospects::of(position, Scoring::start(Player::First));
    let room = room(position);
    add(0, 1);
    for (player, sign) in [(position.turn, 1), (position.turn.opponent(), -1)] {
        let its = &prospects[player.index()];
        add(1, sign * its.earnings);
        add(2, sign * its.hopes);
        add(3, sign * room[player.index()]);
        for (index, length) in LENGTHS.into_iter().enumerate() {
            let tiles = position.reserve[player.index()].count(length);
            add(RESERVE + index, sign * i32::from(tiles));
        }
    }
}

fn taking(position: &Isaac, scoring: Scoring, add: &mut impl FnMut(usize, i32)) {
    let prospects = Prospects::of(position, scoring);
    let (own, other) = (position.turn, position.turn.opponent());
    add(FIRST_TAKING, i32::from(!scoring.out[other.index()]));
    for (player, sign) in [(own, 1), (other, -1)] {
        let its = &prospects[player.index()];
        add(FIRST_TAKING + 1, sign * i32::from(scoring.points[player.index()]));
        add(FIRST_TAKING + 2, sign * its.earnings);
        add(FIRST_TAKING + 3, sign * its.hopes);
        add(FIRST_TAKING + 4, sign * its.tiles);
    }
    add(FIRST_TAKING + 5, prospects[own.index()].doubled());
    add(FIRST_TAKING + 6, prospects[other.index()].doubled());
}
