//! Which positions came up, for games with a rule against repetition.

use quintet_core::Game;

/// The positions of the game and of the way down the tree. For games without such a rule it stays empty.
pub(super) struct History<G> {
    // Beside each other and not in pairs: only the keys are looked through.
    keys: Vec<u64>,
    positions: Vec<G>,
    /// How many of them the game itself had.
    played: usize,
    /// How many of the keys end in each number: most positions are new, and then nothing is looked through.
    endings: Vec<u16>,
}

/// How many endings of keys are told apart: more than positions come up in nearly all games.
const ENDINGS: usize = 1 << 12;

impl<G: Game> History<G> {
    /// Whether the game has a rule against repetition.
    pub const MATTERS: bool = G::INFO.repetition.is_some();

    pub fn new() -> Self {
        let endings = if Self::MATTERS { vec![0; ENDINGS] } else { Vec::new() };
        History { keys: Vec::new(), positions: Vec::new(), played: 0, endings }
    }

    /// Begins with the positions of a game.
    pub fn begin(&mut self, positions: &[G]) {
        self.played = 0;
        self.rewind();
        for position in positions {
            self.visit(position);
        }
        self.played = self.positions.len();
    }

    /// Goes back to the position of the game.
    #[inline]
    pub fn rewind(&mut self) {
        if Self::MATTERS {
            for key in self.keys.drain(self.played..) {
                self.endings[ending(key)] -= 1;
            }
            self.positions.truncate(self.played);
        }
    }

    /// Notes that `position` came up and says whether that draws the game.
    #[inline]
    pub fn visit(&mut self, position: &G) -> bool {
        let Some(limit) = G::INFO.repetition else { return false };
        let key = position.key();
        let alike = &mut self.endings[ending(key)];
        *alike += 1;
        let is_new = *alike == 1;
        let times = if is_new { 1 } else { 1 + self.times(key, position) };
        self.keys.push(key);
        self.positions.push(position.clone());
        times >= limit
    }

    /// How often a position with this key came up before.
    fn times(&self, key: u64, position: &G) -> usize {
        let seen = self.keys.iter().zip(&self.positions);
        seen.filter(|(seen, earlier)| **seen == key && *earlier == position).count()
    }
}

fn ending(key: u64) -> usize {
    key as usize % ENDINGS
}
