//! Known mistakes are noticed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use quintet_rooms::bugs::{self, Bug};
use quintet_store::{SqliteStore, Store};

use crate::games::{Game, fail_commits};

/// Whether a game whose last append was refused, or was answered with a version twice, still is what was acknowledged.
async fn is_honest() -> bool {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).await.unwrap();
    let mut game = Game::new("one", "a", "b", 1);
    store.append(game.created(None)).await.unwrap();
    let mut rival = Game::new("one", "a", "b", 1);
    let mut other = rival.created(None);
    other.events[0].op = Some("the rival's".into());
    let rival_acknowledged = store.append(other).await.is_ok();
    let kept = store.load(&game.id()).await.unwrap();
    fail_commits(folder.path(), "one").await;
    let refused = store.append(game.moved(1)).await;
    let is_first = kept.first().is_some_and(|first| first.op.is_none());
    is_first && !rival_acknowledged && refused.is_err()
}

#[tokio::test]
async fn each_mistake_of_the_store_is_noticed() {
    assert!(is_honest().await, "nothing is reported without a mistake");
    for bug in [Bug::AcknowledgeBeforeCommit, Bug::Overwrite] {
        bugs::set(Some(bug));
        let honest = is_honest().await;
        bugs::set(None);
        assert!(!honest, "{bug:?}");
    }
}
