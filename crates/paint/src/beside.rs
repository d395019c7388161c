//! The whole scene: what stands beside and below the board.

use quintet_core::scene::{Choice, Kind, Piece, Tray};
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

/// The choices, line by line.
pub(crate) fn choices(scene: &Scene, view: &View) -> Picture {
    let mut panel = Panel::new(scene, view, view.width);
    panel.choices(&scene.choices);
    panel.picture
}

/// The legend without the pieces' owners and the steps.
pub(crate) fn notes(scene: &Scene, view: &View) -> Picture {
    let (_, left) = board::paint(scene, view);
    let mut panel = Panel::new(scene, view, view.width);
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
        let alone = tray.pieces.len() == 1;
        let tokens = tray.pieces.iter().map(|piece| self.piece(tray.owner, piece, alone)).collect();
        self.flow(tokens, row, 1);
    }

    fn piece(&self, owner: Option<Player>, piece: &Piece, alone: bool) -> Token {
        let sign = match piece.kind {
            Kind::Bar => self.bar(owner, piece),
            kind => self.signs.marked_piece(kind, owner, &written(piece.value, &piece.mark)),
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

    /// A bar of as many characters as it has cells, as far as its mark leaves room.
    fn bar(&self, owner: Option<Player>, piece: &Piece) -> String {
        let [left, middle, right] = self.signs.bar(owner).across;
        let mark = self.signs.text(&written(piece.value, &piece.mark));
        let inside = (piece.length.clamp(2, 40) as usize - 2).saturating_sub(mark.chars().count());
        format!("{left}{mark}{}{right}", middle.to_string().repeat(inside))
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
            let mut words = vec![(name.clone(), Ink::Accent)];
            if !label.is_empty() && label != name {
                words.push((format!(": {label}"), Ink::Text));
            }
            self.flow(vec![Token { words, step: Some(Step::Choice(choice.name.clone())) }], row, 1);
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
                let brackets = match &step {
                    step if self.view.marked.contains(step) => Some(STEP),
                    step if self.chosen.contains(step) => Some(CHOSEN),
                    _ => None,
                };
                if let Some(brackets) = brackets {
                    self.picture.put(column, row, brackets[0], Ink::Accent);
                    self.picture.put(end, row, brackets[1], Ink::Accent);
                }
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
