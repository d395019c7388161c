//! Networks: what they see of a position.

use std::collections::BTreeSet;

use quintet_core::Symmetric;
use quintet_core::network::{Learned, MOST_ON};

use crate::spots::{share, spots};

/// How many positions are looked at, over all variants.
const POSITIONS: usize = 2_000;

/// Every input is one that the variant has, and no more are on than a network takes.
///
/// # Panics
/// If not.
pub fn inputs_are_sound<G: Learned>() {
    for variant in G::INFO.variants() {
        let count = G::inputs(variant);
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            if spot.position.outcome().is_some() {
                continue;
            }
            let on = inputs(&spot.position);
            assert!(on.last().is_none_or(|last| *last < count), "{spot}: an input beyond the last");
            assert!(on.len() <= MOST_ON, "{spot}: {} inputs are on", on.len());
        }
    }
}

/// There is an image of the inputs for every symmetry, and a turned or mirrored position turns on the images of its inputs.
///
/// # Panics
/// If not.
pub fn images_are_those_of_the_board<G: Learned + Symmetric>() {
    for variant in G::INFO.variants() {
        let (count, images) = (G::inputs(variant), G::images(variant));
        assert_eq!(images.len() + 1, usize::from(G::symmetries(variant)), "an image a symmetry");
        for image in &images {
            let reached: BTreeSet<usize> = image.iter().copied().collect();
            let all = reached.len() == count && reached.last() < Some(&count);
            assert!(image.len() == count && all, "an image takes every input to another");
        }
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            let position = &spot.position;
            if position.outcome().is_some() {
                continue;
            }
            let on = inputs(position);
            for (number, image) in images.iter().enumerate() {
                let turned = inputs(&position.transform(number as u8 + 1));
                let mut expected: Vec<usize> = on.iter().map(|input| image[*input]).collect();
                expected.sort_unstable();
                assert_eq!(turned, expected, "{spot}, symmetry {}", number + 1);
            }
        }
    }
}

/// The inputs that are on, from the lowest on, as often as they are.
fn inputs<G: Learned>(position: &G) -> Vec<usize> {
    let mut on = Vec::new();
    position.each_input(&mut |input| on.push(input));
    on.sort_unstable();
    on
}
