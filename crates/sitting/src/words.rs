//! From typed words to a move: its steps by their names.

use std::mem::discriminant;

use quintet_catalog::AnyMatch;
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

/// Reads words as the steps that follow `so_far`, all or none. Where the first names something to choose in place of the
/// last step, such as another piece, that one is chosen instead.
pub fn read(words: &[&str], so_far: &[Step], played: &dyn AnyMatch) -> Reading {
    let mut steps = so_far.to_vec();
    if let Some(before) = words.first().and_then(|word| without_last(word, so_far, played)) {
        steps = before.to_vec();
    }
    let mut next = played.next(&steps);
    for word in words {
        let fitting = match next {
            Next::Move(mv) => return Reading::TooMuch { mv },
            Next::Steps(fitting) => fitting,
        };
        let Some(step) = meant(word, &fitting, &steps, played) else {
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

/// Which of the steps that may follow a word means: the one of that name; else a number means the piece that has
/// it behind its letters, or the step that makes a whole move whose notation ends with it.
fn meant(word: &str, fitting: &[Step], so_far: &[Step], played: &dyn AnyMatch) -> Option<Step> {
    if let Some(step) = fitting.iter().find(|step| is_called(step, word)) {
        return Some(step.clone());
    }
    if word.is_empty() || !word.bytes().all(|letter| letter.is_ascii_digit()) {
        return None;
    }
    let numbered = |step: &&Step| {
        let rest = step.name().trim_start_matches(|letter: char| !letter.is_ascii_digit());
        matches!(step, Step::Item(_)) && rest == word
    };
    let last = |step: &&Step| {
        let steps: Vec<Step> = so_far.iter().cloned().chain([(*step).clone()]).collect();
        let Next::Move(mv) = played.next(&steps) else { return false };
        mv.strip_suffix(word).is_some_and(|rest| rest.ends_with(|c: char| !c.is_alphanumeric()))
    };
    only(fitting.iter().filter(numbered)).or_else(|| only(fitting.iter().filter(last))).cloned()
}

/// The steps without the last one, if a word names another in its place. What may come next is never of that kind: else
/// a slip would choose anew what it should go on from.
fn without_last<'a>(word: &str, so_far: &'a [Step], played: &dyn AnyMatch) -> Option<&'a [Step]> {
    let (_, before) = so_far.split_last()?;
    let (Next::Steps(next), Next::Steps(instead)) = (played.next(so_far), played.next(before))
    else {
        return None;
    };
    let step = meant(word, &instead, before, played)?;
    let is_alike = |other: &Step| discriminant(other) == discriminant(&step);
    (!next.iter().any(is_alike)).then_some(before)
}

/// The one thing that there is; nothing if there are several.
fn only<T>(mut things: impl Iterator<Item = T>) -> Option<T> {
    things.next().filter(|_| things.next().is_none())
}

/// By what names are sorted so that a2 comes before a10: their letters and numbers in turn.
pub fn counting(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let number = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (letters, after) = rest.split_at(number);
        let end = after.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(after.len());
        let (digits, after) = after.split_at(end);
        parts.push((letters.to_owned(), digits.parse().unwrap_or(0)));
        rest = after;
    }
    parts
}

/// Whether a word is the name of a step, in capitals or not.
pub fn is_called(step: &Step, word: &str) -> bool {
    step.name().eq_ignore_ascii_case(word)
}

/// Which rule a word breaks as the next step, whatever it is that it names.
fn rule_against(word: &str, so_far: &[Step], played: &dyn AnyMatch) -> Option<String> {
    let spellings = [word.to_owned(), word.to_lowercase()];
    let kinds = [Step::Cell, Step::Item, Step::Choice];
    let mut steps = spellings.iter().flat_map(|name| kinds.map(|kind| kind(name.clone())));
    let rule = steps.find_map(|step| played.refusal(so_far, &step));
    rule.or_else(|| no_such_cell(word, so_far, played))
}

/// That the board lacks a cell which a word seems to name: a letter of its columns and a number; any letter where only
/// cells are asked for.
fn no_such_cell(word: &str, so_far: &[Step], played: &dyn AnyMatch) -> Option<String> {
    let name = word.to_lowercase();
    let column = name.chars().next().filter(char::is_ascii_lowercase)?;
    let row = &name[1..];
    if !(1..=2).contains(&row.len()) || !row.bytes().all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    let cells = played.scene(so_far).layout.cells;
    if cells.iter().any(|cell| cell.name == name) {
        return None;
    }
    let is_asked_for = match played.next(so_far) {
        Next::Steps(steps) => steps.iter().all(|step| matches!(step, Step::Cell(_))),
        Next::Move(_) => false,
    };
    let has_column = cells.iter().any(|cell| cell.name.starts_with(column));
    (is_asked_for || has_column).then(|| format!("the board has no {name}"))
}

/// What is asked for, in the words of the status, as an answer to a word that is the name of something, or may have been
/// meant as one, and breaks no rule by which it could be refused. `None` for what looks like notation or like nothing.
pub fn asked_for(word: &str, so_far: &[Step], played: &dyn AnyMatch) -> Option<String> {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
    if word.is_empty() || !word.chars().all(is_plain) {
        return None;
    }
    let scene = played.scene(so_far);
    let is_called = |name: &String| name.eq_ignore_ascii_case(word);
    let mut pieces = scene.trays.iter().flat_map(|tray| &tray.pieces);
    let is_name = scene.layout.cells.iter().any(|cell| is_called(&cell.name))
        || pieces.any(|piece| is_called(&piece.name))
        || word.bytes().all(|sign| sign.is_ascii_digit());
    if so_far.is_empty() && !is_name {
        return None;
    }
    let (_, task) = scene.status.rsplit_once(": ")?;
    Some(task.trim_end_matches('.').to_owned())
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
    fn a_cell_that_the_board_lacks_is_said_to_be_missing() {
        let begun = "e5 w3 a1";
        let missing = |rule: &str| Some(rule.to_owned());
        for (game, text, word, rule) in [
            ("yoxii", begun, "a1", missing("the board has no a1")),
            ("yoxii", "A1", "A1", missing("the board has no a1")),
            ("momentum", "z9", "z9", missing("the board has no z9")),
            // A piece that there is not.
            ("yoxii", "e5 w9", "w9", None),
        ] {
            let found = Reading::No { word: word.into(), rule };
            assert_eq!(read_at_start(game, text), found, "{game}: {text}");
        }
    }

    #[test]
    fn what_is_asked_for_answers_names_and_no_notation() {
        let asked = |game: &str, word: &str, so_far: &[Step]| {
            let game = quintet_catalog::standard().find(game).expect("a game");
            let played = game.start(quintet_core::Variant::default());
            asked_for(word, so_far, played.as_ref())
        };
        let begun = [Step::Cell("e5".into())];
        let piece = Some("choose a piece from the reserve".to_owned());
        assert_eq!(asked("yoxii", "5", &begun), piece);
        assert_eq!(asked("yoxii", "w9", &begun), piece);
        assert_eq!(asked("yoxii", "e5,9@d5", &begun), None);
        assert_eq!(asked("yoxii", "nonsense", &[]), None);
        let tile = Some("choose a tile from your reserve".to_owned());
        assert_eq!(asked("isaac", "a1", &[]), tile);
    }

    #[test]
    fn a_number_means_the_piece_that_bears_it_or_what_the_move_ends_with() {
        let begun = [Step::Cell("e5".into()), Step::Item("w3".into())];
        assert_eq!(read_at_start("yoxii", "e5 3"), Reading::Begun(begun.into()));
        assert!(matches!(read_at_start("yoxii", "e5 9"), Reading::No { .. }));
        // Cells are not meant by a number alone.
        assert!(matches!(read_at_start("momentum", "4"), Reading::No { .. }));
        let game = quintet_catalog::standard().find("isaac").expect("a game");
        let text = game.info().examples.iter().map(|example| example.position);
        let text = text.into_iter().find(|text| text.starts_with("score"));
        let played = game
            .set_up(quintet_core::Variant::default(), text.expect("an example"))
            .expect("a position");
        let mv = played.legal_moves().into_iter().find(|mv| mv.ends_with("+2")).expect("a move");
        let (tile, advance) = mv.split_once('+').expect("an advance");
        assert_eq!(read(&[tile, advance], &[], played.as_ref()), Reading::Move(mv.clone()));
    }

    #[test]
    fn the_last_step_can_be_named_anew_but_not_by_a_slip() {
        let game = quintet_catalog::standard().find("yoxii").expect("a game");
        let played = game.start(quintet_core::Variant::default());
        let begun = [Step::Cell("e5".into()), Step::Item("w3".into())];
        let other = vec![Step::Cell("e5".into()), Step::Item("w2".into())];
        let read = |words: &[&str], so_far: &[Step]| read(words, so_far, played.as_ref());
        assert_eq!(read(&["w2"], &begun), Reading::Begun(other));
        assert_eq!(read(&["d5"], &begun[..1]), Reading::Begun(vec![Step::Cell("d5".into())]));
        assert_eq!(read(&["w2", "d5"], &begun), Reading::Move("e5,2@d5".into()));
        // The totem could have gone to c3, but a place for the piece is wanted.
        assert!(matches!(read(&["c3"], &begun), Reading::No { .. }));
    }

    #[test]
    fn names_are_sorted_as_one_counts() {
        let mut names = ["b1", "a10", "a2", "a1", "e5,10@d4", "e5,2@d4", "100", "20"];
        names.sort_by_key(|name| counting(name));
        assert_eq!(names, ["20", "100", "a1", "a2", "a10", "b1", "e5,2@d4", "e5,10@d4"]);
    }

    #[test]
    fn words_after_a_whole_move_are_too_much() {
        let mv = "e5,3@d5".into();
        assert_eq!(read_at_start("yoxii", "e5 w3 d5 e5"), Reading::TooMuch { mv });
    }
}
