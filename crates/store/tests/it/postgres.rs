//! What a store in a database promises beyond the contract.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::sync::Arc;

use quintet_rooms::Time;
use quintet_store::{
    Filter, Place, PostgresStore, Scratch, SqliteStore, Store, StoreError, move_data,
};
use sqlx::Connection as _;

use crate::games::{Game, guest};
use crate::people::session;

async fn open(url: &str) -> PostgresStore {
    PostgresStore::open(url, None).await.unwrap()
}

async fn run(url: &str, sql: &'static str) {
    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn count(url: &str, sql: &'static str) -> i64 {
    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
    sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
}

#[tokio::test]
async fn everything_is_there_for_whoever_opens_it_next() {
    let url = Scratch::shared().database().await;
    let mut game = Game::new("one", "a", "b", 1);
    let store = open(&url).await;
    store.append(game.created(None)).await.unwrap();
    store.people().add_guest(guest("a"), session(7), Time(1)).await.unwrap();
    let other = open(&url).await;
    assert_eq!(other.load(&game.id()).await.unwrap().len(), 1);
    assert!(other.people().known_by([7; 32], Time(2)).await.unwrap().is_some());
    other.append(game.moved(1)).await.unwrap();
    assert_eq!(store.load(&game.id()).await.unwrap().len(), 2);
}

#[tokio::test]
async fn who_does_not_own_a_game_any_more_writes_nothing() {
    let url = Scratch::shared().database().await;
    let store = open(&url).await;
    let mut game = Game::new("one", "a", "b", 1);
    store.append(game.created(None)).await.unwrap();
    run(&url, "UPDATE games SET epoch = 1").await;
    let mut stale = game.moved(1);
    let refused = store.append(stale.clone()).await;
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
    assert_eq!(store.load(&game.id()).await.unwrap().len(), 1);
    assert_eq!(store.list(Filter { limit: 9, ..Filter::default() }).await.unwrap().games[0].ply, 0);
    stale.epoch = 1;
    store.append(stale).await.unwrap();
    assert_eq!(store.load(&game.id()).await.unwrap().len(), 2);
}

#[tokio::test]
async fn what_is_not_its_own_costs_nobody_else_the_commit() {
    let url = Scratch::shared().database().await;
    let store = Arc::new(open(&url).await);
    let mut games: Vec<Game> =
        (0..200).map(|number| Game::new(&format!("game {number}"), "a", "b", number)).collect();
    for game in &mut games {
        store.append(game.created(None)).await.unwrap();
    }
    run(&url, "UPDATE games SET epoch = 7 WHERE id = 'game 77'").await;
    let mut tasks = Vec::new();
    for game in &mut games {
        let (store, append) = (Arc::clone(&store), game.moved(1));
        tasks.push(tokio::spawn(async move { store.append(append).await }));
    }
    for (number, task) in tasks.into_iter().enumerate() {
        assert_eq!(task.await.unwrap().is_err(), number == 77, "{number}");
    }
    assert_eq!(count(&url, "SELECT count(*) FROM events").await, 399);
}

#[tokio::test]
async fn those_that_come_together_share_a_commit() {
    let url = Scratch::shared().database().await;
    let store = Arc::new(open(&url).await);
    let mut tasks = Vec::new();
    for number in 0..500 {
        let store = Arc::clone(&store);
        let append = Game::new(&format!("game {number}"), "a", "b", number).created(None);
        tasks.push(tokio::spawn(async move { store.append(append).await.unwrap() }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    // Rows that one transaction made carry its number.
    let commits = count(&url, "SELECT count(DISTINCT xmin::text) FROM events").await;
    assert!(commits < 50, "{commits} commits");
}

#[tokio::test]
async fn a_newer_schema_is_refused_unless_it_only_adds() {
    let url = Scratch::shared().database().await;
    open(&url).await.close().await.unwrap();
    run(
        &url,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9998, 'expand later', true, '\\x00', 0)",
    )
    .await;
    open(&url).await.close().await.unwrap();
    run(
        &url,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'contract later', true, '\\x00', 0)",
    )
    .await;
    let Err(error) = PostgresStore::open(&url, None).await else { panic!() };
    let error = error.to_string();
    assert!(error.contains("were written by a newer Quintet: their schema is 9999"), "{error}");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_named_without_its_password() {
    let url = "postgres://somebody:secret@127.0.0.1:1/games";
    let Err(error) = PostgresStore::open(url, None).await else { panic!() };
    let error = error.to_string();
    assert!(error.starts_with("cannot use the database games at 127.0.0.1:1: "), "{error}");
    assert!(!error.contains("secret"), "{error}");
    let Err(error) = PostgresStore::open("postgres://a:secret@host:port/", None).await else {
        panic!()
    };
    assert!(!error.to_string().contains("secret"), "{error}");
}

#[tokio::test]
async fn while_the_database_is_away_nothing_is_acknowledged_and_it_goes_on_by_itself() {
    // One of its own: it stops under nobody else.
    let server = Scratch::start();
    let url = server.database().await;
    let store = open(&url).await;
    let mut game = Game::new("one", "a", "b", 1);
    store.append(game.created(None)).await.unwrap();
    for stop in [Scratch::stop, Scratch::crash] {
        stop(&server);
        let lost = game.moved(1);
        let refused = store.append(lost.clone()).await;
        assert!(
            matches!(refused, Err(StoreError::Unavailable { .. } | StoreError::Uncertain { .. })),
            "{refused:?}"
        );
        assert!(store.check().await.is_err());
        assert!(store.load(&game.id()).await.is_err());
        server.go_on();
        store.append(lost).await.unwrap();
        store.check().await.unwrap();
    }
    assert_eq!(store.load(&game.id()).await.unwrap().len(), 3);
}

/// A folder with games in all states: some packed, some with texts that not every database takes.
async fn filled(folder: &std::path::Path) {
    let store = SqliteStore::open(folder).await.unwrap();
    for (number, name) in (1..).zip(["a", "b", "nul \0 in it"]) {
        store.people().add_guest(guest(name), session(number), Time(1)).await.unwrap();
    }
    for number in 0..30 {
        let mut game = Game::new(&format!("Game {number}"), "a", "b", number);
        store.append(game.created(Some(&format!("op \0 {number}")))).await.unwrap();
        if number % 2 == 0 {
            game.summary.status = quintet_rooms::Status::Finished;
        }
        store.append(game.moved(40)).await.unwrap();
    }
    store.sweep(Time(4_000_000)).await.unwrap();
    let mut late = Game::new("late", "a", "b", 99);
    store.append(late.created(None)).await.unwrap();
    store.set_alive(Time(123)).await.unwrap();
    store.close().await.unwrap();
}

#[tokio::test]
async fn games_are_carried_into_a_database_and_back() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [from, back] = folders.each_ref().map(tempfile::TempDir::path);
    filled(from).await;
    let url = Scratch::shared().database().await;
    let there = move_data(Place::Folder(from), Place::Database(&url, None)).await.unwrap();
    let rows: Vec<u64> = there.rows.iter().map(|(_, count)| *count).collect();
    assert_eq!(rows, [31, 15, 15 * 41 + 1, 62, 3, 3, 0, 1]);
    let again = move_data(Place::Folder(from), Place::Database(&url, None)).await;
    assert!(again.unwrap_err().to_string().contains("expected an empty database"));
    let home = move_data(Place::Database(&url, None), Place::Folder(back)).await.unwrap();
    assert_eq!(there, home);
    let (old, middle, new) = (
        SqliteStore::open(from).await.unwrap(),
        open(&url).await,
        SqliteStore::open(back).await.unwrap(),
    );
    let everything = Filter { limit: 100, ..Filter::default() };
    let games = old.list(everything.clone()).await.unwrap();
    assert_eq!(games.games.len(), 31);
    for store in [&middle as &dyn Store, &new] {
        assert_eq!(store.list(everything.clone()).await.unwrap(), games);
        for game in &games.games {
            assert_eq!(store.load(&game.id).await, old.load(&game.id).await, "{}", game.id);
        }
        assert!(store.people().known_by([2; 32], Time(5)).await.unwrap().is_some());
        assert_eq!(store.alive_at().await, Ok(Some(Time(123))));
    }
}
