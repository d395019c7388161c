//! Ctrl-C ends long work in good order: what was found so far is printed.

use quintet_catalog::Stop;

/// A signal that Ctrl-C sets. A second Ctrl-C ends the program at once.
pub fn stop_on_interrupt() -> Stop {
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    let handler = move || {
        if on_interrupt.is_set() {
            std::process::exit(130);
        }
        on_interrupt.set();
    };
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(handler);
    stop
}
