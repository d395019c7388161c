//! Guests, and what opens their doors: a browser's session, a program's token. Secrets are never stored, only their hashes.

use quintet_rooms::{Guest, GuestId, Names, Time};
use serde::{Deserialize, Serialize};

use crate::contract::Pending;

/// The hash of a secret.
pub type TokenHash = [u8; 32];

/// How long, in milliseconds, the secret before a rotation still opens: requests that are under way bring it along.
pub const ROTATION_GRACE: u64 = 60_000;

/// What kind of key it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyKind {
    /// A browser's, kept in a cookie.
    Session,
    /// A program's, made on request.
    Token,
}

impl KeyKind {
    /// Both.
    pub const ALL: [KeyKind; 2] = [KeyKind::Session, KeyKind::Token];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            KeyKind::Session => "session",
            KeyKind::Token => "token",
        }
    }

    /// The table that holds keys of this kind.
    pub(crate) const fn table(self) -> &'static str {
        match self {
            KeyKind::Session => "sessions",
            KeyKind::Token => "tokens",
        }
    }
}

/// A key's name. It opens nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyId(pub String);

/// A key to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    /// Its name.
    pub id: KeyId,
    /// What kind it is.
    pub kind: KeyKind,
    /// What its owner calls it; may be empty.
    pub label: String,
    /// The hash of its secret.
    pub hash: TokenHash,
}

/// A key as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// Its name.
    pub id: KeyId,
    /// What kind it is.
    pub kind: KeyKind,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub created: Time,
    /// When it was last used, to the minute or so.
    pub seen: Time,
    /// When its secret was last exchanged.
    pub rotated: Option<Time>,
    /// Since when it opens nothing any more.
    pub revoked: Option<Time>,
}

/// Who shows a secret, and which key it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Who.
    pub guest: Guest,
    /// By which key.
    pub key: KeyId,
    /// Of which kind.
    pub kind: KeyKind,
    /// Whether it is the secret before the last rotation, which does not open for much longer.
    pub is_previous: bool,
}

/// A guest as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who it is, and what others call it.
    pub guest: Guest,
    /// When it came.
    pub created: Time,
    /// When it was last there, to the minute or so.
    pub seen: Time,
}

/// Where guests and their keys are kept. What a store promises of games holds for them, too.
pub trait People: Send + Sync {
    /// Keeps a new guest, with its first key.
    fn add_guest(&self, guest: Guest, key: NewKey, now: Time) -> Pending<'_, ()>;

    /// A guest by its id.
    fn person(&self, guest: &GuestId) -> Pending<'_, Option<Person>>;

    /// What these guests are called; those who are gone have no name.
    fn names(&self, guests: Vec<GuestId>) -> Pending<'_, Names>;

    /// Gives a guest another name; its games show it from now on.
    fn rename_guest(&self, guest: &GuestId, name: String) -> Pending<'_, ()>;

    /// Forgets a guest: its name and its keys are gone. Its games stay, by nobody's name. False if there was no such guest.
    fn delete_guest(&self, guest: &GuestId) -> Pending<'_, bool>;

    /// Keeps another key of a guest that exists.
    fn add_key(&self, guest: &GuestId, key: NewKey, now: Time) -> Pending<'_, ()>;

    /// Whose secret has that hash, unless its key was revoked. The secret before a rotation opens for [`ROTATION_GRACE`] longer.
    fn known_by(&self, hash: TokenHash, now: Time) -> Pending<'_, Option<Known>>;

    /// Which of these keys open something: those that are there and were not revoked.
    fn open_keys(&self, keys: Vec<KeyId>) -> Pending<'_, Vec<KeyId>>;

    /// All keys of a guest, revoked ones among them, the oldest first.
    fn keys(&self, guest: &GuestId) -> Pending<'_, Vec<Key>>;

    /// Notes that these keys were used, and so their guests seen.
    fn saw_keys(&self, keys: Vec<KeyId>, now: Time) -> Pending<'_, ()>;

    /// Exchanges a key's secret. False if the guest has no such key, or it was revoked.
    fn rotate_key(
        &self,
        guest: &GuestId,
        key: &KeyId,
        hash: TokenHash,
        now: Time,
    ) -> Pending<'_, bool>;

    /// Takes a key from a guest: from now on it opens nothing. False if the guest has no such key, or it was revoked before.
    fn revoke_key(&self, guest: &GuestId, key: &KeyId, now: Time) -> Pending<'_, bool>;

    /// Takes all of a guest's keys of a kind, except for one if that is named, and says whether there were any.
    fn revoke_keys(
        &self,
        guest: &GuestId,
        kind: KeyKind,
        except: Option<&KeyId>,
        now: Time,
    ) -> Pending<'_, bool>;
}

/// What can be written about people. Every store carries out the same few.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    AddGuest { guest: Guest, now: Time },
    Rename { guest: GuestId, name: String },
    Delete { guest: GuestId },
    AddKey { guest: GuestId, key: NewKey, now: Time },
    Saw { keys: Vec<KeyId>, now: Time },
    Rotate { guest: GuestId, key: KeyId, hash: TokenHash, now: Time },
    Revoke { guest: GuestId, key: KeyId, now: Time },
    RevokeAll { guest: GuestId, kind: KeyKind, except: Option<KeyId>, now: Time },
}

/// What is left for each store to do for [`People`].
pub(crate) trait KeepsPeople: Send + Sync {
    /// Writes changes in one commit, and says how many things the last of them changed.
    fn change(&self, changes: Vec<Change>) -> Pending<'_, u64>;
    fn person(&self, guest: &GuestId) -> Pending<'_, Option<Person>>;
    fn names(&self, guests: Vec<GuestId>) -> Pending<'_, Names>;
    fn known_by(&self, hash: TokenHash, now: Time) -> Pending<'_, Option<Known>>;
    fn open_keys(&self, keys: Vec<KeyId>) -> Pending<'_, Vec<KeyId>>;
    fn keys(&self, guest: &GuestId) -> Pending<'_, Vec<Key>>;
}

impl<K: KeepsPeople> People for K {
    fn add_guest(&self, guest: Guest, key: NewKey, now: Time) -> Pending<'_, ()> {
        let id = guest.id.clone();
        let add_key = Change::AddKey { guest: id, key, now };
        done(self.change(vec![Change::AddGuest { guest, now }, add_key]))
    }

    fn person(&self, guest: &GuestId) -> Pending<'_, Option<Person>> {
        KeepsPeople::person(self, guest)
    }

    fn names(&self, guests: Vec<GuestId>) -> Pending<'_, Names> {
        KeepsPeople::names(self, guests)
    }

    fn rename_guest(&self, guest: &GuestId, name: String) -> Pending<'_, ()> {
        done(self.change(vec![Change::Rename { guest: guest.clone(), name }]))
    }

    fn delete_guest(&self, guest: &GuestId) -> Pending<'_, bool> {
        any(self.change(vec![Change::Delete { guest: guest.clone() }]))
    }

    fn add_key(&self, guest: &GuestId, key: NewKey, now: Time) -> Pending<'_, ()> {
        done(self.change(vec![Change::AddKey { guest: guest.clone(), key, now }]))
    }

    fn known_by(&self, hash: TokenHash, now: Time) -> Pending<'_, Option<Known>> {
        KeepsPeople::known_by(self, hash, now)
    }

    fn open_keys(&self, keys: Vec<KeyId>) -> Pending<'_, Vec<KeyId>> {
        KeepsPeople::open_keys(self, keys)
    }

    fn keys(&self, guest: &GuestId) -> Pending<'_, Vec<Key>> {
        KeepsPeople::keys(self, guest)
    }

    fn saw_keys(&self, keys: Vec<KeyId>, now: Time) -> Pending<'_, ()> {
        done(self.change(vec![Change::Saw { keys, now }]))
    }

    fn rotate_key(
        &self,
        guest: &GuestId,
        key: &KeyId,
        hash: TokenHash,
        now: Time,
    ) -> Pending<'_, bool> {
        let (guest, key) = (guest.clone(), key.clone());
        any(self.change(vec![Change::Rotate { guest, key, hash, now }]))
    }

    fn revoke_key(&self, guest: &GuestId, key: &KeyId, now: Time) -> Pending<'_, bool> {
        let (guest, key) = (guest.clone(), key.clone());
        any(self.change(vec![Change::Revoke { guest, key, now }]))
    }

    fn revoke_keys(
        &self,
        guest: &GuestId,
        kind: KeyKind,
        except: Option<&KeyId>,
        now: Time,
    ) -> Pending<'_, bool> {
        let (guest, except) = (guest.clone(), except.cloned());
        any(self.change(vec![Change::RevokeAll { guest, kind, except, now }]))
    }
}

fn done(changed: Pending<'_, u64>) -> Pending<'_, ()> {
    Box::pin(async move { changed.await.map(drop) })
}

fn any(changed: Pending<'_, u64>) -> Pending<'_, bool> {
    Box::pin(async move { Ok(changed.await? > 0) })
}
