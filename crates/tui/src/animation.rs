//! A move as it happens: the pieces after each of its beats, one short moment each.

use std::time::{Duration, Instant};

use quintet_catalog::AnyMatch;
use quintet_core::scene::{Item, Kind, Note};
use quintet_core::{Change, Scene};

/// How long a beat is seen.
const BEAT: Duration = Duration::from_millis(140);
/// How long a whole move may take; beats of long moves are shorter.
const LONGEST: Duration = Duration::from_millis(1200);

/// The last move of a match, being shown.
pub(crate) struct Animation {
    /// What is seen during each beat, the cells on which something happens as its last move.
    moments: Vec<Scene>,
    begun: Instant,
    beat: Duration,
}

impl Animation {
    /// Shows the last move of a match from now on; `None` if nothing moves.
    pub(crate) fn of_last_move(played: &dyn AnyMatch, now: Instant) -> Option<Animation> {
        let beats = played.last_beats();
        let mut scene = played.scene_after(played.ply().checked_sub(1)?);
        scene.status = played.scene(&[]).status;
        scene.notes.clear();
        scene.choices.clear();
        let mut moments = Vec::new();
        for beat in &beats {
            // The first beat begins where the pieces are.
            if moments.is_empty() {
                scene.last = touched(beat, &scene.items);
                moments.push(scene.clone());
            }
            apply(&mut scene.items, beat);
            scene.last = touched(beat, &scene.items);
            moments.push(scene.clone());
        }
        let beat = BEAT.min(LONGEST / moments.len().max(1) as u32);
        (!moments.is_empty()).then_some(Animation { moments, begun: now, beat })
    }

    /// What is seen now; `None` once it is over.
    pub(crate) fn moment(&self, now: Instant) -> Option<&Scene> {
        let passed = now.saturating_duration_since(self.begun);
        let index = passed.as_nanos() / self.beat.as_nanos();
        self.moments.get(usize::try_from(index).ok()?)
    }

    /// When it is over.
    pub(crate) fn end(&self) -> Instant {
        self.begun + self.beat * self.moments.len() as u32
    }

    /// How long until something else is seen.
    pub(crate) fn patience(&self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.begun).as_nanos();
        let beat = self.beat.as_nanos();
        Duration::from_nanos((beat - passed % beat) as u64)
    }
}

/// Where a move would go, as notes on the board: its cells, and an arrow for each piece that moves.
pub(crate) fn notes_of_move(mv: &str, played: &dyn AnyMatch) -> Vec<Note> {
    let Ok(legal) = played.check(mv) else { return Vec::new() };
    let scene = played.scene(&[]);
    let place = |name: &String| {
        let cell = scene.layout.cells.iter().find(|cell| cell.name == *name);
        cell.map(|cell| (cell.x, cell.y))
    };
    let (mut cells, mut notes) = (Vec::new(), Vec::new());
    for change in played.beats_of(&legal).iter().flatten() {
        let before = cells_of(change, &scene.items);
        if let (Change::Move { to, .. }, Some(from)) = (change, before.first())
            && let Some(to) = to.cells.first()
            && let (Some((x, y)), Some((to_x, to_y))) = (place(from), place(to))
            && from != to
        {
            let (dx, dy) = (to_x - x, to_y - y);
            let label = "moves".into();
            notes.push(Note::Arrow { from: from.clone(), to: Some(to.clone()), dx, dy, label });
            cells.push(to.clone());
        }
        cells.extend(before);
    }
    notes.push(Note::Tint { cells, label: format!("hint: {mv}") });
    notes
}

fn touched(beat: &[Change], items: &[Item]) -> Vec<String> {
    beat.iter().flat_map(|change| cells_of(change, items)).collect()
}

/// Where a change happens: where its piece is going to be; where it is, if it is among those given.
fn cells_of(change: &Change, items: &[Item]) -> Vec<String> {
    let where_it_is = |id: &String| {
        let item = items.iter().find(|item| item.id == *id);
        item.map_or_else(Vec::new, |item| item.cells.clone())
    };
    match change {
        Change::Move { id, to } => match where_it_is(id) {
            cells if cells.is_empty() => to.cells.clone(),
            cells => cells,
        },
        Change::Appear { item, .. } => item.cells.clone(),
        Change::Vanish { id, .. } => where_it_is(id),
    }
}

fn apply(items: &mut Vec<Item>, beat: &[Change]) {
    for change in beat {
        if let Change::Move { id, .. } | Change::Vanish { id, .. } = change {
            items.retain(|item| item.id != *id);
        }
    }
    for change in beat {
        match change {
            Change::Move { to: item, .. } | Change::Appear { item, .. } => items.push(item.clone()),
            Change::Vanish { .. } => {}
        }
    }
    // Pegs stand on whatever lies on their cells, and stacks are drawn from the bottom up.
    items.sort_by_key(|item| (item.kind == Kind::Peg, item.height));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_ends_where_the_next_position_begins() {
        let mut dice = quintet_catalog::Dice::new(7);
        for game in quintet_catalog::standard().games() {
            let mut played = game.start(quintet_core::Variant::default());
            for _ in 0..40 {
                let Some(mv) = played.random_move(&mut dice) else { break };
                played.play(&mv).unwrap();
                let now = Instant::now();
                let Some(animation) = Animation::of_last_move(played.as_ref(), now) else {
                    continue;
                };
                let last = animation.moments.last().unwrap();
                let sorted = |mut items: Vec<Item>| {
                    items.sort_by(|a, b| a.id.cmp(&b.id));
                    items
                };
                let shown = sorted(last.items.clone());
                assert_eq!(shown, sorted(played.scene(&[]).items), "{} {mv}", game.info().id);
                let just_before = animation.end().checked_sub(Duration::from_nanos(1)).unwrap();
                assert!(animation.moment(just_before).is_some());
                assert!(animation.moment(animation.end()).is_none());
                assert!(animation.end() <= now + LONGEST);
            }
        }
    }
}
