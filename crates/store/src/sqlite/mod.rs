//! Games on a disk: one `SQLite` file in a folder of its own.
//!
//! All writing goes through one task, the [`writer`](writer::Writer), which joins what arrives at the same time into one commit. Reading has a
//! few connections of its own and never waits for a commit.

mod checkpoint;
pub(crate) mod folder;
mod health;
#[cfg(feature = "seeded-bugs")]
mod mistakes;
mod people;
mod rows;
mod sweep;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use quintet_rooms::{Event, GameId, GuestId, Time};
use sqlx::sqlite::SqliteRow;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions as _, Row as _, Sqlite};
use tokio::sync::Notify;

use crate::batch::{self, Intake, Work};
use crate::contract::{Pending, Store, StoreError};
use crate::packing;
use crate::people::People;
use crate::types::{Append, Filter, Page};
pub use folder::backup;
use health::Health;

/// How many connections read.
const READERS: u32 = 4;

/// Games on a disk.
pub struct SqliteStore {
    intake: Intake,
    readers: SqlitePool,
    health: Arc<Health>,
    /// Held as long as anybody may write.
    _lock: Arc<File>,
}

impl SqliteStore {
    /// Opens the store in a folder, makes it if there is none, and brings an older one up to date. Two cannot be open on one
    /// folder. It needs a Tokio runtime.
    pub async fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        let lock = Arc::new(folder::lock(folder).await?);
        let file = folder::file(folder);
        let connect = folder::writing(&file);
        let mut connection =
            connect.connect().await.map_err(|error| folder::opening(&file, &error))?;
        folder::migrate(&mut connection, folder).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(folder::reading(&file))
            .await
            .map_err(|error| folder::opening(&file, &error))?;
        let (intake, queue) = Intake::new();
        let checkpoint = Arc::new(Notify::new());
        tokio::spawn(checkpoint::run(
            connect.clone(),
            Arc::clone(&checkpoint),
            intake.0.downgrade(),
        ));
        let health = Arc::new(Health::default());
        let examined = Arc::clone(&health);
        tokio::spawn(async move { examined.examine(folder::reading(&file)).await });
        let writer =
            writer::Writer::new(connect, connection, checkpoint, health.clone(), lock.clone());
        tokio::spawn(batch::run(writer, queue));
        Ok(SqliteStore { intake, readers, health, _lock: lock })
    }
}

impl SqliteStore {
    /// The events of a game after a version that stand in rows of their own.
    async fn unpacked(
        &self,
        game: &GameId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Event>, StoreError> {
        let sql = "SELECT version, format, body FROM events WHERE game = ?1 AND version > ?2 ORDER BY version LIMIT ?3";
        let found = sqlx::query(sql)
            .bind(&game.0)
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .bind(i64::try_from(limit).unwrap_or(i64::MAX))
            .fetch_all(&self.readers)
            .await
            .map_err(|error| self.health.judge(&error))?;
        let version = |row: &SqliteRow| row.get::<i64, _>(0).unsigned_abs();
        found.iter().map(|row| packing::event(game, version(row), row.get(1), row.get(2))).collect()
    }

    async fn pack(&self, game: &GameId) -> Result<Option<Vec<u8>>, StoreError> {
        let query = sqlx::query_scalar("SELECT body FROM packs WHERE game = ?1").bind(&game.0);
        query.fetch_optional(&self.readers).await.map_err(|error| self.health.judge(&error))
    }

    async fn ids(&self, query: Ids<'_>) -> Result<Vec<GameId>, StoreError> {
        let ids = query.fetch_all(&self.readers).await;
        let ids = ids.map_err(|error| self.health.judge(&error))?;
        Ok(ids.into_iter().map(GameId).collect())
    }
}

type Ids<'q> = sqlx::query::QueryScalar<'q, sqlx::Sqlite, String, sqlx::sqlite::SqliteArguments>;

impl Store for SqliteStore {
    fn append_all(&self, appends: Vec<Append>) -> Pending<'_, ()> {
        #[cfg(feature = "seeded-bugs")]
        if let Some(mistaken) = mistakes::append(self, &appends) {
            return mistaken;
        }
        Box::pin(self.intake.write(Work::Append(appends)))
    }

    fn load_from(&self, game: &GameId, after: u64, limit: usize) -> Pending<'_, Vec<Event>> {
        let game = game.clone();
        Box::pin(async move {
            let events = self.unpacked(&game, after, limit).await?;
            if events.first().is_some_and(|first| first.version == after + 1) || limit == 0 {
                return Ok(events);
            }
            // What comes before was packed, if it is anywhere.
            let Some(packed) = self.pack(&game).await? else { return Ok(events) };
            let mut all = packing::events(&game, &packed, after, limit)?;
            all.extend(events.into_iter().take(limit - all.len()));
            Ok(all)
        })
    }

    fn made_by(&self, owner: &GuestId, op: &str) -> Pending<'_, Option<GameId>> {
        let (owner, op) = (owner.0.clone(), op.to_owned());
        Box::pin(async move {
            let id: Option<String> =
                sqlx::query_scalar("SELECT id FROM games WHERE owner = ?1 AND op = ?2")
                    .bind(owner)
                    .bind(op)
                    .fetch_optional(&self.readers)
                    .await
                    .map_err(|error| self.health.judge(&error))?;
            Ok(id.map(GameId))
        })
    }

    fn timed(&self) -> Pending<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql = "SELECT id FROM games WHERE status = 'open' OR (status = 'running' AND clock IS NOT NULL) \
                 ORDER BY created, id";
            self.ids(sqlx::query_scalar(sql)).await
        })
    }

    fn idle(&self, since_before: Time, limit: usize) -> Pending<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql = "SELECT id FROM games WHERE status = 'running' AND clock IS NULL AND idle_since < ?1 \
                 ORDER BY idle_since LIMIT ?2";
            let query = sqlx::query_scalar(sql).bind(since_before.0 as i64);
            self.ids(query.bind(i64::try_from(limit).unwrap_or(i64::MAX))).await
        })
    }

    fn sweep(&self, now: Time) -> Pending<'_, u64> {
        Box::pin(self.intake.count(Work::Sweep(now)))
    }

    fn list(&self, filter: Filter) -> Pending<'_, Page> {
        Box::pin(async move {
            // CROSS JOIN keeps the order.
            let found = crate::rows::listing::<Sqlite>(&filter, "CROSS JOIN")
                .build()
                .fetch_all(&self.readers)
                .await
                .map_err(|error| self.health.judge(&error))?;
            crate::rows::page(&found, filter.limit)
        })
    }

    fn people(&self) -> &dyn People {
        self
    }

    fn set_alive(&self, now: Time) -> Pending<'_, ()> {
        Box::pin(self.intake.write(Work::Alive(now)))
    }

    fn alive_at(&self) -> Pending<'_, Option<Time>> {
        Box::pin(async move {
            let value: Option<i64> =
                sqlx::query_scalar("SELECT value FROM signs WHERE name = 'alive'")
                    .fetch_optional(&self.readers)
                    .await
                    .map_err(|error| self.health.judge(&error))?;
            Ok(value.map(|value| Time(value.unsigned_abs())))
        })
    }

    fn check(&self) -> Pending<'_, ()> {
        Box::pin(self.intake.write(Work::Check))
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            let closed = self.intake.write(Work::Close).await;
            self.readers.close().await;
            closed
        })
    }
}
