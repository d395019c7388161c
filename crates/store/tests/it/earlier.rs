//! What servers of earlier versions left behind, folders and databases: every game is the fold of its events, as it was told then.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::fs;
use std::path::{Path, PathBuf};

use quintet_catalog::standard;
use quintet_rooms::{GameId, Room, Seat, Time};
use quintet_store::{Filter, SqliteStore, Store};
use serde_json::{Value, json};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, SqlSafeStr as _};

use crate::games::check_integrity;

const EARLIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/earlier");
/// The schemas of folders, one after the other.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");

#[tokio::test]
async fn every_game_is_what_its_server_told() {
    let mut servers = 0;
    for commit in fs::read_dir(EARLIER).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(told) = fs::read(commit.join("servers.json")) else { continue };
        let told: Value = serde_json::from_slice(&told).unwrap();
        for (name, expected) in told.as_object().unwrap() {
            for schema in 1..schemas(FOLDER).len() {
                check(&commit.join(name), &expected["games"], schema).await;
            }
            servers += 1;
        }
    }
    assert!(servers > 1);
}

/// The first so many of the schemas in a folder, as the store lists them.
fn earlier(folder: &str, count: usize) -> Migrator {
    let migrations = (1..).zip(schemas(folder)).take(count).map(|(version, file)| {
        let sql = AssertSqlSafe(fs::read_to_string(&file).unwrap()).into_sql_str();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

fn schemas(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension() == Some("sql".as_ref())).collect();
    files.sort();
    files
}

/// Brings the file to a later schema as the programs did that had it, and adds what they added.
async fn as_later(folder: &Path, schema: usize) {
    let options = SqliteConnectOptions::new().filename(folder.join("quintet.db"));
    let mut connection = options.connect().await.unwrap();
    earlier(FOLDER, schema).run(&mut connection).await.unwrap();
    if schema > 1 {
        let sql = "INSERT INTO guests (id, name, created, seen) VALUES ('ann', 'Ann', 5, 6); \
             INSERT INTO sessions VALUES ('s', 'ann', 'here', x'0707070707070707070707070707070707070707070707070707070707070707', NULL, 5, 6, NULL, NULL)";
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

/// A copy of a folder, at a schema between that of its server and ours, is opened.
async fn check(data: &Path, expected: &Value, schema: usize) {
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(data).unwrap().map(Result::unwrap) {
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    as_later(folder.path(), schema).await;
    let store = SqliteStore::open(folder.path()).await.unwrap();
    let ann = store.people().known_by([7; 32], Time(7)).await.unwrap();
    let ann = ann.map(|known| known.guest.name);
    assert_eq!(ann.as_deref(), (schema > 1).then_some("Ann"));
    check_integrity(folder.path()).await;
    let games = expected.as_object().unwrap();
    let long_after = Time(4_000_000_000_000);
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

#[cfg(feature = "scratch")]
mod databases {
    use quintet_store::{PostgresStore, Scratch};
    use sqlx::{PgConnection, Row as _};

    use super::*;
    use crate::games::{Game, guest};
    use crate::people::session;

    /// The schemas of databases, one after the other.
    const DATABASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/postgres");

    /// A database with all kinds of rows: two games, one of them over and packed.
    async fn filled(url: &str) -> PostgresStore {
        let store = PostgresStore::open(url, None).await.unwrap();
        store.people().add_guest(guest("a"), session(7), Time(1)).await.unwrap();
        let [mut over, mut going] =
            [("over", 1), ("going", 2)].map(|(id, seed)| Game::new(id, "a", "b", seed));
        store.append(over.created(Some("op"))).await.unwrap();
        store.append(going.created(None)).await.unwrap();
        over.summary.status = quintet_rooms::Status::Finished;
        store.append(over.moved(20)).await.unwrap();
        store.append(going.moved(3)).await.unwrap();
        store.sweep(Time(4_000_000)).await.unwrap();
        store.set_alive(Time(123)).await.unwrap();
        store
    }

    /// Carries every row over into the tables and columns that there were.
    async fn carry(from: &str, to: &str) -> usize {
        let [mut from, mut to] =
            [PgConnection::connect(from).await.unwrap(), PgConnection::connect(to).await.unwrap()];
        let sql = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_sqlx_migrations'";
        let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut to).await.unwrap();
        sqlx::raw_sql("SET session_replication_role = replica").execute(&mut to).await.unwrap();
        let mut carried = 0;
        for table in tables {
            let sql =
                AssertSqlSafe(format!("SELECT to_jsonb(one)::text AS row FROM {table} AS one"));
            for row in sqlx::query(sql).fetch_all(&mut from).await.unwrap() {
                let sql = AssertSqlSafe(format!(
                    "INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::{table}, $1::jsonb)"
                ));
                let query = sqlx::query(sql).bind(row.get::<String, _>("row"));
                query.execute(&mut to).await.unwrap();
                carried += 1;
            }
        }
        carried
    }

    #[tokio::test]
    async fn a_database_of_any_earlier_schema_is_brought_up_to_date_with_all_that_is_in_it() {
        let scratch = Scratch::shared();
        let now = scratch.database().await;
        let told = filled(&now).await;
        let everything = Filter { limit: 9, ..Filter::default() };
        let games = told.list(everything.clone()).await.unwrap();
        for schema in 1..schemas(DATABASE).len() {
            let url = scratch.database().await;
            let mut connection = PgConnection::connect(&url).await.unwrap();
            earlier(DATABASE, schema).run(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            assert!(carry(&now, &url).await > 8);
            let store = PostgresStore::open(&url, None).await.unwrap();
            assert_eq!(store.list(everything.clone()).await.unwrap(), games, "schema {schema}");
            for game in &games.games {
                let events = store.load(&game.id).await.unwrap();
                assert_eq!(Ok(&events), told.load(&game.id).await.as_ref(), "schema {schema}");
                assert!(!events.is_empty());
            }
            assert_eq!(store.alive_at().await, Ok(Some(Time(123))));
            assert!(store.people().known_by([7; 32], Time(2)).await.unwrap().is_some());
            let mut going = Game::new("new", "a", "b", 3);
            store.append(going.created(None)).await.unwrap();
            store.close().await.unwrap();
            // The schema is the present one, and remembered as such.
            PostgresStore::open(&url, None).await.unwrap().close().await.unwrap();
        }
    }
}
