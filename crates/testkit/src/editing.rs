//! Positions changed by hand: every change leads to a position, and there is a way back.

use std::collections::BTreeSet;

use quintet_core::scene::Kind;
use quintet_core::{Edit, Player, Scene, Step};

use crate::spots::{random_game, share, spread};

/// How many random games are looked at, over all variants, and how many positions of each.
const GAMES: usize = 6;
const POSITIONS: usize = 8;
/// How many changes of a position are taken back.
const CHANGES: usize = 12;

/// Every change leads to another position that the rules accept, by steps that the scene shows; the choice `turn` lets the other player move.
///
/// # Panics
/// If not.
pub fn changes_are_sound<G: Edit>() {
    each_position::<G>(changes_of_are_sound);
}

/// Every piece that lies on top can be picked up, and what a change moved can be moved back.
///
/// # Panics
/// If not.
pub fn pieces_can_be_picked_up_and_put_back<G: Edit>() {
    each_position::<G>(pieces_of_can_be_picked_up_and_put_back);
}

/// [`changes_are_sound`] in one position.
///
/// # Panics
/// If they are not.
pub fn changes_of_are_sound<G: Edit>(position: &G) {
    let edits = position.edits();
    let mut known = names(&position.scene(&[]));
    known.extend(edits.choices().iter().map(|choice| Step::Choice(choice.name.clone())));
    assert!(!edits.changes().is_empty(), "{position}: nothing can be changed");
    let all: BTreeSet<&[Step]> = edits.changes().iter().map(|(steps, _)| &steps[..]).collect();
    assert_eq!(all.len(), edits.changes().len(), "{position}: two changes have the same steps");
    for (steps, end) in edits.changes() {
        let read = G::parse(end.variant(), &end.to_string());
        let read = read.unwrap_or_else(|error| panic!("{position} {steps:?}: {error}"));
        assert_eq!(read, *end, "{position} {steps:?}");
        assert_ne!(end, position, "{steps:?} changes nothing");
        for step in steps {
            assert!(known.contains(step), "{position}: {step:?} is not in the scene");
        }
        let mut begun = (1..steps.len()).map(|length| &steps[..length]);
        assert!(
            !begun.any(|begun| all.contains(begun)),
            "{position}: {steps:?} go on from a change"
        );
        if *steps == [Step::Choice("turn".into())] {
            assert_ne!(end.turn(), position.turn(), "{position}: the other is to move");
        }
    }
}

/// [`pieces_can_be_picked_up_and_put_back`] in one position.
///
/// # Panics
/// If they cannot.
pub fn pieces_of_can_be_picked_up_and_put_back<G: Edit>(position: &G) {
    let scene = position.scene(&[]);
    let edits = position.edits();
    let first: BTreeSet<&Step> = edits.changes().iter().map(|(steps, _)| &steps[0]).collect();
    for item in &scene.items {
        let places = item.cells.iter().map(|cell| Step::Cell(cell.clone()));
        let mut steps = places.chain([Step::Item(item.id.clone())]);
        let can = steps.any(|step| first.contains(&step));
        assert!(can, "{position}: {} cannot be picked up", item.label);
    }
    let before = pieces(&scene);
    let moved = |steps: &[Step]| steps.last().is_some_and(|step| step.name() != "off");
    for (steps, end) in spread(edits.changes(), CHANGES).filter(|(steps, _)| moved(steps)) {
        let back = end.edits();
        let mut back = back.changes().iter().map(|(_, back)| pieces(&back.scene(&[])));
        let same = pieces(&end.scene(&[])) == before || back.any(|after| after == before);
        assert!(same, "{position} {steps:?} {end}: no way back");
    }
}

/// Everything in a scene that can be named by a step.
fn names(scene: &Scene) -> BTreeSet<Step> {
    let cells = scene.layout.cells.iter().map(|cell| Step::Cell(cell.name.clone()));
    let items = scene.items.iter().map(|item| Step::Item(item.id.clone()));
    let pieces = scene.trays.iter().flat_map(|tray| &tray.pieces);
    let pieces = pieces.map(|piece| Step::Item(piece.name.clone()));
    cells.chain(items).chain(pieces).collect()
}

/// What stands where.
fn pieces(scene: &Scene) -> BTreeSet<(String, u32, String, Option<usize>)> {
    let items = scene.items.iter().filter(|item| item.kind != Kind::Peg);
    let told = items.map(|item| {
        let owner = item.owner.map(Player::index);
        (item.cells.join(" "), item.height, item.mark.clone(), owner)
    });
    told.collect()
}

/// Looks at positions of random games: the first and the last, some between, and those in which somebody moves again.
fn each_position<G: Edit>(look: impl Fn(&G)) {
    for variant in G::INFO.variants() {
        for seed in 0..share::<G>(GAMES) as u64 {
            let game = random_game::<G>(variant, seed);
            let again =
                game.windows(2).filter(|pair| pair[0].position.turn() == pair[1].position.turn());
            let again = again.map(|pair| &pair[1]).take(POSITIONS);
            let spots = spread(&game, POSITIONS).chain(game.last()).chain(again);
            spots.for_each(|spot| look(&spot.position));
        }
    }
}
