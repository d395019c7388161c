//! What is refused, with which status, and that nothing changes by it.

use std::sync::Arc;

use quintet_store::MemoryStore;
use serde_json::{Value, json};

use crate::support::{JSON, Running, settings, table};

#[tokio::test]
async fn a_move_out_of_turn_or_by_others_is_forbidden() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let early = bob.play(&game, "d4", 0).await;
    assert_eq!((early.status, early.problem().as_str()), (403, "forbidden"));
    assert!(early.json()["detail"].as_str().unwrap().contains("turn"), "{}", early.text());
    let eve = server.guest().await;
    let foreign = eve.play(&game, "d4", 0).await;
    assert_eq!((foreign.status, foreign.problem().as_str()), (403, "forbidden"));
    assert_eq!(ann.snapshot(&game).await["version"], 2);
    server.stop().await;
}

#[tokio::test]
async fn an_old_view_gets_the_present_one() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    let late = bob.play(&game, "c3", 0).await;
    assert_eq!((late.status, late.problem().as_str()), (409, "stale"));
    let current = &late.json()["current"];
    assert_eq!((&current["ply"], &current["moves"]), (&json!(1), &json!(["d4"])));
    assert!(current["tree"].is_object(), "with what he may click");
    let body = json!({ "move": "c3", "ply": 1, "version": 2, "op": "x" });
    let old = bob.post(&format!("/api/games/{game}/moves"), body).await;
    assert_eq!((old.status, old.problem().as_str()), (409, "stale"));
    let body = json!({ "move": "c3", "ply": 1, "version": 3, "op": "x" });
    assert_eq!(bob.post(&format!("/api/games/{game}/moves"), body).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_broken_rule_is_named() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    let taken = bob.play(&game, "d4", 1).await;
    assert_eq!((taken.status, taken.problem().as_str()), (422, "rule"));
    assert!(
        taken.json()["rule"].as_str().is_some_and(|rule| rule.contains("d4")),
        "{}",
        taken.text()
    );
    let nonsense = bob.play(&game, "z99", 1).await;
    assert_eq!(nonsense.status, 422, "{}", nonsense.text());
    assert_eq!(ann.snapshot(&game).await["ply"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_resend_gets_the_same_answer_and_changes_nothing() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let first = ann.play(&game, "d4", 0).await.json();
    assert_eq!(bob.play(&game, "c3", 1).await.status, 200);
    assert_eq!(ann.play(&game, "d4", 0).await.json(), first);
    assert_eq!(ann.snapshot(&game).await["ply"], 2);
    let make = json!({ "game": "momentum", "seats": ["me", "me"], "op": "make" });
    assert_eq!(ann.game(make.clone()).await, ann.game(make.clone()).await);
    assert_ne!(ann.game(make.clone()).await, bob.game(make).await, "an op is its caller's own");
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_played_in_a_game_that_is_over() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    assert_eq!(bob.post(&format!("/api/games/{game}/resign"), json!({})).await.status, 200);
    for command in ["resign", "abort", "claim", "draw", "takeback", "hint"] {
        let answer = ann.post(&format!("/api/games/{game}/{command}"), json!({})).await;
        let expected = if command == "hint" { 403 } else { 409 };
        assert_eq!(answer.status, expected, "{command}: {}", answer.text());
        if expected == 409 {
            assert_eq!(answer.problem(), "over");
            assert_eq!(answer.json()["current"]["status"], "finished");
        }
    }
    let answer = ann.play(&game, "d4", 0).await;
    assert_eq!((answer.status, answer.problem().as_str()), (409, "over"));
    server.stop().await;
}

#[tokio::test]
async fn commands_that_make_no_sense_are_refused_with_a_sentence() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let path = |what: &str| format!("/api/games/{game}/{what}");
    for (command, body, status) in [
        ("join", json!({}), 403..=422),
        ("claim", json!({}), 403..=422),
        ("rematch", json!({}), 409..=422),
        ("draw", json!({ "action": "accept" }), 409..=422),
        ("draw", json!({ "action": "dance" }), 422..=422),
        ("takeback", json!({}), 409..=422),
        ("hint", json!({}), 403..=403),
        ("resign", json!({ "op": "x".repeat(65) }), 422..=422),
        ("resign", json!({ "version": "two" }), 422..=422),
        ("moves", json!({ "move": "d4", "ply": 0 }), 422..=422),
        ("moves", json!({ "move": "d4", "ply": 0, "op": "" }), 422..=422),
        ("moves", json!({ "move": 4, "ply": 0, "op": "x" }), 422..=422),
    ] {
        let answer = ann.post(&path(command), body.clone()).await;
        assert!(status.contains(&answer.status), "{command} {body}: {}", answer.text());
        assert!(!answer.json()["detail"].as_str().unwrap().is_empty());
    }
    assert_eq!(bob.snapshot(&game).await["version"], 2);
    server.stop().await;
}

#[tokio::test]
async fn games_that_cannot_be_made_are_refused_with_a_sentence() {
    let server = Running::start().await;
    let ann = server.guest().await;
    for body in [
        json!({ "game": "chess", "seats": ["me", "me"] }),
        json!({ "game": "momentum", "variant": "hex", "seats": ["me", "me"] }),
        json!({ "game": "momentum", "position": "nonsense", "seats": ["me", "me"] }),
        json!({ "game": "momentum", "seats": ["open", "open"] }),
        json!({ "game": "momentum", "seats": ["open", "level:3"] }),
        json!({ "game": "momentum", "seats": ["me", "level:9"] }),
        json!({ "game": "momentum", "seats": ["me", "ugi:rm -rf /"] }),
        json!({ "game": "momentum", "seats": ["me", "mcts:hash=65536MB"] }),
        json!({ "game": "momentum", "seats": ["me"] }),
        json!({ "game": "momentum", "seats": ["me", "me"], "clock": { "initial": 10 } }),
        json!({ "game": "momentum", "seats": ["me", "me"], "clock": { "initial": 60000, "increment": 604_800_001_u64 } }),
        json!({ "game": "momentum", "seats": ["me", "me"], "colour": "blue" }),
        json!({ "seats": ["me", "me"] }),
        json!([]),
    ] {
        let answer = ann.post("/api/games", body.clone()).await;
        assert_eq!(
            (answer.status, answer.problem().as_str()),
            (422, "invalid"),
            "{body}: {}",
            answer.text()
        );
    }
    assert_eq!(ann.get("/api/games?mine=true").await.json()["games"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn unreadable_bodies_and_queries_are_refused() {
    let server = Running::start().await;
    let ann = server.guest().await;
    let bearer = ann.bearer();
    let auth = ("authorization", bearer.as_str());
    let answer = server.send("POST", "/api/games", &[JSON, auth], "{\"game\":").await;
    assert_eq!((answer.status, answer.problem().as_str()), (400, "unreadable"));
    let form = ("content-type", "application/x-www-form-urlencoded");
    let answer = server.send("POST", "/api/games", &[form, auth], "{}").await;
    assert_eq!((answer.status, answer.problem().as_str()), (400, "unreadable"));
    for query in
        ["limit=0", "limit=101", "limit=x", "status=lost", "game=chess", "after=x", "mine=perhaps"]
    {
        let answer = ann.get(&format!("/api/games?{query}")).await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"), "{query}");
    }
    assert_eq!(server.get("/api/games?mine=true").await.status, 401);
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let server = Running::start().await;
    let ann = server.guest().await;
    for path in [
        "/api/games/nothing",
        "/api/games/no%20such",
        "/api/games/%ff",
        "/api/catalog/chess",
        "/api/nothing",
        "/assets/0/x.js",
    ] {
        let answer = ann.get(path).await;
        assert_eq!((answer.status, answer.problem().as_str()), (404, "not-found"), "{path}");
    }
    let answer = ann.post("/api/games/nothing/join", json!({})).await;
    assert_eq!((answer.status, answer.problem().as_str()), (404, "not-found"));
    let wrong = server.send("DELETE", "/api/games", &[], "").await;
    assert_eq!((wrong.status, wrong.problem().as_str()), (405, "method"));
    server.stop().await;
}

#[tokio::test]
async fn when_nothing_can_be_stored_nothing_is_acknowledged_and_play_goes_on_later() {
    let store = Arc::new(MemoryStore::default());
    let server = Running::on(&settings(), store.clone()).await;
    let (ann, bob, game) = table(&server).await;
    store.fail_appends(2);
    for _ in 0..2 {
        let answer = ann.play(&game, "d4", 0).await;
        assert_eq!(
            (answer.status, answer.problem().as_str()),
            (503, "storage"),
            "{}",
            answer.text()
        );
        assert!(answer.header("retry-after").is_some());
    }
    let before = bob.snapshot(&game).await;
    assert_eq!((&before["ply"], &before["move"]), (&json!(0), &Value::Null));
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200, "and then it works again");
    assert_eq!(bob.snapshot(&game).await["ply"], 1);
    server.stop().await;
}
