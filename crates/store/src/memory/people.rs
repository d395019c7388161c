//! Guests and their keys in memory.

use std::collections::{HashMap, HashSet};

use quintet_rooms::{GuestId, Names, Time};

use super::{MemoryStore, unavailable};
use crate::contract::{Pending, StoreError};
use crate::people::{
    Change, KeepsPeople, Key, KeyId, KeyKind, Known, NewKey, Person, ROTATION_GRACE, TokenHash,
};
use crate::types::{GUESTS_STAY, REVOKED_STAY};

#[derive(Default)]
pub(super) struct Kept {
    people: HashMap<GuestId, Person>,
    /// The oldest first.
    keys: Vec<Lock>,
}

/// A key, and what it opens.
struct Lock {
    guest: GuestId,
    key: Key,
    hash: TokenHash,
    previous: Option<TokenHash>,
}

impl Lock {
    fn opens(&self, hash: TokenHash, now: Time) -> bool {
        let lately = |rotated: Time| now.since(rotated) < ROTATION_GRACE;
        let before = self.previous == Some(hash) && self.key.rotated.is_some_and(lately);
        self.key.revoked.is_none() && (self.hash == hash || before)
    }

    fn revoke(&mut self, now: Time) {
        self.key.revoked = Some(now);
    }
}

impl Kept {
    fn change(&mut self, change: Change) -> Result<u64, StoreError> {
        Ok(match change {
            Change::AddGuest { guest, now } => {
                let person = Person { guest: guest.clone(), created: now, seen: now };
                self.people.insert(guest.id, person);
                1
            }
            Change::Rename { guest, name } => match self.people.get_mut(&guest) {
                Some(person) => {
                    person.guest.name = name;
                    1
                }
                None => 0,
            },
            Change::Delete { guest } => {
                self.keys.retain(|lock| lock.guest != guest);
                u64::from(self.people.remove(&guest).is_some())
            }
            Change::AddKey { guest, key, now } => self.add(guest, key, now)?,
            Change::Saw { keys, now } => {
                for lock in self.keys.iter_mut().filter(|lock| keys.contains(&lock.key.id)) {
                    lock.key.seen = now;
                    if let Some(person) = self.people.get_mut(&lock.guest) {
                        person.seen = now;
                    }
                }
                keys.len() as u64
            }
            Change::Rotate { guest, key, hash, now } => self.each_valid(
                &guest,
                |lock| lock.key.id == key,
                |lock| {
                    lock.previous = Some(std::mem::replace(&mut lock.hash, hash));
                    lock.key.rotated = Some(now);
                },
            ),
            Change::Revoke { guest, key, now } => {
                self.each_valid(&guest, |lock| lock.key.id == key, |lock| lock.revoke(now))
            }
            Change::RevokeAll { guest, kind, except, now } => self.each_valid(
                &guest,
                |lock| lock.key.kind == kind && Some(&lock.key.id) != except.as_ref(),
                |lock| lock.revoke(now),
            ),
        })
    }

    fn add(&mut self, guest: GuestId, key: NewKey, now: Time) -> Result<u64, StoreError> {
        if !self.people.contains_key(&guest) {
            return Err(unavailable("there is no such guest"));
        }
        let NewKey { id, kind, label, hash } = key;
        let key = Key { id, kind, label, created: now, seen: now, rotated: None, revoked: None };
        self.keys.push(Lock { guest, key, hash, previous: None });
        Ok(1)
    }

    fn each_valid(
        &mut self,
        guest: &GuestId,
        is_meant: impl Fn(&Lock) -> bool,
        change: impl Fn(&mut Lock),
    ) -> u64 {
        let valid = |lock: &Lock| lock.guest == *guest && lock.key.revoked.is_none();
        let mut changed = 0;
        for lock in self.keys.iter_mut().filter(|lock| valid(lock) && is_meant(lock)) {
            change(lock);
            changed += 1;
        }
        changed
    }

    /// Those who were not seen for long.
    pub(super) fn unseen(&self, now: Time) -> impl Iterator<Item = &GuestId> {
        let unseen = move |person: &&Person| now.since(person.seen) > GUESTS_STAY;
        self.people.values().filter(unseen).map(|person| &person.guest.id)
    }

    /// Lets these go, and the keys that were revoked long ago, and says how many keys those were.
    pub(super) fn sweep(&mut self, guests: &[GuestId], now: Time) -> u64 {
        self.people.retain(|guest, _| !guests.contains(guest));
        self.keys.retain(|lock| !guests.contains(&lock.guest));
        let before = self.keys.len();
        let long_ago = |revoked: Time| now.since(revoked) > REVOKED_STAY;
        self.keys.retain(|lock| !lock.key.revoked.is_some_and(long_ago));
        (before - self.keys.len()) as u64
    }

    fn known_by(&self, hash: TokenHash, now: Time) -> Option<Known> {
        let lock = self.keys.iter().find(|lock| lock.opens(hash, now))?;
        let guest = self.people.get(&lock.guest)?.guest.clone();
        let (key, is_previous) = (lock.key.id.clone(), lock.hash != hash);
        Some(Known { guest, key, kind: lock.key.kind, is_previous })
    }

    fn keys(&self, guest: &GuestId) -> Vec<Key> {
        let of_kind = |kind: KeyKind| {
            let own = move |lock: &&Lock| lock.guest == *guest && lock.key.kind == kind;
            self.keys.iter().filter(own).map(|lock| lock.key.clone())
        };
        KeyKind::ALL.into_iter().flat_map(of_kind).collect()
    }
}

impl KeepsPeople for MemoryStore {
    fn change(&self, changes: Vec<Change>) -> Pending<'_, u64> {
        self.answer(|kept| {
            let mut changed = 0;
            for change in changes {
                changed = kept.people.change(change)?;
            }
            Ok(changed)
        })
    }

    fn person(&self, guest: &GuestId) -> Pending<'_, Option<Person>> {
        self.answer(|kept| Ok(kept.people.people.get(guest).cloned()))
    }

    fn names(&self, guests: Vec<GuestId>) -> Pending<'_, Names> {
        self.answer(|kept| {
            let name = |guest: GuestId| {
                let name = kept.people.people.get(&guest)?.guest.name.clone();
                Some((guest, name))
            };
            Ok(guests.into_iter().filter_map(name).collect())
        })
    }

    fn known_by(&self, hash: TokenHash, now: Time) -> Pending<'_, Option<Known>> {
        self.answer(|kept| Ok(kept.people.known_by(hash, now)))
    }

    fn open_keys(&self, keys: Vec<KeyId>) -> Pending<'_, Vec<KeyId>> {
        self.answer(|kept| {
            let locks = kept.people.keys.iter().filter(|lock| lock.key.revoked.is_none());
            let open: HashSet<&KeyId> = locks.map(|lock| &lock.key.id).collect();
            Ok(keys.into_iter().filter(|key| open.contains(key)).collect())
        })
    }

    fn keys(&self, guest: &GuestId) -> Pending<'_, Vec<Key>> {
        self.answer(|kept| Ok(kept.people.keys(guest)))
    }
}
