//! The page's questions, asked as the page asks them: JSON in, JSON out.

use std::cell::Cell;

use quintet_catalog::{AnyGame, Catalog, Entry};
use quintet_core::Variant;
use quintet_questions::analysis::AnalyzeBody;
use quintet_questions::device::{self, DeviceGame, MoveBody};
use quintet_questions::{Refused, edits, games, position, records};
use quintet_trio::Trio;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

static GAMES: &[&dyn AnyGame] = &[&Entry::<Trio>::plain().judged(quintet_trio::TUNING).edited()];

fn catalog() -> Catalog {
    Catalog::new(GAMES)
}

fn read<T: DeserializeOwned>(question: Value) -> T {
    serde_json::from_value(question).expect("a question")
}

fn told<T: Serialize>(answer: Result<T, Refused>) -> Value {
    match answer {
        Ok(answer) => serde_json::to_value(answer).expect("JSON"),
        Err(refused) => serde_json::to_value(refused).expect("JSON"),
    }
}

/// Moves of a running game, as many as wanted.
fn some_moves(count: usize) -> Vec<String> {
    let mut played = catalog().games()[0].start(Variant::default());
    for _ in 0..count {
        let mv = played.legal_moves().swap_remove(0);
        played.play(&mv).expect("legal");
    }
    played.moves()
}

#[test]
fn a_position_is_told_with_what_may_come_next() {
    let moves = some_moves(2);
    let query = read(json!({ "game": "trio", "moves": moves.join(" ") }));
    let view = told(position::position(catalog(), &query));
    assert_eq!(view["moves"], json!(moves));
    assert_eq!(view["ply"], 2);
    assert!(view["next"].as_object().is_some_and(|next| !next.is_empty()), "{view}");
    assert_eq!(view["refusal"], Value::Null);
    let step = view["next"].as_object().and_then(|next| next.keys().next()).expect("a step");
    let query = read(json!({ "game": "trio", "moves": moves.join(" "), "steps": step }));
    assert_ne!(told(position::position(catalog(), &query))["next"], view["next"]);
}

#[test]
fn what_cannot_be_answered_is_a_problem_with_its_reason() {
    let query = read(json!({ "game": "chess" }));
    let problem = told(position::position(catalog(), &query));
    assert_eq!((&problem["type"], &problem["status"]), (&json!("/problems/invalid"), &json!(422)));
    let detail = problem["detail"].as_str().expect("a sentence");
    assert!(detail.contains("there is no game `chess`"), "{detail}");
    let again = [some_moves(1), some_moves(1)].concat();
    let query = read(json!({ "game": "trio", "moves": again.join(" ") }));
    let problem = told(position::position(catalog(), &query));
    assert_eq!(problem["type"], "/problems/rule");
    assert_eq!(problem["rule"], problem["detail"]);
    assert_eq!(told(games::game(catalog(), "chess"))["type"], "/problems/not-found");
    assert_eq!(told(records::records(catalog(), &read(json!({ "text": "1. x" }))))["status"], 422);
    let query = read(json!({ "game": "trio", "position": "nonsense" }));
    assert_eq!(told(edits::edits(catalog(), &query))["status"], 422);
}

#[test]
fn a_game_on_a_device_tells_its_movers_and_its_record() {
    let moves = some_moves(3);
    let game = json!({ "game": "trio", "moves": moves, "names": ["You", "level:3"] });
    let view = told(device::game(catalog(), &read(game.clone())));
    assert_eq!(view["movers"], json!(["first", "second", "first"]));
    assert_eq!(view["result"], Value::Null);
    let text = view["record"].as_str().expect("a text");
    assert!(text.contains("[First \"You\"]") && text.contains("[Second \"level:3\"]"), "{text}");
    let read_again = told(records::records(catalog(), &read(json!({ "text": text }))));
    assert_eq!(read_again["records"][0]["moves"], json!(moves));

    let mut given_up = game;
    given_up["resigned"] = json!("second");
    let view = told(device::game(catalog(), &read(given_up)));
    assert_eq!((&view["result"], &view["ending"]), (&json!("first"), &json!("resignation")));
    assert_eq!(view["next"], json!({}));
    assert!(view["record"].as_str().expect("a text").contains("resignation"), "{view}");
}

#[test]
fn every_level_moves_on_a_device_and_the_same_seed_gives_the_same_move() {
    let game = json!({ "game": "trio", "moves": some_moves(2) });
    let position: DeviceGame = read(game.clone());
    let legal = {
        let moves: Vec<&str> = position.moves.iter().map(String::as_str).collect();
        position::set_up(catalog(), "trio", None, None, &moves).expect("legal").legal_moves()
    };
    for level in 1..=8 {
        let mut body = game.clone();
        body["player"] = json!(format!("level:{level}"));
        body["seed"] = json!(7);
        let body: MoveBody = read(body);
        let moves: Vec<String> = (0..2)
            .map(|_| device::computer_move(catalog(), &body, &ticking(0.4)).expect("a move").mv)
            .collect();
        assert!(legal.contains(&moves[0]), "level {level} plays {}", moves[0]);
        assert_eq!(moves[0], moves[1], "level {level}");
    }
}

#[test]
fn an_analysis_ends_when_its_time_is_up_and_tells_what_it_found() {
    let body: AnalyzeBody = read(json!({ "game": "trio", "lines": 2, "seconds": 2.0 }));
    let asked = Cell::new(0);
    let clock = || {
        asked.set(asked.get() + 1);
        f64::from(asked.get()) * 0.1
    };
    let mut found = Vec::new();
    let ended = device::analyze(catalog(), &body, &clock, &mut |line| {
        found.push((line.rank, line.line.clone()));
    });
    assert_eq!(ended, Ok(()));
    assert!(found.iter().any(|(rank, _)| *rank == 1), "{found:?}");
    assert!(found.iter().all(|(_, line)| !line.is_empty()), "{found:?}");
    let over: AnalyzeBody = read(json!({ "game": "trio", "lines": 9 }));
    let refused = device::analyze(catalog(), &over, &ticking(1.0), &mut |_| {});
    assert!(refused.is_err_and(|refused| refused.detail.contains("from 1 to 5")));
}

#[test]
fn a_hint_is_told_in_clicks_and_words() {
    let game: DeviceGame = read(json!({ "game": "trio" }));
    let hint = device::hint(catalog(), &game, &ticking(0.4)).expect("a hint");
    assert!(!hint.steps.is_empty() && hint.words.contains(&hint.mv), "{hint:?}");
}

/// A clock that goes on by so many seconds whenever somebody looks at it.
fn ticking(seconds: f64) -> impl Fn() -> f64 {
    let now = Cell::new(0.0);
    move || {
        now.set(now.get() + seconds);
        now.get()
    }
}
