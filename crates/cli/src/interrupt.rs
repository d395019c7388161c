//! Ctrl-C ends long work in good order, and so do SIGTERM and a terminal that closes: what was found so far is printed, and no program stays behind. A game ends
//! with a word on how to go on.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use quintet_catalog::Stop;

use serde_json::json;

use crate::failure::{INTERRUPTED, Interrupted, complain};
use crate::output::spelt;

/// What is said when Ctrl-C ends a conversation; nothing until something is set.
pub type Parting = Arc<Mutex<String>>;

/// Ends the program at Ctrl-C with a word on what becomes of what was begun.
pub fn part_on_interrupt(parting: Parting) {
    on_signals(false, move || {
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
    /// Before any work there is nothing to lose, but programs may have been started: Ctrl-C ends them and this one, and says so as
    /// an object to who reads objects.
    pub fn watch(as_json: bool) -> Interrupt {
        let (has_begun, stop) = (Arc::new(AtomicBool::new(false)), Stop::new());
        let (is_working, on_interrupt) = (Arc::clone(&has_begun), stop.clone());
        // Programs that play are beyond the reach of a terminal that closes, and of what it tells those in its foreground.
        on_signals(heeds_hangup(), move || {
            if !is_working.load(Ordering::Relaxed) {
                let told = Interrupted("nothing was begun").to_string();
                // Held to the end: whoever waits for a program that is ended here has nothing to tell any more.
                let mut out = io::stdout().lock();
                if as_json {
                    let _ = writeln!(out, "{}", json!({ "error": told }));
                } else {
                    complain(told);
                }
                quintet_ugi::end_programs();
                std::process::exit(INTERRUPTED.into());
            }
            if on_interrupt.is_set() {
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
    // Nobody can press a key between the two.
    Interrupt::watch(false).stop()
}

/// Whether the end of the terminal is ours: not where we were started to go on after it, as by `nohup`.
fn heeds_hangup() -> bool {
    // Nothing in std tells which signals are ignored. Where the system does not tell it either, all stays as it is.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The first signal is the one that tells of the terminal.
    ignored.is_some_and(|mask| mask & 1 == 0)
}

/// Has something done whenever the program is asked to end, and if wanted when its terminal is gone. Where that cannot be had it still ends, only less
/// politely.
fn on_signals(with_hangup: bool, handler: impl Fn() + Send + Sync + 'static) {
    let handler = Arc::new(handler);
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        let wanted = if with_hangup { &[SIGTERM, SIGHUP][..] } else { &[SIGTERM] };
        if let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) {
            let handler = Arc::clone(&handler);
            std::thread::spawn(move || signals.forever().for_each(|_| handler()));
        }
    }
    #[cfg(not(unix))]
    let _ = with_hangup;
    let _ = ctrlc::set_handler(move || handler());
}
