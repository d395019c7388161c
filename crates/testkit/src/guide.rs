//! Guided first games: what they ask for can be done, and they come to an end.

use quintet_core::{Game, Guide, Repetition, Tactics, Variant};
use quintet_search::making::Means;
use quintet_search::tuning::Tuning;
use quintet_search::{Limits, Stop, Task};

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
