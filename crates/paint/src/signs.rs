//! Which character stands for what.

use quintet_core::Player;
use quintet_core::scene::Kind;

use crate::{Glyphs, View};

/// The characters of one view.
pub(crate) struct Signs {
    ascii: bool,
    /// Letters for first, second and nobody in ASCII pictures.
    letters: [char; 3],
}

/// The characters that a bar is made of.
pub(crate) struct BarSigns {
    /// Along a row: left end, middle, right end.
    pub across: [char; 3],
    /// Along a column: upper end, middle, lower end.
    pub upright: [char; 3],
    /// The corners of a bar of several lines: upper left and right, lower left and right.
    pub corners: [char; 4],
}

impl Signs {
    pub fn new(view: &View) -> Self {
        Signs { ascii: view.glyphs == Glyphs::Ascii, letters: letters(view.players) }
    }

    fn pick(&self, unicode: char, ascii: char) -> char {
        if self.ascii { ascii } else { unicode }
    }

    pub fn piece(&self, kind: Kind, owner: Option<Player>) -> char {
        let letter = self.letters[owner.map_or(2, Player::index)];
        let (unicode, ascii) = match (kind, owner) {
            (Kind::Totem, _) => ('★', '*'),
            (Kind::Peg, Some(Player::First)) => ('▲', letter.to_ascii_lowercase()),
            (Kind::Peg, Some(Player::Second)) => ('△', letter.to_ascii_lowercase()),
            (Kind::Peg, None) => ('▴', letter.to_ascii_lowercase()),
            (Kind::Bar, _) => return self.bar(owner).across[1],
            (_, Some(Player::First)) => ('●', letter),
            (_, Some(Player::Second)) => ('◎', letter),
            (_, None) => ('◌', letter),
        };
        self.pick(unicode, ascii)
    }

    /// A piece with its mark, unless the letter says it already.
    pub fn marked_piece(&self, kind: Kind, owner: Option<Player>, mark: &str) -> String {
        let sign = self.piece(kind, owner);
        let mark = self.text(mark);
        if mark.eq_ignore_ascii_case(&sign.to_string()) {
            return mark;
        }
        format!("{sign}{mark}")
    }

    pub fn bar(&self, owner: Option<Player>) -> BarSigns {
        let (across, upright, corners) = match (owner, self.ascii) {
            (Some(Player::First), false) => {
                (['┣', '━', '┫'], ['┏', '┃', '┗'], ['┏', '┓', '┗', '┛'])
            }
            (Some(Player::Second), false) => {
                (['╠', '═', '╣'], ['╔', '║', '╚'], ['╔', '╗', '╚', '╝'])
            }
            (None, false) => (['├', '─', '┤'], ['┌', '│', '└'], ['┌', '┐', '└', '┘']),
            (Some(Player::First), true) => (['#', '#', '#'], ['#', '#', '#'], ['#'; 4]),
            (Some(Player::Second), true) => (['|', '=', '|'], ['|', '|', '|'], ['|'; 4]),
            (None, true) => (['+', '-', '+'], ['+', ':', '+'], ['+'; 4]),
        };
        BarSigns { across, upright, corners }
    }

    /// A character of a piece of several lines, whose sign is `sign`.
    pub fn block(&self, block: char, sign: char) -> char {
        match block {
            _ if !self.ascii => block,
            '█' => sign,
            '▟' | '╭' | '▛' | '╯' => '/',
            '▙' | '╮' | '▜' | '╰' => '\\',
            '▐' | '▌' | '│' => '|',
            '─' => '-',
            other => other,
        }
    }

    pub fn empty(&self) -> char {
        self.pick('·', '.')
    }

    /// An empty cell of a zone.
    pub fn zone(&self, owner: Option<Player>) -> char {
        match owner {
            Some(Player::First) => self.pick('▪', '+'),
            Some(Player::Second) => self.pick('▫', '-'),
            None => self.pick('▵', '~'),
        }
    }

    pub fn shelf(&self) -> char {
        self.pick('─', '-')
    }

    pub fn times(&self) -> char {
        self.pick('×', 'x')
    }

    /// The arrow that points rightwards by `dx` and upwards by `dy` on the page.
    pub fn arrow(&self, dx: i32, dy: i32) -> char {
        match (dx.signum(), dy.signum()) {
            (1, 0) => self.pick('→', '>'),
            (-1, 0) => self.pick('←', '<'),
            (0, 1) => self.pick('↑', '^'),
            (0, -1) => self.pick('↓', 'v'),
            (1, 1) => self.pick('↗', '/'),
            (-1, -1) => self.pick('↙', '/'),
            (-1, 1) => self.pick('↖', '\\'),
            (1, -1) => self.pick('↘', '\\'),
            _ => self.pick('∘', 'o'),
        }
    }

    /// Text of the scene in the characters of this view.
    pub fn text(&self, text: &str) -> String {
        // A control character would break the columns, and a line break the rows.
        let clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
        if self.ascii { clean.map(ascii_letter).collect() } else { clean.collect() }
    }
}

/// What is written on a piece: its value, because a numeral is read faster than a glyph where both are one
/// character, or else its mark.
pub(crate) fn written(value: Option<u32>, mark: &str) -> String {
    value.map_or_else(|| mark.to_owned(), |value| value.to_string())
}

/// Brackets around a possible next step.
pub(crate) const STEP: [char; 2] = ['[', ']'];

/// Brackets around what has been chosen already.
pub(crate) const CHOSEN: [char; 2] = ['{', '}'];

/// Brackets around tinted cells, one pair a tint; later tints share the last pair.
pub(crate) const TINTS: [[char; 2]; 2] = [['(', ')'], ['<', '>']];

/// The initials of the players if they tell them apart.
fn letters(players: [&str; 2]) -> [char; 3] {
    let initial = |name: &str| name.chars().next().filter(char::is_ascii_alphabetic);
    let (first, second) = match (initial(players[0]), initial(players[1])) {
        (Some(a), Some(b)) if !a.eq_ignore_ascii_case(&b) => {
            (a.to_ascii_uppercase(), b.to_ascii_uppercase())
        }
        _ => ('X', 'O'),
    };
    let nobody = if first == 'N' || second == 'N' { 'U' } else { 'N' };
    [first, second, nobody]
}

/// A text in ASCII; what has no near spelling becomes a question mark.
pub fn in_ascii(text: &str) -> String {
    let mut spelt = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '…' => spelt.push_str("..."),
            '±' => spelt.push_str("+/-"),
            '→' => spelt.push_str("->"),
            '←' => spelt.push_str("<-"),
            '∞' => spelt.push_str("inf"),
            _ if sign.is_ascii() => spelt.push(sign),
            _ => spelt.push(ascii_letter(sign)),
        }
    }
    spelt
}

/// The nearest ASCII spelling that takes one column; a question mark if there is none.
pub fn ascii_letter(sign: char) -> char {
    match sign {
        ' '..='~' => sign,
        '−' | '–' | '—' | '░' | '─' => '-',
        '×' => 'x',
        '·' | '…' => '.',
        '’' | '‘' => '\'',
        '“' | '”' | '″' => '"',
        '→' | '▸' | '›' => '>',
        '←' | '◂' | '‹' => '<',
        '○' => 'O',
        '●' | '█' => '#',
        '◎' | '∘' => 'o',
        '‖' => 'H',
        '\u{a0}' => ' ',
        _ => '?',
    }
}
