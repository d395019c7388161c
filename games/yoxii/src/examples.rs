//! Positions that illustrate the rules, and a game worth watching. The totem, its jumps and the end.

use quintet_core::Example;

pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        caption: "White to move: the totem goes first, then a piece beside it.",
        variant: "standard",
        position: "3/5/7/3#3/7/5/3 w 5553 5553",
    },
    Example {
        caption: "White to move: the totem can jump over the white piece below it, but not over red's.",
        variant: "standard",
        position: "3/2Y2/3yt2/1y#2T1/2T4/2yY1/3 w 5333 5423",
    },
    Example {
        caption: "White to move: jump to c7, place a 4 on d7, and red cannot move the totem.",
        variant: "standard",
        position: "3/TTY2/1t#yt2/Yy1t1T1/2T4/t1yY1/3 w 5123 5123",
    },
    Example {
        caption: "The end: the totem is stuck with 11 white points beside it and no red one.",
        variant: "standard",
        position: "#X1/TTY2/1t1yt2/Yy1t1T1/2T4/t1yY1/3 r 5122 5123",
    },
];

pub(crate) const DEMO: &[&str] = &[
    "e4,2@f4", "e3,3@d2", "d3,2@c3", "e4,2@e5", "d3,3@e2", "c4,3@b4", "d5,3@d6", "c4,3@d5",
    "c5,2@c6", "c4,2@b5", "b3,3@a4", "a3,2@b2", "a5,2@b6", "c5,2@d4", "c7,4@d7",
];

/// Balanced openings for matches.
pub const OPENINGS: &[&str] = &[include_str!("../openings/standard.txt")];
