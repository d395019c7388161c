//! `perft`: counting sequences of moves.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Instant;

use anyhow::Result;
use quintet_catalog::Count;

use crate::interrupt::stop_on_interrupt;
use crate::output::{Output, speed};
use crate::position::Chosen;
use serde_json::json;

/// Counts and prints.
pub fn run(
    chosen: &Chosen,
    position: Option<&str>,
    count: Count,
    is_divided: bool,
    output: &mut Output,
) -> Result<()> {
    let played = chosen.set_up(position)?;
    let depth = count.depth;
    let started = Instant::now();
    let stop = stop_on_interrupt();
    let mut missing = None;
    let nodes = if depth == 0 {
        1
    } else {
        // Divided in any case, so that a long count can show how far it is.
        let mut progress = Progress::new(played.count_legal_moves());
        let mut nodes = 0;
        let mut written = Ok(());
        played.divide(count, &stop, &mut |mv, below| {
            nodes += below;
            progress.step();
            if is_divided && written.is_ok() {
                written = output
                    .tell(json!({ "move": mv, "nodes": below }), format_args!("{mv} {below}"));
            }
        });
        progress.clear();
        written?;
        if progress.done < progress.all {
            missing =
                Some(format!(" in {} of {} first moves, interrupted", progress.done, progress.all));
            output.interrupt();
        }
        nodes
    };
    let seconds = started.elapsed().as_secs_f64();
    let info = chosen.game.info();
    let object = json!({
        "game": info.id,
        "variant": chosen.variant_id(),
        "depth": depth,
        "nodes": nodes,
        "interrupted": missing.is_some(),
        "seconds": seconds,
    });
    let text = format!(
        "perft({depth}) = {nodes}{}   {seconds:.3} s, {} nodes/s",
        missing.unwrap_or_default(),
        speed(nodes, seconds)
    );
    Ok(output.tell(object, text)?)
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
