//! Who is there. Presence is no event: it is lost with the server, and then everybody counts as gone until they are back.

use std::collections::HashMap;

use quintet_core::Player;

use super::{Room, Status};
use crate::seat::{GuestId, Seat, Time};

/// How long, in milliseconds, an opponent must have been gone before the game can be claimed.
pub const GONE_FOR: u64 = 60_000;
/// How long, in milliseconds, a game with an open seat waits for its owner to come back.
pub const SEEK_WAITS: u64 = 60_000;

/// Whether the player of a seat is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The seat is open.
    Nobody,
    /// There. Computers always are.
    Present,
    /// Gone.
    GoneSince(Time),
}

impl Presence {
    /// Whether somebody is there.
    pub const fn is_present(self) -> bool {
        matches!(self, Presence::Present)
    }

    /// Since when the player is gone.
    pub const fn gone_since(self) -> Option<Time> {
        match self {
            Presence::GoneSince(since) => Some(since),
            Presence::Nobody | Presence::Present => None,
        }
    }
}

/// Everybody who is there, and since when those who sit here are gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    people: HashMap<GuestId, Presence>,
    /// Since when those count as gone who were never seen.
    unseen_since: Time,
}

impl Table {
    pub(super) fn new(unseen_since: Time) -> Table {
        Table { people: HashMap::new(), unseen_since }
    }

    /// Somebody sits down: if nobody has seen it come, it is gone from now on.
    pub(super) fn seat(&mut self, guest: &GuestId, at: Time) {
        self.people.entry(guest.clone()).or_insert(Presence::GoneSince(at));
    }

    /// Those of another table sit down here.
    pub(super) fn seat_all(&mut self, others: Table) {
        for (guest, presence) in others.people {
            self.people.entry(guest).or_insert(presence);
        }
    }
}

impl Room {
    /// Somebody opened the game's page, or closed the last one. Those who hold no seat may be told too: they may join later.
    pub fn set_present(&mut self, guest: &GuestId, present: bool, now: Time) {
        let now = self.time(now);
        let sits = !self.seats_of(guest).is_empty();
        let people = &mut self.presence.people;
        if present {
            people.insert(guest.clone(), Presence::Present);
        } else if !sits {
            people.remove(guest);
        } else if people.get(guest).is_none_or(|known| known.is_present()) {
            people.insert(guest.clone(), Presence::GoneSince(now));
        }
    }

    /// Somebody did something, if only by a request: who plays so and holds no stream is not gone for the while before.
    pub fn saw(&mut self, guest: &GuestId, now: Time) {
        let now = self.time(now);
        if self.seats_of(guest).is_empty() {
            return;
        }
        let known = self.presence.people.entry(guest.clone()).or_insert(Presence::GoneSince(now));
        if let Presence::GoneSince(since) = known {
            *since = now;
        }
    }

    /// Everybody counts as gone since now. To be called on a room that was read from its events after a restart: those who
    /// were there before have to come back.
    pub fn wake(&mut self, now: Time) {
        self.presence = Table::new(self.time(now));
    }

    /// Whether the player of a seat is there.
    pub fn presence(&self, player: Player) -> Presence {
        match self.seat(player) {
            Seat::Open => Presence::Nobody,
            Seat::Computer(_) => Presence::Present,
            Seat::Guest(guest) => {
                let unseen = Presence::GoneSince(self.presence.unseen_since);
                self.presence.people.get(guest).copied().unwrap_or(unseen)
            }
        }
    }

    /// When a game that nobody has joined vanishes: some time after its owner left.
    pub(super) fn expires(&self) -> Option<Time> {
        if self.status() != Status::Open {
            return None;
        }
        let mut gone =
            Player::BOTH.into_iter().filter_map(|player| self.presence(player).gone_since());
        gone.next().map(|since| since.plus(SEEK_WAITS))
    }

    /// From when on the opponent of `player` can be declared gone; `None` without clocks or with clocks of days, and while
    /// it is there or has to get over a pause.
    pub fn claimable_from(&self, player: Player) -> Option<Time> {
        let clock =
            self.clock.as_ref().filter(|clock| clock.paused.is_none() && clock.is_live())?;
        let gone = self.presence(player.opponent()).gone_since()?;
        Some(clock.resumed.map_or(gone, |resumed| gone.max(resumed)).plus(GONE_FOR))
    }
}
