//! What the players can still come to in the scoring phase, by counting alone: for exact searches, which
//! need look no further once it is settled who wins.

use quintet_core::{Game, Outcome, Player};

use crate::board::{GOAL, Isaac, Phase, Scoring};
use crate::tile::{Orientation, Place, SIDE};

/// How often the bounds are taken from each other. Later rounds change next to nothing.
const ROUNDS: usize = 3;

impl Isaac {
    /// Points that each player, dark first, cannot exceed whatever both do.
    ///
    /// Every tile that may still go earns at most its value times the other tiles that are on its line now,
    /// doubled for each counter that can ever stand there. How far counters come depends on the bounds
    /// themselves, so they are refined in a few rounds.
    pub fn most_points(&self) -> [u8; 2] {
        let Phase::Scoring(scoring) = self.phase else { return [GOAL; 2] };
        let mut most = Player::BOTH.map(|player| {
            let index = player.index();
            if scoring.out[index] { scoring.points[index] } else { GOAL }
        });
        for _ in 0..ROUNDS {
            most = Player::BOTH.map(|player| self.bound(scoring, player, most));
        }
        most
    }

    /// The result if it is certain: the game is over, or a player has more points than the other can reach.
    pub fn settled(&self) -> Option<Outcome> {
        let Phase::Scoring(scoring) = self.phase else { return None };
        self.outcome().or_else(|| {
            let most = self.most_points();
            Player::BOTH.into_iter().find_map(|player| {
                // Own points only grow, and reserves stay as they are.
                let mut at_worst = scoring;
                let other = player.opponent().index();
                at_worst.points[other] = most[other];
                (at_worst.leader(self) == player).then_some(Outcome::Win(player))
            })
        })
    }

    /// A player's bound, given those of both.
    #[inline]
    fn bound(&self, scoring: Scoring, player: Player, most: [u8; 2]) -> u8 {
        let index = player.index();
        if scoring.out[index] {
            return scoring.points[index];
        }
        let mut bound = u32::from(scoring.points[index]);
        for tile in self.tiles[index].all().filter(|tile| tile.length() >= scoring.last[index]) {
            let place = tile.place();
            let (line, _) = place.line_and_start();
            let others = u32::from(self.touching(place.orientation(), line)) - 1;
            let counters = Player::BOTH.into_iter().filter(|counter| {
                let index = counter.index();
                reaches(*counter, scoring.points[index], most[index], place)
            });
            bound += (u32::from(tile.value()) * others) << counters.count();
        }
        bound.min(u32::from(GOAL)) as u8
    }
}

/// Whether a player's counter stands on the line of a place for any points between two bounds.
#[inline]
fn reaches(player: Player, least: u8, most: u8, place: Place) -> bool {
    let (line, _) = place.line_and_start();
    // Light reads the board from the other end.
    let digit = match player {
        Player::First => line,
        Player::Second => SIDE - 1 - line,
    };
    match place.orientation() {
        Orientation::Horizontal => (least / SIDE..=most / SIDE).contains(&digit),
        Orientation::Vertical => (digit + SIDE - least % SIDE) % SIDE <= most - least,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::counter_cell;

    #[test]
    fn a_counter_reaches_the_lines_of_the_cells_up_to_its_bound() {
        for player in Player::BOTH {
            for least in 0..GOAL {
                for most in least..GOAL {
                    for orientation in Orientation::BOTH {
                        for line in 0..SIDE {
                            let stands_there = |points| {
                                let cell = counter_cell(player, points);
                                let (column, row) = Orientation::Horizontal.coordinates(cell);
                                let lines = [row, column];
                                lines[orientation.index()] == line
                            };
                            let place = Place::new(orientation, SIDE * line);
                            assert_eq!(
                                reaches(player, least, most, place),
                                (least..=most).any(stands_there),
                                "{player:?} {least} to {most}, {orientation:?} {line}"
                            );
                        }
                    }
                }
            }
        }
    }
}
