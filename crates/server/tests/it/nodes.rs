//! Several servers on one database: any of them takes any request, and each game is written by one of them.

use std::sync::Arc;

use futures_util::StreamExt as _;
use quintet_server::Settings;
use quintet_store::{PostgresStore, Scratch};
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::support::{LONG, Person, Running, settings};

const SECRET: &str = "what the nodes of these tests know";

pub(crate) fn node_settings() -> Settings {
    Settings { node_secret: Some(SECRET.into()), ..settings() }
}

/// A node on a database.
pub(crate) async fn node(url: &str) -> Running {
    node_with(url, &node_settings()).await
}

pub(crate) async fn node_with(url: &str, settings: &Settings) -> Running {
    let store = PostgresStore::open(url, None).await.expect("a store");
    Running::on(settings, Arc::new(store)).await
}

pub(crate) async fn nodes<const N: usize>() -> (String, [Running; N]) {
    let url = Scratch::shared().database().await;
    let mut nodes = Vec::new();
    for _ in 0..N {
        nodes.push(node(&url).await);
    }
    (url, nodes.try_into().unwrap_or_else(|_| panic!("{N} nodes")))
}

/// The same person at another node.
pub(crate) fn at(person: &Person, node: &Running) -> Person {
    Person { address: node.address, ..person.clone() }
}

/// A game of Ann and Bob that was made at a node.
pub(crate) async fn table(node: &Running, other: &Running) -> (Person, Person, String) {
    let (ann, bob) = (node.guest().await, other.guest().await);
    let game = ann.game(json!({ "game": "momentum", "seats": ["me", "open"] })).await;
    let joined = bob.post(&format!("/api/games/{game}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    (ann, bob, game)
}

pub(crate) async fn execute(url: &str, sql: &'static str) {
    let mut connection = PgConnection::connect(url).await.expect("a connection");
    sqlx::raw_sql(sql).execute(&mut connection).await.expect("it is done");
}

/// Tries until it is taken, as the page does: something may be on its way from one node to another.
pub(crate) async fn play(person: &Person, game: &str, mv: &str, ply: u32) -> Value {
    let begun = std::time::Instant::now();
    loop {
        let answer = person.play(game, mv, ply).await;
        if answer.status == 200 {
            return answer.json();
        }
        assert_eq!(answer.status, 503, "{}", answer.text());
        assert!(answer.header("retry-after").is_some(), "it says when to try again");
        assert!(begun.elapsed() < LONG, "{}", answer.text());
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// The versions of the events of a log, and under which epochs they were written.
async fn log(url: &str, game: &str) -> Vec<(i64, i64)> {
    let mut connection = PgConnection::connect(url).await.expect("a connection");
    sqlx::query_as("SELECT version, epoch FROM events WHERE game = $1 ORDER BY version")
        .bind(game)
        .fetch_all(&mut connection)
        .await
        .expect("a log")
}

#[tokio::test]
async fn whatever_node_is_asked_the_game_is_the_same() {
    let (url, [a, b, c]) = nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let mut socket = at(&ann, &c).follow(&game, 0).await;
    let moves = [("d4", &b), ("c3", &a), ("g1", &c), ("a7", &b)];
    for (ply, (mv, node)) in (0..).zip(moves) {
        let who = if ply % 2 == 0 { &ann } else { &bob };
        let done = at(who, node).play(&game, mv, ply).await;
        assert_eq!(done.status, 200, "{}", done.text());
        let again = at(who, &c).play(&game, mv, ply).await.json();
        assert_eq!(
            again["version"],
            done.json()["version"],
            "a resend elsewhere is no second move"
        );
    }
    for version in 1..=6 {
        assert_eq!(socket.event().await["version"], version);
    }
    for node in [&a, &b, &c] {
        let snapshot = at(&ann, node).snapshot(&game).await;
        assert_eq!((&snapshot["version"], &snapshot["ply"]), (&json!(6), &json!(4)));
    }
    let refused = at(&bob, &c).play(&game, "d1", 4).await;
    assert_eq!(refused.status, 403, "{}", refused.text());
    let epochs: Vec<i64> = log(&url, &game).await.into_iter().map(|(_, epoch)| epoch).collect();
    assert_eq!(epochs, [1; 6], "one node wrote all");
}

#[tokio::test]
async fn what_claims_to_come_from_a_node_is_refused_without_the_secret() {
    let (url, [a, b]) = nodes().await;
    let (ann, _, game) = table(&a, &b).await;
    let path = format!("/api/games/{game}/resign");
    let bearer = ann.bearer();
    for (node, shown) in [(&a, "wrong"), (&b, "wrong"), (&a, "")] {
        let headers = [crate::support::JSON, ("authorization", &bearer), ("x-quintet-node", shown)];
        let answer = node.send("POST", &path, &headers, "{}").await;
        assert_eq!((answer.status, answer.problem().as_str()), (403, "forbidden"));
    }
    // One that has no secret believes nobody, and cannot ask the others.
    let stranger = node_with(&url, &settings()).await;
    let headers = [crate::support::JSON, ("authorization", &bearer), ("x-quintet-node", SECRET)];
    assert_eq!(stranger.send("POST", &path, &headers, "{}").await.status, 403);
    let answer = at(&ann, &stranger).play(&game, "d4", 0).await;
    assert_eq!((answer.status, answer.problem().as_str()), (503, "busy"));
    assert_eq!(log(&url, &game).await.len(), 2, "nothing happened");
    // What is sent on is not sent on again.
    let headers = [crate::support::JSON, ("authorization", &bearer), ("x-quintet-node", SECRET)];
    assert_eq!(b.send("POST", &path, &headers, "{}").await.status, 503);
}

#[tokio::test]
async fn a_node_that_lost_a_game_writes_nothing_and_sends_on() {
    let (url, [a, b]) = nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    play(&ann, &game, "d4", 0).await;
    // As if the first had slept, and the second had taken it.
    execute(
        &url,
        "UPDATE games SET epoch = epoch + 1, node = (SELECT max(id) FROM nodes); \
         INSERT INTO owners SELECT id, epoch, node, version, 0 FROM games",
    )
    .await;
    play(&at(&bob, &a), &game, "c3", 1).await;
    play(&at(&ann, &b), &game, "g1", 2).await;
    play(&at(&bob, &a), &game, "a7", 3).await;
    let written = log(&url, &game).await;
    assert_eq!(written, [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)]);
    assert_eq!(at(&ann, &a).snapshot(&game).await["ply"], 4);
}

#[tokio::test]
async fn a_node_that_stops_hands_its_games_over() {
    let (url, [a, b]) = nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    play(&ann, &game, "d4", 0).await;
    let mut socket = ann.follow(&game, 3).await;
    a.stop().await;
    // It says goodbye when the game can go on elsewhere.
    let mut last = Value::Null;
    while let Some(Ok(message)) = socket.0.next().await {
        if let Ok(text) = message.to_text()
            && let Ok(object) = serde_json::from_str(text)
        {
            last = object;
        }
    }
    assert_eq!(last["event"], "goodbye", "{last}");
    let done = at(&bob, &b).play(&game, "c3", 1).await;
    assert_eq!(done.status, 200, "at once: {}", done.text());
    let mut socket = at(&ann, &b).follow(&game, 3).await;
    assert_eq!(socket.event().await["version"], 4);
    assert_eq!(log(&url, &game).await.last(), Some(&(4, 2)));
}

#[tokio::test]
async fn a_game_with_a_clock_is_taken_over_though_nobody_asks() {
    let (url, [a, b]) = nodes().await;
    let (ann, bob) = (a.guest().await, b.guest().await);
    let clock = json!({ "initial": 600_000, "increment": 0 });
    let game =
        ann.game(json!({ "game": "momentum", "seats": ["me", "open"], "clock": clock })).await;
    assert_eq!(bob.post(&format!("/api/games/{game}/join"), json!({})).await.status, 200);
    play(&ann, &game, "d4", 0).await;
    play(&bob, &game, "c3", 1).await;
    a.stop().await;
    let begun = std::time::Instant::now();
    // The pause is told in its log, by the one who has it now.
    while log(&url, &game).await.last().is_none_or(|(_, epoch)| *epoch != 2) {
        assert!(begun.elapsed() < LONG, "{:?}", log(&url, &game).await);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(at(&bob, &b).snapshot(&game).await["ply"], 2);
}

#[tokio::test]
async fn a_follower_at_another_node_misses_nothing_when_hints_are_lost() {
    let (url, [a, b]) = nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let mut socket = at(&ann, &b).follow(&game, 2).await;
    for (ply, mv) in (0..).zip(["d4", "c3", "g1"]) {
        execute(
            &url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%' \
             AND datname = current_database()",
        )
        .await;
        play(if ply % 2 == 0 { &ann } else { &bob }, &game, mv, ply).await;
        assert_eq!(socket.event().await["version"], ply + 3);
    }
}

#[tokio::test]
async fn who_is_there_is_known_at_all_nodes() {
    let (_, [a, b, c]) = nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let _ann = ann.follow(&game, 0).await;
    let bobs = at(&bob, &b).follow(&game, 0).await;
    let _watcher = crate::support::Socket::open(c.address, &game, 0, None).await;
    let until = async |both: bool, spectators: u64| {
        let begun = std::time::Instant::now();
        for node in [&a, &b, &c] {
            loop {
                let snapshot = at(&ann, node).snapshot(&game).await;
                let there = snapshot["seats"].as_array().expect("seats").iter();
                let there = there.filter(|seat| seat["present"] == true).count();
                if (there == 2) == both && snapshot["spectators"] == spectators {
                    break;
                }
                assert!(begun.elapsed() < LONG, "{snapshot}");
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        }
    };
    until(true, 1).await;
    drop(bobs);
    until(false, 1).await;
}

#[tokio::test]
async fn while_the_database_is_away_players_are_told_and_lose_nothing() {
    let server = Scratch::start();
    let url = server.database().await;
    let (a, b) = (node(&url).await, node(&url).await);
    let (ann, bob, game) = table(&a, &b).await;
    let moves = ["d4", "c3", "g1", "a7"];
    for (ply, mv) in (0..).zip(moves) {
        server.crash();
        let ready = a.get("/readyz").await;
        assert_eq!((ready.status, ready.problem().as_str()), (503, "storage"));
        assert_eq!(a.get("/healthz").await.status, 200);
        let who = if ply % 2 == 0 { &ann } else { &bob };
        let refused = at(who, &a).play(&game, mv, ply).await;
        assert_eq!((refused.status, refused.problem().as_str()), (503, "storage"));
        assert!(refused.header("retry-after").is_some());
        server.go_on();
        play(&at(who, &b), &game, mv, ply).await;
        assert_eq!(a.get("/readyz").await.status, 200);
    }
    for node in [&a, &b] {
        assert_eq!(at(&ann, node).snapshot(&game).await["ply"], 4);
    }
}

#[tokio::test]
async fn files_of_another_version_of_the_page_come_from_the_node_that_has_it() {
    let (url, [new]) = nodes().await;
    // A node of another version: all that is known of it is where it is, and what it has.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let asked = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.expect("a connection");
        let mut request = vec![0; 4_096];
        let length = socket.read(&mut request).await.expect("a request");
        let answer =
            "HTTP/1.1 200 OK\r\ncontent-type: text/javascript\r\ncontent-length: 3\r\n\r\nold";
        socket.write_all(answer.as_bytes()).await.expect("an answer");
        String::from_utf8_lossy(&request[..length]).into_owned()
    });
    let sql = "INSERT INTO nodes (address, began, seen, expires, page) VALUES ($1, 0, 0, 9000000000000, $2)";
    let mut connection = PgConnection::connect(&url).await.expect("a connection");
    let insert = sqlx::query(sql).bind(address.to_string()).bind("00112233445566aa");
    insert.execute(&mut connection).await.expect("a node");
    assert_eq!(new.get("/assets/ffffffffffffffff/main.js").await.status, 404, "nobody has it");
    let answer = new.get("/assets/00112233445566aa/main.js").await;
    assert_eq!((answer.status, answer.text().as_str()), (200, "old"));
    assert_eq!(answer.header("content-type").expect("a kind"), "text/javascript");
    let request = asked.await.expect("a request");
    assert!(request.starts_with("GET /assets/00112233445566aa/main.js HTTP/1.1\r\n"), "{request}");
    assert!(request.contains(&format!("x-quintet-node: {SECRET}")), "{request}");
    // Whoever is asked by another node asks nobody.
    let headers = [("x-quintet-node", SECRET)];
    let answer = new.send("GET", "/assets/00112233445566aa/main.js", &headers, "").await;
    assert_eq!(answer.status, 404);
}
