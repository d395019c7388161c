//! The known mistakes of the hub, made on purpose by builds with the feature `seeded-bugs`.

use quintet_rooms::bugs::{Bug, is_on};
use quintet_rooms::{Event, Room, Time};

use super::slot::Slot;

/// Lets an event happen that could not be stored.
pub(super) fn keep_refused(slot: &Slot, event: &Event, after: Room, now: Time) {
    if is_on(Bug::KeepRefusedEvents) {
        let _ = slot.look(|state| state.happen(event, after, now));
    }
}

/// Whether a node goes on with games that others may have by now.
pub(super) fn ignores_leases() -> bool {
    is_on(Bug::IgnoreEpoch)
}

/// From where on a follower is told what happened after `since`.
pub(super) fn resume(slot: &Slot, since: u64) -> u64 {
    let version = slot.state().room.as_ref().map_or(0, Room::version);
    if is_on(Bug::ResumeOffByOne) && since < version { since + 1 } else { since }
}
