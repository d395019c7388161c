//! What a character means, and the colour that gives it in a terminal.

use anstyle::{Ansi256Color, AnsiColor, Style};
use quintet_core::Player;

/// What a character means; never where it stands or which colour it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Plain text.
    #[default]
    Text,
    /// What need not be read: coordinates, empty cells, used-up pieces.
    Muted,
    /// The board itself.
    Edge,
    /// Belongs to the first player.
    First,
    /// Belongs to the second player.
    Second,
    /// A piece that belongs to nobody.
    Neutral,
    /// A figure that belongs to nobody.
    Totem,
    /// A possible next step.
    Accent,
    /// Cells pointed out together.
    Tint,
    /// A text or an arrow on the board.
    Note,
    /// A piece that is not there yet.
    Preview,
}

impl Ink {
    /// The ink of a piece with this owner.
    pub const fn of(owner: Option<Player>) -> Ink {
        match owner {
            Some(Player::First) => Ink::First,
            Some(Player::Second) => Ink::Second,
            None => Ink::Neutral,
        }
    }
}

/// How many colours there are to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tones {
    /// 256.
    #[default]
    Many,
    /// The first eight, with which terminals began.
    Few,
}

/// Terminal styles for inks. Each colour has a contrast of at least 3.2 on white and on black, so that
/// nobody needs to know the terminal's background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    players: [u8; 2],
}

const RED: u8 = 167;
const BLUE: u8 = 33;
const GOLD: u8 = 136;
const SLATE: u8 = 61;
const GREY: u8 = 243;
const SAND: u8 = 137;
const TEAL: u8 = 30;
const GREEN: u8 = 28;
const PURPLE: u8 = 133;

/// What stands for a colour where there are eight. What is grey has none: it is read on any background.
fn nearest(number: u8) -> Option<AnsiColor> {
    match number {
        RED => Some(AnsiColor::Red),
        BLUE | SLATE => Some(AnsiColor::Blue),
        GOLD => Some(AnsiColor::Yellow),
        TEAL => Some(AnsiColor::Cyan),
        GREEN => Some(AnsiColor::Green),
        PURPLE => Some(AnsiColor::Magenta),
        _ => None,
    }
}

impl Palette {
    /// The palette for players of these names: a name that is a colour gets it, as far as it can be
    /// read on any background; others are warm and cool.
    pub fn new(players: [&str; 2]) -> Self {
        let named = |name: &str| match name.to_ascii_lowercase().as_str() {
            "red" => Some(RED),
            "blue" => Some(BLUE),
            "white" | "light" => Some(GOLD),
            "black" | "dark" => Some(SLATE),
            _ => None,
        };
        let first = named(players[0]).unwrap_or(RED);
        let second = named(players[1]).unwrap_or(if first == BLUE { RED } else { BLUE });
        Palette { players: [first, second] }
    }

    /// How a terminal with so many colours shows this ink.
    pub fn style(&self, ink: Ink, tones: Tones) -> Style {
        let colour = |number: u8| match tones {
            Tones::Many => Style::new().fg_color(Some(Ansi256Color(number).into())),
            Tones::Few => Style::new().fg_color(nearest(number).map(Into::into)),
        };
        match ink {
            Ink::Text => Style::new(),
            Ink::Muted => colour(GREY),
            Ink::Edge => colour(SAND),
            Ink::First => colour(self.players[0]).bold(),
            Ink::Second => colour(self.players[1]).bold(),
            Ink::Neutral => colour(SAND).bold(),
            Ink::Totem => colour(GREEN).bold(),
            Ink::Accent => colour(TEAL).bold(),
            Ink::Tint => colour(PURPLE),
            Ink::Note => Style::new().bold(),
            Ink::Preview => colour(TEAL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of a colour of the terminal's 6×6×6 cube or grey ramp.
    fn luminance(number: u8) -> f64 {
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        let channels = if number >= 232 {
            [8 + 10 * (number - 232); 3]
        } else {
            let cube = number - 16;
            [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
        };
        let linear = channels.map(|channel| (f64::from(channel) / 255.0).powf(2.2));
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn every_colour_is_readable_on_white_and_on_black() {
        for colour in [RED, BLUE, GOLD, SLATE, GREY, SAND, TEAL, GREEN, PURPLE] {
            let luminance = luminance(colour);
            assert!(1.05 / (luminance + 0.05) >= 3.2, "colour {colour} is too light");
            assert!((luminance + 0.05) / 0.05 >= 3.2, "colour {colour} is too dark");
        }
    }

    #[test]
    fn few_colours_tell_the_players_apart() {
        for players in [["white", "red"], ["dark", "light"], ["red", "blue"], ["x", "o"]] {
            let palette = Palette::new(players);
            let [first, second] =
                [Ink::First, Ink::Second].map(|ink| palette.style(ink, Tones::Few).get_fg_color());
            assert_ne!(first, second);
            assert!(matches!(first, Some(anstyle::Color::Ansi(_))));
        }
    }

    #[test]
    fn players_called_by_a_colour_have_it() {
        let palette = Palette::new(["white", "red"]);
        assert_eq!(palette.players, [GOLD, RED]);
        assert_eq!(Palette::new(["x", "o"]).players, [RED, BLUE]);
        assert_eq!(Palette::new(["blue", "o"]).players, [BLUE, RED]);
    }
}
