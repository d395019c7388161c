//! Known mistakes, which the simulator must notice.

use quintet_rooms::bugs::{self, Bug};

use super::SMALL;
use super::world::run;

/// A mistake that no world of these meets would hardly be noticed in time.
const WORLDS: u64 = 100;

fn caught(bug: Option<Bug>) -> Option<String> {
    bugs::set(bug);
    let objection = (0..WORLDS).find_map(|seed| run(seed, SMALL).err());
    bugs::set(None);
    objection
}

#[test]
fn nothing_is_reported_where_nothing_is_wrong() {
    assert_eq!(caught(None), None);
}

#[test]
fn every_known_mistake_of_rooms_and_hub_is_caught() {
    for (bug, expected) in [
        (Bug::SkipVersionCheck, &["stale"][..]),
        (Bug::ForgetOp, &["carried out twice"]),
        (Bug::AnyoneMoves, &["somebody else moved"]),
        (Bug::FreeTime, &["clocks do not add up"]),
        (Bug::ChargePause, &["clocks do not add up"]),
        (Bug::KeepOffers, &["stands wrongly", "an unfair end"]),
        (Bug::ResumeOffByOne, &["a follower saw"]),
        // Somebody hears of it, the next event leaves a gap, the room is seen to be ahead of its log or refuses what fits it; which
        // comes first is chance.
        (
            Bug::KeepRefusedEvents,
            &["told before it was written", "version ", "the room is at", "refused: "],
        ),
    ] {
        let objection = caught(Some(bug)).unwrap_or_else(|| panic!("{bug:?} was not noticed"));
        eprintln!("{bug:?}: {objection}");
        let fits = expected.iter().any(|part| objection.contains(part));
        assert!(fits, "{bug:?} was noticed as: {objection}");
    }
}
