//! Positions that illustrate the rules, and a game worth watching. Dropping, sliding, and the variant.

use quintet_core::Example;

pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        caption: "Dark to move: put a stone on an empty cell.",
        variant: "standard",
        position: "8 d",
    },
    Example {
        caption: "Dark to move: slide the stone on b1 for three side by side.",
        variant: "standard",
        position: "LD1DDLL1 d",
    },
    Example {
        caption: "Light to move: here three side by side would lose.",
        variant: "misere",
        position: "1L1D1DDL l",
    },
];

pub(crate) const DEMO: &[&str] = &["d1", "a1", "c1", "h1", "e1"];
