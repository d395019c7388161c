//! The pieces on the board: which stands where, and what hides what.

use std::collections::HashMap;

use quintet_core::scene::{Item, Kind};

use super::brush::{Brush, moved};
use super::element::Element;
use super::geometry::{Geometry, Point};
use super::notes::plate;
use super::pieces::{Look, STONE, piece};

/// How far pieces in hand are above the place that they are over.
const LIFT: f64 = 26.0;
/// The most that a stack rises above its cell.
const TALLEST: f64 = 86.0;
/// From how many stones on a stack says its height.
const COUNTED: usize = 4;

/// All pieces, and how high the stacks are that are hard to count.
pub(super) fn items(items: &[Item], geometry: &Geometry, brush: Brush) -> Vec<Element> {
    let mut stacks: HashMap<&str, usize> = HashMap::new();
    for cell in stones(items).filter_map(|stone| stone.cells.first()) {
        *stacks.entry(cell).or_default() += 1;
    }
    let mut placed: Vec<(&Item, Point)> =
        items.iter().filter_map(|item| Some((item, geometry.middle(item)?))).collect();
    // What is nearer to the viewer is drawn later; bars lie flat under all else.
    placed.sort_by(|(a, at_a), (b, at_b)| {
        let order = |item: &Item| (item.kind != Kind::Bar, item.in_hand);
        order(a).cmp(&order(b)).then(at_a.y.total_cmp(&at_b.y)).then(a.height.cmp(&b.height))
    });
    let drawn = placed.into_iter().map(|(item, middle)| {
        let stack = item.cells.first().and_then(|cell| stacks.get(cell.as_str())).copied();
        let rise = STONE.min(TALLEST / stack.unwrap_or(1) as f64);
        draw(item, standing(item, middle, rise), rise, geometry, brush)
    });
    drawn.chain(counts(items, geometry, brush)).collect()
}

fn stones(items: &[Item]) -> impl Iterator<Item = &Item> {
    items.iter().filter(|item| item.kind == Kind::Stone)
}

fn draw(item: &Item, at: Point, rise: f64, geometry: &Geometry, brush: Brush) -> Element {
    let look = Look {
        kind: item.kind,
        owner: item.owner,
        mark: &item.mark,
        value: item.value,
        length: item.cells.len(),
        upright: geometry.is_upright(item),
        rise,
    };
    let label = Element::new("title").text(&item.label);
    let parts = std::iter::once(label).chain(piece(look, brush));
    Element::new("g").set("transform", moved(at.x, at.y)).with(parts)
}

/// Where a piece stands: stones a little to the right and up, one above the other.
fn standing(item: &Item, middle: Point, rise: f64) -> Point {
    let lift = if item.in_hand { LIFT } else { 0.0 };
    if item.kind != Kind::Stone {
        return Point { y: middle.y - lift, ..middle };
    }
    let up = f64::from(item.height) * rise;
    Point { x: middle.x - 3.0 + up * 0.14, y: middle.y + 19.0 - up - lift }
}

/// The heights of stacks, as numerals.
fn counts(items: &[Item], geometry: &Geometry, brush: Brush) -> Vec<Element> {
    let mut lying: Vec<(&str, usize)> = Vec::new();
    for cell in stones(items).filter(|stone| !stone.in_hand).filter_map(|stone| stone.cells.first())
    {
        match lying.iter_mut().find(|(known, _)| known == cell) {
            Some((_, count)) => *count += 1,
            None => lying.push((cell, 1)),
        }
    }
    let tall = lying.into_iter().filter(|(_, count)| *count >= COUNTED);
    let badges = tall.filter_map(|(cell, count)| {
        let at = geometry.centre(cell)?;
        let badge = plate(&count.to_string(), 25.5, 17.0, brush);
        Some(badge.set("transform", moved(at.x + 35.0, at.y + 27.0)))
    });
    badges.collect()
}
