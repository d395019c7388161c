//! Which positions came up, for games with a rule against repetition.

use quintet_core::Game;

/// The positions of the game and of the way down the tree. For games without such a rule it stays empty.
pub(super) struct History<G> {
    // Beside each other and not in pairs: the keys are scanned at every move.
    keys: Vec<u64>,
    positions: Vec<G>,
    /// How many of them the game itself had.
    played: usize,
}

impl<G: Game> History<G> {
    /// Whether the game has a rule against repetition.
    pub const MATTERS: bool = G::INFO.repetition.is_some();

    pub const fn new() -> Self {
        History { keys: Vec::new(), positions: Vec::new(), played: 0 }
    }

    /// Begins with the positions of a game.
    pub fn begin(&mut self, positions: &[G]) {
        self.keys.clear();
        self.positions.clear();
        for position in positions {
            self.visit(position);
        }
        self.played = self.positions.len();
    }

    /// Goes back to the position of the game.
    #[inline]
    pub fn rewind(&mut self) {
        if Self::MATTERS {
            self.keys.truncate(self.played);
            self.positions.truncate(self.played);
        }
    }

    /// Notes that `position` came up and says whether that draws the game.
    #[inline]
    pub fn visit(&mut self, position: &G) -> bool {
        let Some(limit) = G::INFO.repetition else { return false };
        let key = position.key();
        let mut times = 1;
        for (index, seen) in self.keys.iter().enumerate() {
            if *seen == key && self.positions[index] == *position {
                times += 1;
            }
        }
        self.keys.push(key);
        self.positions.push(position.clone());
        times >= limit
    }
}
