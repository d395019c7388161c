//! A position as painters see it: names and integers, no pixels and no colours.
//!
//! Text, terminal and page draw the same scene. What none of them can work out without knowing the game
//! belongs in here.

use crate::layout::Layout;
use crate::player::Player;
use crate::show::Step;
use crate::text::counted;

/// Everything there is to draw and to say about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The board under it: the same in all scenes of a variant, so that it is not written with each of them.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub layout: Layout,
    /// What a screen reader says about each cell, in the layout's order: the place and what stands there.
    pub spoken: Vec<String>,
    /// The pieces on the board, in stacks from the bottom up.
    pub items: Vec<Item>,
    /// The pieces beside the board.
    pub trays: Vec<Tray>,
    /// What can be chosen that is neither place nor piece, now.
    pub choices: Vec<Choice>,
    /// What is pointed out on the board.
    pub notes: Vec<Note>,
    /// The numbers that matter, such as points.
    pub scores: Vec<Score>,
    /// The steps of the unfinished move that is shown, as far as they begin a legal one.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub chosen: Vec<Step>,
    /// The cell of a piece that goes to whichever cell is picked next: it may be carried there, though no step
    /// names it. Only where every next step is a cell for it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub origin: Option<String>,
    /// The cells that the last move touched, in the order in which it did; only a match knows them.
    pub last: Vec<String>,
    /// Whose turn it is and what to do next, or how the game was decided. One or more sentences.
    pub status: String,
}

impl Scene {
    /// What a screen reader says about the cell of that name.
    pub fn spoken_of(&self, cell: &str) -> Option<&str> {
        let at = self.layout.cells.iter().position(|other| other.name == cell)?;
        self.spoken.get(at).map(String::as_str)
    }
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Kind {
    /// A flat round piece with its mark on top.
    Disc,
    /// A flat stone that lies in a stack.
    Stone,
    /// A glass marble.
    Marble,
    /// A bar over several cells in a line.
    Bar,
    /// A peg that stands on top of whatever lies on its cell.
    Peg,
    /// A tall figure that belongs to nobody.
    Totem,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Item {
    /// Tells it from all other pieces of the scene. In the scenes of a match it stays the same while the piece
    /// is on the board.
    pub id: String,
    /// What it looks like.
    pub kind: Kind,
    /// Whose it is, if anybody's.
    #[cfg_attr(feature = "schema", schema(required))]
    pub owner: Option<Player>,
    /// The cells it covers, from lowest-left on. Several only for bars.
    pub cells: Vec<String>,
    /// How many pieces of its cell lie below it.
    pub height: u32,
    /// What is written on it: a value or a glyph; may be empty.
    pub mark: String,
    /// What it counts for, where that matters. A painter that writes it leaves it out if the mark says the
    /// same.
    #[cfg_attr(feature = "schema", schema(required))]
    pub value: Option<u32>,
    /// Whether it is held over its cell while a move is composed, on top of what lies there.
    pub in_hand: bool,
    /// What the rules call it: `tile`, `marble`.
    pub noun: String,
    /// What a screen reader says: `red piece of value 3`.
    pub label: String,
}

impl Item {
    /// A piece that is nobody's and lies nowhere yet, with nothing written on it. The label has the noun in it.
    pub fn new(id: impl Into<String>, kind: Kind, noun: &str, label: impl Into<String>) -> Item {
        Item {
            id: id.into(),
            kind,
            owner: None,
            cells: Vec::new(),
            height: 0,
            mark: String::new(),
            value: None,
            in_hand: false,
            noun: noun.into(),
            label: label.into(),
        }
    }

    /// It belongs to a player.
    #[must_use]
    pub fn of(self, owner: Player) -> Item {
        Item { owner: Some(owner), ..self }
    }

    /// It covers these cells, from lowest-left on.
    #[must_use]
    pub fn on<C: ToString>(self, cells: impl IntoIterator<Item = C>) -> Item {
        Item { cells: cells.into_iter().map(|cell| cell.to_string()).collect(), ..self }
    }
}

/// What the pieces beside the board are there for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum TrayKind {
    /// They can still come onto the board.
    #[default]
    Reserve,
    /// They were taken and are out of play.
    Captured,
}

/// Pieces beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tray {
    /// What they are there for.
    pub kind: TrayKind,
    /// Whose it is, if anybody's.
    #[cfg_attr(feature = "schema", schema(required))]
    pub owner: Option<Player>,
    /// What it is called: `white's reserve`.
    pub name: String,
    /// The pieces, alike ones counted together; a kind that is used up stays with count 0.
    pub pieces: Vec<Piece>,
}

impl Tray {
    /// Pieces with which a player can still play.
    pub fn reserve(owner: Player, name: impl Into<String>, pieces: Vec<Piece>) -> Tray {
        Tray { kind: TrayKind::Reserve, owner: Some(owner), name: name.into(), pieces }
    }
}

/// Alike pieces in a tray.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// The name in steps, unique over all trays of a scene.
    pub name: String,
    /// What it looks like.
    pub kind: Kind,
    /// What is written on it; may be empty.
    pub mark: String,
    /// What it counts for, as an item's.
    #[cfg_attr(feature = "schema", schema(required))]
    pub value: Option<u32>,
    /// How many cells it covers on the board.
    pub length: u32,
    /// How many there are.
    pub count: u32,
    /// What the rules call it: `tile`, `marble`.
    pub noun: String,
    /// What a screen reader says: `red pieces of value 3, 5 left`.
    pub label: String,
}

impl Piece {
    /// A piece for one cell with nothing written on it, of which there is none. The label has the noun in it.
    pub fn new(name: impl Into<String>, kind: Kind, noun: &str, label: impl Into<String>) -> Piece {
        Piece {
            name: name.into(),
            kind,
            mark: String::new(),
            value: None,
            length: 1,
            count: 0,
            noun: noun.into(),
            label: label.into(),
        }
    }
}

/// Something to choose that is neither place nor piece, such as `swap`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// The name in steps.
    pub name: String,
    /// What a button would say.
    pub label: String,
}

/// Something pointed out on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Note {
    /// A short text at a cell: a balance, a sum.
    Text {
        /// Where.
        cell: String,
        /// At most a few characters.
        text: String,
        /// What it is, for a legend and screen readers: `balance of the line`.
        label: String,
    },
    /// Cells that belong together: those around the totem, the winning line.
    Tint {
        /// Which.
        cells: Vec<String>,
        /// What they have in common, for a legend and screen readers.
        label: String,
    },
    /// From here the player who is not to move would win at once, were it that player's turn.
    Threat {
        /// The pieces or places of such moves.
        cells: Vec<String>,
        /// Who threatens what, for a legend and screen readers.
        label: String,
    },
    /// Something goes from one cell to another, or off the board.
    Arrow {
        /// From here.
        from: String,
        /// To there; off the board if nowhere, straight on from `from` in direction (`dx`, `dy`).
        #[cfg_attr(feature = "schema", schema(required))]
        to: Option<String>,
        /// Direction on the lattice.
        dx: i32,
        /// Direction on the lattice.
        dy: i32,
        /// What the arrows of this kind show, for a legend and screen readers: `pushed`.
        label: String,
    },
}

/// A number that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Score {
    /// Whose it is.
    pub owner: Player,
    /// What is counted, a plural first: `points around the totem`.
    pub name: String,
    /// How many.
    pub value: i32,
}

impl Score {
    /// The score in words: `1 marble on the board`, `2 points around the totem`.
    pub fn told(&self) -> String {
        let (things, rest) = self.name.split_once(' ').unwrap_or((&self.name, ""));
        let thing = things.strip_suffix('s').unwrap_or(things);
        format!("{} {rest}", counted(self.value, thing)).trim_end().to_owned()
    }
}
