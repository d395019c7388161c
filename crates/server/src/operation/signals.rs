//! How the server is told to stop.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Waits until the process is told to stop, by SIGTERM or Ctrl-C. The next such signal ends it at once.
pub async fn told_to_stop() -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tokio::spawn(async move {
        let code = tokio::select! {
            _ = terminate.recv() => 143,
            _ = interrupt.recv() => 130,
        };
        std::process::exit(code);
    });
    Ok(())
}
