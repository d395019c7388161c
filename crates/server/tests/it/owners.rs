//! What a node shows whose games another may have by now: whoever was answered sees at every node what it was answered with.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet_catalog::standard;
use quintet_rooms::{Caller, Command, Guest, GuestId, NewGame, Request, Seat};
use quintet_server::hub::{Hub, HubOptions, SystemClock, Trouble};
use quintet_server::pool::Pool;
use quintet_server::pool::desk::Desk;
use quintet_store::{PostgresStore, Scratch, Store as _};
use sqlx::{Connection as _, PgConnection};

use crate::nodes::{at, execute, nodes, play, table};
use crate::support::LONG;

/// Waits until a question is answered with yes.
async fn until(connection: &mut PgConnection, sql: &'static str) {
    let begun = Instant::now();
    while !sqlx::query_scalar::<_, bool>(sql).fetch_one(&mut *connection).await.expect("an answer")
    {
        assert!(begun.elapsed() < LONG, "it never came: {sql}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_game_that_was_taken_while_it_was_read_is_not_shown_as_it_was() {
    let (url, [a, b]) = nodes().await;
    let (ann, bob, game) = table(&b, &a).await;
    // The first node has it by the database, and does not know yet.
    execute(
        &url,
        "UPDATE games SET epoch = epoch + 1, node = (SELECT min(id) FROM nodes); \
         INSERT INTO owners SELECT id, epoch, node, version, 0 FROM games",
    )
    .await;
    let mut judge = PgConnection::connect(&url).await.expect("a connection");
    let mut lock = PgConnection::connect(&url).await.expect("a connection");
    sqlx::raw_sql("BEGIN; LOCK TABLE events").execute(&mut lock).await.expect("a lock");
    let looks = tokio::spawn({
        let (bob, game) = (at(&bob, &a), game.clone());
        async move { bob.snapshot(&game).await }
    });
    // It was told that the game is its own, and reads the log.
    until(
        &mut judge,
        "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass)",
    )
    .await;
    // It was not heard of for too long, and the second took the game. Then it is heard of again, and again.
    execute(
        &url,
        "UPDATE nodes SET expires = 0, seen = 0 WHERE id = (SELECT min(id) FROM nodes); \
         UPDATE games SET epoch = epoch + 1, node = (SELECT max(id) FROM nodes); \
         INSERT INTO owners SELECT id, epoch, node, version, 0 FROM games",
    )
    .await;
    for _ in 0..2 {
        until(&mut judge, "SELECT seen > 0 FROM nodes ORDER BY id LIMIT 1").await;
        execute(&url, "UPDATE nodes SET seen = 0 WHERE id = (SELECT min(id) FROM nodes)").await;
    }
    sqlx::raw_sql("COMMIT").execute(&mut lock).await.expect("it is free");
    assert_eq!(looks.await.expect("it is shown")["ply"], 0);
    play(&at(&ann, &b), &game, "d4", 0).await;
    assert_eq!(at(&bob, &a).snapshot(&game).await["ply"], 1, "what was answered is there");
}

#[tokio::test]
async fn the_clock_stands_still_in_a_game_whose_take_over_was_answered_to_nobody() {
    let (url, [a, b]) = nodes().await;
    let (ann, bob) = (a.guest().await, b.guest().await);
    let clock = serde_json::json!({ "initial": 600_000, "increment": 0 });
    let setup = serde_json::json!({ "game": "momentum", "seats": ["me", "open"], "clock": clock });
    let game = ann.game(setup).await;
    let joined = bob.post(&format!("/api/games/{game}/join"), serde_json::json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    let first = play(&ann, &game, "d4", 0).await;
    let second = play(&at(&bob, &a), &game, "c3", 1).await;
    assert_eq!(second["version"], first["version"].as_u64().expect("a version") + 1);
    drop(a);
    // Its owner is gone. The other took it, was never told so, and asks again.
    execute(
        &url,
        "UPDATE nodes SET expires = 0 WHERE id = (SELECT min(id) FROM nodes); \
         UPDATE games SET epoch = epoch + 1, node = (SELECT max(id) FROM nodes); \
         INSERT INTO owners SELECT id, epoch, node, version, 0, 1 FROM games",
    )
    .await;
    let snapshot = at(&ann, &b).snapshot(&game).await;
    assert_eq!(snapshot["version"], second["version"].as_u64().expect("a version") + 1);
    let mut judge = PgConnection::connect(&url).await.expect("a connection");
    let sql = "SELECT body LIKE '%paused%' FROM events ORDER BY version DESC LIMIT 1";
    let paused: bool = sqlx::query_scalar(sql).fetch_one(&mut judge).await.expect("an event");
    assert!(paused, "the last event says that nobody looked after it");
}

/// A node without a network.
async fn hub(url: &str) -> Arc<Hub> {
    let store = Arc::new(PostgresStore::open(url, None).await.expect("a store"));
    store.cluster().expect("a cluster").join("nowhere".into()).await.expect("a node");
    let catalog = standard();
    let clock = Arc::new(SystemClock::default());
    let (pool, desk) = (Pool::new(catalog, 1), Desk::new(1));
    Hub::open(HubOptions { catalog, store, clock, pool, desk }).await.expect("a hub")
}

#[tokio::test]
async fn a_node_that_gave_its_games_away_shows_none() {
    let url = Scratch::shared().database().await;
    let (a, b) = (hub(&url).await, hub(&url).await);
    let ann = Guest { id: GuestId("ann".into()), name: "Ann".into() };
    let new = NewGame {
        game: "momentum".into(),
        variant: None,
        position: None,
        seats: [Seat::Guest(ann.id.clone()), Seat::Guest(ann.id.clone())],
        clock: None,
        listed: false,
        seed: 1,
        previous: None,
    };
    let game = a.create(ann.clone(), new, None).await.expect("a game");
    let version = async |hub: &Arc<Hub>| hub.look(&game, |room, _, _| room.version()).await;
    // From the first sign of life on it need not ask.
    let begun = Instant::now();
    while version(&a).await != Ok(1) {
        assert!(begun.elapsed() < LONG, "it is never shown");
    }
    a.stop().await;
    let command = Command::Move { mv: "d4".into(), ply: 0 };
    let request = Request { command, op: None, version: None };
    let begun = Instant::now();
    let moved = loop {
        match b.command(&game, Caller::Guest(ann.clone()), request.clone()).await {
            // As players do: an owner may be busy with taking the game over.
            Err(Trouble::Busy) if begun.elapsed() < LONG => {}
            answer => break answer.expect("a move"),
        }
    };
    assert_eq!(version(&b).await, Ok(moved.version));
    assert_eq!(version(&a).await, Err(Trouble::Stopping), "it cannot know");
}
