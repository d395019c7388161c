//! What the players can still come to in the scoring phase, by counting alone: for exact searches, which
//! need look no further once it is settled who wins.

use quintet_core::{Outcome, Player};

use crate::board::{GOAL, Isaac, Phase, Scoring};
use crate::scoring::counter_cell;
use crate::tile::{Orientation, Place, SIDE, Tile};

/// How often the bounds are taken from each other. Later rounds change next to nothing.
const ROUNDS: usize = 3;

impl Isaac {
    /// Points that each player, dark first, cannot exceed whatever both do.
    ///
    /// Every tile that may still go earns at most its value times the other tiles that are on its line now,
    /// less the player's own ones that go before it, doubled for each counter that can ever stand there. How
    /// far counters come depends on the bounds themselves, so they are refined in a few rounds.
    pub fn most_points(&self) -> [u8; 2] {
        let Phase::Scoring(scoring) = self.phase else { return [GOAL; 2] };
        let mut most = at_first(scoring);
        for _ in 0..ROUNDS {
            most = self.refined(scoring, most);
        }
        most
    }

    /// The result if it is certain: the game is over, or a player has more points than the other can reach.
    pub fn settled(&self) -> Option<Outcome> {
        let Phase::Scoring(scoring) = self.phase else { return None };
        if let Some(outcome) = scoring.outcome(self) {
            return Some(outcome);
        }
        let race = Race::of(self, scoring);
        // In most positions the lead is too small even if no counter doubled anything.
        if !race.is_won_against(self.bound(scoring, race.behind, scoring.points)) {
            return None;
        }
        let mut most = at_first(scoring);
        for _ in 0..ROUNDS {
            most = self.refined(scoring, most);
        }
        let is_won = race.is_won_against(most[race.behind.index()]);
        is_won.then_some(Outcome::Win(race.leader))
    }

    /// Who surely wins a running game, even by taking tiles off for no points from now on: a counter that
    /// stands still doubles little for the other player and keeps a tile covered.
    pub(crate) fn sure_winner(&self) -> Option<Player> {
        let Phase::Scoring(scoring) = self.phase else { return None };
        let race = Race::of(self, scoring);
        let mut most = scoring.points;
        if !race.is_won_against(self.bound(scoring, race.behind, most)) {
            return None;
        }
        most[race.behind.index()] = GOAL;
        for _ in 0..ROUNDS {
            let bound = self.bound(scoring, race.behind, most);
            if race.is_won_against(bound) {
                return Some(race.leader);
            }
            if bound == most[race.behind.index()] {
                break;
            }
            most[race.behind.index()] = bound;
        }
        None
    }

    /// The bounds of both, given looser ones.
    fn refined(&self, scoring: Scoring, most: [u8; 2]) -> [u8; 2] {
        Player::BOTH.map(|player| self.bound(scoring, player, most))
    }

    /// A player's bound, if the counters come no farther than `most`.
    fn bound(&self, scoring: Scoring, player: Player, most: [u8; 2]) -> u8 {
        let index = player.index();
        if scoring.out[index] {
            return scoring.points[index];
        }
        let other = player.opponent();
        let fixed = most[other.index()] == scoring.points[other.index()];
        let counter = counter_cell(other, scoring.points[other.index()]);
        let counter = Orientation::Horizontal.coordinates(counter);
        let mut earners = Earners::default();
        for tile in self.tiles[index].all().filter(|tile| tile.length() >= scoring.last[index]) {
            let place = tile.place();
            if fixed
                && place.orientation().number(counter).wrapping_sub(place.number()) < tile.length()
            {
                continue;
            }
            let (line, _) = place.line_and_start();
            let others = i32::from(self.touching(place.orientation(), line)) - 1;
            let counters = Player::BOTH.into_iter().filter(|counter| {
                let index = counter.index();
                reaches(*counter, scoring.points[index], most[index], place)
            });
            earners.add(tile, others, i32::from(tile.value()) << counters.count());
        }
        let bound = i32::from(scoring.points[index]) + earners.most();
        bound.min(i32::from(GOAL)) as u8
    }
}

/// Who would win if both players were out now, and who would not. Nobody else can be sure to win: own
/// points only grow, and reserves stay as they are.
struct Race<'a> {
    position: &'a Isaac,
    scoring: Scoring,
    leader: Player,
    behind: Player,
}

impl Race<'_> {
    #[inline]
    fn of(position: &Isaac, scoring: Scoring) -> Race<'_> {
        let leader = scoring.leader(position);
        Race { position, scoring, leader, behind: leader.opponent() }
    }

    /// Whether the leader wins with the points of now if the other comes to that many.
    #[inline]
    fn is_won_against(&self, most: u8) -> bool {
        let mut at_worst = self.scoring;
        at_worst.points[self.behind.index()] = most;
        most < GOAL && at_worst.leader(self.position) == self.leader
    }
}

/// How far counters can come, before anything is counted.
fn at_first(scoring: Scoring) -> [u8; 2] {
    Player::BOTH.map(|player| {
        let index = player.index();
        if scoring.out[index] { scoring.points[index] } else { GOAL }
    })
}

/// The tiles that a player may still take off, shortest first, as they have to go.
///
/// A tile that goes makes every longer one on whose line it lies earn less, so not all can earn as much as
/// they would now. To look at all choices which to take would be a search; but if only one of these losses is
/// counted for each tile, the tiles form trees, and the best choice follows from the shortest up.
#[derive(Default)]
struct Earners {
    count: usize,
    tiles: [Option<Tile>; 15],
    /// What each other tile on its line is worth to a tile.
    worth: [i32; 15],
    /// The most that a tile and those in its tree earn if it is taken, and if it is not.
    taken: [i32; 15],
    left: [i32; 15],
}

impl Earners {
    #[inline]
    fn add(&mut self, tile: Tile, others: i32, worth: i32) {
        self.tiles[self.count] = Some(tile);
        self.worth[self.count] = worth;
        self.taken[self.count] = others * worth;
        self.count += 1;
    }

    /// The most that they can earn together.
    #[inline]
    fn most(mut self) -> i32 {
        let mut sum = 0;
        for own in 0..self.count {
            let either = self.taken[own].max(self.left[own]);
            match self.hurt_most_by(own) {
                None => sum += either,
                Some(longer) => {
                    self.taken[longer] += self.left[own].max(self.taken[own] - self.worth[longer]);
                    self.left[longer] += either;
                }
            }
        }
        sum
    }

    /// Of the tiles that surely earn less if `own` goes too, the one that loses most.
    #[inline]
    fn hurt_most_by(&self, own: usize) -> Option<usize> {
        let tile = self.tiles[own]?;
        let mut hurt = None;
        let mut most = 0;
        for later in own + 1..self.count {
            let Some(other) = self.tiles[later] else { break };
            // Of two equally long tiles either may go first.
            let surely = other.length() > tile.length() || other.is_on_line_of(tile);
            if self.worth[later] > most && tile.is_on_line_of(other) && surely {
                hurt = Some(later);
                most = self.worth[later];
            }
        }
        hurt
    }
}

impl Tile {
    /// Whether this tile lies on or crosses the line of another.
    #[inline]
    const fn is_on_line_of(self, other: Tile) -> bool {
        let (line, start) = self.place().line_and_start();
        let (other_line, _) = other.place().line_and_start();
        if self.place().orientation().index() == other.place().orientation().index() {
            line == other_line
        } else {
            other_line.wrapping_sub(start) < self.length()
        }
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
