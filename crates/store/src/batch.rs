//! Writing in batches: what arrives while a commit runs, or shortly after, shares the next. Every store on a disk writes so; what a commit is,
//! each knows itself.

use std::future::Future;
use std::time::Duration;

use quintet_rooms::Time;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::contract::StoreError;
use crate::people::Change;
use crate::types::Append;

/// Commits begin at least this far apart, so that under load many share one; a lone one never waits.
const PACE: Duration = Duration::from_millis(2);

/// At most so many share a commit.
const MOST_AT_ONCE: usize = 1_024;

/// How many writes may wait. Rooms write one thing at a time each, so this many rooms would have to be busy.
const QUEUE: usize = 16_384;

/// Something to write, where to answer, and since when it waits.
pub(crate) struct Job {
    pub(crate) work: Work,
    pub(crate) reply: Reply,
    since: Instant,
}

/// Where to say how many things were changed.
pub(crate) type Reply = oneshot::Sender<Result<u64, StoreError>>;

pub(crate) enum Work {
    /// In several games, all or none.
    Append(Vec<Append>),
    People(Vec<Change>),
    Alive(Time),
    Sweep(Time),
    Check,
    /// Copy what is left in the log beside a file into the file.
    Checkpoint,
    Close,
}

impl Job {
    pub(crate) fn new(work: Work, reply: Reply) -> Job {
        Job { work, reply, since: Instant::now() }
    }

    /// The conflict that is reported where one of a job's appends does not fit.
    pub(crate) fn conflict(&self) -> Option<StoreError> {
        let Work::Append(appends) = &self.work else { return None };
        appends.first().map(|append| StoreError::Conflict {
            game: append.game.clone(),
            version: append.events.first().map_or(0, |event| event.version),
        })
    }
}

/// A commit that failed.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) error: StoreError,
    /// Whether it makes no sense to try one by one.
    pub(crate) for_all: bool,
}

/// Who commits.
pub(crate) trait Commits: Send {
    /// One transaction: how many things each job changed. If it fails, nothing of it is stored, unless the error says that nobody knows.
    fn commit(&mut self, jobs: &[Job]) -> impl Future<Output = Result<Vec<u64>, Failed>> + Send;

    /// Copies what is left in a log beside a file, where there is such a thing.
    fn checkpoint(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }

    /// Ends in good order.
    fn close(&mut self) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// Where to bring what is to be written.
#[derive(Clone)]
pub(crate) struct Intake(pub(crate) mpsc::Sender<Job>);

impl Intake {
    /// An intake, and the line behind it.
    pub(crate) fn new() -> (Intake, mpsc::Receiver<Job>) {
        let (jobs, queue) = mpsc::channel(QUEUE);
        (Intake(jobs), queue)
    }

    pub(crate) async fn write(&self, work: Work) -> Result<(), StoreError> {
        self.count(work).await.map(drop)
    }

    /// Writes, and says how many things that changed.
    pub(crate) async fn count(&self, work: Work) -> Result<u64, StoreError> {
        let (reply, answer) = oneshot::channel();
        let closed = || StoreError::Unavailable { detail: "it was closed".into() };
        self.0.send(Job::new(work, reply)).await.map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| {
            Err(StoreError::Uncertain { detail: "the writer ended before it answered".into() })
        })
    }
}

/// Writes until it is told to close or nobody can ask any more.
pub(crate) async fn run(mut writer: impl Commits, mut queue: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    let mut may_begin = Instant::now();
    while queue.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
        if may_begin > Instant::now() {
            tokio::time::sleep_until(may_begin).await;
            while batch.len() < MOST_AT_ONCE
                && let Ok(job) = queue.try_recv()
            {
                batch.push(job);
            }
        }
        may_begin = Instant::now() + PACE;
        if let Some(close) = serve(&mut writer, std::mem::take(&mut batch)).await {
            queue.close();
            let closed = writer.close().await;
            let _ = close.send(closed.map(|()| 0));
            return;
        }
    }
    let _ = writer.close().await;
}

/// Writes all, and gives the place to answer to if it is to close.
async fn serve(writer: &mut impl Commits, jobs: Vec<Job>) -> Option<Reply> {
    let mut close = None;
    let mut shared = Vec::with_capacity(jobs.len());
    for job in jobs {
        match job.work {
            Work::Close => close = Some(job.reply),
            Work::Checkpoint => writer.checkpoint().await,
            _ => shared.push(job),
        }
    }
    if !shared.is_empty() {
        write(writer, shared).await;
    }
    close
}

/// Writes jobs together, or one by one if that fails: then only those fail that must.
pub(crate) async fn write(writer: &mut impl Commits, jobs: Vec<Job>) {
    let begun = Instant::now();
    for job in &jobs {
        let waited = begun.saturating_duration_since(job.since);
        metrics::histogram!("quintet_commit_wait_seconds").record(waited.as_secs_f64());
    }
    let written = writer.commit(&jobs).await;
    metrics::histogram!("quintet_commit_seconds").record(begun.elapsed().as_secs_f64());
    match written {
        Ok(counts) => {
            metrics::histogram!("quintet_commit_size").record(jobs.len() as f64);
            jobs.into_iter().zip(counts).for_each(|(job, count)| answer(job, Ok(count)));
        }
        Err(Failed { error, for_all }) if jobs.len() == 1 || for_all => {
            for job in jobs {
                answer(job, Err(error.clone()));
            }
        }
        Err(_) => {
            for job in jobs {
                let written = writer.commit(std::slice::from_ref(&job)).await;
                answer(
                    job,
                    written.map(|counts| counts.iter().sum()).map_err(|failed| failed.error),
                );
            }
        }
    }
}

/// If nobody waits for the answer any more, nobody misses it.
fn answer(job: Job, answer: Result<u64, StoreError>) {
    let _ = job.reply.send(answer);
}
