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
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        SystemClock { begun: Instant::now(), began_at: Time(since.as_millis() as u64) }
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
