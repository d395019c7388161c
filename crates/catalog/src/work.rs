//! Random games, with the game's own types.

use quintet_core::{Chance, Game, Match, Outcome, Player, Repetition};

use crate::dice::Dice;

/// What came of a number of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played to their end.
    pub games: u64,
    /// Moves made in them.
    pub plies: u64,
    /// Games that the first player won.
    pub first: u64,
    /// Games that the second player won.
    pub second: u64,
    /// Drawn games.
    pub draws: u64,
    /// Positions in which the legal moves were counted: those of every 64th game.
    pub counted_positions: u64,
    /// Legal moves in them.
    pub counted_moves: u64,
}

impl Tally {
    fn add_game(&mut self, outcome: Outcome) {
        self.games += 1;
        match outcome {
            Outcome::Win(Player::First) => self.first += 1,
            Outcome::Win(Player::Second) => self.second += 1,
            Outcome::Draw => self.draws += 1,
        }
    }

    /// Adds the games of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.first += other.first;
        self.second += other.second;
        self.draws += other.draws;
        self.counted_positions += other.counted_positions;
        self.counted_moves += other.counted_moves;
    }
}

/// Legal moves are counted in one game of this many: a random game need not know their number.
const COUNT_EVERY: u64 = 64;

pub(crate) fn playouts<G: Game>(from: &Match<G>, games: u64, dice: &mut Dice, tally: &mut Tally) {
    if let Some(finish) = from.finish() {
        (0..games).for_each(|_| tally.add_game(finish.outcome));
        return;
    }
    let mut seen = Repetition::new();
    for _ in 0..games {
        let outcome = if tally.games.is_multiple_of(COUNT_EVERY) {
            random_game::<G, true>(from, dice, &mut seen, tally)
        } else {
            random_game::<G, false>(from, dice, &mut seen, tally)
        };
        tally.add_game(outcome);
    }
}

fn random_game<G: Game, const COUNT: bool>(
    from: &Match<G>,
    dice: &mut Dice,
    seen: &mut Repetition<G>,
    tally: &mut Tally,
) -> Outcome {
    if G::INFO.repetition.is_some() {
        seen.clear();
        for position in from.positions() {
            seen.visit(position);
        }
    }
    // Dice of its own, drawn by a closure: its type is used nowhere else, so that the draw of a move is
    // compiled into this loop with the dice in registers. Yoxii plays a seventh faster.
    let mut own_dice = dice.clone();
    let mut chance = || own_dice.bits();
    let mut position = from.position().clone();
    let mut plies = 0;
    let outcome = loop {
        if COUNT {
            tally.counted_positions += 1;
            tally.counted_moves += position.count_moves();
        }
        let mv = position.random_move(&mut chance);
        position.play(mv);
        plies += 1;
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        if seen.visit(&position) {
            break Outcome::Draw;
        }
    };
    *dice = own_dice;
    tally.plies += plies;
    outcome
}
