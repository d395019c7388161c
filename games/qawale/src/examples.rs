//! Positions that illustrate the rules, and a game worth watching. Sowing short and tall stacks, and a line.

use quintet_core::Example;

pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        caption: "Red to move: put a stone on any stack, then sow the whole stack.",
        variant: "standard",
        position: "GG,2,GG/4/4/GG,2,GG r 8 8",
    },
    Example {
        caption: "Blue to move: with a blue stone on it the stack on c1 makes six steps.",
        variant: "standard",
        position: "3,GG/G,3/1,G,2/GG,R,RRBBR,GBG b 4 5",
    },
    Example {
        caption: "Red to move: sow the stack on c2 up column b for four in a line.",
        variant: "standard",
        position: "R,B,BB,GG/1,GG,RB,1/2,RR,1/GG,R,1,GBG r 3 3",
    },
    Example {
        caption: "Blue to move: a stack of 18 leaves 1,973,376 legal moves.",
        variant: "standard",
        position: "GGRBBGGBRBRRBRGRBR,B,2/1,G,1,G/1,R,1,G/4 b 0 1",
    },
];

pub(crate) const DEMO: &[&str] = &[
    "d1-d2-c2-c1",
    "a4-a3-b3-c3",
    "d2-d1-c1",
    "c3-c2-c1",
    "b3-b2-b1",
    "c2-d2-d1-c1",
    "d2-d1-c1",
    "c1-c2-c3-c4-b4-a4-a3",
    "a3-b3-b2-c2",
    "b2-b3-c3-c4",
    "c2-b2-b3-b4",
];

/// Balanced openings for matches.
pub const OPENINGS: &[&str] = &[include_str!("../openings/standard.txt")];
