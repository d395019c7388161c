//! What a player clicks and reads: steps, animation, sentences. The picture itself is in `scene`.

use quintet_core::contest::{capital, decided};
use quintet_core::show::Begun;
use quintet_core::text::{counted, square_name};
use quintet_core::{Change, Game, Outcome, Player, Scene, Show, Step};

use crate::board::{GOAL, Isaac, Phase, Scoring};
use crate::check::on_line;
use crate::rules::Move;
use crate::scene::{TILE, tray_name};
use crate::scoring::counter_cell;
use crate::tile::{Orientation, Tile};

/// The choice that stands for an advance to exactly 100, where no cell is.
pub(crate) const TO_GOAL: &str = "100";
const POINT: &str = "point";

impl Show for Isaac {
    fn steps(&self, mv: Move) -> Vec<Step> {
        match (mv, self.phase) {
            (Move::Remove(tile, advance), Phase::Scoring(scoring)) => {
                let points = scoring.points[self.turn.index()] + advance;
                let end = if points < GOAL {
                    Step::Cell(counter_name(self.turn, points))
                } else {
                    Step::Choice(TO_GOAL.into())
                };
                vec![Step::Item(tile.to_string()), end]
            }
            (Move::Place(tile) | Move::Remove(tile, _), _) => vec![
                Step::Item(tray_name(self.turn, tile.length())),
                Step::Cell(name(tile.cell())),
                Step::Cell(name(tile.last_cell())),
            ],
        }
    }

    /// A tile is placed from either end.
    fn other_steps(&self, mv: Move) -> Vec<Vec<Step>> {
        let mut steps = self.steps(mv);
        if let [_, lower_left, upper_right] = steps.as_mut_slice() {
            std::mem::swap(lower_left, upper_right);
            return vec![steps];
        }
        Vec::new()
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        self.why_not(so_far, step)
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        self.picture(so_far)
    }

    fn beats(&self, mv: Move) -> Vec<Vec<Change>> {
        let (before, after) = (self.items(), self.after(mv).items());
        let tile = match mv {
            Move::Place(tile) | Move::Remove(tile, _) => tile,
        };
        let id = tile.to_string();
        let mut counters = Vec::new();
        for item in &before {
            match after.iter().find(|other| other.id == item.id) {
                Some(other) if other != item => {
                    counters.push(Change::Move { id: item.id.clone(), to: other.clone() });
                }
                None if item.id != id => {
                    counters.push(Change::Vanish { id: item.id.clone(), to: None });
                }
                _ => {}
            }
        }
        let mut first = Vec::new();
        for item in after {
            if item.id == id {
                let from = Some(tray_name(self.turn, tile.length()));
                first.push(Change::Appear { item, from });
            } else if before.iter().all(|other| other.id != item.id) {
                counters.push(Change::Appear { item, from: None });
            }
        }
        if let Move::Remove(..) = mv {
            first.push(Change::Vanish { id, to: None });
        }
        [first, counters].into_iter().filter(|beat| !beat.is_empty()).collect()
    }

    fn tell(&self, mv: Move) -> Vec<String> {
        let player = title(self.turn);
        let (Move::Place(tile) | Move::Remove(tile, _)) = mv;
        let what = |verb, on| {
            let (start, end) = (name(tile.cell()), name(tile.last_cell()));
            format!("{player} {verb} {} {on} {start} to {end}", described(tile))
        };
        if let (Move::Remove(_, advance), Phase::Scoring(scoring)) = (mv, self.phase) {
            let points = scoring.points[self.turn.index()];
            let (from, sum) = (counter_name(self.turn, points), points + advance);
            let cell = (sum < GOAL).then(|| format!(" to {},", counter_name(self.turn, sum)));
            return vec![format!(
                "{}, for {}, and advanced the counter by {advance} from {from}{} to {}.",
                what("took the", "off"),
                self.told_sum(scoring, tile),
                cell.unwrap_or_default(),
                counted(sum, POINT)
            )];
        }
        let mut sentences = vec![format!("{}.", what("placed a", "on"))];
        if let Phase::Scoring(_) = self.after(mv).phase {
            let [dark, light] = Player::BOTH.map(|player| counter_name(player, 0));
            sentences.push(format!("Dark's counter came to {dark} and light's to {light}."));
        }
        sentences
    }

    fn passes(&self, mv: Move) -> Vec<String> {
        let mut sentences = Vec::new();
        let (out, next) = match (self.phase, self.after(mv).phase) {
            (Phase::Placement { passed: None }, Phase::Placement { passed: Some(player) }) => {
                return vec![format!("{} can place no tile and passes for good.", title(player))];
            }
            (Phase::Placement { .. }, Phase::Scoring(next)) => {
                let starter = Isaac::INFO.player(next.passed_first);
                sentences.push(format!(
                    "Nobody can place any more: {starter} passed first and starts the scoring."
                ));
                ([false; 2], next)
            }
            (Phase::Scoring(before), Phase::Scoring(next)) => (before.out, next),
            _ => return sentences,
        };
        let first_asked = match self.phase {
            Phase::Placement { .. } => next.passed_first,
            Phase::Scoring(_) => self.turn.opponent(),
        };
        for player in [first_asked, first_asked.opponent()] {
            if next.out[player.index()] && !out[player.index()] {
                sentences.push(format!("{} can remove no tile and is out.", title(player)));
            }
        }
        sentences
    }

    fn why(&self) -> String {
        let (Phase::Scoring(scoring), Some(outcome)) = (self.phase, self.outcome()) else {
            return String::new();
        };
        let winner = outcome.winner().unwrap_or(Player::First);
        let [dark, light] = scoring.points;
        if scoring.points[winner.index()] == GOAL {
            return format!("{} reached 100 points.", title(winner));
        }
        if dark != light {
            return format!("Dark has {} and light {light}.", counted(dark, POINT));
        }
        let winning = Isaac::INFO.player(winner);
        let (cells, tiles) = self.reserve[winner.index()].line();
        let (other_cells, other_tiles) = self.reserve[winner.opponent().index()].line();
        if cells != other_cells {
            return format!(
                "Both have {}; {winning}'s unplaced tiles make the longer line: {cells} cells in {} \
                 against {other_cells} in {}.",
                counted(dark, POINT),
                counted(tiles, TILE),
                counted(other_tiles, TILE),
            );
        }
        let level =
            format!("Both have {} and {cells} cells of unplaced tiles", counted(dark, POINT));
        if tiles == other_tiles {
            format!("{level}, in {} each; dark started and so wins.", counted(tiles, TILE))
        } else {
            format!(
                "{level}; {winning}'s line is longer, having fewer gaps: {} against {other_tiles}.",
                counted(tiles, TILE)
            )
        }
    }
}

impl Isaac {
    /// What to do next, after the steps that were `chosen`.
    pub(crate) fn status(&self, begun: Option<Begun<Move>>, chosen: &[Step]) -> String {
        if let Some(outcome) = self.outcome() {
            return self.decision(outcome);
        }
        let task = match (begun, self.phase) {
            (None, Phase::Placement { .. }) => "choose a tile from your reserve.".into(),
            (None, Phase::Scoring(_)) => "choose a tile to take off.".into(),
            (Some(Begun { mv: Move::Place(tile), .. }), _) => placing(tile, chosen),
            (Some(Begun { mv: Move::Remove(tile, _), steps: 1 }), Phase::Scoring(scoring)) => {
                format!("{} Choose where your counter ends.", self.earnings(scoring, tile))
            }
            (Some(Begun { mv: Move::Remove(tile, advance), .. }), _) => {
                format!("{tile} goes off and the counter advances by {advance}.")
            }
        };
        let turn = if self.is_alone() { "goes on alone" } else { "to move" };
        format!("{} {turn}: {task}", title(self.turn))
    }

    fn decision(&self, outcome: Outcome) -> String {
        decided::<Isaac>(outcome, &self.why())
    }

    /// Whether the opponent has passed or is out. That it happened is told once, by the passes.
    fn is_alone(&self) -> bool {
        match self.phase {
            Phase::Placement { passed } => passed.is_some(),
            Phase::Scoring(scoring) => scoring.out[self.turn.opponent().index()],
        }
    }

    /// What a tile would earn and why, as a sentence.
    fn earnings(&self, scoring: Scoring, tile: Tile) -> String {
        let (others, counters) = on_line(self, scoring, tile);
        let others = counted(others, "other tile");
        let counters = match counters {
            0 => "no counter",
            1 => "one counter",
            _ => "both counters",
        };
        let line = match tile.place().orientation() {
            Orientation::Horizontal => "row",
            Orientation::Vertical => "column",
        };
        let earned = self.told_sum(scoring, tile);
        format!("{tile} has {others} and {counters} in its {line} and earns {earned}.")
    }

    /// What a tile would earn, in words: `2 × 2 × 2 = 8 points`.
    fn told_sum(&self, scoring: Scoring, tile: Tile) -> String {
        let sum = self.sum(scoring, tile).replace('×', " × ").replace('=', " = ");
        let plural = if sum.ends_with(" = 1") { "" } else { "s" };
        format!("{sum} {POINT}{plural}")
    }

    /// What a tile would earn, as a short sum: value, other tiles, counters.
    pub(crate) fn sum(&self, scoring: Scoring, tile: Tile) -> String {
        let (others, counters) = on_line(self, scoring, tile);
        let value = u32::from(tile.value());
        let doubled = "×2".repeat(counters as usize);
        format!("{value}×{others}{doubled}={}", value * others * 2_u32.pow(counters))
    }
}

fn placing(tile: Tile, chosen: &[Step]) -> String {
    let what = described(tile);
    match chosen {
        [_, one_end] => format!("choose the other end of your {what}, from {one_end}."),
        [_, _, _] => {
            let (start, end) = (name(tile.cell()), name(tile.last_cell()));
            format!("a {what} goes on {start} to {end}.")
        }
        _ => format!("choose an end of your {what}."),
    }
}

/// A tile by what is written on it and what is counted along it, which differ.
fn described(tile: Tile) -> String {
    format!("{TILE} of length {} and value {}", tile.length(), tile.value())
}

/// The name of the cell on which a counter stands.
pub(crate) fn counter_name(player: Player, points: u8) -> String {
    name(Orientation::Horizontal.coordinates(counter_cell(player, points)))
}

/// The name of a cell given as (column, row).
pub(crate) fn name((column, row): (u8, u8)) -> String {
    square_name(column, row)
}

/// A player's name at the beginning of a sentence.
fn title(player: Player) -> String {
    capital(Isaac::INFO.player(player))
}
