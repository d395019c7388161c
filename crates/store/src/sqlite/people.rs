//! Guests and their keys in the file.

use quintet_rooms::{Guest, GuestId, Names, Time};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _};

use super::{SqliteStore, rows};
use crate::batch::Work;
use crate::contract::Pending;
use crate::people::{
    Change, KeepsPeople, Key, KeyId, KeyKind, Known, NewKey, Person, ROTATION_GRACE, TokenHash,
};
use crate::rows::json;

/// Carries changes out, and says how many things the last of them changed.
pub(super) async fn change(
    connection: &mut SqliteConnection,
    changes: &[Change],
) -> sqlx::Result<u64> {
    let mut changed = 0;
    for change in changes {
        changed = one(connection, change).await?;
    }
    Ok(changed)
}

async fn one(connection: &mut SqliteConnection, change: &Change) -> sqlx::Result<u64> {
    match change {
        Change::AddGuest { guest, now } => {
            let sql = "INSERT INTO guests (id, name, created, seen) VALUES (?1, ?2, ?3, ?3)";
            let query = sqlx::query(sql).bind(&guest.id.0).bind(&guest.name).bind(now.0 as i64);
            Ok(query.execute(connection).await?.rows_affected())
        }
        Change::Rename { guest, name } => {
            let query = sqlx::query("UPDATE guests SET name = ?2 WHERE id = ?1");
            Ok(query.bind(&guest.0).bind(name).execute(connection).await?.rows_affected())
        }
        Change::Delete { guest } => delete(connection, guest).await,
        Change::AddKey { guest, key, now } => add_key(connection, guest, key, *now).await,
        Change::Saw { keys, now } => saw(connection, keys, *now).await,
        Change::Rotate { guest, key, hash, now } => {
            let set = "previous = hash, hash = ?3, rotated = ?4";
            let sql = |table: &str| format!("UPDATE {table} SET {set} WHERE {VALID} AND id = ?2");
            in_both(connection, sql, |query| {
                query.bind(&guest.0).bind(&key.0).bind(hash.as_slice()).bind(now.0 as i64)
            })
            .await
        }
        Change::Revoke { guest, key, now } => {
            let sql =
                |table: &str| format!("UPDATE {table} SET revoked = ?3 WHERE {VALID} AND id = ?2");
            in_both(connection, sql, |query| query.bind(&guest.0).bind(&key.0).bind(now.0 as i64))
                .await
        }
        Change::RevokeAll { guest, kind, except, now } => {
            let table = kind.table();
            let sql = format!("UPDATE {table} SET revoked = ?3 WHERE {VALID} AND id <> ?2");
            let except = except.as_ref().map_or("", |except| &except.0);
            let query = sqlx::query(AssertSqlSafe(sql));
            let query = query.bind(&guest.0).bind(except).bind(now.0 as i64);
            Ok(query.execute(connection).await?.rows_affected())
        }
    }
}

/// The keys of guest 1 that open something.
const VALID: &str = "guest = ?1 AND revoked IS NULL";

type Query<'q> = sqlx::query::Query<'q, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>;

/// The same with sessions and with tokens.
async fn in_both<'q>(
    connection: &mut SqliteConnection,
    sql: impl Fn(&str) -> String,
    bind: impl Fn(Query<'q>) -> Query<'q>,
) -> sqlx::Result<u64> {
    let mut changed = 0;
    for kind in KeyKind::ALL {
        let query = bind(sqlx::query(AssertSqlSafe(sql(kind.table()))));
        changed += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(changed)
}

async fn delete(connection: &mut SqliteConnection, guest: &GuestId) -> sqlx::Result<u64> {
    for sql in [
        "DELETE FROM sessions WHERE guest = ?1",
        "DELETE FROM tokens WHERE guest = ?1",
        "DELETE FROM people WHERE guest = ?1",
    ] {
        sqlx::query(sql).bind(&guest.0).execute(&mut *connection).await?;
    }
    let query = sqlx::query("DELETE FROM guests WHERE id = ?1").bind(&guest.0);
    Ok(query.execute(connection).await?.rows_affected())
}

async fn add_key(
    connection: &mut SqliteConnection,
    guest: &GuestId,
    key: &NewKey,
    now: Time,
) -> sqlx::Result<u64> {
    let table = key.kind.table();
    let sql = format!(
        "INSERT INTO {table} (id, guest, label, hash, created, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?5)"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(&key.id.0).bind(&guest.0).bind(&key.label);
    let query = query.bind(key.hash.as_slice()).bind(now.0 as i64);
    Ok(query.execute(connection).await?.rows_affected())
}

async fn saw(connection: &mut SqliteConnection, keys: &[KeyId], now: Time) -> sqlx::Result<u64> {
    let ids = json(&keys);
    let among = "id IN (SELECT value FROM json_each(?1))";
    let changed = {
        let sql = |table: &str| format!("UPDATE {table} SET seen = ?2 WHERE {among}");
        in_both(connection, sql, |query| query.bind(ids.clone()).bind(now.0 as i64)).await?
    };
    let sql = format!(
        "UPDATE guests SET seen = ?2 WHERE id IN (SELECT guest FROM sessions WHERE {among} UNION \
         SELECT guest FROM tokens WHERE {among})"
    );
    sqlx::query(AssertSqlSafe(sql)).bind(ids).bind(now.0 as i64).execute(connection).await?;
    Ok(changed)
}

impl KeepsPeople for SqliteStore {
    fn change(&self, changes: Vec<Change>) -> Pending<'_, u64> {
        Box::pin(self.intake.count(Work::People(changes)))
    }

    fn person(&self, guest: &GuestId) -> Pending<'_, Option<Person>> {
        let guest = guest.clone();
        Box::pin(async move {
            let found = sqlx::query("SELECT id, name, created, seen FROM guests WHERE id = ?1")
                .bind(&guest.0)
                .fetch_optional(&self.readers)
                .await
                .map_err(|error| self.health.judge(&error))?;
            Ok(found.map(|row| Person {
                guest: Guest { id: guest, name: row.get("name") },
                created: rows::time(&row, "created"),
                seen: rows::time(&row, "seen"),
            }))
        })
    }

    fn names(&self, guests: Vec<GuestId>) -> Pending<'_, Names> {
        Box::pin(async move {
            let sql = "SELECT id, name FROM guests WHERE id IN (SELECT value FROM json_each(?1))";
            let found = sqlx::query(sql)
                .bind(json(&guests))
                .fetch_all(&self.readers)
                .await
                .map_err(|error| self.health.judge(&error))?;
            Ok(found.iter().map(|row| (GuestId(row.get("id")), row.get("name"))).collect())
        })
    }

    fn known_by(&self, hash: TokenHash, now: Time) -> Pending<'_, Option<Known>> {
        Box::pin(async move {
            for kind in KeyKind::ALL {
                let sql = format!(
                    "SELECT keys.id AS key, guests.id, guests.name, hash <> ?1 AS is_previous FROM {} AS keys JOIN guests ON guests.id = keys.guest \
                     WHERE (hash = ?1 OR (previous = ?1 AND rotated > ?2)) AND revoked IS NULL",
                    kind.table()
                );
                let found = sqlx::query(AssertSqlSafe(sql))
                    .bind(hash.as_slice())
                    .bind(now.0.saturating_sub(ROTATION_GRACE) as i64)
                    .fetch_optional(&self.readers)
                    .await
                    .map_err(|error| self.health.judge(&error))?;
                if let Some(row) = found {
                    let guest = Guest { id: GuestId(row.get("id")), name: row.get("name") };
                    let (key, is_previous) = (KeyId(row.get("key")), row.get("is_previous"));
                    return Ok(Some(Known { guest, key, kind, is_previous }));
                }
            }
            Ok(None)
        })
    }

    fn open_keys(&self, keys: Vec<KeyId>) -> Pending<'_, Vec<KeyId>> {
        Box::pin(async move {
            let among = "revoked IS NULL AND id IN (SELECT value FROM json_each(?1))";
            let sql = format!(
                "SELECT id FROM sessions WHERE {among} UNION ALL SELECT id FROM tokens WHERE {among}"
            );
            let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(json(&keys));
            let open: Vec<String> =
                query.fetch_all(&self.readers).await.map_err(|error| self.health.judge(&error))?;
            Ok(open.into_iter().map(KeyId).collect())
        })
    }

    fn keys(&self, guest: &GuestId) -> Pending<'_, Vec<Key>> {
        let guest = guest.clone();
        Box::pin(async move {
            let mut keys = Vec::new();
            for kind in KeyKind::ALL {
                let table = kind.table();
                let sql = format!("SELECT * FROM {table} WHERE guest = ?1 ORDER BY created, id");
                let found = sqlx::query(AssertSqlSafe(sql))
                    .bind(&guest.0)
                    .fetch_all(&self.readers)
                    .await
                    .map_err(|error| self.health.judge(&error))?;
                keys.extend(found.iter().map(|row| key(kind, row)));
            }
            Ok(keys)
        })
    }
}

fn key(kind: KeyKind, row: &SqliteRow) -> Key {
    let at = |field: &str| row.get::<Option<i64>, _>(field).map(|at| Time(at.unsigned_abs()));
    Key {
        id: KeyId(row.get("id")),
        kind,
        label: row.get("label"),
        created: rows::time(row, "created"),
        seen: rows::time(row, "seen"),
        rotated: at("rotated"),
        revoked: at("revoked"),
    }
}
