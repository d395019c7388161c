//! What nobody needs any more goes, and games that are over are packed. Several nodes may do so at once: each takes what no other one has
//! taken.

use quintet_rooms::Time;
use sqlx::Row as _;
use sqlx::postgres::{PgConnection, PgRow};

use super::jobs;
use crate::packing::{self, Stored};
use crate::types::{GUESTS_STAY, PACKED_AFTER, REVOKED_STAY, SWEPT_AT_A_TIME};

/// Sweeps, as a part of a transaction.
pub(super) async fn sweep(connection: &mut PgConnection, now: Time) -> sqlx::Result<u64> {
    let guests = forget_guests(connection, now).await?;
    let mut keys = 0;
    for sql in ["DELETE FROM sessions WHERE revoked < $1", "DELETE FROM tokens WHERE revoked < $1"]
    {
        let query = sqlx::query(sql).bind(before(now, REVOKED_STAY));
        keys += query.execute(&mut *connection).await?.rows_affected();
    }
    jobs::sweep(connection).await?;
    let packed = pack(connection, now).await?;
    if guests + keys + packed > 0 {
        tracing::info!(guests, keys, packed, "swept");
    }
    Ok(guests + keys + packed)
}

fn before(now: Time, span: u64) -> i64 {
    now.0.saturating_sub(span) as i64
}

/// Those who never played and were not seen for long.
async fn forget_guests(connection: &mut PgConnection, now: Time) -> sqlx::Result<u64> {
    let sql = "SELECT id FROM guests WHERE seen < $1 AND NOT EXISTS \
         (SELECT 1 FROM people WHERE people.guest = guests.id) LIMIT $2 FOR UPDATE SKIP LOCKED";
    let query = sqlx::query_scalar(sql).bind(before(now, GUESTS_STAY)).bind(SWEPT_AT_A_TIME);
    let guests: Vec<String> = query.fetch_all(&mut *connection).await?;
    if guests.is_empty() {
        return Ok(0);
    }
    for sql in [
        "DELETE FROM sessions WHERE guest = ANY($1)",
        "DELETE FROM tokens WHERE guest = ANY($1)",
        "DELETE FROM guests WHERE id = ANY($1)",
    ] {
        sqlx::query(sql).bind(&guests).execute(&mut *connection).await?;
    }
    Ok(guests.len() as u64)
}

async fn pack(connection: &mut PgConnection, now: Time) -> sqlx::Result<u64> {
    let sql = "SELECT id FROM games WHERE packed = 0 AND status IN ('finished', 'aborted') AND updated < $1 \
         LIMIT $2 FOR UPDATE SKIP LOCKED";
    let query = sqlx::query_scalar(sql).bind(before(now, PACKED_AFTER)).bind(SWEPT_AT_A_TIME);
    let games: Vec<String> = query.fetch_all(&mut *connection).await?;
    for game in &games {
        pack_game(connection, game).await?;
    }
    Ok(games.len() as u64)
}

async fn pack_game(connection: &mut PgConnection, game: &str) -> sqlx::Result<()> {
    let sql = "SELECT format, body FROM events WHERE game = $1 ORDER BY version";
    let rows = sqlx::query(sql).bind(game).fetch_all(&mut *connection).await?;
    let log: Vec<Stored> = rows.iter().map(|row| (format(row), row.get("body"))).collect();
    sqlx::query("INSERT INTO packs (game, version, body) VALUES ($1, $2, $3)")
        .bind(game)
        .bind(log.len() as i64)
        .bind(packing::pack(&log))
        .execute(&mut *connection)
        .await?;
    for sql in [
        "DELETE FROM events WHERE game = $1",
        "DELETE FROM present WHERE game = $1",
        "UPDATE games SET packed = 1 WHERE id = $1",
    ] {
        sqlx::query(sql).bind(game).execute(&mut *connection).await?;
    }
    Ok(())
}

/// An event's format. One that is out of all bounds is a later one.
pub(super) fn format(row: &PgRow) -> u32 {
    u32::try_from(row.get::<i64, _>("format")).unwrap_or(u32::MAX)
}
