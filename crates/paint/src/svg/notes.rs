//! What is pointed out: tinted cells, the last move and possible steps on the board, arrows and short texts above the pieces.

use std::collections::HashSet;

use quintet_core::scene::Note;
use quintet_core::{Scene, Step};

use super::brush::{Brush, letters, moved};
use super::colours::Colour;
use super::element::{Element, Number};
use super::geometry::{Geometry, Point, UNIT};

/// What lies under the pieces: tinted cells and those of the last move.
pub(super) fn below(scene: &Scene, geometry: &Geometry, brush: Brush) -> Vec<Element> {
    let tint = |cells: &[String], label: &str, draw: &dyn Fn(Point) -> Element| {
        let cells = cells.iter().filter_map(|cell| geometry.centre(cell)).map(draw);
        Element::new("g").with([Element::new("title").text(label)]).with(cells)
    };
    let tinted = |at: Point| {
        let outline = Element::new("path").set("d", geometry.outline(at, 1.5));
        outline.set("fill", brush.colour(Colour::Accent)).set("opacity", 0.2)
    };
    // Not by the colour alone: the line is broken.
    let threatened = |at: Point| {
        let outline = Element::new("path").set("d", geometry.outline(at, 5.0)).set("fill", "none");
        let outline = outline.set("stroke", brush.colour(Colour::Danger)).set("stroke-width", 5);
        outline.set("stroke-dasharray", "14 9")
    };
    let tints = scene.notes.iter().filter_map(|note| match note {
        Note::Tint { cells, label } => Some(tint(cells, label, &tinted)),
        Note::Threat { cells, label } => Some(tint(cells, label, &threatened)),
        _ => None,
    });
    let last = scene.last.iter().filter_map(|cell| geometry.centre(cell)).map(|at| {
        let colour = brush.colour(Colour::Last);
        let outline = Element::new("path").set("d", geometry.outline(at, 4.0));
        let outline = outline.set("fill", &colour).set("fill-opacity", 0.16).set("stroke", colour);
        outline.set("stroke-width", 4).set("stroke-linejoin", "round")
    });
    tints.chain(last).collect()
}

/// What lies above the pieces: arrows, texts, what can be picked and what has been.
pub(super) fn above(
    scene: &Scene,
    marked: &[Step],
    geometry: &Geometry,
    brush: Brush,
) -> Vec<Element> {
    let taken: HashSet<&str> =
        scene.items.iter().flat_map(|item| item.cells.iter().map(String::as_str)).collect();
    let notes = scene.notes.iter().filter_map(|note| match note {
        Note::Tint { .. } | Note::Threat { .. } => None,
        Note::Text { cell, text, label } => {
            let drawn = badge(cell, text, taken.contains(cell.as_str()), geometry, brush)?;
            Some(drawn.with([Element::new("title").text(format!("{label}: {text}"))]))
        }
        Note::Arrow { from, to, dx, dy, .. } => {
            arrow(from, to.as_deref(), geometry.direction(*dx, *dy), geometry, brush)
        }
    });
    let places = |steps: &[Step]| -> Vec<(Point, bool)> {
        let cells = steps.iter().filter_map(|step| match step {
            Step::Cell(name) => Some(name.as_str()),
            Step::Item(id) => {
                let item = scene.items.iter().find(|item| item.id == *id)?;
                item.cells.first().map(String::as_str)
            }
            Step::Choice(_) => None,
        });
        let places =
            cells.filter_map(|cell| geometry.centre(cell).map(|at| (at, taken.contains(cell))));
        places.collect()
    };
    let accent = brush.colour(Colour::Accent);
    let frame = |at: Point, width: f64| {
        let frame = Element::new("path").set("d", geometry.outline(at, 6.0)).set("fill", "none");
        let frame = frame.set("stroke", &accent).at("stroke-width", width);
        frame.set("stroke-linejoin", "round")
    };
    let marks = places(marked).into_iter().map(|(at, taken)| {
        if taken {
            return frame(at, 5.0).set("stroke-dasharray", "40 60").set("stroke-dashoffset", 20);
        }
        let dot = Element::new("circle").at("cx", at.x).at("cy", at.y).set("r", 13);
        dot.set("fill", &accent).set("stroke", brush.colour(Colour::Cell)).set("stroke-width", 4)
    });
    let chosen = places(&scene.chosen).into_iter().map(|(at, _)| frame(at, 7.0));
    notes.chain(marks).chain(chosen).collect()
}

/// An arrow from a cell to another, or straight on off the board.
fn arrow(
    from: &str,
    to: Option<&str>,
    step: Point,
    geometry: &Geometry,
    brush: Brush,
) -> Option<Element> {
    let start = geometry.centre(from)?;
    let aim = match to {
        Some(to) => geometry.centre(to)?,
        None => Point { x: start.x + step.x, y: start.y + step.y },
    };
    let length = (aim.x - start.x).hypot(aim.y - start.y).max(1.0);
    let along = Point { x: (aim.x - start.x) / length, y: (aim.y - start.y) / length };
    let at = |far: f64, aside: f64| {
        let x = start.x + along.x * far - along.y * aside;
        let y = start.y + along.y * far + along.x * aside;
        format!("{} {}", Number(x), Number(y))
    };
    let tip = length - UNIT * if to.is_some() { 0.2 } else { 0.16 };
    let (tail, neck) = (UNIT * 0.2, tip - 20.0);
    let corners = [
        at(tail, -3.0),
        at(neck, -4.0),
        at(neck, -13.0),
        at(tip, 0.0),
        at(neck, 13.0),
        at(neck, 4.0),
        at(tail, 3.0),
    ];
    let colour = if to.is_some() { Colour::Ink } else { Colour::Danger };
    let shape = Element::new("path").set("d", format!("M{}Z", corners.join("L")));
    let shape =
        shape.set("fill", brush.colour(colour)).set("stroke", brush.colour(Colour::Surface));
    let shape = shape.set("stroke-width", 3).set("paint-order", "stroke");
    Some(shape.set("stroke-linejoin", "round"))
}

/// A small plate with a text, in the cell if that is free, else at its upper edge or corner; never beyond the edge of the drawing.
fn badge(
    cell: &str,
    text: &str,
    taken: bool,
    geometry: &Geometry,
    brush: Brush,
) -> Option<Element> {
    let centre = geometry.centre(cell)?;
    let bounds = geometry.bounds;
    // As large as a label beside the board, and on boards of few cells no larger than needed.
    let size = (geometry.letter * 1.15).max((bounds.width * 0.045).min(28.0));
    let width = size * (0.74 * text.chars().count() as f64 + 0.6).max(1.5);
    let aside = if taken && width < UNIT * 0.8 { UNIT * 0.36 } else { 0.0 };
    let (left, right) = (bounds.x + width / 2.0, bounds.right() - width / 2.0);
    let x = (centre.x + aside).min(right).max(left);
    let y = if taken { centre.y - UNIT * 0.38 } else { centre.y };
    Some(plate(text, width, size, brush).set("transform", moved(x, y)))
}

/// A small plate around the origin with a text on it.
pub(super) fn plate(text: &str, width: f64, size: f64, brush: Brush) -> Element {
    let back = Element::new("rect").at("x", -width / 2.0).at("y", -size * 0.75).at("width", width);
    let back = back.at("height", size * 1.5).at("rx", size * 0.75);
    let back = back.set("fill", brush.colour(Colour::Surface));
    let back = back.set("stroke", brush.colour(Colour::Edge)).set("stroke-width", 1.5);
    let text = letters(text, 0.0, 0.0, size).set("fill", brush.colour(Colour::Ink));
    Element::new("g").with([back, text])
}
