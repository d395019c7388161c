//! Where live games are kept: an append-only log of events, and beside it what lists need.
//!
//! [`Store`] is the contract, [`SqliteStore`] keeps it on a disk, [`PostgresStore`] in a database that several servers may share. With the
//! feature `memory` there is one in memory, too, for tests that need storage to fail on demand. One suite of tests holds for all.

mod batch;
mod cluster;
mod contract;
mod jobs;
#[cfg(feature = "memory")]
mod memory;
mod moving;
mod packing;
mod people;
mod postgres;
mod rows;
#[cfg(feature = "scratch")]
mod scratch;
mod sqlite;
mod types;
mod walk;

pub use cluster::{Beat, Cluster, Cost, Hint, LEASE, Owner, Present, Standing};
pub use contract::{Pending, Store, StoreError};
pub use jobs::{
    InLine, JOB_LEASE, JobId, JobLine, Jobs, JobsAtLarge, MOST_TRIES, NewJob, PREFERENCE, Progress,
    Said, TakenJob, ThinkerPace,
};
#[cfg(feature = "memory")]
pub use memory::MemoryStore;
pub use moving::{Moved, Place, move_data};
pub use people::{Key, KeyId, KeyKind, Known, NewKey, People, Person, ROTATION_GRACE, TokenHash};
pub use postgres::{PostgresStore, Thinker, ThinkerNews};
#[cfg(feature = "scratch")]
pub use scratch::Scratch;
pub use sqlite::{SqliteStore, backup};
pub use types::{Append, Cursor, FOR_EVER, Filter, Page, Summary};
