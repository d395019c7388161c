//! A scene as an SVG drawing: for documents, notebooks and pages that are read without scripts.
//!
//! Like the pictures of characters it knows no game. Colours are attributes, not styles, so that every program that reads SVG shows
//! them and no content policy forbids them. Titles say what a reader who cannot see it has to know.

mod beside;
mod brush;
mod colours;
mod element;
mod geometry;
mod items;
mod notes;
mod pieces;
mod surface;

pub use colours::Theme;

use quintet_core::{Scene, Step};

use brush::Brush;
use colours::Colour;
use element::{Element, Number};
use geometry::{Area, Geometry};

/// How to draw a scene.
#[derive(Clone, Copy, Debug)]
pub struct SvgView<'a> {
    /// Where the colours come from.
    pub theme: Theme,
    /// What it shows, in a few words, for those who cannot see it.
    pub title: &'a str,
    /// A word that sets the names in this drawing apart from those of others in the same document.
    pub id: &'a str,
    /// What the players are called: their pieces have the colour of that name.
    pub players: [&'a str; 2],
    /// Whether the board is turned by 180 degrees.
    pub flipped: bool,
    /// The possible next steps, shown as such.
    pub marked: &'a [Step],
}

impl Default for SvgView<'_> {
    fn default() -> Self {
        SvgView {
            theme: Theme::Light,
            title: "A position",
            id: "quintet",
            players: ["first", "second"],
            flipped: false,
            marked: &[],
        }
    }
}

/// The board with its pieces, labels and notes.
pub fn board(scene: &Scene, view: &SvgView) -> String {
    let geometry = Geometry::new(&scene.layout, view.flipped);
    let brush = Brush { theme: view.theme, id: view.id, players: view.players };
    drawing(scene, view, geometry.bounds, on_board(scene, view, &geometry, brush))
}

/// The whole scene: trays above and below the board as the players sit, scores and the status below.
pub fn scene(scene: &Scene, view: &SvgView) -> String {
    let geometry = Geometry::new(&scene.layout, view.flipped);
    let brush = Brush { theme: view.theme, id: view.id, players: view.players };
    let bounds = geometry.bounds;
    let size = geometry.letter * 1.2;
    let (far, far_height) = beside::above(scene, view, brush, bounds, size);
    let (near, near_height) = beside::below(scene, view, brush, bounds, size);
    let height = bounds.height + far_height + near_height;
    let whole = Area { y: bounds.y - far_height, height, ..bounds };
    let mut parts = on_board(scene, view, &geometry, brush);
    parts.extend([far, near]);
    drawing(scene, view, whole, parts)
}

/// Everything that lies on the board, from the bottom up.
fn on_board(scene: &Scene, view: &SvgView, geometry: &Geometry, brush: Brush) -> Vec<Element> {
    let mut parts = surface::surface(geometry, brush);
    parts.extend(notes::below(scene, geometry, brush));
    parts.extend(items::items(&scene.items, geometry, brush));
    parts.extend(notes::above(scene, view.marked, geometry, brush));
    parts
}

/// The drawing around its parts, with what it shows in words.
fn drawing(scene: &Scene, view: &SvgView, area: Area, parts: Vec<Element>) -> String {
    let brush = Brush { theme: view.theme, id: view.id, players: view.players };
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(Number);
    let paper = Element::new("rect").set("x", x).set("y", y).set("width", width);
    let paper = paper.set("height", height).set("fill", brush.colour(Colour::Paper));
    let svg = Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", format_args!("{x} {y} {width} {height}"))
        .set("role", "img")
        .set("font-family", "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif")
        .set("font-weight", 600)
        .with([
            Element::new("title").text(view.title),
            Element::new("desc").text(described(scene)),
            brush.gradients(),
        ])
        .with((view.theme != Theme::Page).then_some(paper))
        .with(parts);
    svg.to_string()
}

/// What stands where and what is to be done, in sentences.
fn described(scene: &Scene) -> String {
    let has_piece =
        |name: &str| scene.items.iter().any(|item| item.cells.iter().any(|cell| cell == name));
    let taken = scene.layout.cells.iter().zip(&scene.spoken);
    let taken = taken.filter(|(cell, _)| has_piece(&cell.name));
    let spoken: Vec<&str> = taken.map(|(_, spoken)| spoken.as_str()).collect();
    let pieces = if spoken.is_empty() {
        "No pieces on the board.".into()
    } else {
        format!("{}.", spoken.join("; "))
    };
    format!("{pieces} {}", scene.status)
}
