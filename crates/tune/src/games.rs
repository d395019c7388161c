//! The games whose evaluations are sums of terms. One line a game; all else is generic.

use std::io::{BufRead, Write};
use std::marker::PhantomData;

use anyhow::anyhow;
use quintet_core::tactics::Terms;
use quintet_core::{GameInfo, Variant};
use quintet_differo::Differo;
use quintet_isaac::Isaac;
use quintet_momentum::Momentum;
use quintet_qawale::Qawale;
use quintet_yoxii::Yoxii;

use crate::samples::{self, Data};
use crate::selfplay::{self, Plan};

/// A game without its types.
pub trait Tuned: Sync {
    fn info(&self) -> &'static GameInfo;
    fn names(&self, variant: Variant) -> Vec<String>;
    fn weights(&self, variant: Variant) -> Vec<f64>;
    /// Plays games and writes them.
    fn play(&self, plan: &Plan, out: &mut (dyn Write + Send)) -> anyhow::Result<()>;
    /// Reads what was written; the score of the search counts `search` beside the result.
    fn read(
        &self,
        variant: Variant,
        from: &mut dyn BufRead,
        search: f64,
        data: &mut Data,
    ) -> anyhow::Result<()>;
}

static GAMES: &[&dyn Tuned] = &[
    &Typed::<Yoxii>(PhantomData),
    &Typed::<Isaac>(PhantomData),
    &Typed::<Qawale>(PhantomData),
    &Typed::<Differo>(PhantomData),
    &Typed::<Momentum>(PhantomData),
];

/// The game with that id.
pub fn find(id: &str) -> anyhow::Result<&'static dyn Tuned> {
    GAMES.iter().find(|game| game.info().id == id).copied().ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|game| game.info().id).collect();
        anyhow!("no terms are known of a game `{id}`; expected one of {}", known.join(", "))
    })
}

/// The variant with that id; the first where none is named.
pub fn variant(game: &dyn Tuned, id: Option<&str>) -> anyhow::Result<Variant> {
    Ok(quintet_catalog::find_variant(game.info(), id)?)
}

struct Typed<G>(PhantomData<fn() -> G>);

impl<G: Terms> Typed<G> {
    const INFO: &'static GameInfo = &G::INFO;
}

impl<G: Terms> Tuned for Typed<G> {
    fn info(&self) -> &'static GameInfo {
        Self::INFO
    }

    fn names(&self, variant: Variant) -> Vec<String> {
        G::names(variant)
    }

    fn weights(&self, variant: Variant) -> Vec<f64> {
        G::weights(variant)
    }

    fn play(&self, plan: &Plan, out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
        selfplay::play::<G>(plan, out)
    }

    fn read(
        &self,
        variant: Variant,
        from: &mut dyn BufRead,
        search: f64,
        data: &mut Data,
    ) -> anyhow::Result<()> {
        samples::read::<G>(variant, from, search, data)
    }
}

#[cfg(test)]
mod tests {
    use quintet_catalog::Dice;

    use super::*;

    /// The share of the running positions of random games, half of their moves greedy, that are judged by terms.
    fn judged_by_terms<G: Terms>(variant: Variant) -> f64 {
        let (weights, names) = (G::weights(variant), G::names(variant));
        assert_eq!(weights.len(), names.len());
        let (mut all, mut by_terms) = (0, 0);
        for seed in 0..40 {
            let mut dice = Dice::new(seed);
            let mut position = G::start(variant);
            for ply in 0..80 {
                if position.outcome().is_some() {
                    break;
                }
                let mut sum = 0.0;
                all += 1;
                if position.terms(&mut |term, amount| sum += weights[term] * amount) {
                    by_terms += 1;
                    let estimate = f64::from(position.evaluate());
                    assert!((estimate - sum).abs() <= 2.0, "{estimate} or {sum} in {position}");
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

    #[test]
    fn what_is_fitted_is_what_is_played() {
        fn all_variants<G: Terms>() {
            for variant in G::INFO.variants() {
                let share = judged_by_terms::<G>(variant);
                assert!(share > 0.5, "{} {variant:?}: {share}", G::INFO.id);
            }
        }
        all_variants::<Yoxii>();
        all_variants::<Isaac>();
        all_variants::<Qawale>();
        all_variants::<Differo>();
        all_variants::<Momentum>();
    }

    #[test]
    fn an_unknown_game_is_refused_with_the_known_ones() {
        let error = find("chess").err().expect("no such game").to_string();
        assert!(error.contains("`chess`") && error.contains("momentum"), "{error}");
    }
}
