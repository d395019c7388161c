//! What the server owes: the moves it acknowledged and the events it told, and what was found when the log was held against them.

use std::collections::HashSet;

use serde::Serialize;

use crate::api::{Event, Guest};
use crate::table::{Kind, Table};

/// A move that the server acknowledged.
#[derive(Clone, Debug)]
pub struct Acked {
    /// The client's name for it.
    pub op: String,
    /// Who made it: 0 or 1.
    pub by: usize,
    /// How many moves came before it.
    pub ply: u32,
    /// Its text.
    pub mv: String,
    /// The version that it was acknowledged with.
    pub version: u64,
}

/// All that the server owes about one game.
pub struct Ledger {
    /// The game's id.
    pub id: String,
    /// Who plays.
    pub players: [Guest; 2],
    /// The kind of game.
    pub kind: Kind,
    /// The acknowledged moves.
    pub acked: Vec<Acked>,
    /// Every op that was ever sent: nothing else may be in the log.
    pub asked: HashSet<String>,
    /// What followers were told.
    pub told: Vec<Event>,
}

impl Ledger {
    /// The ledger of a game that begins.
    pub fn new(table: &Table) -> Ledger {
        Ledger {
            id: table.id.clone(),
            players: table.players.clone(),
            kind: table.kind,
            acked: Vec::new(),
            asked: HashSet::new(),
            told: Vec::new(),
        }
    }
}

/// What was found wrong. All zero is what was promised.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// Acknowledged moves, or events that followers saw, that are not in the log where they should be.
    pub lost: u64,
    /// Moves that are in the log more than once.
    pub doubled: u64,
    /// Versions that are missing or out of order.
    pub gaps: u64,
    /// Anything else that differs from what was promised.
    pub wrong: u64,
    /// The first of them, in words.
    pub notes: Vec<String>,
}

impl Findings {
    /// Whether nothing was found.
    pub fn is_clean(&self) -> bool {
        self.lost + self.doubled + self.gaps + self.wrong == 0
    }

    /// Something was lost.
    pub fn lost(&mut self, note: String) {
        self.lost += 1;
        self.note(note);
    }

    /// Something happened twice.
    pub fn doubled(&mut self, note: String) {
        self.doubled += 1;
        self.note(note);
    }

    /// Something is missing in between.
    pub fn gap(&mut self, note: String) {
        self.gaps += 1;
        self.note(note);
    }

    /// Something is not as promised.
    pub fn wrong(&mut self, note: String) {
        self.wrong += 1;
        self.note(note);
    }

    /// Adds what another found.
    pub fn add(&mut self, other: Findings) {
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.gaps += other.gaps;
        self.wrong += other.wrong;
        for note in other.notes {
            self.note(note);
        }
    }

    fn note(&mut self, note: String) {
        const SHOWN: usize = 12;
        if self.notes.len() < SHOWN {
            self.notes.push(note);
        }
    }
}
