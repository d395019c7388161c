//! Positions changed by hand: every change leads to a position or a draft of one, there is a way back, and whatever can come about in a game
//! can be set up from a board without pieces.

use std::cell::Cell;
use std::collections::BTreeSet;

use quintet_core::edit::{CLEAR, TURN};
use quintet_core::scene::Kind;
use quintet_core::{Edit, Edits, Player, Scene, Step};

use crate::spots::{random_game, share, spread};

/// How many random games are looked at, over all variants, and how many positions of each.
const GAMES: usize = 6;
const POSITIONS: usize = 8;
/// How many changes of a position are taken back.
const CHANGES: usize = 6;

/// How many positions are set up from a board without pieces, over all variants.
const SET_UP: usize = 3;

/// Every change leads to another position or draft, by steps that the scene shows; the choice `turn` lets the other player move, or it is said
/// from what it follows whose turn it is.
///
/// # Panics
/// If not.
pub fn changes_are_sound<G: Edit>() {
    let settled = Cell::new(false);
    each_position::<G>(|position| {
        changes_of_are_sound(position);
        let edits = position.edits();
        let turns = chosen(&edits, TURN).is_some();
        assert!(
            !turns || edits.turn_follows().is_none(),
            "{position}: {TURN} follows and can be chosen"
        );
        settled.set(settled.get() || turns || edits.turn_follows().is_some());
    });
    assert!(settled.get(), "{}: nobody learns how to change who is to move", G::INFO.name);
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
    let mut scene = position.scene(&[]);
    scene.trays.extend_from_slice(edits.trays());
    let mut known = names(&scene);
    known.extend(edits.choices().iter().map(|choice| Step::Choice(choice.name.clone())));
    assert!(!edits.changes().is_empty(), "{position}: nothing can be changed");
    let all: BTreeSet<&[Step]> = edits.changes().iter().map(|(steps, _)| &steps[..]).collect();
    assert_eq!(all.len(), edits.changes().len(), "{position}: two changes have the same steps");
    for (steps, end) in edits.changes() {
        let read = G::draft(end.variant(), &end.to_string());
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
        if *steps == [Step::Choice(TURN.into())] {
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
    let for_good = ["off", CLEAR];
    let moved = |steps: &[Step]| steps.last().is_some_and(|step| !for_good.contains(&step.name()));
    for (steps, end) in spread(edits.changes(), CHANGES).filter(|(steps, _)| moved(steps)) {
        let back = end.edits();
        let mut back = back.changes().iter().map(|(_, back)| pieces(&back.scene(&[])));
        let same = pieces(&end.scene(&[])) == before || back.any(|after| after == before);
        assert!(same, "{position} {steps:?} {end}: no way back");
    }
}

/// From a board without pieces every position of a game can be set up, piece by piece, over drafts of it.
///
/// # Panics
/// If one cannot.
pub fn positions_can_be_set_up<G: Edit>() {
    for variant in G::INFO.variants() {
        for seed in 0..share::<G>(SET_UP) as u64 {
            let game = random_game::<G>(variant, seed);
            let target = &game[game.len() * 2 / 3].position;
            let clear = |edits: &Edits<G>| chosen(edits, CLEAR);
            let empty = clear(&target.edits()).unwrap_or_else(|| panic!("{target}: no {CLEAR}"));
            assert!(clear(&empty.edits()).is_none(), "{empty}: something is left to clear");
            set_up(empty, target);
        }
    }
}

/// Brings one piece after the other to its place, then the right player to move.
fn set_up<G: Edit>(mut draft: G, target: &G) {
    let wanted = pieces(&target.scene(&[]));
    let right = |position: &G| pieces(&position.scene(&[])).intersection(&wanted).count();
    while pieces(&draft.scene(&[])) != wanted {
        changes_of_are_sound(&draft);
        let now = right(&draft);
        let edits = draft.edits();
        let better = edits.changes().iter().find(|(_, result)| right(result) > now);
        let (_, better) = better.unwrap_or_else(|| panic!("{draft}: no way to `{target}`"));
        draft = better.clone();
    }
    let is_position = |draft: &G| G::parse(draft.variant(), &draft.to_string());
    if is_position(&draft).is_err() {
        draft = chosen(&draft.edits(), TURN).unwrap_or(draft);
    }
    is_position(&draft).unwrap_or_else(|error| panic!("`{draft}` for `{target}`: {error}"));
}

/// What a choice leads to.
fn chosen<G: Edit>(edits: &Edits<G>, name: &str) -> Option<G> {
    let steps = [Step::Choice(name.into())];
    let found = edits.changes().iter().find(|(own, _)| *own == steps);
    found.map(|(_, result)| result.clone())
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
