//! What engines know about Trio.

use quintet_core::tactics::{Fate, Tactics as _};
use quintet_core::{Game, Variant};
use quintet_trio::Trio;

fn read(variant: &str, text: &str) -> Trio {
    let variant = Trio::INFO.variant(variant).expect("a variant");
    Trio::parse(variant, text).expect("a position")
}

#[test]
fn two_side_by_side_are_good_except_where_three_lose() {
    let apart = "D1D1L1L1 d";
    let together = "DD2L1L1 d";
    let better = |variant| read(variant, together).evaluate() > read(variant, apart).evaluate();
    assert!(better("standard") && !better("misere"));
}

#[test]
fn a_third_stone_beside_two_wins_at_once() {
    let wins = read("standard", "LD1DDLL1 d").outlook();
    assert_eq!((wins.least, wins.wins_at_once), (Fate::Win, Some(true)));
    let open = Trio::start(Variant::default()).outlook();
    assert_eq!((open.least, open.most, open.wins_at_once), (Fate::Loss, Fate::Win, Some(false)));
}
