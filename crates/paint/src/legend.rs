//! What the characters of a picture mean, as short entries.

use quintet_core::scene::{Kind, Note};
use quintet_core::{Player, Scene, Step};

use crate::View;
use crate::board::{Leftovers, tints};
use crate::ink::Ink;
use crate::signs::{CHOSEN, STEP, Signs, TINTS};

/// A sign and its meaning, in pieces of one ink each.
pub(crate) type Entry = Vec<(String, Ink)>;

/// All that a reader of the picture may ask about.
pub(crate) fn entries(scene: &Scene, view: &View, signs: &Signs, left: &Leftovers) -> Vec<Entry> {
    let mut entries = pieces(scene, view, signs);
    entries.extend(standing(scene, view, signs, left));
    if view.marked.iter().any(|step| !matches!(step, Step::Choice(_))) {
        entries.push(entry(&pair(STEP), Ink::Accent, "possible next step"));
    }
    if left.chosen || scene.chosen.iter().any(|step| in_tray(scene, step)) {
        entries.push(entry(&pair(CHOSEN), Ink::Accent, "chosen"));
    }
    entries.extend(pointed_out(scene, view, signs, left));
    entries
}

fn in_tray(scene: &Scene, step: &Step) -> bool {
    let mut pieces = scene.trays.iter().flat_map(|tray| &tray.pieces);
    matches!(step, Step::Item(name) if pieces.any(|piece| piece.name == *name))
}

/// What a reader may ask about the board who knows whose pieces are whose: notes first, as they change.
pub(crate) fn notes(scene: &Scene, view: &View, signs: &Signs, left: &Leftovers) -> Vec<Entry> {
    let mut entries = pointed_out(scene, view, signs, left);
    entries.extend(standing(scene, view, signs, left));
    entries
}

/// What holds for the whole game.
fn standing(scene: &Scene, view: &View, signs: &Signs, left: &Leftovers) -> Vec<Entry> {
    let mut entries = zones(scene, view, signs);
    if left.piles {
        let meaning = "the top stone on top, the others row by row from below";
        entries.push(entry("stacks:", Ink::Muted, meaning));
    }
    entries.extend(reading_sides(scene, view, signs));
    entries
}

/// The notes of the scene in words.
fn pointed_out(scene: &Scene, view: &View, signs: &Signs, left: &Leftovers) -> Vec<Entry> {
    let mut entries = Vec::new();
    let seen = |number: &usize| left.tints.contains(number);
    for (index, label) in tints(scene).into_iter().enumerate().filter(|(index, _)| seen(index)) {
        let brackets = TINTS[index.min(TINTS.len() - 1)];
        entries.push(entry(&pair(brackets), Ink::Tint, &signs.text(label)));
    }
    entries.extend(texts(scene, signs, left));
    entries.extend(arrows(scene, view, signs));
    entries
}

/// What the texts on the board mean, each meaning once; those that found no room on it with their places.
fn texts(scene: &Scene, signs: &Signs, left: &Leftovers) -> Vec<Entry> {
    let mut meanings: Vec<(&str, Vec<String>)> = Vec::new();
    for note in &scene.notes {
        let Note::Text { cell, text, label } = note else { continue };
        let text = signs.text(text);
        let is_left = left.texts.iter().any(|(other, said)| other == cell && *said == text);
        let text = if is_left { format!("{text} at {}", signs.text(cell)) } else { text };
        match meanings.iter_mut().find(|(known, _)| known == label) {
            Some((_, texts)) if texts.contains(&text) => {}
            Some((_, texts)) => texts.push(text),
            None => meanings.push((label, vec![text])),
        }
    }
    let line = |(label, texts): (&str, Vec<String>)| {
        entry(&format!("{}:", texts.join(", ")), Ink::Note, &signs.text(label))
    };
    meanings.into_iter().map(line).collect()
}

/// The sign of a player's first piece, on the board or beside it.
pub(crate) fn emblem(scene: &Scene, player: Player, view: &View) -> String {
    let signs = Signs::new(view);
    let trays = scene.trays.iter().filter(|tray| tray.owner == Some(player));
    let beside = trays.flat_map(|tray| tray.pieces.iter().map(|piece| piece.kind));
    let on_board = scene.items.iter().filter(|item| item.owner == Some(player));
    let mut kinds = beside.chain(on_board.map(|item| item.kind));
    match kinds.next().unwrap_or(Kind::Disc) {
        Kind::Bar => signs.bar(Some(player)).across.iter().collect(),
        kind => signs.piece(kind, Some(player)).to_string(),
    }
}

fn entry(sign: &str, ink: Ink, meaning: &str) -> Entry {
    vec![(sign.to_owned(), ink), (format!(" {meaning}"), Ink::Text)]
}

fn pair(brackets: [char; 2]) -> String {
    format!("{} {}", brackets[0], brackets[1])
}

/// Which pieces are whose. Round pieces of different kinds look alike and are named once.
fn pieces(scene: &Scene, view: &View, signs: &Signs) -> Vec<Entry> {
    let on_board = scene.items.iter().map(|item| (item.kind, item.owner));
    let beside = scene
        .trays
        .iter()
        .flat_map(|tray| tray.pieces.iter().map(move |piece| (piece.kind, tray.owner)));
    let mut seen: Vec<(u8, Option<Player>)> = Vec::new();
    let mut found = Vec::new();
    for (kind, owner) in on_board.chain(beside) {
        let look = match kind {
            Kind::Disc | Kind::Stone | Kind::Marble => 0,
            Kind::Bar => 1,
            Kind::Peg => 2,
            Kind::Totem => 3,
        };
        if !seen.contains(&(look, owner)) {
            seen.push((look, owner));
            found.push((look, owner.map_or(2, Player::index), kind, owner));
        }
    }
    found.sort_by_key(|&(look, index, ..)| (look, index));
    let entries = found.into_iter().map(|(_, _, kind, owner)| piece(kind, owner, view, signs));
    // A player called by the very letter of the pieces needs no explanation.
    let says_nothing = |entry: &Entry| entry[0].0.eq_ignore_ascii_case(entry[1].0.trim());
    entries.filter(|entry| !says_nothing(entry)).collect()
}

fn piece(kind: Kind, owner: Option<Player>, view: &View, signs: &Signs) -> Entry {
    let name = owner.map_or("neutral", |owner| view.players[owner.index()]);
    let name = signs.text(name);
    match kind {
        Kind::Totem => entry(&signs.piece(kind, owner).to_string(), Ink::Totem, "totem"),
        Kind::Bar => {
            let sign: String = signs.bar(owner).across.iter().collect();
            entry(&sign, Ink::of(owner), &name)
        }
        Kind::Peg => {
            let meaning =
                if owner.is_some() { format!("{name}'s counter") } else { "counter".to_owned() };
            entry(&signs.piece(kind, owner).to_string(), Ink::of(owner), &meaning)
        }
        _ => entry(&signs.piece(kind, owner).to_string(), Ink::of(owner), &name),
    }
}

fn zones(scene: &Scene, view: &View, signs: &Signs) -> Vec<Entry> {
    let mut zones = Vec::new();
    for zone in scene.layout.cells.iter().filter_map(|cell| cell.zone.as_ref()) {
        if !zones.contains(&zone) {
            zones.push(zone);
        }
    }
    zones.sort_by_key(|zone| zone.owner);
    let meaning = |owner: Option<Player>, name: &str| match owner {
        Some(owner) => format!("{}'s {name}", view.players[owner.index()]),
        None => name.to_owned(),
    };
    let ink = |owner: Option<Player>| if owner.is_some() { Ink::of(owner) } else { Ink::Edge };
    let line = |owner, name: &str| {
        let sign = signs.zone(owner).to_string();
        entry(&sign, ink(owner), &signs.text(&meaning(owner, name)))
    };
    zones.into_iter().map(|zone| line(zone.owner, &zone.name)).collect()
}

/// On which sides of the board stand the labels that only one player reads.
fn reading_sides(scene: &Scene, view: &View, signs: &Signs) -> Vec<Entry> {
    let turn = if view.flipped { -1 } else { 1 };
    let xs: Vec<i32> = scene.layout.cells.iter().map(|cell| turn * cell.x).collect();
    let ys: Vec<i32> = scene.layout.cells.iter().map(|cell| turn * cell.y).collect();
    let (Some(&left), Some(&right)) = (xs.iter().min(), xs.iter().max()) else { return Vec::new() };
    let (Some(&low), Some(&high)) = (ys.iter().min(), ys.iter().max()) else { return Vec::new() };
    let sides = |owner: Player| {
        let labels = scene.layout.labels.iter().filter(move |label| label.owner == Some(owner));
        let seen: Vec<(i32, i32)> = labels.map(|l| (turn * l.x, turn * l.y)).collect();
        let mut sides = Vec::new();
        let mut side = |is_there: bool, name| {
            if is_there {
                sides.push(name);
            }
        };
        side(seen.iter().any(|&(_, y)| y > high), "above");
        side(seen.iter().any(|&(_, y)| y < low), "below");
        side(seen.iter().any(|&(x, _)| x < left), "left");
        side(seen.iter().any(|&(x, _)| x > right), "right");
        sides.join(" and ")
    };
    let both = Player::BOTH.map(|owner| (owner, sides(owner)));
    let read = both.into_iter().filter(|(_, sides)| !sides.is_empty());
    read.map(|(owner, sides)| {
        let name = signs.text(view.players[owner.index()]);
        vec![(name, Ink::of(Some(owner))), (format!(" counts {sides}"), Ink::Text)]
    })
    .collect()
}

/// All arrows in words, because not all of them find room on the board. Those of one kind that go on where the one
/// before ended make one chain.
fn arrows(scene: &Scene, view: &View, signs: &Signs) -> Vec<Entry> {
    let turn = if view.flipped { -1 } else { 1 };
    let mut kinds: Vec<(&str, String)> = Vec::new();
    let mut reached = None;
    for note in &scene.notes {
        let Note::Arrow { from, to, dx, dy, label } = note else { continue };
        if kinds.iter().all(|(known, _)| known != label) {
            kinds.push((label, String::new()));
            reached = None;
        }
        let Some((_, text)) = kinds.iter_mut().find(|(known, _)| known == label) else { continue };
        if reached != Some(from) {
            text.push_str(if text.is_empty() { " " } else { ", " });
            text.push_str(&signs.text(from));
        }
        let goes = match to {
            Some(to) => signs.text(&format!("→{to}")),
            None => format!("{} off", signs.arrow(turn * dx, turn * dy)),
        };
        text.push_str(&goes);
        reached = to.as_ref();
    }
    let line =
        |(label, text)| vec![(format!("{}:", signs.text(label)), Ink::Muted), (text, Ink::Note)];
    kinds.into_iter().map(line).collect()
}
