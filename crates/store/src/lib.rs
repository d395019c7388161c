//! Where live games are kept: an append-only log of events, and beside it what lists need.
//!
//! [`Store`] is the contract, [`SqliteStore`] keeps it on a disk and [`MemoryStore`] in memory, for tests that need
//! storage to fail on demand. One suite of tests holds for both.

mod contract;
mod memory;
mod sqlite;
mod types;

pub use contract::{Pending, Store, StoreError};
pub use memory::MemoryStore;
pub use sqlite::{OpenOptions, SqliteStore, Tally, backup};
pub use types::{Append, Cursor, Filter, Page, Summary, TokenHash};
