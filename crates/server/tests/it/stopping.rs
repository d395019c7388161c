//! The end: told, in good order, and not for ever.

use std::sync::Arc;

use quintet_rooms::GameId;
use quintet_server::Settings;
use quintet_server::hub::{ServerClock as _, SystemClock};
use quintet_store::{MemoryStore, SqliteStore, Store as _};
use serde_json::json;
use tokio::net::TcpStream;

use crate::support::{LONG, Running, Socket, settings, table};

#[tokio::test]
async fn followers_are_told_to_come_back() {
    let server = Running::start().await;
    let (_, _, game) = table(&server).await;
    let mut socket = Socket::open(server.address, &game, 2, None).await;
    let address = server.address;
    let stopped = server.tell_to_stop();
    assert_eq!(socket.event().await, json!({ "event": "goodbye", "retry": 1000 }));
    tokio::time::timeout(LONG, stopped).await.expect("it stops").expect("without a panic");
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn a_server_on_the_same_folder_goes_on_with_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let open = async || Arc::new(SqliteStore::open(folder.path()).await.expect("a store"));
    let server = Running::on(&settings(), open().await).await;
    let (mut ann, bob, game) = table(&server).await;
    let first = ann.play(&game, "d4", 0).await.json();
    let before = bob.snapshot(&game).await;
    server.stop().await;
    let server = Running::on(&settings(), open().await).await;
    ann.address = server.address;
    let after = ann.snapshot(&game).await;
    for field in ["version", "moves", "position", "status", "turn", "created"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(after["you"], json!(["first"]), "tokens hold");
    assert_eq!(ann.play(&game, "d4", 0).await.json(), first, "a resend is known");
    let mut events = ann.follow(&game, 0).await;
    for version in 1..=3 {
        assert_eq!(events.event().await["version"], version);
    }
    server.stop().await;
}

#[tokio::test]
async fn no_event_comes_before_the_last_one_though_the_clock_was_set_back_between_two_starts() {
    const A_DAY: u64 = 24 * 60 * 60 * 1000;
    let folder = tempfile::tempdir().unwrap();
    let open = async || Arc::new(SqliteStore::open(folder.path()).await.expect("a store"));
    let ahead = SystemClock::not_before(SystemClock::default().now().plus(A_DAY));
    let server = Running::at(&settings(), open().await, Arc::new(ahead)).await;
    let (mut ann, mut bob, game) = table(&server).await;
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    server.stop().await;
    // As the program starts it, with the machine's clock.
    let settings = Settings { data: folder.path().into(), ..settings() };
    let server = Running::bound(&settings).await;
    (ann.address, bob.address) = (server.address, server.address);
    assert_eq!(bob.play(&game, "c3", 1).await.status, 200);
    assert_eq!(ann.play(&game, "g1", 2).await.status, 200);
    let made = ann.game(json!({ "game": "momentum", "seats": ["me", "me"] })).await;
    server.stop().await;
    let store = open().await;
    let log = store.load(&GameId(game)).await.unwrap();
    assert_eq!(log.len(), 5);
    assert!(log.is_sorted_by_key(|event| event.at), "{log:?}");
    // Nor does time begin anew in other games.
    let later = store.load(&GameId(made)).await.unwrap();
    assert!(later[0].at >= log[4].at);
}

#[tokio::test]
async fn readiness_tells_of_trouble_with_storage() {
    let store = Arc::new(MemoryStore::default());
    let server = Running::on(&settings(), store.clone()).await;
    assert_eq!(server.get("/readyz").await.status, 200);
    store.fail_appends(1_000);
    let begun = std::time::Instant::now();
    // The next sign of life tells.
    let answer = loop {
        let answer = server.get("/readyz").await;
        if answer.status != 200 {
            break answer;
        }
        assert!(begun.elapsed() < LONG, "nobody notices");
    };
    assert_eq!((answer.status, answer.problem().as_str()), (503, "storage"));
    assert_eq!(server.get("/healthz").await.status, 200, "the process lives");
    server.stop().await;
}
