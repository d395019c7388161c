//! Positions that illustrate the rules, and a game worth watching. Pushes, falls, the last marble, and the swap.

use quintet_core::Example;

pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        caption: "O to move: a drop on e4 pushes the far end of each line of marbles beside it.",
        variant: "standard",
        position: "5X1/7/5O1/2XO3/7/7/7 o 5",
    },
    Example {
        caption: "X to move: a drop on c5 pushes the O in the corner off the board.",
        variant: "standard",
        position: "O6/1X5/7/3O1X1/7/1X3O1/7 x 6",
    },
    Example {
        caption: "X to move: one more marble that stays on the board wins.",
        variant: "standard",
        position: "O6/1XXOX1O/6X/3O3/2O1X1O/7/X1O3X x 18",
    },
    Example {
        caption: "O to move: drop a marble, or swap to take over X's.",
        variant: "pie",
        position: "7/7/7/3X3/7/7/7 o 1",
    },
];

pub(crate) const DEMO: &[&str] = &[
    "d4", "c4", "c3", "d4", "c5", "d4", "c5", "d4", "d3", "b6", "c5", "d4", "d5", "d4", "e6", "d2",
    "e3", "d4", "d1",
];

/// Balanced openings for matches, a text for each variant.
pub const OPENINGS: &[&str] =
    &[include_str!("../openings/standard.txt"), include_str!("../openings/pie.txt")];
