//! A network that loses, doubles and reorders.

use std::collections::BTreeMap;

use quintet_rooms::{Refusal, Request};

use crate::luck::Luck;

/// What the server says to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Done {
        version: u64,
        ply: u32,
    },
    Refused(Refusal),
    /// Nothing was stored, or nobody knows; try again.
    Trouble,
}

#[derive(Clone, Debug)]
pub enum Message {
    Ask { client: usize, room: usize, request: Request },
    Tell { client: usize, room: usize, op: String, answer: Answer },
}

#[derive(Default)]
pub struct Network {
    under_way: BTreeMap<(u64, u64), Message>,
    sent: u64,
    /// Whether nothing is lost, doubled or delayed any more.
    pub calm: bool,
}

impl Network {
    /// Sends a message at that time: never, once or twice.
    pub fn send(&mut self, message: &Message, now: u64, luck: &mut Luck) {
        let copies = match luck.below(100) {
            _ if self.calm => 1,
            0..12 => 0,
            12..25 => 2,
            _ => 1,
        };
        for _ in 0..copies {
            let slowest = if luck.percent(15) { 20_000 } else { 300 };
            let delay = if self.calm { 0 } else { luck.below(slowest) };
            self.sent += 1;
            self.under_way.insert((now + delay, self.sent), message.clone());
        }
    }

    /// The next message that has arrived by then.
    pub fn receive(&mut self, now: u64) -> Option<Message> {
        let first = self.under_way.first_entry()?;
        (first.key().0 <= now).then(|| first.remove())
    }
}
