//! Connections to a database that are forgotten on their way: nothing passes any more, and neither end is told.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet_rooms::Time;
use quintet_store::{PostgresStore, Scratch, Store};
use sqlx::{Connection as _, PgConnection};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

use crate::games::Game;

/// Far longer than anything takes; a test that waits in vain should end.
const IN_VAIN: Duration = Duration::from_mins(1);

/// A way to a database that forgets.
pub(crate) struct Way {
    pub(crate) url: String,
    forgotten: watch::Sender<()>,
}

impl Way {
    pub(crate) async fn to(server: &Scratch, url: &str) -> Way {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let name = url.strip_prefix("postgres:///").unwrap().split('?').next().unwrap();
        let url = format!("postgres://postgres@{}/{name}", listener.local_addr().unwrap());
        let (forgotten, seen) = watch::channel(());
        let socket = server.socket();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let mut seen = seen.clone();
                seen.mark_unchanged();
                tokio::spawn(pass(near, socket.clone(), seen));
            }
        });
        Way { url, forgotten }
    }

    /// Whoever is connected hears nothing from now on; who comes later does.
    pub(crate) fn forget(&self) {
        self.forgotten.send_replace(());
    }
}

async fn pass(mut near: TcpStream, socket: PathBuf, mut forgotten: watch::Receiver<()>) {
    let mut far = UnixStream::connect(socket).await.unwrap();
    tokio::select! {
        _ = copy_bidirectional(&mut near, &mut far) => {}
        // Both ends stay open.
        _ = forgotten.changed() => std::future::pending().await,
    }
}

/// Holds everything up that has to do with events, until it is dropped.
async fn lock_events(url: &str) -> PgConnection {
    let mut lock = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE events").execute(&mut lock).await.unwrap();
    lock
}

/// Waits until so many wait for the lock.
async fn until_waiting(lock: &mut PgConnection, number: i64) {
    let sql = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass";
    let begun = Instant::now();
    while sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut *lock).await.unwrap() < number {
        assert!(begun.elapsed() < IN_VAIN, "they do not come");
    }
}

#[tokio::test]
async fn signs_of_life_go_on_over_a_new_connection() {
    let server = Scratch::shared();
    let way = Way::to(server, &server.database().await).await;
    let store = PostgresStore::open(&way.url, None).await.unwrap();
    let cluster = store.cluster().unwrap();
    cluster.join("nowhere".into()).await.unwrap();
    cluster.beat(Time(0)).await.unwrap();
    way.forget();
    assert!(cluster.beat(Time(0)).await.is_err(), "nothing passes");
    assert!(cluster.beat(Time(0)).await.unwrap().lapsed, "it was away for longer than its lease");
}

#[tokio::test]
async fn readers_that_were_forgotten_in_the_middle_keep_no_place() {
    let server = Scratch::shared();
    let url = server.database().await;
    let way = Way::to(server, &url).await;
    let store = Arc::new(PostgresStore::open(&way.url, None).await.unwrap());
    let mut game = Game::new("one", "a", "b", 1);
    store.append(game.created(None)).await.unwrap();
    let mut lock = lock_events(&url).await;
    // As many as it has connections.
    let reads: Vec<_> = (0..8)
        .map(|_| {
            let (store, game) = (Arc::clone(&store), game.id());
            tokio::spawn(async move { store.load(&game).await.is_ok() })
        })
        .collect();
    until_waiting(&mut lock, 8).await;
    way.forget();
    drop(lock);
    for read in reads {
        assert!(!read.await.unwrap(), "nothing passes");
    }
    let begun = Instant::now();
    while let Err(error) = store.load(&game.id()).await {
        assert!(begun.elapsed() < IN_VAIN, "nothing can be read: {error}");
    }
}

#[tokio::test]
async fn a_writer_that_was_forgotten_in_the_middle_keeps_no_game() {
    let server = Scratch::shared();
    let url = server.database().await;
    let way = Way::to(server, &url).await;
    let lost = PostgresStore::open(&way.url, None).await.unwrap();
    let mut game = Game::new("one", "a", "b", 1);
    lost.append(game.created(None)).await.unwrap();
    let append = game.moved(1);
    let mut lock = lock_events(&url).await;
    let written = tokio::spawn({
        let append = append.clone();
        async move { lost.append(append).await }
    });
    until_waiting(&mut lock, 1).await;
    // It has written, is never told so, and never commits.
    way.forget();
    drop(lock);
    let store = PostgresStore::open(&url, None).await.unwrap();
    let begun = Instant::now();
    while let Err(error) = store.append(append.clone()).await {
        assert!(begun.elapsed() < IN_VAIN, "the game stays locked: {error}");
    }
    assert_eq!(store.load(&game.id()).await.unwrap().len(), 2);
    assert!(written.await.unwrap().is_err(), "nobody told it");
}
