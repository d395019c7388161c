//! Time limits: a thread that sleeps until time is up and then sets the stop signal. Nothing is polled.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use quintet_catalog::Stop;

/// A signal that threads can sleep on. Once rung it stays rung.
#[derive(Debug, Default)]
pub struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Bell {
    /// Wakes all who wait, and all who will.
    pub fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Waits until it rings.
    pub fn wait(&self) {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(rung, |rung| !*rung));
    }

    /// Waits until it rings, at most until `deadline`; says whether it rang.
    pub fn wait_until(&self, deadline: Instant) -> bool {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let left = deadline.saturating_duration_since(Instant::now());
        let waited = self.changed.wait_timeout_while(rung, left, |rung| !*rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Sets a stop signal at a point in time, well within a millisecond on an idle machine. Dropped earlier,
/// it leaves the signal alone.
#[derive(Debug)]
pub struct Alarm {
    cancelled: Arc<Bell>,
    sleeper: Option<JoinHandle<()>>,
}

impl Alarm {
    /// Sets `stop` at `deadline`.
    pub fn set(deadline: Instant, stop: Stop) -> Alarm {
        let cancelled = Arc::new(Bell::default());
        let bell = Arc::clone(&cancelled);
        let sleeper = thread::spawn(move || {
            if !bell.wait_until(deadline) {
                stop.set();
            }
        });
        Alarm { cancelled, sleeper: Some(sleeper) }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.cancelled.ring();
        if let Some(sleeper) = self.sleeper.take() {
            // The sleeper cannot panic, and a drop has nobody to tell.
            let _ = sleeper.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_alarm_sets_the_signal_no_sooner_than_told() {
        let stop = Stop::new();
        let begun = Instant::now();
        let deadline = begun + Duration::from_millis(20);
        let mut alarm = Alarm::set(deadline, stop.clone());
        alarm.sleeper.take().unwrap().join().unwrap();
        assert!(stop.is_set());
        assert!(Instant::now() >= deadline);
    }

    #[test]
    fn a_dropped_alarm_leaves_the_signal_alone_and_ends_at_once() {
        let stop = Stop::new();
        let begun = Instant::now();
        drop(Alarm::set(begun + Duration::from_hours(1), stop.clone()));
        assert!(!stop.is_set());
        assert!(begun.elapsed() < Duration::from_mins(1));
    }
}
