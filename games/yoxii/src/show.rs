//! What a player sees and clicks: totem, value in the tray, square.

use quintet_core::contest::{capital, decided};
use quintet_core::scene::{Item, Kind, Note, Piece, Score, Tray};
use quintet_core::show::{Begun, begun};
use quintet_core::text::counted;
use quintet_core::{Change, Game, Layout, Outcome, Player, Scene, Show, Step};

use crate::board::{BOARD, Square, Yoxii, squares};
use crate::rules::Move;

impl Show for Yoxii {
    fn steps(&self, mv: Move) -> Vec<Step> {
        vec![
            Step::Cell(mv.totem.name()),
            Step::Item(tray_name(self.turn, mv.value)),
            Step::Cell(mv.square.name()),
        ]
    }

    fn refusal(&self, so_far: &[Step], step: &Step) -> Option<String> {
        // The rules ask for totem, value and square in this order: what is still open breaks none first.
        let mv = match (begun(self, so_far), step) {
            (None, Step::Item(name)) if in_tray(name).is_some() => {
                return Some("the totem moves before a piece is placed".into());
            }
            (None, Step::Cell(name)) => {
                let totem = Square::named(name)?;
                Move { totem, value: 1, square: totem }
            }
            (Some(Begun { mv: Move { totem, .. }, steps: 1 }), Step::Item(name)) => {
                let (owner, value) = in_tray(name)?;
                if owner != self.turn {
                    return Some(format!("this piece is {}'s", Yoxii::INFO.player(owner)));
                }
                Move { totem, value, square: totem }
            }
            (Some(Begun { mv, steps: 2.. }), Step::Cell(name)) => {
                Move { square: Square::named(name)?, ..mv }
            }
            _ => return None,
        };
        self.check(mv).err().map(|rule| rule.to_string())
    }

    fn scene(&self, so_far: &[Step]) -> Scene {
        let begun = begun(self, so_far);
        let mut shown = self.clone();
        if let Some(Begun { mv, steps }) = begun {
            shown.totem = mv.totem;
            if steps == 3 {
                shown.put(self.turn, mv.value, mv.square);
                shown.reserve[self.turn.index()][usize::from(mv.value) - 1] -= 1;
            }
        }
        let around = squares(shown.totem.around()).map(Square::name).collect();
        Scene {
            layout: Layout::squares(squares(BOARD).map(Square::place)),
            spoken: squares(BOARD).map(|square| shown.spoken(square)).collect(),
            items: shown.items(),
            trays: Player::BOTH.map(|player| shown.tray(player)).into(),
            notes: vec![Note::Tint { cells: around, label: "points count here".into() }],
            scores: Player::BOTH.map(|player| shown.score(player)).into(),
            chosen: so_far[..begun.map_or(0, |begun| begun.steps)].to_vec(),
            origin: (begun.is_none() && self.outcome().is_none()).then(|| self.totem.name()),
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

    fn tell(&self, mv: Move) -> Vec<String> {
        let player = capital(Yoxii::INFO.player(self.turn));
        let (from, to, square) = (self.totem.name(), mv.totem.name(), mv.square.name());
        let value = mv.value;
        vec![format!("{player} moved the totem from {from} to {to} and put a {value} on {square}.")]
    }

    fn why(&self) -> String {
        let Some(outcome) = self.outcome() else { return String::new() };
        let [white, red] = Player::BOTH.map(|player| self.strength(player));
        let stuck = format!("{} cannot move the totem", capital(Yoxii::INFO.player(self.turn)));
        let points = format!("around it white has {} and red {}", counted(white.0, "point"), red.0);
        let pieces = format!("with {} and {}", white.1, counted(red.1, PIECE));
        match outcome {
            Outcome::Win(_) if white.0 != red.0 => format!("{stuck}; {points}."),
            _ => format!("{stuck}; {points}, {pieces}."),
        }
    }
}

const TOTEM: &str = "totem";
const PIECE: &str = "piece";

impl Yoxii {
    fn status(&self, begun: Option<Begun<Move>>) -> String {
        if let Some(outcome) = self.outcome() {
            return decided::<Yoxii>(outcome, &self.why());
        }
        let player = capital(Yoxii::INFO.player(self.turn));
        let task = match begun {
            None => "choose where the totem goes".into(),
            Some(Begun { steps: 1, .. }) => "choose a piece from the reserve".into(),
            Some(Begun { mv, steps: 2 }) => format!("choose where to place your {}", mv.value),
            Some(Begun { mv: Move { totem, value, square }, .. }) => {
                format!("the totem goes to {}, a {value} to {}", totem.name(), square.name())
            }
        };
        format!("{player} to move: {task}.")
    }

    fn spoken(&self, square: Square) -> String {
        let content = match self.piece(square) {
            _ if square == self.totem => "the totem".into(),
            Some((owner, value)) => piece_label(owner, value),
            None => "free".into(),
        };
        let is_beside = self.totem.around() & square.bit() != 0;
        let beside = if is_beside { ", beside the totem" } else { "" };
        format!("{}, {content}{beside}", square.name())
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
            let label = format!("{name} pieces of value {value}, {count} left");
            Piece {
                mark: glyph(value).into(),
                value: Some(value.into()),
                count,
                ..Piece::new(tray_name(player, value), Kind::Disc, PIECE, label)
            }
        };
        Tray::reserve(player, format!("{name}'s reserve"), (1..=4).map(piece).collect())
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
    Item::new(TOTEM, Kind::Totem, TOTEM, "the totem").on([square.name()])
}

fn piece_item(owner: Player, value: u8, square: Square) -> Item {
    let id = format!("{}-{}", Yoxii::INFO.player(owner), square.name());
    let piece = Item::new(id, Kind::Disc, PIECE, piece_label(owner, value));
    let (mark, value) = (glyph(value).into(), Some(value.into()));
    Item { mark, value, ..piece.of(owner).on([square.name()]) }
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
