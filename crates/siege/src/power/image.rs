//! The files of a folder as a cut leaves them: what is durable, and of everything else whatever the disk likes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

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
#[derive(Debug)]
pub(super) enum Change {
    Write { at: u64, data: Vec<u8> },
    Truncate(u64),
}

/// A state of the disk that is not made yet: thousands are made from one record, beside it, and share what is the same in all.
pub(super) struct Image {
    /// The files, by name.
    pub(super) names: Vec<(String, usize)>,
    /// What is durable of them.
    pub(super) contents: HashMap<usize, Arc<Vec<u8>>>,
    /// What is not, in its order.
    pub(super) changes: Vec<(usize, Arc<Change>)>,
    pub(super) cut: Cut,
    pub(super) luck: Luck,
}

impl Image {
    /// The files by name.
    pub(super) fn files(mut self) -> Vec<(String, Arc<Vec<u8>>)> {
        self.survive();
        let Image { names, contents, .. } = self;
        let content = |file: usize| contents.get(&file).map(Arc::clone).unwrap_or_default();
        names.into_iter().map(|(name, file)| (name, content(file))).collect()
    }

    /// Applies of what was not synced as much as the cut leaves.
    fn survive(&mut self) {
        let Image { contents, changes, cut, luck, .. } = self;
        let cut = *cut;
        let count = changes.len();
        let border = luck.below(count + 1);
        let lucky = changes.get(luck.below(count)).map(|(file, _)| *file);
        let mut stopped: HashSet<(usize, u64)> = HashSet::new();
        // Some systems note the new length before they write what is there.
        let grows = luck.one_in(2);
        for (index, (file, change)) in changes.iter().enumerate() {
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
            match change.as_ref() {
                Change::Truncate(_) if cut == Cut::Torn && luck.one_in(2) => apply(content, change),
                Change::Truncate(_) => {}
                Change::Write { at, data } => {
                    let content = Arc::make_mut(content);
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

pub(super) fn apply(content: &mut Arc<Vec<u8>>, change: &Change) {
    let content = Arc::make_mut(content);
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
