//! The answers to the page's questions inside the page: the same code that the server answers with, asked by the same paths, so that
//! the page need not know whom it asks. Built by `build.sh` beside this crate.
//!
//! Questions and answers are JSON. An answer is `{"answer": …}`, or `{"problem": …}` with what the server would refuse the question with.

use js_sys::Function;
use quintet_catalog::standard;
use quintet_questions::{Refused, Why, analysis, device, edits, games, position, records};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers what takes no time.
#[wasm_bindgen]
pub fn answer(path: &str, question: &str) -> String {
    told(&look_up(path, question))
}

/// Answers what takes its time: `now` tells the time in milliseconds, `tell` is told what was found on the way.
#[wasm_bindgen]
pub fn think(path: &str, question: &str, now: &Function, tell: &Function) -> String {
    let clock = || now.call0(&JsValue::NULL).ok().and_then(|now| now.as_f64()).unwrap_or(0.0) / 1e3;
    let mut news = |line: &analysis::LineView| {
        let text = serde_json::to_string(line).unwrap_or_default();
        // Whoever listens no longer misses nothing.
        let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(&text));
    };
    let found = match path {
        "/api/analyze" => read(question)
            .and_then(|body| device::analyze(standard(), &body, &clock, &mut news))
            .map(to_json),
        "/device/move" => read(question)
            .and_then(|body| device::computer_move(standard(), &body, &clock))
            .map(to_json),
        "/device/hint" => {
            read(question).and_then(|game| device::hint(standard(), &game, &clock)).map(to_json)
        }
        _ => Err(nowhere(path)),
    };
    told(&found)
}

fn look_up(path: &str, question: &str) -> Result<String, Refused> {
    let catalog = standard();
    if let Some(id) = path.strip_prefix("/api/catalog/") {
        return games::game(catalog, id).map(to_json);
    }
    match path {
        "/api/catalog" => Ok(to_json(games::games(catalog))),
        "/api/position" => position::position(catalog, &read(question)?).map(to_json),
        "/api/edits" => edits::edits(catalog, &read(question)?).map(to_json),
        "/api/records" => records::records(catalog, &read(question)?).map(to_json),
        "/device/games" => {
            Ok(to_json(catalog.games().iter().map(|game| game.info().id).collect::<Vec<_>>()))
        }
        "/device/game" => device::game(catalog, &read(question)?).map(to_json),
        _ => Err(nowhere(path)),
    }
}

fn nowhere(path: &str) -> Refused {
    Refused { why: Why::NotFound, detail: format!("{path} is nothing that can be asked here") }
}

fn read<T: DeserializeOwned>(question: &str) -> Result<T, Refused> {
    serde_json::from_str(question).map_err(Refused::invalid)
}

fn to_json<T: Serialize>(answer: T) -> String {
    serde_json::to_string(&answer).unwrap_or_default()
}

fn told(found: &Result<String, Refused>) -> String {
    match found {
        Ok(answer) => format!("{{\"answer\":{answer}}}"),
        Err(refused) => format!("{{\"problem\":{}}}", to_json(refused)),
    }
}
