//! An evaluation as a sum or as a network, without its types: what the tool needs that fits the weights.

use std::collections::BTreeMap;

use quintet_core::network::Learned;
use quintet_core::tactics::Terms;
use quintet_core::{PositionError, Variant};

/// The terms of a position with their amounts, in order.
pub type Amounts = Vec<(usize, f64)>;

/// See [`Terms`].
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// What the terms of a variant are called.
    pub names: fn(Variant) -> Vec<String>,
    /// The weights that the evaluation uses, in points, in the order of the names.
    pub weights: fn(Variant) -> Vec<f64>,
    /// How much of each term a running position has; `None` where its evaluation is no sum.
    pub amounts: fn(Variant, &str) -> Result<Option<Amounts>, PositionError>,
}

impl Formula {
    pub(crate) const fn of<G: Terms>() -> Formula {
        Formula { names: G::names, weights: G::weights, amounts: amounts::<G> }
    }
}

fn amounts<G: Terms>(variant: Variant, position: &str) -> Result<Option<Amounts>, PositionError> {
    let mut sums = BTreeMap::new();
    let is_sum = G::parse(variant, position)?.terms(&mut |term, amount| {
        *sums.entry(term).or_insert(0.0) += amount;
    });
    sums.retain(|_, amount| *amount != 0.0);
    Ok(is_sum.then(|| sums.into_iter().collect()))
}

/// See [`Learned`].
#[derive(Clone, Copy, Debug)]
pub struct Learning {
    /// How many inputs the network of a variant has.
    pub inputs: fn(Variant) -> usize,
    /// Which input every input becomes under each symmetry of the board but the identity.
    pub images: fn(Variant) -> Vec<Vec<usize>>,
    /// The inputs that are on in a running position; `None` where its evaluation asks no network.
    pub seen: fn(Variant, &str) -> Result<Option<Seen>, PositionError>,
}

/// What a network sees of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The inputs that are on.
    pub on: Vec<usize>,
    /// What the evaluation counts beside the network, in points.
    pub beside: i32,
}

impl Learning {
    pub(crate) const fn of<G: Learned>() -> Learning {
        Learning { inputs: G::inputs, images: G::images, seen: seen::<G> }
    }
}

fn seen<G: Learned>(variant: Variant, position: &str) -> Result<Option<Seen>, PositionError> {
    let mut on = Vec::new();
    let beside = G::parse(variant, position)?.each_input(&mut |input| on.push(input));
    Ok(beside.map(|beside| Seen { on, beside }))
}
