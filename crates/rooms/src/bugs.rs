//! Known mistakes, switched on by tests to see that they are caught. None of this exists without the feature `seeded-bugs`.

use std::cell::Cell;
use std::sync::OnceLock;

/// A mistake that can be switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Rooms: a move is taken whatever version it names.
    SkipVersionCheck,
    /// Rooms: a resent command is carried out again.
    ForgetOp,
    /// Rooms: whoever holds a seat may move for the other.
    AnyoneMoves,
    /// Rooms: a move adds its increment and costs no time.
    FreeTime,
    /// Rooms: the pause of a restart is charged to the player.
    ChargePause,
    /// Rooms: a move leaves offers open.
    KeepOffers,
    /// Store: an append is acknowledged before its commit.
    AcknowledgeBeforeCommit,
    /// Store: an append at a version that exists replaces it.
    Overwrite,
    /// Store: a commit is answered without waiting for the disk.
    ForgetSync,
    /// Store: an append is taken though the game is another node's by now.
    IgnoreEpoch,
    /// Server: a follower that resumes misses the first event after `since`.
    ResumeOffByOne,
    /// Server: a refused append leaves its events in memory.
    KeepRefusedEvents,
}

impl Bug {
    /// All of them, with their names in `QUINTET_BUG`.
    pub const ALL: [(Bug, &'static str); 12] = [
        (Bug::SkipVersionCheck, "skip-version-check"),
        (Bug::ForgetOp, "forget-op"),
        (Bug::AnyoneMoves, "anyone-moves"),
        (Bug::FreeTime, "free-time"),
        (Bug::ChargePause, "charge-pause"),
        (Bug::KeepOffers, "keep-offers"),
        (Bug::AcknowledgeBeforeCommit, "acknowledge-before-commit"),
        (Bug::Overwrite, "overwrite"),
        (Bug::ForgetSync, "forget-sync"),
        (Bug::IgnoreEpoch, "ignore-epoch"),
        (Bug::ResumeOffByOne, "resume-off-by-one"),
        (Bug::KeepRefusedEvents, "keep-refused-events"),
    ];
}

thread_local! {
    static HERE: Cell<Option<Bug>> = const { Cell::new(None) };
}
static EVERYWHERE: OnceLock<Option<Bug>> = OnceLock::new();

/// Switches a mistake on for this thread, or all off.
pub fn set(bug: Option<Bug>) {
    HERE.set(bug);
}

/// Whether a mistake is on: for this thread, or for the process by `QUINTET_BUG`.
pub fn is_on(bug: Bug) -> bool {
    let everywhere = EVERYWHERE.get_or_init(|| {
        let name = std::env::var("QUINTET_BUG").ok()?;
        Bug::ALL.iter().find(|(_, known)| *known == name).map(|(bug, _)| *bug)
    });
    HERE.get() == Some(bug) || *everywhere == Some(bug)
}
