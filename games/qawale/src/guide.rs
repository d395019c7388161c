//! A first game with somebody who explains. Sowing, turning a corner, and four in a line.

use quintet_core::{Guide, Lesson};

/// The guided first game.
pub static GUIDE: Guide = Guide {
    lessons: &[
        Lesson {
            position: "GG,2,GG/4/4/GG,2,GG r 8 8",
            told: "You are red. Put one of your stones on a stack: pick any corner. Then the whole stack is in your hand, and you go from cell to cell and leave one stone on each, the lowest first.",
            wanted: &[],
            done: "Your own stone came last, so that it lies on top where you ended. Only what is seen from above counts.",
        },
        Lesson {
            position: "GG,2,GG/4/4/GG,2,GG r 8 8",
            told: "Each step goes up, down, left or right, and never straight back. A stack of three makes three steps. Go round a corner: sow the stack on a1 over b1 and b2 to a2.",
            wanted: &["a1-b1-b2-a2"],
            done: "Round a corner is fine, even back to where you began; only straight back is forbidden.",
        },
        Lesson {
            position: "R,B,BB,GG/1,GG,RB,1/2,RR,1/GG,R,1,GBG r 3 3",
            told: "Four of your stones in a row, a column or a long diagonal, seen from above, win. There is a red stone on b1. Put a stone on the stack at c2 and sow it up column b.",
            wanted: &["c2-b2-b3-b4"],
            done: "Four red stones lie on top in column b: you have won.",
        },
    ],
    farewell: "Now play on your own, against the weakest computer player. Some moves have been made. Look at which stones you uncover: they count for their owner, too.",
    position: "3,GG/G,3/1,G,1,G/GG,R,RRBB,GB r 5 5",
};
