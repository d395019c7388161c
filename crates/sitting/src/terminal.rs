//! What the environment says about the terminal: which characters it shows, and how many colours.

use std::env;

/// What is known of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Whether it shows more than ASCII.
    pub unicode: bool,
    /// Whether it has colours and they are wanted.
    pub coloured: bool,
    /// How many it has, should they be wanted after all.
    pub colours: Colours,
    /// Whether it has a light background, as far as it tells.
    pub light: bool,
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colours {
    /// Eight.
    Eight,
    /// The same and brighter ones.
    Sixteen,
    /// A palette of 256.
    Indexed,
    /// Any.
    Exact,
}

/// Terminals of eight colours whose names do not say it.
const EIGHT: [&str; 7] = ["ansi", "aixterm", "cons25", "cygwin", "linux", "pcansi", "xterm-color"];

impl Terminal {
    /// What the environment of this process says.
    pub fn look() -> Terminal {
        Terminal::of(|name| env::var(name).unwrap_or_default())
    }

    /// What these variables say; those that are not set are empty.
    pub fn of(variable: impl Fn(&str) -> String) -> Terminal {
        let term = variable("TERM");
        // The background is the last of the numbers; 7 and 9 to 15 are light.
        let background = variable("COLORFGBG").rsplit(';').next().and_then(|n| n.parse().ok());
        Terminal {
            unicode: is_unicode(&variable),
            coloured: variable("NO_COLOR").is_empty() && !is_monochrome(&term),
            colours: colours(&term, &variable("COLORTERM")),
            light: matches!(background, Some(7 | 9..=15)),
        }
    }
}

/// Whether the locale's characters are more than ASCII. Where no locale is set, nothing is known, and today's
/// terminals are taken for granted.
fn is_unicode(variable: impl Fn(&str) -> String) -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    match locale.split_once('.') {
        None => !matches!(locale.as_str(), "C" | "POSIX"),
        Some((_, charset)) => {
            let charset = charset.split('@').next().unwrap_or_default();
            matches!(charset.to_ascii_lowercase().as_str(), "utf-8" | "utf8")
        }
    }
}

fn is_monochrome(term: &str) -> bool {
    term == "dumb" || term.starts_with("vt") || term.ends_with("-m") || term.ends_with("-mono")
}

fn colours(term: &str, colorterm: &str) -> Colours {
    match colorterm {
        "truecolor" | "24bit" => Colours::Exact,
        _ if term.ends_with("-direct") => Colours::Exact,
        _ if term.ends_with("-16color") || term.ends_with("-88color") => Colours::Sixteen,
        _ if term.ends_with("-8color") || EIGHT.contains(&term) || is_monochrome(term) => {
            Colours::Eight
        }
        _ => Colours::Indexed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(variables: &[(&str, &str)]) -> Terminal {
        Terminal::of(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map_or_else(String::new, |(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_first_locale_that_is_set_decides_about_characters() {
        let unicode = |variables: &[(&str, &str)]| terminal(variables).unicode;
        for ascii in ["C", "POSIX", "de_DE.ISO-8859-1", "de_DE.ISO-8859-15@euro"] {
            assert!(!unicode(&[("LANG", ascii)]), "{ascii}");
        }
        for more in ["", "en_GB.UTF-8", "C.UTF-8", "C.utf8", "de_DE.UTF-8@euro"] {
            assert!(unicode(&[("LANG", more)]), "{more}");
        }
        assert!(!unicode(&[("LANG", "en_GB.UTF-8"), ("LC_ALL", "C")]));
        assert!(!unicode(&[("LANG", "en_GB.UTF-8"), ("LC_CTYPE", "POSIX")]));
        assert!(unicode(&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8"), ("LC_ALL", "")]));
    }

    #[test]
    fn a_terminal_gets_the_colours_that_it_has() {
        let colours = |term| terminal(&[("TERM", term)]).colours;
        assert_eq!(["linux", "xterm-color", "vt100"].map(colours), [Colours::Eight; 3]);
        assert_eq!(["xterm-16color", "rxvt-88color"].map(colours), [Colours::Sixteen; 2]);
        assert_eq!(["xterm-256color", "tmux", ""].map(colours), [Colours::Indexed; 3]);
        assert_eq!(colours("xterm-direct"), Colours::Exact);
        let exact = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(terminal(&exact).colours, Colours::Exact);
    }

    #[test]
    fn colours_are_left_out_where_there_are_none_or_none_are_wanted() {
        assert!(terminal(&[("TERM", "linux")]).coloured);
        for term in ["vt100", "vt220", "dumb", "xterm-mono"] {
            assert!(!terminal(&[("TERM", term)]).coloured, "{term}");
        }
        assert!(!terminal(&[("TERM", "xterm"), ("NO_COLOR", "1")]).coloured);
    }
}
