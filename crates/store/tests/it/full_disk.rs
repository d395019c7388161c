//! A disk that really refuses to write: the system does not let our files grow, and then lets them again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::path::PathBuf;
use std::process::Command;

use quintet_store::{SqliteStore, Store, StoreError};

use crate::games::{Game, check_integrity};

const FOLDER: &str = "QUINTET_TEST_FOLDER";

#[test]
fn a_write_that_the_system_refuses_is_not_acknowledged_and_service_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let this = std::env::current_exe().unwrap();
    // A process of its own, since limits hold for a whole process. Blocks of 512 or 1024 bytes, as the shell likes.
    let limited = "trap '' XFSZ; ulimit -S -f 600; exec \"$0\" --exact full_disk::in_a_limited_process --ignored --nocapture";
    let child = Command::new("sh")
        .args(["-c", limited])
        .arg(this)
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout).into_owned()
        + &String::from_utf8_lossy(&child.stderr);
    assert!(child.status.success() && said.contains("1 passed"), "{said}");
}

#[tokio::test]
#[ignore = "the test above runs it in a process that may not write much"]
async fn in_a_limited_process() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("the test above says where"));
    let store = SqliteStore::open(&folder).await.unwrap();
    let mut game = Game::new("one", "a", "b", 1);
    store.append(game.created(None)).await.unwrap();
    let mut acknowledged = 1;
    let (append, error) = loop {
        let append = game.moved(50);
        // The first refusal may be of the log beside the file, which is then emptied into the file.
        let mut stored = store.append(append.clone()).await;
        if stored.is_err() {
            stored = store.append(append.clone()).await;
        }
        match stored {
            Ok(()) => acknowledged += append.events.len(),
            Err(error) => break (append, error),
        }
        assert!(acknowledged < 100_000, "nothing limits us");
    };
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    assert!(store.append(append.clone()).await.is_err(), "it stays full");
    assert_eq!(store.load(&game.id()).await.unwrap().len(), acknowledged);
    let pid = std::process::id().to_string();
    let lifted = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status();
    assert!(lifted.expect("util-linux has prlimit").success());
    store.append(append).await.unwrap();
    assert_eq!(store.load(&game.id()).await.unwrap().len(), acknowledged + 50);
    check_integrity(&folder).await;
    store.close().await.unwrap();
}
