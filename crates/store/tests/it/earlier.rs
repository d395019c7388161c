//! Folders that servers of earlier versions left behind: every game is the fold of its events, as it was told then.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::fs;
use std::path::Path;

use quintet_catalog::standard;
use quintet_rooms::{GameId, Room, Seat};
use quintet_store::{Filter, SqliteStore, Store};
use serde_json::{Value, json};

use crate::games::check_integrity;

const EARLIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/earlier");

#[tokio::test]
async fn every_game_is_what_its_server_told() {
    let mut servers = 0;
    for commit in fs::read_dir(EARLIER).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(told) = fs::read(commit.join("servers.json")) else { continue };
        let told: Value = serde_json::from_slice(&told).unwrap();
        for (name, expected) in told.as_object().unwrap() {
            check(&commit.join(name), &expected["games"]).await;
            servers += 1;
        }
    }
    assert!(servers > 1);
}

async fn check(data: &Path, expected: &Value) {
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(data).unwrap().map(Result::unwrap) {
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    let store = SqliteStore::open(folder.path()).await.unwrap();
    check_integrity(folder.path()).await;
    let games = expected.as_object().unwrap();
    let long_after = quintet_rooms::Time(4_000_000_000_000);
    assert_eq!(store.idle(long_after, 100).await, Ok(vec![]), "nobody told them to hurry");
    let all = store.list(Filter { limit: 100, ..Filter::default() }).await.unwrap();
    assert_eq!(all.games.len(), games.len());
    for (name, game) in games {
        let id = GameId(game["id"].as_str().unwrap().into());
        let events = store.load(&id).await.unwrap();
        let room = Room::from_events(standard(), id.clone(), &events).unwrap();
        let (status, position) = (room.status().name(), room.played().position());
        let found = json!([room.version(), status, room.result(), position, room.played().moves()]);
        let told = ["version", "status", "result", "position", "moves"].map(|fact| &game[fact]);
        assert_eq!(found, json!(told), "{name}");
        assert!(events.iter().all(|event| !event.body().contains("name")), "people are ids");
        for guest in room.seats().iter().filter_map(Seat::guest) {
            let names = store.people().names(vec![guest.clone()]).await.unwrap();
            assert!(names.contains_key(guest), "and have their names elsewhere");
        }
        let listed = all.games.iter().find(|listed| listed.id == id).unwrap();
        assert_eq!((listed.ply, listed.status), (room.ply(), room.status()), "{name}");
    }
}
