//! The connection for signs of life. It must not wait behind anything, nor for one that is not heard of any more: a sign that comes later
//! than the lease lasts is worth nothing.

use std::time::Duration;

use quintet_rooms::Time;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection as _, Row as _};
use tokio::sync::Mutex;

use super::cluster::NOW;
use super::connect;
use super::rows::number;
use super::writer::unavailable;
use crate::cluster::{Beat, LEASE};
use crate::contract::StoreError;

pub(super) struct Lifeline {
    options: PgConnectOptions,
    /// Absent after trouble, until it can be opened again.
    connection: Mutex<Option<PgConnection>>,
}

impl Lifeline {
    pub(super) fn new(options: &PgConnectOptions) -> Lifeline {
        Lifeline { options: options.clone(), connection: Mutex::default() }
    }

    /// Gives a sign of life, at that time by the node's own clock.
    pub(super) async fn beat(&self, node: i64, now: Time) -> Result<Beat, StoreError> {
        let mut kept = self.connection.lock().await;
        // Whatever goes wrong, and wherever this is left, the next one begins anew.
        let mut connection = kept.take();
        let given = tokio::time::timeout(Duration::from_millis(LEASE), async {
            let mut connection = match connection.take() {
                Some(connection) => connection,
                None => connect::writing(&self.options).await?,
            };
            let beat = sign(&mut connection, node, now).await?;
            Ok((beat, connection))
        });
        match given.await {
            Ok(Ok((beat, connection))) => {
                *kept = Some(connection);
                Ok(beat)
            }
            Ok(Err(error)) => Err(unavailable(&error)),
            Err(_) => Err(StoreError::Unavailable { detail: "the database takes too long".into() }),
        }
    }

    pub(super) async fn close(&self) {
        if let Some(connection) = self.connection.lock().await.take() {
            // It ends in any case.
            let _ = tokio::time::timeout(connect::PATIENCE, connection.close()).await;
        }
    }
}

/// What others go on from is the later of both clocks: should the database's be set back, ours goes on, and so do the events that we write.
/// Our row is locked before the clock is looked at: whoever takes what is ours holds the row, and we may wait for it while the lease ends.
async fn sign(connection: &mut PgConnection, node: i64, ours: Time) -> sqlx::Result<Beat> {
    let sql = format!(
        "WITH ours AS MATERIALIZED (SELECT expires FROM nodes WHERE id = $1 FOR UPDATE), \
         before AS MATERIALIZED (SELECT expires, {NOW} AS now FROM ours) \
         UPDATE nodes SET seen = greatest(seen, before.now, $3), expires = before.now + $2 FROM before WHERE id = $1 \
         RETURNING before.now, before.expires < before.now AS lapsed"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(node).bind(LEASE as i64).bind(ours.0 as i64);
    let row = query.fetch_one(connection).await?;
    Ok(Beat { now: Time(number(&row, "now")), lapsed: row.get("lapsed") })
}
