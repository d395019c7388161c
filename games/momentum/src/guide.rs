//! A first game with somebody who explains. A drop, pushes, a fall, and the last marble.

use quintet_core::{Guide, Lesson};

/// The guided first game.
pub static GUIDE: Guide = Guide {
    lessons: &[
        Lesson {
            position: "7/7/7/7/7/7/7 x 0",
            told: "You are X. Drop a marble on any cell. You win when all eight of yours are on the board at once.",
            wanted: &[],
            done: "One of eight. So far nothing stood beside it.",
        },
        Lesson {
            position: "O6/1X5/7/3O1X1/7/1X3O1/7 x 6",
            told: "A marble that is dropped pushes in all eight directions: in each unbroken line of marbles that begins beside it, the last one moves one cell further. Above c5, up to the left, stand two marbles, and the last of them in the corner. Drop on c5.",
            wanted: &["c5"],
            done: "O's marble fell off the board and is back in O's hand. Yours can fall as well.",
        },
        Lesson {
            position: "O6/1XXOX1O/6X/3O3/2O1X1O/7/X1O3X x 18",
            told: "Seven of your marbles lie on the board. Drop the eighth where none of yours falls off, and you have won.",
            wanted: &[
                "a3", "a4", "a5", "a6", "b3", "b4", "b5", "b7", "c2", "c4", "c5", "c7", "d1", "d2",
                "d3", "d5", "d7", "e1", "e2", "e4", "e5", "e7", "f3", "f7", "g4", "g7",
            ],
            done: "All eight of your marbles are on the board: you have won.",
        },
    ],
    farewell: "Now play on your own, against the weakest computer player. Some marbles lie there already. Drop beside lines that end with O's marbles at the edge.",
    position: "7/1O5/3O3/3X1X1/3X1O1/1X5/6O x 10",
};
