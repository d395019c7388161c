//! The moves of the position to think about, and which of them is best so far.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;

use quintet_core::Tactics;

use super::value::{Found, RESULT};
use crate::Stop;

/// A move at the root.
#[derive(Clone)]
pub(super) struct RootMove<G: Tactics> {
    pub mv: G::Move,
    pub after: G,
    /// What was found for the player to move at the root.
    pub found: Found,
    /// What is expected to follow, this move first.
    pub line: Vec<G::Move>,
}

/// More moves that lead to different positions are not looked at.
const MOST_ROOTS: usize = 1 << 16;

/// The moves of a position, one for each position they lead to, the most promising first; and whether none
/// is missing. There is at least one, even if the stop signal is set.
pub(super) fn list<G: Tactics>(position: &G, stop: &Stop) -> (Vec<RootMove<G>>, bool) {
    let mut roots: Vec<RootMove<G>> = Vec::new();
    let mut with_key: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut complete = true;
    let mut seen = 0_u32;
    let _ = position.for_each_move(|mv| {
        seen += 1;
        if roots.len() == MOST_ROOTS || seen.is_multiple_of(256) && stop.is_set() {
            complete = false;
            return ControlFlow::Break(());
        }
        let after = position.after(mv);
        let candidates = with_key.entry(after.key()).or_default();
        if candidates.iter().any(|candidate| roots[*candidate].after == after) {
            return ControlFlow::Continue(());
        }
        candidates.push(roots.len());
        roots.push(RootMove { mv, after, found: Found::running(0, 0), line: vec![mv] });
        ControlFlow::Continue(())
    });
    roots.sort_by_cached_key(|root| Reverse(position.promise(root.mv)));
    (roots, complete)
}

/// What is proved of the best of these moves; the value is that of the first.
pub(super) fn found<G: Tactics>(roots: &[RootMove<G>], complete: bool) -> Found {
    let least = roots.iter().map(|root| root.found.least).max();
    let most = roots.iter().map(|root| root.found.most).max();
    let open = Found::running(roots[0].found.value, 0);
    let most = if complete { most.unwrap_or(open.most) } else { open.most };
    open.knowing(Found { value: 0, least: least.unwrap_or(open.least), most })
}

/// Brings the move to the front that the proofs demand: one that surely wins soonest; one that is not
/// surely lost; of lost ones the one that lasts longest.
pub(super) fn settle<G: Tactics>(roots: &mut [RootMove<G>], complete: bool) {
    let all = found(roots, complete);
    let first = roots[0].found;
    let place = if all.least > RESULT {
        roots.iter().position(|root| root.found.least == all.least)
    } else if all.is_certain() {
        roots.iter().position(|root| root.found.least >= all.least)
    } else if all.most < -RESULT {
        roots.iter().position(|root| root.found.most == all.most)
    } else if first.most < -RESULT {
        let open = (0..roots.len()).filter(|place| roots[*place].found.most >= -RESULT);
        open.max_by_key(|place| (roots[*place].found.value, Reverse(*place)))
    } else {
        None
    };
    to_front(roots, place.unwrap_or(0));
}

/// Moves one to the front and keeps the order of the others.
pub(super) fn to_front<T>(members: &mut [T], place: usize) {
    members[..=place].rotate_right(1);
}
