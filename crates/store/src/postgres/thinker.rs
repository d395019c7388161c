//! Jobs in the database, as those see them who think.

use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::postgres::{PgConnectOptions, PgPool};
use sqlx::{AssertSqlSafe, Row as _};
use tokio::sync::mpsc;

use super::cluster::NOW;
use super::jobs::{CHANNEL, JobNews, MICROSECONDS, tell};
use super::rows::text;
use super::{connect, herald, in_time, writer};
use crate::contract::StoreError;
use crate::jobs::{JOB_LEASE, JobId, JobLine, MOST_TRIES, TakenJob, ThinkerPace};

/// How many connections it has, beside the one that listens.
const CONNECTIONS: u32 = 4;
/// How often it is tried to take a job while others take one of the same game.
const ATTEMPTS: usize = 3;

/// Somebody who thinks for the servers on a database.
pub struct Thinker {
    pool: PgPool,
    options: PgConnectOptions,
    name: String,
    id: AtomicI64,
}

/// What a thinker hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThinkerNews {
    /// There may be something to think about.
    Asked,
    /// Nobody waits for these any more.
    Dropped(Vec<JobId>),
}

impl Thinker {
    /// Opens the database, brings its tables up to date, and begins to think for its servers under a name that people know it by.
    pub async fn open(
        url: &str,
        password: Option<&str>,
        name: &str,
        pace: ThinkerPace,
    ) -> Result<Thinker, StoreError> {
        let options = connect::options(url, password)?;
        connect::migrate(&options).await?;
        let pool = connect::pool(&options, CONNECTIONS);
        let thinker = Thinker { pool, options, name: name.into(), id: AtomicI64::new(0) };
        thinker.enlist(pace).await?;
        Ok(thinker)
    }

    /// How people call the database.
    pub fn database(&self) -> String {
        connect::name(&self.options)
    }

    fn me(&self) -> i64 {
        self.id.load(Ordering::Relaxed)
    }

    async fn enlist(&self, pace: ThinkerPace) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO thinkers (name, threads, play, study, expires) VALUES ($1, $2, $3, $4, {NOW} + $5) RETURNING id"
        );
        let query = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(text(&self.name))
            .bind(pace.threads as i64)
            .bind(pace.play)
            .bind(pace.study)
            .bind(JOB_LEASE as i64);
        self.id.store(in_time(query.fetch_one(&self.pool)).await?, Ordering::Relaxed);
        Ok(())
    }

    /// Gives a sign of life, and says which jobs are still ours; whatever else we think about, nobody waits for.
    pub async fn beat(&self, pace: ThinkerPace) -> Result<Vec<JobId>, StoreError> {
        let sql = format!(
            "UPDATE thinkers SET threads = $2, play = $3, study = $4, expires = {NOW} + $5 WHERE id = $1"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(self.me())
            .bind(pace.threads as i64)
            .bind(pace.play)
            .bind(pace.study)
            .bind(JOB_LEASE as i64);
        if in_time(query.execute(&self.pool)).await?.rows_affected() == 0 {
            // The database is not the one that knew us.
            self.enlist(pace).await?;
        }
        // What nodes asked that are gone: whoever has their games asks again.
        let sql = format!(
            "DELETE FROM jobs USING nodes WHERE nodes.id = jobs.node AND nodes.expires <= {NOW}"
        );
        in_time(sqlx::query(AssertSqlSafe(sql)).execute(&self.pool)).await?;
        let sql = format!(
            "UPDATE jobs SET expires = {NOW} + $2 WHERE thinker = $1 AND answer IS NULL RETURNING node, number"
        );
        let query = sqlx::query_as(AssertSqlSafe(sql)).bind(self.me()).bind(JOB_LEASE as i64);
        let ours: Vec<(i64, i64)> = in_time(query.fetch_all(&self.pool)).await?;
        Ok(ours.into_iter().map(|(node, number)| JobId { node, number }).collect())
    }

    /// Takes the job whose turn it is: of the network that had no turn for longest, of its people the one who had none for longest, and of that
    /// one's games likewise. Nobody else gets it while we give signs of life.
    pub async fn take(&self, line: JobLine) -> Result<Option<TakenJob>, StoreError> {
        let sql = take_sql();
        for _ in 0..ATTEMPTS {
            let query = sqlx::query(AssertSqlSafe(sql.clone()))
                .bind(line.name())
                .bind(self.me())
                .bind(MOST_TRIES)
                .bind(JOB_LEASE as i64);
            let taken =
                tokio::time::timeout(super::LONGEST, query.fetch_optional(&self.pool)).await;
            match taken {
                // Another one has just begun a job of the same game.
                Ok(Err(error)) if writer::is_conflict(&error) => {}
                Ok(taken) => {
                    let taken = taken.map_err(|error| writer::unavailable(&error))?;
                    return Ok(taken.map(|row| TakenJob {
                        id: JobId { node: row.get("node"), number: row.get("number") },
                        question: row.get("question"),
                    }));
                }
                Err(_) => break,
            }
        }
        Ok(None)
    }

    /// Tells what was found so far, from that place on. Nothing happens if the job is not ours any more.
    pub async fn find(
        &self,
        id: JobId,
        from: i64,
        findings: Vec<String>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO findings (node, number, place, body) \
             SELECT jobs.node, jobs.number, $4 + new.place, new.body \
             FROM jobs, unnest($5::text[]) WITH ORDINALITY AS new (body, place) \
             WHERE jobs.node = $1 AND jobs.number = $2 AND jobs.thinker = $3 AND jobs.answer IS NULL \
             ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql)
            .bind(id.node)
            .bind(id.number)
            .bind(self.me())
            .bind(from)
            .bind(findings.iter().map(|finding| text(finding)).collect::<Vec<_>>());
        in_time(query.execute(&self.pool)).await?;
        tell(&self.pool, &JobNews::Said(id.node)).await;
        Ok(())
    }

    /// Answers; false if the job is not ours any more.
    pub async fn answer(&self, id: JobId, answer: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE jobs SET answer = $4 WHERE node = $1 AND number = $2 AND thinker = $3 AND answer IS NULL";
        let query =
            sqlx::query(sql).bind(id.node).bind(id.number).bind(self.me()).bind(text(answer));
        let answered = in_time(query.execute(&self.pool)).await?.rows_affected() > 0;
        if answered {
            tell(&self.pool, &JobNews::Said(id.node)).await;
        }
        Ok(answered)
    }

    /// Thinks no longer: whatever was ours is for others from now on.
    pub async fn retire(&self) -> Result<(), StoreError> {
        let sql = format!("UPDATE thinkers SET expires = {NOW} - 1 WHERE id = $1");
        in_time(sqlx::query(AssertSqlSafe(sql)).bind(self.me()).execute(&self.pool)).await?;
        self.give_back(None).await
    }

    /// Gives a job back that we cannot do now, or all.
    pub async fn give_back(&self, id: Option<JobId>) -> Result<(), StoreError> {
        let sql = "UPDATE jobs SET thinker = NULL, expires = 0, tries = tries - 1, prefers = NULL \
             WHERE thinker = $1 AND answer IS NULL AND ($2::bigint IS NULL OR (node = $2 AND number = $3))";
        let query = sqlx::query(sql)
            .bind(self.me())
            .bind(id.map(|id| id.node))
            .bind(id.map(|id| id.number));
        if in_time(query.execute(&self.pool)).await?.rows_affected() > 0 {
            tell(&self.pool, &JobNews::Asked).await;
        }
        Ok(())
    }

    /// What is told from now on. It may be lost.
    pub fn hear(&self) -> mpsc::Receiver<ThinkerNews> {
        let mut news = herald::listen_for::<JobNews>(self.options.clone(), CHANNEL);
        let (sender, receiver) = mpsc::channel(64);
        tokio::spawn(async move {
            loop {
                let heard = tokio::select! {
                    heard = news.recv() => heard,
                    () = sender.closed() => return,
                };
                let heard = match heard {
                    Some(Some(JobNews::Said(_))) => continue,
                    Some(Some(JobNews::Dropped(names))) => {
                        let id = |(node, number)| JobId { node, number };
                        ThinkerNews::Dropped(names.into_iter().map(id).collect())
                    }
                    Some(Some(JobNews::Asked) | None) => ThinkerNews::Asked,
                    None => return,
                };
                // Whoever does not listen finds it out a moment later.
                let _ = sender.try_send(heard);
            }
        });
        receiver
    }
}

/// The statement that takes a job: `$1` is the line, `$2` the thinker, `$3` how often a job is begun at most, `$4` the lease.
///
/// The turns of a network stand among those of people, under its name with the space that follows it in theirs: nobody's name ends so.
fn take_sql() -> String {
    let network = "split_part(person, ' ', 1) || ' '";
    let is_free = format!("answer IS NULL AND (thinker IS NULL OR expires <= {NOW})");
    format!(
        "WITH free AS (SELECT node, number, person, {network} AS network, game, asked FROM jobs AS job \
             WHERE line = $1 AND tries < $3 AND {is_free} \
             AND (prefers IS NULL OR prefers = $2 OR prefers_until <= {NOW}) \
             AND NOT EXISTS (SELECT 1 FROM jobs AS other WHERE other.line = $1 AND other.person = job.person \
                 AND other.game = job.game AND other.thinker IS NOT NULL AND other.answer IS NULL \
                 AND (other.node, other.number) <> (job.node, job.number))), \
         people AS (SELECT person, max(served) AS served FROM turns \
             WHERE line = $1 AND person IN (SELECT person FROM free) GROUP BY person), \
         ordered AS (SELECT free.node, free.number, free.asked, \
                 greatest(min(free.asked) OVER (PARTITION BY free.network), networks.served) AS networks_turn, \
                 greatest(min(free.asked) OVER (PARTITION BY free.person), people.served) AS persons_turn, \
                 greatest(min(free.asked) OVER (PARTITION BY free.person, free.game), turns.served) AS games_turn \
             FROM free LEFT JOIN people USING (person) \
             LEFT JOIN turns AS networks ON networks.line = $1 AND networks.person = free.network AND networks.game = '' \
             LEFT JOIN turns ON turns.line = $1 AND turns.person = free.person AND turns.game = free.game), \
         next AS (SELECT jobs.node, jobs.number FROM jobs JOIN ordered USING (node, number) WHERE {is_free} \
             ORDER BY networks_turn, persons_turn, games_turn, ordered.asked, jobs.node, jobs.number LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED), \
         begun AS (UPDATE jobs SET thinker = $2, expires = {NOW} + $4, tries = tries + 1 FROM next \
             WHERE jobs.node = next.node AND jobs.number = next.number \
             RETURNING jobs.node, jobs.number, jobs.person, jobs.game, jobs.question), \
         noted AS (INSERT INTO turns (line, person, game, served, thinker) \
             SELECT $1, person, game, {MICROSECONDS}, $2 FROM begun \
             UNION ALL SELECT $1, {network}, '', {MICROSECONDS}, $2 FROM begun \
             ON CONFLICT (line, person, game) DO UPDATE SET served = excluded.served, thinker = excluded.thinker) \
         SELECT node, number, question FROM begun"
    )
}
