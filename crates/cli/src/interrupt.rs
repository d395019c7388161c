//! Ctrl-C ends long work in good order: what was found so far is printed. It ends a game with a word on how to go on.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex};

use quintet_catalog::Stop;

use crate::failure::{INTERRUPTED, complain};
use crate::output::spelt;

/// What is said when Ctrl-C ends a conversation; nothing until something is set.
pub type Parting = Arc<Mutex<String>>;

/// Ends the program at Ctrl-C with a word on what becomes of what was begun.
pub fn part_on_interrupt(parting: Parting) {
    let handler = move || {
        let words = parting.lock().map(|words| words.clone()).unwrap_or_default();
        // Where nobody listens any more, nobody misses it.
        let _ = writeln!(io::stdout(), "\n{}", spelt(words));
        quintet_ugi::end_programs();
        std::process::exit(INTERRUPTED.into());
    };
    // Without a handler Ctrl-C still ends the program, only without a word.
    let _ = ctrlc::set_handler(handler);
}

/// A signal that Ctrl-C sets. A second Ctrl-C ends the program at once.
pub fn stop_on_interrupt() -> Stop {
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    let handler = move || {
        if on_interrupt.is_set() {
            // No program stays behind.
            quintet_ugi::end_programs();
            std::process::exit(INTERRUPTED.into());
        }
        on_interrupt.set();
        complain("stopping; Ctrl-C once more ends at once");
    };
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(handler);
    stop
}
