//! Which colours a drawing has. The first player's and the second's never differ by colour alone; see `pieces`.

use quintet_core::Player;

/// Where the colours of a drawing come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// On light paper.
    #[default]
    Light,
    /// On dark paper.
    Dark,
    /// From the variables of the page in which the drawing stands (`--cell`, `--warm`…), so that it follows the page's theme. It has
    /// no paper of its own.
    Page,
}

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    Paper,
    Surface,
    Ink,
    Muted,
    Accent,
    Danger,
    Cell,
    CellAlternate,
    Edge,
    Plate,
    Bed,
    Last,
    Shade,
    Fill(Tone),
    Rim(Tone),
    Mark(Tone),
}

/// The colours of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Warm,
    Cool,
    White,
    Black,
    Neutral,
    Totem,
}

impl Tone {
    /// The tone of a player's pieces: that of the word the player is called by, so that red is red on every board.
    pub fn of(owner: Option<Player>, players: [&str; 2]) -> Tone {
        let named = |name: &str| match name.to_ascii_lowercase().as_str() {
            "red" | "x" => Some(Tone::Warm),
            "blue" | "o" => Some(Tone::Cool),
            "white" | "light" => Some(Tone::White),
            "black" | "dark" => Some(Tone::Black),
            _ => None,
        };
        let Some(owner) = owner else { return Tone::Neutral };
        let other = named(players[owner.opponent().index()]);
        let free = if owner == Player::First {
            [Tone::Warm, Tone::Cool]
        } else {
            [Tone::Cool, Tone::Warm]
        };
        let free = if other == Some(free[0]) { free[1] } else { free[0] };
        named(players[owner.index()]).unwrap_or(free)
    }
}

impl Theme {
    /// A colour as an attribute has it.
    pub(super) fn colour(self, colour: Colour) -> String {
        let (name, light, dark) = token(colour);
        match self {
            Theme::Light => light.into(),
            Theme::Dark => dark.into(),
            Theme::Page => format!("var(--{name})"),
        }
    }

    /// The side of a piece, which lies in the shade.
    pub(super) fn side(self, tone: Tone) -> String {
        let [fill, rim] = [Colour::Fill(tone), Colour::Rim(tone)].map(|colour| self.colour(colour));
        if self == Theme::Page {
            return format!("color-mix(in oklab, {fill}, {rim} 55%)");
        }
        let channel = |text: &str, at: usize| {
            text.get(at..at + 2)
                .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                .unwrap_or(0)
        };
        let mixed = [1, 3, 5].map(|at| (channel(&fill, at) * 45 + channel(&rim, at) * 55) / 100);
        format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
    }
}

/// The page's name for a colour, and what it is on light and on dark paper.
pub(super) const fn token(colour: Colour) -> (&'static str, &'static str, &'static str) {
    match colour {
        Colour::Paper => ("paper", "#f6f3ee", "#15181c"),
        Colour::Surface => ("surface", "#ffffff", "#1e2227"),
        Colour::Ink => ("ink", "#1f2328", "#ebe8e2"),
        Colour::Muted => ("muted", "#59616b", "#a7afb9"),
        Colour::Accent => ("accent", "#23695a", "#74c9b0"),
        Colour::Danger => ("danger", "#a3271c", "#ff8a7a"),
        Colour::Cell => ("cell", "#eadfc8", "#453d31"),
        Colour::CellAlternate => ("cell-alt", "#dfd0b2", "#3b342a"),
        Colour::Edge => ("edge", "#7d6440", "#b39a6f"),
        Colour::Plate => ("plate", "#c9ad7c", "#5c4a30"),
        Colour::Bed => ("bed", "#a3875a", "#221c14"),
        Colour::Last => ("last", "#c48d1c", "#c9a048"),
        Colour::Shade => ("shade", "#2a1c08", "#000000"),
        Colour::Fill(Tone::Warm) => ("warm", "#b23a24", "#e2745b"),
        Colour::Rim(Tone::Warm) => ("warm-rim", "#742012", "#5e2114"),
        Colour::Mark(Tone::Warm) => ("warm-mark", "#fff4ef", "#25100a"),
        Colour::Fill(Tone::Cool) => ("cool", "#1d5796", "#6aa6e6"),
        Colour::Rim(Tone::Cool) => ("cool-rim", "#0f3560", "#163a63"),
        Colour::Mark(Tone::Cool) => ("cool-mark", "#f0f6ff", "#0a1a2c"),
        Colour::Fill(Tone::White) => ("white", "#fbfaf6", "#f2efe8"),
        Colour::Rim(Tone::White) => ("white-rim", "#6b6250", "#6d675b"),
        Colour::Mark(Tone::White) => ("white-mark", "#2a2d31", "#22252a"),
        Colour::Fill(Tone::Black) => ("black", "#24272c", "#0e1013"),
        Colour::Rim(Tone::Black) => ("black-rim", "#07080a", "#948b7a"),
        Colour::Mark(Tone::Black) => ("black-mark", "#f4f1ea", "#f0ece3"),
        Colour::Fill(Tone::Neutral) => ("neutral", "#a98f68", "#c0a67d"),
        Colour::Rim(Tone::Neutral) => ("neutral-rim", "#665030", "#5b482c"),
        Colour::Mark(Tone::Neutral) => ("neutral-mark", "#2f2412", "#2a2010"),
        Colour::Fill(Tone::Totem) => ("totem", "#2c7a67", "#58b79c"),
        Colour::Rim(Tone::Totem) | Colour::Mark(Tone::Totem) => ("totem-rim", "#123f35", "#163f34"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../../web/style/tokens.css");

    #[test]
    fn drawings_and_the_page_have_the_same_colours() {
        let tones = [Tone::Warm, Tone::Cool, Tone::White, Tone::Black, Tone::Neutral, Tone::Totem];
        let pieces = tones
            .into_iter()
            .flat_map(|tone| [Colour::Fill(tone), Colour::Rim(tone), Colour::Mark(tone)]);
        let others = [
            Colour::Paper,
            Colour::Surface,
            Colour::Ink,
            Colour::Muted,
            Colour::Accent,
            Colour::Danger,
            Colour::Cell,
            Colour::CellAlternate,
            Colour::Edge,
            Colour::Plate,
            Colour::Bed,
            Colour::Last,
            Colour::Shade,
        ];
        for colour in others.into_iter().chain(pieces) {
            let (name, light, dark) = token(colour);
            let line = format!("  --{name}: light-dark({light}, {dark});");
            assert!(PAGE.lines().any(|found| found == line), "the page has no `{line}`");
        }
    }

    #[test]
    fn players_called_by_a_colour_have_it() {
        let tones = |players| Player::BOTH.map(|player| Tone::of(Some(player), players));
        assert_eq!(tones(["white", "red"]), [Tone::White, Tone::Warm]);
        assert_eq!(tones(["x", "o"]), [Tone::Warm, Tone::Cool]);
        assert_eq!(tones(["blue", "second"]), [Tone::Cool, Tone::Warm]);
        assert_eq!(tones(["first", "red"]), [Tone::Cool, Tone::Warm]);
        assert_eq!(Tone::of(None, ["red", "blue"]), Tone::Neutral);
    }
}
