//! The one who writes to the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::sync::mpsc;

use super::rows::Bulk;
use super::{connect, people, sweep};
use crate::batch::{Commits, Failed, Job, Work};
use crate::cluster::Hint;
use crate::contract::StoreError;
use crate::walk::Walk;

/// How long a commit may take before nobody waits for it any more.
const LONGEST: Duration = Duration::from_secs(10);

pub(super) struct Writer {
    pub(super) options: PgConnectOptions,
    /// Absent after trouble, until it can be opened again.
    pub(super) connection: Option<PgConnection>,
    /// Which node we are; 0 while we are none.
    pub(super) node: Arc<AtomicI64>,
    /// Who tells others what was committed.
    pub(super) herald: mpsc::UnboundedSender<Vec<Hint>>,
    /// How far the guests were looked through for those who are to go.
    pub(super) guests: Walk,
}

/// Why a transaction did not come to its end.
enum Stopped {
    /// An append does not fit, or its game is another's.
    Conflict,
    /// Before its commit: nothing of it is stored.
    Before(sqlx::Error),
    /// At its commit.
    AtCommit(sqlx::Error),
    /// It takes too long.
    TooLong,
}

impl Writer {
    async fn attempt(&mut self, jobs: &[Job]) -> Result<Vec<u64>, Stopped> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect::writing_games(&self.options).await.map_err(Stopped::Before)?,
        };
        let node = Some(self.node.load(Ordering::Relaxed)).filter(|node| *node > 0);
        let written = transact(&mut connection, &mut self.guests, jobs, node);
        let written = tokio::time::timeout(LONGEST, written).await;
        let written = written.unwrap_or(Err(Stopped::TooLong));
        let is_sound = match &written {
            Ok(_) => true,
            // A connection that was left in the middle of something is closed by being dropped.
            Err(Stopped::TooLong) => false,
            Err(Stopped::Before(error) | Stopped::AtCommit(error)) if code(error).is_none() => {
                false
            }
            Err(_) => {
                let undone = sqlx::query("ROLLBACK").execute(&mut connection);
                matches!(tokio::time::timeout(LONGEST, undone).await, Ok(Ok(_)))
            }
        };
        if is_sound {
            self.connection = Some(connection);
        }
        written
    }

    fn tell(&self, jobs: &[Job]) {
        let mut grown = Vec::new();
        for job in jobs {
            if let Work::Append(appends) = &job.work {
                grown.extend(appends.iter().filter_map(|append| {
                    Some(Hint::Grown(append.game.clone(), append.events.last()?.version))
                }));
            }
        }
        if !grown.is_empty() {
            // Without a herald nobody listens.
            let _ = self.herald.send(grown);
        }
    }
}

impl Commits for Writer {
    async fn commit(&mut self, jobs: &[Job]) -> Result<Vec<u64>, Failed> {
        let was_open = self.connection.is_some();
        let mut written = self.attempt(jobs).await;
        // The connection was made before the database was last away: nothing was sent that could have been stored.
        if was_open && matches!(&written, Err(Stopped::Before(error)) if is_lost(error)) {
            written = self.attempt(jobs).await;
        }
        match written {
            Ok(counts) => {
                self.tell(jobs);
                Ok(counts)
            }
            Err(stopped) => Err(judge(stopped, jobs)),
        }
    }

    async fn close(&mut self) -> Result<(), StoreError> {
        if let Some(connection) = self.connection.take() {
            // It ends in any case.
            let _ = tokio::time::timeout(connect::PATIENCE, connection.close()).await;
        }
        Ok(())
    }
}

fn judge(stopped: Stopped, jobs: &[Job]) -> Failed {
    const TOO_LONG: &str = "the database takes too long";
    let conflict = || jobs.iter().find_map(Job::conflict);
    let error = match stopped {
        Stopped::Conflict => conflict(),
        Stopped::Before(ref error) | Stopped::AtCommit(ref error) if is_conflict(error) => {
            conflict()
        }
        _ => None,
    };
    if let Some(error) = error {
        return Failed { error, for_all: false };
    }
    match stopped {
        Stopped::Before(error) => {
            tracing::warn!(%error, "a commit failed");
            Failed { error: unavailable(&error), for_all: is_lost(&error) }
        }
        Stopped::AtCommit(error) if is_rolled_back(&error) => {
            tracing::warn!(%error, "a commit failed");
            Failed { error: unavailable(&error), for_all: false }
        }
        Stopped::AtCommit(error) => {
            tracing::warn!(%error, "a commit may have failed");
            let error = StoreError::Uncertain { detail: error.to_string() };
            Failed { error, for_all: true }
        }
        Stopped::Conflict | Stopped::TooLong => {
            tracing::warn!(TOO_LONG);
            let error = StoreError::Uncertain { detail: TOO_LONG.into() };
            Failed { error, for_all: true }
        }
    }
}

async fn transact(
    connection: &mut PgConnection,
    guests: &mut Walk,
    jobs: &[Job],
    node: Option<i64>,
) -> Result<Vec<u64>, Stopped> {
    sqlx::query("BEGIN").execute(&mut *connection).await.map_err(Stopped::Before)?;
    let mut appends = Vec::new();
    for job in jobs {
        if let Work::Append(some) = &job.work {
            appends.extend(some);
        }
    }
    if !appends.is_empty() {
        let bulk = Bulk::new(appends).ok_or(Stopped::Conflict)?;
        if !bulk.write(connection, node).await.map_err(Stopped::Before)? {
            return Err(Stopped::Conflict);
        }
    }
    let mut counts = Vec::with_capacity(jobs.len());
    for job in jobs {
        counts.push(single(connection, guests, &job.work).await.map_err(Stopped::Before)?);
    }
    sqlx::query("COMMIT").execute(connection).await.map_err(Stopped::AtCommit)?;
    Ok(counts)
}

/// Whatever is not an append.
async fn single(
    connection: &mut PgConnection,
    guests: &mut Walk,
    work: &Work,
) -> sqlx::Result<u64> {
    let query = match work {
        Work::People(changes) => return people::change(connection, changes).await,
        Work::Sweep(now) => return sweep::sweep(connection, guests, *now).await,
        Work::Alive(now) => sqlx::query(
            "INSERT INTO signs VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(now.0 as i64),
        // A database that only copies another one takes this, too: it says so itself.
        Work::Check => sqlx::query("SELECT 1 / (NOT pg_is_in_recovery())::int"),
        Work::Append(_) | Work::Checkpoint | Work::Close => return Ok(1),
    };
    Ok(query.execute(connection).await?.rows_affected())
}

pub(super) fn unavailable(error: &sqlx::Error) -> StoreError {
    StoreError::Unavailable { detail: error.to_string() }
}

/// What the database itself says is wrong, by its number; nothing if it could not be asked.
fn code(error: &sqlx::Error) -> Option<String> {
    Some(error.as_database_error()?.code()?.into_owned())
}

/// Whether a version exists, or a command has made its game already.
pub(super) fn is_conflict(error: &sqlx::Error) -> bool {
    const UNIQUE: &str = "23505";
    code(error).as_deref() == Some(UNIQUE)
}

/// Whether the transaction is known to have been undone: a constraint, or another transaction, was in its way.
fn is_rolled_back(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| code.starts_with("23") || code.starts_with("40"))
}

/// Whether the database could not be reached, is about to stop or to begin, or has given us up.
fn is_lost(error: &sqlx::Error) -> bool {
    const IDLE_IN_TRANSACTION: &str = "25P03";
    code(error).is_none_or(|code| {
        code.starts_with("57P") || code.starts_with("08") || code == IDLE_IN_TRANSACTION
    })
}
