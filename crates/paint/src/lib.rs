//! A scene as text, plain or coloured, Unicode or ASCII, at most as wide as asked; or as an SVG drawing, in [`svg`].
//!
//! It draws whatever a [`Scene`] holds and knows no game. Text is a [`Picture`]: characters with
//! an [`Ink`] each, which says what they mean, and [`Spot`]s, which say where a click would choose what.
//! Printing it, and reading keys and mouse, is left to the front ends.
//!
//! ```
//! use quintet_core::{Layout, Scene};
//! use quintet_paint::{View, board};
//!
//! let scene = Scene { layout: Layout::squares([(0, 0), (1, 0)]), ..Scene::default() };
//! let small = View { height: 3, ..View::default() };
//! assert_eq!(board(&scene, &small).plain().trim(), "1  ·   ·\n\n   a   b");
//! ```

mod beside;
mod board;
mod ink;
mod legend;
mod picture;
mod raster;
mod shapes;
mod signs;
pub mod svg;

pub use ink::{Ink, Palette, Tones};
pub use picture::{Glyph, Picture, Spot};
pub use signs::{ascii_letter, in_ascii};

use quintet_core::scene::Tray;
use quintet_core::{Player, Scene, Step};

/// Which characters may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Discs, lines and arrows.
    #[default]
    Unicode,
    /// Letters and plain characters only, in the same places.
    Ascii,
}

/// How to look at a scene.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Which characters may be used.
    pub glyphs: Glyphs,
    /// The possible next steps, shown as such.
    pub marked: &'a [Step],
    /// Whether the board is turned by 180 degrees.
    pub flipped: bool,
    /// Columns available; what does not fit is cut off.
    pub width: usize,
    /// Lines available for the board, which is as large as they and the columns allow.
    pub height: usize,
    /// What the players are called: for the legend, the letters of ASCII pictures and the colours.
    pub players: [&'a str; 2],
}

impl Default for View<'_> {
    fn default() -> Self {
        View {
            glyphs: Glyphs::Unicode,
            marked: &[],
            flipped: false,
            width: 80,
            height: 20,
            players: ["first", "second"],
        }
    }
}

/// The board with its pieces, labels and notes, as large as the view allows. It is never cut off: where even the
/// smallest one finds no room, it is larger than the view.
pub fn board(scene: &Scene, view: &View) -> Picture {
    board::paint(scene, view).0
}

/// The whole scene: the board; trays, scores, choices and the legend beside it where there is room,
/// otherwise below; the status at the end.
pub fn scene(scene: &Scene, view: &View) -> Picture {
    beside::paint(scene, view)
}

/// The pieces of one of the scene's trays, without its name.
pub fn tray(scene: &Scene, tray: &Tray, view: &View) -> Picture {
    beside::tray(scene, tray, view)
}

/// The pieces in hand while a move is composed, the next one first, in words; empty if there are none.
pub fn hand(scene: &Scene, view: &View) -> Picture {
    beside::hand(scene, view)
}

/// What can be chosen that is neither place nor piece.
pub fn choices(scene: &Scene, view: &View) -> Picture {
    beside::choices(scene, view)
}

/// What the board's zones and notes mean, and the notes that find no room on it: for front ends that set
/// everything beside the board themselves. The view is the board's; the words have `width` columns.
pub fn notes(scene: &Scene, view: &View, width: usize) -> Picture {
    beside::notes(scene, view, width)
}

/// The sign that stands for a player's pieces.
pub fn emblem(scene: &Scene, player: Player, view: &View) -> String {
    legend::emblem(scene, player, view)
}
