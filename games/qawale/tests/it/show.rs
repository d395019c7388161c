//! What a player is told about clicks.

use quintet_core::{Game, Show, Step, Variant};
use quintet_qawale::Qawale;

fn refusal(so_far: &str, cell: &str) -> Option<String> {
    let step = |name: &str| Step::Cell(name.into());
    let so_far: Vec<Step> = so_far.split_whitespace().map(step).collect();
    Qawale::start(Variant::default()).refusal(&so_far, &step(cell))
}

#[test]
fn a_cell_that_cannot_be_chosen_says_why() {
    let refused = |so_far, cell| refusal(so_far, cell).expect("a rule");
    assert_eq!(refused("", "b2"), "b2 is empty: a new stone goes on top of a stack");
    assert_eq!(refused("a1", "b2"), "a1 to b2 is no step to a neighbouring cell");
    assert_eq!(refused("a1 b1", "a1"), "the step from b1 goes straight back to a1");
    assert_eq!(refusal("a1 b1 a1", "a2"), None, "the steps before begin no move");
}
