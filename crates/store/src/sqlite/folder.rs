//! The folder a store lives in: its file, its lock, its format, copies of it.

use std::fs::{self, File, Permissions, TryLockError};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
#[cfg(not(feature = "seeded-bugs"))]
use sqlx::sqlite::SqliteSynchronous;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions as _, Connection as _, SqlSafeStr as _};

use crate::contract::StoreError;

/// The formats that the file had, one after the other. What is listed here never changes: files remember its checksum. The list stands
/// here and not in `migrate!`, whose feature builds the whole of sqlx a second time, for the compiler.
const FORMATS: [(&str, &str); 4] = [
    ("games", include_str!("../../migrations/0001_games.sql")),
    ("people", include_str!("../../migrations/0002_people.sql")),
    ("formats", include_str!("../../migrations/0003_formats.sql")),
    ("waits", include_str!("../../migrations/0004_waits.sql")),
];

/// How long another process may hold the file: a copy is being made, or somebody looks at it.
const BUSY: Duration = Duration::from_secs(5);

/// For the owner's eyes only: the file holds who played what, and hashes of what opens their doors.
const PRIVATE: u32 = 0o600;

/// How often the lock is tried, and how long is waited in between: the server before may be about to end.
const TRIES: u32 = 40;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join("quintet.db")
}

/// Makes a file for games, or takes the one that is there, and keeps it from everybody but its owner. What the
/// database puts beside it is like it.
fn keep_private(file: &Path) -> std::io::Result<()> {
    let opened =
        File::options().create(true).truncate(false).write(true).mode(PRIVATE).open(file)?;
    opened.set_permissions(Permissions::from_mode(PRIVATE))
}

/// Makes the folder if need be. Its own name is part of the folder above, and would not outlive a power cut by itself.
fn make(folder: &Path) -> std::io::Result<()> {
    let above = || folder.ancestors().skip(1);
    let missing = above().take_while(|above| !above.as_os_str().is_empty() && !above.exists());
    let missing = missing.count();
    fs::create_dir_all(folder)?;
    above().take(missing + 1).for_each(sync_names);
    Ok(())
}

/// Makes the names in a folder durable. Some systems cannot do that, and some folders are not ours to open.
fn sync_names(folder: &Path) {
    let here = Path::new(".");
    if let Ok(folder) = File::open(if folder.as_os_str().is_empty() { here } else { folder }) {
        let _ = folder.sync_all();
    }
}

/// Makes the folder if need be and makes it ours until the file is dropped.
pub(crate) async fn lock(folder: &Path) -> Result<File, StoreError> {
    let wrong = |what: &str, error: std::io::Error| {
        StoreError::Folder(format!("{what} {}: {error}", folder.display()))
    };
    make(folder).map_err(|error| wrong("cannot make the folder", error))?;
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(PRIVATE)
        .open(folder.join("quintet.lock"))
        .map_err(|error| wrong("cannot write to the folder", error))?;
    keep_private(&self::file(folder))
        .map_err(|error| wrong("cannot write to the folder", error))?;
    sync_names(folder);
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(wrong("cannot lock the folder", error)),
            Err(TryLockError::WouldBlock) => tokio::time::sleep(BETWEEN_TRIES).await,
        }
    }
    Err(StoreError::Folder(format!(
        "another server uses the folder {}; stop it first, or choose another folder",
        folder.display()
    )))
}

fn connecting(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(BUSY)
        .foreign_keys(true)
        .disable_statement_logging()
}

/// For the writer: a commit is on the disk when it is answered.
pub(crate) fn writing(file: &Path) -> SqliteConnectOptions {
    #[cfg(feature = "seeded-bugs")]
    let synchronous = super::mistakes::synchronous();
    #[cfg(not(feature = "seeded-bugs"))]
    let synchronous = SqliteSynchronous::Full;
    connecting(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .pragma("wal_autocheckpoint", super::checkpoint::AT_THE_LATEST)
}

pub(super) fn reading(file: &Path) -> SqliteConnectOptions {
    connecting(file).pragma("query_only", "on")
}

pub(super) fn opening(file: &Path, error: &sqlx::Error) -> StoreError {
    StoreError::Folder(format!("cannot open {}: {error}", file.display()))
}

/// Brings the file up to date, unless it is newer than we are.
pub(crate) async fn migrate(
    connection: &mut SqliteConnection,
    folder: &Path,
) -> Result<(), StoreError> {
    let migration = |(version, (name, sql)): (i64, (&'static str, &'static str))| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let migrator = Migrator::with_migrations((1..).zip(FORMATS).map(migration).collect());
    migrator.run(connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) => StoreError::Folder(format!(
            "the games in {} were written by a newer Quintet: their format is {found}, this program knows those up to \
             {}; use the newer program, or another folder",
            folder.display(),
            FORMATS.len()
        )),
        other => StoreError::Folder(format!(
            "cannot bring the games in {} up to date: {other}",
            folder.display()
        )),
    })
}

/// Copies the store in a folder to a new file. A server may be using it.
pub async fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let file = file(folder);
    if !file.exists() {
        return Err(StoreError::Folder(format!("there are no games in {}", folder.display())));
    }
    copy(&file, to).await
}

/// Copies a database file. The copy appears under its name only when it is complete and on the disk.
pub(super) async fn copy(file: &Path, to: &Path) -> Result<(), StoreError> {
    let wrong =
        |detail: String| StoreError::Folder(format!("cannot copy to {}: {detail}", to.display()));
    if to.exists() {
        return Err(wrong("it exists already".into()));
    }
    let name = to.file_name().ok_or_else(|| wrong("expected the name of a file".into()))?;
    let part = to.with_file_name(format!("{}.part", name.display()));
    let text = part.to_str().ok_or_else(|| wrong("its name is not readable as text".into()))?;
    match fs::remove_file(&part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(wrong(error.to_string()));
        }
        _ => {}
    }
    // It is filled only if it is empty.
    keep_private(&part).map_err(|error| wrong(error.to_string()))?;
    let mut connection = connecting(file).connect().await.map_err(|error| opening(file, &error))?;
    let copied = sqlx::query("VACUUM INTO ?1").bind(text).execute(&mut connection).await;
    let closed = connection.close().await;
    copied.map_err(|error| wrong(error.to_string()))?;
    closed.map_err(|error| wrong(error.to_string()))?;
    settle(&part, to).map_err(|error| wrong(error.to_string()))
}

fn settle(part: &Path, to: &Path) -> std::io::Result<()> {
    File::open(part)?.sync_all()?;
    fs::rename(part, to)?;
    if let Some(folder) = to.parent() {
        sync_names(folder);
    }
    Ok(())
}
