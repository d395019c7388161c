//! By which names the pieces of a match are followed.
//!
//! A position calls its pieces as it likes, mostly by where they are. A match calls a piece what it was
//! called when it came onto the board; if that name is taken, its ply is added.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::scene::Item;
use crate::show::{Change, Show};

/// What the pieces are called after a number of moves, and what the last of these did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cast {
    ply: usize,
    /// From the position's own ids to the match's, where they differ.
    names: HashMap<String, String>,
    beats: Vec<Vec<Change>>,
    /// The cells on which they happened.
    touched: Vec<String>,
}

impl Cast {
    /// Follows the moves that were made in `positions`, from where it is to the first `ply` of them.
    fn follow<G: Show>(&mut self, positions: &[G], moves: &[G::Move], ply: usize) {
        while self.ply < ply {
            let mut beats = positions[self.ply].beats(moves[self.ply]);
            if self.ply + 1 == ply {
                self.touched = touched(positions[self.ply].scene(&[]).items, &beats);
            }
            for beat in &mut beats {
                self.rename(beat);
            }
            self.beats = beats;
            self.ply += 1;
        }
    }

    /// What another move would do in the position where it is.
    pub(crate) fn ahead<G: Show>(&self, position: &G, mv: G::Move) -> Vec<Vec<Change>> {
        let (mut next, mut beats) = (self.clone(), position.beats(mv));
        for beat in &mut beats {
            next.rename(beat);
        }
        beats
    }

    /// What the last move did.
    pub(crate) fn beats(&self) -> &[Vec<Change>] {
        &self.beats
    }

    /// The cells on which the last move happened, each once.
    pub(crate) fn touched(&self) -> &[String] {
        &self.touched
    }

    /// Gives the pieces of the position their names in the match.
    pub(crate) fn name(&self, items: &mut [Item]) {
        for item in items {
            if let Some(name) = self.names.get(&item.id) {
                item.id.clone_from(name);
            }
        }
    }

    /// Brings the changes of a beat from the position's own ids to the match's, and keeps track of them.
    /// They happen at once: all old names are looked up before any new one is given.
    fn rename(&mut self, beat: &mut [Change]) {
        let Cast { ply, names, .. } = self;
        for change in &mut *beat {
            if let Change::Move { id, .. } | Change::Vanish { id, .. } = change {
                *id = names.remove(id.as_str()).unwrap_or_else(|| std::mem::take(id));
            }
        }
        for change in beat {
            match change {
                Change::Move { id, to } => {
                    names.insert(std::mem::replace(&mut to.id, id.clone()), id.clone());
                }
                Change::Appear { item, .. } if names.values().any(|name| *name == item.id) => {
                    let name = format!("{}#{ply}", item.id);
                    names.insert(std::mem::replace(&mut item.id, name.clone()), name);
                }
                Change::Appear { .. } | Change::Vanish { .. } => {}
            }
        }
    }
}

/// Where changes happen to `items`: the cells that pieces leave, come to or change on.
fn touched(items: Vec<Item>, beats: &[Vec<Change>]) -> Vec<String> {
    let mut places: HashMap<String, Vec<String>> =
        items.into_iter().map(|item| (item.id, item.cells)).collect();
    let mut touched: Vec<String> = Vec::new();
    let mut touch = |cells: &[String]| {
        for cell in cells {
            if !touched.contains(cell) {
                touched.push(cell.clone());
            }
        }
    };
    for beat in beats {
        for change in beat {
            if let Change::Move { id, .. } | Change::Vanish { id, .. } = change {
                touch(&places.remove(id).unwrap_or_default());
            }
        }
        for change in beat {
            if let Change::Move { to: item, .. } | Change::Appear { item, .. } = change {
                touch(&item.cells);
                places.insert(item.id.clone(), item.cells.clone());
            }
        }
    }
    touched
}

/// The cast of a match, worked out only when somebody asks for it, and from where it was asked for last:
/// engines never ask, and a server that asks after every move follows one move each time.
#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<Cast>);

impl Memory {
    /// The cast after `ply` moves of a match.
    pub(crate) fn after<G: Show, T>(
        &self,
        (positions, moves): (&[G], &[G::Move]),
        ply: usize,
        read: impl FnOnce(&Cast) -> T,
    ) -> T {
        let mut kept = self.lock();
        if kept.ply <= ply {
            kept.follow(positions, moves, ply);
            return read(&kept);
        }
        drop(kept);
        let mut earlier = Cast::default();
        earlier.follow(positions, moves, ply);
        read(&earlier)
    }

    /// Moves after the first `ply` were taken back.
    pub(crate) fn go_back(&mut self, ply: usize) {
        let kept = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if kept.ply > ply {
            *kept = Cast::default();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Cast> {
        // A game that panics does so before anything is changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Memory(Mutex::new(self.lock().clone()))
    }
}
