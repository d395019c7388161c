//! What takes long and runs beside the reading of commands: searching and counting.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quintet_catalog::{Aim, AnyEngine, AnyMatch, Count, Report, Stop, Thought};
use quintet_players::alarm::Bell;
use quintet_players::budget::Allowance;
use quintet_players::patience::Watch;

use crate::go::Go;
use crate::info;

/// Where answers go, a whole line at a time, from any thread.
pub(crate) struct Outlet<W>(Mutex<W>);

impl<W: Write> Outlet<W> {
    pub(crate) fn new(writer: W) -> Self {
        Outlet(Mutex::new(writer))
    }

    pub(crate) fn say(&self, line: impl std::fmt::Display) -> io::Result<()> {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(writer, "{line}")?;
        writer.flush()
    }

    /// A remark for people, as the protocol has it.
    pub(crate) fn remark(&self, remark: impl std::fmt::Display) -> io::Result<()> {
        self.say(format_args!("info string {remark}"))
    }
}

/// The wish that a job ends, for those who look and for those who sleep.
#[derive(Clone, Default)]
pub(crate) struct Halt {
    stop: Stop,
    bell: Arc<Bell>,
}

impl Halt {
    pub(crate) fn ask(&self) {
        self.stop.set();
        self.bell.ring();
    }
}

/// What a search is about.
pub(crate) struct Search {
    pub(crate) played: Box<dyn AnyMatch>,
    pub(crate) go: Go,
    /// How long it may take.
    pub(crate) time: Option<Allowance>,
    /// How many of the best moves it should tell.
    pub(crate) lines: u16,
    /// When it was asked for: time counts from there.
    pub(crate) begun: Instant,
}

impl Search {
    /// Thinks about a running match and tells the best move; gives the engine back unless it broke down.
    pub(crate) fn run(
        &self,
        mut engine: Box<dyn AnyEngine>,
        halt: &Halt,
        outlet: &Outlet<impl Write>,
    ) -> io::Result<Option<Box<dyn AnyEngine>>> {
        // A panic is a fault of the engine. Without an answer the other side would wait for ever.
        let thinking = catch_unwind(AssertUnwindSafe(|| {
            let report = self.think(engine.as_mut(), halt, outlet);
            (engine, report)
        }));
        let Ok((engine, report)) = thinking else {
            outlet.remark("the engine broke down")?;
            outlet.say("bestmove none")?;
            return Ok(None);
        };
        let report = report?;
        if self.go.infinite {
            halt.bell.wait();
        }
        outlet.say(format_args!("bestmove {}", report.line[0]))?;
        Ok(Some(engine))
    }

    fn think(
        &self,
        engine: &mut dyn AnyEngine,
        halt: &Halt,
        outlet: &Outlet<impl Write>,
    ) -> io::Result<Report<String>> {
        let mut watch = self.time.map(|time| Watch::new(time, self.begun, halt.stop.clone()));
        let lines = usize::from(self.lines);
        // Without a clock the limits say what is wanted.
        let aim = if watch.is_some() { Aim::Move } else { Aim::Insight };
        let thought = Thought { limits: self.go.limits, stop: halt.stop.clone(), lines, aim };
        let tell = |report: &Report<String>| {
            outlet.say(info::line(report, self.begun.elapsed(), lines > 1))
        };
        let mut told = Ok(());
        let mut last = None;
        let report = engine.think(self.played.as_ref(), &thought, &mut |report| {
            if told.is_ok() {
                told = tell(report);
            }
            if let Some(watch) = &mut watch {
                watch.hear(report);
            }
            if report.rank == 0 {
                last = Some(report.clone());
            }
        });
        drop(watch);
        told?;
        if last.as_ref() != Some(&report) {
            tell(&report)?;
        }
        Ok(report)
    }
}

/// What is told about a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// The number.
    Together,
    /// A line for each first move before it.
    ByMove,
}

/// Counts the sequences of moves from a position, and tells their number unless it is halted.
pub(crate) fn perft(
    played: &dyn AnyMatch,
    depth: u32,
    counted: Counted,
    halt: &Halt,
    outlet: &Outlet<impl Write>,
) -> io::Result<()> {
    let begun = Instant::now();
    let nodes = match counted {
        Counted::ByMove if depth > 0 => {
            let (mut nodes, mut told) = (0, Ok(()));
            played.divide(Count::of(depth), &halt.stop, &mut |mv, below| {
                nodes += below;
                if told.is_ok() {
                    told = outlet.say(format_args!("{mv}: {below}"));
                }
            });
            told?;
            (!halt.stop.is_set()).then_some(nodes)
        }
        _ => played.perft(depth, &halt.stop),
    };
    let Some(nodes) = nodes else {
        return outlet.remark(format_args!("perft {depth} was stopped"));
    };
    let time = begun.elapsed().max(Duration::from_nanos(1));
    let speed = u128::from(nodes) * 1_000_000_000 / time.as_nanos();
    outlet.say(format_args!("perft {depth} nodes {nodes} time {} nps {speed}", time.as_millis()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine with a fault.
    struct Faulty;

    impl AnyEngine for Faulty {
        fn think(
            &mut self,
            _played: &dyn AnyMatch,
            _thought: &Thought,
            _tell: &mut dyn FnMut(&Report<String>),
        ) -> Report<String> {
            panic!("a fault of the engine, as the test wants it")
        }

        fn forget(&mut self) {}

        fn reseed(&mut self, _seed: u64) {}
    }

    #[test]
    fn an_engine_that_breaks_down_is_answered_for_and_put_away() {
        let game = quintet_catalog::standard().find("momentum").unwrap();
        let played = game.start(quintet_core::Variant::default());
        let search =
            Search { played, go: Go::default(), time: None, lines: 1, begun: Instant::now() };
        let outlet = Outlet::new(Vec::new());
        let engine = search.run(Box::new(Faulty), &Halt::default(), &outlet).unwrap();
        assert!(engine.is_none());
        let said = outlet.0.into_inner().unwrap();
        assert_eq!(said, b"info string the engine broke down\nbestmove none\n");
    }
}
