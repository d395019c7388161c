//! What a position and a move look like in the API's description.
//!
//! The types themselves belong to `quintet-core`, which knows nothing of APIs. These stand for them in the API's description and are
//! never made; a test holds them against scenes and moves of every game.

use utoipa::ToSchema;

/// A side of the game, in order of play.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Side {
    /// Moves first.
    First,
    /// Answers.
    Second,
}

/// How a game ended.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Outcome {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Nobody won.
    Draw,
}

/// How far a game has come.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Status {
    /// A seat is still open.
    Open,
    /// It is being played.
    Running,
    /// It has a result.
    Finished,
    /// It was broken off, or nobody came.
    Aborted,
}

/// Everything there is to draw and to say about a position.
#[derive(ToSchema)]
pub struct Scene {
    /// How the cells lie.
    pub lattice: Lattice,
    /// The places of the board.
    pub cells: Vec<Cell>,
    /// Texts beside the board: coordinates, score tracks.
    pub labels: Vec<Label>,
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
    /// The clicks of the unfinished move that the scene shows: `cell:d4`, `item:w3`.
    pub chosen: Vec<String>,
    /// The cells that the last move touched, in order.
    pub last: Vec<String>,
    /// Whose turn it is and what to do next, or how the game was decided. One or more sentences.
    pub status: String,
}

/// How a cell's `x` and `y` are meant. `y` grows upwards on both.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Lattice {
    /// `x` is the column, `y` the row.
    Square,
    /// `x` counts half cells: neighbours in a row are 2 apart, rows are shifted by 1.
    Hexagon,
}

/// A place on the board.
#[derive(ToSchema)]
pub struct Cell {
    /// The name in steps and moves, such as `d4`.
    pub name: String,
    /// Place on the lattice, rightwards.
    pub x: i32,
    /// Place on the lattice, upwards.
    pub y: i32,
    /// What a screen reader says: the place and what stands there.
    pub label: String,
    /// An area with a meaning of its own.
    #[schema(required)]
    pub zone: Option<Zone>,
}

/// An area of the board with a meaning of its own, such as a goal row.
#[derive(ToSchema)]
pub struct Zone {
    /// What it is: `goal row`.
    pub name: String,
    /// Whose it is, if anybody's.
    #[schema(required)]
    pub owner: Option<Side>,
}

/// A text beside the board, at a place of the lattice where no cell is.
#[derive(ToSchema)]
pub struct Label {
    /// One to three characters.
    pub text: String,
    /// Place on the lattice, rightwards.
    pub x: i32,
    /// Place on the lattice, upwards.
    pub y: i32,
    /// The player who reads it; it is turned towards that player where that is possible.
    #[schema(required)]
    pub owner: Option<Side>,
}

/// What a piece looks like.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
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
#[derive(ToSchema)]
pub struct Item {
    /// Tells it from all other pieces. It stays the same while the piece is on the board.
    pub id: String,
    /// What it looks like.
    pub kind: Kind,
    /// Whose it is, if anybody's.
    #[schema(required)]
    pub owner: Option<Side>,
    /// The cells it covers, from lowest-left on. Several only for bars.
    pub cells: Vec<String>,
    /// How many pieces of its cell lie below it.
    pub height: u32,
    /// What is written on it: a value or a glyph; may be empty.
    pub mark: String,
    /// What it counts for, where that is a number.
    #[schema(required)]
    pub value: Option<u32>,
    /// Whether it is held over its cell, in the midst of a move.
    pub in_hand: bool,
    /// What it is called: `tile`, `stone`.
    pub noun: String,
    /// What a screen reader says: `red 3`.
    pub label: String,
}

/// What the pieces beside the board are there for.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum TrayKind {
    /// They can still come onto the board.
    Reserve,
    /// They were taken and are out of play.
    Captured,
}

/// Pieces beside the board.
#[derive(ToSchema)]
pub struct Tray {
    /// What they are there for.
    pub kind: TrayKind,
    /// Whose it is, if anybody's.
    #[schema(required)]
    pub owner: Option<Side>,
    /// What it is called: `white's reserve`.
    pub name: String,
    /// The pieces, alike ones counted together; a kind that is used up stays with count 0.
    pub pieces: Vec<Piece>,
}

/// Alike pieces in a tray.
#[derive(ToSchema)]
pub struct Piece {
    /// The name in steps, unique over all trays of a scene.
    pub name: String,
    /// What it looks like.
    pub kind: Kind,
    /// What is written on it; may be empty.
    pub mark: String,
    /// What it counts for, where that is a number.
    #[schema(required)]
    pub value: Option<u32>,
    /// How many cells it covers on the board.
    pub length: u32,
    /// How many there are.
    pub count: u32,
    /// What one is called: `tile`, `stone`.
    pub noun: String,
    /// What a screen reader says: `value 3, five left`.
    pub label: String,
}

/// Something to choose that is neither place nor piece, such as `swap`.
#[derive(ToSchema)]
pub struct Choice {
    /// The name in steps.
    pub name: String,
    /// What a button would say.
    pub label: String,
}

/// Something pointed out on the board.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Note {
    /// A short text at a cell: a balance, a sum.
    Text {
        /// Where.
        cell: String,
        /// At most a few characters.
        text: String,
    },
    /// Cells that belong together: those around the totem, the winning line.
    Tint {
        /// Which.
        cells: Vec<String>,
        /// What they have in common, for a legend and screen readers.
        label: String,
    },
    /// Something goes from one cell to another, or off the board.
    Arrow {
        /// From here.
        from: String,
        /// To there; off the board if nowhere, straight on from `from` in direction (`dx`, `dy`).
        #[schema(required)]
        to: Option<String>,
        /// Direction on the lattice.
        dx: i32,
        /// Direction on the lattice.
        dy: i32,
    },
}

/// A number that matters.
#[derive(ToSchema)]
pub struct Score {
    /// Whose it is.
    pub owner: Side,
    /// What is counted: `points around the totem`.
    pub name: String,
    /// How many.
    pub value: i32,
}

/// Something that happens to a piece during a move.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Change {
    /// A piece of the board goes elsewhere.
    Move {
        /// Which piece.
        id: String,
        /// What it is afterwards.
        to: Item,
    },
    /// A piece comes onto the board.
    Appear {
        /// The new piece.
        item: Item,
        /// The tray piece it was, if it comes from a tray.
        #[schema(required)]
        from: Option<String>,
    },
    /// A piece leaves the board.
    Vanish {
        /// Which piece.
        id: String,
        /// The tray piece it becomes, if it goes to a tray.
        #[schema(required)]
        to: Option<String>,
    },
}

/// The prefix tree of steps: what may be clicked next. An object of subtrees keyed by step (`cell:d4`, `item:3`, `choice:swap`), or the text
/// of the finished move, or `true` where there is more than was sent: ask `/api/position` with those steps.
#[derive(ToSchema)]
#[schema(no_recursion)]
#[serde(untagged)]
pub enum Tree {
    /// Subtrees by step.
    Steps(std::collections::BTreeMap<String, Tree>),
    /// The steps so far are this move.
    Move(String),
    /// There is more.
    More(bool),
}
