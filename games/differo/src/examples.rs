//! Positions that illustrate the rules, and a game worth watching. Balances of lines, the goal row, and the third direction.

use quintet_core::Example;

pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        caption: "White to move: a piece goes exactly as far as white outnumbers black on its line.",
        variant: "diagonal",
        position: "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w",
    },
    Example {
        caption: "White to move: pick a piece to see the balance of each of its lines.",
        variant: "diagonal",
        position: "5/1bb1b1/3b1b1/wbbbbbb1/2wb5/1w1wwww1/b2www1/1ww1w1/5 w",
    },
    Example {
        caption: "White to move: two white pieces and no black one stand on a line of g3, so that it goes two cells, to the goal.",
        variant: "diagonal",
        position: "5/2b1b1/w2b3/wbbbbbbw/3b5/b1wwwww1/3ww1b/bww1w1/5 w",
    },
    Example {
        caption: "White to move: in this variant pieces move along the rows too.",
        variant: "hex",
        position: "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w",
    },
];

pub(crate) const DEMO: &[&str] = &[
    "d3-e3", "g4-d1", "b4-c5", "d1-c1", "c2-f2", "h7-e4", "e3-d3", "g8-d8", "f2-e1", "f3-d1",
    "d2-f2", "d8-c7", "c6-f9", "c1-b1", "e1-g3", "h5-f3", "g3-i5",
];

/// Balanced openings for matches, a text for each variant.
pub const OPENINGS: &[&str] =
    &[include_str!("../openings/diagonal.txt"), include_str!("../openings/hex.txt")];
