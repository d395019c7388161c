//! What each kind of piece looks like, around the middle of its place.
//!
//! Every piece has fill, rim and mark. The second player's carry a ring or a notch, nobody's a mark of their own, so that the sides
//! differ without colour.

use quintet_core::Player;
use quintet_core::scene::Kind;

use super::brush::{Brush, letters, moved};
use super::colours::{Colour, Tone};
use super::element::{Element, Number};
use super::geometry::UNIT;

/// A piece as it is to be drawn.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub kind: Kind,
    pub owner: Option<Player>,
    pub mark: &'a str,
    pub value: Option<u32>,
    /// How many cells it covers.
    pub length: usize,
    pub upright: bool,
    /// How far the next stone of a stack lies above this one.
    pub rise: f64,
}

/// How thick a stone is where nothing presses.
pub(super) const STONE: f64 = 15.0;

/// The mark of nobody's stones.
const GRAIN: &str = "M-20 -4q20 -5 40 1M-24 3q24 -6 48 0M-14 9q14 -4 28 0";
/// What the first player's marbles have inside.
const SWIRL: &str = "M-22 14C-14 -14 4 -18 22 -12C10 -4 4 10 -22 14Z";
/// The outline of a peg.
const PEG: &str = "M-22 16C-22 5 -9 3 -9 -12A18 18 0 1 1 9 -12C9 3 22 5 22 16C22 27 -22 27 -22 16Z";

/// The parts of a piece.
pub(super) fn piece(look: Look, brush: Brush) -> Vec<Element> {
    let tone = match look.kind {
        Kind::Totem => Tone::Totem,
        _ => Tone::of(look.owner, brush.players),
    };
    let painter = Painter { look, brush, tone, second: look.owner == Some(Player::Second) };
    match look.kind {
        Kind::Disc => painter.disc(),
        Kind::Stone => painter.stone(),
        Kind::Marble => painter.marble(),
        Kind::Bar => painter.bar(),
        Kind::Peg => painter.peg(),
        Kind::Totem => painter.totem(),
    }
}

struct Painter<'a> {
    look: Look<'a>,
    brush: Brush<'a>,
    tone: Tone,
    second: bool,
}

fn circle(radius: f64) -> Element {
    Element::new("circle").at("r", radius)
}

fn ellipse(rx: f64, ry: f64, cx: f64, cy: f64) -> Element {
    Element::new("ellipse").at("rx", rx).at("ry", ry).at("cx", cx).at("cy", cy)
}

fn path(d: impl std::fmt::Display) -> Element {
    Element::new("path").set("d", d)
}

impl Painter<'_> {
    fn face(&self, shape: Element) -> Element {
        self.brush.face(shape, self.tone)
    }

    fn side(&self, shape: Element) -> Element {
        self.brush.side(shape, self.tone)
    }

    /// A line of the second player's mark.
    fn ring(&self, shape: Element) -> Element {
        self.brush.line(shape, self.tone, 2.8).set("opacity", 0.85)
    }

    fn lit(&self, shape: Element, light: &str) -> Element {
        shape.set("fill", self.brush.light(light))
    }

    fn shadow(&self, shape: Element) -> Element {
        shape.set("fill", self.brush.colour(Colour::Shade)).set("opacity", 0.22)
    }

    /// What is written on the piece; what fonts draw unevenly is drawn in strokes.
    fn written(&self, text: &str, x: f64, y: f64, size: f64) -> Element {
        let mark = self.brush.colour(Colour::Mark(self.tone));
        let strokes = match text {
            "○" => "M0 -9A9 9 0 1 1 -0.01 -9Z",
            "‖" => "M-5 -9V9M5 -9V9",
            "Y" => "M-8 -9L0 0L8 -9M0 0V9",
            "X" => "M-8 -9L8 9M8 -9L-8 9",
            _ => return letters(text, x, y, size).set("fill", mark).set("font-weight", 700),
        };
        let place = format!("{} scale({})", moved(x, y), Number(size / 28.0));
        path(strokes)
            .set("transform", place)
            .set("fill", "none")
            .set("stroke", mark)
            .set("stroke-width", 4.6)
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round")
    }

    fn disc(&self) -> Vec<Element> {
        let Look { mark, value, .. } = self.look;
        let value = value.map(|value| value.to_string()).filter(|value| value != mark);
        let mut parts = vec![
            self.shadow(ellipse(39.0, 38.0, 3.0, 7.0)),
            self.side(circle(38.0).at("cy", 4.0)),
            self.face(circle(38.0)),
            self.lit(circle(37.0), "sheen"),
        ];
        if self.second {
            parts.push(self.ring(circle(if mark.is_empty() { 25.0 } else { 33.0 })));
        }
        if !mark.is_empty() {
            let (y, size) = if value.is_some() { (-6.0, 36.0) } else { (0.0, 44.0) };
            parts.push(self.written(mark, 0.0, y, size));
        } else if self.second {
            let fill = self.brush.colour(Colour::Mark(self.tone));
            parts.push(circle(9.0).set("fill", fill).set("opacity", 0.85));
        }
        parts.extend(value.map(|value| self.written(&value, 0.0, 22.0, 18.0)));
        parts
    }

    fn stone(&self) -> Vec<Element> {
        let thick = STONE.min(self.look.rise);
        let wall = format!("M-37 {0}v{1}a37 17 0 0 0 74 0v{0}z", Number(-thick), Number(thick));
        let top = |rx, ry| ellipse(rx, ry, 0.0, -thick);
        let mut parts = vec![self.side(path(&wall)), self.lit(path(&wall), "round")];
        if self.second {
            let band = path(format_args!("M-37 {}a37 17 0 0 0 74 0", Number(-thick / 2.0)));
            parts.push(
                self.brush.line(band, self.tone, (thick / 6.0).max(1.2)).set("opacity", 0.85),
            );
        }
        parts.push(self.face(top(37.0, 17.0)));
        parts.push(self.lit(top(36.0, 16.0), "sheen"));
        if self.second {
            parts.push(self.ring(top(24.0, 10.5)));
        }
        if self.look.owner.is_none() {
            let rim = self.brush.colour(Colour::Rim(self.tone));
            let grain = path(GRAIN).set("transform", moved(0.0, -thick)).set("fill", "none");
            let grain = grain.set("stroke", rim).set("stroke-width", 1.6).set("opacity", 0.55);
            parts.push(grain.set("stroke-linecap", "round"));
        }
        parts
    }

    fn marble(&self) -> Vec<Element> {
        // A player called by a letter has it inside, so that the name is what one sees; a ring is an O already.
        let name = self.look.owner.map_or("", |owner| self.brush.players[owner.index()]);
        let inside = match (name.to_ascii_uppercase().as_str(), self.second) {
            ("O", true) => self.ring(circle(20.0)),
            (letter, _) if letter.chars().count() == 1 => self.written(letter, 0.0, 0.0, 46.0),
            (_, true) => self.ring(circle(20.0)),
            (_, false) => path(SWIRL).set("fill", "#fff").set("opacity", 0.34),
        };
        vec![
            self.shadow(ellipse(36.0, 14.0, 3.0, 27.0)),
            self.face(circle(38.0)),
            inside,
            self.lit(circle(38.0), "depth"),
            self.lit(ellipse(27.0, 18.0, 0.0, -17.0), "gleam"),
            glint(7.0, 4.5, -13.0, -20.0).set("transform", "rotate(-32 -13 -20)"),
        ]
    }

    fn bar(&self) -> Vec<Element> {
        let Look { mark, length, upright, .. } = self.look;
        let (long, wide) = (length as f64 * UNIT - 18.0, UNIT - 26.0);
        let (width, height) = if upright { (wide, long) } else { (long, wide) };
        let shape = |x: f64, y: f64| {
            let place = Element::new("rect").at("x", x - width / 2.0).at("y", y - height / 2.0);
            place.at("width", width).at("height", height).set("rx", 24)
        };
        let mut parts = vec![
            self.shadow(shape(2.0, 7.0)),
            self.side(shape(0.0, 4.0)),
            self.face(shape(0.0, 0.0)),
            self.lit(shape(0.0, 0.0), if upright { "across" } else { "along" }),
        ];
        let turn = if upright { "rotate(90)" } else { "rotate(0)" };
        if self.second {
            let half = Number(wide / 2.0);
            let notch = path(format_args!("M-13 -{half}q13 14 26 0zM-13 {half}q13 -14 26 0z"));
            let notch = notch.set("fill", self.brush.colour(Colour::Cell)).set("transform", turn);
            parts.push(
                notch
                    .set("stroke", self.brush.colour(Colour::Rim(self.tone)))
                    .set("stroke-width", 2),
            );
            let groove =
                path(format_args!("M0 {}v{}", Number(9.0 - wide / 2.0), Number(wide - 18.0)));
            let groove = self.brush.line(groove.set("transform", turn), self.tone, 3.0);
            parts.push(groove.set("stroke-linecap", "round").set("opacity", 0.55));
        }
        if !mark.is_empty() {
            let end = long / 2.0 - 36.0;
            parts.extend([-end, end].map(|at| {
                let (x, y) = if upright { (0.0, at) } else { (at, 0.0) };
                self.written(mark, x, y, 42.0)
            }));
        }
        parts
    }

    fn peg(&self) -> Vec<Element> {
        // It stands on pieces of its own colour too: a line of the opposite one keeps it apart.
        let halo = self.brush.line(path(PEG), self.tone, 8.0).set("opacity", 0.9);
        let mut parts = vec![
            self.shadow(ellipse(25.0, 10.0, 3.0, 20.0)),
            halo,
            self.face(path(PEG)),
            self.lit(path(PEG), "round"),
        ];
        if self.second {
            parts.push(self.ring(circle(9.0).at("cy", -27.0)));
        }
        parts.push(glint(4.5, 3.0, -7.0, -35.0));
        parts
    }

    /// A star that stands: the walls below its front edges are lighter or darker as they face the light.
    fn totem(&self) -> Vec<Element> {
        const UP: f64 = 46.0;
        let points: Vec<(f64, f64)> = (0..16_u8)
            .map(|at| {
                let angle = std::f64::consts::FRAC_PI_8 * f64::from(at);
                let far = if at % 2 == 0 { 34.0 } else { 17.0 };
                (far * angle.sin(), 26.0 - far * angle.cos() * 0.66)
            })
            .collect();
        let star = |up: f64| {
            let corners: Vec<String> =
                points.iter().map(|(x, y)| format!("{} {}", Number(*x), Number(y - up))).collect();
            path(format_args!("M{}Z", corners.join("L")))
        };
        let edges = points.iter().zip(points.iter().cycle().skip(1));
        let mut walls: Vec<_> = edges.filter(|(from, to)| to.0 < from.0).collect();
        walls.sort_by(|a, b| (a.0.1 + a.1.1).total_cmp(&(b.0.1 + b.1.1)));
        let walls = walls.into_iter().flat_map(|(from, to)| {
            let [x1, y1, x2, y2, top] = [from.0, from.1, to.0, to.1, from.1 - UP].map(Number);
            let wall = format!("M{x1} {y1}L{x2} {y2}v-{UP}L{x1} {top}Z");
            let dark = (0.13 + (from.1 - to.1) / 80.0).clamp(0.0, 0.34);
            [self.side(path(&wall)), path(wall).set("fill", "black").at("opacity", dark)]
        });
        let middle = 26.0 - UP;
        let facets: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("M0 {}L{} {}", Number(middle), Number(*x), Number(y - UP)))
            .collect();
        let rim = self.brush.colour(Colour::Rim(self.tone));
        let facets = path(facets.concat()).set("fill", "none").set("stroke", rim);
        std::iter::once(self.shadow(star(0.0)).set("transform", "translate(22 9) skewX(-30)"))
            .chain(walls)
            .chain([
                self.face(star(UP)),
                facets.set("stroke-width", 1.6).set("opacity", 0.5),
                self.lit(star(UP), "sheen"),
            ])
            .collect()
    }
}

/// A small reflection of a lamp.
fn glint(rx: f64, ry: f64, cx: f64, cy: f64) -> Element {
    ellipse(rx, ry, cx, cy).set("fill", "#fff").set("opacity", 0.85)
}
