//! What nodes tell each other of people, and what is found out though nobody was told.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use quintet_store::Scratch;
use serde_json::json;

use crate::nodes::{at, execute, node, nodes, table};
use crate::support::{LONG, Person, Running, Socket};

/// Much longer than it takes to ask, and much shorter than answers about keys are kept where nobody else takes them away.
const SOON: Duration = Duration::from_secs(10);

/// Two nodes on a database that tells nobody anything.
async fn silent_nodes() -> [Running; 2] {
    let url = Scratch::shared().database().await;
    execute(
        &url,
        "CREATE FUNCTION pg_notify(text, text) RETURNS void LANGUAGE sql AS ''; \
         DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$",
    )
    .await;
    [node(&url).await, node(&url).await]
}

/// Waits until a socket is closed.
async fn ends(mut socket: Socket) {
    let ended = async { while let Some(Ok(_)) = socket.0.next().await {} };
    tokio::time::timeout(SOON, ended).await.expect("the socket ends");
}

async fn is_out(person: &Person) {
    let begun = Instant::now();
    while person.get("/api/guest/keys").await.status != 401 {
        assert!(begun.elapsed() < SOON, "the key opens for too long");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn log_out(person: &Person) {
    let out = person.post("/api/guest/logout", json!({ "everywhere": true })).await;
    assert_eq!(out.status, 200, "{}", out.text());
}

#[tokio::test]
async fn whoever_logs_out_at_one_node_is_out_at_all() {
    let (_, [a, b]) = nodes().await;
    let (ann, _, game) = table(&a, &b).await;
    let socket = at(&ann, &b).follow(&game, 0).await;
    assert_eq!(at(&ann, &b).get("/api/games?mine=true").await.status, 200);
    log_out(&ann).await;
    ends(socket).await;
    assert_eq!(at(&ann, &b).get("/api/guest/keys").await.status, 401);
}

#[tokio::test]
async fn whoever_logs_out_is_out_at_nodes_that_nobody_told() {
    let [a, b] = silent_nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let socket = at(&ann, &b).follow(&game, 0).await;
    let stays = bob.follow(&game, 0).await;
    // The other knows her, and need not ask who she is.
    assert_eq!(at(&ann, &b).get("/api/guest/keys").await.status, 200);
    log_out(&ann).await;
    ends(socket).await;
    is_out(&at(&ann, &b)).await;
    // Without anything open, too.
    let eve = a.guest().await;
    assert_eq!(at(&eve, &b).get("/api/guest/keys").await.status, 200);
    log_out(&eve).await;
    is_out(&at(&eve, &b)).await;
    assert_eq!(bob.play(&game, "c3", 0).await.status, 403, "he is known, and not to move");
    drop(stays);
}

#[tokio::test]
async fn the_name_of_whoever_goes_is_gone_at_nodes_that_nobody_told() {
    let [a, b] = silent_nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let socket = at(&ann, &b).follow(&game, 0).await;
    let name = async || bob.snapshot(&game).await["seats"][0]["name"].clone();
    assert_eq!(name().await, json!(ann.name));
    let until = async |other: &str| {
        let begun = Instant::now();
        while name().await != other {
            assert!(begun.elapsed() < LONG, "{} is still {}", other, name().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert_eq!(ann.post("/api/guest", json!({ "name": "Anna" })).await.status, 200);
    until("Anna").await;
    assert_eq!(ann.post("/api/guest/delete", json!({ "id": ann.id })).await.status, 200);
    ends(socket).await;
    until("somebody").await;
}
