//! Ctrl-C ends long work in good order, and so does SIGTERM: what was found so far is printed, and no program stays behind. A game ends
//! with a word on how to go on.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use quintet_catalog::Stop;

use crate::failure::{INTERRUPTED, complain};
use crate::output::spelt;

/// What is said when Ctrl-C ends a conversation; nothing until something is set.
pub type Parting = Arc<Mutex<String>>;

/// Ends the program at Ctrl-C with a word on what becomes of what was begun.
pub fn part_on_interrupt(parting: Parting) {
    on_signals(move || {
        let words = parting.lock().map(|words| words.clone()).unwrap_or_default();
        // Where nobody listens any more, nobody misses it.
        let _ = writeln!(io::stdout(), "\n{}", spelt(words));
        quintet_ugi::end_programs();
        std::process::exit(INTERRUPTED.into());
    });
}

/// Waits for Ctrl-C.
pub struct Interrupt {
    has_begun: Arc<AtomicBool>,
    stop: Stop,
}

impl Interrupt {
    /// Before any work there is nothing to lose, but programs may have been started: Ctrl-C ends them and this one.
    pub fn watch() -> Interrupt {
        let (has_begun, stop) = (Arc::new(AtomicBool::new(false)), Stop::new());
        let (is_working, on_interrupt) = (Arc::clone(&has_begun), stop.clone());
        on_signals(move || {
            if on_interrupt.is_set() || !is_working.load(Ordering::Relaxed) {
                quintet_ugi::end_programs();
                std::process::exit(INTERRUPTED.into());
            }
            on_interrupt.set();
            complain("stopping; Ctrl-C once more ends at once");
        });
        Interrupt { has_begun, stop }
    }

    /// From now on Ctrl-C sets this signal. A second Ctrl-C ends the program at once.
    pub fn stop(&self) -> Stop {
        self.has_begun.store(true, Ordering::Relaxed);
        self.stop.clone()
    }
}

/// A signal that Ctrl-C sets. A second Ctrl-C ends the program at once.
pub fn stop_on_interrupt() -> Stop {
    Interrupt::watch().stop()
}

/// Has something done whenever the program is asked to end. Where that cannot be had it still ends, only less politely.
fn on_signals(handler: impl Fn() + Send + Sync + 'static) {
    let handler = Arc::new(handler);
    #[cfg(unix)]
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM]) {
        let handler = Arc::clone(&handler);
        std::thread::spawn(move || signals.forever().for_each(|_| handler()));
    }
    let _ = ctrlc::set_handler(move || handler());
}
