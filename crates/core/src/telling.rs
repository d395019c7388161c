//! Moves in sentences, worked out from what they do to the pieces.

use std::collections::HashMap;

use crate::contest::capital;
use crate::game::Game;
use crate::scene::Item;
use crate::show::{Change, Show};

/// A legal move in sentences: what the player does, then one sentence for everything else that happens.
pub fn tell_beats<G: Show>(game: &G, mv: G::Move) -> Vec<String> {
    let items = game.scene(&[]).items.into_iter();
    let mut pieces: HashMap<String, Item> = items.map(|item| (item.id.clone(), item)).collect();
    let mut sentences = Vec::new();
    for beat in game.beats(mv) {
        // What a beat does happens at once: all old pieces are looked up before any new one is there.
        let befores: Vec<Option<Item>> =
            beat.iter().map(|change| taken(change, &mut pieces)).collect();
        for (change, before) in beat.iter().zip(befores) {
            if let Change::Move { to: item, .. } | Change::Appear { item, .. } = change {
                pieces.insert(item.id.clone(), item.clone());
            }
            if is_only_lifted(change, before.as_ref()) {
                continue;
            }
            sentences.push(if sentences.is_empty() {
                format!(
                    "{} {}.",
                    capital(G::INFO.player(game.turn())),
                    done(game, change, before.as_ref())
                )
            } else {
                format!("{}.", capital(&happened::<G>(change, before.as_ref())))
            });
        }
    }
    sentences
}

/// The piece that a change takes away from where it was.
fn taken(change: &Change, pieces: &mut HashMap<String, Item>) -> Option<Item> {
    match change {
        Change::Move { id, .. } | Change::Vanish { id, .. } => pieces.remove(id),
        Change::Appear { .. } => None,
    }
}

/// Whether a piece only lies higher or lower because of what happened below it.
pub fn is_only_lifted(change: &Change, before: Option<&Item>) -> bool {
    match (change, before) {
        (Change::Move { to, .. }, Some(from)) => {
            *to == Item { id: to.id.clone(), height: to.height, ..from.clone() }
        }
        _ => false,
    }
}

/// What the player to move did to a piece, without the player.
fn done<G: Game>(game: &G, change: &Change, before: Option<&Item>) -> String {
    let what = |item: &Item| {
        if item.owner == Some(game.turn()) { with_article(&item.noun) } else { called::<G>(item) }
    };
    match (change, before) {
        (Change::Move { to, .. }, Some(from)) if from.cells == to.cells => {
            format!("turned {} on {} into {}", what(from), place(from), what(to))
        }
        (Change::Move { to, .. }, Some(from)) => {
            format!("moved {} from {} to {}", what(from), place(from), place(to))
        }
        (Change::Vanish { .. }, Some(item)) => format!("took {} off {}", what(item), place(item)),
        (Change::Appear { item, .. } | Change::Move { to: item, .. }, _) => {
            format!("put {} on {}", what(item), place(item))
        }
        (Change::Vanish { id, .. }, None) => format!("took {id} off"),
    }
}

/// What happened to a piece besides.
fn happened<G: Game>(change: &Change, before: Option<&Item>) -> String {
    let what = called::<G>;
    match (change, before) {
        (Change::Move { to, .. }, Some(from)) if from.cells == to.cells => {
            format!("{} on {} became {}", what(from), place(from), what(to))
        }
        (Change::Move { to, .. }, Some(from)) => {
            format!("{} went from {} to {}", what(from), place(from), place(to))
        }
        (Change::Vanish { .. }, Some(item)) => {
            format!("{} on {} left the board", what(item), place(item))
        }
        (Change::Appear { item, .. } | Change::Move { to: item, .. }, _) => {
            format!("{} came to {}", what(item), place(item))
        }
        (Change::Vanish { id, .. }, None) => format!("{id} left the board"),
    }
}

/// A piece with its owner: `light's stone`, `the totem`, `a neutral stone`.
fn called<G: Game>(item: &Item) -> String {
    match item.owner {
        Some(owner) => format!("{}'s {}", G::INFO.player(owner), item.noun),
        None if item.label.starts_with("the ") => item.label.clone(),
        None => with_article(&item.label),
    }
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

fn place(item: &Item) -> String {
    match item.cells.as_slice() {
        [first, .., last] => format!("{first} to {last}"),
        cells => cells.concat(),
    }
}
