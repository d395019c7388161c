//! Jobs in the database, as servers see them.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnection, PgPool, PgRow};
use sqlx::{AssertSqlSafe, Row as _};
use tokio::sync::mpsc;

use super::PostgresStore;
use super::cluster::NOW;
use super::herald;
use super::rows::text;
use crate::contract::{Pending, StoreError};
use crate::jobs::{
    InLine, JOB_LEASE, JobId, JobLine, Jobs, JobsAtLarge, MOST_TRIES, NewJob, PREFERENCE, Progress,
    Said, ThinkerPace,
};

/// Where servers and thinkers hear of each other. Servers that know of no jobs listen elsewhere.
pub(super) const CHANNEL: &str = "quintet_jobs";
/// The database's time in microseconds, which orders lines.
pub(super) const MICROSECONDS: &str = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
/// How many names of jobs a notification holds at most: each takes less than 45 bytes of 8,000.
const NAMES: usize = 150;
/// How many that wait are looked at to tell how long it takes.
const LOOKED_AT: i64 = 20_000;
/// For how many microseconds is remembered who had a turn: nobody waits longer.
const REMEMBERED: u64 = 600_000_000;
/// In milliseconds.
const A_DAY: u64 = 86_400_000;

/// What servers and thinkers tell each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum JobNews {
    /// There is something to think about.
    Asked,
    /// A thinker said something to that node.
    Said(i64),
    /// Nobody waits for these any more.
    Dropped(Vec<(i64, i64)>),
}

/// Tells it. It may be lost.
pub(super) async fn tell(pool: &PgPool, news: &JobNews) {
    let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(crate::rows::json(news));
    let told = tokio::time::timeout(super::connect::PATIENCE, query.execute(pool)).await;
    if !matches!(told, Ok(Ok(_))) {
        tracing::debug!("thinkers and servers could not be told of a job");
    }
}

impl PostgresStore {
    async fn findings(&self) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "WITH gone AS (DELETE FROM findings WHERE node = $1 RETURNING number, place, body) \
             SELECT number, body FROM gone ORDER BY number, place";
        let query = sqlx::query_as(sql).bind(self.me());
        self.ask(query.fetch_all(&self.readers)).await
    }
}

impl Jobs for PostgresStore {
    fn post(&self, jobs: Vec<NewJob>) -> Pending<'_, ()> {
        Box::pin(async move {
            let sql = format!(
                "INSERT INTO jobs (node, number, line, person, game, question, asked, prefers, prefers_until) \
                 SELECT $1, new.number, new.line, new.person, new.game, new.question, \
                     (extract(epoch FROM statement_timestamp()) * 1000000)::bigint + new.place, thinkers.id, {NOW} + $7 \
                 FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[]) \
                     WITH ORDINALITY AS new (number, line, person, game, question, place) \
                 LEFT JOIN turns USING (line, person, game) \
                 LEFT JOIN thinkers ON thinkers.id = turns.thinker AND thinkers.expires > {NOW} \
                 ON CONFLICT DO NOTHING"
            );
            let column = |of: fn(&NewJob) -> String| jobs.iter().map(of).collect::<Vec<_>>();
            let query = sqlx::query(AssertSqlSafe(sql))
                .bind(self.me())
                .bind(jobs.iter().map(|job| job.number).collect::<Vec<_>>())
                .bind(column(|job| job.line.name().into()))
                .bind(column(|job| text(&job.person)))
                .bind(column(|job| text(&job.game)))
                .bind(column(|job| text(&job.question)))
                .bind(PREFERENCE as i64);
            self.ask(query.execute(&self.readers)).await?;
            tell(&self.readers, &JobNews::Asked).await;
            Ok(())
        })
    }

    fn withdraw(&self, numbers: Vec<i64>) -> Pending<'_, ()> {
        Box::pin(async move {
            let sql =
                "DELETE FROM jobs WHERE node = $1 AND number = ANY($2) RETURNING number, thinker";
            let query = sqlx::query_as(sql).bind(self.me()).bind(numbers);
            let gone: Vec<(i64, Option<i64>)> = self.ask(query.fetch_all(&self.readers)).await?;
            let begun = gone.into_iter().filter(|(_, thinker)| thinker.is_some());
            let begun: Vec<_> = begun.map(|(number, _)| (self.me(), number)).collect();
            for names in begun.chunks(NAMES) {
                tell(&self.readers, &JobNews::Dropped(names.to_vec())).await;
            }
            Ok(())
        })
    }

    fn said(&self) -> Pending<'_, Vec<Said>> {
        Box::pin(async move {
            // In this order: whoever has answered has told all findings before.
            let sql = "SELECT number, answer FROM jobs WHERE node = $1 AND answer IS NOT NULL";
            let query = sqlx::query_as(sql).bind(self.me());
            let answers: Vec<(i64, String)> = self.ask(query.fetch_all(&self.readers)).await?;
            let findings = self.findings().await?;
            if !answers.is_empty() {
                let numbers: Vec<i64> = answers.iter().map(|(number, _)| *number).collect();
                let sql = "DELETE FROM jobs WHERE node = $1 AND number = ANY($2)";
                let query = sqlx::query(sql).bind(self.me()).bind(numbers);
                self.ask(query.execute(&self.readers)).await?;
            }
            let findings = findings.into_iter().map(|(number, body)| Said::Finding(number, body));
            let answers = answers.into_iter().map(|(number, answer)| Said::Answer(number, answer));
            Ok(findings.chain(answers).collect())
        })
    }

    fn at_large(&self) -> Pending<'_, JobsAtLarge> {
        Box::pin(async move {
            let sql = format!("SELECT threads, play, study FROM thinkers WHERE expires > {NOW}");
            let query = sqlx::query_as(AssertSqlSafe(sql));
            let thinkers: Vec<(i64, f64, f64)> = self.ask(query.fetch_all(&self.readers)).await?;
            let pace = |(threads, play, study)| ThinkerPace {
                threads: usize::try_from(threads).unwrap_or(1),
                play,
                study,
            };
            let sql = format!(
                "SELECT number, thinker IS NOT NULL OR answer IS NOT NULL AS begun, \
                     tries >= $2 AND answer IS NULL AND expires <= {NOW} AS worn_out FROM jobs WHERE node = $1"
            );
            let query = sqlx::query(AssertSqlSafe(sql)).bind(self.me()).bind(MOST_TRIES);
            let found = self.ask(query.fetch_all(&self.readers)).await?;
            let ours: Vec<_> = found.iter().map(progress).collect();
            let waiting = if ours.iter().any(|(_, progress)| *progress == Progress::Waits) {
                self.waiting().await?
            } else {
                Vec::new()
            };
            let thinkers = thinkers.into_iter().map(pace).collect();
            Ok(JobsAtLarge { node: self.me(), thinkers, ours, waiting })
        })
    }

    fn hear(&self) -> mpsc::Receiver<()> {
        let mut news = herald::listen_for::<JobNews>(self.options.clone(), CHANNEL);
        let (sender, receiver) = mpsc::channel(1);
        let node = Arc::clone(&self.node);
        tokio::spawn(async move {
            loop {
                let heard = tokio::select! {
                    heard = news.recv() => heard,
                    () = sender.closed() => return,
                };
                let concerns_us = match heard {
                    Some(Some(JobNews::Said(to))) => to == node.load(Ordering::Relaxed),
                    Some(Some(_)) => false,
                    Some(None) => true,
                    None => return,
                };
                if concerns_us {
                    // One sign that waits is enough.
                    let _ = sender.try_send(());
                }
            }
        });
        receiver
    }
}

impl PostgresStore {
    async fn waiting(&self) -> Result<Vec<InLine>, StoreError> {
        let sql = "SELECT node, number, line, person FROM jobs WHERE thinker IS NULL AND answer IS NULL \
             ORDER BY asked, node, number LIMIT $1";
        let query = sqlx::query(sql).bind(LOOKED_AT);
        let found = self.ask(query.fetch_all(&self.readers)).await?;
        let in_line = |row: &PgRow| InLine {
            id: JobId { node: row.get("node"), number: row.get("number") },
            line: JobLine::named(row.get("line")),
            person: row.get("person"),
        };
        Ok(found.iter().map(in_line).collect())
    }
}

fn progress(row: &PgRow) -> (i64, Progress) {
    let progress = match (row.get("worn_out"), row.get("begun")) {
        (true, _) => Progress::WornOut,
        (false, true) => Progress::Begun,
        (false, false) => Progress::Waits,
    };
    (row.get("number"), progress)
}

/// Lets go what nobody asks for any more: jobs of nodes that are gone, turns of long ago, thinkers of yesterday.
pub(super) async fn sweep(connection: &mut PgConnection) -> sqlx::Result<()> {
    for sql in [
        format!(
            "DELETE FROM jobs WHERE NOT EXISTS \
             (SELECT 1 FROM nodes WHERE nodes.id = jobs.node AND nodes.expires > {NOW} - {JOB_LEASE})"
        ),
        format!("DELETE FROM turns WHERE served < {MICROSECONDS} - {REMEMBERED}"),
        format!("DELETE FROM thinkers WHERE expires < {NOW} - {A_DAY}"),
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *connection).await?;
    }
    Ok(())
}
