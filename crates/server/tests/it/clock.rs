//! A clock that tests set. Who waits is woken in the order of times, so that nothing depends on chance.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use quintet_rooms::Time;
use quintet_server::hub::{ServerClock, Waiting};

#[derive(Default)]
pub struct Clock(Mutex<Hands>);

#[derive(Default)]
struct Hands {
    now: Time,
    /// Those who wait, by their time and in the order in which they came.
    sleepers: BTreeMap<(Time, u64), Waker>,
    last: u64,
}

impl Clock {
    /// It shows that time until it is set.
    pub fn at(now: Time) -> Clock {
        let clock = Clock::default();
        clock.set(now);
        clock
    }

    fn hands(&self) -> MutexGuard<'_, Hands> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets it forward, or back.
    pub fn set(&self, now: Time) {
        let mut hands = self.hands();
        hands.now = now;
        while let Some(first) = hands.sleepers.first_entry().filter(|first| first.key().0 <= now) {
            first.remove().wake();
        }
    }

    /// Sets it forward.
    pub fn advance(&self, milliseconds: u64) {
        self.set(self.now().plus(milliseconds));
    }
}

impl ServerClock for Clock {
    fn now(&self) -> Time {
        self.hands().now
    }

    fn sleep_until(&self, time: Time) -> Waiting<'_> {
        let mut hands = self.hands();
        hands.last += 1;
        Box::pin(Sleep { clock: self, place: (time, hands.last) })
    }
}

struct Sleep<'a> {
    clock: &'a Clock,
    place: (Time, u64),
}

impl Future for Sleep<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut hands = self.clock.hands();
        if hands.now >= self.place.0 {
            return Poll::Ready(());
        }
        hands.sleepers.insert(self.place, context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Sleep<'_> {
    fn drop(&mut self) {
        self.clock.hands().sleepers.remove(&self.place);
    }
}
