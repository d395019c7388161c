//! Guided first games: what they ask for can be done, and they come to an end.

use quintet_core::{Game, Guide, Outcome, Repetition, Tactics, Variant};
use quintet_search::making::Means;
use quintet_search::tuning::Tuning;
use quintet_search::{Limits, Stop, Task};

/// Whether a legal move, given as text, is one that a lesson's sentence asks for: the sentence told again as a rule.
pub type Fits<G> = fn(&G, &str) -> bool;

/// How many games are played at the end, and how long each may be.
const GAMES: u64 = 3;
const SHORT: usize = 60;

/// Every lesson is a position of the default variant that goes on, in one spelling; what it wants begins a legal move each, and its sentences
/// are sentences.
///
/// # Panics
/// If not.
pub fn lessons_can_be_done<G: Game>(guide: &Guide) {
    assert!((2..=6).contains(&guide.lessons.len()), "{} lessons", guide.lessons.len());
    for lesson in guide.lessons {
        let position = position::<G>(lesson.position);
        let moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
        for beginning in lesson.wanted {
            let can = moves.iter().any(|mv| mv.starts_with(beginning));
            assert!(can, "`{}`: no legal move begins with `{beginning}`", lesson.position);
        }
        assert!(moves.iter().any(|mv| lesson.wants(mv)), "`{}`", lesson.position);
        for text in [lesson.told, lesson.done] {
            assert!(text.ends_with('.'), "no sentence: {text}");
        }
    }
    position::<G>(guide.position);
    assert!(guide.farewell.ends_with('.'), "no sentence: {}", guide.farewell);
}

/// What each lesson wants are the moves that fit its sentence: all of them, and no other.
///
/// # Panics
/// If not.
pub fn lessons_want_what_their_sentences_say<G: Game>(guide: &Guide, sentences: &[Fits<G>]) {
    assert_eq!(guide.lessons.len(), sentences.len(), "lessons, and sentences told again");
    for (lesson, fits) in guide.lessons.iter().zip(sentences) {
        let position = position::<G>(lesson.position);
        for mv in position.moves() {
            let mv = mv.to_string();
            let (wants, fits) = (lesson.wants(&mv), fits(&position, &mv));
            assert_eq!(wants, fits, "`{mv}` in `{}`: {}", lesson.position, lesson.told);
        }
    }
}

/// The sentence of a lesson that takes any move.
pub fn any_move<G: Game>(_: &G, _: &str) -> bool {
    true
}

/// The sentence of a lesson that asks for a move that wins at once.
///
/// # Panics
/// If the move is not legal.
pub fn wins_at_once<G: Game>(position: &G, mv: &str) -> bool {
    let legal = position.moves().into_iter().find(|legal| legal.to_string() == mv);
    let mv = legal.unwrap_or_else(|| panic!("`{mv}` is not legal in `{position}`"));
    position.after(mv).outcome() == Some(Outcome::Win(position.turn()))
}

/// Two of the weakest computer players finish the game at the end soon.
///
/// # Panics
/// If not.
pub fn the_game_at_the_end_is_short<G: Tactics>(guide: &Guide, tuning: &Tuning) {
    let weakest = tuning.levels[0];
    let limits = Limits { nodes: Some(weakest.nodes), depth: None };
    let means = Means { limits, ..Means::default() };
    for seed in 0..GAMES {
        let mut engine = tuning.level::<G>(weakest, &means);
        let mut repetition = Repetition::new();
        let mut positions = vec![position::<G>(guide.position)];
        loop {
            let last = &positions[positions.len() - 1];
            if repetition.visit(last) || last.outcome().is_some() {
                break;
            }
            assert!(positions.len() <= SHORT, "seed {seed}: more than {SHORT} moves: `{last}`");
            let task = Task { positions: &positions, limits, stop: Stop::new(), lines: 1, seed };
            let mv = engine.think(&task, &mut |_| {}).line[0];
            positions.push(last.after(mv));
        }
    }
}

/// A position in which somebody is to move.
fn position<G: Game>(text: &str) -> G {
    let position = G::parse(Variant::default(), text);
    let position = position.unwrap_or_else(|error| panic!("`{text}`: {error}"));
    assert_eq!(position.to_string(), text, "another spelling");
    assert!(position.outcome().is_none(), "`{text}`: the game is over");
    position
}
