//! What a player clicks and reads: steps, animation, sentences. The picture itself is in `scene`.

use std::ops::ControlFlow;

use quintet_core::contest::{capital, decided};
use quintet_core::text::square_name;
use quintet_core::{Change, Game, Outcome, Player, Scene, Show, Step};

use crate::board::{GOAL, Isaac, Phase, Scoring};
use crate::check::on_line;
use crate::rules::Move;
use crate::scene::tray_name;
use crate::scoring::counter_cell;
use crate::tile::{Orientation, Tile};

/// The choice that stands for an advance to exactly 100, where no cell is.
pub(crate) const TO_GOAL: &str = "100";

/// How far a move has been made: some legal move that begins like this, and how many of its steps.
#[derive(Clone, Copy)]
pub(crate) struct Begun {
    pub(crate) mv: Move,
    pub(crate) steps: usize,
}

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

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        self.why_not(so_far, step)
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        let begun = self.begun(so_far);
        let chosen = so_far[..begun.map_or(0, |begun| begun.steps)].to_vec();
        Scene { chosen, ..self.picture(begun) }
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
            return format!("Dark has {dark} points and light {light}.");
        }
        let winning = Isaac::INFO.player(winner);
        let (cells, tiles) = self.reserve[winner.index()].line();
        let (other_cells, other_tiles) = self.reserve[winner.opponent().index()].line();
        if cells != other_cells {
            return format!(
                "Both have {dark} points; {winning}'s unplaced tiles make the longer line: {cells} \
                 cells in {tiles} against {other_cells} in {other_tiles}.",
                tiles = count(tiles),
                other_tiles = count(other_tiles),
            );
        }
        let level = format!("Both have {dark} points and {cells} cells of unplaced tiles");
        if tiles == other_tiles {
            format!("{level}, in {} each; dark started and so wins.", count(tiles))
        } else {
            format!(
                "{level}; {winning}'s line is longer, having fewer gaps: {} against {other_tiles}.",
                count(tiles)
            )
        }
    }
}

impl Isaac {
    /// Reads the steps as far as they begin a legal move; `None` if not even the first does.
    fn begun(&self, so_far: &[Step]) -> Option<Begun> {
        let mut best: Option<Begun> = None;
        if so_far.is_empty() {
            return best;
        }
        let _ = self.for_each_move(|mv| {
            let own = self.steps(mv);
            let steps = own.iter().zip(so_far).take_while(|(own, made)| own == made).count();
            if steps > best.map_or(0, |begun| begun.steps) {
                best = Some(Begun { mv, steps });
            }
            if steps == so_far.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }

    pub(crate) fn status(&self, begun: Option<Begun>) -> String {
        if let Some(outcome) = self.outcome() {
            return self.decision(outcome);
        }
        let task = match (begun, self.phase) {
            (None, Phase::Placement { .. }) => "choose a tile from your reserve.".into(),
            (None, Phase::Scoring(_)) => "choose a tile to take off.".into(),
            (Some(Begun { mv: Move::Place(tile), steps }), _) => placing(tile, steps),
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
        let others = match others {
            1 => "1 other tile".to_owned(),
            _ => format!("{others} other tiles"),
        };
        let counters = match counters {
            0 => "no counter",
            1 => "one counter",
            _ => "both counters",
        };
        let line = match tile.place().orientation() {
            Orientation::Horizontal => "row",
            Orientation::Vertical => "column",
        };
        let sum = self.sum(scoring, tile).replace('×', " × ").replace('=', " = ");
        format!("{tile} has {others} and {counters} in its {line} and earns {sum} points.")
    }

    /// What a tile would earn, as a short sum: value, other tiles, counters.
    pub(crate) fn sum(&self, scoring: Scoring, tile: Tile) -> String {
        let (others, counters) = on_line(self, scoring, tile);
        let value = u32::from(tile.value());
        let doubled = "×2".repeat(counters as usize);
        format!("{value}×{others}{doubled}={}", value * others * 2_u32.pow(counters))
    }
}

fn placing(tile: Tile, steps: usize) -> String {
    let length = tile.length();
    match steps {
        1 => format!("choose the lower left end of your tile of {length}."),
        2 => {
            format!("choose the other end of your tile of {length} from {}.", name(tile.cell()))
        }
        _ => {
            let (start, end) = (name(tile.cell()), name(tile.last_cell()));
            format!("a tile of {length} goes on {start} to {end}.")
        }
    }
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

fn count(tiles: u32) -> String {
    if tiles == 1 { "1 tile".into() } else { format!("{tiles} tiles") }
}
