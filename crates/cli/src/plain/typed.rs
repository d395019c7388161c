//! From typed words to a move: its steps one by one, or its notation.

use std::time::Instant;

use anyhow::Result;
use quintet_catalog::PlayError;
use quintet_core::text::excerpt;
use quintet_core::{Next, Scene, Step};
use quintet_sitting::Refused;

use super::console::LONGEST_LIST;
use super::session::Session;

impl Session<'_, '_> {
    /// Whether a word is what may come next; then it is no command.
    pub(super) fn is_next_step(&self, word: &str) -> bool {
        match self.sitting.played().next(&self.so_far) {
            Next::Steps(steps) => steps.iter().any(|step| step.name() == word),
            Next::Move(_) => false,
        }
    }

    /// Takes words as steps if the first can follow, else as a move in notation.
    pub(super) fn take(&mut self, words: &[&str]) -> Result<()> {
        let begun = self.so_far.len();
        for (index, word) in words.iter().enumerate() {
            let Next::Steps(steps) = self.sitting.played().next(&self.so_far) else { break };
            let Some(step) = steps.into_iter().find(|step| step.name() == *word) else {
                if words.len() == 1 {
                    return self.play(word);
                }
                let rule = self.rule_against(word);
                self.so_far.truncate(begun);
                return self.refuse_step(word, rule);
            };
            self.so_far.push(step);
            if let Next::Move(mv) = self.sitting.played().next(&self.so_far) {
                if index + 1 < words.len() {
                    self.so_far.truncate(begun);
                    return self.refuse(&format!("{mv} is a whole move, and more words follow"));
                }
                return self.play(&mv);
            }
        }
        self.draw_again()?;
        self.list_steps()
    }

    fn play(&mut self, mv: &str) -> Result<()> {
        match self.sitting.play(mv, Instant::now()) {
            Ok(()) => self.moved(),
            Err(Refused::Play(error @ PlayError::Unreadable(_))) => match self.rule_against(mv) {
                Some(rule) => self.refuse_step(mv, Some(rule)),
                None => self.refuse(&format!("{error}; help lists what else can be typed")),
            },
            Err(Refused::Play(error)) => self.console.line(format_args!("Not allowed: {error}.")),
            Err(late) => {
                self.so_far.clear();
                self.console.line(format_args!("\nToo late: {late}.\n"))?;
                self.draw()
            }
        }
    }

    /// Which rule a word breaks as the next step, whatever it is that it names.
    fn rule_against(&self, word: &str) -> Option<String> {
        let played = self.sitting.played();
        let steps = [Step::Cell, Step::Item, Step::Choice].map(|kind| kind(word.to_owned()));
        steps.iter().find_map(|step| played.refusal(&self.so_far, step))
    }

    fn refuse_step(&mut self, word: &str, rule: Option<String>) -> Result<()> {
        let problem = format!("`{}` cannot be the next step", excerpt(word));
        let Some(rule) = rule else { return self.refuse(&problem) };
        self.console.line(format_args!("Not allowed: {problem}: {rule}."))?;
        self.list_steps()
    }

    fn refuse(&mut self, problem: &str) -> Result<()> {
        self.console.line(format_args!("Not understood: {problem}."))?;
        self.list_steps()
    }

    fn list_steps(&mut self) -> Result<()> {
        let played = self.sitting.played();
        let Next::Steps(steps) = played.next(&self.so_far) else { return Ok(()) };
        let scene = played.scene(&self.so_far);
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
        let mut moves = self.sitting.played().legal_moves();
        moves.retain(|mv| mv.starts_with(part));
        self.console.line(match moves.len() {
            0 => format!("No legal move begins with `{}`.", excerpt(part)),
            1 => "1 legal move:".into(),
            count => format!("{count} legal moves:"),
        })?;
        self.console.list(&moves)?;
        if moves.len() > LONGEST_LIST {
            self.console.line("`moves PART` lists those that begin with PART.")?;
        }
        Ok(())
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
