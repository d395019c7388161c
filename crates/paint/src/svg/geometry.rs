//! Where things lie: from the layout's lattice to the units of the drawing, 100 a cell, y downwards.

use std::collections::HashMap;

use quintet_core::Layout;
use quintet_core::layout::{Cell, Label, Lattice};
use quintet_core::scene::Item;

use super::element::Number;

/// Distance between the centres of neighbours in a row.
pub(super) const UNIT: f64 = 100.0;
/// How far the plate reaches beyond the cells.
pub(super) const RIM: f64 = 20.0;
/// Distance between rows of hexagons.
const ROW_OF_HEXAGONS: f64 = UNIT * 0.866_025_403_784_438_6;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    fn away(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A part of the drawing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    /// The smallest area with all these points.
    fn around(points: impl IntoIterator<Item = Point>) -> Area {
        let mut points = points.into_iter();
        let Some(first) = points.next() else { return Area::default() };
        let (low, high) = points.fold((first, first), |(low, high), point| {
            let low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
            (low, Point { x: high.x.max(point.x), y: high.y.max(point.y) })
        });
        Area { x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y }
    }

    pub fn right(self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(self) -> f64 {
        self.y + self.height
    }
}

/// The places of a board, seen from one of its sides.
pub(super) struct Geometry<'a> {
    pub hexagons: bool,
    pub cells: &'a [Cell],
    pub labels: Vec<(&'a Label, Point)>,
    /// What is to be seen.
    pub bounds: Area,
    /// The height of the letters beside the board.
    pub letter: f64,
    centres: HashMap<&'a str, Point>,
    flipped: bool,
    plate: Vec<Point>,
}

impl<'a> Geometry<'a> {
    pub fn new(layout: &'a Layout, flipped: bool) -> Geometry<'a> {
        let hexagons = layout.lattice == Lattice::Hexagon;
        let place = |x, y| direction(hexagons, flipped, x, y);
        let centres: Vec<Point> = layout.cells.iter().map(|cell| place(cell.x, cell.y)).collect();
        let corners: Vec<Point> =
            centres.iter().flat_map(|centre| corners_of(hexagons, *centre, UNIT / 2.0)).collect();
        let field = Area::around(corners.iter().copied());
        let letter = field.width.max(field.height) * 0.03;
        let beside = |label: &'a Label| {
            let at = place(label.x, label.y);
            let at = if hexagons {
                beside_hexagons(at, &centres, letter)
            } else {
                beside_squares(at, field, letter)
            };
            (label, at)
        };
        let labels: Vec<(&Label, Point)> = layout.labels.iter().map(beside).collect();
        let seen = corners.iter().flat_map(|corner| grown(*corner, RIM + 6.0));
        let read = labels.iter().flat_map(|(_, at)| grown(*at, letter * 0.62));
        Geometry {
            hexagons,
            cells: &layout.cells,
            bounds: Area::around(seen.chain(read)),
            labels,
            letter,
            centres: layout.cells.iter().map(|cell| cell.name.as_str()).zip(centres).collect(),
            flipped,
            plate: hull(corners),
        }
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: &str) -> Option<Point> {
        self.centres.get(cell).copied()
    }

    /// A step on the lattice.
    pub fn direction(&self, dx: i32, dy: i32) -> Point {
        direction(self.hexagons, self.flipped, dx, dy)
    }

    /// The outline of a cell around a point, so much inside of its true one.
    pub fn outline(&self, centre: Point, inset: f64) -> String {
        closed(&corners_of(self.hexagons, centre, UNIT / 2.0 - inset))
    }

    /// The outline of the plate under all cells.
    pub fn plate(&self) -> String {
        closed(&self.plate)
    }

    /// The middle of the cells that an item covers; `None` if it lies nowhere on this board.
    pub fn middle(&self, item: &Item) -> Option<Point> {
        let first = self.centre(item.cells.first()?)?;
        let last = self.centre(item.cells.last()?)?;
        Some(Point { x: f64::midpoint(first.x, last.x), y: f64::midpoint(first.y, last.y) })
    }

    /// Whether an item lies across rows.
    pub fn is_upright(&self, item: &Item) -> bool {
        let end = |cell: Option<&String>| cell.and_then(|cell| self.centre(cell));
        match (end(item.cells.first()), end(item.cells.last())) {
            (Some(first), Some(last)) => first.away(last) > 1.0 && (first.x - last.x).abs() < 1.0,
            _ => false,
        }
    }
}

fn direction(hexagons: bool, flipped: bool, dx: i32, dy: i32) -> Point {
    let turn = if flipped { -1.0 } else { 1.0 };
    let (right, up) = (turn * f64::from(dx), turn * f64::from(dy));
    if hexagons {
        Point { x: right * UNIT / 2.0, y: -up * ROW_OF_HEXAGONS }
    } else {
        Point { x: right * UNIT, y: -up * UNIT }
    }
}

fn corners_of(hexagons: bool, centre: Point, half: f64) -> Vec<Point> {
    let corner = |dx: f64, dy: f64| Point { x: centre.x + dx, y: centre.y + dy };
    if hexagons {
        let long = half * 2.0 / 3.0_f64.sqrt();
        let short = long / 2.0;
        return [
            (0.0, -long),
            (half, -short),
            (half, short),
            (0.0, long),
            (-half, short),
            (-half, -short),
        ]
        .map(|(dx, dy)| corner(dx, dy))
        .into();
    }
    [(-half, -half), (half, -half), (half, half), (-half, half)]
        .map(|(dx, dy)| corner(dx, dy))
        .into()
}

/// Labels of hexagons stand in line with the cell that they are next to, close to the plate.
fn beside_hexagons(at: Point, centres: &[Point], letter: f64) -> Point {
    let nearest = centres.iter().min_by(|a, b| at.away(**a).total_cmp(&at.away(**b)));
    let Some(near) = nearest.filter(|near| at.away(**near) > 0.0) else { return at };
    // The plate's edge runs through the corners of the outer cells: two thirds of a cell from their centres.
    let share = (UNIT * 2.0 / 3.0 + RIM * 1.15 + letter * 0.75) / at.away(*near);
    Point { x: near.x + (at.x - near.x) * share, y: near.y + (at.y - near.y) * share }
}

/// Labels of squares stand in rings of a letter's height around the plate.
fn beside_squares(at: Point, field: Area, letter: f64) -> Point {
    let pull = |value: f64, low: f64, high: f64, apart: f64| {
        let outside = if value < low { value - low } else { (value - high).max(0.0) };
        if outside == 0.0 {
            return value;
        }
        let ring = ((outside.abs() + UNIT / 2.0) / UNIT).round();
        let away = RIM + letter * (ring * apart - apart + 1.0);
        if outside < 0.0 { low - away } else { high + away }
    };
    Point {
        x: pull(at.x, field.x, field.right(), 1.75),
        y: pull(at.y, field.y, field.bottom(), 1.2),
    }
}

fn grown(point: Point, by: f64) -> [Point; 2] {
    [Point { x: point.x - by, y: point.y - by }, Point { x: point.x + by, y: point.y + by }]
}

/// A path through points and back to the first.
fn closed(points: &[Point]) -> String {
    let places: Vec<String> =
        points.iter().map(|point| format!("{} {}", Number(point.x), Number(point.y))).collect();
    format!("M{}Z", places.join("L"))
}

/// The corners of the smallest convex shape around all points (monotone chain).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0.01 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        // It ends where the other chain begins.
        chain.pop();
        chain
    };
    let mut around = chain(&mut points.iter().copied());
    around.extend(chain(&mut points.iter().rev().copied()));
    around
}
