//! The board without pieces: the plate, its cells and the texts beside it.

use quintet_core::Player;
use quintet_core::layout::Cell;

use super::brush::{Brush, letters};
use super::colours::{Colour, Tone};
use super::element::Element;
use super::geometry::{Geometry, Point, RIM};

/// Plate, cells and labels, from the bottom up.
pub(super) fn surface(geometry: &Geometry, brush: Brush) -> Vec<Element> {
    let plate = |colour: Colour, width: f64| {
        let path = Element::new("path").set("d", geometry.plate()).at("stroke-width", width);
        let colour = brush.colour(colour);
        path.set("fill", &colour).set("stroke", colour).set("stroke-linejoin", "round")
    };
    let shadow = plate(Colour::Shade, 2.0 * RIM);
    let middles = geometry.cells.iter().filter_map(|cell| geometry.centre(&cell.name));
    let bed: String = middles.map(|at| geometry.outline(at, 0.0)).collect();
    let bed_colour = brush.colour(Colour::Bed);
    let bed = Element::new("path").set("d", bed).set("fill", &bed_colour).set("stroke", bed_colour);
    let cells = geometry.cells.iter().flat_map(|cell| draw_cell(cell, geometry, brush));
    let labels = geometry.labels.iter().flat_map(|(label, at)| {
        let text = letters(&label.text, at.x, at.y, geometry.letter);
        let Some(owner) = label.owner else {
            return vec![text.set("fill", brush.colour(Colour::Muted)).set("font-weight", 500)];
        };
        // Upright whoever reads it, on a plate of its owner's colour: an upside-down 60 would be read as 09.
        let tone = Tone::of(Some(owner), brush.players);
        let letter = geometry.letter;
        let width = letter * (0.62 * label.text.len() as f64 + 0.5);
        let plate = Element::new("rect").at("x", at.x - width / 2.0).at("y", at.y - letter * 0.62);
        let plate = plate.at("width", width).at("height", letter * 1.24).at("rx", letter * 0.4);
        let text = text.set("fill", brush.colour(Colour::Mark(tone))).set("font-weight", 600);
        vec![brush.face(plate, tone), text]
    });
    vec![
        shadow.set("opacity", 0.13).set("transform", "translate(0 9)"),
        plate(Colour::Edge, 2.0 * RIM + 3.0),
        plate(Colour::Plate, 2.0 * RIM - 2.0),
        bed.set("stroke-width", 7).set("stroke-linejoin", "round"),
        Element::new("g").with(cells),
        Element::new("g").with(labels),
    ]
}

fn draw_cell(cell: &Cell, geometry: &Geometry, brush: Brush) -> Vec<Element> {
    let Some(centre) = geometry.centre(&cell.name) else { return Vec::new() };
    // Three neighbours of a hexagon touch each other, so that two tones cannot alternate: every third cell is darker.
    let is_dark = if geometry.hexagons {
        (cell.x + 3 * cell.y).rem_euclid(6) == 2
    } else {
        (cell.x + cell.y).rem_euclid(2) != 0
    };
    let colour = brush.colour(if is_dark { Colour::CellAlternate } else { Colour::Cell });
    let mut parts =
        vec![Element::new("path").set("d", geometry.outline(centre, 1.5)).set("fill", colour)];
    if let Some(zone) = &cell.zone {
        parts.extend(draw_zone(zone.owner, centre, geometry, brush));
    }
    parts
}

/// A goal or the like: the second player's has a second line, as the second player's pieces have a ring.
fn draw_zone(
    owner: Option<Player>,
    centre: Point,
    geometry: &Geometry,
    brush: Brush,
) -> Vec<Element> {
    let tone = Tone::of(owner, brush.players);
    let line = |inset: f64| {
        let line = Element::new("path").set("d", geometry.outline(centre, inset));
        let line = line.set("stroke", brush.colour(Colour::Rim(tone))).set("stroke-width", 3);
        line.set("stroke-opacity", 0.55).set("stroke-linejoin", "round")
    };
    let filled = line(8.0).set("fill", brush.colour(Colour::Fill(tone))).set("fill-opacity", 0.4);
    let inner = (owner == Some(Player::Second)).then(|| line(17.0).set("fill", "none"));
    std::iter::once(filled).chain(inner).collect()
}
