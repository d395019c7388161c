//! Colours: what an ink or a part of the screen looks like, on dark and on light paper, with many colours, few or none.
//!
//! Colour is never the only sign. Whatever is told by one is told by a character or an attribute as well.

use quintet_core::Player;
use quintet_paint::Ink;
use quintet_sitting::terminal::Colours;
use ratatui::style::{Color, Modifier, Style};

/// A colour, exactly and as the nearest of the 256 that most terminals have.
#[derive(Clone, Copy)]
struct Tone(u8, u32);

struct Tones {
    paper: Tone,
    surface: Tone,
    text: Tone,
    muted: Tone,
    accent: Tone,
    danger: Tone,
    cell: Tone,
    cell_alt: Tone,
    edge: Tone,
    note: Tone,
    tint: Tone,
    totem: Tone,
    neutral: Tone,
    warm: Tone,
    cool: Tone,
    light: Tone,
    dark: Tone,
}

const DARK: Tones = Tones {
    paper: Tone(234, 0x0015_181c),
    surface: Tone(236, 0x001e_2227),
    text: Tone(254, 0x00eb_e8e2),
    muted: Tone(248, 0x00a7_afb9),
    accent: Tone(79, 0x0074_c9b0),
    danger: Tone(210, 0x00ff_8a7a),
    cell: Tone(237, 0x003a_332a),
    cell_alt: Tone(236, 0x0031_2b24),
    edge: Tone(137, 0x00b3_9a6f),
    note: Tone(222, 0x00ff_dc8a),
    tint: Tone(183, 0x00d7_aef0),
    totem: Tone(114, 0x0087_d787),
    neutral: Tone(180, 0x00c0_a67d),
    warm: Tone(209, 0x00f0_8468),
    cool: Tone(75, 0x007a_b4f0),
    light: Tone(230, 0x00f8_f4e8),
    dark: Tone(146, 0x0098_a2c8),
};

const LIGHT: Tones = Tones {
    paper: Tone(255, 0x00f6_f3ee),
    surface: Tone(231, 0x00ff_ffff),
    text: Tone(234, 0x001f_2328),
    muted: Tone(240, 0x0059_616b),
    accent: Tone(23, 0x0023_695a),
    danger: Tone(124, 0x00a3_271c),
    cell: Tone(254, 0x00ea_dfc8),
    cell_alt: Tone(253, 0x00df_d0b2),
    edge: Tone(94, 0x007d_6440),
    note: Tone(88, 0x006b_2d00),
    tint: Tone(90, 0x006d_2a8c),
    totem: Tone(22, 0x001c_5f1c),
    neutral: Tone(94, 0x0070_5526),
    warm: Tone(124, 0x00a8_2f1a),
    cool: Tone(25, 0x001d_5796),
    light: Tone(94, 0x0086_5a00),
    dark: Tone(234, 0x0024_272c),
};

/// One of the sixteen colours that terminals had first: their exact look is the terminal's choice.
const fn ansi(number: u8) -> Tone {
    Tone(number, 0)
}

const DARK_16: Tones = Tones {
    paper: ansi(0),
    surface: ansi(4),
    text: ansi(15),
    muted: ansi(7),
    accent: ansi(14),
    danger: ansi(9),
    cell: ansi(0),
    cell_alt: ansi(0),
    edge: ansi(3),
    note: ansi(11),
    tint: ansi(13),
    totem: ansi(10),
    neutral: ansi(11),
    warm: ansi(9),
    cool: ansi(14),
    light: ansi(15),
    dark: ansi(14),
};

const LIGHT_16: Tones = Tones {
    paper: ansi(15),
    surface: ansi(7),
    text: ansi(0),
    muted: ansi(8),
    accent: ansi(4),
    danger: ansi(1),
    cell: ansi(15),
    cell_alt: ansi(15),
    edge: ansi(8),
    note: ansi(1),
    tint: ansi(5),
    totem: ansi(2),
    neutral: ansi(8),
    warm: ansi(1),
    cool: ansi(4),
    light: ansi(5),
    dark: ansi(0),
};

const DARK_8: Tones = Tones {
    paper: ansi(0),
    surface: ansi(4),
    text: ansi(7),
    muted: ansi(7),
    accent: ansi(2),
    danger: ansi(1),
    cell: ansi(0),
    cell_alt: ansi(0),
    edge: ansi(3),
    note: ansi(3),
    tint: ansi(5),
    totem: ansi(2),
    neutral: ansi(3),
    warm: ansi(1),
    cool: ansi(6),
    light: ansi(7),
    dark: ansi(6),
};

const LIGHT_8: Tones = Tones {
    paper: ansi(7),
    surface: ansi(6),
    text: ansi(0),
    muted: ansi(0),
    accent: ansi(4),
    danger: ansi(1),
    cell: ansi(7),
    cell_alt: ansi(7),
    edge: ansi(0),
    note: ansi(1),
    tint: ansi(5),
    totem: ansi(4),
    neutral: ansi(0),
    warm: ansi(1),
    cool: ansi(4),
    light: ansi(5),
    dark: ansi(0),
};

/// How everything is coloured.
#[derive(Clone, Copy)]
pub struct Theme {
    /// `None` without colours.
    tones: Option<&'static Tones>,
    exact: bool,
}

/// On which paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Light text on dark paper.
    Dark,
    /// Dark text on light paper.
    Light,
    /// The terminal's own colours only.
    Plain,
}

impl Theme {
    /// A theme for a terminal with that many colours.
    pub fn new(paper: Paper, colours: Colours) -> Theme {
        let tones = match (paper, colours) {
            (Paper::Plain, _) => None,
            (Paper::Dark, Colours::Eight) => Some(&DARK_8),
            (Paper::Dark, Colours::Sixteen) => Some(&DARK_16),
            (Paper::Dark, _) => Some(&DARK),
            (Paper::Light, Colours::Eight) => Some(&LIGHT_8),
            (Paper::Light, Colours::Sixteen) => Some(&LIGHT_16),
            (Paper::Light, _) => Some(&LIGHT),
        };
        Theme { tones, exact: colours == Colours::Exact }
    }

    fn colour(self, tone: Tone) -> Color {
        if self.exact { Color::from_u32(tone.1) } else { Color::Indexed(tone.0) }
    }

    /// A style in a colour; without colours the attribute alone.
    fn style(self, pick: impl Fn(&Tones) -> Tone, attribute: Modifier) -> Style {
        let style = Style::new().add_modifier(attribute);
        self.tones.map_or(style, |tones| style.fg(self.colour(pick(tones))))
    }

    /// The whole screen.
    pub fn base(self) -> Style {
        self.tones.map_or(Style::new(), |tones| {
            Style::new().fg(self.colour(tones.text)).bg(self.colour(tones.paper))
        })
    }

    /// A bar across the screen.
    pub fn bar(self) -> Style {
        self.tones.map_or(Style::new().add_modifier(Modifier::REVERSED), |tones| {
            Style::new().fg(self.colour(tones.text)).bg(self.colour(tones.surface))
        })
    }

    /// What need not be read.
    pub fn muted(self) -> Style {
        self.style(|tones| tones.muted, Modifier::empty())
    }

    /// Headings.
    pub fn heading(self) -> Style {
        self.style(|tones| tones.edge, Modifier::BOLD)
    }

    /// What can be done.
    pub fn accent(self) -> Style {
        self.style(|tones| tones.accent, Modifier::BOLD)
    }

    /// What went wrong.
    pub fn danger(self) -> Style {
        self.style(|tones| tones.danger, Modifier::BOLD)
    }

    /// Where the cursor is.
    pub fn chosen(self) -> Style {
        self.tones.map_or(Style::new().add_modifier(Modifier::REVERSED), |tones| {
            let style = Style::new().fg(self.colour(tones.paper)).bg(self.colour(tones.accent));
            style.add_modifier(Modifier::BOLD)
        })
    }

    /// The ground of a cell.
    pub fn cell(self, alternate: bool) -> Style {
        self.tones.map_or(Style::new(), |tones| {
            let tone = if alternate { tones.cell_alt } else { tones.cell };
            Style::new().bg(self.colour(tone))
        })
    }

    /// What an ink of the board looks like when the players are called so.
    pub fn ink(self, ink: Ink, players: [&str; 2]) -> Style {
        match ink {
            Ink::Text => Style::new(),
            Ink::Muted => self.muted(),
            Ink::Edge => self.style(|tones| tones.edge, Modifier::empty()),
            Ink::First => self.player(Player::First, players),
            Ink::Second => self.player(Player::Second, players),
            Ink::Neutral => self.style(|tones| tones.neutral, Modifier::BOLD),
            Ink::Totem => self.style(|tones| tones.totem, Modifier::BOLD),
            Ink::Accent => self.accent(),
            Ink::Tint => self.style(|tones| tones.tint, Modifier::empty()),
            Ink::Note => self.style(|tones| tones.note, Modifier::BOLD),
            Ink::Preview => self.style(|tones| tones.accent, Modifier::ITALIC),
        }
    }

    /// A player's colour: the one that the name says; otherwise warm and cool.
    pub fn player(self, player: Player, players: [&str; 2]) -> Style {
        let cool = |tones: &Tones| tones.cool;
        let warm = |tones: &Tones| tones.warm;
        let pick: fn(&Tones) -> Tone = match players[player.index()] {
            "red" => warm,
            "blue" => cool,
            "white" | "light" => |tones| tones.light,
            "black" | "dark" => |tones| tones.dark,
            _ if player == Player::First => warm,
            _ => cool,
        };
        self.style(pick, Modifier::BOLD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(tone: Tone) -> f64 {
        let channel = |shift: u32| f64::from(tone.1 >> shift & 0xff) / 255.0;
        let linear = |c: f64| if c <= 0.04 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        0.2126 * linear(channel(16)) + 0.7152 * linear(channel(8)) + 0.0722 * linear(channel(0))
    }

    fn contrast(a: Tone, b: Tone) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_pieces_can_be_read_on_what_is_below_them() {
        for tones in [&DARK, &LIGHT] {
            for text in [tones.text, tones.muted, tones.accent, tones.danger, tones.edge] {
                assert!(contrast(text, tones.paper) >= 4.5, "{:06x} on paper", text.1);
            }
            let pieces = [tones.warm, tones.cool, tones.light, tones.dark, tones.neutral];
            let signs = [tones.totem, tones.accent, tones.tint, tones.note];
            for piece in pieces.into_iter().chain(signs) {
                for cell in [tones.cell, tones.cell_alt] {
                    assert!(contrast(piece, cell) >= 3.5, "{:06x} on a cell", piece.1);
                }
            }
        }
    }

    /// The sixteen colours as the console of Linux and xterm show them.
    const CONSOLE: [u32; 16] = [
        0x00_0000, 0xaa_0000, 0x00_aa00, 0xaa_5500, 0x00_00aa, 0xaa_00aa, 0x00_aaaa, 0xaa_aaaa,
        0x55_5555, 0xff_5555, 0x55_ff55, 0xff_ff55, 0x55_55ff, 0xff_55ff, 0x55_ffff, 0xff_ffff,
    ];

    #[test]
    fn few_colours_can_be_told_apart_and_read() {
        for (tones, count) in [(&DARK_16, 16), (&LIGHT_16, 16), (&DARK_8, 8), (&LIGHT_8, 8)] {
            let shown = |tone: Tone| {
                assert!(tone.0 < count, "colour {} of {count}", tone.0);
                Tone(tone.0, CONSOLE[usize::from(tone.0)])
            };
            let texts = [tones.text, tones.muted, tones.accent, tones.danger, tones.edge];
            let pieces = [tones.warm, tones.cool, tones.light, tones.dark, tones.neutral];
            let signs = [tones.totem, tones.tint, tones.note];
            for tone in texts.into_iter().chain(pieces).chain(signs) {
                let contrast = contrast(shown(tone), shown(tones.paper));
                assert!(contrast >= 2.5, "colour {} of {count}: {contrast:.1}", tone.0);
            }
            assert!(contrast(shown(tones.text), shown(tones.surface)) >= 3.0);
            for [one, other] in [[tones.warm, tones.cool], [tones.light, tones.dark]] {
                assert_ne!(one.0, other.0);
            }
        }
    }

    #[test]
    fn without_colours_there_are_none() {
        let plain = Theme::new(Paper::Plain, Colours::Exact);
        let inks = [Ink::First, Ink::Second, Ink::Accent, Ink::Tint, Ink::Muted];
        let styles = inks.map(|ink| plain.ink(ink, ["white", "black"]));
        let parts = [plain.base(), plain.bar(), plain.chosen(), plain.danger(), plain.cell(true)];
        for style in styles.into_iter().chain(parts) {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
