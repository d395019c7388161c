//! Sentences: who hears a move told can follow the game.

use std::collections::{BTreeSet, HashMap};

use quintet_core::scene::Item;
use quintet_core::telling::is_only_lifted;
use quintet_core::{Change, Show};

use crate::spots::{Spot, share, spots, spread};

/// How many positions are looked at, over all variants.
const POSITIONS: usize = 2_000;
/// How many moves of each.
const MOVES: usize = 12;

/// Every move is told in whole sentences. The first names the player who makes it, and they name every place that a piece leaves, comes
/// to or changes on; of a piece that covers several cells the first and the last.
///
/// # Panics
/// If not.
pub fn moves_are_told<G: Show>() {
    for variant in G::INFO.variants() {
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            for mv in spread(&spot.position.moves(), MOVES) {
                is_told(&spot, *mv);
            }
        }
    }
}

fn is_told<G: Show>(spot: &Spot<G>, mv: G::Move) {
    let sentences = spot.position.tell(mv);
    let text = sentences.join(" ");
    let place = format!("{spot}: `{mv}` is told `{text}`");
    let mover = G::INFO.player(spot.position.turn());
    let names_mover = sentences
        .first()
        .is_some_and(|first| words(first).iter().any(|word| word.eq_ignore_ascii_case(mover)));
    assert!(names_mover, "{place}, which does not begin with {mover}");
    for sentence in sentences.iter().chain(&spot.position.passes(mv)) {
        is_sentence(sentence, &place);
    }
    let told = words(&text);
    for cell in touched(&spot.position, mv) {
        assert!(told.contains(cell.as_str()), "{place}, without what happens on {cell}");
    }
}

fn is_sentence(text: &str, place: &str) {
    let begins = text.starts_with(|letter: char| letter.is_uppercase());
    assert!(begins && text.ends_with('.'), "{place}: `{text}` is no sentence");
    let clean = !text.contains(['{', '}', '_', '`']) && !text.contains("  ");
    assert!(clean, "{place}: `{text}` has something in it that nobody says");
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_alphanumeric()).collect()
}

/// The ends of all places where a move changes something.
fn touched<G: Show>(position: &G, mv: G::Move) -> BTreeSet<String> {
    let items = position.scene(&[]).items.into_iter();
    let mut pieces: HashMap<String, Item> = items.map(|item| (item.id.clone(), item)).collect();
    let mut cells = BTreeSet::new();
    for beat in position.beats(mv) {
        let mut arrived = Vec::new();
        for change in beat {
            let before = match &change {
                Change::Move { id, .. } | Change::Vanish { id, .. } => pieces.remove(id),
                Change::Appear { .. } => None,
            };
            let lifted = is_only_lifted(&change, before.as_ref());
            let after = match change {
                Change::Move { to: item, .. } | Change::Appear { item, .. } => Some(item),
                Change::Vanish { .. } => None,
            };
            if !lifted {
                let ends = before.iter().chain(&after);
                let ends = ends.flat_map(|item| [item.cells.first(), item.cells.last()]);
                cells.extend(ends.flatten().cloned());
            }
            arrived.extend(after);
        }
        pieces.extend(arrived.into_iter().map(|item| (item.id.clone(), item)));
    }
    cells
}
