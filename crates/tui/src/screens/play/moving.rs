//! A move being made: the steps so far, what may follow, and where the cursor is.

use std::mem::replace;

use quintet_catalog::AnyMatch;
use quintet_core::scene::{Item, Score};
use quintet_core::{Next, Scene, Step};
use quintet_sitting::{Reading, words};
use ratatui::layout::{Position, Rect};

use super::advice::Place;
use crate::animation::notes_of_move;
use crate::canvas::{Target, target_at};
use crate::cursor::{Direction, jump, nearest};

/// Legal moves that are listed to complete what is being typed. More take too long to list.
const MOST_COMPLETED: u64 = 20_000;

/// A move being made.
#[derive(Default)]
pub(crate) struct Moving {
    pub(crate) so_far: Vec<Step>,
    /// What may follow; nothing if nobody is to move at this screen.
    pub(crate) steps: Vec<Step>,
    pub(crate) cursor: Option<Step>,
    /// The steps that are shown in brackets.
    pub(crate) marked: Vec<Step>,
    /// The position with the steps so far, with the scores as they are before the move.
    pub(crate) scene: Scene,
    /// What the scores would be after the step under the cursor.
    pub(crate) would_be: Vec<Score>,
    /// Where everything lies on the screen, as of the last drawing.
    pub(crate) targets: Vec<Target>,
    /// Where the cursor was last seen.
    last_seen: Option<Rect>,
    /// A move that was advised, with its steps: the cursor goes along them.
    advised: Option<(String, Vec<Step>)>,
}

/// What comes of a step.
pub(crate) enum Taken {
    /// The move goes on.
    Part,
    /// This is the move.
    Whole(String),
    /// It is no step.
    No,
}

impl Moving {
    /// Begins anew in the current position; `open` if a person is to move here.
    pub(crate) fn restart(&mut self, played: &dyn AnyMatch, open: bool) {
        self.so_far.clear();
        self.advised = None;
        self.refresh(played, open);
    }

    /// Works out what may follow and what is seen.
    pub(crate) fn refresh(&mut self, played: &dyn AnyMatch, open: bool) {
        self.steps = match played.next(&self.so_far) {
            Next::Steps(steps) if open => steps,
            _ => Vec::new(),
        };
        if let Some(step) = self.advised_step().filter(|step| self.steps.contains(step)).cloned() {
            self.cursor = Some(step);
            self.see_cursor();
        } else if !self.cursor.as_ref().is_some_and(|cursor| self.steps.contains(cursor)) {
            // Keys may come faster than drawings: where things were drawn last is where they are.
            self.cursor = None;
            self.place_cursor();
        }
        self.look(played);
    }

    /// Puts the cursor on what can be chosen nearest to where it was.
    fn place_cursor(&mut self) {
        let from = self.last_seen.unwrap_or_else(|| self.middle());
        self.cursor = nearest(from, self.selectable()).cloned();
        self.see_cursor();
    }

    /// Takes note of where the cursor is.
    fn see_cursor(&mut self) {
        if let Some(target) = self.targets.iter().find(|t| Some(&t.step) == self.cursor.as_ref()) {
            self.last_seen = Some(target.area);
        }
    }

    /// Takes the scene anew. What the place under the cursor would bring is shown by its notes, by the pieces that would
    /// come onto the board, and by what the scores would be.
    fn look(&mut self, played: &dyn AnyMatch) {
        self.scene = played.scene(&self.so_far);
        let scores = if self.so_far.is_empty() {
            self.scene.scores.clone()
        } else {
            played.scene(&[]).scores
        };
        self.would_be = replace(&mut self.scene.scores, scores);
        self.mark();
        if let Some(cursor) = &self.cursor {
            let mut steps = self.so_far.clone();
            steps.push(cursor.clone());
            let Scene { items, notes, scores, .. } = played.scene(&steps);
            let known: Vec<String> = self.scene.items.iter().map(|item| item.id.clone()).collect();
            // What is in hand anyway is where it was.
            let new = items.into_iter().filter(|item| !item.in_hand && !known.contains(&item.id));
            self.scene.items.extend(new.map(|item| Item { in_hand: true, ..item }));
            (self.scene.notes, self.would_be) = (notes, scores);
        }
        if let Some((mv, _)) = &self.advised
            && self.is_on_advice()
        {
            self.scene.notes = notes_of_move(mv, played);
        }
    }

    /// Takes a move as advice, or none: the cursor goes to its next step, and while it is there the board shows the
    /// whole move.
    pub(crate) fn advise(&mut self, mv: Option<&str>, played: &dyn AnyMatch) {
        if mv != self.advised.as_ref().map(|(mv, _)| mv.as_str()) {
            self.advised = mv.map(|mv| (mv.to_owned(), played.steps(mv)));
            self.refresh(played, !self.steps.is_empty());
        }
    }

    /// Whether the cursor is on the next step of an advised move.
    pub(crate) fn is_on_advice(&self) -> bool {
        self.cursor.is_some() && self.cursor.as_ref() == self.advised_step()
    }

    /// Where the cursor is, seen from the advised move.
    pub(crate) fn place_of_advice(&self) -> Place {
        match &self.advised {
            Some((_, steps)) if !steps.starts_with(&self.so_far) => Place::Elsewhere,
            _ if self.is_on_advice() => Place::Here,
            _ => Place::There,
        }
    }

    /// The next step of the advised move, if the steps so far are its first ones.
    fn advised_step(&self) -> Option<&Step> {
        let (_, steps) = self.advised.as_ref()?;
        steps.strip_prefix(self.so_far.as_slice())?.first()
    }

    /// Brackets around most cells of a board would hide it: then empty cells go without, but for the cursor's.
    fn mark(&mut self) {
        let is_cell = |step: &Step| matches!(step, Step::Cell(_));
        let cells = self.steps.iter().filter(|step| is_cell(step)).count();
        let crowded = 5 * cells > 2 * self.scene.layout.cells.len();
        let is_taken = |name: &str| {
            self.scene.items.iter().any(|item| item.cells.iter().any(|cell| cell == name))
        };
        let is_marked = |step: &&Step| {
            !crowded
                || !is_cell(step)
                || self.cursor.as_ref() == Some(*step)
                || is_taken(step.name())
        };
        self.marked = self.steps.iter().filter(is_marked).cloned().collect();
    }

    /// The steps that are not shown in brackets.
    pub(crate) fn open(&self) -> Vec<&Step> {
        self.steps.iter().filter(|step| !self.marked.contains(step)).collect()
    }

    /// Takes note of where everything was drawn, and puts the cursor somewhere if it has no place.
    pub(crate) fn drawn(&mut self, targets: Vec<Target>, played: &dyn AnyMatch) {
        self.targets = targets;
        if self.cursor.is_none() && !self.steps.is_empty() {
            self.place_cursor();
            self.look(played);
        }
        self.see_cursor();
    }

    /// The middle of the board on the screen.
    fn middle(&self) -> Rect {
        let cells = self.targets.iter().filter(|target| matches!(target.step, Step::Cell(_)));
        cells.map(|target| target.area).reduce(Rect::union).unwrap_or_default()
    }

    /// What can be chosen, with its places on the screen.
    fn selectable(&self) -> impl Iterator<Item = &Target> {
        self.targets.iter().filter(|target| self.steps.contains(&target.step))
    }

    /// What a step is called: a cell by its name, anything else in the rules' words.
    pub(crate) fn spoken(&self, step: &Step) -> String {
        let mut pieces = self.scene.trays.iter().flat_map(|tray| &tray.pieces);
        let mut items = self.scene.items.iter();
        let mut choices = self.scene.choices.iter();
        let found = match step {
            Step::Cell(name) => Some(name.clone()),
            Step::Item(name) => match pieces.find(|piece| piece.name == *name) {
                Some(piece) => Some(format!("the {}", piece.noun)),
                None => items.find(|item| item.id == *name).map(|item| item.label.clone()),
            },
            Step::Choice(name) => {
                choices.find(|choice| choice.name == *name).map(|choice| choice.label.clone())
            }
        };
        found.unwrap_or_else(|| step.name().to_owned())
    }

    /// Puts the cursor on a step. True if it was elsewhere.
    pub(crate) fn point_at(&mut self, step: &Step, played: &dyn AnyMatch) -> bool {
        if self.cursor.as_ref() == Some(step) || !self.steps.contains(step) {
            return false;
        }
        self.cursor = Some(step.clone());
        self.see_cursor();
        self.look(played);
        true
    }

    /// Follows an arrow key.
    pub(crate) fn jump(&mut self, direction: Direction, played: &dyn AnyMatch) {
        let Some(from) = self.last_seen else { return };
        if let Some(step) = jump(from, direction, self.selectable()).cloned() {
            self.point_at(&step, played);
        }
    }

    /// Goes to the next or the last of all that can be chosen, in their order on the screen.
    pub(crate) fn cycle(&mut self, forward: bool, played: &dyn AnyMatch) {
        let mut targets: Vec<&Target> = self.selectable().collect();
        targets.sort_by_key(|target| (target.area.y, target.area.x));
        let count = targets.len();
        if count == 0 {
            return;
        }
        let current = targets.iter().position(|t| Some(&t.step) == self.cursor.as_ref());
        let next = match current {
            None => 0,
            Some(index) if forward => (index + 1) % count,
            Some(index) => (index + count - 1) % count,
        };
        let step = targets[next].step.clone();
        self.point_at(&step, played);
    }

    /// What can be chosen at a place on the screen, and whatever is there.
    pub(crate) fn at(&self, place: Position) -> (Option<Step>, Option<Step>) {
        let possible = target_at(&self.targets, place, |step| self.steps.contains(step));
        let cell = target_at(&self.targets, place, |step| matches!(step, Step::Cell(_)));
        let any = cell.or_else(|| target_at(&self.targets, place, |_| true));
        (possible.cloned(), any.cloned())
    }

    /// Makes a step.
    pub(crate) fn take(&mut self, step: Step, played: &dyn AnyMatch) -> Taken {
        if !self.steps.contains(&step) {
            return Taken::No;
        }
        self.so_far.push(step);
        if let Next::Move(mv) = played.next(&self.so_far) {
            return Taken::Whole(mv);
        }
        self.refresh(played, true);
        Taken::Part
    }

    /// Undoes a step. False if there is none.
    pub(crate) fn undo_step(&mut self, played: &dyn AnyMatch) -> bool {
        let Some(step) = self.so_far.pop() else { return false };
        self.refresh(played, true);
        self.point_at(&step, played);
        true
    }

    /// Takes words as steps, all or none, as far as they are no whole move.
    pub(crate) fn take_words(&mut self, words: &[&str], played: &dyn AnyMatch) -> Reading {
        if self.steps.is_empty() {
            return Reading::No { word: words.join(" "), rule: None };
        }
        let reading = words::read(words, &self.so_far, played);
        if let Reading::Begun(steps) = &reading {
            self.so_far.clone_from(steps);
            self.refresh(played, true);
        }
        reading
    }

    /// What the text may become: the names of next steps, and moves in notation.
    pub(crate) fn completions(&self, text: &str, played: &dyn AnyMatch) -> Vec<String> {
        let (before, last) = match text.rfind(' ') {
            Some(space) => text.split_at(space + 1),
            None => ("", text),
        };
        let mut so_far = self.so_far.clone();
        let mut found = Vec::new();
        for word in before.split_whitespace() {
            let Next::Steps(steps) = played.next(&so_far) else { return found };
            let Some(step) = steps.into_iter().find(|step| step.name() == word) else {
                return found;
            };
            so_far.push(step);
        }
        if let Next::Steps(steps) = played.next(&so_far) {
            let names = steps.iter().map(Step::name).filter(|name| name.starts_with(last));
            found.extend(names.map(|name| format!("{before}{name}")));
        }
        if before.is_empty() && played.count_legal_moves() <= MOST_COMPLETED {
            found.extend(played.legal_moves().into_iter().filter(|mv| mv.starts_with(last)));
        }
        found.sort_by_cached_key(|text| words::counting(text));
        found.dedup();
        found
    }
}

/// What all of the texts begin with.
pub(crate) fn common_start(texts: &[String]) -> String {
    let Some(first) = texts.first() else { return String::new() };
    let mut end = first.len();
    for text in &texts[1..] {
        let same = first.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        end = end.min(same);
    }
    while !first.is_char_boundary(end) {
        end -= 1;
    }
    first[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(game: &str) -> Box<dyn AnyMatch> {
        quintet_catalog::standard().find(game).unwrap().start(quintet_core::Variant::default())
    }

    #[test]
    fn words_are_steps_that_can_be_undone() {
        let played = start("yoxii");
        let mut moving = Moving::default();
        moving.restart(played.as_ref(), true);
        let refused = moving.take_words(&["e5", "r3"], played.as_ref());
        assert!(matches!(refused, Reading::No { word, rule: Some(_) } if word == "r3"));
        assert!(moving.so_far.is_empty());
        assert!(matches!(moving.take_words(&["e5"], played.as_ref()), Reading::Begun(_)));
        assert!(moving.undo_step(played.as_ref()) && moving.so_far.is_empty());
    }

    #[test]
    fn the_cursor_goes_along_an_advised_move_and_may_leave_it() {
        let played = start("yoxii");
        let mut moving = Moving::default();
        moving.restart(played.as_ref(), true);
        let preview = moving.scene.notes.clone();
        let advised = played.legal_moves().pop().unwrap();
        let steps = played.steps(&advised);
        moving.advise(Some(&advised), played.as_ref());
        for (index, step) in steps.iter().enumerate() {
            assert_eq!(moving.cursor.as_ref(), Some(step), "step {index} of {advised}");
            assert_ne!(moving.scene.notes, preview);
            let taken = moving.take(step.clone(), played.as_ref());
            assert_eq!(matches!(taken, Taken::Whole(_)), index + 1 == steps.len());
        }
        moving.restart(played.as_ref(), true);
        moving.advise(Some(&advised), played.as_ref());
        let other = moving.steps.iter().find(|step| **step != steps[0]).unwrap().clone();
        assert!(moving.point_at(&other, played.as_ref()));
        let shown = moving.scene.notes.clone();
        moving.advise(None, played.as_ref());
        assert_eq!((moving.cursor.as_ref(), &moving.scene.notes), (Some(&other), &shown));
    }

    #[test]
    fn what_is_typed_is_completed_to_steps_and_moves() {
        let played = start("momentum");
        let mut moving = Moving::default();
        moving.restart(played.as_ref(), true);
        let found = moving.completions("d", played.as_ref());
        assert_eq!(found.len(), 7);
        assert_eq!(common_start(&found), "d");
        assert_eq!(moving.completions("d4", played.as_ref()), ["d4"]);
        assert!(moving.completions("z", played.as_ref()).is_empty());
    }

    #[test]
    fn nobody_else_can_step() {
        let played = start("momentum");
        let mut moving = Moving::default();
        moving.restart(played.as_ref(), false);
        assert!(matches!(moving.take(Step::Cell("d4".into()), played.as_ref()), Taken::No));
        assert!(matches!(moving.take_words(&["d4"], played.as_ref()), Reading::No { .. }));
    }
}
