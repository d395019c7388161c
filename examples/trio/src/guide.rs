//! A first game with somebody who explains. Dropping, and a slide that wins.

use quintet_core::{Guide, Lesson};

/// The guided first game.
pub static GUIDE: Guide = Guide {
    lessons: &[
        Lesson {
            position: "8 d",
            told: "You are dark. Put a stone on any empty cell.",
            wanted: &[],
            done: "Three stones side by side will win.",
        },
        Lesson {
            position: "LD1DDLL1 d",
            told: "All stones are on the board, so one of yours slides to the empty cell beside it. Slide the stone on b1 and win.",
            wanted: &["b1-c1"],
            done: "Three side by side: you have won.",
        },
    ],
    farewell: "Now play on your own, against the weakest computer player.",
    position: "8 d",
};
