//! What people see of Trio.

use quintet_core::contest::{capital, decided};
use quintet_core::scene::{Item, Kind, Note, Piece, Scene, Tray};
use quintet_core::show::{Begun, begun};
use quintet_core::{Change, Game, Layout, Player, Show, Step};

use crate::board::{LENGTH, cells};
use crate::notation::cell_name;
use crate::rules::{Move, Trio};

impl Show for Trio {
    fn steps(&self, mv: Move) -> Vec<Step> {
        match mv {
            Move::Drop(to) => vec![Step::Cell(cell_name(to))],
            Move::Slide(from, to) => [from, to].map(|cell| Step::Cell(cell_name(cell))).into(),
        }
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        let to = named(step)?;
        let mv = match so_far {
            [] if self.in_hand(self.turn) > 0 => Move::Drop(to),
            // Wherever it might go, it must be an own stone.
            [] => Move::Slide(to, to ^ 1),
            [from] => Move::Slide(named(from)?, to),
            _ => return None,
        };
        self.check(mv).err().map(|rule| rule.to_string())
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        let Some(Begun { mv, steps }) = begun(self, so_far) else { return self.draw() };
        let who = capital(Self::INFO.player(self.turn));
        let chosen = so_far[..steps].to_vec();
        match mv {
            Move::Slide(from, _) if steps == 1 => {
                let tint = Note::Tint { cells: vec![cell_name(from)], label: "chosen".into() };
                let status = format!("{who}: choose where it goes.");
                Scene { notes: vec![tint], chosen, status, ..self.draw() }
            }
            _ => {
                let status = format!("{who}: confirm the move.");
                Scene { chosen, status, ..self.after(mv).draw() }
            }
        }
    }

    fn beats(&self, mv: Move) -> Vec<Vec<Change>> {
        let change = match mv {
            Move::Drop(to) => {
                let tray = tray_piece(self.turn);
                Change::Appear { item: stone(self.turn, to), from: Some(tray) }
            }
            Move::Slide(from, to) => {
                Change::Move { id: stone(self.turn, from).id, to: stone(self.turn, to) }
            }
        };
        vec![vec![change]]
    }

    fn why(&self) -> String {
        match self.outcome() {
            None => String::new(),
            Some(_) => match self.line() {
                Some(player) => {
                    format!("{} has three side by side.", capital(Self::INFO.player(player)))
                }
                None => format!("{} cannot move.", capital(Self::INFO.player(self.turn))),
            },
        }
    }
}

impl Trio {
    fn draw(&self) -> Scene {
        let stones = |player| cells(self.own(player)).map(move |cell| stone(player, cell));
        Scene {
            layout: Layout::squares((0..LENGTH).map(|cell| (cell, 0))),
            spoken: (0..LENGTH).map(|cell| self.spoken(cell)).collect(),
            items: Player::BOTH.into_iter().flat_map(stones).collect(),
            trays: Player::BOTH.map(|player| self.draw_hand(player)).into(),
            status: self.status(),
            ..Scene::default()
        }
    }

    fn spoken(&self, cell: u8) -> String {
        let owner = Player::BOTH.into_iter().find(|player| self.own(*player) >> cell & 1 == 1);
        let content = owner.map_or("empty".into(), |player| stone(player, cell).label);
        format!("{}, {content}", cell_name(cell))
    }

    fn draw_hand(&self, player: Player) -> Tray {
        let (who, count) = (Self::INFO.player(player), self.in_hand(player));
        let label = format!("{who} stones, {count} left");
        let piece = Piece::new(tray_piece(player), Kind::Stone, "stone", label);
        Tray::reserve(player, format!("{who}'s hand"), vec![Piece { count, ..piece }])
    }

    fn status(&self) -> String {
        if let Some(outcome) = self.outcome() {
            return decided::<Self>(outcome, &self.why());
        }
        let who = capital(Self::INFO.player(self.turn));
        if self.in_hand(self.turn) > 0 {
            format!("{who}: put a stone on an empty cell.")
        } else {
            format!("{who}: slide a stone to the empty cell beside it.")
        }
    }
}

/// The cell that a step names.
fn named(step: &Step) -> Option<u8> {
    let Step::Cell(name) = step else { return None };
    (0..LENGTH).find(|cell| cell_name(*cell) == *name)
}

fn stone(player: Player, cell: u8) -> Item {
    let (who, cell) = (Trio::INFO.player(player), cell_name(cell));
    let id = format!("{who}-{cell}");
    Item::new(id, Kind::Stone, "stone", format!("{who} stone")).of(player).on([cell])
}

pub(crate) fn tray_piece(player: Player) -> String {
    format!("{}-stone", Trio::INFO.player(player))
}
