//! What a player sees and clicks: totem, value in the tray, square.

use quintet_core::contest::{capital, decided};
use quintet_core::scene::{Cell, Item, Kind, Label, Note, Piece, Score, Tray};
use quintet_core::{Change, Game, Outcome, Player, Scene, Show, Step};

use crate::board::{BOARD, Square, Yoxii, squares};
use crate::rules::Move;

/// The part of a move that has been made.
#[derive(Clone, Copy, Default)]
struct Begun {
    totem: Option<Square>,
    value: Option<u8>,
    square: Option<Square>,
}

impl Begun {
    /// How many steps it is.
    fn steps(self) -> usize {
        let steps = [self.totem.is_some(), self.value.is_some(), self.square.is_some()];
        steps.into_iter().filter(|made| *made).count()
    }
}

impl Show for Yoxii {
    fn steps(&self, mv: Move) -> Vec<Step> {
        vec![
            Step::Cell(mv.totem.name()),
            Step::Item(tray_name(self.turn, mv.value)),
            Step::Cell(mv.square.name()),
        ]
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        let begun = self.begun(so_far);
        let mv = match (begun.totem, begun.value, step) {
            (None, _, Step::Item(name)) if in_tray(name).is_some() => {
                return Some("the totem moves before a piece is placed".into());
            }
            // The rules ask for totem, value and square in this order: what is still open breaks none first.
            (None, _, Step::Cell(name)) => {
                let totem = Square::named(name)?;
                Move { totem, value: 1, square: totem }
            }
            (Some(totem), None, Step::Item(name)) => {
                let (owner, value) = in_tray(name)?;
                if owner != self.turn {
                    return Some(format!("this piece is {}'s", Yoxii::INFO.player(owner)));
                }
                Move { totem, value, square: totem }
            }
            (Some(totem), Some(value), Step::Cell(name)) => {
                Move { totem, value, square: Square::named(name)? }
            }
            _ => return None,
        };
        self.check(mv).err().map(|rule| rule.to_string())
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        let begun = self.begun(so_far);
        let mut shown = self.clone();
        shown.totem = begun.totem.unwrap_or(self.totem);
        if let (Some(value), Some(square)) = (begun.value, begun.square) {
            shown.put(self.turn, value, square);
            shown.reserve[self.turn.index()][usize::from(value) - 1] -= 1;
        }
        let around = squares(shown.totem.around()).map(Square::name).collect();
        Scene {
            cells: squares(BOARD).map(|square| shown.cell(square)).collect(),
            labels: coordinates(),
            items: shown.items(),
            trays: Player::BOTH.map(|player| shown.tray(player)).into(),
            notes: vec![Note::Tint { cells: around, label: "points count here".into() }],
            scores: Player::BOTH.map(|player| shown.score(player)).into(),
            chosen: so_far[..begun.steps()].to_vec(),
            status: self.status(begun),
            ..Scene::default()
        }
    }

    fn beats(&self, mv: Move) -> Vec<Vec<Change>> {
        let from = Some(tray_name(self.turn, mv.value));
        vec![
            vec![Change::Move { id: TOTEM.into(), to: totem_item(mv.totem) }],
            vec![Change::Appear { item: piece_item(self.turn, mv.value, mv.square), from }],
        ]
    }

    fn why(&self) -> String {
        let Some(outcome) = self.outcome() else { return String::new() };
        let [white, red] = Player::BOTH.map(|player| self.strength(player));
        let stuck = format!("{} cannot move the totem", capital(Yoxii::INFO.player(self.turn)));
        let points = format!("around it white has {} points and red {}", white.0, red.0);
        let pieces = format!("with {} and {} pieces", white.1, red.1);
        match outcome {
            Outcome::Win(_) if white.0 != red.0 => format!("{stuck}; {points}."),
            _ => format!("{stuck}; {points}, {pieces}."),
        }
    }
}

const TOTEM: &str = "totem";
const PIECE: &str = "piece";

impl Yoxii {
    /// Reads the steps as far as they begin a legal move.
    fn begun(&self, so_far: &[Step]) -> Begun {
        let mut begun = Begun::default();
        let Some(Step::Cell(name)) = so_far.first() else { return begun };
        let legal = |square: &Square| self.totem_targets() & square.bit() != 0;
        let Some(totem) = Square::named(name).filter(legal) else { return begun };
        begun.totem = Some(totem);
        let Some(Step::Item(name)) = so_far.get(1) else { return begun };
        let left = |value: &u8| self.reserve[self.turn.index()][usize::from(*value) - 1] > 0;
        begun.value = (1..=4).filter(left).find(|value| tray_name(self.turn, *value) == *name);
        if begun.value.is_none() {
            return begun;
        }
        let Some(Step::Cell(name)) = so_far.get(2) else { return begun };
        let open = |square: &Square| self.places(totem) & square.bit() != 0;
        begun.square = Square::named(name).filter(open);
        begun
    }

    fn status(&self, begun: Begun) -> String {
        if let Some(outcome) = self.outcome() {
            return decided::<Yoxii>(outcome, &self.why());
        }
        let player = capital(Yoxii::INFO.player(self.turn));
        match (begun.totem, begun.value, begun.square) {
            (None, _, _) => format!("{player} to move: choose where the totem goes."),
            (Some(_), None, _) => format!("{player} to move: choose a piece from the reserve."),
            (_, Some(value), None) => {
                format!("{player} to move: choose where to place your {value}.")
            }
            (Some(totem), Some(value), Some(square)) => format!(
                "{player} to move: the totem goes to {}, a {value} to {}.",
                totem.name(),
                square.name()
            ),
        }
    }

    fn cell(&self, square: Square) -> Cell {
        let content = match self.piece(square) {
            _ if square == self.totem => "the totem".into(),
            Some((owner, value)) => piece_label(owner, value),
            None => "free".into(),
        };
        let is_beside = self.totem.around() & square.bit() != 0;
        let beside = if is_beside { ", beside the totem" } else { "" };
        Cell {
            name: square.name(),
            x: square.column().into(),
            y: square.row().into(),
            label: format!("{}, {content}{beside}", square.name()),
            zone: None,
        }
    }

    fn items(&self) -> Vec<Item> {
        let piece = |square| {
            let (owner, value) = self.piece(square)?;
            Some(piece_item(owner, value, square))
        };
        squares(BOARD).filter_map(piece).chain([totem_item(self.totem)]).collect()
    }

    fn tray(&self, player: Player) -> Tray {
        let name = Yoxii::INFO.player(player);
        let piece = |value: u8| {
            let count = self.reserve[player.index()][usize::from(value) - 1].into();
            Piece {
                name: tray_name(player, value),
                kind: Kind::Disc,
                mark: glyph(value).into(),
                value: Some(value.into()),
                length: 1,
                count,
                noun: PIECE.into(),
                label: format!("{name} pieces of value {value}, {count} left"),
            }
        };
        Tray {
            owner: Some(player),
            name: format!("{name}'s reserve"),
            pieces: (1..=4).map(piece).collect(),
        }
    }

    fn score(&self, player: Player) -> Score {
        let (points, _) = self.strength(player);
        Score { owner: player, name: "points around the totem".into(), value: points as i32 }
    }
}

pub(crate) fn tray_name(player: Player, value: u8) -> String {
    let letter = Yoxii::INFO.player(player).chars().next().expect("players have names");
    format!("{letter}{value}")
}

/// Whose piece of which value has that name in a tray.
fn in_tray(name: &str) -> Option<(Player, u8)> {
    let pieces =
        Player::BOTH.into_iter().flat_map(|owner| (1..=4).map(move |value| (owner, value)));
    pieces.into_iter().find(|(owner, value)| tray_name(*owner, *value) == name)
}

fn totem_item(square: Square) -> Item {
    Item {
        id: TOTEM.into(),
        kind: Kind::Totem,
        owner: None,
        cells: vec![square.name()],
        height: 0,
        mark: String::new(),
        value: None,
        in_hand: false,
        noun: TOTEM.into(),
        label: "the totem".into(),
    }
}

fn piece_item(owner: Player, value: u8, square: Square) -> Item {
    let player = Yoxii::INFO.player(owner);
    Item {
        id: format!("{player}-{}", square.name()),
        kind: Kind::Disc,
        owner: Some(owner),
        cells: vec![square.name()],
        height: 0,
        mark: glyph(value).into(),
        value: Some(value.into()),
        in_hand: false,
        noun: PIECE.into(),
        label: piece_label(owner, value),
    }
}

fn piece_label(owner: Player, value: u8) -> String {
    format!("{} {PIECE} of value {value}", Yoxii::INFO.player(owner))
}

/// What is printed on a piece: as many strokes as it is worth.
fn glyph(value: u8) -> &'static str {
    match value {
        1 => "○",
        2 => "‖",
        3 => "Y",
        _ => "X",
    }
}

fn coordinates() -> Vec<Label> {
    let label = |text: String, x, y| Label { text, x, y, owner: None };
    let columns = (0..7).map(|x| label(char::from(b'a' + x as u8).into(), x, -1));
    let rows = (0..7).map(|y| label((y + 1).to_string(), -1, y));
    columns.chain(rows).collect()
}
