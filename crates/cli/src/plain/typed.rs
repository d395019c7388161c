//! From typed words to a move: its steps one by one, or its notation.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;
use quintet_catalog::{PlayError, Tree};
use quintet_core::text::{counted, excerpt};
use quintet_core::{Next, Scene, Step};
use quintet_sitting::{Reading, Refused, words};

use super::console::LONGEST_LIST;
use super::help::{self, HELP};
use super::session::Session;

/// Steps that are told without being asked for.
const MOST_HEARD: usize = 12;
/// Moves that are sorted before they are listed; more stand in the order in which they are found.
const MOST_SORTED: usize = 20_000;

impl Session<'_, '_> {
    /// Whether a word is what may come next; then it is no command.
    pub(super) fn is_next_step(&self, word: &str) -> bool {
        match self.sitting.played().next(&self.so_far) {
            Next::Steps(steps) => steps.iter().any(|step| words::is_called(step, word)),
            Next::Move(_) => false,
        }
    }

    /// Takes words as steps if they can follow, a single one else as a move in notation.
    pub(super) fn take(&mut self, words: &[&str]) -> Result<()> {
        match (words::read(words, &self.so_far, self.sitting.played()), words) {
            (Reading::Begun(steps), _) => {
                self.so_far = steps;
                self.draw_again()?;
                self.tell_next()
            }
            (Reading::Move(mv), _) => self.play(&mv, None),
            // A move that was begun goes on; what can neither follow nor be read as a step may be another one, whole.
            (Reading::No { word, rule }, [_]) if rule.is_some() && !self.so_far.is_empty() => {
                self.refuse_step(&word, rule)
            }
            (Reading::No { rule, .. }, [notation]) => self.play(notation, rule),
            (Reading::No { word, rule }, words) => {
                // The first of several words may be a misspelt command.
                let is_first = rule.is_none() && words.first() == Some(&word.as_str());
                let meant = help::meant(HELP, &word).filter(|_| is_first);
                match meant {
                    Some(_) => self.refuse(&format!("`{}`", excerpt(&word)), &word),
                    None => self.refuse_step(&word, rule),
                }
            }
            (Reading::TooMuch { mv }, _) => {
                self.refuse(&format!("{mv} is a whole move, and more words follow"), "")
            }
        }
    }

    /// Plays a move; `rule` is what the text would break as a step, if it is no move.
    fn play(&mut self, mv: &str, rule: Option<String>) -> Result<()> {
        match self.sitting.play_typed(mv, Instant::now()) {
            Ok(()) => self.moved(),
            Err(Refused::Play(PlayError::Unreadable(_))) if rule.is_some() => {
                self.refuse_step(mv, rule)
            }
            Err(Refused::Play(error @ PlayError::Unreadable(_))) => {
                let asked_for = words::asked_for(mv, &self.so_far, self.sitting.played());
                match asked_for.filter(|_| help::meant(HELP, &mv.to_lowercase()).is_none()) {
                    Some(task) => self.refuse_step(mv, Some(task)),
                    None => self.refuse(&error.to_string(), mv),
                }
            }
            Err(Refused::Play(error)) => self.console.line(format_args!("Not allowed: {error}.")),
            Err(late) => {
                self.so_far.clear();
                self.console.line(format_args!("\nToo late: {late}.\n"))?;
                self.draw()
            }
        }
    }

    fn refuse_step(&mut self, word: &str, rule: Option<String>) -> Result<()> {
        let problem = format!("`{}` cannot be the next step", excerpt(word));
        let Some(rule) = rule else { return self.refuse(&problem, word) };
        self.console.line(format_args!("Not allowed: {problem}: {rule}."))
    }

    /// Says what is not understood, and which command `word` may be.
    fn refuse(&mut self, problem: &str, word: &str) -> Result<()> {
        self.console.line(format_args!("Not understood: {problem}."))?;
        let meant = help::meant(HELP, &word.to_lowercase());
        let meant = meant.map_or_else(String::new, |name| format!("Did you mean {name}? "));
        self.console.line(format_args!("{meant}Type steps to hear what can come next, or help."))
    }

    /// What can follow the steps so far: all of it, or how much where that is too much to listen to.
    fn tell_next(&mut self) -> Result<()> {
        match self.sitting.played().next(&self.so_far) {
            Next::Steps(steps) if steps.len() > MOST_HEARD => {
                let count = steps.len();
                self.console.line(format_args!("{count} possible next steps; steps lists them."))
            }
            _ => self.list_steps(),
        }
    }

    pub(super) fn list_steps(&mut self) -> Result<()> {
        let played = self.sitting.played();
        let Next::Steps(mut steps) = played.next(&self.so_far) else { return Ok(()) };
        let scene = played.scene(&self.so_far);
        steps.sort_by_cached_key(|step| words::counting(step.name()));
        let (cells, others): (Vec<Step>, Vec<Step>) =
            steps.into_iter().partition(|step| matches!(step, Step::Cell(_)));
        self.console.line("Possible next steps:")?;
        for step in others {
            self.console.line(format_args!("  {step}: {}", spoken(&scene, &step)))?;
        }
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        self.console.list(&names)
    }

    pub(super) fn list_moves(&mut self, part: &str) -> Result<()> {
        let played = self.sitting.played();
        let mut moves = if self.so_far.is_empty() {
            played.legal_moves()
        } else {
            let mut found = BTreeSet::new();
            gather(played.tree_below(&self.so_far, usize::MAX), &mut found);
            found.into_iter().collect()
        };
        moves.retain(|mv| mv.starts_with(part));
        if moves.len() <= MOST_SORTED {
            moves.sort_by_cached_key(|mv| words::counting(mv));
        }
        let with = if self.so_far.is_empty() { "" } else { " with these steps" };
        self.console.line(match moves.len() {
            0 => format!("No legal move{with} begins with `{}`.", excerpt(part)),
            count => format!("{}{with}:", counted(count, "legal move")),
        })?;
        self.console.list(&moves)?;
        if moves.len() > LONGEST_LIST {
            self.console.line("`moves PART` lists those that begin with PART.")?;
        }
        Ok(())
    }
}

/// The moves at the ends of a tree; some may be made in several ways.
fn gather(tree: Tree, moves: &mut BTreeSet<String>) {
    match tree {
        Tree::Move(mv) => {
            moves.insert(mv);
        }
        Tree::Steps(steps) => {
            for (_, below) in steps {
                gather(below, moves);
            }
        }
        Tree::More => {}
    }
}

/// What a piece or choice is called in words.
fn spoken<'a>(scene: &'a Scene, step: &Step) -> &'a str {
    let items = scene.items.iter().map(|item| (&item.id, &item.label));
    let pieces = scene.trays.iter().flat_map(|tray| &tray.pieces);
    let pieces = pieces.map(|piece| (&piece.name, &piece.label));
    let choices = scene.choices.iter().map(|choice| (&choice.name, &choice.label));
    let mut named = items.chain(pieces).chain(choices);
    named.find(|(name, _)| *name == step.name()).map_or("", |(_, label)| label)
}
