//! Walks through tables a few rows at a time: what is looked at again and again must not take longer the more there is.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// How many rows are looked at at a time.
pub(crate) const STEP: usize = 500;

/// How far a walk has come: the next row is the first one behind this name. Behind the last comes the first.
pub(crate) struct Walk {
    at: String,
}

impl Default for Walk {
    /// Begins anywhere, as names are random. Were it always at the first, those who are started often would never come to the last.
    fn default() -> Walk {
        Walk { at: format!("{:016x}", RandomState::new().build_hasher().finish()) }
    }
}

impl Walk {
    /// Behind which name it goes on.
    pub(crate) fn at(&self) -> &str {
        &self.at
    }

    /// These rows were looked at, and some of them are meant: which?
    pub(crate) fn look_at(&mut self, rows: Vec<(String, bool)>) -> Vec<String> {
        if let Some((last, _)) = rows.last() {
            self.at.clone_from(last);
        }
        rows.into_iter().filter(|(_, is_meant)| *is_meant).map(|(name, _)| name).collect()
    }
}
