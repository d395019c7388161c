//! The programs that were started: none of them outlives ours, whatever thread owned it.

use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How long programs whose owners are gone may take to end by themselves.
const LAST_RITES: Duration = Duration::from_secs(1);

#[derive(Default)]
struct Registry {
    started: Vec<Weak<Mutex<Child>>>,
    /// Our own end has come: nothing is started any more.
    is_closed: bool,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { started: Vec::new(), is_closed: false });

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A child that others may have killed.
pub(crate) fn lock(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program and remembers it. Both at once: the end of ours may come at any time.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Arc<Mutex<Child>>> {
    let mut registry = registry();
    if registry.is_closed {
        return Err(io::Error::other("no program is started at the end"));
    }
    let child = Arc::new(Mutex::new(command.spawn()?));
    registry.started.push(Arc::downgrade(&child));
    Ok(child)
}

/// Kills a program and waits until it is gone.
pub(crate) fn kill(child: &Mutex<Child>) {
    let mut child = lock(child);
    // Errors mean that it has already gone.
    let _ = child.kill().and_then(|()| child.wait());
}

/// Ends all programs that still run, and lets none start any more: for the end of ours, by which threads that own one can be cut off.
pub fn end_programs() {
    let running = || {
        let mut registry = registry();
        registry.is_closed = true;
        registry.started.retain(|child| child.strong_count() > 0);
        registry.started.iter().filter_map(Weak::upgrade).collect::<Vec<_>>()
    };
    let deadline = Instant::now() + LAST_RITES;
    while !running().is_empty() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
    for child in running() {
        kill(&child);
    }
}
