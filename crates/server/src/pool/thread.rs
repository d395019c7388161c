//! The threads of the pool.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use quintet_catalog::{Catalog, Report, Stop, Thought};

use super::queue::{Job, Queue};

/// A thread that stops others when their time is up.
pub(super) fn keep_time(queue: Arc<Queue>) -> JoinHandle<()> {
    named("time", move || queue.keep_time())
}

/// A thread that thinks.
pub(super) fn think(queue: Arc<Queue>, catalog: Catalog) -> JoinHandle<()> {
    named("think", move || {
        while let Some((job, stop)) = queue.take() {
            let (number, kind) = (job.number, job.question.kind);
            let whose = job.question.whose.clone();
            // An engine that panics must not take its thread along: the answer is dropped, and the asker sees that.
            let turn = catch_unwind(AssertUnwindSafe(|| take_turn(job, &stop, &queue, catalog)));
            queue.end_turn(number, &whose, kind, turn.unwrap_or(None));
        }
    })
}

fn named(name: &str, run: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    thread::Builder::new().name(name.into()).spawn(run).expect("the system has threads to give")
}

/// Thinks for a turn, and gives the job back if it only gave way.
fn take_turn(mut job: Job, stop: &Stop, queue: &Queue, catalog: Catalog) -> Option<Job> {
    let begun = Instant::now();
    let report = search(&mut job, stop, catalog)?;
    job.used += begun.elapsed();
    job.nodes += report.nodes;
    if queue.gave_way(job.number) {
        return Some(job);
    }
    let Job { reply, nodes, .. } = job;
    // If nobody listens any more, nobody misses it.
    let _ = reply.send(Report { nodes, ..report });
    None
}

fn search(job: &mut Job, stop: &Stop, catalog: Catalog) -> Option<Report<String>> {
    let question = &job.question;
    if job.engine.is_none() {
        let game = catalog.find(question.played.info().id).ok()?;
        job.engine = Some(game.engine(&question.brain, question.seed));
    }
    let limits = question.limits;
    let thought = Thought { limits, stop: stop.clone(), lines: question.lines.max(1) };
    let (nodes, told, tell) = (job.nodes, &mut job.depth, &job.tell);
    let engine = job.engine.as_mut()?;
    let report = engine.think(question.played.as_ref(), &thought, &mut |report| {
        // A later turn begins at the bottom again; it is told of from where the last one ended.
        if report.depth >= *told {
            *told = report.depth;
            let _ = tell.try_send(Report { nodes: nodes + report.nodes, ..report.clone() });
        }
    });
    Some(report)
}
