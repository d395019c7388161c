//! A first game with somebody who explains. The totem, a jump over one's own pieces, and the end.

use quintet_core::{Guide, Lesson};

/// The guided first game.
pub static GUIDE: Guide = Guide {
    lessons: &[
        Lesson {
            position: "3/5/7/3#3/7/5/3 w 5553 5553",
            told: "The green star is the totem; it belongs to both players. You are white. A turn has two parts: first pick a marked square for the totem, then pick one of your pieces and a square beside the totem for it.",
            wanted: &[],
            done: "The totem has moved, and your piece stands beside it. The tinted squares are those that count: at the end, whoever has the stronger pieces beside the totem wins.",
        },
        Lesson {
            position: "3/2Y2/3yt2/1y#2T1/2T4/2yY1/3 w 5333 5423",
            told: "The totem steps to the next square, or jumps over an unbroken line of your own pieces. Below it, on c3, stands a piece of yours. Let the totem jump over it to c2, and place any piece.",
            wanted: &["c2,"],
            done: "That is a jump. Over red's pieces the totem never jumps for you, and red never jumps over yours: so pieces are walls, too.",
        },
        Lesson {
            position: "3/TTY2/1t#yt2/Yy1t1T1/2T4/t1yY1/3 w 5123 5123",
            told: "The game ends when somebody cannot move the totem. Jump to c7, the corner at the top, and close it: place your 4 on d7.",
            wanted: &["c7,4@d7"],
            done: "Red cannot move the totem, and only your pieces stand beside it: you have won.",
        },
    ],
    farewell: "Now play on your own, against the weakest computer player. The game has begun already, so it will be short. Keep strong pieces for the end, and look where the totem gets stuck.",
    position: "3/5/4t2/1y#2T1/2T4/2yY1/3 w 5343 5433",
};
