//! Positions of seeded random games: the ground on which most checks run.

use std::env;
use std::fmt;
use std::ops::ControlFlow;

use quintet_core::{Game, Repetition, Variant};

use crate::Dice;

/// No game is expected to last longer, repetition counted.
pub const MOST_PLIES: usize = 5_000;

/// A position of a random game. Its text says how to come to it again.
#[derive(Clone, Debug)]
pub struct Spot<G: Game> {
    /// What the dice of the game were seeded with.
    pub seed: u64,
    /// How many moves came before.
    pub ply: usize,
    /// The position.
    pub position: G,
    /// The move made here; none at the end of the game.
    pub mv: Option<G::Move>,
}

impl<G: Game> fmt::Display for Spot<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spot { seed, ply, position, .. } = self;
        let variant = G::INFO.describe(position.variant()).id;
        write!(f, "{} {variant}, seed {seed}, ply {ply}, position `{position}`", G::INFO.id)?;
        self.mv.map_or(Ok(()), |mv| write!(f, ", where `{mv}` is played"))
    }
}

/// The random game of a seed, from the start to its end, the last position included.
///
/// # Panics
/// If it does not end within [`MOST_PLIES`].
pub fn random_game<G: Game>(variant: Variant, seed: u64) -> Vec<Spot<G>> {
    let mut dice = Dice::new(seed);
    let mut repetition = Repetition::new();
    let mut spots = Vec::new();
    let mut position = G::start(variant);
    for ply in 0..=MOST_PLIES {
        let over = repetition.visit(&position) || position.outcome().is_some();
        let mv = (!over).then(|| position.random_move(&mut dice));
        spots.push(Spot { seed, ply, position: position.clone(), mv });
        match mv {
            Some(mv) => position.play(mv),
            None => return spots,
        }
    }
    panic!("{}: a random game with seed {seed} does not end; at last `{position}`", G::INFO.id);
}

/// All positions of one random game after another, seeds counted from 0. It does not end.
pub fn spots<G: Game>(variant: Variant) -> impl Iterator<Item = Spot<G>> {
    (0..).flat_map(move |seed| random_game(variant, seed))
}

/// The first legal moves, `most` at most: a list that stays short whatever the position.
pub fn first_moves<G: Game>(position: &G, most: usize) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let _ = position.for_each_move(|mv| {
        moves.push(mv);
        if moves.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    moves
}

/// Members evenly spread over a list, about `most` of them, the first included.
pub fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(most.max(1)).max(1))
}

/// What a share of `total` comes to for each variant of a game. `QUINTET_SWEEP=n` asks for n times as much.
///
/// # Panics
/// If that is not a number.
pub fn share<G: Game>(total: usize) -> usize {
    let sweep = env::var("QUINTET_SWEEP").map_or(1, |n| n.parse().expect("a number"));
    (total * sweep).div_ceil(G::INFO.variants.len())
}
