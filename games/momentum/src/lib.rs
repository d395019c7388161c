//! Momentum: push marbles until eight of yours stay on the board.
