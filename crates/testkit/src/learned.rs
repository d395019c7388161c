//! Networks: what they see of a position.

use std::collections::BTreeSet;

use quintet_core::Symmetric;
use quintet_core::network::{Learned, MOST_ON};

use crate::spots::{share, spots};

/// How many positions are looked at, over all variants.
const POSITIONS: usize = 2_000;

/// Every input is one that the variant has, none is on twice, and there are not too many; a turned or mirrored position
/// turns on the images of the inputs, in their order.
///
/// # Panics
/// If not.
pub fn inputs_are_sound<G: Learned + Symmetric>() {
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
                let expected: BTreeSet<usize> = on.iter().map(|input| image[*input]).collect();
                assert_eq!(turned, expected, "{spot}, symmetry {}", number + 1);
            }
            assert!(on.last() < Some(&count), "{spot}: an input beyond the last");
        }
    }
}

fn inputs<G: Learned>(position: &G) -> BTreeSet<usize> {
    let mut on = Vec::new();
    position.each_input(&mut |input| on.push(input));
    let all: BTreeSet<usize> = on.iter().copied().collect();
    assert!(all.len() == on.len() && on.len() <= MOST_ON, "`{position}`: {on:?}");
    all
}
