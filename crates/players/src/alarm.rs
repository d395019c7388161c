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
    setting: Arc<Setting>,
    sleeper: Option<JoinHandle<()>>,
}

/// When an alarm goes off, for its sleeper.
#[derive(Debug)]
struct Setting {
    /// `None` once it was cancelled.
    deadline: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Setting {
    fn change(&self, deadline: Option<Instant>) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
        self.changed.notify_all();
    }

    /// Waits until the deadline, wherever it is moved meanwhile; says whether it came.
    fn wait(&self) -> bool {
        let mut deadline = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let Some(at) = *deadline else { return false };
            let left = at.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            let waited = self.changed.wait_timeout(deadline, left);
            deadline = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Alarm {
    /// Sets `stop` at `deadline`.
    pub fn set(deadline: Instant, stop: Stop) -> Alarm {
        let setting =
            Arc::new(Setting { deadline: Mutex::new(Some(deadline)), changed: Condvar::new() });
        let watched = Arc::clone(&setting);
        let sleeper = thread::spawn(move || {
            if watched.wait() {
                stop.set();
            }
        });
        Alarm { setting, sleeper: Some(sleeper) }
    }

    /// Sets the signal then instead, unless it is set already.
    pub fn move_to(&self, deadline: Instant) {
        self.setting.change(Some(deadline));
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.setting.change(None);
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
    fn an_alarm_that_was_moved_goes_off_at_the_new_time() {
        let stop = Stop::new();
        let begun = Instant::now();
        let mut alarm = Alarm::set(begun + Duration::from_hours(1), stop.clone());
        alarm.move_to(begun + Duration::from_millis(30));
        alarm.sleeper.take().unwrap().join().unwrap();
        assert!(stop.is_set() && begun.elapsed() >= Duration::from_millis(30));
        let stop = Stop::new();
        let alarm = Alarm::set(begun + Duration::from_hours(1), stop.clone());
        alarm.move_to(begun + Duration::from_hours(2));
        drop(alarm);
        assert!(!stop.is_set());
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
