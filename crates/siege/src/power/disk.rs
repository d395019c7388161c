//! A disk that keeps what was synced, and of everything else whatever it likes.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use anyhow::Context as _;

use super::image::{Change, Cut, Image, apply};
use super::trace::Moment;
use crate::luck::Luck;

/// A change that no sync has made durable.
struct Pending {
    id: usize,
    file: usize,
    change: Arc<Change>,
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
    contents: Vec<Arc<Vec<u8>>>,
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
                    self.contents.push(Arc::default());
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
        self.changes.push(Pending { id, file, change: Arc::new(change), done: false });
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

    /// The files of a folder as they may be after a cut at this moment; nothing if the folder itself is gone.
    pub(super) fn after(&self, cut: Cut, folder: &str, luck: &mut Luck) -> Option<Image> {
        let mut names = self.names.clone();
        let kept = match cut {
            Cut::Dropped => 0,
            Cut::Kept => self.renamings.len(),
            // Names are journalled in their order.
            _ => luck.below(self.renamings.len() + 1),
        };
        self.renamings.iter().take(kept).for_each(|renaming| rename(&mut names, renaming));
        names.contains_key(folder).then_some(())?;
        let mut files = Vec::new();
        let mut contents = HashMap::new();
        for (path, file) in names.into_iter().filter(|(path, _)| folder_of(path) == folder) {
            files.push((path.rsplit('/').next().unwrap_or_default().to_owned(), file));
            contents.insert(file, Arc::clone(&self.contents[file]));
        }
        let changes = self.changes.iter().map(|one| (one.file, Arc::clone(&one.change))).collect();
        Some(Image { names: files, contents, changes, cut, luck: luck.fork() })
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
        let mut files = disk.after(cut, "/t/data", luck)?.files();
        files.pop().map(|(_, content)| content.to_vec())
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
    fn a_state_stays_as_it_was_whatever_the_disk_does_meanwhile() {
        let mut luck = Luck::new(1);
        let names = [sync_of(1, "/t"), sync_of(2, "/t/data")].concat();
        let moments = [names, write_of(3, 1).to_vec(), sync_of(4, FILE).to_vec()].concat();
        let mut disk = disk(&moments);
        let before = disk.after(Cut::Kept, "/t/data", &mut luck).unwrap();
        for moment in [write_of(5, 2), sync_of(6, FILE)].concat() {
            disk.take(&moment, &|_| false).unwrap();
        }
        assert_eq!(*before.files()[0].1, vec![1; 1024]);
        assert_eq!(content(&disk, Cut::Dropped, &mut luck), Some(vec![2; 1024]));
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
