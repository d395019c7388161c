//! A first game with somebody who explains. Placing, scoring, and the longest tile.

use quintet_core::{Guide, Lesson};

/// The guided first game.
pub static GUIDE: Guide = Guide {
    lessons: &[
        Lesson {
            position: "place - - d 54321 54321 - 0 0 0 0 -",
            told: "You are dark. First both players fill the board. Take one of your tiles and lay it on free cells, along a row or a column: drag it, or pick it and then the cells of its two ends.",
            wanted: &[],
            done: "The longer the tile, the more it is worth later. While one of your tiles fits anywhere you have to place one; when none does, you have passed for good.",
        },
        Lesson {
            position: "score b2v6,a3v5,c3h7,e4h6,g5v5,h5h3,h6v5,j7v4,b8v3 c1h5,j1v3,c2h6,c4v7,d5v5,e5v5,f5v6,i7v4,a8v3 d 33000 33000 d 0 0 0 0 -",
            told: "When nobody can place a tile, the scoring begins. Now you take your tiles off again. A tile earns its value times the number of other tiles on its line, doubled for each counter there. Take the short tile at h5 off, and move your counter as far as it may go.",
            wanted: &["h5h3+7"],
            done: "Seven other tiles lie on its row, so it earned 7 points: your counter stands on h1. The board is the score track, and dark counts from the lower left. You may also move the counter by fewer points if a later cell suits you better.",
        },
        Lesson {
            position: "score b2v6,a3v5,c3h7,e4h6,h6v5,j7v4,b8v3 c1h5,j1v3,c2h6,c4v7,f5v6,i7v4,a8v3 d 33000 33000 d 29 17 5 5 -",
            told: "A tile must be at least as long as every tile that you took off before, so short ones come first. Your longest, along row 3, earns most. Take it off for all its 36 points.",
            wanted: &["c3h7+36"],
            done: "65 points, but no shorter tile may follow: you are out, and light goes on alone. When to take the long ones is what the game is about.",
        },
    ],
    farewell: "Now play on your own, against the weakest computer player. Most tiles are placed already. Whoever has more points in the end wins, or whoever reaches 100 first.",
    position: "place b2v6,a3v5,c3h7,e4h6,g5v5,h6v5 c1h5,c2h6,c4v7,d5v5,e5v5,f5v6 d 54000 54000 - 0 0 0 0 -",
};
