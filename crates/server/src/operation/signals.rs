//! How the server is told to stop.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens for SIGTERM and Ctrl-C from the moment it is made.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Begins to listen.
    pub fn new() -> io::Result<Signals> {
        let terminate = signal(SignalKind::terminate())?;
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Signals { terminate, interrupt })
    }

    /// Waits until the process is told to stop. The next such signal ends it at once.
    pub async fn told_to_stop(mut self) {
        self.next().await;
        tokio::spawn(async move { std::process::exit(self.next().await) });
    }

    /// Waits for a signal, and gives the exit code of a process that it ends.
    async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.terminate.recv() => 143,
            _ = self.interrupt.recv() => 130,
        }
    }
}
