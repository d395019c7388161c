//! Long work beside Python: other threads of Python run on meanwhile, and Ctrl-C ends it.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use quintet_catalog::Stop;

use crate::errors::broken;

/// How often it is asked whether Ctrl-C was pressed.
const TICK: Duration = Duration::from_millis(20);

/// Does the work in a thread that ends before this returns, so that nothing is left behind that a fork could cut off. The signal is set
/// when Python wants to raise something, such as `KeyboardInterrupt`, which is then raised.
pub fn beside_python<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let stop = Stop::new();
    py.detach(|| {
        thread::scope(|scope| {
            let (running, ended) = mpsc::channel::<()>();
            let signal = &stop;
            let worker = scope.spawn(move || {
                let result = work(signal);
                drop(running);
                result
            });
            let mut raised = Ok(());
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_ok() {
                    raised = Python::attach(raise_signals);
                    if raised.is_err() {
                        stop.set();
                    }
                }
            }
            let result = worker.join().map_err(|_| broken("the work ended unexpectedly"));
            raised.and(result)
        })
    })
}

/// Lets Python raise what a signal asks for.
fn raise_signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}
