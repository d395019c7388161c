//! Pictures of scenes on the screen, and where a click on the screen would choose what.

use quintet_core::layout::Lattice;
use quintet_core::{Scene, Step};
use quintet_paint::{Ink, Picture};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use crate::theme::Theme;

/// Something on the screen that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// What is chosen.
    pub(crate) step: Step,
    /// Where it lies.
    pub(crate) area: Rect,
}

/// The topmost of the targets at a place for which `is_wanted` holds.
pub(crate) fn target_at(
    targets: &[Target],
    place: Position,
    is_wanted: impl Fn(&Step) -> bool,
) -> Option<&Step> {
    let mut here = targets.iter().rev().filter(|target| target.area.contains(place));
    here.find(|target| is_wanted(&target.step)).map(|target| &target.step)
}

/// Draws pictures of one game.
pub(crate) struct Canvas<'a> {
    /// Where to.
    pub(crate) buffer: &'a mut Buffer,
    /// In which colours.
    pub(crate) theme: Theme,
    /// What the players are called.
    pub(crate) players: [&'static str; 2],
    /// Where the cursor is.
    pub(crate) cursor: Option<&'a Step>,
    /// Whether only ASCII characters may be used.
    pub(crate) ascii: bool,
}

impl Canvas<'_> {
    /// Draws a picture with its upper left corner at that of `area`, as far as it fits, and gives its targets.
    pub(crate) fn picture(&mut self, picture: &Picture, area: Rect) -> Vec<Target> {
        let area = area.intersection(self.buffer.area);
        for (row, glyphs) in picture.rows().iter().take(area.height.into()).enumerate() {
            for (column, glyph) in glyphs.iter().take(area.width.into()).enumerate() {
                if glyph.sign != ' ' {
                    let place = (area.x + column as u16, area.y + row as u16);
                    let style = self.theme.ink(glyph.ink, self.players);
                    self.buffer[place].set_char(glyph.sign).set_style(style);
                }
            }
        }
        let targets = targets(picture, area);
        if let Some(target) = targets.iter().find(|target| Some(&target.step) == self.cursor) {
            self.cursor(picture, target.area, area);
        }
        targets
    }

    /// Draws a board: its ground, its pieces, empty cells to choose from where brackets around them would be too
    /// many, and what the last move touched underlined.
    pub(crate) fn board(
        &mut self,
        scene: &Scene,
        picture: &Picture,
        open: &[&Step],
        area: Rect,
    ) -> Vec<Target> {
        let targets = targets(picture, area.intersection(self.buffer.area));
        for cell in &scene.layout.cells {
            let alternate = match scene.layout.lattice {
                Lattice::Square => (cell.x + cell.y).rem_euclid(2) == 1,
                Lattice::Hexagon => (cell.x + cell.y).div_euclid(2).rem_euclid(2) == 1,
            };
            let is_it = |step: &Step| matches!(step, Step::Cell(name) if *name == cell.name);
            if let Some(target) = targets.iter().find(|target| is_it(&target.step)) {
                self.buffer.set_style(target.area, self.theme.cell(alternate));
            }
        }
        let targets = self.picture(picture, area);
        for target in &targets {
            if open.contains(&&target.step) {
                self.open(target.area);
            }
            if let Step::Cell(name) = &target.step
                && scene.last.contains(name)
            {
                self.underline(target.area);
            }
        }
        if !self.ascii {
            self.centre(&targets, area);
        }
        targets
    }

    /// Moves the ground of cells that are two lines high up by half a line, so that their content stands in the middle.
    fn centre(&mut self, targets: &[Target], area: Rect) {
        let is_cell =
            |target: &&Target| matches!(target.step, Step::Cell(_)) && target.area.height == 2;
        let cells: Vec<Rect> = targets.iter().filter(is_cell).map(|target| target.area).collect();
        for cell in &cells {
            let above = Rect { y: cell.y.saturating_sub(1), height: 1, ..*cell };
            let edge = above.positions().filter(|place| !cells.iter().any(|c| c.contains(*place)));
            let lower = Rect { y: cell.y + 1, height: 1, ..*cell };
            for place in edge.chain(lower.positions()).filter(|place| area.contains(*place)) {
                let below = Position::new(place.x, place.y + 1);
                let ground = self.buffer.cell(below).map_or(Color::Reset, |glyph| glyph.bg);
                let glyph = &mut self.buffer[place];
                if glyph.symbol() == " " && ground != Color::Reset {
                    glyph.set_symbol("▄").set_fg(ground);
                    glyph.modifier = Modifier::empty();
                }
            }
        }
    }

    /// An empty cell that can be chosen.
    fn open(&mut self, area: Rect) {
        for place in area.positions() {
            let glyph = &mut self.buffer[place];
            let sign = match glyph.symbol() {
                "·" => "∘",
                "." => ":",
                _ => continue,
            };
            glyph.set_symbol(sign).set_style(self.theme.accent());
        }
    }

    /// Large cells are underlined as a whole: a line below every line of a piece would spoil it.
    fn underline(&mut self, area: Rect) {
        if area.height > 2 {
            let bottom = Rect { y: area.bottom() - 1, height: 1, ..area };
            let style = Style::new().add_modifier(Modifier::UNDERLINED);
            return self.buffer.set_style(bottom, style);
        }
        for place in area.positions() {
            let glyph = &mut self.buffer[place];
            if !matches!(glyph.symbol(), " " | "[" | "]" | "(" | ")" | "{" | "}" | "─" | "-") {
                glyph.set_style(Style::new().add_modifier(Modifier::UNDERLINED));
            }
        }
    }

    /// The cursor: another ground, and pointed brackets, so that it is seen without colours too.
    fn cursor(&mut self, picture: &Picture, spot: Rect, area: Rect) {
        self.buffer.set_style(spot, self.theme.chosen());
        let signs = if self.ascii { ['>', '<'] } else { ['▸', '◂'] };
        for place in spot.positions() {
            let row = picture.rows().get(usize::from(place.y - area.y));
            let glyph = row.and_then(|row| row.get(usize::from(place.x - area.x)));
            match glyph.filter(|glyph| glyph.ink == Ink::Accent).map(|glyph| glyph.sign) {
                Some('[') => _ = self.buffer[place].set_char(signs[0]),
                Some(']') => _ = self.buffer[place].set_char(signs[1]),
                _ => {}
            }
        }
    }
}

fn targets(picture: &Picture, area: Rect) -> Vec<Target> {
    let on_screen = picture.spots().iter().map(|spot| {
        let spot_area = Rect {
            x: area.x.saturating_add(spot.column as u16),
            y: area.y.saturating_add(spot.row as u16),
            width: spot.width as u16,
            height: spot.height as u16,
        };
        Target { step: spot.step.clone(), area: spot_area.intersection(area) }
    });
    on_screen.filter(|target| !target.area.is_empty()).collect()
}
