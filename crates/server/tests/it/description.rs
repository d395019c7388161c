//! The API's description tells of every route, and real answers are as it says.

use std::collections::BTreeMap;

use quintet_catalog::{Dice, standard};
use quintet_server::api::routes::{ROUTES, description};
use serde_json::{Map, Value, json};

use crate::support::{JSON, Running, table};

/// Holds values against schemas. A field that no schema names is as wrong as one that is missing.
struct Validator(Value);

type Checked = Result<(), String>;

impl Validator {
    fn new() -> Validator {
        Validator(serde_json::from_slice(&description()).expect("the description is JSON"))
    }

    fn check(&self, name: &str, value: &Value) {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        if let Err(problem) = self.matches(&schema, value, name) {
            panic!("{problem}\nin {value:#}");
        }
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|name| name.strip_prefix('#')) {
            Some(pointer) => {
                self.resolve(self.0.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}")))
            }
            None => schema,
        }
    }

    fn matches(&self, schema: &Value, value: &Value, place: &str) -> Checked {
        let schema = self.resolve(schema);
        if let Some(ways) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            let tried: Vec<Checked> =
                ways.iter().map(|way| self.matches(way, value, place)).collect();
            let fits = tried.iter().any(Result::is_ok);
            return if fits { Ok(()) } else { Err(format!("{place}: no way fits: {tried:?}")) };
        }
        if let Some(allowed) = schema["enum"].as_array() {
            return if allowed.contains(value) {
                Ok(())
            } else {
                Err(format!("{place}: {value} is not among {allowed:?}"))
            };
        }
        match value {
            Value::Object(fields) => self.matches_object(schema, fields, place),
            Value::Array(items) => {
                kind(schema, "array", place)?;
                let bounds = |name: &str| schema[name].as_u64().map(|bound| bound as usize);
                if bounds("minItems").is_some_and(|least| items.len() < least)
                    || bounds("maxItems").is_some_and(|most| items.len() > most)
                {
                    return Err(format!("{place}: {} items", items.len()));
                }
                items.iter().enumerate().try_for_each(|(index, item)| {
                    self.matches(&schema["items"], item, &format!("{place}[{index}]"))
                })
            }
            Value::Null => kind(schema, "null", place),
            Value::Bool(_) => kind(schema, "boolean", place),
            Value::String(_) => kind(schema, "string", place),
            Value::Number(number) if number.is_f64() => kind(schema, "number", place),
            Value::Number(_) => {
                kind(schema, "integer", place).or_else(|_| kind(schema, "number", place))
            }
        }
    }

    fn matches_object(&self, schema: &Value, fields: &Map<String, Value>, place: &str) -> Checked {
        let (mut known, mut required, mut rest) = (BTreeMap::new(), Vec::new(), None);
        self.gather(schema, &mut known, &mut required, &mut rest, place)?;
        for name in required {
            if !fields.contains_key(&name) {
                return Err(format!("{place}.{name} is missing"));
            }
        }
        fields.iter().try_for_each(|(name, value)| {
            let below = format!("{place}.{name}");
            match known.get(name).or(rest.as_ref()) {
                Some(schema) => self.matches(schema, value, &below),
                None => Err(format!("{below} is not described")),
            }
        })
    }

    /// The fields of an object, which may be described in several parts.
    fn gather(
        &self,
        schema: &Value,
        known: &mut BTreeMap<String, Value>,
        required: &mut Vec<String>,
        rest: &mut Option<Value>,
        place: &str,
    ) -> Checked {
        let schema = self.resolve(schema);
        if let Some(parts) = schema["allOf"].as_array() {
            return parts
                .iter()
                .try_for_each(|part| self.gather(part, known, required, rest, place));
        }
        kind(schema, "object", place)?;
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            known.insert(name.clone(), schema.clone());
        }
        let names = schema["required"].as_array().into_iter().flatten();
        required.extend(names.filter_map(Value::as_str).map(str::to_owned));
        if schema["additionalProperties"].is_object() {
            *rest = Some(schema["additionalProperties"].clone());
        }
        Ok(())
    }
}

fn kind(schema: &Value, wanted: &str, place: &str) -> Checked {
    let fits = match &schema["type"] {
        Value::String(kind) => kind == wanted,
        Value::Array(kinds) => kinds.iter().any(|kind| kind == wanted),
        _ => schema.as_object().is_some_and(Map::is_empty),
    };
    if fits { Ok(()) } else { Err(format!("{place}: expected {}, found {wanted}", schema["type"])) }
}

#[test]
fn every_route_of_the_api_is_described() {
    let Validator(document) = Validator::new();
    let mut described = 0;
    for route in ROUTES.iter().filter(|route| route.is_described()) {
        let method = route.method.as_str().to_lowercase();
        let operation = &document["paths"][route.path][&method];
        assert!(operation["summary"].is_string(), "{method} {}", route.path);
        assert!(operation["responses"].as_object().is_some_and(|answers| !answers.is_empty()));
        described += 1;
    }
    let operations = document["paths"].as_object().unwrap().values();
    let operations: usize = operations.map(|path| path.as_object().unwrap().len()).sum();
    assert_eq!(operations, described, "nothing is described that the table does not know");
}

#[test]
fn every_scene_and_every_move_is_as_described() {
    let validator = Validator::new();
    for game in standard().games() {
        for variant in game.info().variants() {
            let mut played = game.start(variant);
            let mut dice = Dice::new(11);
            let layout = played.scene(&[]).layout;
            validator.check("Layout", &serde_json::to_value(layout).unwrap());
            loop {
                validator.check("Scene", &serde_json::to_value(played.scene(&[])).unwrap());
                for change in played.last_beats().concat() {
                    validator.check("Change", &serde_json::to_value(change).unwrap());
                }
                validator.check("Tree", &serde_json::to_value(played.tree(200)).unwrap());
                let Some(mv) = played.random_move(&mut dice) else { break };
                if let quintet_core::Next::Steps(steps) = played.next(&[]) {
                    validator
                        .check("Scene", &serde_json::to_value(played.scene(&steps[..1])).unwrap());
                }
                played.play(&mv).unwrap();
            }
        }
    }
}

#[test]
fn a_wrong_value_is_seen() {
    let validator = Validator::new();
    let played = standard().games()[0].start(quintet_core::Variant::default());
    let right = serde_json::to_value(played.scene(&[])).unwrap();
    let scene = json!({ "$ref": "#/components/schemas/Scene" });
    for (pointer, wrong) in
        [("/items/0/kind", json!("die")), ("/items/0/height", json!("1")), ("/status", Value::Null)]
    {
        let mut value = right.clone();
        *value.pointer_mut(pointer).unwrap() = wrong;
        assert!(validator.matches(&scene, &value, "").is_err(), "{pointer}");
    }
    let mut value = right.clone();
    value["colour"] = json!("red");
    assert!(validator.matches(&scene, &value, "").is_err(), "one field too many");
    value = right;
    value.as_object_mut().unwrap().remove("notes");
    assert!(validator.matches(&scene, &value, "").is_err(), "one too few");
}

#[tokio::test]
async fn real_answers_are_as_described() {
    let validator = Validator::new();
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let guest = server.send("POST", "/api/guest", &[JSON], "{}").await.json();
    validator.check("GuestView", &guest);
    validator.check("Snapshot", &ann.snapshot(&game).await);
    let done = ann.play(&game, "d4", 0).await.json();
    validator.check("Done", &done);
    let clocked = json!({ "game": "isaac", "seats": ["me", "level:1"], "clock": { "initial": 60000 }, "listed": true });
    let clocked = ann.game(clocked).await;
    validator.check("Snapshot", &ann.snapshot(&clocked).await);
    let mut events = bob.follow(&game, 0).await;
    for _ in 0..3 {
        validator.check("EventView", &events.event().await);
    }
    validator.check("PresenceView", &events.object().await);
    validator.check("GameList", &ann.get("/api/games?mine=true").await.json());
    let stale = bob.play(&game, "c3", 0).await;
    assert_eq!(stale.status, 409);
    validator.check("Problem", &stale.json());
    validator.check("Problem", &bob.play(&game, "d4", 1).await.json());
    let position = server.get("/api/position?game=qawale").await.json();
    validator.check("PositionView", &position);
    let edits = server.get("/api/edits?game=momentum&position=7/7/7/7/7/7/7%20x%200").await;
    validator.check("EditsView", &edits.json());
    validator.check("CatalogView", &server.get("/api/catalog").await.json());
    validator.check("GamePage", &server.get("/api/catalog/differo").await.json());
    validator.check(
        "Record",
        &server.get(&format!("/api/games/{game}/record?format=json")).await.json(),
    );
    let alone = ann.game(json!({ "game": "momentum", "seats": ["me", "me"] })).await;
    validator.check(
        "HintAnswer",
        &ann.post(&format!("/api/games/{alone}/hint"), json!({})).await.json(),
    );
    let body = json!({ "game": "momentum", "nodes": 500 }).to_string();
    let lines = server.send("POST", "/api/analyze", &[JSON], &body).await.text();
    for line in lines.lines() {
        validator.check("AnalysisLine", &serde_json::from_str(line).unwrap());
    }
    server.stop().await;
}
