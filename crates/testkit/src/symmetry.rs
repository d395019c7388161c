//! Symmetries: turning or mirroring the board changes nothing that matters.

use std::collections::BTreeSet;

use quintet_core::Symmetric;

use crate::spots::{Spot, share, spots, spread};

/// How many positions are looked at, over all variants.
const POSITIONS: usize = 2_000;
/// How many moves of each.
const MOVES: usize = 60;

/// Transforming and then playing the transformed move is playing and then transforming, for every
/// symmetry; result, turn and the number of moves stay.
///
/// # Panics
/// If not.
pub fn playing_and_transforming_commute<G: Symmetric>() {
    each_spot::<G>(|spot| {
        let position = &spot.position;
        let moves = position.moves();
        for symmetry in 0..G::symmetries(position.variant()) {
            let image = position.transform(symmetry);
            let place = format!("{spot}, symmetry {symmetry}, image `{image}`");
            assert_eq!(image.variant(), position.variant(), "{place}: another variant");
            assert_eq!(image.turn(), position.turn(), "{place}: another turn");
            assert_eq!(image.outcome(), position.outcome(), "{place}: another outcome");
            assert_eq!(image.count_moves(), moves.len() as u64, "{place}: another number of moves");
            let read = G::parse(image.variant(), &image.to_string());
            assert_eq!(read.ok().as_ref(), Some(&image), "{place}: the image is not read back");
            let mut images = BTreeSet::new();
            for mv in spread(&moves, MOVES) {
                let image_mv = G::transform_move(position.variant(), *mv, symmetry);
                assert!(images.insert(image_mv), "{place}: two moves become `{image_mv}`");
                if let Err(rule) = image.check(image_mv) {
                    panic!("{place}: `{mv}` becomes `{image_mv}`, which is refused: {rule}");
                }
                let (one, other) = (image.after(image_mv), position.after(*mv).transform(symmetry));
                assert_eq!(one, other, "{place}: `{mv}` becomes `{image_mv}`: `{one}`, `{other}`");
            }
        }
    });
}

/// Symmetry 0 is the identity, and each has another that undoes it everywhere, so that none maps two
/// positions or moves to one.
///
/// # Panics
/// If not.
pub fn symmetries_can_be_undone<G: Symmetric>() {
    for variant in G::INFO.variants() {
        let all = 0..G::symmetries(variant);
        let mut inverses: Vec<BTreeSet<u8>> = all.clone().map(|_| all.clone().collect()).collect();
        let turn = |mv, symmetry| G::transform_move(variant, mv, symmetry);
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            let position = &spot.position;
            assert_eq!(position.transform(0), *position, "{spot}: symmetry 0 is not the identity");
            let moves = position.moves();
            for (symmetry, inverses) in (0..).zip(&mut inverses) {
                let image = position.transform(symmetry);
                inverses.retain(|inverse| {
                    image.transform(*inverse) == *position
                        && spread(&moves, MOVES)
                            .all(|mv| turn(turn(*mv, symmetry), *inverse) == *mv)
                });
                assert!(!inverses.is_empty(), "{spot}: nothing undoes symmetry {symmetry}");
            }
        }
    }
}

/// The canonical position is one of the images, the same for all of them.
///
/// # Panics
/// If not.
pub fn canonical_positions_stand_for_all_images<G: Symmetric>() {
    each_spot::<G>(|spot| {
        let canonical = spot.position.canonical();
        assert_eq!(canonical.canonical(), canonical, "{spot}: `{canonical}` is not canonical");
        let mut is_image = false;
        for symmetry in 0..G::symmetries(spot.position.variant()) {
            let image = spot.position.transform(symmetry);
            is_image |= image == canonical;
            let other = image.canonical();
            assert_eq!(other, canonical, "{spot}: `{other}` and `{canonical}` are both canonical");
            assert_eq!(other.key(), canonical.key(), "{spot}: canonical keys differ");
        }
        assert!(is_image, "{spot}: the canonical position `{canonical}` is no image of it");
    });
}

fn each_spot<G: Symmetric>(mut look: impl FnMut(&Spot<G>)) {
    for variant in G::INFO.variants() {
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            look(&spot);
        }
    }
}
