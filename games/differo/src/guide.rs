//! A first game with somebody who explains. The difference on a line, and the goal.

use quintet_core::{Guide, Lesson};

/// The guided first game.
pub static GUIDE: Guide = Guide {
    lessons: &[
        Lesson {
            position: "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w",
            told: "You are white, and one of your pieces has to reach the row at the top. Pick the piece on b2: the small numbers say by how many you outnumber black on each of its lines. On the line up to the left you have three pieces and black has none, so it goes exactly three cells, to e2.",
            wanted: &["b2-e2"],
            done: "Three cells, over whatever stood between. Nothing is ever taken.",
        },
        Lesson {
            position: "5/1bb1b1/3b1b1/wbbbbbb1/2wb5/1w1wwww1/b2www1/1ww1w1/5 w",
            told: "Where black has as many pieces on a line as you, or more, you cannot move on it. Make any move here; look at the numbers first.",
            wanted: &[],
            done: "Every move changes the numbers on the lines that it leaves and enters, for both players. So a piece can stop others without touching them.",
        },
        Lesson {
            position: "5/2b1b1/w2b3/wbbbbbbw/3b5/b1wwwww1/3ww1b/bww1w1/5 w",
            told: "Two of your pieces and no black one stand on a line of g3, and two cells further is the goal. Win.",
            wanted: &["g3-i5"],
            done: "A piece on the far row has won. You also win if black cannot move.",
        },
    ],
    farewell: "Now play on your own, against the weakest computer player. Some moves have been made. Watch black's numbers, too: who gets through first wins.",
    position: "5/1bb1b1/3b3/wbbbbbb1/3b5/1wwwwwwb/b2www1/1ww1w1/5 w",
};
