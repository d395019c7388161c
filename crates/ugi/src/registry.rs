//! The programs that were started: none of them outlives ours, whatever thread owned it, nor does what they started themselves.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How long programs whose owners are gone may take to end by themselves.
const LAST_RITES: Duration = Duration::from_secs(1);

#[derive(Default)]
struct Registry {
    started: Vec<Weak<Mutex<Started>>>,
    /// Our own end has come: nothing is started any more.
    is_closed: bool,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { started: Vec::new(), is_closed: false });

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that was started, with whatever it starts: they are a group of processes, which ends with it.
///
/// A terminal's Ctrl-C does not reach them: they are told to stop, and ended, by us.
pub(crate) struct Started(Child);

impl Started {
    fn spawn(command: &mut Command) -> io::Result<Started> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        command.spawn().map(Started)
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.0
    }

    /// How it ended, if it has. Then whatever it left running ends, too.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        // Until it is waited for nobody else can have its number, which is that of the group.
        if self.has_ended() {
            self.kill_group();
        }
        self.0.try_wait().ok().flatten()
    }

    /// Kills it with all that it started, and waits until it is gone.
    fn kill(&mut self) {
        if self.ended().is_none() {
            self.kill_group();
            // Errors mean that it has already gone.
            let _ = self.0.kill().and_then(|()| self.0.wait());
        }
    }

    /// Whether it has ended and was not waited for.
    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.0)), look), Ok(Some(_)))
    }

    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        // An error means that nobody of it is left.
        let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
    }

    /// Elsewhere there are no such groups.
    #[cfg(not(unix))]
    fn has_ended(&self) -> bool {
        false
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

/// A program that others may have killed.
pub(crate) fn lock(started: &Mutex<Started>) -> MutexGuard<'_, Started> {
    started.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program and remembers it. Both at once: the end of ours may come at any time.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Arc<Mutex<Started>>> {
    let mut registry = registry();
    if registry.is_closed {
        return Err(io::Error::other("no program is started at the end"));
    }
    let started = Arc::new(Mutex::new(Started::spawn(command)?));
    registry.started.push(Arc::downgrade(&started));
    Ok(started)
}

/// Kills a program with all that it started, and waits until it is gone.
pub(crate) fn kill(started: &Mutex<Started>) {
    lock(started).kill();
}

/// Ends all programs that still run, and lets none start any more: for the end of ours, by which threads that own one can be cut off.
pub fn end_programs() {
    let running = || {
        let mut registry = registry();
        registry.is_closed = true;
        registry.started.retain(|started| started.strong_count() > 0);
        registry.started.iter().filter_map(Weak::upgrade).collect::<Vec<_>>()
    };
    let deadline = Instant::now() + LAST_RITES;
    while !running().is_empty() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
    for started in running() {
        kill(&started);
    }
}
