//! Vectors: positions and games written down by an independent implementation.
//!
//! `tests/vectors/<game>-<variant>.positions.jsonl` holds an object a line: `position`, `result` (null
//! while the game runs), all legal `moves` sorted as text, and `after`: some of the moves with the
//! position that each leads to. `….games.jsonl` holds whole games from the start: `moves`, the `final`
//! position, its `result`.

use std::fs;
use std::path::Path;

use quintet_core::{Game, Match, Outcome, Variant};
use serde_json::Value;

use crate::Suite;

/// Every line of the game's vectors agrees.
///
/// # Panics
/// If one does not, or a file is missing.
pub fn vectors_agree<G: Game>(suite: &Suite<G>) {
    for variant in G::INFO.variants() {
        for line in lines(suite, variant, "positions") {
            position_agrees(suite, variant, &line);
        }
        for line in lines(suite, variant, "games") {
            game_agrees::<G>(variant, &line);
        }
    }
}

/// A line of a file: where it stands, and what.
struct Line {
    place: String,
    value: Value,
}

impl Line {
    fn text(&self, field: &str) -> &str {
        self.value[field].as_str().unwrap_or_else(|| panic!("{}: no `{field}`", self.place))
    }

    fn texts(&self, field: &str) -> Vec<&str> {
        let list = self.value[field].as_array();
        let list = list.unwrap_or_else(|| panic!("{}: no list `{field}`", self.place));
        list.iter().filter_map(Value::as_str).collect()
    }

    fn result(&self) -> Option<Outcome> {
        let text = self.value["result"].as_str()?;
        Some(text.parse().unwrap_or_else(|error| panic!("{}: {error}", self.place)))
    }

    fn position<G: Game>(&self, variant: Variant, text: &str) -> G {
        G::parse(variant, text).unwrap_or_else(|error| panic!("{}: `{text}`: {error}", self.place))
    }

    fn legal_move<G: Game>(&self, position: &G, text: &str) -> G::Move {
        let mv = text.parse().unwrap_or_else(|error| panic!("{}: {error}", self.place));
        if let Err(rule) = position.check(mv) {
            panic!("{}: `{text}` is refused in `{position}`: {rule}", self.place);
        }
        mv
    }
}

fn lines<G: Game>(suite: &Suite<G>, variant: Variant, what: &str) -> Vec<Line> {
    let name = format!("{}-{}.{what}.jsonl", G::INFO.id, G::INFO.describe(variant).id);
    let path = Path::new(suite.folder).join("tests/vectors").join(&name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let lines = text.lines().enumerate().map(|(number, line)| {
        let place = format!("{name}, line {}", number + 1);
        let value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        Line { place, value }
    });
    let lines: Vec<Line> = lines.collect();
    assert!(!lines.is_empty(), "{name} is empty");
    lines
}

fn position_agrees<G: Game>(suite: &Suite<G>, variant: Variant, line: &Line) {
    let place = &line.place;
    let text = line.text("position");
    let position: G = line.position(variant, text);
    assert_eq!(position.to_string(), text, "{place}: another spelling");
    assert_eq!(position.outcome(), line.result(), "{place}: result of `{text}`");
    let slow = (suite.slow_outcome)(&position);
    assert_eq!(slow, line.result(), "{place}: slow_outcome of `{text}`");
    let mut moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    let expected = line.texts("moves");
    for mv in &moves {
        let known = expected.contains(&mv.as_str());
        assert!(known, "{place}: `{mv}` should not be legal in `{text}`");
    }
    for mv in &expected {
        let listed = moves.iter().any(|listed| listed == mv);
        assert!(listed, "{place}: `{mv}` should be legal in `{text}`");
    }
    assert_eq!(moves, expected, "{place}: moves of `{text}`");
    for (mv, after) in line.value["after"].as_object().into_iter().flatten() {
        let played = position.after(line.legal_move(&position, mv)).to_string();
        assert_eq!(Some(played.as_str()), after.as_str(), "{place}: `{mv}` played in `{text}`");
    }
}

fn game_agrees<G: Game>(variant: Variant, line: &Line) {
    let place = &line.place;
    let mut game = Match::new(G::start(variant));
    for (ply, text) in line.texts("moves").into_iter().enumerate() {
        let mv = line.legal_move(game.position(), text);
        let position = game.position().clone();
        if let Err(refusal) = game.play(mv) {
            panic!("{place}: ply {ply}, `{text}` in `{position}`: {refusal}");
        }
    }
    assert_eq!(game.position().to_string(), line.text("final"), "{place}: final position");
    let result = game.finish().map(|finish| finish.outcome);
    assert_eq!(result, line.result(), "{place}: result of `{}`", game.position());
}
