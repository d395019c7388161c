//! Thinking for the servers on a database: jobs are taken out of it, thought about by a pool of our own, and answered.
//!
//! As many moves and hints are taken as there are threads, and a few analyses more, which share the threads in slices and give way to the others.
//! What nobody waits for any more is dropped; engines stay between the moves of a game, as in any pool.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use quintet_catalog::Catalog;
use quintet_store::{
    JobId, JobLine, PREFERENCE, StoreError, TakenJob, Thinker, ThinkerNews, ThinkerPace,
};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, MissedTickBehavior};

use super::queue::{USUAL_STUDY, USUAL_TURN};
use super::{Kind, Pool, Thinking, letter};

/// How often a sign of life is given.
const BEAT: Duration = Duration::from_secs(1);
/// How many analyses share a thread.
const STUDIES_A_THREAD: usize = 4;
/// How long findings are gathered before they are told.
const GATHER: Duration = Duration::from_millis(100);
/// How often an answer is offered while the database is away, and how long after each other.
const OFFERS: usize = 20;
const AGAIN: Duration = Duration::from_millis(500);

/// Where to think, and under which name.
#[derive(Clone, Copy)]
pub struct Post<'a> {
    /// The address of the database.
    pub url: &'a str,
    /// Its password, if that does not stand there.
    pub password: Option<&'a str>,
    /// What people know us by.
    pub name: &'a str,
    /// How many questions are thought about at the same time.
    pub threads: usize,
}

/// Somebody who thinks for servers.
pub struct Worker {
    catalog: Catalog,
    pool: Arc<Pool>,
    thinker: Arc<Thinker>,
    threads: usize,
    begun: HashMap<JobId, Begun>,
}

struct Begun {
    line: JobLine,
    task: AbortHandle,
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Worker {
    /// Opens the database, and begins to count as one who thinks.
    pub async fn open(catalog: Catalog, post: Post<'_>) -> Result<Worker, StoreError> {
        let threads = post.threads.max(1);
        let pace = ThinkerPace { threads, play: USUAL_TURN, study: USUAL_STUDY };
        let thinker = Thinker::open(post.url, post.password, post.name, pace).await?;
        let (pool, thinker) = (Pool::new(catalog, threads), Arc::new(thinker));
        Ok(Worker { catalog, pool, thinker, threads, begun: HashMap::new() })
    }

    /// How people call the database.
    pub fn database(&self) -> String {
        self.thinker.database()
    }

    /// Thinks until it is told to stop; then gives back what it has begun.
    pub async fn work(mut self, told_to_stop: impl Future<Output = ()>) {
        let mut told_to_stop = std::pin::pin!(told_to_stop);
        let mut news = self.thinker.hear();
        let (done, mut ended) = mpsc::unbounded_channel();
        let mut tick = tokio::time::interval(BEAT);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // What is left to others for a moment may be ours after it.
        let mut look_again: Option<Instant> = None;
        loop {
            tokio::select! {
                () = &mut told_to_stop => break,
                Some(news) = news.recv() => match news {
                    ThinkerNews::Asked => {
                        look_again = Some(Instant::now() + Duration::from_millis(PREFERENCE));
                    }
                    ThinkerNews::Dropped(ids) => {
                        for id in ids {
                            self.begun.remove(&id);
                        }
                    }
                },
                Some(id) = ended.recv() => {
                    self.begun.remove(&id);
                }
                () = sleep_until(look_again) => look_again = None,
                _ = tick.tick() => self.beat().await,
            }
            self.take_all(&done).await;
        }
        self.begun.clear();
        if let Err(error) = self.thinker.retire().await {
            tracing::warn!(%error, "what was begun could not be given back; it is when its time is up");
        }
        let pool = Arc::clone(&self.pool);
        let _ = tokio::task::spawn_blocking(move || pool.stop()).await;
    }

    async fn beat(&mut self) {
        let [play, study] = self.pool.takes();
        match self.thinker.beat(ThinkerPace { threads: self.threads, play, study }).await {
            Ok(ours) => self.begun.retain(|id, _| ours.contains(id)),
            Err(error) => tracing::warn!(%error, "no sign of life could be given"),
        }
    }

    /// Takes as many jobs as it has place for.
    async fn take_all(&mut self, done: &mpsc::UnboundedSender<JobId>) {
        for (line, most) in
            [(JobLine::Play, self.threads), (JobLine::Study, self.threads * STUDIES_A_THREAD)]
        {
            while self.begun.values().filter(|begun| begun.line == line).count() < most {
                match self.thinker.take(line).await {
                    Ok(Some(job)) => self.begin(line, job, done.clone()),
                    Ok(None) => break,
                    Err(error) => {
                        tracing::debug!(%error, "no question could be taken");
                        return;
                    }
                }
            }
        }
    }

    fn begin(&mut self, line: JobLine, job: TakenJob, done: mpsc::UnboundedSender<JobId>) {
        let id = job.id;
        // One that was given to others meanwhile, and came back, is thought about already.
        if self.begun.contains_key(&id) {
            return;
        }
        let (catalog, pool) = (self.catalog, Arc::clone(&self.pool));
        let thinker = Arc::clone(&self.thinker);
        let task = tokio::spawn(async move {
            think(catalog, &pool, &thinker, job).await;
            // Whoever stops does not count any more.
            let _ = done.send(id);
        });
        self.begun.insert(id, Begun { line, task: task.abort_handle() });
    }
}

async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// Thinks about a job, tells what is found, and answers.
async fn think(catalog: Catalog, pool: &Pool, thinker: &Thinker, job: TakenJob) {
    let answer = match letter::read_question(catalog, &job.question) {
        Err(why) => letter::write_not_understood(why),
        Ok(question) => {
            let is_analysis = question.kind == Kind::Analysis;
            let Ok(mut thinking) = pool.ask(question) else {
                // We are about to stop. If it is not given back here, it is with all others.
                let _ = thinker.give_back(Some(job.id)).await;
                return;
            };
            if is_analysis {
                tell_findings(&mut thinking, thinker, job.id).await;
            }
            letter::write_answer(thinking.answer().await)
        }
    };
    for _ in 0..OFFERS {
        match thinker.answer(job.id, &answer).await {
            Ok(_) => return,
            Err(error) => tracing::debug!(%error, "an answer could not be given"),
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Tells what is found until there is an answer.
async fn tell_findings(thinking: &mut Thinking, thinker: &Thinker, id: JobId) {
    let (mut gathered, mut told) = (Vec::new(), 0);
    let mut is_over = false;
    while !is_over {
        let end = Instant::now() + GATHER;
        while let Ok(report) = tokio::time::timeout_at(end, thinking.report()).await {
            let Some(report) = report else {
                is_over = true;
                break;
            };
            gathered.push(letter::write_finding(report));
        }
        if gathered.is_empty() {
            continue;
        }
        let count = gathered.len() as i64;
        if let Err(error) = thinker.find(id, told, std::mem::take(&mut gathered)).await {
            tracing::debug!(%error, "findings were lost");
        }
        told += count;
    }
}
