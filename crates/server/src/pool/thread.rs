//! The threads of the pool.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use quintet_catalog::{Aim, AnyEngine, Catalog, Report, Stop, Thought};

use super::Kind;
use super::keeper::Keeper;
use super::queue::{Job, Queue};

/// How much less the system thinks of a thread than of the network's, in its measure from 0 to 19.
#[derive(Clone, Copy, Debug)]
pub(super) enum Humble {
    /// Works out what somebody waits for who has asked for it.
    Desk = 5,
    /// Thinks: that takes as long as there is.
    Thinker = 15,
}

/// A thread that stops others when their time is up.
pub(super) fn keep_time(queue: Arc<Queue>) -> JoinHandle<()> {
    named("time", move || queue.keep_time())
}

/// What a thread thinks with.
pub(super) struct Thinker {
    pub(super) catalog: Catalog,
    pub(super) keeper: Arc<Keeper>,
}

/// A thread that thinks.
pub(super) fn think(queue: Arc<Queue>, thinker: Thinker) -> JoinHandle<()> {
    humble("think", Humble::Thinker, move || {
        while let Some((ticket, job, stop)) = queue.take() {
            let kind = job.question.kind;
            // An engine that panics must not take its thread along: the answer is dropped, and the asker sees that.
            let turn = catch_unwind(AssertUnwindSafe(|| {
                thinker.take_turn(job, &stop, || queue.gave_way(ticket.number))
            }));
            queue.end_turn(&ticket, kind, turn.unwrap_or(None));
        }
    })
}

/// A thread for work that others must not wait for: whoever waits for a move to be stored must not wait for a thought. However many such
/// threads there are, one core is free of them.
pub(super) fn humble(
    name: &str,
    how: Humble,
    run: impl FnOnce() + Send + 'static,
) -> JoinHandle<()> {
    named(name, move || {
        // Where the system refuses either, it is a thread like others.
        let _ = rustix::process::nice(how as i32);
        #[cfg(target_os = "linux")]
        let _ = leave_a_core();
        run();
    })
}

/// Keeps this thread off one core of those it may run on. To give way is not enough: whoever begins to run again on a busy core waits until the
/// system looks at it again, which can be milliseconds, and a move's way through the database begins again a dozen times.
#[cfg(target_os = "linux")]
fn leave_a_core() -> rustix::io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let mut cores = sched_getaffinity(None)?;
    if cores.count() < 2 {
        return Ok(());
    }
    if let Some(first) = (0..CpuSet::MAX_CPU).find(|core| cores.is_set(*core)) {
        cores.unset(first);
    }
    sched_setaffinity(None, &cores)
}

fn named(name: &str, run: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    thread::Builder::new().name(name.into()).spawn(run).expect("the system has threads to give")
}

impl Thinker {
    /// Thinks for a turn, and gives the job back if it only gave way.
    fn take_turn(&self, mut job: Job, stop: &Stop, gave_way: impl Fn() -> bool) -> Option<Job> {
        let begun = Instant::now();
        let mut engine = match job.engine.take() {
            Some(engine) => engine,
            None => self.engine(&job)?,
        };
        let report = search(engine.as_mut(), &mut job, stop);
        job.used += begun.elapsed();
        job.nodes += report.nodes;
        if gave_way() {
            job.engine = Some(engine);
            return Some(job);
        }
        let Job { reply, nodes, question, .. } = job;
        // If nobody listens any more, nobody misses it.
        let _ = reply.send(Report { nodes, ..report });
        if question.kind == Kind::Move {
            self.keeper.keep(&question.game, &question.brain, engine);
        }
        None
    }

    fn engine(&self, job: &Job) -> Option<Box<dyn AnyEngine>> {
        let question = &job.question;
        let kept = (question.kind == Kind::Move)
            .then(|| self.keeper.take(&question.game, &question.brain, question.seed));
        kept.flatten().or_else(|| {
            let game = self.catalog.find(question.played.info().id).ok()?;
            Some(game.engine(&question.brain, question.seed))
        })
    }
}

fn search(engine: &mut dyn AnyEngine, job: &mut Job, stop: &Stop) -> Report<String> {
    let question = &job.question;
    let limits = question.limits;
    let aim = if question.kind == Kind::Move { Aim::Move } else { Aim::Insight };
    let thought = Thought { limits, stop: stop.clone(), lines: question.lines.max(1), aim };
    let (nodes, told, tell) = (job.nodes, &mut job.depth, &job.tell);
    engine.think(question.played.as_ref(), &thought, &mut |report| {
        // A later turn begins at the bottom again; it is told of from where the last one ended.
        if report.depth >= *told {
            *told = report.depth;
            let _ = tell.try_send(Report { nodes: nodes + report.nodes, ..report.clone() });
        }
    })
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use rustix::process::getpriority_process;
    use rustix::thread::{CpuSet, sched_getaffinity};

    use super::*;

    /// How a thread is seen by the system: how humble it is, and on which cores it may run.
    fn seen(how: Humble) -> (i32, Vec<usize>) {
        let (tell, told) = std::sync::mpsc::channel();
        let look = move || tell.send((getpriority_process(None), cores())).unwrap();
        humble("test", how, look).join().unwrap();
        let (nice, cores) = told.recv().unwrap();
        (nice.unwrap(), cores)
    }

    fn cores() -> Vec<usize> {
        let cores = sched_getaffinity(None).unwrap();
        (0..CpuSet::MAX_CPU).filter(|core| cores.is_set(*core)).collect()
    }

    #[test]
    fn one_core_is_free_of_all_work_that_others_must_not_wait_for() {
        let all = cores();
        let (desk, thinker) = (seen(Humble::Desk), seen(Humble::Thinker));
        let but_one = if all.len() > 1 { &all[1..] } else { &all[..] };
        assert_eq!((&desk.1[..], &thinker.1[..]), (but_one, but_one));
        let own = getpriority_process(None).unwrap();
        let nice = |more: i32| (own + more).min(19);
        assert_eq!((desk.0, thinker.0), (nice(5), nice(15)), "the desk comes before thinkers");
        assert_eq!(cores(), all, "others run where they like");
    }
}
