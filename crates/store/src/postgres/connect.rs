//! How a database is reached, and how it is brought up to date.

use std::future::Future;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqlSafeStr as _};

use crate::cluster::LEASE;
use crate::contract::StoreError;

/// The schemas that the database had, one after the other. What is listed here never changes: databases remember its checksum.
///
/// While nodes of two versions serve side by side, the older one meets the schema of the newer. It goes on where all that it does not know
/// says by its name that it only adds (`expand …`); whatever takes something away comes a version later, when nobody uses it any more.
const SCHEMAS: [(&str, &str); 4] = [
    ("games", include_str!("../../migrations/postgres/0001_games.sql")),
    ("expand jobs", include_str!("../../migrations/postgres/0002_jobs.sql")),
    ("expand owners", include_str!("../../migrations/postgres/0003_owners.sql")),
    ("expand spent", include_str!("../../migrations/postgres/0004_spent.sql")),
];

/// How the names of schemas begin that an older program can live with.
const ADDS: &str = "expand";

/// How long a connection may take to be made, or to be free.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);
/// How long a writer waits for what another one has locked.
const LOCKED: Duration = Duration::from_secs(1);
/// How long whoever brings the database up to date waits for what another one has locked: all others wait behind it.
const LOCKED_SCHEMA: Duration = Duration::from_secs(5);
/// How many connections read.
pub(super) const READERS: u32 = 8;

/// Where a database is: an address such as `postgres://user@host/name`, and its password if that stands elsewhere.
pub(crate) fn options(url: &str, password: Option<&str>) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|error| {
        // The address is not told again: it may hold a password.
        StoreError::Folder(format!(
            "expected the address of a database such as postgres://user@host/name: {error}"
        ))
    })?;
    let options = options.application_name("quintet").disable_statement_logging();
    Ok(match password {
        Some(password) => options.password(password),
        None => options,
    })
}

/// How people call the database.
pub(super) fn name(options: &PgConnectOptions) -> String {
    let database = options.get_database().unwrap_or_else(|| options.get_username());
    format!("{database} at {}:{}", options.get_host(), options.get_port())
}

/// A connection that writes: a commit is on the disk when it is answered, whatever the database does for others.
pub(crate) async fn writing(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let connected = async {
        let mut connection = options.connect().await?;
        sqlx::query(
            "SELECT set_config('synchronous_commit', 'on', false) \
             WHERE current_setting('synchronous_commit') IN ('off', 'local')",
        )
        .execute(&mut connection)
        .await?;
        Ok(connection)
    };
    tokio::time::timeout(PATIENCE, connected).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// A connection that writes to games. Whoever has locked one and is not heard of any more, asleep or cut off, loses the lock before the
/// others lose patience; whoever meets a lock does not wait for it with all that came in the same commit.
pub(super) async fn writing_games(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let mut connection = writing(options).await?;
    let sql = "SELECT set_config('idle_in_transaction_session_timeout', $1, false), set_config('lock_timeout', $2, false)";
    let query = sqlx::query(sql).bind(LEASE.to_string()).bind(LOCKED.as_millis().to_string());
    let set = tokio::time::timeout(PATIENCE, query.execute(&mut connection)).await;
    set.unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
    Ok(connection)
}

/// Connections that are made when they are needed.
pub(super) fn pool(options: &PgConnectOptions, most: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(PATIENCE)
        // One that was left in the middle of something and hears nothing more must not keep its place: the pool itself would wait for ever.
        .after_release(|connection, _| {
            Box::pin(async {
                let alive = tokio::time::timeout(PATIENCE, connection.ping()).await;
                Ok(matches!(alive, Ok(Ok(()))))
            })
        })
        .connect_lazy_with(options.clone())
}

/// Brings the database up to date, unless it is newer than we can live with. It waits for nobody for long: whoever holds it up may be gone.
pub(crate) async fn migrate(options: &PgConnectOptions) -> Result<(), StoreError> {
    let cannot = |error: &dyn std::fmt::Display| {
        format!("cannot use the database {}: {error}", name(options))
    };
    let wrong = |error: &sqlx::Error| {
        if is_passing(error) {
            StoreError::NotYet(cannot(error))
        } else {
            StoreError::Folder(cannot(error))
        }
    };
    let mut connection = writing(options).await.map_err(|error| wrong(&error))?;
    if let Some(found) = soon(newer(&mut connection)).await.map_err(|error| wrong(&error))? {
        return Err(StoreError::Folder(cannot(&format!(
            "its games were written by a newer Quintet: their schema is {found}, this program knows those up to {}",
            SCHEMAS.len()
        ))));
    }
    let schema = |(version, (name, sql)): (i64, (&'static str, &'static str))| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let schemas: Vec<Migration> = (1..).zip(SCHEMAS).map(schema).collect();
    // Most starts have nothing to do, and need no lock for it.
    let applied = soon(has_all(&mut connection, &schemas)).await.map_err(|error| wrong(&error))?;
    if !applied {
        tracing::info!(database = name(options), "bringing the database up to date");
        let sql = "SELECT set_config('lock_timeout', $1, false)";
        let set = sqlx::query(sql).bind(LOCKED_SCHEMA.as_millis().to_string());
        soon(set.execute(&mut connection)).await.map_err(|error| wrong(&error))?;
        let mut migrator = Migrator::with_migrations(schemas);
        migrator.set_ignore_missing(true);
        migrator.run(&mut connection).await.map_err(|error| match &error {
            MigrateError::Execute(inner) | MigrateError::ExecuteMigration(inner, _) => wrong(inner),
            other => StoreError::Folder(cannot(other)),
        })?;
    }
    // It is done, whether or not that is heard.
    let _ = soon(connection.close()).await;
    Ok(())
}

/// What the database answers, if it does so within a moment.
async fn soon<T>(answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    tokio::time::timeout(PATIENCE, answer).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Whether it may work a moment later: the database is away, begins or ends, has too many guests, or somebody holds what is needed.
fn is_passing(error: &sqlx::Error) -> bool {
    const LOCKED: &str = "55P03";
    match error {
        // A connection that ends while it begins is said to break the protocol.
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            code == LOCKED || ["08", "53", "57P"].iter().any(|class| code.starts_with(class))
        }),
        _ => false,
    }
}

/// Whether the database has all these schemas as they are here.
async fn has_all(connection: &mut PgConnection, schemas: &[Migration]) -> sqlx::Result<bool> {
    if !has_schemas(connection).await? {
        return Ok(false);
    }
    let sql = "SELECT version, checksum FROM _sqlx_migrations WHERE success";
    let found: Vec<(i64, Vec<u8>)> = sqlx::query_as(sql).fetch_all(connection).await?;
    let is_there = |schema: &Migration| {
        found.iter().any(|(version, sum)| *version == schema.version && *sum == *schema.checksum)
    };
    Ok(schemas.iter().all(is_there))
}

async fn has_schemas(connection: &mut PgConnection) -> sqlx::Result<bool> {
    let table = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    sqlx::query_scalar(table).fetch_one(connection).await
}

/// A schema that we neither know nor can live with.
async fn newer(connection: &mut PgConnection) -> sqlx::Result<Option<i64>> {
    if !has_schemas(connection).await? {
        return Ok(None);
    }
    let sql =
        "SELECT version, description FROM _sqlx_migrations WHERE version > $1 ORDER BY version";
    let found = sqlx::query(sql).bind(SCHEMAS.len() as i64).fetch_all(connection).await?;
    let takes = found.iter().find(|row| !row.get::<&str, _>("description").starts_with(ADDS));
    Ok(takes.map(|row| row.get("version")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_that_it_only_adds_takes_nothing_away() {
        for (name, sql) in &SCHEMAS[1..] {
            let words: Vec<String> = sql
                .lines()
                .filter(|line| !line.starts_with("--"))
                .flat_map(str::split_whitespace)
                .map(str::to_uppercase)
                .collect();
            let takes = ["DROP", "RENAME", "TRUNCATE"];
            let takes = words.iter().any(|word| takes.contains(&word.as_str()));
            let kind = name.split(' ').next();
            assert_eq!(kind, Some(if takes { "contract" } else { ADDS }), "{name}");
        }
    }
}
