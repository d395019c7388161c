//! What nobody needs any more goes, and games that are over are packed. Several nodes may do so at once: each takes what no other one has
//! taken.

use quintet_rooms::Time;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Row as _};

use super::jobs;
use crate::packing::{self, Stored};
use crate::types::{GUESTS_STAY, PACKED_AFTER, REVOKED_STAY, SWEPT_AT_A_TIME};
use crate::walk::{STEP, Walk};

/// Sweeps, as a part of a transaction.
pub(super) async fn sweep(
    connection: &mut PgConnection,
    walk: &mut Walk,
    now: Time,
) -> sqlx::Result<u64> {
    let guests = forget_guests(connection, walk, now).await?;
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

/// Those among the next few who never played and were not seen for long.
async fn forget_guests(
    connection: &mut PgConnection,
    walk: &mut Walk,
    now: Time,
) -> sqlx::Result<u64> {
    let before = before(now, GUESTS_STAY);
    let mut rows = Vec::with_capacity(STEP);
    for stretch in ["id > $1", "id <= $1"] {
        let sql = format!("SELECT id, seen < $2 FROM guests WHERE {stretch} ORDER BY id LIMIT $3");
        let query = sqlx::query_as::<_, (String, bool)>(AssertSqlSafe(sql));
        let query = query.bind(walk.at()).bind(before).bind((STEP - rows.len()) as i64);
        rows.extend(query.fetch_all(&mut *connection).await?);
    }
    // OFFSET keeps it a question about each of these few: joined, all who ever played could be read for it.
    let sql = "SELECT guest FROM unnest($1::text[]) AS unseen (guest) WHERE NOT EXISTS \
         (SELECT 1 FROM people WHERE people.guest = unseen.guest OFFSET 0)";
    let query = sqlx::query_scalar(sql).bind(walk.look_at(rows));
    let idlers: Vec<String> = query.fetch_all(&mut *connection).await?;
    let sql = "SELECT id FROM guests WHERE id = ANY($1) AND seen < $2 FOR UPDATE SKIP LOCKED";
    let query = sqlx::query_scalar(sql).bind(idlers).bind(before);
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

#[cfg(all(test, feature = "scratch"))]
mod tests {
    use sqlx::Connection as _;

    use super::*;
    use crate::postgres::connect;
    use crate::scratch::Scratch;

    /// So many guests are looked at at a time.
    const FEW: usize = 500;
    const MONTHS: Time = Time(100 * 24 * 3_600_000);

    /// A database in which so many guests have played, and every hundredth has not; all were last seen long ago.
    async fn filled(guests: i32) -> PgConnection {
        let url = Scratch::shared().database().await;
        let options = connect::options(&url, None).expect("an address");
        connect::migrate(&options).await.expect("a schema");
        let mut connection = PgConnection::connect(&url).await.expect("a database");
        let all = "FROM (SELECT n, md5(n::text) AS id FROM generate_series(1, $1) AS n) AS numbers";
        for sql in [
            "INSERT INTO games (id, game, variant, status, owner, seats, ply, listed, created, updated, idle_since, version, epoch) \
             SELECT 'one', '', '', 'running', '', '', 0, 0, 0, 0, 0, 0, 0 WHERE $1 > 0"
                .to_owned(),
            format!("INSERT INTO guests (id, name, created, seen) SELECT id, '', 1, 1 {all}"),
            format!("INSERT INTO people SELECT id, 1, 'one' {all} WHERE n % 100 > 0"),
        ] {
            sqlx::query(AssertSqlSafe(sql)).bind(guests).execute(&mut connection).await.expect("rows");
        }
        sqlx::raw_sql("ANALYZE").execute(&mut connection).await.expect("rows");
        connection
    }

    #[tokio::test]
    async fn a_sweep_reads_as_much_however_many_guests_there_are_and_all_who_never_played_go() {
        const MANY: i32 = 20_000;
        // What this connection has read so far, as far as it was not made known yet.
        const READ: &str = "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_xact_user_tables";
        let mut connection = filled(MANY).await;
        let mut walk = Walk::default();
        let (mut swept, mut sweeps) = (0, 0);
        while swept < MANY as u64 / 100 {
            let mut transaction = connection.begin().await.unwrap();
            let before: i64 = sqlx::query_scalar(READ).fetch_one(&mut *transaction).await.unwrap();
            swept += sweep(&mut transaction, &mut walk, MONTHS).await.unwrap();
            let after: i64 = sqlx::query_scalar(READ).fetch_one(&mut *transaction).await.unwrap();
            let read = after - before;
            assert!(read < 5 * FEW as i64, "{read} rows for {FEW} of {MANY} guests");
            transaction.commit().await.unwrap();
            sweeps += 1;
            assert!(sweeps <= 2 * MANY as usize / FEW, "{swept} are gone");
        }
        let left = "SELECT count(*) FROM guests WHERE id NOT IN (SELECT guest FROM people)";
        let left: i64 = sqlx::query_scalar(left).fetch_one(&mut connection).await.unwrap();
        assert_eq!(left, 0);
        let all = sqlx::query_scalar("SELECT count(*) FROM guests").fetch_one(&mut connection);
        let all: i64 = all.await.unwrap();
        assert_eq!(all, i64::from(MANY) * 99 / 100);
    }
}
