//! What nobody needs any more goes, and games that are over are packed.

use quintet_rooms::Time;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row as _};

use crate::packing::{self, Stored};
use crate::people::KeyKind;
use crate::rows::json;
use crate::types::{GUESTS_STAY, PACKED_AFTER, REVOKED_STAY, SWEPT_AT_A_TIME};
use crate::walk::{STEP, Walk};

/// How far the tables were looked through in which nothing says who is to go.
#[derive(Default)]
pub(super) struct Walks {
    guests: Walk,
    sessions: Walk,
    tokens: Walk,
}

/// Sweeps, as a part of a transaction: all who want to write wait for it.
pub(super) async fn sweep(
    connection: &mut SqliteConnection,
    walks: &mut Walks,
    now: Time,
) -> sqlx::Result<u64> {
    let guests = forget_guests(connection, &mut walks.guests, now).await?;
    let sessions = forget_keys(connection, &mut walks.sessions, KeyKind::Session, now).await?;
    let keys = sessions + forget_keys(connection, &mut walks.tokens, KeyKind::Token, now).await?;
    let packed = pack(connection, now).await?;
    if guests + keys + packed > 0 {
        tracing::info!(guests, keys, packed, "swept");
    }
    Ok(guests + keys + packed)
}

fn before(now: Time, span: u64) -> i64 {
    now.0.saturating_sub(span) as i64
}

/// Which of the next few rows of a table are to go: those for which `goes` holds, where `?2` is that time.
async fn next(
    connection: &mut SqliteConnection,
    walk: &mut Walk,
    table: &str,
    goes: &str,
    before: i64,
) -> sqlx::Result<Vec<String>> {
    let mut rows = Vec::with_capacity(STEP);
    for stretch in ["id > ?1", "id <= ?1"] {
        let sql = format!(
            "SELECT id, coalesce({goes}, 0) FROM {table} WHERE {stretch} ORDER BY id LIMIT ?3"
        );
        let query = sqlx::query_as::<_, (String, bool)>(AssertSqlSafe(sql));
        let query = query.bind(walk.at()).bind(before).bind((STEP - rows.len()) as i64);
        rows.extend(query.fetch_all(&mut *connection).await?);
    }
    Ok(walk.look_at(rows))
}

/// Those who never played and were not seen for long.
async fn forget_guests(
    connection: &mut SqliteConnection,
    walk: &mut Walk,
    now: Time,
) -> sqlx::Result<u64> {
    let goes = "seen < ?2 AND NOT EXISTS (SELECT 1 FROM people WHERE people.guest = guests.id)";
    let guests = next(connection, walk, "guests", goes, before(now, GUESTS_STAY)).await?;
    for sql in [
        "DELETE FROM sessions WHERE guest IN (SELECT value FROM json_each(?1))",
        "DELETE FROM tokens WHERE guest IN (SELECT value FROM json_each(?1))",
        "DELETE FROM guests WHERE id IN (SELECT value FROM json_each(?1))",
    ] {
        sqlx::query(sql).bind(json(&guests)).execute(&mut *connection).await?;
    }
    Ok(guests.len() as u64)
}

/// Those that were revoked long ago.
async fn forget_keys(
    connection: &mut SqliteConnection,
    walk: &mut Walk,
    kind: KeyKind,
    now: Time,
) -> sqlx::Result<u64> {
    let table = kind.table();
    let keys = next(connection, walk, table, "revoked < ?2", before(now, REVOKED_STAY)).await?;
    let sql = format!("DELETE FROM {table} WHERE id IN (SELECT value FROM json_each(?1))");
    let query = sqlx::query(AssertSqlSafe(sql)).bind(json(&keys));
    Ok(query.execute(connection).await?.rows_affected())
}

async fn pack(connection: &mut SqliteConnection, now: Time) -> sqlx::Result<u64> {
    let sql = "SELECT id FROM games WHERE packed = 0 AND status IN ('finished', 'aborted') AND updated < ?1 LIMIT ?2";
    let query = sqlx::query_scalar(sql).bind(before(now, PACKED_AFTER)).bind(SWEPT_AT_A_TIME);
    let games: Vec<String> = query.fetch_all(&mut *connection).await?;
    for game in &games {
        pack_game(connection, game).await?;
    }
    Ok(games.len() as u64)
}

async fn pack_game(connection: &mut SqliteConnection, game: &str) -> sqlx::Result<()> {
    let sql = "SELECT format, body FROM events WHERE game = ?1 ORDER BY version";
    let rows = sqlx::query(sql).bind(game).fetch_all(&mut *connection).await?;
    let log: Vec<Stored> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    sqlx::query("INSERT INTO packs (game, version, body) VALUES (?1, ?2, ?3)")
        .bind(game)
        .bind(log.len() as i64)
        .bind(packing::pack(&log))
        .execute(&mut *connection)
        .await?;
    for sql in ["DELETE FROM events WHERE game = ?1", "UPDATE games SET packed = 1 WHERE id = ?1"] {
        sqlx::query(sql).bind(game).execute(&mut *connection).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use sqlx::ConnectOptions as _;

    use super::super::folder;
    use super::*;

    /// So many guests are looked at at a time.
    const FEW: usize = 500;
    const MONTHS: Time = Time(100 * 24 * 3_600_000);

    /// A file in which so many guests have played, and every hundredth has not; all were last seen, and lost a key each, long ago.
    async fn filled(folder: &std::path::Path, guests: u32) -> SqliteConnection {
        let options = folder::writing(&folder::file(folder));
        let mut connection = options.connect().await.unwrap();
        folder::migrate(&mut connection, folder).await.unwrap();
        let all = "FROM (WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1) \
             SELECT n, printf('%08x', n * 2654435761 % 4294967296) AS id FROM numbers)";
        for sql in [
            "INSERT INTO games (id, game, variant, status, owner, seats, ply, listed, created, updated) \
             SELECT 'one', '', '', 'running', '', '', 0, 0, 0, 0 WHERE ?1 > 0"
                .to_owned(),
            format!("INSERT INTO guests (id, name, created, seen) SELECT id, '', 1, 1 {all}"),
            format!("INSERT INTO people SELECT id, 1, 'one' {all} WHERE n % 100 > 0"),
            format!(
                "INSERT INTO sessions (id, guest, label, hash, created, seen, revoked) \
                 SELECT id, id, '', id, 1, 1, CASE n % 50 WHEN 0 THEN 1 END {all}"
            ),
        ] {
            sqlx::query(AssertSqlSafe(sql)).bind(guests).execute(&mut connection).await.unwrap();
        }
        connection
    }

    async fn count(connection: &mut SqliteConnection, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(connection).await.unwrap()
    }

    #[tokio::test]
    async fn a_sweep_costs_the_same_however_many_guests_there_are_and_all_who_never_played_go() {
        const MANY: u32 = 10_000;
        let mut costs = Vec::new();
        for guests in [MANY / 10, MANY] {
            let kept = tempfile::tempdir().unwrap();
            let mut connection = filled(kept.path(), guests).await;
            // What SQLite's own machine does, in hundreds of its steps.
            let steps = Arc::new(AtomicU64::new(0));
            let counted = Arc::clone(&steps);
            let count_on = move || {
                counted.fetch_add(1, Ordering::Relaxed);
                true
            };
            connection.lock_handle().await.unwrap().set_progress_handler(100, count_on);
            let mut walks = Walks::default();
            let (mut dearest, mut sweeps) = (0, 0);
            let left = "SELECT count(*) + (SELECT count(revoked) FROM sessions) FROM guests \
                 WHERE id NOT IN (SELECT guest FROM people)";
            while count(&mut connection, left).await > 0 {
                let before = steps.load(Ordering::Relaxed);
                sweep(&mut connection, &mut walks, MONTHS).await.unwrap();
                dearest = dearest.max(steps.load(Ordering::Relaxed) - before);
                sweeps += 1;
                assert!(sweeps <= 2 * guests as usize / FEW, "some never go");
            }
            let stayed = i64::from(guests) * 99 / 100;
            assert_eq!(count(&mut connection, "SELECT count(*) FROM guests").await, stayed);
            costs.push(dearest);
        }
        assert!(costs[1] < 2 * costs[0], "ten times as many guests: {costs:?}");
    }
}
