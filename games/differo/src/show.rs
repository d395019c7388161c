//! What a player sees and clicks: a piece, then the cell on which it lands.

use quintet_core::contest::{capital, decided};
use quintet_core::layout::{Cell as Place, Label, Lattice, Zone};
use quintet_core::scene::{Item, Kind, Note, Score};
use quintet_core::show::{Begun, begun};
use quintet_core::{Change, Game, Layout, Player, Scene, Show, Step};

use crate::board::{self, Cell, DIRECTIONS, ROWS, highest, lowest};
use crate::check::Illegal;
use crate::notation::letter;
use crate::rules::{Differo, GOAL_ROWS, GOALS, Move};
use crate::tactics::threats::threats;

/// How far each player's pieces are from the own edge of the board at the start, all together.
const ROWS_AT_START: i32 = 28;
const PIECE: &str = "piece";

impl Show for Differo {
    fn steps(&self, mv: Move) -> Vec<Step> {
        vec![Step::Cell(mv.from.to_string()), Step::Cell(mv.to.to_string())]
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        let cell = named(step)?;
        match so_far {
            [] => self.why_not_from(cell),
            [from] => {
                let mv = Move { from: named(from)?, to: cell };
                self.check(mv).err().map(|rule| rule.to_string())
            }
            _ => None,
        }
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        let begun = begun(self, so_far);
        let shown = match begun {
            Some(Begun { mv, steps: 2 }) => self.after(mv),
            _ => self.clone(),
        };
        Scene {
            layout: layout(),
            spoken: Cell::all().map(|cell| shown.spoken(cell)).collect(),
            items: shown.items(begun),
            notes: self.notes(begun),
            scores: Player::BOTH.map(|player| shown.score(player)).into(),
            chosen: so_far[..begun.map_or(0, |begun| begun.steps)].to_vec(),
            status: self.status(begun),
            ..Scene::default()
        }
    }

    fn beats(&self, mv: Move) -> Vec<Vec<Change>> {
        let to = item(self.turn(), mv.to);
        vec![vec![Change::Move { id: item_id(self.turn(), mv.from), to }]]
    }

    fn why(&self) -> String {
        if let Some(player) = self.arrived() {
            let (row, cells) = (letter(GOAL_ROWS[player.index()]), self.cells_on_goal(player));
            return format!("{} reached row {row} on {}.", name(player), cells.join(" and "));
        }
        if self.outcome().is_some() {
            return format!("{} has no legal move.", name(self.turn()));
        }
        String::new()
    }
}

impl Differo {
    /// The cells on which a piece may land.
    fn landing_cells(&self, from: Cell) -> Vec<Cell> {
        let moves = self.moves().into_iter();
        moves.filter(|mv| mv.from == from).map(|mv| mv.to).collect()
    }

    /// Which rule keeps a move from starting on a cell. Moves of an own piece can break a rule each: then it
    /// matters whether a line was open to it at all.
    fn why_not_from(&self, from: Cell) -> Option<String> {
        let mut has_majority = false;
        for to in Cell::all() {
            match self.check(Move { from, to }) {
                Ok(()) => return None,
                Err(rule @ (Illegal::Over | Illegal::NoPiece(_) | Illegal::NotOwn { .. })) => {
                    return Some(rule.to_string());
                }
                Err(
                    Illegal::Distance { .. }
                    | Illegal::Occupied { .. }
                    | Illegal::OpponentsGoal { .. },
                ) => has_majority = true,
                Err(_) => {}
            }
        }
        let [mover, opponent] =
            [self.turn(), self.turn().opponent()].map(|player| Differo::INFO.player(player));
        Some(if has_majority {
            format!("where {mover} outnumbers {opponent}, the piece on {from} has nowhere to land")
        } else {
            format!("{mover} outnumbers {opponent} on no line of the piece on {from}")
        })
    }

    fn cells_on_goal(&self, player: Player) -> Vec<String> {
        let cells = board::cells(self.pieces(player) & GOALS[player.index()]);
        cells.map(|cell| cell.to_string()).collect()
    }

    fn spoken(&self, cell: Cell) -> String {
        let content = match self.owner(cell) {
            Some(owner) => label(owner),
            None => "free".into(),
        };
        let goal = goal_of(cell).map_or_else(String::new, |owner| {
            format!(", {}'s goal row", Differo::INFO.player(owner))
        });
        format!("{cell}, {content}{goal}")
    }

    /// The pieces; one that is about to be moved keeps its id.
    fn items(&self, begun: Option<Begun<Move>>) -> Vec<Item> {
        let owned = Cell::all().filter_map(|cell| Some((self.owner(cell)?, cell)));
        let renamed = owned.map(|(owner, cell)| match begun {
            Some(Begun { mv, steps: 2 }) if mv.to == cell => {
                Item { id: item_id(owner, mv.from), ..item(owner, cell) }
            }
            _ => item(owner, cell),
        });
        renamed.collect()
    }

    fn notes(&self, begun: Option<Begun<Move>>) -> Vec<Note> {
        match begun {
            None => match self.arrived() {
                Some(player) => vec![self.goal_note(player)],
                None => self.threat().into_iter().collect(),
            },
            Some(Begun { mv: Move { from, .. }, steps: 1 }) => {
                let landings = self.landing_cells(from).iter().map(Cell::to_string).collect();
                let mut notes = self.balance_notes(from);
                notes.push(Note::Tint { cells: landings, label: "landing cells".into() });
                notes
            }
            Some(Begun { mv: Move { from, to }, .. }) => {
                let across = (x(to) - x(from)).signum();
                let up = i32::from(to.row() - from.row()).signum();
                // Neighbours in a row are two half cells apart.
                let dx = if up == 0 { 2 * across } else { across };
                vec![Note::Arrow {
                    from: from.to_string(),
                    to: Some(to.to_string()),
                    dx,
                    dy: up,
                    label: "moves".into(),
                }]
            }
        }
    }

    fn goal_note(&self, player: Player) -> Note {
        Note::Tint { cells: self.cells_on_goal(player), label: "the goal that was reached".into() }
    }

    /// The opponent's pieces that could land on their goal next.
    fn threat(&self) -> Option<Note> {
        let cells: Vec<String> = board::cells(threats(self)).map(|cell| cell.to_string()).collect();
        let label = format!("{} threatens to reach the goal", name(self.turn().opponent()));
        (self.outcome().is_none() && !cells.is_empty()).then_some(Note::Threat { cells, label })
    }

    /// The balance of each line through a cell, at an end of the line: a free one if there is one.
    fn balance_notes(&self, from: Cell) -> Vec<Note> {
        let axes = DIRECTIONS[..self.directions()].chunks_exact(2);
        let note = |axis: &[(i8, i8)]| {
            let ends = [walk(from, axis[0]), walk(from, axis[1])];
            let ends = ends.map(|cells| cells.last().copied());
            let others = ends.into_iter().flatten();
            let end = others.min_by_key(|end| self.owner(*end).is_some())?;
            let line = axis.iter().flat_map(|step| walk(from, *step)).chain([from]);
            let balance = line.map(|cell| self.weight(cell)).sum::<i32>();
            let sign = match balance {
                0 => "",
                1.. => "+",
                _ => "−",
            };
            Some(Note::Text {
                cell: end.to_string(),
                text: format!("{sign}{}", balance.abs()),
                label: "balance of the line that ends there".into(),
            })
        };
        axes.filter_map(note).collect()
    }

    /// What the piece on a cell adds to the mover's balance.
    fn weight(&self, cell: Cell) -> i32 {
        match self.owner(cell) {
            None => 0,
            Some(owner) if owner == self.turn() => 1,
            Some(_) => -1,
        }
    }

    fn score(&self, player: Player) -> Score {
        let edge = GOAL_ROWS[player.opponent().index()];
        let advanced = board::cells(self.pieces(player))
            .map(|cell| i32::from(cell.row().abs_diff(edge)))
            .sum::<i32>();
        Score { owner: player, name: "rows advanced".into(), value: advanced - ROWS_AT_START }
    }

    fn status(&self, begun: Option<Begun<Move>>) -> String {
        if let Some(outcome) = self.outcome() {
            return decided::<Differo>(outcome, &self.why());
        }
        let task = match begun {
            None => "choose a piece".into(),
            Some(Begun { mv, steps: 1 }) => format!("choose where the piece on {} lands", mv.from),
            Some(Begun { mv, .. }) => format!("the piece on {} goes to {}", mv.from, mv.to),
        };
        format!("{} to move: {task}.", name(self.turn()))
    }
}

/// The cells from a cell on in one direction up to the edge, without itself.
fn walk(from: Cell, (rows, numbers): (i8, i8)) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut cell = from;
    while let Some(next) = Cell::at(cell.row() + rows, cell.number() + numbers) {
        cells.push(next);
        cell = next;
    }
    cells
}

fn name(player: Player) -> String {
    capital(Differo::INFO.player(player))
}

/// A cell's place on the lattice, rightwards in half cells.
fn x(cell: Cell) -> i32 {
    i32::from(2 * cell.number() - cell.row())
}

/// The cell that a step names.
fn named(step: &Step) -> Option<Cell> {
    match step {
        Step::Cell(name) => Cell::named(name),
        _ => None,
    }
}

fn item_id(owner: Player, cell: Cell) -> String {
    let side = if owner == Player::First { "w" } else { "b" };
    format!("{side}-{cell}")
}

fn item(owner: Player, cell: Cell) -> Item {
    Item::new(item_id(owner, cell), Kind::Disc, PIECE, label(owner)).of(owner).on([cell])
}

fn label(owner: Player) -> String {
    format!("{} {PIECE}", Differo::INFO.player(owner))
}

/// Whose goal row a cell belongs to.
fn goal_of(cell: Cell) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| GOALS[player.index()] & cell.bit() != 0)
}

fn layout() -> Layout {
    let place = |cell: Cell| Place {
        name: cell.to_string(),
        x: x(cell),
        y: cell.row().into(),
        zone: goal_of(cell).map(|owner| Zone { name: "goal row".into(), owner: Some(owner) }),
    };
    Layout {
        lattice: Lattice::Hexagon,
        cells: Cell::all().map(place).collect(),
        labels: coordinates(),
        scale: String::new(),
    }
}

/// The letters left of the rows and the numbers below the diagonals.
fn coordinates() -> Vec<Label> {
    let label = |text: String, x: i8, y: i8| Label { text, x: x.into(), y: y.into(), owner: None };
    let rows = 0..ROWS as i8;
    let letters = rows.clone().map(|row| label(letter(row).into(), 2 * lowest(row) - row - 2, row));
    let numbers = (1..=ROWS as i8).map(|number| {
        let foot = rows.clone().find(|row| number <= highest(*row)).unwrap_or(0);
        label(number.to_string(), 2 * number - (foot - 1), foot - 1)
    });
    letters.chain(numbers).collect()
}
