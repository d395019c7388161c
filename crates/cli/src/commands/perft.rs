//! `perft`: counting sequences of moves.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Instant;

use anyhow::Result;
use quintet_catalog::Stop;

use crate::output::Output;
use crate::position::Chosen;
use serde_json::json;

/// What to count and how to tell it.
#[derive(Clone, Copy)]
pub struct Count {
    pub depth: u32,
    pub divide: bool,
    pub json: bool,
}

/// Counts and prints.
pub fn run(
    chosen: &Chosen,
    position: Option<&str>,
    count: Count,
    output: &mut Output,
) -> Result<()> {
    let played = chosen.set_up(position)?;
    let started = Instant::now();
    let nodes = if count.depth == 0 {
        1
    } else {
        // Divided in any case, so that a long count can show how far it is.
        let first_moves = played.count_legal_moves();
        let mut progress = Progress::new(first_moves);
        let mut nodes = 0;
        let mut written = Ok(());
        played.divide(count.depth, &Stop::new(), &mut |mv, below| {
            nodes += below;
            progress.step();
            if count.divide && written.is_ok() {
                written = write_division(mv, below, count.json, output);
            }
        });
        progress.clear();
        written?;
        nodes
    };
    let seconds = started.elapsed().as_secs_f64();
    let info = chosen.game.info();
    if count.json {
        output.line(json!({
            "game": info.id,
            "variant": chosen.variant_id(),
            "depth": count.depth,
            "nodes": nodes,
            "seconds": seconds,
        }))?;
    } else {
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        output.line(format_args!(
            "perft({}) = {nodes}   {seconds:.3} s, {speed:.1} million nodes/s",
            count.depth
        ))?;
    }
    Ok(())
}

fn write_division(mv: &str, nodes: u64, as_json: bool, output: &mut Output) -> io::Result<()> {
    if as_json {
        output.line(json!({ "move": mv, "nodes": nodes }))
    } else {
        output.line(format_args!("{mv} {nodes}"))
    }
}

/// One line on a terminal that says how far the count is; nothing elsewhere.
struct Progress {
    all: u64,
    done: u64,
    shown: Instant,
    visible: bool,
}

impl Progress {
    fn new(all: u64) -> Self {
        Progress { all, done: 0, shown: Instant::now(), visible: io::stderr().is_terminal() }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.visible && self.shown.elapsed().as_secs_f64() > 0.5 {
            self.shown = Instant::now();
            let _ = write!(io::stderr(), "\r{} of {} first moves counted", self.done, self.all);
        }
    }

    fn clear(&self) {
        if self.visible {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
