//! What guests are called.

use quintet_core::text::excerpt;

use super::token::{NoChance, random_number};

/// The most characters of a name.
pub const LONGEST: usize = 24;

const MOODS: [&str; 24] = [
    "Amber", "Brave", "Bright", "Calm", "Clever", "Curious", "Early", "Gentle", "Golden", "Happy",
    "Hidden", "Honest", "Kind", "Lively", "Lucky", "Merry", "Nimble", "Patient", "Quick", "Quiet",
    "Silver", "Swift", "Tidy", "Wise",
];
const ANIMALS: [&str; 24] = [
    "Badger", "Bear", "Beaver", "Crane", "Deer", "Falcon", "Finch", "Fox", "Hare", "Hedgehog",
    "Heron", "Lark", "Lynx", "Marten", "Mole", "Otter", "Owl", "Raven", "Robin", "Salmon", "Seal",
    "Stork", "Swan", "Wren",
];

/// The name cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing is left of it, or too much.
    #[error("expected a name of 1 to {LONGEST} characters, got {0}")]
    Length(usize),
    /// It holds a character that is not shown or turns others around.
    #[error("expected a name without control characters, got `{0}`")]
    Invisible(String),
}

/// A name as it is kept: no space around it, nothing in it that is not seen.
pub fn check(name: &str) -> Result<String, NameError> {
    let name = name.trim();
    let length = name.chars().count();
    if !(1..=LONGEST).contains(&length) {
        return Err(NameError::Length(length));
    }
    if name.chars().any(is_invisible) {
        return Err(NameError::Invisible(excerpt(name)));
    }
    Ok(name.to_owned())
}

/// A friendly name by chance.
pub fn fresh() -> Result<String, NoChance> {
    let chance = random_number()? as usize;
    let animal = ANIMALS[chance / MOODS.len() % ANIMALS.len()];
    Ok(format!("{} {animal}", MOODS[chance % MOODS.len()]))
}

/// Control characters, and those that only steer how others are shown: with them a name could pass for another one.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{00AD}'
                | '\u{061C}'
                | '\u{115F}'..='\u{1160}'
                | '\u{180E}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{3164}'
                | '\u{FEFF}'
                | '\u{FFA0}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E007F}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_kept_as_they_are() {
        for name in ["Ann", "Zoë", "陳", "<b>Bob</b>", "O'Neill & \"Co\""] {
            assert_eq!(check(&format!("  {name}\t")), Ok(name.to_owned()));
        }
    }

    #[test]
    fn names_that_mislead_are_refused() {
        assert_eq!(check("   "), Err(NameError::Length(0)));
        assert_eq!(check(&"x".repeat(25)), Err(NameError::Length(25)));
        assert_eq!(check(&"é".repeat(24)), Ok("é".repeat(24)));
        for name in ["a\nb", "a\u{202E}b", "a\u{200B}b", "a\0b", "a\u{2066}b", "\u{FEFF}x\u{7f}"] {
            assert!(matches!(check(name), Err(NameError::Invisible(_))), "{name:?}");
        }
    }

    #[test]
    fn a_name_by_chance_is_one_that_could_be_asked_for() {
        let name = fresh().unwrap();
        assert_eq!(check(&name), Ok(name));
    }
}
