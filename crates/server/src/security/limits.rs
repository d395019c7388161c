//! How often an address and a guest may ask.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use quintet_core::text::excerpt;
use quintet_rooms::GuestId;

/// What kind of work a request is: each kind has a limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// Files of the page.
    Page,
    /// Looking something up.
    Read,
    /// Following a game.
    Stream,
    /// Playing.
    Play,
    /// Becoming a guest.
    Guest,
    /// Making a game.
    Create,
    /// Letting the computer think.
    Think,
}

impl Rate {
    const ALL: [Rate; 7] =
        [Rate::Page, Rate::Read, Rate::Stream, Rate::Play, Rate::Guest, Rate::Create, Rate::Think];

    /// How many requests of one guest may come at once, and how many a minute after that.
    const fn allowed(self) -> (u32, u32) {
        match self {
            Rate::Page => (400, 6_000),
            Rate::Read => (200, 3_000),
            Rate::Stream => (60, 300),
            Rate::Play => (100, 1_800),
            Rate::Guest => (20, 20),
            Rate::Create => (30, 30),
            Rate::Think => (60, 90),
        }
    }
}

/// Many people can share an address, so it may do more than one guest, except become new guests.
const PEOPLE_AN_ADDRESS: u32 = 4;

/// How strictly the limits are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// That many times the usual limits; 1 is usual.
    Times(NonZeroU32),
    /// No limits, for measurements.
    Off,
}

impl Default for Strictness {
    fn default() -> Self {
        Strictness::Times(NonZeroU32::MIN)
    }
}

/// The text is no strictness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `off` or how many times the usual limits (1 to 1000000), got `{0}`")]
pub struct StrictnessError(String);

impl FromStr for Strictness {
    type Err = StrictnessError;

    fn from_str(text: &str) -> Result<Self, StrictnessError> {
        if text == "off" {
            return Ok(Strictness::Off);
        }
        let times = text.parse().ok().filter(|times: &NonZeroU32| times.get() <= 1_000_000);
        times.map(Strictness::Times).ok_or_else(|| StrictnessError(excerpt(text)))
    }
}

impl fmt::Display for Strictness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strictness::Times(times) => times.fmt(f),
            Strictness::Off => f.write_str("off"),
        }
    }
}

/// Too many requests; the next is welcome after that many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany(pub u64);

struct Pair {
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<GuestId>,
}

/// Counts requests.
pub struct Limiter {
    /// In the order of [`Rate::ALL`]; none if there are no limits.
    kinds: Vec<Pair>,
    clock: DefaultClock,
}

impl Limiter {
    /// Nobody has asked yet.
    pub fn new(strictness: Strictness) -> Limiter {
        let kinds = match strictness {
            Strictness::Off => Vec::new(),
            Strictness::Times(times) => Rate::ALL.map(|rate| pair(rate, times)).into(),
        };
        Limiter { kinds, clock: DefaultClock::default() }
    }

    /// Counts a request of an address.
    pub fn count_address(&self, rate: Rate, address: IpAddr) -> Result<(), TooMany> {
        let Some(pair) = self.kinds.get(rate as usize) else { return Ok(()) };
        let checked = pair.addresses.check_key(&network(address));
        checked.map_err(|until| too_many(until.wait_time_from(self.clock.now())))
    }

    /// Counts a request of a guest.
    pub fn count_guest(&self, rate: Rate, guest: &GuestId) -> Result<(), TooMany> {
        let Some(pair) = self.kinds.get(rate as usize) else { return Ok(()) };
        let checked = pair.guests.check_key(guest);
        checked.map_err(|until| too_many(until.wait_time_from(self.clock.now())))
    }

    /// Forgets those who have not asked for long; to be called now and then.
    pub fn forget_idle(&self) {
        for pair in &self.kinds {
            pair.addresses.retain_recent();
            pair.addresses.shrink_to_fit();
            pair.guests.retain_recent();
            pair.guests.shrink_to_fit();
        }
    }
}

fn too_many(wait: Duration) -> TooMany {
    TooMany(wait.as_secs() + 1)
}

fn pair(rate: Rate, times: NonZeroU32) -> Pair {
    let people = if rate == Rate::Guest { 1 } else { PEOPLE_AN_ADDRESS };
    Pair {
        addresses: RateLimiter::keyed(quota(rate, times.get().saturating_mul(people))),
        guests: RateLimiter::keyed(quota(rate, times.get())),
    }
}

fn quota(rate: Rate, times: u32) -> Quota {
    let (burst, a_minute) = rate.allowed();
    let at_least_one = |number: u32| NonZeroU32::new(number.max(1)).expect("at least one");
    Quota::per_minute(at_least_one(a_minute.saturating_mul(times)))
        .allow_burst(at_least_one(burst.saturating_mul(times)))
}

/// Whoever has one address of the new kind has the 64 bits after it too.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let bits = u128::from(address) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(bits))
        }
        short @ IpAddr::V4(_) => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V6(Ipv6Addr::LOCALHOST);

    fn until_refused(limiter: &Limiter, rate: Rate) -> usize {
        (0..1_000_000).take_while(|_| limiter.count_address(rate, HOME).is_ok()).count()
    }

    #[test]
    fn an_address_is_stopped_and_told_how_long_to_wait() {
        let limiter = Limiter::new(Strictness::default());
        let (burst, _) = Rate::Guest.allowed();
        assert!(until_refused(&limiter, Rate::Guest) >= burst as usize);
        let TooMany(seconds) = limiter.count_address(Rate::Guest, HOME).unwrap_err();
        assert!((1..=4).contains(&seconds), "{seconds}");
        // Another kind of work, and another address, are not concerned.
        assert_eq!(limiter.count_address(Rate::Play, HOME), Ok(()));
        assert_eq!(limiter.count_address(Rate::Guest, "10.0.0.1".parse().unwrap()), Ok(()));
    }

    #[test]
    fn guests_are_counted_apart() {
        let limiter = Limiter::new(Strictness::default());
        let (ann, bob) = (GuestId("ann".into()), GuestId("bob".into()));
        while limiter.count_guest(Rate::Create, &ann).is_ok() {}
        assert_eq!(limiter.count_guest(Rate::Create, &bob), Ok(()));
    }

    #[test]
    fn limits_can_be_raised_and_switched_off() {
        let raised = Limiter::new("10".parse().unwrap());
        assert!(until_refused(&raised, Rate::Guest) >= 200);
        let off = Limiter::new("off".parse().unwrap());
        assert!((0..10_000).all(|_| off.count_address(Rate::Guest, HOME).is_ok()));
        let error = "none".parse::<Strictness>().unwrap_err().to_string();
        assert!(error.starts_with("expected `off` or how many times"), "{error}");
    }

    #[test]
    fn neighbours_in_one_network_count_as_one() {
        let one: IpAddr = "2001:db8::1".parse().unwrap();
        assert_eq!(network(one), network("2001:db8::ffff:1".parse().unwrap()));
        assert_ne!(network(one), network("2001:db8:0:1::1".parse().unwrap()));
        assert_eq!(
            network("::ffff:10.0.0.1".parse().unwrap()),
            "10.0.0.1".parse::<IpAddr>().unwrap()
        );
    }
}
