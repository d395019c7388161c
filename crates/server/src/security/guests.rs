//! Which guest a secret belongs to, and by which key. The answer is kept for a while, so that a move need not wait for the database to say
//! who makes it; when a key is taken away, whatever was opened with it closes. Where several nodes share the store, it is asked every moment
//! which keys others have taken away.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use quintet_rooms::{Guest, GuestId, Time};
use quintet_store::{Hint, KeyId, KeyKind, Known, LEASE, NewKey, Store, StoreError, TokenHash};
use tokio::sync::watch;

use super::token;

/// How many answers are kept at most, in two halves: when the younger is full, the older goes.
const MOST: usize = 50_000;
/// For how long an answer holds.
const KEPT: Duration = Duration::from_secs(30);
/// For how long it holds where others can take keys away, unless the store is [asked again](Guests::look_for_gone).
const SURE: Duration = Duration::from_millis(LEASE);
/// The longest secret that is looked up.
const LONGEST: usize = 128;

/// The guests.
pub struct Guests {
    store: Arc<dyn Store>,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    known: Kept,
    /// What is open by which key.
    doors: HashMap<KeyId, Weak<Door>>,
    /// Keys that were used since that was last stored.
    used: HashSet<KeyId>,
    /// How often answers were forgotten because they held no longer.
    changes: u64,
}

impl Inside {
    /// Forgets answers that hold no longer, and whatever the store is about to answer to questions from before.
    fn forget(&mut self, is_gone: impl Fn(&Known) -> bool) {
        self.changes += 1;
        self.known.forget(is_gone);
    }
}

/// An answer of the store.
#[derive(Clone)]
struct Answer {
    known: Known,
    /// It holds until then,
    until: Instant,
    /// and only until then unless the key is found to be open again.
    sure_until: Instant,
}

impl Answer {
    fn holds(&self, now: Instant) -> bool {
        now < self.until.min(self.sure_until)
    }
}

/// Answers, the younger half and the older one.
#[derive(Default)]
struct Kept {
    young: HashMap<TokenHash, Answer>,
    old: HashMap<TokenHash, Answer>,
}

impl Kept {
    fn get(&mut self, hash: &TokenHash, now: Instant) -> Option<Known> {
        let found = self.young.get(hash).or_else(|| self.old.get(hash));
        let answer = found.filter(|answer| answer.holds(now))?.clone();
        let known = answer.known.clone();
        if !self.young.contains_key(hash) {
            self.insert(*hash, answer);
        }
        Some(known)
    }

    fn insert(&mut self, hash: TokenHash, answer: Answer) {
        if self.young.len() >= MOST / 2 {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(hash, answer);
    }

    fn forget(&mut self, is_gone: impl Fn(&Known) -> bool) {
        for half in [&mut self.young, &mut self.old] {
            half.retain(|_, answer| !is_gone(&answer.known));
        }
    }

    /// The keys of answers that hold.
    fn keys(&self, now: Instant) -> impl Iterator<Item = &KeyId> {
        let answers = self.young.values().chain(self.old.values());
        answers.filter(move |answer| answer.holds(now)).map(|answer| &answer.known.key)
    }

    /// These keys were open a moment ago.
    fn confirm(&mut self, open: &HashSet<KeyId>, sure_until: Instant) {
        for answer in self.young.values_mut().chain(self.old.values_mut()) {
            if open.contains(&answer.known.key) {
                answer.sure_until = answer.sure_until.max(sure_until);
            }
        }
    }
}

/// What was opened with a key: it closes when the key is taken away.
#[derive(Debug)]
pub struct Door {
    closed: watch::Sender<bool>,
    guest: GuestId,
}

impl Door {
    /// Waits until it closes.
    pub async fn closed(&self) {
        // The sender lives as long as this borrow of it.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }
}

impl Guests {
    /// Those of a store.
    pub fn new(store: Arc<dyn Store>) -> Guests {
        Guests { store, inside: Mutex::default() }
    }

    /// Whose secret it is, if anybody's.
    pub async fn find(&self, secret: &str, now: Time) -> Result<Option<Known>, StoreError> {
        if secret.is_empty() || secret.len() > LONGEST {
            return Ok(None);
        }
        let hash = token::hash(secret);
        let (mut found, changes) = {
            let mut inside = self.inside();
            (inside.known.get(&hash, Instant::now()), inside.changes)
        };
        if found.is_none() {
            found = self.store.people().known_by(hash, now).await?;
            // What opens for a moment longer is asked for each time, so that it does not open for longer than that.
            if let Some(known) = found.as_ref().filter(|known| !known.is_previous) {
                self.remember(hash, known.clone(), changes);
            }
        }
        if let Some(known) = &found {
            self.inside().used.insert(known.key.clone());
        }
        Ok(found)
    }

    /// Keeps a new guest, with its first key.
    pub async fn add(&self, guest: Guest, key: NewKey, now: Time) -> Result<(), StoreError> {
        let (id, kind) = (key.id.clone(), key.kind);
        let known = Known { guest: guest.clone(), key: id, kind, is_previous: false };
        let (hash, changes) = (key.hash, self.inside().changes);
        self.store.people().add_guest(guest, key, now).await?;
        self.remember(hash, known, changes);
        Ok(())
    }

    /// Gives a guest another name.
    pub async fn rename(&self, guest: &Guest) -> Result<(), StoreError> {
        self.store.people().rename_guest(&guest.id, guest.name.clone()).await?;
        self.inside().forget(|known| known.guest.id == guest.id);
        self.tell(&guest.id);
        Ok(())
    }

    /// Exchanges the secret of a key; the one before opens for a minute longer. False if there is no such key.
    pub async fn rotate(
        &self,
        guest: &GuestId,
        key: &KeyId,
        secret: &str,
        now: Time,
    ) -> Result<bool, StoreError> {
        let rotated = self.store.people().rotate_key(guest, key, token::hash(secret), now).await?;
        self.inside().forget(|known| known.key == *key);
        self.tell(guest);
        Ok(rotated)
    }

    /// Takes a key away. False if there is no such key.
    pub async fn revoke(
        &self,
        guest: &GuestId,
        key: &KeyId,
        now: Time,
    ) -> Result<bool, StoreError> {
        let revoked = self.store.people().revoke_key(guest, key, now).await?;
        self.shut(|id, owner| id == key && owner == guest);
        self.tell(guest);
        Ok(revoked)
    }

    /// Takes all keys of a guest away.
    pub async fn revoke_all(&self, guest: &GuestId, now: Time) -> Result<(), StoreError> {
        for kind in KeyKind::ALL {
            self.store.people().revoke_keys(guest, kind, None, now).await?;
        }
        self.shut(|_, owner| owner == guest);
        self.tell(guest);
        Ok(())
    }

    /// Forgets a guest: name and keys. False if there is no such guest.
    pub async fn delete(&self, guest: &GuestId) -> Result<bool, StoreError> {
        let deleted = self.store.people().delete_guest(guest).await?;
        self.shut(|_, owner| owner == guest);
        self.tell(guest);
        Ok(deleted)
    }

    /// Tells other nodes that something is different about somebody.
    fn tell(&self, guest: &GuestId) {
        if let Some(cluster) = self.store.cluster() {
            cluster.tell(Hint::Guest(guest.clone()));
        }
    }

    /// Something is different about somebody, as another node says: what its keys opened closes if they were taken away. Gives who it is
    /// now, if anybody.
    pub async fn look_again(&self, guest: &GuestId) -> Result<Option<Guest>, StoreError> {
        self.inside().forget(|known| known.guest.id == *guest);
        let person = self.store.people().person(guest).await?;
        let keys = self.store.people().keys(guest).await?;
        let opens = |id: &KeyId| keys.iter().any(|key| key.id == *id && key.revoked.is_none());
        self.shut(|id, owner| owner == guest && !opens(id));
        Ok(person.map(|person| person.guest))
    }

    /// Asks which keys others have taken away, of those by which something is open here or of which an answer is kept: whoever did so may have told
    /// us in vain.
    pub async fn look_for_gone(&self) -> Result<(), StoreError> {
        let now = Instant::now();
        let keys: HashSet<KeyId> = {
            let inside = self.inside();
            let doors = inside.doors.iter().filter(|(_, door)| door.strong_count() > 0);
            doors.map(|(key, _)| key).chain(inside.known.keys(now)).cloned().collect()
        };
        if keys.is_empty() {
            return Ok(());
        }
        let open = self.store.people().open_keys(keys.iter().cloned().collect()).await?;
        let open: HashSet<KeyId> = open.into_iter().collect();
        if open.len() < keys.len() {
            self.shut(|key, _| keys.contains(key) && !open.contains(key));
        }
        self.inside().known.confirm(&open, now + SURE);
        Ok(())
    }

    /// Forgets all answers: what was told about them may have been lost.
    pub fn forget_answers(&self) {
        self.inside().forget(|_| true);
    }

    /// The door that a secret opens, for whatever stays open; none if its key was taken away meanwhile.
    pub async fn open(
        &self,
        guest: &GuestId,
        key: &KeyId,
        secret: &str,
        now: Time,
    ) -> Result<Option<Arc<Door>>, StoreError> {
        let door = self.door(guest, key);
        // Whoever takes the key away from here on closes this door; who did so before has not seen it.
        Ok(self.find(secret, now).await?.map(|_| door))
    }

    fn door(&self, guest: &GuestId, key: &KeyId) -> Arc<Door> {
        let mut inside = self.inside();
        if let Some(door) = inside.doors.get(key).and_then(Weak::upgrade) {
            return door;
        }
        let door = Arc::new(Door { closed: watch::Sender::new(false), guest: guest.clone() });
        inside.doors.insert(key.clone(), Arc::downgrade(&door));
        door
    }

    /// Stores which keys were used of late, and forgets doors that nobody holds open; to be called now and then.
    pub async fn tidy(&self, now: Time) -> Result<(), StoreError> {
        let used: Vec<KeyId> = {
            let mut inside = self.inside();
            inside.doors.retain(|_, door| door.strong_count() > 0);
            inside.used.drain().collect()
        };
        if used.is_empty() { Ok(()) } else { self.store.people().saw_keys(used, now).await }
    }

    /// Closes what these keys opened, and forgets that they did.
    fn shut(&self, is_gone: impl Fn(&KeyId, &GuestId) -> bool) {
        let mut inside = self.inside();
        inside.forget(|known| is_gone(&known.key, &known.guest.id));
        inside.doors.retain(|key, door| {
            let Some(door) = door.upgrade() else { return false };
            let is_gone = is_gone(key, &door.guest);
            if is_gone {
                door.closed.send_replace(true);
            }
            !is_gone
        });
    }

    /// Keeps an answer of the store, unless one was forgotten since it was asked for: it could be this one.
    fn remember(&self, hash: TokenHash, known: Known, changes: u64) {
        let mut inside = self.inside();
        if inside.changes == changes {
            let now = Instant::now();
            let sure = if self.store.cluster().is_some() { SURE } else { KEPT };
            inside.known.insert(hash, Answer { known, until: now + KEPT, sure_until: now + sure });
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        // Single inserts and lookups: nothing is half done when somebody panics.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use quintet_store::MemoryStore;

    use super::*;

    fn known(number: usize) -> Known {
        let guest = Guest { id: GuestId(number.to_string()), name: "Ann".into() };
        let key = KeyId(number.to_string());
        Known { guest, key, kind: KeyKind::Session, is_previous: false }
    }

    fn hash(number: usize) -> TokenHash {
        token::hash(&number.to_string())
    }

    fn answer(number: usize, now: Instant) -> Answer {
        Answer { known: known(number), until: now + KEPT, sure_until: now + SURE }
    }

    #[test]
    fn where_others_take_keys_away_an_answer_holds_while_its_key_is_found_to_be_open() {
        let (mut kept, begun) = (Kept::default(), Instant::now());
        for number in 1..=2 {
            kept.insert(hash(number), answer(number, begun));
        }
        let open = HashSet::from([KeyId("1".into())]);
        let later = begun + SURE;
        kept.confirm(&open, later + SURE);
        assert_eq!(kept.keys(later).collect::<Vec<_>>(), [&KeyId("1".into())]);
        assert!(kept.get(&hash(1), later).is_some() && kept.get(&hash(2), later).is_none());
        assert!(kept.get(&hash(1), later + SURE).is_none(), "it has to be found open again");
        kept.confirm(&open, begun + 2 * KEPT);
        assert!(kept.get(&hash(1), begun + KEPT).is_none(), "nor does it hold for ever");
    }

    #[test]
    fn who_comes_often_is_not_forgotten_when_many_others_come() {
        let mut kept = Kept::default();
        let now = Instant::now();
        kept.insert(hash(0), answer(0, now));
        for number in 1..=3 * MOST {
            kept.insert(hash(number), answer(number, now));
            if number % 1_000 == 0 {
                assert!(kept.get(&hash(0), now).is_some(), "after {number}");
            }
        }
        assert!(kept.young.len() + kept.old.len() <= MOST);
        assert!(kept.get(&hash(1), now).is_none(), "who did not come again is");
        assert!(kept.get(&hash(0), now + SURE).is_none(), "nor does an answer hold for ever");
    }

    #[tokio::test]
    async fn the_secret_before_a_rotation_opens_for_its_minute_and_no_longer() {
        let guests = Guests::new(Arc::new(MemoryStore::default()));
        let (secret, Known { guest, key, kind, .. }) = ("secret", known(1));
        let hash = token::hash(secret);
        let new = NewKey { id: key.clone(), kind, label: String::new(), hash };
        guests.add(guest.clone(), new, Time(0)).await.unwrap();
        let rotated = guests.rotate(&guest.id, &key, "next", Time(1_000)).await;
        assert!(rotated.unwrap());
        let last = Time(1_000 + quintet_store::ROTATION_GRACE - 1);
        assert!(guests.find(secret, last).await.unwrap().is_some());
        assert_eq!(guests.find(secret, last.plus(1)).await.unwrap(), None, "no answer is kept");
        assert!(guests.find("next", last.plus(1)).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_key_that_is_taken_away_opens_nothing_to_those_who_came_just_before() {
        let guests = Guests::new(Arc::new(MemoryStore::default()));
        let (now, secret, Known { guest, key, kind, .. }) = (Time(0), "secret", known(1));
        let hash = token::hash(secret);
        let new = NewKey { id: key.clone(), kind, label: String::new(), hash };
        guests.add(guest.clone(), new, now).await.unwrap();
        let open = || guests.open(&guest.id, &key, secret, now);
        let door = open().await.unwrap().expect("a door");
        assert!(door.closed().now_or_never().is_none(), "it is open");
        let (asked, answer) = (guests.inside().changes, known(1));
        guests.revoke_all(&guest.id, now).await.unwrap();
        assert!(door.closed().now_or_never().is_some(), "closed before the owner is answered");
        // The store was asked before that, and answers now.
        guests.remember(hash, answer, asked);
        assert_eq!(guests.find(secret, now).await.unwrap(), None);
        assert!(open().await.unwrap().is_none(), "who passed the gate before finds it shut");
    }
}
