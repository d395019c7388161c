//! Whether the file is sound. Once it is known to be damaged nothing is written any more: what is there may be all that is left.

use std::sync::{Mutex, PoisonError};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::contract::StoreError;

/// What is known about the file.
#[derive(Default)]
pub(super) struct Health(Mutex<Option<String>>);

impl Health {
    /// Why nothing may be written, if that is so.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        found.as_ref().map_or(Ok(()), |detail| Err(StoreError::Damaged { detail: detail.clone() }))
    }

    /// What an error of the database means for whoever reads. It may tell that the file is damaged.
    pub(super) fn judge(&self, error: &sqlx::Error) -> StoreError {
        let detail = error.to_string();
        if tells_of_damage(error) {
            self.damaged(&detail);
            return StoreError::Damaged { detail };
        }
        StoreError::Unavailable { detail }
    }

    fn damaged(&self, detail: &str) {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            tracing::error!(
                detail,
                "THE FILE OF GAMES IS DAMAGED: nothing is written any more; keep a copy of it, then restore the last backup"
            );
            metrics::gauge!("quintet_store_damaged").set(1.0);
            *found = Some(detail.to_owned());
        }
    }

    /// Reads the whole file once, on a connection of its own.
    pub(super) async fn examine(&self, options: SqliteConnectOptions) {
        metrics::gauge!("quintet_store_damaged").set(0.0);
        let examined = async {
            let mut connection = options.connect().await?;
            let sql = "PRAGMA quick_check(1)";
            let found: String = sqlx::query_scalar(sql).fetch_one(&mut connection).await?;
            connection.close().await?;
            Ok::<_, sqlx::Error>(found)
        };
        match examined.await {
            Ok(found) if found == "ok" => tracing::debug!("the file of games is sound"),
            Ok(found) => self.damaged(&found),
            Err(error) if tells_of_damage(&error) => self.damaged(&error.to_string()),
            Err(error) => tracing::warn!(%error, "the file of games could not be examined"),
        }
    }
}

fn tells_of_damage(error: &sqlx::Error) -> bool {
    const CORRUPT: i32 = 11;
    const NO_DATABASE: i32 = 26;
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    code.is_some_and(|code| matches!(code & 0xff, CORRUPT | NO_DATABASE))
}
