//! The log. Commits take time, can fail, and in a crash nobody knows which were in time.

use std::collections::BTreeMap;

use quintet_rooms::{Event, Time};

use super::luck::Luck;
use super::server::Order;
use super::witness::{Moment, Verdict, Witness};

/// Events on their way to the disk.
pub struct Append {
    pub room: usize,
    pub events: Vec<Event>,
    pub moment: Moment,
    /// Whose command it was.
    pub order: Order,
    /// Whether the command itself came too late.
    pub late: bool,
}

/// How an append ended, as the server sees it.
pub enum Fate {
    Stored,
    Failed,
    Unknown,
}

pub struct Storage {
    pub logs: Vec<Vec<Event>>,
    pub witnesses: Vec<Witness>,
    pub alive_at: Time,
    /// By the time at which they are done, in order.
    appends: BTreeMap<(u64, u64), Append>,
    begun: u64,
    pub calm: bool,
}

impl Storage {
    pub fn new() -> Storage {
        Storage {
            logs: Vec::new(),
            witnesses: Vec::new(),
            alive_at: Time(0),
            appends: BTreeMap::new(),
            begun: 0,
            calm: false,
        }
    }

    pub fn add_game(&mut self, first: Event) {
        self.witnesses.push(Witness::new(&first));
        self.logs.push(vec![first]);
    }

    pub fn append(
        &mut self,
        (room, order): (usize, Order),
        (events, late): (Vec<Event>, bool),
        moment: Moment,
        (now, luck): (u64, &mut Luck),
    ) {
        let slowest = if luck.percent(5) { 3_000 } else { 10 };
        let delay = if self.calm { 0 } else { luck.below(slowest) };
        self.begun += 1;
        let append = Append { room, events, moment, order, late };
        self.appends.insert((now + delay, self.begun), append);
    }

    /// An append that is done by then, and how.
    pub fn finish(&mut self, now: u64, luck: &mut Luck) -> Verdict<Option<(Append, Fate)>> {
        let first = self.appends.first_entry().filter(|first| first.key().0 <= now);
        let Some(append) = first.map(std::collections::btree_map::OccupiedEntry::remove) else {
            return Ok(None);
        };
        let (fate, stored) = match luck.below(100) {
            _ if self.calm => (Fate::Stored, true),
            0..4 => (Fate::Failed, false),
            4..6 => (Fate::Unknown, luck.percent(50)),
            _ => (Fate::Stored, true),
        };
        if stored {
            self.store(&append)?;
        }
        Ok(Some((append, fate)))
    }

    /// The server dies. What was under way is stored or not.
    pub fn crash(&mut self, luck: &mut Luck) -> Verdict {
        for append in std::mem::take(&mut self.appends).into_values() {
            if luck.percent(50) {
                self.store(&append)?;
            }
        }
        Ok(())
    }

    fn store(&mut self, append: &Append) -> Verdict {
        for event in &append.events {
            self.witnesses[append.room].observe(event, &append.moment)?;
            self.logs[append.room].push(event.clone());
        }
        Ok(())
    }
}
