//! Checkpoints: what was committed to the log beside the file is copied into the file, and the log begins anew.
//!
//! `SQLite` would do it within a commit, which then takes far longer than the others; under load that was every third of a second.
//! Here a connection of its own copies nearly all of it while commits go on, and the writer copies the little that came
//! meanwhile, since a log begins anew only when all of it was copied.

use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::batch::{Job, Work};

/// A checkpoint is made after so many writes. Each takes two or three pages of the log. While the file is being written, commits take
/// longer: at a thousand writes a second less than one in a hundred must be among them.
pub(super) const AFTER: u64 = 6_000;
/// At this many pages the writer does it alone, should all else fail: 80 MB.
pub(super) const AT_THE_LATEST: &str = "20000";

/// Makes checkpoints when they are wanted, until nobody can write any more.
pub(super) async fn run(
    options: SqliteConnectOptions,
    wanted: Arc<Notify>,
    jobs: mpsc::WeakSender<Job>,
) {
    loop {
        wanted.notified().await;
        if jobs.strong_count() == 0 {
            return;
        }
        if let Err(error) = aside(&options).await {
            tracing::warn!(%error, "a checkpoint failed");
            continue;
        }
        let Some(jobs) = jobs.upgrade() else { return };
        let (reply, _) = oneshot::channel();
        // If the writer has ended, there is nothing left to do for it.
        let _ = jobs.send(Job::new(Work::Checkpoint, reply)).await;
    }
}

async fn aside(options: &SqliteConnectOptions) -> sqlx::Result<()> {
    let mut connection = options.connect().await?;
    let copied = copy(&mut connection).await;
    connection.close().await?;
    copied
}

/// Copies what can be copied without waiting for anybody.
pub(super) async fn copy(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(connection).await?;
    Ok(())
}
