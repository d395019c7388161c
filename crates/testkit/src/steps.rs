//! Steps: the clicks that compose a move form a tree whose leaves are the moves.

use std::collections::{BTreeMap, BTreeSet};

use quintet_core::scene::Scene;
use quintet_core::show::{next_from_moves, step_lists};
use quintet_core::{Next, Show, Step};

use crate::spots::{Spot, share, spots, spread};

/// How many step lists may be made, over all variants; `next` makes one for every move by default.
const STEP_LISTS: usize = 15_000_000;
/// How many positions are looked at, at most, over all variants.
const POSITIONS: usize = 1_500;
/// Positions with more moves are left out: their trees take too long.
const MOST_MOVES: u64 = 4_000;
/// How many beginnings of moves are followed in one position.
const BEGINNINGS: usize = 60;

/// No step list begins another, be it of the same move; `next` offers at every beginning exactly the steps that the moves have
/// there, and at the end the move; what it offers is in the scene; a wrong step leads nowhere.
///
/// # Panics
/// If not.
pub fn steps_lead_to_their_moves<G: Show>() {
    for variant in G::INFO.variants() {
        let mut left = share::<G>(STEP_LISTS);
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            if spot.position.count_moves() > MOST_MOVES {
                continue;
            }
            let tree = Tree::new(&spot);
            tree.check(&spot);
            let lists = tree.leaves.len() + 1;
            left = left.saturating_sub(3 * lists * tree.size().min(BEGINNINGS));
            if left == 0 {
                break;
            }
        }
    }
}

/// All beginnings of a position's moves, from the moves' own step lists.
struct Tree<G: Show> {
    forks: BTreeMap<Vec<Step>, BTreeSet<Step>>,
    leaves: BTreeMap<Vec<Step>, G::Move>,
}

impl<G: Show> Tree<G> {
    fn new(spot: &Spot<G>) -> Self {
        let mut tree = Tree { forks: BTreeMap::new(), leaves: BTreeMap::new() };
        tree.forks.insert(Vec::new(), BTreeSet::new());
        for mv in spot.position.moves() {
            for steps in step_lists(&spot.position, mv) {
                assert!(!steps.is_empty(), "{spot}: the move `{mv}` has no steps");
                for (length, step) in steps.iter().enumerate() {
                    let fork = tree.forks.entry(steps[..length].to_vec()).or_default();
                    fork.insert(step.clone());
                }
                if let Some(other) = tree.leaves.insert(steps, mv) {
                    panic!("{spot}: the moves `{other}` and `{mv}` have the same steps");
                }
            }
        }
        for (steps, mv) in &tree.leaves {
            let begins = tree.forks.contains_key(steps);
            assert!(!begins, "{spot}: the steps of `{mv}` begin others: {}", list(steps));
        }
        tree
    }

    fn size(&self) -> usize {
        self.forks.len() + self.leaves.len()
    }

    fn check(&self, spot: &Spot<G>) {
        let forks: Vec<_> = self.forks.iter().collect();
        for (steps, expected) in spread(&forks, BEGINNINGS / 2) {
            check_fork(spot, steps, expected);
        }
        let leaves: Vec<_> = self.leaves.iter().collect();
        for (steps, mv) in spread(&leaves, BEGINNINGS / 2) {
            let next = spot.position.next(steps);
            assert_eq!(next, Next::Move(**mv), "{spot}: after {} comes the move", list(steps));
            leads_nowhere(spot, steps, Step::Cell("nowhere".into()));
            leads_nowhere(spot, steps, steps[0].clone());
        }
    }
}

fn check_fork<G: Show>(spot: &Spot<G>, steps: &[Step], expected: &BTreeSet<Step>) {
    let so_far = list(steps);
    let offered = match spot.position.next(steps) {
        Next::Steps(offered) => offered,
        Next::Move(mv) => panic!("{spot}: after {so_far} comes the move `{mv}` too early"),
    };
    let set: BTreeSet<Step> = offered.iter().cloned().collect();
    assert_eq!(set.len(), offered.len(), "{spot}: after {so_far} a step is offered twice");
    assert_eq!(&set, expected, "{spot}: after {so_far}, offered and expected steps differ");
    if let Next::Steps(slow) = next_from_moves(&spot.position, steps) {
        let slow: BTreeSet<Step> = slow.into_iter().collect();
        assert_eq!(set, slow, "{spot}: after {so_far}, next and next_from_moves differ");
    }
    let scene = spot.position.scene(steps);
    for step in &offered {
        assert!(is_shown(&scene, step), "{spot}: after {so_far}, {step:?} is not in the scene");
    }
    let places = scene.layout.cells.iter().map(|cell| Step::Cell(cell.name.clone()));
    let wrong = places.filter(|step| !expected.contains(step)).take(2);
    for step in wrong.chain([Step::Choice("nothing".into()), Step::Item("nothing".into())]) {
        leads_nowhere(spot, steps, step);
    }
}
fn leads_nowhere<G: Show>(spot: &Spot<G>, steps: &[Step], wrong: Step) {
    let mut steps = steps.to_vec();
    steps.push(wrong);
    let next = spot.position.next(&steps);
    assert_eq!(next, Next::Steps(Vec::new()), "{spot}: {} begins no move", list(&steps));
}

/// Whether a painter of the scene has something to click for the step.
fn is_shown(scene: &Scene, step: &Step) -> bool {
    match step {
        Step::Cell(name) => scene.layout.cells.iter().any(|cell| cell.name == *name),
        Step::Item(name) => {
            let mut pieces = scene.trays.iter().flat_map(|tray| &tray.pieces);
            scene.items.iter().any(|item| item.id == *name)
                || pieces.any(|piece| piece.name == *name && piece.count > 0)
        }
        Step::Choice(name) => scene.choices.iter().any(|choice| choice.name == *name),
    }
}

/// Steps as a failure shows them.
pub(crate) fn list(steps: &[Step]) -> String {
    let names: Vec<_> = steps.iter().map(Step::name).collect();
    if names.is_empty() { "no steps".into() } else { format!("[{}]", names.join(" ")) }
}
