//! The nodes in the database. Its clock is the one that counts.

use std::sync::atomic::Ordering;

use quintet_rooms::{GameId, GuestId, Time};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};
use tokio::sync::mpsc;

use super::rows::{number, text};
use super::{PostgresStore, herald};
use crate::cluster::{Beat, Cluster, Cost, Hint, LEASE, Owner, Present, Standing};
use crate::contract::{Pending, StoreError};

/// The database's time in milliseconds.
pub(super) const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// The last change of hands of a game, unless something was written since: then whoever has it may not know that nobody had looked after it. Its
/// take-over may have been answered to nobody, or what it led to not been stored.
const UNTOLD: &str = "LEFT JOIN owners ON owners.game = games.id AND owners.epoch = games.epoch AND owners.version = games.version";

impl PostgresStore {
    /// Which node we are.
    pub(super) fn me(&self) -> i64 {
        self.node.load(Ordering::Relaxed)
    }

    /// Whose a game is, if anybody's who is alive.
    async fn owner(&self, game: &GameId) -> Result<Option<Held>, StoreError> {
        let sql = format!(
            "SELECT games.node, games.epoch, nodes.address, coalesce(nodes.expires > {NOW}, false) AS lives, owners.away \
             FROM games LEFT JOIN nodes ON nodes.id = games.node {UNTOLD} WHERE games.id = $1"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(text(&game.0));
        let found = self.ask(query.fetch_optional(&self.readers)).await?;
        Ok(found.map(|row| Held {
            node: row.get("node"),
            epoch: number(&row, "epoch"),
            address: row.get("address"),
            lives: row.get("lives"),
            away_since: moment(&row, "away"),
        }))
    }

    /// Takes a game whose owner is gone, and notes since when nobody had looked after it. `None` if somebody else was quicker. The owner's row is locked: a sign of life that comes at the same
    /// time is either seen here, or sees who has the game.
    async fn take(&self, game: &GameId) -> Result<Option<Owner>, StoreError> {
        let sql = format!(
            "WITH before AS (SELECT id, games.node, games.version, owners.away FROM games {UNTOLD} WHERE id = $1 FOR UPDATE OF games), \
             gone AS (SELECT nodes.seen FROM nodes, before WHERE nodes.id = before.node AND nodes.expires <= {NOW} \
                 FOR SHARE OF nodes), \
             owner AS (SELECT before.id, before.version, \
                     coalesce(before.away, (SELECT seen FROM gone), (SELECT value FROM signs WHERE name = 'alive')) AS seen \
                 FROM before WHERE before.node IS DISTINCT FROM $2 \
                 AND (before.node IS NULL OR EXISTS (SELECT 1 FROM gone))), \
             taken AS (UPDATE games SET node = $2, epoch = games.epoch + 1 FROM owner WHERE games.id = owner.id \
                 RETURNING games.epoch, owner.seen, owner.version), \
             noted AS (INSERT INTO owners (game, epoch, node, version, at, away) \
                 SELECT $1, taken.epoch, $2, taken.version, {NOW}, taken.seen FROM taken) \
             SELECT epoch, seen FROM taken"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(text(&game.0)).bind(self.me());
        let taken = self.ask(query.fetch_optional(&self.readers)).await?;
        Ok(taken.map(|row| Owner::Us {
            epoch: number(&row, "epoch"),
            away_since: moment(&row, "seen"),
        }))
    }
}

/// A game's owner as the database has it.
struct Held {
    node: Option<i64>,
    epoch: u64,
    address: Option<String>,
    lives: bool,
    /// Since when nobody had looked after it when it went to that node, if nothing was written since.
    away_since: Option<Time>,
}

fn moment(row: &PgRow, field: &str) -> Option<Time> {
    row.get::<Option<i64>, _>(field).map(|at| Time(at.unsigned_abs()))
}

impl Cluster for PostgresStore {
    fn join(&self, address: String) -> Pending<'_, Time> {
        Box::pin(async move {
            // Its clock may have been set back, as when another machine has taken its place: whoever was here before saw a later time.
            let sql = format!(
                "INSERT INTO nodes (address, began, seen, expires) \
                 SELECT $1, now, greatest(now, (SELECT value FROM signs WHERE name = 'alive'), (SELECT max(seen) FROM nodes)), now + $2 \
                 FROM (SELECT {NOW} AS now) AS clock RETURNING id, seen"
            );
            let query = sqlx::query(AssertSqlSafe(sql)).bind(text(&address)).bind(LEASE as i64);
            let row = self.ask(query.fetch_one(&self.readers)).await?;
            self.node.store(row.get("id"), Ordering::Relaxed);
            // What those left behind who did not stop in good order.
            for table in ["present", "spent"] {
                let sql = format!(
                    "DELETE FROM {table} USING nodes WHERE nodes.id = {table}.node AND nodes.expires < {NOW} - 60000"
                );
                self.ask(sqlx::query(AssertSqlSafe(sql)).execute(&self.readers)).await?;
            }
            Ok(Time(number(&row, "seen")))
        })
    }

    fn set_page(&self, page: String) -> Pending<'_, ()> {
        Box::pin(async move {
            let query = sqlx::query("UPDATE nodes SET page = $2 WHERE id = $1");
            let query = query.bind(self.me()).bind(text(&page));
            self.ask(query.execute(&self.readers)).await?;
            Ok(())
        })
    }

    fn pages(&self) -> Pending<'_, Vec<(String, Option<String>)>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT address, page FROM nodes WHERE expires > {NOW} AND id <> $1 ORDER BY id DESC"
            );
            let query = sqlx::query_as(AssertSqlSafe(sql)).bind(self.me());
            self.ask(query.fetch_all(&self.readers)).await
        })
    }

    fn beat(&self, now: Time) -> Pending<'_, Beat> {
        Box::pin(self.lifeline.beat(self.me(), now))
    }

    fn leave(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            let sql = format!(
                "UPDATE nodes SET seen = greatest(seen, {NOW}), expires = {NOW} - 1 WHERE id = $1"
            );
            let query = sqlx::query(AssertSqlSafe(sql)).bind(self.me());
            self.ask(query.execute(&self.readers)).await?;
            for sql in ["DELETE FROM present WHERE node = $1", "DELETE FROM jobs WHERE node = $1"] {
                self.ask(sqlx::query(sql).bind(self.me()).execute(&self.readers)).await?;
            }
            // For whoever has the games next, should that not be a node.
            let sql = format!(
                "INSERT INTO signs SELECT 'alive', greatest({NOW}, max(seen)) FROM nodes ON CONFLICT (name) DO UPDATE \
                 SET value = greatest(signs.value, excluded.value)"
            );
            self.ask(sqlx::query(AssertSqlSafe(sql)).execute(&self.readers)).await?;
            Ok(())
        })
    }

    fn own(&self, game: &GameId) -> Pending<'_, Owner> {
        let game = game.clone();
        Box::pin(async move {
            // Somebody else may take it between the two questions, and die before the third.
            for _ in 0..3 {
                let Some(owner) = self.owner(&game).await? else { return Ok(Owner::Nobody) };
                if owner.node == Some(self.me()) {
                    return Ok(Owner::Us { epoch: owner.epoch, away_since: owner.away_since });
                }
                if let (true, Some(address)) = (owner.lives, owner.address) {
                    return Ok(Owner::Other { address });
                }
                if let Some(taken) = self.take(&game).await? {
                    return Ok(taken);
                }
            }
            Err(StoreError::Unavailable { detail: format!("nobody keeps the game {game}") })
        })
    }

    fn orphans(&self, limit: usize) -> Pending<'_, Vec<GameId>> {
        let sql = format!(
            "SELECT id FROM games WHERE (status = 'open' OR (status = 'running' AND clock IS NOT NULL)) AND NOT EXISTS \
             (SELECT 1 FROM nodes WHERE nodes.id = games.node AND expires > {NOW}) LIMIT $1"
        );
        let query = sqlx::query_scalar(AssertSqlSafe(sql));
        Box::pin(self.ids(query.bind(i64::try_from(limit).unwrap_or(i64::MAX))))
    }

    fn standing(&self, games: Vec<GameId>) -> Pending<'_, Vec<Standing>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT games.id, games.version, games.epoch, games.node, coalesce(nodes.expires > {NOW}, false) AS owned \
                 FROM games LEFT JOIN nodes ON nodes.id = games.node WHERE games.id = ANY($1)"
            );
            let query = sqlx::query(AssertSqlSafe(sql)).bind(ids(&games));
            let found = self.ask(query.fetch_all(&self.readers)).await?;
            let standing = |row: &PgRow| {
                let node: Option<i64> = row.get("node");
                Standing {
                    game: GameId(row.get("id")),
                    version: number(row, "version"),
                    owned: row.get("owned"),
                    ours: (node == Some(self.me())).then(|| number(row, "epoch")),
                }
            };
            Ok(found.iter().map(standing).collect())
        })
    }

    fn set_present(&self, present: Vec<Present>) -> Pending<'_, ()> {
        Box::pin(async move {
            for Present { game, guests, spectators } in present {
                let query = if guests.is_empty() && spectators == 0 {
                    sqlx::query("DELETE FROM present WHERE game = $1 AND node = $2")
                        .bind(text(&game.0))
                        .bind(self.me())
                } else {
                    sqlx::query(
                        "INSERT INTO present (game, node, guests, spectators) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (game, node) DO UPDATE SET guests = excluded.guests, spectators = excluded.spectators",
                    )
                    .bind(text(&game.0))
                    .bind(self.me())
                    .bind(guests.iter().map(|guest| text(&guest.0)).collect::<Vec<_>>())
                    .bind(spectators as i64)
                };
                self.ask(query.execute(&self.readers)).await?;
                self.tell(Hint::Present(game));
            }
            Ok(())
        })
    }

    fn present(&self, games: Vec<GameId>) -> Pending<'_, Vec<Present>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT game, guests, spectators FROM present JOIN nodes ON nodes.id = present.node \
                 WHERE game = ANY($1) AND node <> $2 AND expires > {NOW}"
            );
            let query = sqlx::query(AssertSqlSafe(sql)).bind(ids(&games)).bind(self.me());
            let found = self.ask(query.fetch_all(&self.readers)).await?;
            let present = |row: &PgRow| {
                let guests: Vec<String> = row.get("guests");
                Present {
                    game: GameId(row.get("game")),
                    guests: guests.into_iter().map(GuestId).collect(),
                    spectators: number(row, "spectators") as usize,
                }
            };
            Ok(found.iter().map(present).collect())
        })
    }

    fn share_spent(&self, ours: Vec<Cost>) -> Pending<'_, Vec<Cost>> {
        Box::pin(self.exchange_spent(ours))
    }

    fn tell(&self, hint: Hint) {
        // Without a herald nobody listens.
        let _ = self.herald.send(vec![hint]);
    }

    fn listen(&self) -> mpsc::Receiver<Hint> {
        herald::listen(self.options.clone(), self.node.clone())
    }
}

fn ids(games: &[GameId]) -> Vec<String> {
    games.iter().map(|game| text(&game.0)).collect()
}
