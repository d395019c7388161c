//! Positions that illustrate the rules, and a game worth watching. Placing, scoring, and the counters on the board.

use quintet_core::Example;

pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        caption: "Dark to move: place a tile of any length on free cells.",
        variant: "standard",
        position: "place - - d 54321 54321 - 0 0 0 0 -",
    },
    Example {
        caption: "Dark to move: only short tiles are left, and room for them is running out.",
        variant: "standard",
        position: "place b2v6,a3v5,c3h7,e4h6,g5v5,h6v5 c1h5,c2h6,c4v7,d5v5,e5v5,f5v6 d 54000 54000 - 0 0 0 0 -",
    },
    Example {
        caption: "Dark to move: the scoring begins; pick a tile to see what its line earns.",
        variant: "standard",
        position: "score b2v6,a3v5,c3h7,e4h6,g5v5,h5h3,h6v5,j7v4,b8v3 c1h5,j1v3,c2h6,c4v7,d5v5,e5v5,f5v6,i7v4,a8v3 d 33000 33000 d 0 0 0 0 -",
    },
    Example {
        caption: "Dark to move: the longest tile, c3h7, earns 36 points, but no shorter one may follow it.",
        variant: "standard",
        position: "score b2v6,a3v5,c3h7,e4h6,h6v5,j7v4,b8v3 c1h5,j1v3,c2h6,c4v7,f5v6,i7v4,a8v3 d 33000 33000 d 29 17 5 5 -",
    },
    Example {
        caption: "Light to move, and alone: dark can take no tile off any more.",
        variant: "standard",
        position: "score b2v6,a3v5,e4h6,h6v5,j7v4,b8v3 j1v3,c2h6,c4v7,f5v6,i7v4,a8v3 l 33000 33000 d 65 20 7 5 d",
    },
];

pub(crate) const DEMO: &[&str] = &[
    "b2v6", "c2h6", "c3h7", "c4v7", "e4h6", "f5v6", "a3v5", "e5v5", "g5v5", "d5v5", "h6v5", "c1h5",
    "h5h3", "i7v4", "j7v4", "j1v3", "b8v3", "a8v3", "h5h3+6", "e5v5+6", "g5v5+23", "d5v5+11",
    "c3h7+36", "c1h5+3", "c2h6+8", "c4v7+0",
];

/// Balanced openings for matches.
pub const OPENINGS: &[&str] = &[include_str!("../openings/standard.txt")];
