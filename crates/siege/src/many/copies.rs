//! Copies of games in the file of a server that does not run: the same rows under other names.

use std::path::Path;
use std::time::Duration;

use anyhow::ensure;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::time::sleep;

use crate::report::progress;

/// So many games in one transaction.
const AT_ONCE: u64 = 50_000;

/// The rows that are copied, and the names of the copies to be made.
const PREPARE: [&str; 8] = [
    "CREATE TEMP TABLE old_games AS SELECT row_number() OVER (PARTITION BY status = 'running' ORDER BY id) - 1 AS number, * FROM games \
     WHERE status IN ('finished', 'running')",
    "CREATE INDEX temp.old_games_number ON old_games (status, number)",
    "CREATE INDEX temp.old_games_id ON old_games (id)",
    "CREATE TEMP TABLE old_people AS SELECT * FROM people",
    "CREATE INDEX temp.old_people_game ON old_people (game)",
    "CREATE TEMP TABLE old_events AS SELECT * FROM events",
    "CREATE INDEX temp.old_events_game ON old_events (game)",
    "CREATE TEMP TABLE fresh (number INTEGER PRIMARY KEY, id TEXT, old TEXT)",
];

const NAME: &str = "INSERT INTO fresh WITH RECURSIVE numbers (number) AS \
     (SELECT ?1 UNION ALL SELECT number + 1 FROM numbers WHERE number + 1 < ?2) \
     SELECT numbers.number, substr(lower(hex(randomblob(10))), 1, 20), old_games.id FROM numbers \
     JOIN old_games ON old_games.status = ?3 AND old_games.number = numbers.number % ?4";

/// Those that are over are a second apart, those that run a tenth of one.
const COPY: [&str; 4] = [
    "INSERT INTO games (id, game, variant, status, owner, seats, ply, result, clock, listed, created, updated, op, idle_since, version, packed) \
     SELECT fresh.id, game, variant, status, owner, seats, ply, result, clock, listed, created - fresh.number * ?1, updated - fresh.number * ?1, \
     NULL, idle_since, version, packed FROM fresh JOIN old_games ON old_games.id = fresh.old ORDER BY fresh.number",
    "INSERT INTO people SELECT guest, created - fresh.number * ?1, fresh.id FROM fresh JOIN old_people ON old_people.game = fresh.old",
    "INSERT INTO packs SELECT fresh.id, version, body FROM fresh JOIN packs ON packs.game = fresh.old WHERE ?1 > 0",
    "INSERT INTO events SELECT fresh.id, version, format, body FROM fresh JOIN old_events ON old_events.game = fresh.old WHERE ?1 > 0 \
     ORDER BY fresh.id, version",
];

/// Connects as soon as nobody else has the file open: a store that was closed lets go of it a moment later.
async fn alone(options: &SqliteConnectOptions) -> anyhow::Result<SqliteConnection> {
    for _ in 0..100 {
        if let Ok(connection) = options.connect().await {
            return Ok(connection);
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(options.connect().await?)
}

/// A file that is being filled.
pub(super) struct Copies(SqliteConnection);

impl Copies {
    /// Takes a file that nobody uses.
    pub(super) async fn open(file: &Path) -> anyhow::Result<Copies> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .foreign_keys(false)
            .journal_mode(SqliteJournalMode::Memory)
            .synchronous(SqliteSynchronous::Off)
            .pragma("cache_size", "-1000000")
            .disable_statement_logging();
        let mut connection = alone(&options).await?;
        for sql in PREPARE {
            sqlx::query(sql).execute(&mut connection).await?;
        }
        Ok(Copies(connection))
    }

    /// How much of the file is used.
    pub(super) async fn bytes(&mut self) -> anyhow::Result<u64> {
        let sql = "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()";
        let bytes: i64 = sqlx::query_scalar(sql).fetch_one(&mut self.0).await?;
        Ok(bytes.unsigned_abs())
    }

    pub(super) async fn make_finished(&mut self, count: u64) -> anyhow::Result<()> {
        self.make("finished", count, 1_000).await
    }

    pub(super) async fn make_running(&mut self, count: u64) -> anyhow::Result<()> {
        self.make("running", count, 100).await
    }

    async fn make(&mut self, status: &str, count: u64, apart: i64) -> anyhow::Result<()> {
        let sql = "SELECT count(*) FROM old_games WHERE status = ?1";
        let old: i64 = sqlx::query_scalar(sql).bind(status).fetch_one(&mut self.0).await?;
        ensure!(old > 0, "no game is {status}");
        for from in (0..count).step_by(AT_ONCE as usize) {
            let until = (from + AT_ONCE).min(count);
            sqlx::query("BEGIN").execute(&mut self.0).await?;
            sqlx::query("DELETE FROM fresh").execute(&mut self.0).await?;
            sqlx::query(NAME)
                .bind(from as i64)
                .bind(until as i64)
                .bind(status)
                .bind(old)
                .execute(&mut self.0)
                .await?;
            for sql in COPY {
                sqlx::query(sql).bind(apart).execute(&mut self.0).await?;
            }
            sqlx::query("COMMIT").execute(&mut self.0).await?;
            progress(&format!("{until} games are {status}"));
        }
        Ok(())
    }

    /// Some games that are over and some that run, by chance.
    pub(super) async fn some(
        &mut self,
        finished: u64,
        running: u64,
    ) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        let sql = "SELECT id FROM games WHERE status = ?1 ORDER BY random() LIMIT ?2";
        let mut found = Vec::new();
        for (status, count) in [("finished", finished), ("running", running)] {
            let query = sqlx::query_scalar(sql).bind(status).bind(count as i64);
            found.push(query.fetch_all(&mut self.0).await?);
        }
        let running = found.pop().unwrap_or_default();
        Ok((found.pop().unwrap_or_default(), running))
    }

    pub(super) async fn close(self) -> anyhow::Result<()> {
        Ok(self.0.close().await?)
    }
}
