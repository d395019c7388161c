//! What a player is told about clicks.

use quintet_core::{Game, Show, Step, Variant};
use quintet_yoxii::Yoxii;

/// White pieces on c4 and b4 left of the totem, red ones on e5 and d6; the fours are used up.
const LINES: &str = "3/2o2/4t2/1OT#3/7/xxx2/XXX w 4450 4450";

fn cell(name: &str) -> Step {
    Step::Cell(name.into())
}

fn item(name: &str) -> Step {
    Step::Item(name.into())
}

fn refusal(so_far: &[Step], step: &Step) -> Option<String> {
    let position = Yoxii::parse(Variant::default(), LINES).expect("a position");
    position.refusal(so_far, step)
}

#[test]
fn a_square_the_totem_cannot_reach_says_why() {
    let refused = |name: &str| refusal(&[], &cell(name)).expect("a rule");
    assert_eq!(refused("d4"), "the totem must move away from d4");
    assert_eq!(refused("f6"), "the totem cannot jump over red's piece on e5");
    assert_eq!(refused("d7"), "the totem cannot pass over the free square d5");
    let early = refusal(&[], &item("w1"));
    assert_eq!(early.as_deref(), Some("the totem moves before a piece is placed"));
    assert_eq!(refusal(&[], &item("nonsense")), None);
}

#[test]
fn a_piece_that_cannot_be_taken_says_why() {
    let refused = |step: &Step| refusal(&[cell("d5")], step);
    assert_eq!(refused(&item("w4")).as_deref(), Some("white has no piece of value 4 left"));
    assert_eq!(refused(&item("r1")).as_deref(), Some("this piece is red's"));
    assert_eq!(refused(&cell("d6")), None, "no rule is broken: a piece is asked for");
}

#[test]
fn a_square_where_no_piece_can_be_placed_says_why() {
    let refused = |name: &str| refusal(&[cell("d5"), item("w1")], &cell(name)).expect("a rule");
    assert_eq!(refused("e5"), "a piece needs a free square, and e5 is taken");
    assert_eq!(
        refused("f2"),
        "the piece must be placed next to the totem, and f2 is not next to d5"
    );
}

#[test]
fn the_totem_is_what_goes_to_the_square_that_is_picked_first() {
    let position = Yoxii::parse(Variant::default(), LINES).expect("a position");
    assert_eq!(position.scene(&[]).origin.as_deref(), Some("d4"));
    assert_eq!(position.scene(&[cell("d5")]).origin, None, "now a piece is asked for");
}
