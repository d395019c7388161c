//! Thinking for servers on a database, as a process of its own.

use std::io;

use quintet_catalog::Catalog;
use quintet_store::StoreError;

use crate::operation::log;
use crate::operation::signals::Signals;
use crate::operation::start::START;
use crate::pool::worker::{Post, Worker};
use crate::server::{ServeError, alone};
use crate::settings::{Database, Settings};

/// What is said once it thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtWork {
    /// For the servers on which database.
    pub database: String,
    /// About how many questions at the same time.
    pub threads: usize,
}

/// Thinks about these games for the servers on a database until the process is told to stop. `announce` is called once it has begun.
pub fn think(
    catalog: Catalog,
    settings: &Settings,
    announce: impl FnOnce(AtWork),
) -> Result<(), ServeError> {
    log::begin(settings.log);
    let Some(Database { url, password }) = &settings.database else {
        return Err(ServeError::Database(StoreError::Folder(
            "expected the database of the servers to think for: --database postgres://user@host/name"
                .into(),
        )));
    };
    alone()?.block_on(async {
        let (name, threads) = (name(), settings.thinkers);
        let post = Post { url, password: password.as_deref(), name: &name, threads };
        let worker = START.wait_for("opening it", || Worker::open(catalog, post)).await;
        let worker = worker.map_err(ServeError::Database)?;
        let signals = Signals::new().map_err(ServeError::System)?;
        announce(AtWork { database: worker.database(), threads });
        worker.work(signals.told_to_stop()).await;
        tracing::info!("stopped");
        Ok(())
    })
}

/// What operators find this process by: its machine and its number there.
fn name() -> String {
    let host: io::Result<String> = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let host = host.unwrap_or_default();
    format!("{} {}", host.trim(), std::process::id()).trim().to_owned()
}
