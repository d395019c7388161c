//! What a store on a disk promises beyond the contract.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::path::Path;
use std::sync::Arc;

use quintet_rooms::Time;
use quintet_store::{SqliteStore, Store, StoreError, backup};
use sqlx::Connection as _;

use crate::games::{Game, check_integrity, fail_commits, guest};
use crate::people::session;

async fn open(folder: &Path) -> SqliteStore {
    SqliteStore::open(folder).await.unwrap()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[tokio::test]
async fn everything_is_there_after_a_restart() {
    let folder = folder();
    let mut game = Game::new("one", "a", "b", 1);
    let store = open(folder.path()).await;
    store.append(game.created(None)).await.unwrap();
    store.people().add_guest(guest("a"), session(7), Time(1)).await.unwrap();
    // Not closed: as if the process had ended.
    drop(store);
    let store = open(folder.path()).await;
    assert_eq!(store.load(&game.id()).await.unwrap().len(), 1);
    let known = store.people().known_by([7; 32], Time(2)).await.unwrap();
    assert_eq!(known.map(|known| known.guest), Some(guest("a")));
    store.append(game.moved(1)).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    // The connections of the store that was only dropped end in the background; the last of all tidies up.
    let begun = std::time::Instant::now();
    while folder.path().join("quintet.db-wal").exists() {
        assert!(begun.elapsed().as_secs() < 60, "a closed store is one file");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(open(folder.path()).await.load(&game.id()).await.unwrap().len(), 2);
}

#[tokio::test]
async fn two_cannot_use_one_folder() {
    let folder = folder();
    let _first = open(folder.path()).await;
    let Err(error) = SqliteStore::open(folder.path()).await else { panic!() };
    let expected = format!(
        "another server uses the folder {}; stop it first, or choose another folder",
        folder.path().display()
    );
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn a_newer_format_is_refused() {
    let folder = folder();
    open(folder.path()).await.close().await.unwrap();
    let url = format!("sqlite:{}", folder.path().join("quintet.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    let Err(error) = SqliteStore::open(folder.path()).await else { panic!() };
    let error = error.to_string();
    assert!(error.contains("were written by a newer Quintet: their format is 9999"), "{error}");
}

#[tokio::test]
async fn a_folder_that_cannot_be_used_is_named() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let Err(error) = SqliteStore::open(&file).await else { panic!() };
    let expected = format!("cannot make the folder {}: ", file.display());
    assert!(error.to_string().starts_with(&expected), "{error}");
    let other = folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("quintet.db"), "not a database, but long enough for one").unwrap();
    let Err(error) = SqliteStore::open(&other).await else { panic!() };
    assert!(error.to_string().contains("quintet.db"), "{error}");
}

#[tokio::test]
async fn a_commit_that_fails_is_not_acknowledged() {
    let folder = folder();
    let store = open(folder.path()).await;
    let (mut doomed, mut game) = (Game::new("doomed", "a", "b", 1), Game::new("one", "a", "b", 1));
    fail_commits(folder.path(), "doomed").await;
    let (doomed, created) =
        tokio::join!(store.append(doomed.created(None)), store.append(game.created(None)));
    assert!(matches!(doomed, Err(StoreError::Unavailable { .. })), "{doomed:?}");
    assert_eq!(created, Ok(()), "it shared the commit, and was stored alone");
    store.append(game.moved(1)).await.unwrap();
    assert_eq!(store.load(&game.id()).await.unwrap().len(), 2);
}

/// How many commits the log beside the file holds: the last page of each says how large the file is after it.
fn commits(folder: &Path) -> usize {
    const HEAD: usize = 32;
    const FRAME: usize = 24 + 4096;
    let log = std::fs::read(folder.join("quintet.db-wal")).unwrap();
    log[HEAD..].chunks_exact(FRAME).filter(|frame| frame[4..8] != [0; 4]).count()
}

#[tokio::test]
async fn those_that_come_together_share_a_commit() {
    let folder = folder();
    let store = Arc::new(open(folder.path()).await);
    let mut tasks = Vec::new();
    for number in 0..500 {
        let store = Arc::clone(&store);
        let append = Game::new(&format!("game {number}"), "a", "b", number).created(None);
        tasks.push(tokio::spawn(async move { store.append(append).await.unwrap() }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let commits = commits(folder.path());
    assert!(commits < 50, "{commits} commits");
}

#[tokio::test]
async fn the_log_beside_the_file_stays_small() {
    let folder = folder();
    let store = Arc::new(open(folder.path()).await);
    let mut largest = 0;
    let mut games: Vec<Game> =
        (0..100).map(|number| Game::new(&format!("game {number}"), "a", "b", number)).collect();
    for round in 0..200 {
        let mut tasks = Vec::new();
        for game in &mut games {
            let append = if round == 0 { game.created(None) } else { game.moved(1) };
            let store = Arc::clone(&store);
            tasks.push(tokio::spawn(async move { store.append(append).await.unwrap() }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        largest = largest.max(folder.path().join("quintet.db-wal").metadata().unwrap().len());
    }
    // 20,000 writes in all, which take some 150 MB; SQLite itself would copy them at 80 MB, within a commit.
    assert!(largest < 76 << 20, "{largest} bytes");
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn a_copy_made_while_games_go_on_is_whole() {
    let folder = folder();
    let store = Arc::new(open(folder.path()).await);
    let mut game = Game::new("one", "a", "b", 1);
    store.append(game.created(None)).await.unwrap();
    let writer = {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            for _ in 0..200 {
                store.append(game.moved(1)).await.unwrap();
            }
            game
        })
    };
    let copies = [folder.path().join("copy 1/quintet.db"), folder.path().join("copy 2/quintet.db")];
    for copy in &copies {
        std::fs::create_dir(copy.parent().unwrap()).unwrap();
    }
    backup(folder.path(), &copies[0]).await.unwrap();
    let game = writer.await.unwrap();
    backup(folder.path(), &copies[1]).await.unwrap();
    let exists = backup(folder.path(), &copies[1]).await.unwrap_err().to_string();
    assert!(exists.ends_with("it exists already"), "{exists}");
    let mut lengths = Vec::new();
    for copy in &copies {
        let restored = open(copy.parent().unwrap()).await;
        check_integrity(copy.parent().unwrap()).await;
        let events = restored.load(&game.id()).await.unwrap();
        assert!(events.iter().zip(1..).all(|(event, version)| event.version == version));
        lengths.push(events.len());
    }
    assert!(lengths[0] >= 1 && lengths[0] <= 201 && lengths[1] == 201, "{lengths:?}");
}

#[tokio::test]
async fn a_folder_without_games_has_no_copy() {
    let folder = folder();
    let error = backup(folder.path(), &folder.path().join("copy")).await.unwrap_err().to_string();
    assert_eq!(error, format!("there are no games in {}", folder.path().display()));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Overwrites a page of the table of events.
async fn damage(folder: &Path) {
    let file = folder.join("quintet.db");
    let url = format!("sqlite:{}", file.display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let page: i64 = sqlx::query_scalar("SELECT rootpage FROM sqlite_schema WHERE name = 'events'")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let start = (page as usize - 1) * 4096;
    bytes[start..start + 4096].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
}

#[tokio::test]
async fn a_damaged_file_is_noticed_and_not_written_to() {
    let folder = folder();
    let store = open(folder.path()).await;
    let mut game = Game::new("one", "a", "b", 1);
    store.append(game.created(None)).await.unwrap();
    store.append(game.moved(100)).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    damage(folder.path()).await;
    let store = open(folder.path()).await;
    // The examination goes on in the background; the first check that follows it says so.
    let begun = std::time::Instant::now();
    let error = loop {
        match store.check().await {
            Err(error) => break error,
            Ok(()) => assert!(begun.elapsed().as_secs() < 60, "it is never noticed"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    };
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let refused = store.append(Game::new("two", "a", "b", 1).created(None)).await;
    assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{refused:?}");
}

#[tokio::test]
async fn files_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let data = folder.path().join("data");
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    drop(open(&data).await);
    // As earlier versions left it.
    let file = data.join("quintet.db");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let store = open(&data).await;
    store.check().await.unwrap();
    let copy = folder.path().join("copy.db");
    backup(&data, &copy).await.unwrap();
    let mut seen = vec![copy];
    seen.extend(std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()));
    assert!(seen.len() >= 4, "{seen:?}");
    for path in seen {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    store.close().await.unwrap();
}
