//! Positions changed by hand: tiles come from the reserve and go back to it, counters stand anywhere, and the phase and the player to
//! move can be chosen. Who has passed and who is out follows from the tiles.

use quintet_core::edit::{CLEAR, TURN};
use quintet_core::{Edit, Edits, Game, Player, Step};

use crate::board::{GOAL, Isaac, Phase, Reserve, Scoring};
use crate::scene::{counter_id, every_cell, tray_name};
use crate::show::{counter_name, name};
use crate::tile::{LENGTHS, Orientation, TILES, Tile, index_of};

/// The choice by which a tile goes off and not back to the reserve, as tiles do that were taken off for points.
const OFF: &str = "off";

impl Edit for Isaac {
    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        for owner in Player::BOTH {
            self.offer_placements(owner, &mut edits);
            self.offer_removals(owner, &mut edits);
            self.offer_counter(owner, &mut edits);
        }
        let other = self.turn.opponent();
        let label = format!("Let {} move", Isaac::INFO.player(other));
        edits.offer_choice(TURN, label, self.continued(other).take(1));
        edits.offer_choice(CLEAR, "Clear the board", [Isaac::START]);
        match self.phase {
            Phase::Placement { .. } => {
                edits.offer_choice("score", "Begin the scoring", [self.scored()]);
            }
            Phase::Scoring(_) => {
                edits.add_choice(OFF, "Off for good");
                edits.offer_choice(
                    "place",
                    "Back to placing",
                    self.unscored().continued(self.turn),
                );
            }
        }
        edits
    }
}

impl Isaac {
    fn offer_placements(&self, owner: Player, edits: &mut Edits<Isaac>) {
        let left = |length: &u8| self.reserve[owner.index()].count(*length) > 0;
        for length in LENGTHS.into_iter().filter(left) {
            for (cell, orientation) in
                every_cell().flat_map(|cell| Orientation::BOTH.map(|way| (cell, way)))
            {
                let tile = Tile::at(cell, orientation, length);
                let Some(tile) = tile.filter(|tile| self.has_room_for(*tile)) else { continue };
                let mut with = self.clone();
                with.put(owner, tile);
                with.reserve[owner.index()].take(length);
                let [start, end] = [tile.cell(), tile.last_cell()].map(|end| Step::Cell(name(end)));
                let tray = Step::Item(tray_name(owner, length));
                edits.offer([tray, start, end], with.continued(self.turn));
            }
        }
    }

    fn offer_removals(&self, owner: Player, edits: &mut Edits<Isaac>) {
        for tile in self.tiles[owner.index()].all() {
            let picked = Step::Item(tile.to_string());
            let mut off = self.clone();
            off.take_off(owner, tile);
            if let Phase::Scoring(_) = self.phase {
                edits.offer([picked.clone(), Step::Choice(OFF.into())], off.continued(self.turn));
            }
            off.reserve[owner.index()].give(tile.length());
            let tray = Step::Item(tray_name(owner, tile.length()));
            edits.offer([picked, tray], off.continued(self.turn));
        }
    }

    fn offer_counter(&self, owner: Player, edits: &mut Edits<Isaac>) {
        let Phase::Scoring(scoring) = self.phase else { return };
        if scoring.points[owner.index()] == GOAL {
            // It stands on no cell from which it could be taken.
            return;
        }
        for points in 0..GOAL {
            let mut elsewhere = scoring;
            elsewhere.points[owner.index()] = points;
            let mut moved = self.clone();
            moved.phase = Phase::Scoring(elsewhere);
            let to = Step::Cell(counter_name(owner, points));
            edits.offer([Step::Item(counter_id(owner)), to], moved.continued(self.turn));
        }
    }

    /// This position with `turn` to move, or the opponent. If nobody can place, the scoring begins.
    fn continued(&self, turn: Player) -> impl Iterator<Item = Isaac> {
        let phase = match self.phase {
            Phase::Placement { .. } => Phase::Placement { passed: None },
            Phase::Scoring(scoring) => Phase::Scoring(Scoring { out: [false; 2], ..scoring }),
        };
        let running = [turn, turn.opponent()].map(|turn| {
            let mut running = self.clone();
            running.turn = turn;
            running.phase = phase;
            running
        });
        running.into_iter().chain([self.scored()])
    }

    /// The scoring phase of this position: begun now, or ended if nobody can remove a tile.
    fn scored(&self) -> Isaac {
        let mut result = self.clone();
        match self.phase {
            Phase::Placement { .. } => result.begin_scoring(self.turn),
            Phase::Scoring(scoring) => {
                result.phase = Phase::Scoring(Scoring { out: [true; 2], ..scoring });
            }
        }
        result
    }

    /// The placement phase with these tiles, all others in reserve.
    fn unscored(&self) -> Isaac {
        let left = |player: Player| {
            let on_board = &self.tiles[player.index()];
            LENGTHS.map(|length| TILES[index_of(length)] - on_board.count(length))
        };
        let mut result = self.clone();
        result.reserve = Player::BOTH.map(|player| Reserve::new(left(player)));
        result.phase = Phase::Placement { passed: None };
        result
    }
}
