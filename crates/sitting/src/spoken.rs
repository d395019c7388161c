//! A position in words, for those who do not see the board: the same for everybody who asks.

use quintet_core::contest::capital;
use quintet_core::scene::{Item, Kind, Note, Scene};
use quintet_core::{Ending, Finish, GameInfo, Player};

use crate::words;

/// What stands where, player by player, then what lies beside the board and what is counted: a sentence each.
pub fn listed(scene: &Scene, info: &GameInfo) -> Vec<String> {
    let mut lines = Vec::new();
    for owner in [Some(Player::First), Some(Player::Second), None] {
        let items = scene.items.iter().filter(|item| !is_held(item) && is_on_top(item, scene));
        let mut items: Vec<&Item> = items.filter(|item| item.owner == owner).collect();
        items.sort_by_cached_key(|item| item.cells.first().map(|cell| words::counting(cell)));
        let whose = owner.map_or("nobody", |owner| info.player(owner));
        if !items.is_empty() {
            let placed = placed(&items, scene).join("; ");
            lines.push(format!("{} has on the board: {placed}.", capital(whose)));
        } else if owner.is_some() {
            lines.push(format!("{} has nothing on the board.", capital(whose)));
        }
    }
    for tray in &scene.trays {
        let pieces: Vec<&str> = tray.pieces.iter().map(|piece| piece.label.as_str()).collect();
        lines.push(format!("{}: {}.", capital(&tray.name), pieces.join("; ")));
    }
    for score in &scene.scores {
        lines.push(format!("{} has {}.", capital(info.player(score.owner)), score.told()));
    }
    lines
}

/// What is in hand, and what is written and drawn on the board: a sentence each.
pub fn pointed_out(scene: &Scene) -> Vec<String> {
    let mut lines: Vec<String> = held(scene).into_iter().collect();
    let told = scene.notes.iter().filter_map(|note| match note {
        Note::Text { cell, text, label } => Some((label, format!("{text} at {cell}"))),
        Note::Arrow { from, to, label, .. } => {
            let to = to.as_deref().unwrap_or("off the board");
            let to = if to.contains(' ') { to.to_owned() } else { format!("to {to}") };
            Some((label, format!("{from} {to}")))
        }
        Note::Threat { cells, label } => Some((label, cells.join(", "))),
        Note::Tint { .. } => None,
    });
    let mut notes: Vec<(&String, Vec<String>)> = Vec::new();
    for (label, text) in told {
        match notes.iter_mut().find(|(known, _)| *known == label) {
            Some((_, texts)) => texts.push(text),
            None => notes.push((label, vec![text])),
        }
    }
    lines.extend(
        notes.iter().map(|(label, texts)| format!("{}: {}.", capital(label), texts.join(", "))),
    );
    lines
}

/// That an ending which was no matter of moves no longer stands, as a sentence; `None` for any other.
pub fn ending_taken_back(finish: Finish) -> Option<String> {
    let what = match finish.ending {
        Ending::Rules | Ending::Repetition => return None,
        Ending::Resignation => "The resignation",
        Ending::Time => "The loss on time",
        Ending::Agreement => "The agreement to a draw",
        Ending::Forfeit => "The forfeit",
    };
    Some(format!("{what} is taken back; the game goes on."))
}

/// What is in hand, as a sentence; `None` if that is nothing.
pub fn held(scene: &Scene) -> Option<String> {
    let held = scene.items.iter().filter(|item| is_held(item));
    let held: Vec<&str> = held.map(|item| item.label.as_str()).collect();
    (!held.is_empty()).then(|| format!("In hand, the next first: {}.", held.join(", ")))
}

/// Whether a stone is on its way from a stack: it lies nowhere yet.
fn is_held(item: &Item) -> bool {
    item.in_hand && item.kind == Kind::Stone
}

/// Whether nothing of a stack lies on it: the stack is called by its top.
fn is_on_top(item: &Item, scene: &Scene) -> bool {
    let is_above =
        |other: &Item| !is_held(other) && other.cells == item.cells && other.height > item.height;
    item.kind != Kind::Stone || !scene.items.iter().any(is_above)
}

/// Pieces and where they are, those of one name together; stacks one by one.
fn placed(items: &[&Item], scene: &Scene) -> Vec<String> {
    let mut placed: Vec<(&str, String)> = Vec::new();
    for item in items {
        let cell = item.cells.first().map_or("", String::as_str);
        let alike = placed.iter_mut().find(|(label, _)| *label == item.label);
        match (item.kind, alike) {
            (Kind::Stone, _) => {
                let told = scene.spoken_of(cell).unwrap_or(&item.label);
                placed.push(("", told.to_owned()));
            }
            // Where a bar lies or a peg stands is part of its name.
            (Kind::Bar | Kind::Peg, _) => placed.push(("", item.label.clone())),
            (_, Some((_, told))) => *told = format!("{told}, {cell}"),
            (_, None) => placed.push((&item.label, format!("{} on {cell}", item.label))),
        }
    }
    placed.into_iter().map(|(_, told)| told).collect()
}
