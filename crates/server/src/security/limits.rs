//! How much an address and a guest may ask for: so many requests of a kind, and so much work in all.
//!
//! Each has an account that fills up again with time. A request takes one from the count of its kind and its cost from the budget; work
//! that turns out dearer is taken from the budget afterwards, and the next request waits until that is paid.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use quintet_core::text::excerpt;
use quintet_rooms::GuestId;

use super::network::Network;

/// What kind of work a request is: each kind has a count of its own.
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
    pub const fn allowed(self) -> (u32, u32) {
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

/// What a guest may spend at once, and a minute after that. A unit is about a millisecond of a processor that others may be waiting for;
/// thinking, which is done where nobody else waits, counts a hundredth.
pub const BUDGET: (u32, u32) = (3_000, 9_000);
/// Many people can share an address, so it may do more than one guest, except become new guests.
const PEOPLE_AN_ADDRESS: u32 = 4;
/// Accounts: one for each kind, and the budget behind them.
const ACCOUNTS: usize = Rate::ALL.len() + 1;
const BUDGET_AT: usize = Rate::ALL.len();

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

/// Too much was asked for; the next request is welcome after that many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany(pub u64);

/// What a request takes from the accounts of whoever sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// One from the count of this kind.
    pub rate: Rate,
    /// So much from the budget.
    pub cost: u32,
}

/// Who pays for a request: an address, and a guest if one is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payer {
    /// From where it came.
    pub network: Option<Network>,
    /// Who sent it.
    pub guest: Option<GuestId>,
}

/// Keeps the accounts.
pub struct Limiter {
    /// None if there are no limits.
    books: Option<(Book<Network>, Book<GuestId>)>,
    /// What was spent since others were last told; `None` where there are no others.
    spent: Option<Mutex<HashMap<Account, u32>>>,
}

/// Whose budget: an account has the same name at all nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Account {
    /// An address's.
    Network(Network),
    /// A guest's.
    Guest(GuestId),
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Network(network) => write!(f, "network {network}"),
            Account::Guest(guest) => write!(f, "guest {}", guest.0),
        }
    }
}

impl Account {
    /// The account of that name.
    pub fn named(name: &str) -> Option<Account> {
        match name.split_once(' ')? {
            ("network", address) => Some(Account::Network(Network::of(address.parse().ok()?))),
            ("guest", id) => Some(Account::Guest(GuestId(id.into()))),
            _ => None,
        }
    }
}

impl Limiter {
    /// Nobody has asked yet.
    pub fn new(strictness: Strictness) -> Limiter {
        let books = match strictness {
            Strictness::Off => None,
            Strictness::Times(times) => {
                let people = |rate| if rate == Some(Rate::Guest) { 1 } else { PEOPLE_AN_ADDRESS };
                Some((
                    Book::new(|rate| times.get().saturating_mul(people(rate))),
                    Book::new(|_| times.get()),
                ))
            }
        };
        Limiter { books, spent: None }
    }

    /// One that shares budgets with other nodes: they are told [what was spent](Limiter::take_spent) here.
    pub fn shared(strictness: Strictness) -> Limiter {
        Limiter { spent: Some(Mutex::default()), ..Limiter::new(strictness) }
    }

    /// What was spent here since this was last asked.
    pub fn take_spent(&self) -> HashMap<Account, u32> {
        let Some(spent) = &self.spent else { return HashMap::new() };
        std::mem::take(&mut *spent.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes what was spent at another node from an account's budget.
    pub fn spent_elsewhere(&self, account: Account, cost: u32) {
        let Some((networks, guests)) = &self.books else { return };
        match account {
            Account::Network(network) => networks.debit(network, cost, Instant::now()),
            Account::Guest(guest) => guests.debit(guest, cost, Instant::now()),
        }
    }

    fn note(&self, account: impl FnOnce() -> Account, cost: u32) {
        if let Some(spent) = &self.spent {
            let mut spent = spent.lock().unwrap_or_else(PoisonError::into_inner);
            let noted = spent.entry(account()).or_default();
            *noted = noted.saturating_add(cost);
        }
    }

    /// Takes the price of a request from an address.
    pub fn charge_network(&self, price: Price, network: Network) -> Result<(), TooMany> {
        let Some((networks, _)) = &self.books else { return Ok(()) };
        networks.charge(network, price, Instant::now())?;
        self.note(|| Account::Network(network), price.cost);
        Ok(())
    }

    /// Takes the price of a request from a guest.
    pub fn charge_guest(&self, price: Price, guest: &GuestId) -> Result<(), TooMany> {
        let Some((_, guests)) = &self.books else { return Ok(()) };
        guests.charge(guest.clone(), price, Instant::now())?;
        self.note(|| Account::Guest(guest.clone()), price.cost);
        Ok(())
    }

    /// Takes the cost of work that was done from the budgets. They may be overdrawn by it, once.
    pub fn debit(&self, payer: &Payer, cost: u32) {
        let Some((networks, guests)) = &self.books else { return };
        let now = Instant::now();
        if let Some(network) = payer.network {
            networks.debit(network, cost, now);
            self.note(|| Account::Network(network), cost);
        }
        if let Some(guest) = &payer.guest {
            guests.debit(guest.clone(), cost, now);
            self.note(|| Account::Guest(guest.clone()), cost);
        }
    }

    /// Forgets those who have not asked for long; to be called now and then.
    pub fn forget_idle(&self) {
        let Some((networks, guests)) = &self.books else { return };
        let now = Instant::now();
        networks.forget_idle(now);
        guests.forget_idle(now);
    }
}

/// How much an account holds, and how fast it fills up again.
#[derive(Clone, Copy, Debug)]
struct Quota {
    most: f64,
    a_second: f64,
}

/// What is left of somebody's accounts, as it was at that time.
#[derive(Clone, Copy, Debug)]
struct Left {
    left: [f64; ACCOUNTS],
    at: Instant,
}

/// The accounts of all addresses, or of all guests. Who has none has full ones.
struct Book<K> {
    quotas: [Quota; ACCOUNTS],
    left: Mutex<HashMap<K, Left>>,
}

impl<K: Eq + Hash> Book<K> {
    /// `times` says how many times the usual each account holds; that without a kind is the budget.
    fn new(times: impl Fn(Option<Rate>) -> u32) -> Book<K> {
        let quotas = std::array::from_fn(|at| {
            let rate = Rate::ALL.get(at).copied();
            let (at_once, a_minute) = rate.map_or(BUDGET, Rate::allowed);
            let times = f64::from(times(rate));
            Quota { most: f64::from(at_once) * times, a_second: f64::from(a_minute) * times / 60.0 }
        });
        Book { quotas, left: Mutex::default() }
    }

    /// Takes all of a price, or nothing.
    fn charge(&self, who: K, price: Price, now: Instant) -> Result<(), TooMany> {
        let taken = [(price.rate as usize, 1.0), (BUDGET_AT, f64::from(price.cost))];
        self.change(who, now, |left, quotas| {
            let lacking = |(at, amount): &(usize, f64)| {
                let Quota { most, a_second } = quotas[*at];
                // What can never be paid is let in when the account is full, and overdraws it.
                (amount.min(most) - left[*at]) / a_second
            };
            let wait = taken.iter().map(lacking).fold(0.0, f64::max);
            if wait > 0.0 {
                return Err(TooMany((wait.ceil() as u64).max(1)));
            }
            for (at, amount) in taken {
                left[at] -= amount;
            }
            Ok(())
        })
    }

    fn debit(&self, who: K, cost: u32, now: Instant) {
        self.change(who, now, |left, quotas| {
            let floor = -quotas[BUDGET_AT].most;
            left[BUDGET_AT] = (left[BUDGET_AT] - f64::from(cost)).max(floor);
        });
    }

    fn change<T>(
        &self,
        who: K,
        now: Instant,
        change: impl FnOnce(&mut [f64; ACCOUNTS], &[Quota; ACCOUNTS]) -> T,
    ) -> T {
        let mut book = self.left();
        let full = || Left { left: self.quotas.map(|quota| quota.most), at: now };
        let account = book.entry(who).or_insert_with(full);
        *account = self.filled_up(account, now);
        change(&mut account.left, &self.quotas)
    }

    fn filled_up(&self, account: &Left, now: Instant) -> Left {
        let seconds = now.saturating_duration_since(account.at).as_secs_f64();
        let fill = |at: usize| {
            let Quota { most, a_second } = self.quotas[at];
            (account.left[at] + seconds * a_second).min(most)
        };
        Left { left: std::array::from_fn(fill), at: now }
    }

    fn forget_idle(&self, now: Instant) {
        let mut book = self.left();
        book.retain(|_, account| {
            let filled = self.filled_up(account, now);
            filled.left.iter().zip(&self.quotas).any(|(left, quota)| *left < quota.most)
        });
        book.shrink_to_fit();
    }

    fn left(&self) -> MutexGuard<'_, HashMap<K, Left>> {
        // Every change is a few numbers: nothing is half done when somebody panics.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn home() -> Network {
        Network::of("127.0.0.1".parse().unwrap())
    }

    fn price(rate: Rate, cost: u32) -> Price {
        Price { rate, cost }
    }

    fn until_refused(limiter: &Limiter, price: Price) -> usize {
        (0..1_000_000).take_while(|_| limiter.charge_network(price, home()).is_ok()).count()
    }

    #[test]
    fn an_address_is_stopped_and_told_how_long_to_wait() {
        let limiter = Limiter::new(Strictness::default());
        let becoming = price(Rate::Guest, 1);
        let (burst, _) = Rate::Guest.allowed();
        assert!(until_refused(&limiter, becoming) >= burst as usize);
        let TooMany(seconds) = limiter.charge_network(becoming, home()).unwrap_err();
        assert!((1..=4).contains(&seconds), "{seconds}");
        // Another kind of work, and another address, are not concerned.
        assert_eq!(limiter.charge_network(price(Rate::Play, 1), home()), Ok(()));
        let elsewhere = Network::of("10.0.0.1".parse().unwrap());
        assert_eq!(limiter.charge_network(becoming, elsewhere), Ok(()));
    }

    #[test]
    fn guests_are_counted_apart() {
        let limiter = Limiter::new(Strictness::default());
        let (ann, bob) = (GuestId("ann".into()), GuestId("bob".into()));
        while limiter.charge_guest(price(Rate::Create, 1), &ann).is_ok() {}
        assert_eq!(limiter.charge_guest(price(Rate::Create, 1), &bob), Ok(()));
    }

    #[test]
    fn dear_requests_are_fewer_than_cheap_ones_and_all_kinds_share_a_budget() {
        let limiter = Limiter::new(Strictness::default());
        let ann = GuestId("ann".into());
        let mut dear = 0;
        while limiter.charge_guest(price(Rate::Read, 100), &ann).is_ok() {
            dear += 1;
        }
        let (budget, a_minute) = BUDGET;
        let (few, count) = (budget as usize / 100, Rate::Read.allowed().0 as usize);
        assert!((few..few + 2).contains(&dear) && dear < count, "{dear}");
        let TooMany(seconds) = limiter.charge_guest(price(Rate::Think, 100), &ann).unwrap_err();
        assert!(seconds <= u64::from(100 * 60 / a_minute + 1), "{seconds}");
        assert_eq!(
            limiter.charge_guest(price(Rate::Play, 0), &ann),
            Ok(()),
            "nothing costs nothing"
        );
    }

    #[test]
    fn work_that_turned_out_dear_is_paid_before_the_next_request() {
        let book = Book::<u8>::new(|_| 1);
        let begun = Instant::now();
        let (most, a_minute) = BUDGET;
        let one = price(Rate::Read, 1);
        assert_eq!(book.charge(1, one, begun), Ok(()));
        book.debit(1, 10 * most, begun);
        let TooMany(seconds) = book.charge(1, one, begun).unwrap_err();
        assert_eq!(seconds, u64::from(most * 60 / a_minute + 1), "overdrawn once, not ten times");
        assert!(book.charge(1, one, begun + Duration::from_secs(seconds)).is_ok());
        assert!(book.charge(2, one, begun).is_ok(), "others are not concerned");
    }

    #[test]
    fn accounts_fill_up_and_full_ones_are_forgotten() {
        let book = Book::<u8>::new(|_| 1);
        let begun = Instant::now();
        let dear = price(Rate::Read, BUDGET.0);
        assert_eq!(book.charge(1, dear, begun), Ok(()));
        assert!(book.charge(1, dear, begun).is_err());
        book.forget_idle(begun);
        assert!(book.charge(1, dear, begun).is_err(), "what is owed is not forgotten");
        let later = begun + Duration::from_mins(2);
        book.forget_idle(later);
        assert!(book.left().is_empty());
        assert_eq!(book.charge(1, dear, later), Ok(()));
    }

    #[test]
    fn limits_can_be_raised_and_switched_off() {
        let becoming = price(Rate::Guest, 1);
        let raised = Limiter::new("10".parse().unwrap());
        assert!(until_refused(&raised, becoming) >= 200);
        let off = Limiter::new("off".parse().unwrap());
        assert!((0..10_000).all(|_| off.charge_network(becoming, home()).is_ok()));
        let error = "none".parse::<Strictness>().unwrap_err().to_string();
        assert!(error.starts_with("expected `off` or how many times"), "{error}");
    }
}
