//! Typing: a move in notation or its steps in words, and the name of a file to save to.

use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent};
use quintet_catalog::PlayError;
use quintet_core::text::excerpt;
use quintet_sitting::export::{Existing, ExportError, export, told, typed};
use quintet_sitting::{Reading, Refused, words};

use super::moving::common_start;
use super::{Mode, Play, Question};
use crate::context::Context;
use crate::line_input::LineInput;

/// How many possible endings are shown at a time.
const SHOWN: usize = 12;

impl Play {
    pub(super) fn typing_key(&mut self, key: KeyEvent, context: &Context) {
        let Mode::Typing(line) = &mut self.mode else { return };
        match key.code {
            KeyCode::Esc => {
                self.mode = Mode::Board;
                self.message = None;
            }
            KeyCode::Enter => {
                let text = line.text().trim().to_owned();
                self.take_text(&text, context);
            }
            KeyCode::Tab => {
                let text = line.text().to_owned();
                self.complete(&text);
            }
            _ => {
                line.key(key);
                self.message = None;
            }
        }
    }

    fn complete(&mut self, text: &str) {
        let found = self.moving.completions(text, self.sitting.played());
        let shown = found.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("  ");
        match found.len() {
            0 => self.complain(format!("Nothing possible begins with `{}`.", excerpt(text))),
            1 => self.message = None,
            count if count > SHOWN => self.tell(format!("{shown} … and {} more", count - SHOWN)),
            _ => self.tell(shown),
        }
        if !found.is_empty() {
            self.mode = Mode::Typing(LineInput::new(common_start(&found)));
        }
    }

    /// Takes a text as steps if it can be, else as a move in notation. What is refused stays to be mended.
    fn take_text(&mut self, text: &str, context: &Context) {
        let typed: Vec<&str> = text.split_whitespace().collect();
        if typed.is_empty() {
            self.mode = Mode::Board;
            return;
        }
        match self.moving.take_words(&typed, self.sitting.played()) {
            Reading::Move(mv) => self.play_text(&mv, None, context),
            Reading::Begun(_) => {
                self.mode = Mode::Board;
                self.message = None;
            }
            Reading::No { word, rule } if rule.is_some() && !self.moving.so_far.is_empty() => {
                self.complain(not_next(&word, rule));
            }
            Reading::No { rule, .. } if typed.len() == 1 => self.play_text(typed[0], rule, context),
            Reading::No { word, rule } => self.complain(not_next(&word, rule)),
            Reading::TooMuch { mv } => {
                self.complain(format!("{mv} is a whole move, and more words follow."));
            }
        }
    }

    /// Plays a move; `rule` is what the text would break as a step, if it is no move.
    fn play_text(&mut self, mv: &str, rule: Option<String>, context: &Context) {
        match self.play(mv, context) {
            Ok(()) => self.mode = Mode::Board,
            Err(Refused::Play(error @ PlayError::Unreadable(_))) => {
                let played = self.sitting.played();
                let rule = rule.or_else(|| words::asked_for(mv, &self.moving.so_far, played));
                self.complain(match rule {
                    Some(_) => not_next(mv, rule),
                    None => format!("Not possible: {error}."),
                });
            }
            Err(error @ Refused::Play(_)) => self.complain(format!("Not possible: {error}.")),
            Err(error) => {
                self.mode = Mode::Board;
                self.renew(context);
                self.complain(format!("{error}."));
            }
        }
    }

    /// A name that no file has yet.
    pub(super) fn free_file_name(&self) -> String {
        let game = self.sitting.info().id;
        let names = (1..).map(|number| format!("{game}-{number}.txt"));
        names.into_iter().find(|name| !Path::new(name).exists()).unwrap_or_default()
    }

    /// Writes the record; asks where a file would be replaced.
    pub(super) fn save_as(&mut self, name: String, existing: Existing) {
        let path = typed(&name);
        match export(&path, &self.sitting.record().to_string(), existing) {
            Ok(()) => {
                self.mode = Mode::Board;
                self.tell(format!("The record was written to {}.", told(&path)));
            }
            Err(ExportError::Exists(_)) => self.mode = Mode::Asking(Question::Replace(name)),
            Err(error) => self.complain(format!("{error}.")),
        }
    }

    pub(super) fn saving_key(&mut self, key: KeyEvent) {
        let Mode::Saving(line) = &mut self.mode else { return };
        match key.code {
            KeyCode::Esc => self.mode = Mode::Board,
            KeyCode::Enter => {
                let name = line.text().trim().to_owned();
                if name.is_empty() {
                    return;
                }
                self.save_as(name, Existing::Keep);
            }
            _ => {
                line.key(key);
                self.message = None;
            }
        }
    }
}

/// That a word cannot be the next step, and why.
fn not_next(word: &str, rule: Option<String>) -> String {
    let rule = rule.map_or_else(String::new, |rule| format!(": {rule}"));
    format!("`{}` cannot be the next step{rule}.", excerpt(word))
}
