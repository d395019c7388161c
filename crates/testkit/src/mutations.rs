//! Texts that are almost right: all small changes to a move, and random ones to anything.

use std::collections::BTreeSet;

use quintet_core::Chance;

use crate::Dice;

/// Every text one small change away from `text`: a character replaced, dropped or inserted; a word
/// (between `-`) replaced, dropped, doubled, swapped with the next, or appended.
pub fn small_mutations(
    text: &str,
    alphabet: &BTreeSet<char>,
    words: &BTreeSet<String>,
) -> BTreeSet<String> {
    let mut mutations = BTreeSet::new();
    for (place, letter) in text.char_indices() {
        let (before, after) = (&text[..place], &text[place + letter.len_utf8()..]);
        mutations.insert(format!("{before}{after}"));
        for other in alphabet {
            mutations.insert(format!("{before}{other}{after}"));
            mutations.insert(format!("{before}{other}{letter}{after}"));
        }
    }
    let parts: Vec<&str> = text.split('-').collect();
    for place in 0..parts.len() {
        let (before, after) = (&parts[..place], &parts[place + 1..]);
        let mut add =
            |middle: &[&str]| mutations.insert([before, middle, after].concat().join("-"));
        add(&[]);
        add(&[parts[place], parts[place]]);
        for word in words {
            add(&[word]);
        }
        mutations.insert(before.join("-"));
        let mut swapped = parts.clone();
        swapped.swap(place, (place + 1).min(parts.len() - 1));
        mutations.insert(swapped.join("-"));
    }
    mutations.extend(words.iter().map(|word| format!("{text}-{word}")));
    mutations.remove(text);
    mutations
}

/// Numbers at the edges of the integer types, and spellings of numbers that have another.
const NUMBERS: [&str; 14] = [
    "0",
    "00",
    "01",
    "-1",
    "+1",
    "10",
    "99",
    "128",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "18446744073709551616",
    "99999999999999999999999999999999",
];

/// Characters that no notation expects.
const STRANGE: [char; 14] =
    [' ', '\n', '\t', '\0', '\u{7f}', '-', '+', '/', ',', '@', 'é', '１', '棋', '\u{1f3b2}'];

/// Draws texts that resemble a collection.
pub struct Mutator {
    texts: Vec<String>,
    letters: Vec<char>,
    dice: Dice,
}

impl Mutator {
    /// Texts that resemble `texts`, of which there is at least one.
    pub fn new(texts: Vec<String>, seed: u64) -> Self {
        assert!(!texts.is_empty(), "nothing to resemble");
        let letters: BTreeSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
        Mutator { texts, letters: letters.into_iter().collect(), dice: Dice::new(seed) }
    }

    /// The next text: most have one or two small changes, some are wild.
    pub fn text(&mut self) -> String {
        if self.dice.below(16) == 0 {
            let length = self.dice.below(48);
            return (0..length).map(|_| self.letter()).collect();
        }
        let mut text: Vec<char> = self.dice.choose(&self.texts).chars().collect();
        let changes = 1 + self.dice.below(8).saturating_sub(4);
        for _ in 0..changes {
            self.change(&mut text);
        }
        text.into_iter().collect()
    }

    fn letter(&mut self) -> char {
        match self.dice.below(40) {
            0 => *self.dice.choose(&STRANGE),
            1 => char::from_u32(self.dice.below(0x11_0000)).unwrap_or('\u{fffd}'),
            2..8 => char::from(b'0' + self.dice.below(10) as u8),
            _ => *self.dice.choose(&self.letters),
        }
    }

    fn place(&mut self, text: &[char]) -> usize {
        self.dice.below(text.len() as u32 + 1) as usize
    }

    fn change(&mut self, text: &mut Vec<char>) {
        let place = self.place(text);
        let other = self.place(text);
        let (from, to) = (place.min(other), place.max(other));
        match self.dice.below(16) {
            0..6 if place < text.len() => text[place] = self.letter(),
            6 | 7 if place < text.len() => drop(text.remove(place)),
            8 | 9 if from < to && to < text.len() => text.swap(from, to),
            10 => text.truncate(place),
            11 => drop(text.drain(from..to)),
            12 => {
                let span = text[from..to].to_vec();
                text.splice(to..to, span);
            }
            13 => {
                let number = *self.dice.choose(&NUMBERS);
                let end = text[place..].iter().take_while(|letter| letter.is_ascii_digit()).count();
                text.splice(place..place + end, number.chars());
            }
            14 => {
                let tail: Vec<char> = self.dice.choose(&self.texts).chars().skip(place).collect();
                text.truncate(place);
                text.extend(tail);
            }
            _ => {
                let letter = self.letter();
                text.insert(place, letter);
            }
        }
    }
}

/// Texts that have broken parsers before: nothing, too much, and every beginning of a good one.
pub fn nasty_texts(good: &[String]) -> Vec<String> {
    const LONG: usize = 100_000;
    let mut texts = vec![String::new()];
    texts.extend(STRANGE.iter().map(ToString::to_string));
    texts.extend(NUMBERS.iter().map(ToString::to_string));
    for unit in ["0", "1", "9", "a", "a1-", "-", "/", ",", " ", "+", "@", "é", "\u{1f3b2}"] {
        texts.push(unit.repeat(LONG / unit.len()));
    }
    for text in good {
        let beginnings = text.char_indices().map(|(end, _)| text[..end].to_owned());
        texts.extend(beginnings);
        texts.push(format!(" {text}"));
        texts.push(format!("{text} "));
        texts.push(format!("{text}\n"));
    }
    for text in good.iter().take(8) {
        texts.push(text.repeat(LONG / text.len().max(1)));
        texts.push(format!("{text}{}", "9".repeat(LONG)));
        texts.push(format!("{}{text}", "1".repeat(LONG)));
    }
    texts
}
