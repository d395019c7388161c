//! Games on a disk: one `SQLite` file in a folder of its own.
//!
//! All writing goes through one task, the [`writer`], which joins what arrives at the same time into one commit. Reading has a
//! few connections of its own and never waits for a commit.

mod checkpoint;
mod folder;
#[cfg(feature = "seeded-bugs")]
mod mistakes;
mod rows;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use quintet_rooms::{Event, GameId, Guest, GuestId, Time};
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions as _, Row as _};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::contract::{Pending, Store, StoreError};
use crate::types::{Append, Filter, Page, TokenHash};
pub use folder::backup;
use writer::{Job, Work};

/// How many writes may wait. Rooms write one thing at a time each, so this many rooms would have to be busy.
const QUEUE: usize = 16_384;

/// How many connections read.
const READERS: u32 = 4;

/// Games on a disk.
pub struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
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
        let (jobs, queue) = mpsc::channel(QUEUE);
        let checkpoint = Arc::new(Notify::new());
        tokio::spawn(checkpoint::run(connect.clone(), Arc::clone(&checkpoint), jobs.downgrade()));
        let writer = writer::Writer::new(connect, connection, checkpoint, lock.clone());
        tokio::spawn(writer::run(writer, queue));
        Ok(SqliteStore { jobs, readers, _lock: lock })
    }

    async fn write(&self, work: Work) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let closed = || StoreError::Unavailable { detail: "it was closed".into() };
        self.jobs.send(Job { work, reply }).await.map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| {
            Err(StoreError::Uncertain { detail: "the writer ended before it answered".into() })
        })
    }
}

impl Store for SqliteStore {
    fn append(&self, append: Append) -> Pending<'_, ()> {
        #[cfg(feature = "seeded-bugs")]
        if let Some(mistaken) = mistakes::append(self, &append) {
            return mistaken;
        }
        Box::pin(self.write(Work::Append(append)))
    }

    fn load(&self, game: &GameId) -> Pending<'_, Vec<Event>> {
        let game = game.clone();
        Box::pin(async move {
            let bodies: Vec<String> =
                sqlx::query_scalar("SELECT body FROM events WHERE game = ?1 ORDER BY version")
                    .bind(&game.0)
                    .fetch_all(&self.readers)
                    .await
                    .map_err(|error| rows::reading(&error))?;
            bodies.iter().map(|body| rows::event(&game, body)).collect()
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
                    .map_err(|error| rows::reading(&error))?;
            Ok(id.map(GameId))
        })
    }

    fn live(&self) -> Pending<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql =
                "SELECT id FROM games WHERE status IN ('open', 'running') ORDER BY created, id";
            let ids: Vec<String> = sqlx::query_scalar(sql)
                .fetch_all(&self.readers)
                .await
                .map_err(|error| rows::reading(&error))?;
            Ok(ids.into_iter().map(GameId).collect())
        })
    }

    fn list(&self, filter: Filter) -> Pending<'_, Page> {
        Box::pin(async move {
            let found = rows::listing(&filter)
                .build()
                .fetch_all(&self.readers)
                .await
                .map_err(|error| rows::reading(&error))?;
            rows::page(&found, filter.limit)
        })
    }

    fn add_guest(&self, guest: Guest, token: TokenHash, now: Time) -> Pending<'_, ()> {
        Box::pin(self.write(Work::AddGuest { guest, token, now }))
    }

    fn guest_by_token(&self, token: TokenHash) -> Pending<'_, Option<Guest>> {
        Box::pin(async move {
            let sql = "SELECT guests.id, guests.name FROM tokens JOIN guests ON guests.id = tokens.guest \
                 WHERE tokens.hash = ?1 AND tokens.kind = 'guest'";
            let found = sqlx::query(sql)
                .bind(token.as_slice())
                .fetch_optional(&self.readers)
                .await
                .map_err(|error| rows::reading(&error))?;
            Ok(found.map(|row| Guest { id: GuestId(row.get(0)), name: row.get(1) }))
        })
    }

    fn rename_guest(&self, guest: &GuestId, name: String) -> Pending<'_, ()> {
        Box::pin(self.write(Work::RenameGuest { guest: guest.clone(), name }))
    }

    fn set_alive(&self, now: Time) -> Pending<'_, ()> {
        Box::pin(self.write(Work::Alive(now)))
    }

    fn alive_at(&self) -> Pending<'_, Option<Time>> {
        Box::pin(async move {
            let value: Option<i64> =
                sqlx::query_scalar("SELECT value FROM signs WHERE name = 'alive'")
                    .fetch_optional(&self.readers)
                    .await
                    .map_err(|error| rows::reading(&error))?;
            Ok(value.map(|value| Time(value.unsigned_abs())))
        })
    }

    fn check(&self) -> Pending<'_, ()> {
        Box::pin(self.write(Work::Check))
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            let closed = self.write(Work::Close).await;
            self.readers.close().await;
            closed
        })
    }
}
