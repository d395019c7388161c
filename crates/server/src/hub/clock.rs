//! The server's time. Rooms are told it; nothing else reads a clock.

use std::future::Future;
use std::pin::Pin;
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
    fn time_goes_on_where_the_server_was_last_alive() {
        let wall = SystemClock::default().now();
        assert!(SystemClock::not_before(Time(5)).now() >= wall);
        let later = wall.plus(3_600_000);
        assert!(SystemClock::not_before(later).now() >= later);
    }
}
