//! The board with its pieces, labels and notes.

use std::collections::{BTreeMap, HashMap};

use quintet_core::layout::{Cell, Zone};
use quintet_core::scene::{Item, Kind, Note};
use quintet_core::{Player, Scene, Step};

use crate::View;
use crate::ink::{Ink, Palette};
use crate::picture::{Picture, Spot};
use crate::raster::{Place, Raster, lying, pile};
use crate::shapes::{shape, stone};
use crate::signs::{CHOSEN, STEP, Signs, TINTS, written};

/// From this height on a stack's height is written below it.
const COUNTED_HEIGHT: usize = 4;

/// What could not be drawn on the board and has to be said in the legend.
#[derive(Default)]
pub(crate) struct Leftovers {
    /// Texts that found no room: cell and text.
    pub texts: Vec<(String, String)>,
    /// The tints that are visible, by their number.
    pub tints: Vec<usize>,
    /// Whether the stones of a stack lie in rows.
    pub piles: bool,
    /// Whether something is framed as chosen.
    pub chosen: bool,
}

/// The labels of the scene's tints, each once, in the order of their brackets.
pub(crate) fn tints(scene: &Scene) -> Vec<&str> {
    let mut labels = Vec::new();
    for note in &scene.notes {
        if let Note::Tint { label, .. } | Note::Threat { label, .. } = note
            && !labels.contains(&label.as_str())
        {
            labels.push(label);
        }
    }
    labels
}

/// Draws the board, as wide as it is.
pub(crate) fn paint(scene: &Scene, view: &View) -> (Picture, Leftovers) {
    let signs = Signs::new(view);
    let raster = Raster::new(scene, view, &signs);
    let places = scene
        .layout
        .cells
        .iter()
        .map(|cell| (cell.name.as_str(), raster.place(cell.x, cell.y)))
        .collect();
    let mut painter = Painter {
        scene,
        view,
        picture: Picture::new(Palette::new(view.players)),
        signs,
        raster,
        places,
        left: Leftovers::default(),
    };
    for height in 1..=painter.raster.height() {
        painter.picture.reserve(painter.raster.width(), height);
    }
    painter.labels();
    for cell in &scene.layout.cells {
        painter.cell(cell);
    }
    for item in &scene.items {
        painter.item(item);
    }
    painter.texts();
    painter.frames();
    painter.arrows();
    (painter.picture, painter.left)
}

/// What is around a cell.
#[derive(Clone, Copy)]
enum Frame {
    Step,
    Chosen,
    /// The tint of this number.
    Tint(usize),
}

struct Painter<'a> {
    scene: &'a Scene,
    view: &'a View<'a>,
    picture: Picture,
    signs: Signs,
    raster: Raster,
    places: HashMap<&'a str, Place>,
    left: Leftovers,
}

impl<'a> Painter<'a> {
    fn labels(&mut self) {
        for label in &self.scene.layout.labels {
            let (column, line) = self.raster.label(label);
            let ink = label.owner.map_or(Ink::Muted, |owner| Ink::of(Some(owner)));
            self.picture.write(column, line, &self.signs.text(&label.text), ink);
        }
    }

    /// The empty cell, its shelf and its spot.
    fn cell(&mut self, cell: &'a Cell) {
        let place = self.places[cell.name.as_str()];
        let (sign, ink) = match &cell.zone {
            Some(zone) => self.zone(zone),
            None => (self.signs.empty(), Ink::Muted),
        };
        if self.raster.stacked {
            let shelf = self.signs.shelf().to_string().repeat(place.inner);
            self.picture.write(place.content(), place.base + 1, &shelf, Ink::Edge);
        }
        self.picture.put(self.start(place, 1), place.base, sign, ink);
        self.picture.spot(Spot {
            step: Step::Cell(cell.name.clone()),
            column: place.column,
            row: place.top,
            width: place.inner + 2,
            height: place.lines,
        });
    }

    /// Where a content of that length begins: in the middle of large cells, else at the left.
    fn start(&self, place: Place, length: usize) -> usize {
        if self.raster.stacked || self.raster.pitch > 2 {
            place.centred(length)
        } else {
            place.content()
        }
    }

    fn item(&mut self, item: &Item) {
        let places: Vec<Place> =
            item.cells.iter().filter_map(|name| self.places.get(name.as_str()).copied()).collect();
        let Some(&place) = places.first() else { return };
        match item.kind {
            Kind::Bar if self.raster.pitch > 2 => self.box_bar(item, &places),
            Kind::Bar => self.bar(item, places),
            _ if self.raster.stacked => self.stone(item, place),
            Kind::Peg => self.peg(item, place),
            _ => self.disc(item, place),
        }
    }

    /// A piece that has its cell to itself. What zone it stands in is said behind it.
    fn disc(&mut self, item: &Item, place: Place) {
        let mark = written(item.value, &item.mark);
        let lines = self.raster.piece_lines();
        let shape = shape(item.kind, item.owner, &mark, lines, &self.signs);
        let start = self.start(place, shape[0].chars().count());
        let top = place.base - shape.len() / 2;
        let mut end = start;
        for (line, row) in shape.iter().enumerate() {
            end = self.picture.write(start, top + line, row, ink(item));
        }
        let cell = self.scene.layout.cells.iter().find(|cell| item.cells.contains(&cell.name));
        if let Some(zone) = cell.and_then(|cell| cell.zone.as_ref())
            && end < place.end()
        {
            let (sign, ink) = self.zone(zone);
            self.picture.put(end, place.base, sign, ink);
        }
        self.item_spot(item, place.column, top, place.inner + 2, shape.len());
    }

    fn zone(&self, zone: &Zone) -> (char, Ink) {
        (self.signs.zone(zone.owner), zone.owner.map_or(Ink::Edge, |owner| Ink::of(Some(owner))))
    }

    fn item_spot(&mut self, item: &Item, column: usize, row: usize, width: usize, height: usize) {
        let step = Step::Item(item.id.clone());
        self.picture.spot(Spot { step, column, row, width, height });
    }

    /// A piece of a stack. The top stone stands alone on top, whatever the height: where there are more stones than
    /// lines, those below it lie in rows, from the bottom up and from left to right.
    fn stone(&mut self, item: &Item, place: Place) {
        let Some(cell) = item.cells.first().filter(|_| !item.in_hand) else { return };
        let stack = lying(self.scene).filter(|other| other.cells.first() == Some(cell));
        let stones = stack.clone().count();
        let index = stack.filter(|other| other.height < item.height).count();
        let lines = self.raster.stack_lines();
        let row_length = pile(stones, lines);
        if index == 0 {
            self.picture.put(place.centred(1), place.base, ' ', Ink::Text);
        }
        // Stones lie apart where there is room.
        let gap = usize::from(2 * row_length <= place.inner + 1);
        let wide = if stones <= lines && place.inner >= 9 { (place.inner / 2) | 1 } else { 1 };
        let (row, column) = if index + 1 == stones {
            ((stones - 1).div_ceil(row_length), place.centred(wide))
        } else {
            let start = place.centred((1 + gap) * row_length - gap);
            let in_row = if row_length == 1 { place.centred(wide) } else { start };
            (index / row_length, in_row + (1 + gap) * (index % row_length))
        };
        let text = stone(item.owner, wide, &self.signs);
        self.picture.write(column, place.base - row, &text, ink(item));
        self.item_spot(item, column, place.base - row, wide, 1);
        self.left.piles |= row_length > 1;
        if stones >= COUNTED_HEIGHT && index + 1 == stones {
            let text = stones.to_string();
            self.picture.write(place.centred(text.len()), place.base + 1, &text, Ink::Text);
        }
    }

    fn bar(&mut self, item: &Item, mut places: Vec<Place>) {
        places.sort_by_key(|place| (place.base, place.column));
        let (first, last) = (places[0], places[places.len() - 1]);
        let (ink, mark) = (ink(item), self.signs.text(&written(item.value, &item.mark)));
        let signs = self.signs.bar(item.owner.filter(|_| !item.in_hand));
        let (left, right) = (first.content(), last.end() - 1);
        if first.base == last.base {
            for column in left..=right {
                self.picture.put(column, first.base, signs.across[1], ink);
            }
            self.picture.put(left, first.base, signs.across[0], ink);
            self.picture.put(right, first.base, signs.across[2], ink);
            self.picture.write(left + 1, first.base, &mark, ink);
            self.picture.write(right - mark.chars().count(), first.base, &mark, ink);
        } else {
            for line in first.base..=last.base {
                self.picture.put(left, line, signs.upright[1], ink);
                self.picture.put(left + 1, line, ' ', Ink::Text);
            }
            self.picture.put(left, first.base, signs.upright[0], ink);
            self.picture.put(left, last.base, signs.upright[2], ink);
            self.picture.write(left + 1, first.base, &mark, ink);
            self.picture.write(left + 1, last.base, &mark, ink);
        }
        let (width, height) = (last.end() + 1 - first.column, last.base + 1 - first.base);
        self.item_spot(item, first.column, first.base, width, height);
    }

    /// A bar of several lines, with its mark inside at both ends.
    fn box_bar(&mut self, item: &Item, places: &[Place]) {
        let lowest = |of: fn(&Place) -> usize| places.iter().map(of).min().unwrap_or(0);
        let highest = |of: fn(&Place) -> usize| places.iter().map(of).max().unwrap_or(0);
        let (left, right) = (lowest(Place::content), highest(Place::end) - 1);
        let (first, last) = (lowest(|place| place.base), highest(|place| place.base));
        let (top, bottom) = (first - 1, last + 1);
        let ink = ink(item);
        let signs = self.signs.bar(item.owner.filter(|_| !item.in_hand));
        for line in top..=bottom {
            for column in left..=right {
                let is_end = column == left || column == right;
                let sign = match line {
                    _ if is_end => signs.upright[1],
                    line if line == top || line == bottom => signs.across[1],
                    _ => ' ',
                };
                self.picture.put(column, line, sign, ink);
            }
        }
        for (corner, sign) in signs.corners.into_iter().enumerate() {
            let column = if corner % 2 == 0 { left } else { right };
            self.picture.put(column, if corner < 2 { top } else { bottom }, sign, ink);
        }
        let mark = self.signs.text(&written(item.value, &item.mark));
        if first == last {
            self.picture.write(left + 2, first, &mark, ink);
            self.picture.write(right - 1 - mark.chars().count(), first, &mark, ink);
        } else {
            let column = left + (right + 1 - left).saturating_sub(mark.chars().count()) / 2;
            self.picture.write(column, first, &mark, ink);
            self.picture.write(column, last, &mark, ink);
        }
        let (width, height) = (right + 3 - left, bottom + 1 - top);
        self.item_spot(item, left - 1, top, width, height);
    }

    /// A peg on a bar leaves the bar's line visible.
    fn peg(&mut self, item: &Item, place: Place) {
        if self.raster.pitch > 2 {
            return self.disc(item, place);
        }
        let bar = self.scene.items.iter().find(|other| {
            other.kind == Kind::Bar && other.cells.iter().any(|cell| item.cells.contains(cell))
        });
        let at_right_end = |bar: &Item| {
            let ends: Vec<&Place> =
                bar.cells.iter().filter_map(|name| self.places.get(name.as_str())).collect();
            ends.iter().any(|end| end.column < place.column)
                && ends.iter().all(|end| end.column <= place.column)
        };
        let column = match bar {
            Some(bar) if !at_right_end(bar) => place.content() + 1,
            _ => place.content(),
        };
        let sign = self.signs.piece(item.kind, item.owner);
        self.picture.put(column, place.base, sign, ink(item));
        self.item_spot(item, place.column, place.base, place.inner + 2, 1);
    }

    /// Brackets around tinted cells, what is chosen and possible next steps. A cell that is several of
    /// these is shown as the last: what can be done matters most.
    fn frames(&mut self) {
        let labels = tints(self.scene);
        let mut frames: BTreeMap<&str, Frame> = BTreeMap::new();
        for note in &self.scene.notes {
            let (Note::Tint { cells, label } | Note::Threat { cells, label }) = note else {
                continue;
            };
            let pair = labels.iter().position(|known| known == label).unwrap_or(0);
            frames.extend(cells.iter().map(|cell| (cell.as_str(), Frame::Tint(pair))));
        }
        // Where stones are held, whatever arrows lead there.
        let held = self.scene.items.iter().filter(|item| self.raster.stacked && item.in_hand);
        frames.extend(held.flat_map(|item| &item.cells).map(|cell| (cell.as_str(), Frame::Chosen)));
        let mut items = Vec::new();
        let chosen = self.scene.chosen.iter().filter(|step| !self.is_told_by_arrow(step));
        let chosen = chosen.map(|step| (step, Frame::Chosen));
        for (step, frame) in chosen.chain(self.view.marked.iter().map(|step| (step, Frame::Step))) {
            match step {
                Step::Cell(name) => {
                    frames.insert(name, frame);
                }
                Step::Item(id) => {
                    let item = self.scene.items.iter().find(|item| item.id == *id);
                    items.extend(item.map(|item| (item, frame)));
                }
                Step::Choice(_) => {}
            }
        }
        for (cell, frame) in frames {
            self.frame(cell, frame);
        }
        for (item, frame) in items {
            self.frame_item(item, frame);
        }
    }

    /// Whether an arrow from or to a cell shows already that it is part of the move. A piece that still stands where the
    /// arrow begins could have been meant by nobody yet: that it was chosen is shown.
    fn is_told_by_arrow(&self, step: &Step) -> bool {
        let stays = !self.raster.stacked && !self.is_empty(step.name());
        self.scene.notes.iter().any(|note| {
            let Note::Arrow { from, to, .. } = note else { return false };
            (step.name() == from && !stays) || to.as_deref() == Some(step.name())
        })
    }

    fn frame(&mut self, cell: &str, frame: Frame) {
        let Some(&place) = self.places.get(cell) else { return };
        let (brackets, ink) = match frame {
            Frame::Step => (STEP, Ink::Accent),
            Frame::Chosen => {
                self.left.chosen = true;
                (CHOSEN, Ink::Accent)
            }
            Frame::Tint(number) => {
                self.left.tints.push(number);
                (TINTS[number.min(TINTS.len() - 1)], Ink::Tint)
            }
        };
        let (line, start, end) = if self.raster.stacked {
            (place.base + 1, place.column, place.end())
        } else {
            let (start, end) = self.content_ends(place);
            (place.base, start, end)
        };
        for (column, bracket) in [(start, brackets[0]), (end, brackets[1])] {
            // A bar that goes on over the edge of the cell is not cut in pieces.
            let is_free = match frame {
                Frame::Step | Frame::Chosen => true,
                Frame::Tint(_) => !self.is_bar(column, line),
            };
            if is_free {
                self.picture.put(column, line, bracket, ink);
            }
        }
        if self.is_empty(cell) {
            for column in place.content()..place.end() {
                self.picture.tint(column, place.base, ink);
            }
        }
    }

    fn frame_item(&mut self, item: &Item, frame: Frame) {
        let cells: Vec<&String> =
            item.cells.iter().filter(|name| self.places.contains_key(name.as_str())).collect();
        let mut places: Vec<Place> = cells.iter().map(|name| self.places[name.as_str()]).collect();
        places.sort_by_key(|place| (place.base, place.column));
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return };
        if places.len() == 1 {
            return self.frame(cells[0], frame);
        }
        let is_chosen = matches!(frame, Frame::Chosen);
        self.left.chosen |= is_chosen;
        let brackets = if is_chosen { CHOSEN } else { STEP };
        let ends = if first.base == last.base {
            vec![(first, last)]
        } else {
            vec![(first, first), (last, last)]
        };
        for (left, right) in ends {
            self.picture.put(left.column, left.base, brackets[0], Ink::Accent);
            self.picture.put(right.end(), right.base, brackets[1], Ink::Accent);
        }
    }

    /// The columns before and after a cell's content: brackets stand close to it.
    fn content_ends(&self, place: Place) -> (usize, usize) {
        let mut inside = place.content()..place.end();
        let is_there = |column: &usize| !self.picture.is_blank(*column, place.base);
        let first = inside.clone().find(is_there).filter(|_| self.raster.pitch > 2);
        let last = inside.rfind(is_there);
        let start = first.map_or(place.column, |column| column - 1);
        (start, last.map_or(place.end(), |column| column + 1))
    }

    /// Whether a bar lies between two cells here.
    fn is_bar(&self, column: usize, line: usize) -> bool {
        let Some(glyph) = self.picture.rows().get(line).and_then(|row| row.get(column)) else {
            return false;
        };
        let owners = [Some(Player::First), Some(Player::Second), None];
        owners.into_iter().any(|owner| self.signs.bar(owner).across[1] == glyph.sign)
    }

    fn is_empty(&self, cell: &str) -> bool {
        !self.scene.items.iter().any(|item| item.cells.iter().any(|name| name == cell))
    }

    fn texts(&mut self) {
        for note in &self.scene.notes {
            if let Note::Text { cell, text, .. } = note {
                self.text(cell, text);
            }
        }
    }

    /// In an empty cell in place of the dot, otherwise in the line below.
    fn text(&mut self, cell: &str, text: &str) {
        let Some(&place) = self.places.get(cell) else { return };
        let text = self.signs.text(text);
        let length = text.chars().count();
        if self.is_empty(cell) && length <= place.inner {
            let start = self.start(place, length);
            self.picture.write(start, place.base, &text, Ink::Note);
        } else if !self.raster.stacked && place.lines > 1 && length <= place.inner + 2 {
            let start = self.start(place, length) - usize::from(length > place.inner);
            self.picture.write(start, place.top + place.lines - 1, &text, Ink::Note);
        } else {
            self.left.texts.push((cell.to_owned(), text));
        }
    }

    fn arrows(&mut self) {
        for note in &self.scene.notes {
            if let Note::Arrow { from, dx, dy, .. } = note {
                self.arrow(from, *dx, *dy);
            }
        }
    }

    fn arrow(&mut self, from: &str, dx: i32, dy: i32) {
        let Some(&place) = self.places.get(from) else { return };
        let Some(arrow) = self.raster.arrow(place, dx, dy) else { return };
        let background = if self.raster.stacked { self.signs.shelf() } else { ' ' };
        if self.picture.is_free(arrow.column, arrow.line, background) {
            let sign = self.signs.arrow(arrow.dx, arrow.dy);
            self.picture.put(arrow.column, arrow.line, sign, Ink::Note);
        }
    }
}

fn ink(item: &Item) -> Ink {
    match item.kind {
        _ if item.in_hand => Ink::Preview,
        Kind::Totem => Ink::Totem,
        _ => Ink::of(item.owner),
    }
}
