//! Terms: what is fitted is what is played.

use quintet_core::Variant;
use quintet_core::tactics::Terms;

use crate::Dice;
use crate::spots::share;

/// How many games are looked at, over all variants.
const GAMES: usize = 80;
/// How many plies of each.
const PLIES: u64 = 80;
/// The evaluation rounds, and the sum does not.
const ROUNDING: f64 = 2.0;

/// Where the terms say that they make the evaluation, amounts times weights add up to it, and they say so in most positions.
///
/// # Panics
/// If not.
pub fn terms_make_the_evaluation<G: Terms>() {
    for variant in G::INFO.variants() {
        let share = share_made_of_terms::<G>(variant);
        let id = G::INFO.describe(variant).id;
        assert!(share > 0.5, "{id}: only {share:.2} of the evaluations are made of terms");
    }
}

/// The share of the running positions of games, half of their moves greedy, that are judged by terms.
fn share_made_of_terms<G: Terms>(variant: Variant) -> f64 {
    let (weights, names) = (G::weights(variant), G::names(variant));
    assert_eq!(weights.len(), names.len(), "every term has a name and a weight");
    let (mut all, mut by_terms) = (0, 0);
    for seed in 0..share::<G>(GAMES) as u64 {
        let mut dice = Dice::new(seed);
        let mut position = G::start(variant);
        for ply in 0..PLIES {
            if position.outcome().is_some() {
                break;
            }
            let mut sum = 0.0;
            all += 1;
            if position.terms(&mut |term, amount| sum += weights[term] * amount) {
                by_terms += 1;
                let estimate = f64::from(position.by_terms());
                let near = (estimate - sum).abs() <= ROUNDING;
                assert!(near, "seed {seed}, `{position}`: evaluated {estimate}, terms make {sum}");
            }
            let greedy = (ply + seed) % 4 < 2;
            position.play(if greedy {
                position.greedy_move(&mut dice)
            } else {
                position.random_move(&mut dice)
            });
        }
    }
    f64::from(by_terms) / f64::from(all)
}
