//! Options that programs offer, and which values they take.

use crate::drive::after_word;

/// An option that a program offers.
pub(crate) struct Offered {
    /// It may be several words.
    pub(crate) name: String,
    /// What follows its name: its type, its limits.
    terms: Vec<String>,
}

impl Offered {
    /// Reads an `option` line.
    pub(crate) fn read(line: &str) -> Option<Offered> {
        let words: Vec<&str> = after_word(line, "option")?.split_whitespace().collect();
        let end = words.iter().position(|word| *word == "type").unwrap_or(words.len());
        let (name, terms) = words.split_at(end);
        match name {
            ["name", name @ ..] if !name.is_empty() => Some(Offered {
                name: name.join(" "),
                terms: terms.iter().map(ToString::to_string).collect(),
            }),
            _ => None,
        }
    }

    /// What it takes in place of a value that it does not take.
    pub(crate) fn expected_instead_of(&self, value: &str) -> Option<String> {
        let term = |name: &str| {
            let at = self.terms.iter().position(|term| term == name)?;
            self.terms.get(at + 1).map(String::as_str)
        };
        let number = |name| term(name).and_then(|number| number.parse::<i64>().ok());
        match term("type")? {
            "spin" => {
                let (least, most) = (number("min"), number("max"));
                let fits = value.parse().is_ok_and(|value: i64| {
                    least.is_none_or(|least| least <= value)
                        && most.is_none_or(|most| value <= most)
                });
                let from = least.map(|least| format!(" from {least}")).unwrap_or_default();
                let to = most.map(|most| format!(" to {most}")).unwrap_or_default();
                (!fits).then(|| format!("a whole number{from}{to}"))
            }
            "check" => {
                (!["true", "false"].contains(&value)).then(|| "`true` or `false`".to_owned())
            }
            "combo" => {
                let terms = self.terms.join(" ");
                let values: Vec<&str> = terms.split(" var ").skip(1).map(str::trim).collect();
                let fits = values.iter().any(|known| known.eq_ignore_ascii_case(value));
                (!fits && !values.is_empty()).then(|| values.join(", "))
            }
            "button" => (!value.is_empty()).then(|| "no value, being a button".to_owned()),
            _ => None,
        }
    }

    /// The command that sets it.
    pub(crate) fn command(&self, value: &str) -> String {
        let name = &self.name;
        if value.is_empty() && self.terms.iter().any(|term| term == "button") {
            return format!("setoption name {name}");
        }
        format!("setoption name {name} value {value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_takes_what_the_program_announced() {
        for (line, value, expected) in [
            ("option name Hash type spin default 16 min 1 max 64", "64", None),
            (
                "option name Hash type spin default 16 min 1 max 64",
                "65",
                Some("a whole number from 1 to 64"),
            ),
            ("option name Hash type spin", "64MB", Some("a whole number")),
            ("option name Own Book type check default true", "false", None),
            ("option name Own Book type check default true", "yes", Some("`true` or `false`")),
            ("option name Style type combo default Calm var Calm var Very Wild", "very wild", None),
            (
                "option name Style type combo default Calm var Calm var Very Wild",
                "wild",
                Some("Calm, Very Wild"),
            ),
            ("option name File type string default x", "anything", None),
            ("option name Clear Hash type button", "", None),
            ("option name Clear Hash type button", "true", Some("no value, being a button")),
            ("option name Old", "anything", None),
        ] {
            let option = Offered::read(line).expect("an option");
            assert_eq!(option.expected_instead_of(value).as_deref(), expected, "{line}: {value}");
        }
        let clear = Offered::read("option name Clear Hash type button").expect("an option");
        assert_eq!(clear.command(""), "setoption name Clear Hash");
        let file = Offered::read("option name File type string").expect("an option");
        assert_eq!(file.command("a b"), "setoption name File value a b");
    }
}
