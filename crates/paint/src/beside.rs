//! The whole scene: what stands beside and below the board.

use quintet_core::scene::{Choice, Item, Kind, Piece, Tray};
use quintet_core::{Player, Scene, Step};

use crate::View;
use crate::board;
use crate::ink::{Ink, Palette};
use crate::legend::{self, Entry};
use crate::picture::{Picture, Spot};
use crate::signs::{CHOSEN, STEP, Signs, written};

/// Columns between the board and what stands beside it.
const GUTTER: usize = 2;
/// With less room than this everything stands below the board.
const PANEL_WIDTH: usize = 24;
/// Alike pieces without a mark are shown one by one up to this number.
const SHOWN_ONE_BY_ONE: u32 = 12;

/// Draws everything.
pub(crate) fn paint(scene: &Scene, view: &View) -> Picture {
    let (mut picture, left) = board::paint(scene, view);
    let signs = Signs::new(view);
    let legend = legend::entries(scene, view, &signs, &left);
    let room = view.width.saturating_sub(picture.width() + GUTTER);
    let beside = room >= PANEL_WIDTH;
    let mut panel = Panel::new(scene, view, if beside { room } else { view.width });
    for tray in &scene.trays {
        panel.tray(tray);
    }
    panel.hand(scene);
    panel.scores(scene);
    panel.choices(&scene.choices);
    panel.legend(&legend, beside);
    let (column, row) =
        if beside { (picture.width() + GUTTER, 0) } else { (0, picture.height() + 1) };
    if panel.picture.height() > 0 {
        picture.paste(column, row, &panel.picture);
    }
    if !scene.status.is_empty() {
        let status = panel.signs.text(&scene.status);
        for (row, line) in (picture.height() + 1..).zip(wrap(&status, view.width)) {
            picture.write(0, row, &line, Ink::Text);
        }
    }
    picture.cut(view.width);
    picture
}

/// The pieces of one tray of a scene.
pub(crate) fn tray(scene: &Scene, tray: &Tray, view: &View) -> Picture {
    let mut panel = Panel::new(scene, view, view.width);
    panel.pieces(tray, 0);
    panel.picture
}

/// What is in hand.
pub(crate) fn hand(scene: &Scene, view: &View) -> Picture {
    let mut panel = Panel::new(scene, view, view.width);
    panel.hand(scene);
    panel.picture
}

/// The choices, line by line.
pub(crate) fn choices(scene: &Scene, view: &View) -> Picture {
    let mut panel = Panel::new(scene, view, view.width);
    panel.choices(&scene.choices);
    panel.picture
}

/// The legend without the pieces' owners and the steps.
pub(crate) fn notes(scene: &Scene, view: &View, width: usize) -> Picture {
    let (_, left) = board::paint(scene, view);
    let mut panel = Panel::new(scene, view, width);
    for entry in legend::notes(scene, view, &panel.signs, &left) {
        let row = panel.picture.height();
        panel.wrapped(&entry, row);
    }
    panel.picture
}

/// A column of paragraphs beside or below the board.
struct Panel<'a> {
    view: &'a View<'a>,
    chosen: &'a [Step],
    signs: Signs,
    width: usize,
    picture: Picture,
}

/// Something that is not broken over lines, and the step it stands for.
struct Token {
    words: Entry,
    step: Option<Step>,
}

impl Token {
    fn length(&self) -> usize {
        self.words.iter().map(|(text, _)| text.chars().count()).sum()
    }
}

impl<'a> Panel<'a> {
    fn new(scene: &'a Scene, view: &'a View<'a>, width: usize) -> Self {
        let picture = Picture::new(Palette::new(view.players));
        Panel { view, chosen: &scene.chosen, signs: Signs::new(view), width, picture }
    }

    /// The row of the next paragraph, after a blank line.
    fn next_row(&self) -> usize {
        match self.picture.height() {
            0 => 0,
            height => height + 1,
        }
    }

    fn heading(&mut self, text: &str) {
        let text = self.signs.text(text);
        for (row, line) in (self.next_row()..).zip(wrap(&text, self.width)) {
            self.picture.write(0, row, &line, Ink::Muted);
        }
    }

    fn tray(&mut self, tray: &Tray) {
        self.heading(&tray.name);
        self.pieces(tray, self.picture.height());
    }

    fn pieces(&mut self, tray: &Tray, row: usize) {
        if self.view.height >= 3 && tray.pieces.iter().any(|piece| piece.length > 1) {
            return self.bars(tray, row);
        }
        let alone = tray.pieces.len() == 1;
        let tokens = tray.pieces.iter().map(|piece| self.piece(tray.owner, piece, alone)).collect();
        // In a single line every column counts.
        self.flow(tokens, row, usize::from(self.view.height > 1));
    }

    fn piece(&self, owner: Option<Player>, piece: &Piece, alone: bool) -> Token {
        let mark = written(piece.value, &piece.mark);
        let sign = if piece.length > 1 {
            format!("{}:{}", piece.length, self.signs.text(&mark))
        } else {
            self.signs.marked_piece(piece.kind, owner, &mark)
        };
        let ink = match piece.kind {
            _ if piece.count == 0 => Ink::Muted,
            Kind::Totem => Ink::Totem,
            _ => Ink::of(owner),
        };
        let words =
            if alone && piece.mark.is_empty() && (1..=SHOWN_ONE_BY_ONE).contains(&piece.count) {
                let pieces = vec![sign; piece.count as usize].join(" ");
                vec![(pieces, ink), (format!("  {}", piece.count), Ink::Text)]
            } else {
                let count = format!("{}{}", self.signs.times(), piece.count);
                vec![(sign, ink), (count, if piece.count == 0 { Ink::Muted } else { Ink::Text })]
            };
        Token { words, step: Some(Step::Item(piece.name.clone())) }
    }

    /// Bars differ in length and in what is written on them: a table keeps the numbers apart.
    fn bars(&mut self, tray: &Tray, row: usize) {
        const NAMES: [&str; 3] = ["length", "value", "left"];
        let indent = NAMES[0].len() + 2;
        for (line, name) in NAMES.into_iter().enumerate() {
            self.picture.write(1, row + line, name, Ink::Muted);
        }
        let mut column = indent;
        for piece in &tray.pieces {
            let value = self.signs.text(&written(piece.value, &piece.mark));
            let numbers = [piece.length.to_string(), value, piece.count.to_string()];
            let width = numbers.iter().map(|number| number.chars().count()).max().unwrap_or(1);
            let counted = if piece.count == 0 { Ink::Muted } else { Ink::of(tray.owner) };
            for ((line, number), ink) in
                numbers.iter().enumerate().zip([Ink::Text, Ink::Text, counted])
            {
                self.picture.write(column + 1, row + line, &format!("{number:>width$}"), ink);
            }
            let step = Step::Item(piece.name.clone());
            self.brackets(&step, [(column, row + 2), (column + 1 + width, row + 2)]);
            let (width, height) = (width + 2, NAMES.len());
            self.picture.spot(Spot { step, column, row, width, height });
            column += width;
        }
    }

    /// Brackets around a step that can be made or has been.
    fn brackets(&mut self, step: &Step, places: [(usize, usize); 2]) {
        let brackets = match step {
            step if self.view.marked.contains(step) => STEP,
            step if self.chosen.contains(step) => CHOSEN,
            _ => return,
        };
        for ((column, row), bracket) in places.into_iter().zip(brackets) {
            self.picture.put(column, row, bracket, Ink::Accent);
        }
    }

    /// The stones that are being sown, in the order in which they go.
    fn hand(&mut self, scene: &Scene) {
        let held: Vec<&Item> =
            scene.items.iter().filter(|item| item.in_hand && item.kind == Kind::Stone).collect();
        let Some(cell) = held.first().and_then(|item| item.cells.first()) else { return };
        self.heading(&format!("in hand over {cell}, next first"));
        let token = |item: &&Item| Token {
            words: vec![(self.signs.piece(item.kind, item.owner).into(), Ink::of(item.owner))],
            step: Some(Step::Item(item.id.clone())),
        };
        let tokens = held.iter().map(token).collect();
        self.flow(tokens, self.picture.height(), 0);
    }

    /// What is counted, and both players' numbers below.
    fn scores(&mut self, scene: &Scene) {
        let mut names: Vec<&str> = Vec::new();
        for score in &scene.scores {
            if !names.contains(&score.name.as_str()) {
                names.push(&score.name);
            }
        }
        for name in names {
            self.heading(name);
            let mut tokens = Vec::new();
            for score in scene.scores.iter().filter(|score| score.name == name) {
                let player = self.signs.text(self.view.players[score.owner.index()]);
                let words = vec![
                    (player, Ink::of(Some(score.owner))),
                    (format!(" {}", score.value), Ink::Text),
                ];
                tokens.push(Token { words, step: None });
            }
            self.flow(tokens, self.picture.height(), 3);
        }
    }

    fn choices(&mut self, choices: &[Choice]) {
        for (index, choice) in choices.iter().enumerate() {
            let row = if index == 0 { self.next_row() } else { self.picture.height() };
            let name = self.signs.text(&choice.name);
            let label = self.signs.text(&choice.label);
            let separate = if label.is_empty() || label == name { "" } else { ": " };
            let label = if separate.is_empty() { "" } else { &label };
            let lines = wrap(&format!("{name}{separate}{label}"), self.width.saturating_sub(2));
            for (down, line) in lines.iter().enumerate() {
                self.picture.write(1, row + down, line, Ink::Text);
            }
            for column in 0..name.chars().count().min(self.width.saturating_sub(2)) {
                self.picture.tint(1 + column, row, Ink::Accent);
            }
            let last = lines.last().map_or(0, |line| line.chars().count());
            let (height, step) = (lines.len(), Step::Choice(choice.name.clone()));
            self.brackets(&step, [(0, row), (1 + last, row + height.saturating_sub(1))]);
            let width = lines.iter().map(|line| line.chars().count() + 2).max().unwrap_or(0);
            self.picture.spot(Spot { step, column: 0, row, width, height });
        }
    }

    /// Owners in one line, everything else line by line if there is room, else running on.
    fn legend(&mut self, entries: &[Entry], line_by_line: bool) {
        let is_owner = |entry: &Entry| {
            let inks = [Ink::First, Ink::Second, Ink::Neutral, Ink::Totem];
            entry.first().is_some_and(|(_, ink)| inks.contains(ink))
        };
        let token = |entry: &Entry| Token { words: entry.clone(), step: None };
        let row = self.next_row();
        if !line_by_line {
            return self.flow(entries.iter().map(token).collect(), row, 3);
        }
        let (owners, others): (Vec<&Entry>, Vec<&Entry>) =
            entries.iter().partition(|e| is_owner(e));
        self.flow(owners.into_iter().map(token).collect(), row, 3);
        for entry in others {
            let row = self.picture.height().max(row);
            self.wrapped(entry, row);
        }
    }

    /// One entry, word-wrapped.
    fn wrapped(&mut self, entry: &Entry, row: usize) {
        let mut tokens = Vec::new();
        for (text, ink) in entry {
            // The sign of an entry, which may hold a blank, is not broken.
            if tokens.is_empty() {
                tokens.push(Token { words: vec![(text.clone(), *ink)], step: None });
                continue;
            }
            for word in words(text, self.width) {
                tokens.push(Token { words: vec![(word, *ink)], step: None });
            }
        }
        self.flow(tokens, row, 1);
    }

    /// Sets tokens side by side from a row on, wrapping at the width.
    fn flow(&mut self, tokens: Vec<Token>, mut row: usize, gap: usize) {
        let mut column = 0;
        for token in tokens {
            // A step keeps a column on both sides for its brackets.
            let frame = usize::from(token.step.is_some());
            let length = token.length() + 2 * frame;
            if column > 0 && column + length > self.width {
                column = 0;
                row += 1;
            }
            let mut end = column + frame;
            for (text, ink) in &token.words {
                end = self.picture.write(end, row, text, *ink);
            }
            if let Some(step) = token.step {
                self.brackets(&step, [(column, row), (end, row)]);
                self.picture.spot(Spot { step, column, row, width: length, height: 1 });
            }
            column = end + frame + gap;
        }
    }
}

/// Lines of whole words, none longer than `width`.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words(text, width) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// The words of a text, those longer than `width` broken, if possible after a sign such as an arrow.
fn words(text: &str, width: usize) -> Vec<String> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        while rest.len() > width.max(1) {
            let sign = rest[..width.max(1)].iter().rposition(|sign| !sign.is_alphanumeric());
            let tail = rest.split_off(sign.map_or(width.max(1), |sign| sign + 1));
            words.push(rest.into_iter().collect());
            rest = tail;
        }
        words.push(rest.into_iter().collect());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("White to move:  choose", 14), ["White to move:", "choose"]);
        assert!(wrap(" ", 14).is_empty());
    }

    #[test]
    fn a_long_chain_is_broken_after_an_arrow() {
        assert_eq!(words("by a1→a2→a3→b3", 7), ["by", "a1→a2→", "a3→b3"]);
        assert_eq!(words("unbroken", 5), ["unbro", "ken"]);
        assert_eq!(words("ab", 0), ["a", "b"]);
    }
}
