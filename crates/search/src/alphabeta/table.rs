//! The transposition table: what was found in positions met before, shared by all threads.
//!
//! Entries hold the whole position, packed. A key alone would now and then take one position for another, and
//! then something wrong would be called proved.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet_core::Tactics;

use super::value::{Found, rebase};

/// What an entry's value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found in a position, counted from that position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<M> {
    pub mv: Option<M>,
    pub found: Found,
    pub depth: i32,
    pub kind: Kind,
}

impl<M> Known<M> {
    /// Whether a search in that window would find nothing else, as far as depth allows.
    #[inline]
    pub fn answers(&self, alpha: i32, beta: i32) -> bool {
        match self.kind {
            Kind::Exact => true,
            Kind::AtLeast => self.found.value >= beta,
            Kind::AtMost => self.found.value <= alpha,
        }
    }
}

struct Entry<G: Tactics> {
    position: G::Packed,
    mv: Option<G::Move>,
    value: i16,
    least: i16,
    most: i16,
    depth: u8,
    age: u8,
    kind: Kind,
    era: u16,
}

/// Positions share a bucket if their keys begin alike.
const BUCKET: usize = 4;

/// Entries beside their positions' keys: as those lie together, next to the lock, a look at a position that is not
/// there reads one line of memory.
#[repr(C)]
struct Bucket<G: Tactics> {
    keys: [u64; BUCKET],
    entries: [Option<Entry<G>>; BUCKET],
}

impl<G: Tactics> Bucket<G> {
    fn empty() -> Mutex<Self> {
        Mutex::new(Bucket { keys: [0; BUCKET], entries: [const { None }; BUCKET] })
    }

    /// Where a position is, if it was put there in this era.
    #[inline]
    fn place(&self, position: &G, key: u64, era: u16) -> Option<usize> {
        (0..BUCKET).find(|place| {
            let entry = || self.entries[*place].as_ref();
            // Packing costs more than comparing keys, which nearly always tells.
            let is_it = |old: &Entry<G>| old.era == era && old.position == position.packed();
            self.keys[*place] == key && entry().is_some_and(is_it)
        })
    }
}

/// A table of bounded size. Old and shallow entries give way.
pub(crate) struct Table<G: Tactics> {
    buckets: Vec<Mutex<Bucket<G>>>,
    age: u8,
    /// Entries of another era are as good as none.
    era: u16,
}

impl<G: Tactics> Table<G> {
    pub fn new() -> Self {
        Table { buckets: Vec::new(), age: 0, era: 0 }
    }

    /// Forgets everything, at once: writing 64 MB while a clock runs would make a move late. Only when the
    /// eras are used up is everything really written anew.
    pub fn clear(&mut self) {
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.buckets.fill_with(Bucket::empty);
        }
    }

    /// A new search begins: entries of earlier ones are the first to give way.
    pub fn begin_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Makes room for that many positions, as far as `most_bytes` allow, and keeps all entries. It grows where it is: a bucket's
    /// entries go to several that follow each other, none of which comes before it.
    pub fn make_room(&mut self, positions: u64, most_bytes: usize) {
        let most = (most_bytes / size_of::<Mutex<Bucket<G>>>()).max(1);
        let wanted =
            usize::try_from(positions / BUCKET as u64).unwrap_or(usize::MAX).clamp(1, most);
        let old = self.buckets.len();
        let times = if old == 0 { 0 } else { wanted.div_ceil(old).min(most / old) };
        let buckets = if old == 0 { wanted } else { old * times };
        if buckets <= old {
            return;
        }
        // Room for all that it may become; memory is taken only where something is written.
        if old == 0 {
            let _ = self.buckets.try_reserve_exact(most);
        }
        self.buckets.resize_with(buckets, Bucket::empty);
        for index in (0..old).rev() {
            let bucket = std::mem::replace(&mut self.buckets[index], Bucket::empty());
            let bucket = bucket.into_inner().unwrap_or_else(PoisonError::into_inner);
            for (key, entry) in bucket.keys.into_iter().zip(bucket.entries) {
                let Some(entry) = entry.filter(|entry| entry.era == self.era) else { continue };
                let mut bucket = self.lock(key);
                if let Some(free) = bucket.entries.iter().position(Option::is_none) {
                    bucket.keys[free] = key;
                    bucket.entries[free] = Some(entry);
                }
            }
        }
    }

    #[inline]
    fn lock(&self, key: u64) -> MutexGuard<'_, Bucket<G>> {
        // A thread that panicked has left whole entries behind.
        self.bucket(key).lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Mutex<Bucket<G>> {
        // The high half of the product maps the key evenly to any number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known about a position that is `ply` moves from the root.
    #[inline]
    pub fn get(&self, position: &G, key: u64, ply: i32) -> Option<Known<G::Move>> {
        let bucket = self.lock(key);
        let entry = bucket.entries[bucket.place(position, key, self.era)?].as_ref()?;
        Some(Known {
            mv: entry.mv,
            found: Found {
                value: rebase(i32::from(entry.value), -ply),
                least: rebase(i32::from(entry.least), -ply),
                most: rebase(i32::from(entry.most), -ply),
            },
            depth: i32::from(entry.depth),
            kind: entry.kind,
        })
    }

    /// Keeps what was found in a position that is `ply` moves from the root.
    pub fn put(&self, position: &G, key: u64, ply: i32, known: Known<G::Move>) {
        let mut entry = Entry {
            position: position.packed(),
            mv: known.mv,
            value: rebase(known.found.value, ply) as i16,
            least: rebase(known.found.least, ply) as i16,
            most: rebase(known.found.most, ply) as i16,
            depth: known.depth.clamp(0, 255) as u8,
            age: self.age,
            kind: known.kind,
            era: self.era,
        };
        let mut bucket = self.lock(key);
        let found = bucket.place(position, key, self.era);
        let place = found.unwrap_or_else(|| {
            let worth = |place: &usize| match &bucket.entries[*place] {
                None => i32::MIN,
                Some(old) => self.worth(old),
            };
            (0..BUCKET).min_by_key(worth).unwrap_or(0)
        });
        let old = &mut bucket.entries[place];
        if let Some(old) = old.as_ref().filter(|_| found.is_some()) {
            entry.mv = entry.mv.or(old.mv);
            entry.least = entry.least.max(old.least);
            entry.most = entry.most.min(old.most);
        }
        *old = Some(entry);
        bucket.keys[place] = key;
    }

    /// How much an entry deserves to stay.
    fn worth(&self, entry: &Entry<G>) -> i32 {
        if entry.era != self.era {
            return i32::MIN;
        }
        let certain = if entry.least == entry.most { 4 } else { 0 };
        let age = self.age.wrapping_sub(entry.age).min(16);
        i32::from(entry.depth) + certain - 8 * i32::from(age)
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::{Game as _, Variant};
    use quintet_trio::{Move, Trio};

    use super::*;

    const BYTES: usize = 1 << 16;

    fn known() -> Known<Move> {
        let found = Found { value: 7, least: -100, most: 100 };
        Known { mv: None, found, depth: 3, kind: Kind::Exact }
    }

    fn depth(table: &Table<Trio>, position: &Trio) -> Option<i32> {
        table.get(position, position.key(), 0).map(|known| known.depth)
    }

    #[test]
    fn a_cleared_table_knows_nothing_and_learns_again() {
        let mut table = Table::new();
        table.make_room(64, BYTES);
        let position = Trio::start(Variant::default());
        table.put(&position, position.key(), 0, known());
        assert_eq!(depth(&table, &position), Some(3));
        table.clear();
        assert_eq!(depth(&table, &position), None);
        table.make_room(u64::MAX, BYTES);
        assert_eq!(depth(&table, &position), None);
        table.put(&position, position.key(), 0, Known { depth: 5, ..known() });
        assert_eq!(depth(&table, &position), Some(5));
        table.make_room(u64::MAX, 8 * BYTES);
        assert_eq!(depth(&table, &position), Some(5));
    }

    #[test]
    fn nothing_comes_back_when_the_eras_are_used_up() {
        let mut table = Table::new();
        table.make_room(64, BYTES);
        let position = Trio::start(Variant::default());
        table.put(&position, position.key(), 0, known());
        for _ in 0..=u32::from(u16::MAX) {
            table.clear();
            assert_eq!(depth(&table, &position), None);
        }
    }
}
