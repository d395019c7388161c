//! The one who writes to the file.

use std::fs::File;
use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::Notify;

use super::health::Health;
use super::rows::{self, Bulk};
use super::sweep::{self, Walks};
use super::{checkpoint, people};
use crate::batch::{Commits, Failed, Job, Work};
use crate::contract::StoreError;

pub(super) struct Writer {
    options: SqliteConnectOptions,
    /// Absent after trouble, until it can be opened again.
    connection: Option<SqliteConnection>,
    /// Rung when a checkpoint is wanted, and at the end.
    checkpoint: Arc<Notify>,
    /// Writes since the last one was wanted.
    since_checkpoint: u64,
    health: Arc<Health>,
    walks: Walks,
    _lock: Arc<File>,
}

impl Writer {
    pub(super) fn new(
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        checkpoint: Arc<Notify>,
        health: Arc<Health>,
        lock: Arc<File>,
    ) -> Writer {
        Writer {
            options,
            connection: Some(connection),
            checkpoint,
            since_checkpoint: 0,
            health,
            walks: Walks::default(),
            _lock: lock,
        }
    }

    async fn commit_all(&mut self, jobs: &[Job]) -> Result<Vec<u64>, StoreError> {
        self.health.check()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await.map_err(|error| unavailable(&error))?,
        };
        let written = transact(&mut connection, &mut self.walks, jobs).await;
        let error = match written {
            Ok(counts) => {
                self.connection = Some(connection);
                self.count_commit(jobs.len());
                return Ok(counts);
            }
            Err(error) => error,
        };
        tracing::warn!(%error, "a commit failed");
        let conflict = conflict(&error, jobs);
        let rolled_back = match sqlx::query("ROLLBACK").execute(&mut connection).await {
            Ok(_) => true,
            // SQLite rolls back by itself after some errors and then says that there is nothing to roll back.
            Err(error) => code(&error) == Some(1),
        };
        if rolled_back && (conflict.is_some() || !is_broken(&error)) {
            self.connection = Some(connection);
        } else {
            let _ = connection.close().await;
        }
        match conflict {
            _ if !rolled_back => Err(StoreError::Uncertain { detail: error.to_string() }),
            Some(conflict) => Err(conflict),
            None => Err(self.health.judge(&error)),
        }
    }

    fn count_commit(&mut self, jobs: usize) {
        self.since_checkpoint += jobs as u64;
        if self.since_checkpoint >= checkpoint::AFTER {
            self.since_checkpoint = 0;
            self.checkpoint.notify_one();
        }
    }
}

impl Commits for Writer {
    async fn commit(&mut self, jobs: &[Job]) -> Result<Vec<u64>, Failed> {
        self.commit_all(jobs).await.map_err(|error| Failed { for_all: is_for_all(&error), error })
    }

    async fn checkpoint(&mut self) {
        if let Some(connection) = &mut self.connection
            && let Err(error) = checkpoint::copy(connection).await
        {
            tracing::warn!(%error, "a checkpoint failed");
        }
    }

    async fn close(&mut self) -> Result<(), StoreError> {
        let Some(mut connection) = self.connection.take() else { return Ok(()) };
        let checkpoint =
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
        connection.close().await.map_err(|error| unavailable(&error))?;
        checkpoint.map_err(|error| unavailable(&error))?;
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.checkpoint.notify_one();
    }
}

/// Whether it makes no sense to try one by one.
fn is_for_all(error: &StoreError) -> bool {
    matches!(error, StoreError::Uncertain { .. } | StoreError::Damaged { .. })
}

async fn transact(
    connection: &mut SqliteConnection,
    walks: &mut Walks,
    jobs: &[Job],
) -> sqlx::Result<Vec<u64>> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    if let Some(bulk) = bulk(jobs) {
        append(connection, bulk).await?;
    }
    let mut counts = Vec::with_capacity(jobs.len());
    for job in jobs {
        counts.push(single(connection, walks, &job.work).await?);
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(counts)
}

fn bulk(jobs: &[Job]) -> Option<Bulk> {
    let mut appends = Vec::new();
    for job in jobs {
        if let Work::Append(some) = &job.work {
            appends.extend(some);
        }
    }
    (!appends.is_empty()).then(|| Bulk::new(&appends))
}

async fn append(connection: &mut SqliteConnection, bulk: Bulk) -> sqlx::Result<()> {
    sqlx::query(rows::WRITE_SUMMARIES).bind(bulk.summaries).execute(&mut *connection).await?;
    if let Some(people) = bulk.people {
        sqlx::query(rows::WRITE_PEOPLE).bind(people).execute(&mut *connection).await?;
    }
    sqlx::query(rows::WRITE_EVENTS).bind(bulk.events).execute(&mut *connection).await?;
    Ok(())
}

/// Whatever is not an append.
async fn single(
    connection: &mut SqliteConnection,
    walks: &mut Walks,
    work: &Work,
) -> sqlx::Result<u64> {
    let query = match work {
        Work::People(changes) => return people::change(connection, changes).await,
        Work::Sweep(now) => return sweep::sweep(connection, walks, *now).await,
        Work::Alive(now) => sqlx::query(
            "INSERT INTO signs VALUES ('alive', ?1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(now.0 as i64),
        Work::Check => sqlx::query(
            "INSERT INTO signs VALUES ('check', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
        ),
        Work::Append(_) | Work::Checkpoint | Work::Close => return Ok(1),
    };
    Ok(query.execute(connection).await?.rows_affected())
}

fn unavailable(error: &sqlx::Error) -> StoreError {
    StoreError::Unavailable { detail: error.to_string() }
}

/// `SQLite`'s extended result code.
fn code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

/// A version that exists, a command that has made its game already, or the trigger against gaps.
fn conflict(error: &sqlx::Error, jobs: &[Job]) -> Option<StoreError> {
    const PRIMARY_KEY: i32 = 1555;
    const UNIQUE: i32 = 2067;
    const TRIGGER: i32 = 1811;
    if !matches!(code(error)?, PRIMARY_KEY | UNIQUE | TRIGGER) {
        return None;
    }
    jobs.iter().find_map(Job::conflict)
}

/// Whether the connection should be opened anew: the file may have been on a disk that came back.
fn is_broken(error: &sqlx::Error) -> bool {
    const FULL: i32 = 13;
    const BUSY: i32 = 5;
    code(error).is_none_or(|code| !matches!(code & 0xff, FULL | BUSY))
}

#[cfg(test)]
mod tests;
