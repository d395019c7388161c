//! A disk that keeps what was synced, and of everything else whatever it likes.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::Context as _;

use super::trace::Moment;
use crate::luck::Luck;

/// A disk writes so many bytes whole or not at all.
const SECTOR: u64 = 512;

/// What becomes of what was not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Nothing of it is there.
    Dropped,
    /// All of it is there.
    Kept,
    /// It is there up to somewhere in a write.
    UpTo,
    /// The later part is there, the earlier is not.
    Reordered,
    /// Some writes are there.
    Some,
    /// Of every sector some version is there.
    Torn,
    /// Of one file all is there, of the others nothing.
    OneFile,
}

impl Cut {
    const ALL: [Cut; 7] =
        [Cut::Dropped, Cut::Kept, Cut::UpTo, Cut::Reordered, Cut::Some, Cut::Torn, Cut::OneFile];

    /// Any of them.
    pub(super) fn draw(luck: &mut Luck) -> Cut {
        *luck.pick(&Cut::ALL)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Cut::Dropped => "dropped",
            Cut::Kept => "kept",
            Cut::UpTo => "up to somewhere",
            Cut::Reordered => "reordered",
            Cut::Some => "some",
            Cut::Torn => "torn",
            Cut::OneFile => "one file",
        }
    }
}

/// A change of a file's content.
#[derive(Clone, Debug)]
enum Change {
    Write { at: u64, data: Vec<u8> },
    Truncate(u64),
}

/// A change that no sync has made durable.
struct Pending {
    id: usize,
    file: usize,
    change: Change,
    /// Whether it was over, so that a sync that begins now makes it durable.
    done: bool,
}

/// A name that was given or taken, until its folder is synced.
struct Renaming {
    path: String,
    file: Option<usize>,
}

/// The disk under a server.
#[derive(Default)]
pub(super) struct Disk {
    /// What is durable of every file.
    contents: Vec<Vec<u8>>,
    /// Changes that are not, in their order.
    changes: Vec<Pending>,
    /// Names that are durable, and those that are not.
    names: BTreeMap<String, usize>,
    renamings: Vec<Renaming>,
    /// Names as programs see them.
    seen: BTreeMap<String, usize>,
    /// Syncs under way: what they make durable.
    syncs: HashMap<usize, Sync>,
}

enum Sync {
    Changes(HashSet<usize>),
    Names(String, usize),
}

impl Disk {
    /// How many changes may be lost.
    pub(super) fn pending(&self) -> usize {
        self.changes.len() + self.renamings.len()
    }

    /// Something happens. Syncs of files that are forgotten do nothing.
    pub(super) fn take(
        &mut self,
        moment: &Moment,
        forgets: &dyn Fn(&str) -> bool,
    ) -> anyhow::Result<()> {
        match moment {
            Moment::Write { id, path, at, data } => {
                self.change(*id, path, Change::Write { at: *at, data: data.clone() })?;
            }
            Moment::Truncate { id, path, length } => {
                self.change(*id, path, Change::Truncate(*length))?;
            }
            Moment::SyncBegins { path, .. } if forgets(path) => {}
            Moment::SyncBegins { id, path } => {
                let sync = self.sync_of(path)?;
                self.syncs.insert(*id, sync);
            }
            Moment::Done(id) => self.done(*id),
            Moment::Made { path } => {
                if !self.seen.contains_key(path) {
                    self.contents.push(Vec::new());
                    self.name(path, Some(self.contents.len() - 1));
                }
            }
            Moment::Removed(path) => self.name(path, None),
            Moment::Answered(_) => {}
        }
        Ok(())
    }

    fn file(&self, path: &str) -> anyhow::Result<usize> {
        self.seen.get(path).copied().with_context(|| format!("{path} was never made"))
    }

    fn change(&mut self, id: usize, path: &str, change: Change) -> anyhow::Result<()> {
        let file = self.file(path)?;
        self.changes.push(Pending { id, file, change, done: false });
        Ok(())
    }

    fn name(&mut self, path: &str, file: Option<usize>) {
        match file {
            Some(file) => self.seen.insert(path.to_owned(), file),
            None => self.seen.remove(path),
        };
        self.renamings.push(Renaming { path: path.to_owned(), file });
    }

    /// What a sync that begins now makes durable.
    fn sync_of(&self, path: &str) -> anyhow::Result<Sync> {
        let is_folder = self.seen.keys().any(|name| folder_of(name) == path);
        if is_folder {
            return Ok(Sync::Names(path.to_owned(), self.renamings.len()));
        }
        let file = self.file(path)?;
        let covered = self.changes.iter().filter(|change| change.file == file && change.done);
        Ok(Sync::Changes(covered.map(|change| change.id).collect()))
    }

    fn done(&mut self, id: usize) {
        match self.syncs.remove(&id) {
            None => {
                if let Some(change) = self.changes.iter_mut().rev().find(|change| change.id == id) {
                    change.done = true;
                }
            }
            Some(Sync::Changes(covered)) => {
                let (durable, pending) = std::mem::take(&mut self.changes)
                    .into_iter()
                    .partition(|change| covered.contains(&change.id));
                self.changes = pending;
                for Pending { file, change, .. } in durable {
                    apply(&mut self.contents[file], &change);
                }
            }
            Some(Sync::Names(folder, until)) => {
                let mut left = Vec::new();
                for (index, renaming) in std::mem::take(&mut self.renamings).into_iter().enumerate()
                {
                    if index < until && folder_of(&renaming.path) == folder {
                        rename(&mut self.names, &renaming);
                    } else {
                        left.push(renaming);
                    }
                }
                self.renamings = left;
            }
        }
    }

    /// The files of a folder, by name, as they may be after a cut at this moment; nothing if the folder itself is gone.
    pub(super) fn after(
        &self,
        cut: Cut,
        folder: &str,
        luck: &mut Luck,
    ) -> Option<Vec<(String, Vec<u8>)>> {
        let mut names = self.names.clone();
        let kept = match cut {
            Cut::Dropped => 0,
            Cut::Kept => self.renamings.len(),
            // Names are journalled in their order.
            _ => luck.below(self.renamings.len() + 1),
        };
        self.renamings.iter().take(kept).for_each(|renaming| rename(&mut names, renaming));
        names.contains_key(folder).then_some(())?;
        let mut contents: HashMap<usize, Vec<u8>> = HashMap::new();
        for (_, file) in names.iter().filter(|(name, _)| folder_of(name) == folder) {
            contents.insert(*file, self.contents[*file].clone());
        }
        self.survive(cut, &mut contents, luck);
        let files = names.into_iter().filter(|(name, _)| folder_of(name) == folder);
        let files = files.map(|(name, file)| {
            let name = name.rsplit('/').next().unwrap_or_default().to_owned();
            (name, contents.get(&file).cloned().unwrap_or_default())
        });
        Some(files.collect())
    }

    /// Applies of what was not synced as much as the cut leaves.
    fn survive(&self, cut: Cut, contents: &mut HashMap<usize, Vec<u8>>, luck: &mut Luck) {
        let count = self.changes.len();
        let border = luck.below(count + 1);
        let lucky = self.changes.get(luck.below(count)).map(|change| change.file);
        let mut stopped: HashSet<(usize, u64)> = HashSet::new();
        // Some systems note the new length before they write what is there.
        let grows = luck.one_in(2);
        for (index, Pending { file, change, .. }) in self.changes.iter().enumerate() {
            let Some(content) = contents.get_mut(file) else { continue };
            let whole = match cut {
                Cut::Dropped | Cut::Torn => false,
                Cut::Kept => true,
                Cut::UpTo => index < border,
                Cut::Reordered => index >= border,
                Cut::Some => luck.one_in(2),
                Cut::OneFile => lucky == Some(*file),
            };
            if whole {
                apply(content, change);
                continue;
            }
            match change {
                Change::Truncate(_) if cut == Cut::Torn && luck.one_in(2) => apply(content, change),
                Change::Truncate(_) => {}
                Change::Write { at, data } => {
                    if grows {
                        grow(content, at + data.len() as u64);
                    }
                    match cut {
                        Cut::Torn => tear(content, (*at, data), luck, |luck, sector| {
                            !stopped.contains(&(*file, sector))
                                && (!luck.one_in(3) || !stopped.insert((*file, sector)))
                        }),
                        Cut::UpTo if index == border => {
                            let sectors = data.len() as u64 / SECTOR + 1;
                            let until = at / SECTOR + luck.below(sectors as usize + 1) as u64;
                            tear(content, (*at, data), luck, |_, sector| sector < until);
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// Writes those sectors that survive.
fn tear(
    content: &mut Vec<u8>,
    (at, data): (u64, &[u8]),
    luck: &mut Luck,
    mut survives: impl FnMut(&mut Luck, u64) -> bool,
) {
    let mut from = at;
    let end = at + data.len() as u64;
    while from < end {
        let until = ((from / SECTOR + 1) * SECTOR).min(end);
        if survives(luck, from / SECTOR) {
            write(content, from, &data[(from - at) as usize..(until - at) as usize]);
        }
        from = until;
    }
}

fn apply(content: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Write { at, data } => write(content, *at, data),
        Change::Truncate(length) => content.resize(*length as usize, 0),
    }
}

fn write(content: &mut Vec<u8>, at: u64, data: &[u8]) {
    let end = at as usize + data.len();
    grow(content, end as u64);
    content[at as usize..end].copy_from_slice(data);
}

fn grow(content: &mut Vec<u8>, length: u64) {
    if (content.len() as u64) < length {
        content.resize(length as usize, 0);
    }
}

fn rename(names: &mut BTreeMap<String, usize>, Renaming { path, file }: &Renaming) {
    match file {
        Some(file) => names.insert(path.clone(), *file),
        None => names.remove(path),
    };
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "/t/data/quintet.db";

    fn write_of(id: usize, byte: u8) -> [Moment; 2] {
        [Moment::Write { id, path: FILE.into(), at: 0, data: vec![byte; 1024] }, Moment::Done(id)]
    }

    fn sync_of(id: usize, path: &str) -> [Moment; 2] {
        [Moment::SyncBegins { id, path: path.into() }, Moment::Done(id)]
    }

    fn disk(moments: &[Moment]) -> Disk {
        let mut disk = Disk::default();
        for path in ["/t/data", FILE] {
            disk.take(&Moment::Made { path: path.into() }, &|_| false).unwrap();
        }
        for moment in moments {
            disk.take(moment, &|_| false).unwrap();
        }
        disk
    }

    fn content(disk: &Disk, cut: Cut, luck: &mut Luck) -> Option<Vec<u8>> {
        let mut files = disk.after(cut, "/t/data", luck)?;
        files.pop().map(|(_, content)| content)
    }

    #[test]
    fn names_last_once_their_folders_are_synced() {
        let mut luck = Luck::new(1);
        assert_eq!(content(&disk(&[]), Cut::Dropped, &mut luck), None);
        let names = [sync_of(1, "/t"), sync_of(2, "/t/data")].concat();
        assert_eq!(content(&disk(&names), Cut::Dropped, &mut luck), Some(Vec::new()));
        assert_eq!(content(&disk(&[]), Cut::Kept, &mut luck), Some(Vec::new()));
    }

    #[test]
    fn what_was_synced_lasts_and_nothing_else_does() {
        let mut luck = Luck::new(1);
        let names = [sync_of(1, "/t"), sync_of(2, "/t/data")].concat();
        let moments =
            [names, write_of(3, 1).to_vec(), sync_of(4, FILE).to_vec(), write_of(5, 2).to_vec()]
                .concat();
        let disk = disk(&moments);
        assert_eq!(content(&disk, Cut::Dropped, &mut luck), Some(vec![1; 1024]));
        assert_eq!(content(&disk, Cut::Kept, &mut luck), Some(vec![2; 1024]));
        let torn: HashSet<Vec<u8>> =
            (0..40).filter_map(|_| content(&disk, Cut::Torn, &mut luck)).collect();
        assert_eq!(torn.len(), 4, "each of two sectors is old or new");
    }

    #[test]
    fn a_sync_makes_nothing_durable_that_began_after_it() {
        let mut luck = Luck::new(1);
        let names = [sync_of(1, "/t"), sync_of(2, "/t/data")].concat();
        let [begins, ends] = sync_of(4, FILE);
        let [writes, written] = write_of(3, 1);
        // The write is under way when the sync begins.
        let moments = [names, vec![writes, begins, written, ends]].concat();
        let left = content(&disk(&moments), Cut::Dropped, &mut luck).unwrap();
        assert!(!left.contains(&1), "of its length something may be there, of its bytes nothing");
    }
}
