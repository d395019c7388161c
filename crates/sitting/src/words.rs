//! From typed words to a move: its steps by their names.

use quintet_catalog::{AnyMatch, PlayError};
use quintet_core::{Next, Step};

/// What typed words come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The beginning of a move: all steps so far.
    Begun(Vec<Step>),
    /// A whole move.
    Move(String),
    /// Nothing: a word cannot be the next step.
    No {
        /// Which word.
        word: String,
        /// Which rule it breaks, as half a sentence, where one says it.
        rule: Option<String>,
    },
    /// A whole move, and words are left.
    TooMuch {
        /// The move.
        mv: String,
    },
}

/// Reads words as the steps that follow `so_far`, all or none.
pub fn read(words: &[&str], so_far: &[Step], played: &dyn AnyMatch) -> Reading {
    let mut steps = so_far.to_vec();
    let mut next = played.next(&steps);
    for word in words {
        let fitting = match next {
            Next::Move(mv) => return Reading::TooMuch { mv },
            Next::Steps(fitting) => fitting,
        };
        let Some(step) = fitting.into_iter().find(|step| is_called(step, word)) else {
            let rule = rule_against(word, &steps, played);
            return Reading::No { word: (*word).to_owned(), rule };
        };
        steps.push(step);
        next = played.next(&steps);
    }
    match next {
        Next::Move(mv) => Reading::Move(mv),
        Next::Steps(_) => Reading::Begun(steps),
    }
}

/// Whether a word is the name of a step, in capitals or not.
pub fn is_called(step: &Step, word: &str) -> bool {
    step.name().eq_ignore_ascii_case(word)
}

/// A move in the spelling in which it can be read: as it was typed, or else in small letters.
pub fn spelt(text: &str, played: &dyn AnyMatch) -> String {
    match played.check(text) {
        Err(PlayError::Unreadable(_)) => text.to_lowercase(),
        _ => text.to_owned(),
    }
}

/// Which rule a word breaks as the next step, whatever it is that it names.
fn rule_against(word: &str, so_far: &[Step], played: &dyn AnyMatch) -> Option<String> {
    let spellings = [word.to_owned(), word.to_lowercase()];
    let kinds = [Step::Cell, Step::Item, Step::Choice];
    let mut steps = spellings.iter().flat_map(|name| kinds.map(|kind| kind(name.clone())));
    steps.find_map(|step| played.refusal(so_far, &step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_at_start(game: &str, text: &str) -> Reading {
        let game = quintet_catalog::standard().find(game).expect("a game");
        let played = game.start(quintet_core::Variant::default());
        read(&text.split_whitespace().collect::<Vec<_>>(), &[], played.as_ref())
    }

    #[test]
    fn words_are_steps_all_or_none() {
        let begun = [Step::Cell("e5".into()), Step::Item("w3".into())];
        assert_eq!(read_at_start("yoxii", "e5 w3"), Reading::Begun(begun.into()));
        assert_eq!(read_at_start("yoxii", "e5 w3 d5"), Reading::Move("e5,3@d5".into()));
        assert_eq!(read_at_start("yoxii", ""), Reading::Begun(Vec::new()));
        assert_eq!(read_at_start("yoxii", "E5 W3 d5"), Reading::Move("e5,3@d5".into()));
        let nonsense = Reading::No { word: "nonsense".into(), rule: None };
        assert_eq!(read_at_start("yoxii", "e5 nonsense"), nonsense);
    }

    #[test]
    fn the_word_that_breaks_a_rule_is_named_with_the_rule() {
        let Reading::No { word, rule: Some(rule) } = read_at_start("yoxii", "e5 r3 d5") else {
            panic!("white has none of red's pieces");
        };
        assert_eq!((word.as_str(), rule.as_str()), ("r3", "this piece is red's"));
    }

    #[test]
    fn words_after_a_whole_move_are_too_much() {
        let mv = "e5,3@d5".into();
        assert_eq!(read_at_start("yoxii", "e5 w3 d5 e5"), Reading::TooMuch { mv });
    }
}
