//! Random moves: each legal one equally likely, by a chi-squared test on fixed seeds.

use quintet_core::Game;

use crate::Dice;
use crate::spots::{Spot, random_game, share};

/// How many games are looked at, over all variants; each early, in the middle and late.
const GAMES: usize = 24;
/// How often a move is drawn in one position.
const DRAWS: u32 = 300_000;
/// Positions with more moves are left out: each move would be drawn too seldom to say anything.
const MOST_MOVES: usize = 2_000;
/// The standard normal deviate that is exceeded with probability 10⁻⁶.
const DEVIATE: f64 = 4.753;

/// `random_move` draws legal moves only, each as often as the others.
///
/// # Panics
/// If not.
pub fn random_moves_are_uniform<G: Game>() {
    let mut tested = 0;
    for variant in G::INFO.variants() {
        for seed in 0..share::<G>(GAMES) as u64 {
            let game = random_game::<G>(variant, seed);
            let last = game.len().saturating_sub(2);
            // Half of the games are looked at elsewhere than the other half.
            let places = if seed % 2 == 0 { [0, last / 2, last] } else { [1, last / 3, last - 1] };
            for place in places {
                tested += usize::from(is_uniform_at(&game[place.min(last)]));
            }
        }
    }
    assert!(tested > 0, "no position with two moves or more came up");
}

fn is_uniform_at<G: Game>(spot: &Spot<G>) -> bool {
    let mut moves = spot.position.moves();
    moves.sort_unstable();
    if moves.is_empty() || moves.len() > MOST_MOVES {
        return false;
    }
    let mut drawn = vec![0_u32; moves.len()];
    let mut dice = Dice::new(spot.seed ^ 0x5eed);
    for _ in 0..DRAWS {
        let mv = spot.position.random_move(&mut dice);
        let place = moves.binary_search(&mv);
        let place = place.unwrap_or_else(|_| panic!("{spot}: the random move `{mv}` is not legal"));
        drawn[place] += 1;
    }
    if moves.len() == 1 {
        return false;
    }
    let expected = f64::from(DRAWS) / moves.len() as f64;
    let distance: f64 =
        drawn.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    let limit = chi_squared_limit(moves.len() - 1);
    let (rarest, _) = drawn.iter().enumerate().min_by_key(|(_, count)| **count).unwrap_or((0, &0));
    let (oftenest, _) =
        drawn.iter().enumerate().max_by_key(|(_, count)| **count).unwrap_or((0, &0));
    assert!(
        distance <= limit,
        "{spot}: random moves are not uniform: chi-squared {distance:.1} over {} moves exceeds \
         {limit:.1}; of {DRAWS} draws `{}` came {} times and `{}` {} times",
        moves.len(),
        moves[rarest],
        drawn[rarest],
        moves[oftenest],
        drawn[oftenest],
    );
    true
}

/// What chi-squared exceeds with probability 10⁻⁶ (Wilson and Hilferty's approximation).
fn chi_squared_limit(freedom: usize) -> f64 {
    let freedom = freedom as f64;
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + DEVIATE * spread.sqrt()).powi(3)
}

#[cfg(test)]
mod tests {
    use super::chi_squared_limit;

    #[test]
    fn the_limit_is_near_the_tabulated_quantiles() {
        // The approximation is on the generous side where there are two or three moves only.
        for (freedom, exact) in [(1, 23.928), (2, 27.631), (10, 46.863), (100, 182.127)] {
            let limit = chi_squared_limit(freedom);
            assert!((1.0..1.16).contains(&(limit / exact)), "{freedom}: {limit}");
        }
    }
}
