//! The scoring phase: which tiles may go, what they earn, how far the counter may move.

use std::ops::ControlFlow;

use quintet_core::{Outcome, Player};

use crate::board::{GOAL, Isaac, Phase, SLOT_LENGTHS, SLOTS, Scoring};
use crate::tile::{Orientation, Place, SIDE, Tile, index_of};

/// Where a counter stands, in the horizontal numbering; also reads a cell as points. Points of 100 have
/// no cell; the game is over by then.
#[inline]
pub(crate) const fn counter_cell(player: Player, points: u8) -> u8 {
    match player {
        Player::First => points,
        Player::Second => (GOAL - 1).wrapping_sub(points),
    }
}

/// How far a counter may advance for a tile: so many different numbers of points, from 0 on, leaving out
/// the one that would end on the opponent's counter.
#[derive(Clone, Copy)]
pub(crate) struct Advances {
    count: u8,
    barred: u8,
}

impl Advances {
    const NONE: Advances = Advances { count: 0, barred: 0 };

    #[inline]
    const fn up_to(most: u8, barred: u8) -> Advances {
        Advances { count: most + 1 - (barred <= most) as u8, barred }
    }

    #[inline]
    pub(crate) const fn count(self) -> u8 {
        self.count
    }

    /// The advance with `skip` smaller ones, where [`count`](Advances::count) is more than that.
    #[inline]
    pub(crate) const fn nth(self, skip: u8) -> u8 {
        if skip < self.barred { skip } else { skip + 1 }
    }
}

impl Scoring {
    #[inline]
    pub(crate) fn start(passed_first: Player) -> Scoring {
        Scoring { passed_first, points: [0; 2], last: [0; 2], out: [false; 2] }
    }

    pub(crate) fn outcome(self, position: &Isaac) -> Option<Outcome> {
        // Both at 100 cannot come up in play; as with all that is equal, dark comes first.
        if self.points.contains(&GOAL) {
            let dark = self.points[Player::First.index()] == GOAL;
            return Some(Outcome::Win(if dark { Player::First } else { Player::Second }));
        }
        if self.out == [true; 2] {
            return Some(Outcome::Win(self.leader(position)));
        }
        None
    }

    /// Who would win if both players were out now.
    pub(crate) fn leader(self, position: &Isaac) -> Player {
        let light = self.strength(position, Player::Second);
        let dark = self.strength(position, Player::First);
        if dark < light { Player::Second } else { Player::First }
    }

    /// What is compared, in this order, when both players are out. Of two lines with equal cells that of
    /// fewer tiles is longer.
    fn strength(self, position: &Isaac, player: Player) -> (u8, u32, i32) {
        let (cells, tiles) = position.reserve[player.index()].line();
        (self.points[player.index()], cells, -(tiles as i32))
    }

    /// The first slot whose tiles are as long as the one that `player` removed last.
    #[inline]
    fn first_slot(self, player: Player) -> usize {
        match self.last[player.index()] {
            0 => 0,
            last => SLOTS[index_of(last)],
        }
    }

    /// The advance that would end on the opponent's counter. Where that stands behind the own one, it wraps round to more than
    /// any advance.
    #[inline]
    fn barred(self, mover: Player) -> u8 {
        let opponent = counter_cell(mover.opponent(), self.points[mover.opponent().index()]);
        counter_cell(mover, opponent).wrapping_sub(self.points[mover.index()])
    }

    #[inline]
    pub(crate) fn counters(self) -> Counters {
        let cells = Player::BOTH.map(|player| counter_cell(player, self.points[player.index()]));
        let crosswise = cells
            .map(|cell| Orientation::Vertical.number(Orientation::Horizontal.coordinates(cell)));
        Counters([cells, crosswise])
    }
}

/// The cells of both counters in both numberings.
#[derive(Clone, Copy)]
pub(crate) struct Counters([[u8; 2]; 2]);

impl Counters {
    #[inline]
    pub(crate) fn cover(self, tile: Tile) -> bool {
        let place = tile.place();
        let [dark, light] = self.0[place.orientation().index()];
        let covered = |counter: u8| counter.wrapping_sub(place.number()) < tile.length();
        covered(dark) | covered(light)
    }

    /// How many stand on each row, and on each column: four bits a line.
    #[inline]
    pub(crate) fn by_line(self) -> [u64; 2] {
        self.0.map(|[dark, light]| (1 << (4 * (dark / SIDE))) + (1 << (4 * (light / SIDE))))
    }

    #[inline]
    fn on_line_of(self, place: Place) -> u8 {
        let (line, _) = place.line_and_start();
        let [dark, light] = self.0[place.orientation().index()];
        u8::from(dark / SIDE == line) + u8::from(light / SIDE == line)
    }
}

impl Isaac {
    /// What the player to move may do with the tile in each slot.
    #[inline]
    pub(crate) fn advances(&self, scoring: Scoring) -> [Advances; 15] {
        let mover = self.turn;
        let points = scoring.points[mover.index()];
        let barred = scoring.barred(mover);
        let counters = scoring.counters();
        let slots = self.tiles[mover.index()].slots_in_order();
        let mut all = [Advances::NONE; 15];
        for slot in scoring.first_slot(mover)..15 {
            let place = slots[slot];
            let tile = Tile::new(place, SLOT_LENGTHS[slot]);
            if place != Place::NONE && !counters.cover(tile) {
                let most = self.earned(tile, counters).min(GOAL - points);
                all[slot] = Advances::up_to(most, barred);
            }
        }
        all
    }

    /// Whether the player to move may take off that tile and advance so far, in a game that runs.
    #[inline]
    pub(crate) fn may_remove(&self, scoring: Scoring, tile: Tile, advance: u8) -> bool {
        let mover = self.turn;
        let counters = scoring.counters();
        tile.length() >= scoring.last[mover.index()]
            && self.tiles[mover.index()].contains(tile)
            && !counters.cover(tile)
            && advance <= self.earned(tile, counters).min(GOAL - scoring.points[mover.index()])
            && advance != scoring.barred(mover)
    }

    /// The tile of the player to move in a slot that is not empty.
    #[inline]
    pub(crate) fn tile_in(&self, slot: usize) -> Tile {
        Tile::new(self.tiles[self.turn.index()].slots_in_order()[slot], SLOT_LENGTHS[slot])
    }

    #[inline]
    fn earned(&self, tile: Tile, counters: Counters) -> u8 {
        let place = tile.place();
        let (line, _) = place.line_and_start();
        let others = self.touching(place.orientation(), line) - 1;
        // At most 6 × 9 × 2 × 2 = 216.
        (tile.value() * others) << counters.on_line_of(place)
    }

    /// Calls `visit` with every tile that the player to move can take off, and every advance for it.
    pub(crate) fn for_each_removal<B>(
        &self,
        scoring: Scoring,
        mut visit: impl FnMut(Tile, u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (slot, advances) in self.advances(scoring).into_iter().enumerate() {
            for skip in 0..advances.count() {
                visit(self.tile_in(slot), advances.nth(skip))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// After how many removals the scoring phase is over at the latest.
    pub(crate) fn most_removals(&self) -> Option<u32> {
        let Phase::Scoring(scoring) = self.phase else { return None };
        let left = |player: Player| {
            let slots = &self.tiles[player.index()].slots_in_order()[scoring.first_slot(player)..];
            let tiles = slots.iter().filter(|place| **place != Place::NONE).count();
            if scoring.out[player.index()] { 0 } else { tiles as u32 }
        };
        Some(Player::BOTH.into_iter().map(left).sum())
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
            if self.can_remove(scoring, player) {
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
    fn can_remove(&self, scoring: Scoring, player: Player) -> bool {
        let counters = scoring.counters();
        let slots = self.tiles[player.index()].slots_in_order();
        (scoring.first_slot(player)..15).any(|slot| {
            slots[slot] != Place::NONE
                && !counters.cover(Tile::new(slots[slot], SLOT_LENGTHS[slot]))
        })
    }
}
