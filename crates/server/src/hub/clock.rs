//! The server's time. Rooms are told it; nothing else reads a clock.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quintet_rooms::Time;

/// A time that will come.
pub type Waiting<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// What time it is.
pub trait ServerClock: Send + Sync + 'static {
    /// Now.
    fn now(&self) -> Time;
    /// Waits until then.
    fn sleep_until(&self, time: Time) -> Waiting<'_>;
    /// The clock that all nodes share is at that time: it is not earlier here. Clocks of one node only do not care.
    fn catch_up(&self, _now: Time) {}
}

/// The machine's clock, read once: from then on time flows evenly, also when the machine's clock is set.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    begun: Instant,
    began_at: Time,
}

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock::not_before(Time(0))
    }
}

impl SystemClock {
    /// Begins at the machine's time, or at that time if it is later: the machine's clock may have been set back since the server
    /// was last alive, and players' clocks must not stand still until it has caught up.
    pub fn not_before(alive_at: Time) -> SystemClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let began_at = Time(since.as_millis() as u64).max(alive_at);
        SystemClock { begun: Instant::now(), began_at }
    }
}

/// The clock of a database that several nodes share, read now and then: in between time flows evenly, and never back.
#[derive(Debug)]
pub struct SharedClock {
    begun: Instant,
    began_at: AtomicU64,
}

impl SharedClock {
    /// It is that time now.
    pub fn at(now: Time) -> SharedClock {
        SharedClock { begun: Instant::now(), began_at: AtomicU64::new(now.0) }
    }

    fn elapsed(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }
}

impl ServerClock for SharedClock {
    fn now(&self) -> Time {
        Time(self.began_at.load(Ordering::Relaxed)).plus(self.elapsed())
    }

    fn sleep_until(&self, time: Time) -> Waiting<'_> {
        Box::pin(tokio::time::sleep(Duration::from_millis(time.since(self.now()))))
    }

    fn catch_up(&self, now: Time) {
        self.began_at.fetch_max(now.0.saturating_sub(self.elapsed()), Ordering::Relaxed);
    }
}

impl ServerClock for SystemClock {
    fn now(&self) -> Time {
        self.began_at.plus(self.begun.elapsed().as_millis() as u64)
    }

    fn sleep_until(&self, time: Time) -> Waiting<'_> {
        let deadline = self.begun + Duration::from_millis(time.since(self.began_at));
        Box::pin(tokio::time::sleep_until(deadline.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_clock_catches_up_and_never_goes_back() {
        let clock = SharedClock::at(Time(1_000_000));
        assert!(clock.now() >= Time(1_000_000) && clock.now() < Time(1_060_000));
        clock.catch_up(Time(5_000_000));
        assert!(clock.now() >= Time(5_000_000));
        clock.catch_up(Time(3_000_000));
        assert!(clock.now() >= Time(5_000_000));
    }

    #[test]
    fn time_goes_on_where_the_server_was_last_alive() {
        let wall = SystemClock::default().now();
        assert!(SystemClock::not_before(Time(5)).now() >= wall);
        let later = wall.plus(3_600_000);
        assert!(SystemClock::not_before(later).now() >= later);
    }
}
