//! Ctrl-C ends long work in good order: what was found so far is printed.

use quintet_catalog::Stop;

use crate::failure::{INTERRUPTED, complain};

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
