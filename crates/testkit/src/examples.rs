//! The positions and the game by which a game introduces itself.

use quintet_core::{Game, Match, Player, Show};

/// Every example is a position of its variant with one spelling, and its caption is a sentence that is
/// right about who is to move.
///
/// # Panics
/// If not.
pub fn examples_can_be_played<G: Game>() {
    let count = G::INFO.examples.len();
    assert!((3..=5).contains(&count), "{}: {count} examples, expected 3 to 5", G::INFO.id);
    for example in G::INFO.examples {
        let place = format!("{}, example `{}`", G::INFO.id, example.caption);
        let variant = G::INFO.variant(example.variant);
        let variant = variant.unwrap_or_else(|| panic!("{place}: no such variant"));
        let position = G::parse(variant, example.position);
        let position = position.unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(position.to_string(), example.position, "{place}: another spelling");
        assert!(example.caption.ends_with('.'), "{place}: the caption is no sentence");
        let mover = Player::BOTH.into_iter().find(|player| {
            let name = G::INFO.player(*player);
            let caption = example.caption.to_lowercase();
            caption.strip_prefix(name).is_some_and(|rest| rest.starts_with(" to move"))
        });
        let turn = position.outcome().is_none().then(|| position.turn());
        assert_eq!(mover, turn, "{place}: somebody else is to move");
    }
}

/// The moves of the demo are legal, it is neither too short to show anything nor too long to watch, and it
/// is played to the end.
///
/// # Panics
/// If not.
pub fn the_demo_can_be_played<G: Show>() {
    let mut game = Match::new(G::start(quintet_core::Variant::default()));
    for text in G::INFO.demo {
        let place = format!("{}, move `{text}` of the demo", G::INFO.id);
        let mv = text.parse::<G::Move>().unwrap_or_else(|error| panic!("{place}: {error}"));
        game.play(mv).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
    }
    let plies = game.moves().len();
    assert!((5..=30).contains(&plies), "{}: the demo has {plies} moves", G::INFO.id);
    assert!(game.finish().is_some(), "{}: the demo has no end", G::INFO.id);
}
