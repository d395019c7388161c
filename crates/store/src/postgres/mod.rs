//! Games in a `PostgreSQL` database, which several servers may share.
//!
//! All writing of one server goes through one task, the [`writer`](writer::Writer), which joins what arrives at the same time into one commit. Reading
//! has connections of its own and never waits for a commit. While the database is away everything fails at once or within seconds, and
//! goes on by itself when it is back.

mod cluster;
pub(crate) mod connect;
mod herald;
mod jobs;
mod lifeline;
mod people;
mod rows;
mod spent;
mod sweep;
mod thinker;
mod writer;

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use quintet_rooms::{Event, GameId, GuestId, Time};
use sqlx::Postgres;
use sqlx::Row as _;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPool, PgRow};
use tokio::sync::mpsc;

use crate::batch::{self, Intake, Work};
use crate::cluster::{Cluster, Hint};
use crate::contract::{Pending, Store, StoreError};
use crate::jobs::Jobs;
use crate::packing;
use crate::people::People;
use crate::types::{Append, Filter, Page};
use crate::walk::Walk;
pub(crate) use rows::text;
pub use thinker::{Thinker, ThinkerNews};

/// How long an answer may take.
const LONGEST: Duration = Duration::from_secs(10);

/// Games in a database.
pub struct PostgresStore {
    intake: Intake,
    readers: PgPool,
    /// For signs of life, which must not wait behind anything.
    lifeline: lifeline::Lifeline,
    options: PgConnectOptions,
    /// Which node we are; 0 while we are none.
    node: Arc<AtomicI64>,
    herald: mpsc::UnboundedSender<Vec<Hint>>,
    told: tokio::sync::Mutex<spent::Told>,
}

impl PostgresStore {
    /// Opens the store in a database, makes its tables if there are none, and brings older ones up to date. It needs a Tokio runtime.
    ///
    /// The address is one such as `postgres://user@host/name?sslmode=verify-full`. A password that does not stand in it comes from the second argument,
    /// or from `PGPASSWORD` or `~/.pgpass`, as with other programs.
    pub async fn open(url: &str, password: Option<&str>) -> Result<PostgresStore, StoreError> {
        let options = connect::options(url, password)?;
        connect::migrate(&options).await?;
        let readers = connect::pool(&options, connect::READERS);
        let lifeline = lifeline::Lifeline::new(&options);
        let (intake, queue) = Intake::new();
        let (herald, hints) = mpsc::unbounded_channel();
        let node = Arc::new(AtomicI64::new(0));
        tokio::spawn(herald::send(options.clone(), Arc::clone(&node), hints));
        let writer = writer::Writer {
            options: options.clone(),
            connection: None,
            node: Arc::clone(&node),
            herald: herald.clone(),
            guests: Walk::default(),
        };
        tokio::spawn(batch::run(writer, queue));
        let told = tokio::sync::Mutex::default();
        Ok(PostgresStore { intake, readers, lifeline, options, node, herald, told })
    }

    /// Waits for what the database answers, but not for ever.
    async fn ask<T>(
        &self,
        answer: impl Future<Output = sqlx::Result<T>> + Send,
    ) -> Result<T, StoreError> {
        in_time(answer).await
    }

    /// The events of a game after a version that stand in rows of their own.
    async fn unpacked(
        &self,
        game: &GameId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Event>, StoreError> {
        let sql = "SELECT version, format, body FROM events WHERE game = $1 AND version > $2 ORDER BY version LIMIT $3";
        let query = sqlx::query(sql)
            .bind(text(&game.0))
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .bind(i64::try_from(limit).unwrap_or(i64::MAX));
        let found = self.ask(query.fetch_all(&self.readers)).await?;
        let event = |row: &PgRow| {
            let version = rows::number(row, "version");
            packing::event(game, version, sweep::format(row), row.get("body"))
        };
        found.iter().map(event).collect()
    }

    async fn pack(&self, game: &GameId) -> Result<Option<Vec<u8>>, StoreError> {
        let query =
            sqlx::query_scalar("SELECT body FROM packs WHERE game = $1").bind(text(&game.0));
        self.ask(query.fetch_optional(&self.readers)).await
    }

    async fn ids(&self, query: Ids<'_>) -> Result<Vec<GameId>, StoreError> {
        let ids = self.ask(query.fetch_all(&self.readers)).await?;
        Ok(ids.into_iter().map(GameId).collect())
    }
}

/// What the database answers, if it does so in time.
async fn in_time<T>(answer: impl Future<Output = sqlx::Result<T>> + Send) -> Result<T, StoreError> {
    match tokio::time::timeout(LONGEST, answer).await {
        Ok(answer) => answer.map_err(|error| writer::unavailable(&error)),
        Err(_) => Err(StoreError::Unavailable { detail: "the database takes too long".into() }),
    }
}

type Ids<'q> = sqlx::query::QueryScalar<'q, Postgres, String, PgArguments>;

impl Store for PostgresStore {
    fn append_all(&self, appends: Vec<Append>) -> Pending<'_, ()> {
        Box::pin(self.intake.write(Work::Append(appends)))
    }

    fn load_from(&self, game: &GameId, after: u64, limit: usize) -> Pending<'_, Vec<Event>> {
        let game = game.clone();
        Box::pin(async move {
            let events = self.unpacked(&game, after, limit).await?;
            if events.first().is_some_and(|first| first.version == after + 1) || limit == 0 {
                return Ok(events);
            }
            // What comes before was packed, if it is anywhere.
            let Some(packed) = self.pack(&game).await? else { return Ok(events) };
            let mut all = packing::events(&game, &packed, after, limit)?;
            // It may have been packed between the two questions: then it holds those events, too.
            let known = all.last().map_or(after, |last| last.version);
            all.extend(events.into_iter().filter(|event| event.version > known));
            all.truncate(limit);
            Ok(all)
        })
    }

    fn made_by(&self, owner: &GuestId, op: &str) -> Pending<'_, Option<GameId>> {
        let (owner, op) = (text(&owner.0), text(op));
        Box::pin(async move {
            let sql = "SELECT id FROM games WHERE owner = $1 AND op = $2";
            let query = sqlx::query_scalar(sql).bind(owner).bind(op);
            let id: Option<String> = self.ask(query.fetch_optional(&self.readers)).await?;
            Ok(id.map(GameId))
        })
    }

    fn timed(&self) -> Pending<'_, Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE status = 'open' OR (status = 'running' AND clock IS NOT NULL) \
             ORDER BY created, id";
        Box::pin(self.ids(sqlx::query_scalar(sql)))
    }

    fn idle(&self, since_before: Time, limit: usize) -> Pending<'_, Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE status = 'running' AND clock IS NULL AND idle_since < $1 \
             ORDER BY idle_since LIMIT $2";
        let query = sqlx::query_scalar(sql).bind(since_before.0 as i64);
        Box::pin(self.ids(query.bind(i64::try_from(limit).unwrap_or(i64::MAX))))
    }

    fn sweep(&self, now: Time) -> Pending<'_, u64> {
        Box::pin(self.intake.count(Work::Sweep(now)))
    }

    fn list(&self, filter: Filter) -> Pending<'_, Page> {
        Box::pin(async move {
            let mut query = crate::rows::listing::<Postgres>(&filter, "JOIN");
            let found = self.ask(query.build().fetch_all(&self.readers)).await?;
            crate::rows::page(&found, filter.limit)
        })
    }

    fn people(&self) -> &dyn People {
        self
    }

    fn set_alive(&self, now: Time) -> Pending<'_, ()> {
        Box::pin(self.intake.write(Work::Alive(now)))
    }

    fn alive_at(&self) -> Pending<'_, Option<Time>> {
        Box::pin(async move {
            let query = sqlx::query_scalar("SELECT value FROM signs WHERE name = 'alive'");
            let value: Option<i64> = self.ask(query.fetch_optional(&self.readers)).await?;
            Ok(value.map(|value| Time(value.unsigned_abs())))
        })
    }

    fn cluster(&self) -> Option<&dyn Cluster> {
        Some(self)
    }

    fn jobs(&self) -> Option<&dyn Jobs> {
        Some(self)
    }

    fn check(&self) -> Pending<'_, ()> {
        Box::pin(self.intake.write(Work::Check))
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            let closed = self.intake.write(Work::Close).await;
            // One that is not heard of any more must not hold up the end.
            let _ = tokio::time::timeout(LONGEST, self.readers.close()).await;
            self.lifeline.close().await;
            closed
        })
    }
}
