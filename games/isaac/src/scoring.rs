//! The scoring phase: which tiles may go, what they earn, how far the counter may move.

use std::ops::ControlFlow;

use quintet_core::{Outcome, Player};

use crate::board::{GOAL, Isaac, Phase, Scoring, Tile, along};

/// Where each player's counter stands. Points of 100 have no cell; the game is over by then.
#[inline]
pub(crate) const fn counter_cell(player: Player, points: u8) -> u8 {
    match player {
        Player::First => points,
        Player::Second => GOAL.wrapping_sub(1).wrapping_sub(points),
    }
}

/// How far a counter may advance for a tile: any number of points up to `most`, except `barred`.
#[derive(Clone, Copy)]
pub(crate) struct Advances {
    most: u8,
    /// The advance that would end on the opponent's counter; beyond `most` if none would.
    barred: u8,
}

impl Advances {
    pub(crate) const fn count(self) -> u32 {
        self.most as u32 + 1 - (self.barred <= self.most) as u32
    }

    /// The advance with `skip` smaller ones, where [`count`](Advances::count) is more than that.
    pub(crate) const fn nth(self, skip: u32) -> u8 {
        let skip = skip as u8;
        if skip < self.barred { skip } else { skip + 1 }
    }
}

impl Scoring {
    #[inline]
    pub(crate) fn start(passed_first: Player) -> Scoring {
        Scoring { passed_first, points: [0; 2], last: [0; 2], out: [false; 2] }
    }

    pub(crate) fn outcome(&self, position: &Isaac) -> Option<Outcome> {
        // Both at 100 cannot come up in play; as with all that is equal, dark comes first.
        if self.points.contains(&GOAL) {
            let dark = self.points[Player::First.index()] == GOAL;
            return Some(Outcome::Win(if dark { Player::First } else { Player::Second }));
        }
        if self.out == [true; 2] {
            let light = self.strength(position, Player::Second);
            let dark = self.strength(position, Player::First);
            return Some(Outcome::Win(if dark < light { Player::Second } else { Player::First }));
        }
        None
    }

    /// What is compared, in this order, when both players are out. Of two lines with equal cells that of
    /// fewer tiles is longer.
    fn strength(&self, position: &Isaac, player: Player) -> (u8, u32, i32) {
        let (cells, tiles) = position.reserve[player.index()].line();
        (self.points[player.index()], cells, -(tiles as i32))
    }

    /// The cells on which the two counters stand.
    #[inline]
    fn counters(&self) -> [u8; 2] {
        Player::BOTH.map(|player| counter_cell(player, self.points[player.index()]))
    }
}

/// How many of the counters stand on a tile's line; `None` if one stands on the tile itself.
#[inline]
fn counters_on_line(counters: [u8; 2], tile: Tile) -> Option<u32> {
    let orientation = tile.place().orientation();
    let (line, start) = tile.place().line_and_start();
    let mut on_line = 0;
    for counter in counters {
        let (counter_line, counter_at) = along(orientation, counter);
        if counter_line == line {
            if counter_at.wrapping_sub(start) < tile.length() {
                return None;
            }
            on_line += 1;
        }
    }
    Some(on_line)
}

impl Isaac {
    /// What the player to move may do with each removable tile.
    #[inline]
    pub(crate) fn removals(&self, scoring: Scoring) -> impl Iterator<Item = (Tile, Advances)> {
        let (mover, other) = (self.turn.index(), self.turn.opponent().index());
        let counters = scoring.counters();
        let left = GOAL - scoring.points[mover];
        // The opponent's cell, read as points of the mover, as an advance; behind the counter it wraps
        // round to more than any advance.
        let barred = counter_cell(self.turn, counters[other]).wrapping_sub(scoring.points[mover]);
        self.tiles[mover].from_length(scoring.last[mover]).filter_map(move |tile| {
            let on_line = counters_on_line(counters, tile)?;
            let most = self.earned(tile, on_line).min(left);
            Some((tile, Advances { most, barred }))
        })
    }

    #[inline]
    fn earned(&self, tile: Tile, counters_on_line: u32) -> u8 {
        let (line, _) = tile.place().line_and_start();
        let others = self.touching(tile.place().orientation(), line) - 1;
        // At most 6 × 9 × 2 × 2 = 216.
        (tile.value() * others) << counters_on_line
    }

    /// Calls `visit` with every tile that the player to move can take off, and every advance for it.
    pub(crate) fn for_each_removal<B>(
        &self,
        scoring: Scoring,
        mut visit: impl FnMut(Tile, u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (tile, advances) in self.removals(scoring) {
            for skip in 0..advances.count() {
                visit(tile, advances.nth(skip))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Starts the scoring phase after the last placement.
    pub(crate) fn begin_scoring(&mut self, starter: Player) {
        self.give_turn(Scoring::start(starter), starter);
    }

    /// Takes a tile of the player to move off the board, moves the counter and passes the turn on.
    #[inline]
    pub(crate) fn remove(&mut self, tile: Tile, advance: u8, mut scoring: Scoring) {
        let mover = self.turn;
        self.take_off(mover, tile);
        scoring.last[mover.index()] = tile.length();
        scoring.points[mover.index()] += advance;
        if scoring.points[mover.index()] == GOAL {
            self.turn = mover.opponent();
            self.phase = Phase::Scoring(scoring);
        } else {
            self.give_turn(scoring, mover.opponent());
        }
    }

    /// Gives the turn to `next`, or to its opponent if `next` is out; a player who could have the turn and
    /// can remove nothing goes out. With both out the turn stays where it was.
    #[inline]
    fn give_turn(&mut self, mut scoring: Scoring, next: Player) {
        for player in [next, next.opponent()] {
            if scoring.out[player.index()] {
                continue;
            }
            if self.can_remove(&scoring, player) {
                self.turn = player;
                break;
            }
            scoring.out[player.index()] = true;
        }
        self.phase = Phase::Scoring(scoring);
    }

    /// Whether a player has a tile that is long enough and under no counter. An advance of 0 goes with
    /// it: after any move the counters stand on different cells.
    #[inline]
    fn can_remove(&self, scoring: &Scoring, player: Player) -> bool {
        let counters = scoring.counters();
        let mut tiles = self.tiles[player.index()].from_length(scoring.last[player.index()]);
        tiles.any(|tile| counters_on_line(counters, tile).is_some())
    }
}
