//! What all parts of a drawing are drawn with: colours, light and shade, letters.

use super::colours::{Colour, Theme, Tone};
use super::element::{Element, Number};

/// The colours of a drawing and the names of its gradients.
#[derive(Clone, Copy)]
pub(super) struct Brush<'a> {
    pub theme: Theme,
    /// Begins the names of the gradients, so that drawings in one document keep theirs apart.
    pub id: &'a str,
    /// What the players are called.
    pub players: [&'a str; 2],
}

impl Brush<'_> {
    pub fn colour(self, colour: Colour) -> String {
        self.theme.colour(colour)
    }

    /// Light or shade to lay over a piece.
    pub fn light(self, name: &str) -> String {
        format!("url(#{}-{name})", self.id)
    }

    /// A shape in the colour of a piece, with its rim.
    pub fn face(self, shape: Element, tone: Tone) -> Element {
        shape
            .set("fill", self.colour(Colour::Fill(tone)))
            .set("stroke", self.colour(Colour::Rim(tone)))
            .set("stroke-width", 2.5)
    }

    /// A shape in the colour of a piece's side, with its rim.
    pub fn side(self, shape: Element, tone: Tone) -> Element {
        shape
            .set("fill", self.theme.side(tone))
            .set("stroke", self.colour(Colour::Rim(tone)))
            .set("stroke-width", 2.5)
            .set("stroke-linejoin", "round")
    }

    /// A shape that is a line in the colour of a piece's mark.
    pub fn line(self, shape: Element, tone: Tone, width: f64) -> Element {
        shape
            .set("fill", "none")
            .set("stroke", self.colour(Colour::Mark(tone)))
            .at("stroke-width", width)
    }

    /// What light and shade over pieces are made of; they have no colour of their own.
    pub fn gradients(self) -> Element {
        let along = |name, ends: [f64; 4], stops: &[(f64, f64)]| {
            let gradient = Element::new("linearGradient").set("id", format!("{}-{name}", self.id));
            let [x1, y1, x2, y2] = ends;
            gradient
                .at("x1", x1)
                .at("y1", y1)
                .at("x2", x2)
                .at("y2", y2)
                .with(stops.iter().map(stop))
        };
        let depth = Element::new("radialGradient").set("id", format!("{}-depth", self.id));
        let depth = depth.set("cx", 0.42).set("cy", 0.36).set("r", 0.66);
        Element::new("defs").with([
            along("sheen", [0.2, 0.0, 0.7, 1.0], &[(0.0, 0.26), (0.5, 0.0), (1.0, -0.14)]),
            along(
                "round",
                [0.0, 0.0, 1.0, 0.0],
                &[(0.0, -0.1), (0.28, 0.22), (0.6, -0.02), (1.0, -0.34)],
            ),
            along("along", [0.0, 0.0, 0.0, 1.0], &[(0.0, 0.2), (0.3, 0.03), (1.0, -0.16)]),
            along("across", [0.0, 0.0, 1.0, 0.0], &[(0.0, 0.2), (0.3, 0.03), (1.0, -0.16)]),
            along("gleam", [0.0, 0.0, 0.0, 1.0], &[(0.0, 0.75), (1.0, 0.02)]),
            depth.with([(0.0, 0.18), (0.5, 0.0), (0.84, -0.28), (1.0, 0.1)].iter().map(stop)),
        ])
    }
}

/// Where on a gradient there is how much light, or shade if it is less than none.
fn stop(&(offset, light): &(f64, f64)) -> Element {
    Element::new("stop")
        .at("offset", offset)
        .set("stop-color", if light < 0.0 { "black" } else { "white" })
        .at("stop-opacity", light.abs())
}

/// A text whose middle is at a place.
pub(super) fn letters(text: &str, x: f64, y: f64, size: f64) -> Element {
    // Capitals and figures are about seven tenths of a letter's size high.
    let base = Element::new("text").at("x", x).at("y", y + size * 0.355);
    base.at("font-size", size).set("text-anchor", "middle").text(text)
}

/// Puts a shape to a place.
pub(super) fn moved(x: f64, y: f64) -> String {
    format!("translate({} {})", Number(x), Number(y))
}
