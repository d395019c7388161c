//! Positions, analysis, records, the catalog.

use quintet_catalog::{Dice, standard};
use serde_json::{Value, json};

use crate::support::{JSON, Running, table};

#[tokio::test]
async fn any_position_of_any_game_can_be_looked_at() {
    let server = Running::start().await;
    for game in standard().games() {
        let info = game.info();
        for variant in info.variants() {
            let mut played = game.start(variant);
            let mut dice = Dice::new(3);
            for _ in 0..6 {
                let Some(mv) = played.random_move(&mut dice) else { break };
                played.play(&mv).unwrap();
            }
            let moves = played.moves().join("%20").replace('+', "%2B");
            let path = format!(
                "/api/position?game={}&variant={}&moves={moves}",
                info.id,
                info.describe(variant).id
            );
            let answer = server.get(&path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
            let view = answer.json();
            assert_eq!(view["position"], played.position());
            assert_eq!(view["told"], played.last_told().join(" "));
            assert_eq!(view["scene"], serde_json::to_value(played.scene(&[])).unwrap());
            assert_eq!(view["next"], serde_json::to_value(played.tree(3_000)).unwrap());
            assert_eq!(view["ply"], 6);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn steps_lead_to_a_move_and_a_wrong_one_names_the_rule() {
    let server = Running::start().await;
    let view =
        async |query: &str| server.get(&format!("/api/position?game=yoxii&{query}")).await.json();
    let start = view("").await;
    let (first, below) = start["next"].as_object().unwrap().iter().next().unwrap();
    let one = view(&format!("steps={first}")).await;
    assert_eq!(&one["next"], below);
    assert_eq!(one["refusal"], Value::Null);
    let (mut steps, mut node) = (first.clone(), below.clone());
    while let Some((step, below)) = node.as_object().and_then(|node| node.iter().next()) {
        steps = format!("{steps}%20{step}");
        node = below.clone();
    }
    assert_eq!(view(&format!("steps={steps}")).await["next"], node, "a whole move");
    let wrong = view("steps=cell:a1").await;
    assert!(wrong["refusal"].as_str().is_some_and(|rule| !rule.is_empty()), "{wrong}");
    assert_eq!(wrong["next"], start["next"], "it does not count");
    server.stop().await;
}

#[tokio::test]
async fn positions_that_cannot_be_are_refused() {
    let server = Running::start().await;
    for (query, problem) in [
        ("game=chess", "invalid"),
        ("", "invalid"),
        ("game=momentum&variant=hex", "invalid"),
        ("game=momentum&position=nonsense", "invalid"),
        ("game=momentum&moves=z9", "invalid"),
        ("game=momentum&moves=d4%20d4", "rule"),
        ("game=momentum&steps=d4", "invalid"),
    ] {
        let answer = server.get(&format!("/api/position?{query}")).await;
        assert_eq!(
            (answer.status, answer.problem().as_str()),
            (422, problem),
            "{query}: {}",
            answer.text()
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn a_position_is_changed_by_hand_and_every_change_leads_to_another_position() {
    let server = Running::start().await;
    let start = "game=qawale&position=GG,2,GG/4/4/GG,2,GG%20r%208%208";
    let answer = server.get(&format!("/api/edits?{start}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let edits = answer.json();
    assert_eq!(edits["next"]["cell:a1"]["cell:b1"], "GG,2,GG/4/4/G,G,1,GG r 8 8");
    let put = edits["next"]["item:red"]["cell:b2"].as_str().expect("a position").to_owned();
    assert_eq!(put, "GG,2,GG/4/1,R,2/GG,2,GG b 7 8");
    let status = edits["scene"]["status"].as_str().expect("a sentence");
    let turn = "Setting up. Red to move, which follows from how many stones are left. Pick a piece";
    assert!(status.starts_with(turn), "{status}");
    let path = format!("/api/position?game=qawale&position={}", put.replace(' ', "%20"));
    assert_eq!(server.get(&path).await.json()["turn"], "second");
    for query in ["", "game=qawale", "game=chess&position=x", "game=qawale&position=nonsense"] {
        let answer = server.get(&format!("/api/edits?{query}")).await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"), "{query}");
    }
    server.stop().await;
}

#[tokio::test]
async fn an_analysis_comes_line_by_line_and_ends() {
    let server = Running::start().await;
    let body =
        json!({ "game": "momentum", "moves": ["d4"], "seconds": 5, "nodes": 2000, "lines": 2 })
            .to_string();
    let answer = server.send("POST", "/api/analyze", &[JSON], &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let text = answer.text();
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.len() > 1, "{text}");
    assert_eq!(lines.last().unwrap(), &json!({ "done": true }));
    for line in &lines[..lines.len() - 1] {
        assert!(
            line["chance"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)),
            "{line}"
        );
        assert!(!line["line"].as_array().unwrap().is_empty());
    }
    for wrong in [
        json!({}),
        json!({ "game": "momentum", "lines": 6 }),
        json!({ "game": "momentum", "seconds": 11 }),
    ] {
        let answer = server.send("POST", "/api/analyze", &[JSON], &wrong.to_string()).await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"), "{wrong}");
    }
    server.stop().await;
}

#[tokio::test]
async fn games_of_others_are_not_analysed_while_they_run() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let body = json!({ "id": game, "nodes": 10 });
    for person in [&ann, &bob, &server.guest().await] {
        let answer = person.post("/api/analyze", body.clone()).await;
        assert_eq!((answer.status, answer.problem().as_str()), (403, "forbidden"));
    }
    assert_eq!(ann.post(&format!("/api/games/{game}/resign"), json!({})).await.status, 200);
    assert_eq!(server.guest().await.post("/api/analyze", body).await.status, 200);
    let alone = ann.game(json!({ "game": "momentum", "seats": ["me", "level:1"] })).await;
    let body = json!({ "id": alone, "nodes": 10 });
    assert_eq!(ann.post("/api/analyze", body.clone()).await.status, 200, "her own");
    assert_eq!(bob.post("/api/analyze", body).await.status, 403, "not his");
    server.stop().await;
}

#[tokio::test]
async fn a_record_reads_back_as_the_game() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    assert_eq!(bob.post(&format!("/api/games/{game}/resign"), json!({})).await.status, 200);
    let text = server.get(&format!("/api/games/{game}/record")).await;
    assert_eq!(text.header("content-type"), Some("text/plain; charset=utf-8"));
    let read = server
        .send("POST", "/api/records", &[JSON], &json!({ "text": text.text() }).to_string())
        .await;
    assert_eq!(read.status, 200, "{}", read.text());
    let record = &read.json()["records"][0];
    assert_eq!((&record["moves"], &record["result"]), (&json!(["d4"]), &json!("first")));
    assert_eq!((&record["first"], &record["ending"]), (&json!(ann.name), &json!("resignation")));
    assert_eq!(*record, server.get(&format!("/api/games/{game}/record?format=json")).await.json());
    let wrong = json!({ "text": text.text().replace("1. d4", "1. d4 d4") }).to_string();
    let refused = server.send("POST", "/api/records", &[JSON], &wrong).await;
    assert_eq!((refused.status, refused.problem().as_str()), (422, "invalid"));
    assert!(refused.json()["detail"].as_str().unwrap().starts_with("line "), "{}", refused.text());
    server.stop().await;
}

#[tokio::test]
async fn the_catalog_tells_of_every_game() {
    let server = Running::start().await;
    let catalog = server.get("/api/catalog").await.json();
    for (game, entry) in standard().games().iter().zip(catalog["games"].as_array().unwrap()) {
        let info = game.info();
        assert_eq!((&entry["id"], &entry["name"]), (&json!(info.id), &json!(info.name)));
        assert_eq!(entry["has_editor"], game.has_editor());
        assert!(
            entry["variants"][0]["layout"]["cells"]
                .as_array()
                .is_some_and(|cells| !cells.is_empty())
        );
        assert_eq!(entry["demo"]["beats"].as_array().map(Vec::len), Some(info.demo.len()));
        let page = server.get(&format!("/api/catalog/{}", info.id)).await.json();
        assert_eq!(page["rules"], info.rules);
        for example in page["examples"].as_array().unwrap() {
            let variant =
                example["variant"].as_str().and_then(|id| info.variant(id)).expect("a variant");
            assert!(
                game.set_up(variant, example["position"].as_str().unwrap()).is_ok(),
                "{example}"
            );
        }
    }
    server.stop().await;
}
