//! The known mistakes of the store, made on purpose by builds with the feature `seeded-bugs`.

use quintet_rooms::bugs::{Bug, is_on};
use sqlx::sqlite::SqliteSynchronous;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::oneshot;

use super::SqliteStore;
use crate::batch::{Job, Work};
use crate::contract::Pending;
use crate::types::Append;

/// Appends as the mistake has it that is on, if one is.
pub(super) fn append<'a>(store: &'a SqliteStore, appends: &[Append]) -> Option<Pending<'a, ()>> {
    let appends = appends.to_vec();
    if is_on(Bug::AcknowledgeBeforeCommit) {
        return Some(Box::pin(async move {
            let (reply, _) = oneshot::channel();
            let _ = store.intake.0.send(Job::new(Work::Append(appends), reply)).await;
            Ok(())
        }));
    }
    is_on(Bug::Overwrite).then(|| -> Pending<'a, ()> {
        Box::pin(async move {
            for append in &appends {
                forget_from(store, append).await.map_err(|error| store.health.judge(&error))?;
            }
            store.intake.write(Work::Append(appends)).await
        })
    })
}

/// How long a commit waits for the disk.
pub(super) fn synchronous() -> SqliteSynchronous {
    if is_on(Bug::ForgetSync) { SqliteSynchronous::Off } else { SqliteSynchronous::Full }
}

/// Deletes what is stored from the append's first version on.
async fn forget_from(store: &SqliteStore, append: &Append) -> sqlx::Result<()> {
    let first = append.events.first().map_or(0, |event| event.version);
    let options = store.readers.connect_options().as_ref().clone();
    let mut connection = options.pragma("query_only", "off").connect().await?;
    sqlx::query("DELETE FROM events WHERE game = ?1 AND version >= ?2")
        .bind(&append.game.0)
        .bind(first as i64)
        .execute(&mut connection)
        .await?;
    connection.close().await
}
