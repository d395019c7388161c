//! Which game to replay: one that was finished here, or a record from a file.

use std::fs;
use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use quintet_core::Record;
use quintet_sitting::Found;
use quintet_sitting::export::{import, typed};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::list::{List, Moved};
use super::replay::Replay;
use super::saved::{self, rows};
use crate::app::{Go, Screen};
use crate::chrome;
use crate::context::Context;
use crate::help::Keys;
use crate::line_input::LineInput;

/// The list of games and files.
pub(crate) struct Picker {
    list: List,
    entries: Vec<Entry>,
    /// The games that were finished here.
    finished: Vec<Found>,
    folder: PathBuf,
    typing: Option<LineInput>,
    message: Option<String>,
    /// The game of which it is asked whether it is to be deleted, by its place.
    deleting: Option<usize>,
}

enum Entry {
    Type,
    /// One of those, by its place.
    Finished(usize),
    Up(PathBuf),
    Folder(PathBuf),
    File(PathBuf),
}

impl Picker {
    pub(crate) fn new(context: &Context) -> Picker {
        let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        let mut picker = Picker {
            list: List::default(),
            entries: Vec::new(),
            finished: Vec::new(),
            folder,
            typing: None,
            message: None,
            deleting: None,
        };
        picker.look(context);
        picker
    }

    fn look(&mut self, context: &Context) {
        let finished = context.saves.finished();
        self.message = (!finished.messages.is_empty()).then(|| finished.messages.join(" "));
        self.entries = vec![Entry::Type];
        self.finished = finished.games;
        self.entries.extend((0..self.finished.len()).map(Entry::Finished));
        self.entries.extend(self.folder.parent().map(|parent| Entry::Up(parent.into())));
        let mut files: Vec<PathBuf> = match fs::read_dir(&self.folder) {
            Ok(found) => found.flatten().map(|file| file.path()).collect(),
            Err(error) => {
                self.message = Some(format!("{} cannot be read: {error}.", self.folder.display()));
                Vec::new()
            }
        };
        files.retain(|path| !is_hidden(path));
        files.sort();
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
            files.into_iter().partition(|path| path.is_dir());
        self.entries.extend(folders.into_iter().map(Entry::Folder));
        self.entries.extend(files.into_iter().filter(|path| is_record(path)).map(Entry::File));
    }

    fn enter(&mut self, context: &Context) -> Go {
        self.message = None;
        match self.entries.get(self.list.chosen) {
            None => {}
            Some(Entry::Type) => self.typing = Some(LineInput::default()),
            Some(Entry::Up(path) | Entry::Folder(path)) => {
                self.folder.clone_from(path);
                self.look(context);
                self.list = List::default();
            }
            Some(Entry::Finished(place)) => match context.saves.read(&self.finished[*place].path) {
                Ok(sitting) => return self.replay(vec![sitting.record()], context),
                Err(error) => {
                    self.look(context);
                    self.message = Some(format!("{error}."));
                }
            },
            Some(Entry::File(path)) => {
                let path = path.clone();
                return self.open(&path, context);
            }
        }
        Go::Nowhere
    }

    fn ask_to_delete(&mut self) {
        let Some(Entry::Finished(place)) = self.entries.get(self.list.chosen) else {
            self.message = Some("Only games that were finished here can be deleted.".into());
            return;
        };
        self.message = Some(saved::question(&self.finished[*place]));
        self.deleting = Some(*place);
    }

    fn open(&mut self, path: &Path, context: &Context) -> Go {
        match read(path) {
            Ok(records) => self.replay(records, context),
            Err(problem) => {
                self.message = Some(format!("{} cannot be read: {problem}.", path.display()));
                Go::Nowhere
            }
        }
    }

    fn replay(&mut self, records: Vec<Record>, context: &Context) -> Go {
        match Replay::new(records, context) {
            Ok(replay) => {
                self.typing = None;
                Go::To(Box::new(replay))
            }
            Err(error) => {
                self.message = Some(format!("The game cannot be played through: {error}."));
                Go::Nowhere
            }
        }
    }

    fn typing_key(&mut self, key: KeyEvent, context: &Context) -> Go {
        let Some(line) = &mut self.typing else { return Go::Nowhere };
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let path = self.folder.join(typed(line.text()));
                if path.is_dir() {
                    self.folder = path;
                    self.typing = None;
                    self.look(context);
                } else {
                    return self.open(&path, context);
                }
            }
            _ => {
                line.key(key);
                self.message = None;
            }
        }
        Go::Nowhere
    }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'))
}

fn is_record(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    matches!(ending.as_str(), "txt" | "pgn" | "json" | "jsonl" | "record")
}

/// The records of a file.
fn read(path: &Path) -> Result<Vec<Record>, String> {
    let found = fs::metadata(path).map_err(|error| error.to_string())?;
    // A device may never end, and a pipe never begin.
    if !found.is_file() {
        return Err("it is no file".into());
    }
    let text = import(path).map_err(|error| error.to_string())?;
    let records = quintet_catalog::read_records(&text).map_err(|error| error.to_string())?;
    if records.is_empty() { Err("it holds no game".into()) } else { Ok(records) }
}

impl Screen for Picker {
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Go {
        if self.typing.is_some() {
            return self.typing_key(key, context);
        }
        if let Some(place) = self.deleting.take() {
            let told = saved::delete(&self.finished[place], key, context);
            self.look(context);
            self.message = Some(told);
            return Go::Nowhere;
        }
        match (self.list.key(key, self.entries.len()), key.code) {
            (Moved::Enter, _) | (Moved::No, KeyCode::Right | KeyCode::Char('l' | ' ')) => {
                self.enter(context)
            }
            (Moved::No, KeyCode::Char('/' | 't' | ':')) => {
                self.typing = Some(LineInput::default());
                Go::Nowhere
            }
            (Moved::No, KeyCode::Char('D') | KeyCode::Delete) => {
                self.ask_to_delete();
                Go::Nowhere
            }
            (Moved::No, KeyCode::Char('q' | 'h') | KeyCode::Esc | KeyCode::Left) => Go::Back,
            _ => Go::Nowhere,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Go {
        if self.deleting.is_some() {
            return Go::Nowhere;
        }
        if self.list.mouse(mouse) == Moved::Enter { self.enter(context) } else { Go::Nowhere }
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Go {
        self.deleting = None;
        self.typing.get_or_insert_default().paste(text.trim());
        Go::Nowhere
    }

    fn draw(&mut self, frame: &mut Frame, area: Rect, context: &Context) {
        let keys = match (&self.typing, self.deleting) {
            (Some(_), _) => "Enter opens  Esc back to the list",
            (None, Some(_)) => "y yes  n no",
            (None, None) => "arrows choose  Enter open  / type a path  D delete  q back  ? keys",
        };
        let inside =
            chrome::draw(frame, area, "Replay a game", self.message.as_deref(), keys, context);
        let theme = context.theme();
        let line = match &self.typing {
            Some(line) => line.line("File:", inside.width, context),
            None => Line::styled(self.folder.display().to_string(), theme.muted()),
        };
        frame.render_widget(line, Rect { height: 1, ..inside });
        let finished = rows(&self.finished, context);
        let lines: Vec<Line> =
            self.entries.iter().map(|entry| entry_line(entry, &finished, context)).collect();
        let list = Rect { y: inside.y + 2, height: inside.height.saturating_sub(2), ..inside };
        self.list.draw(frame, list, &lines, context);
    }

    fn keys(&self) -> Keys {
        Keys {
            title: "Keys",
            keys: &[
                ("arrows, j k", "choose"),
                ("Enter, click", "open"),
                ("/", "type the path of a file"),
                ("D, Delete", "delete a game that was finished here, which is asked first"),
                ("q, Esc", "back"),
            ],
        }
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }
}

fn entry_line(entry: &Entry, finished: &[Line<'static>], context: &Context) -> Line<'static> {
    let theme = context.theme();
    let file_name =
        |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match entry {
        Entry::Type => Line::styled("Type the path of a file", theme.accent()),
        Entry::Finished(place) => finished[*place].clone(),
        Entry::Up(_) => Line::styled("../", theme.muted()),
        Entry::Folder(path) => Line::styled(format!("{}/", file_name(path)), theme.muted()),
        Entry::File(path) => Line::raw(file_name(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_not_read() {
        assert_eq!(read(Path::new("/dev/zero")), Err("it is no file".into()));
    }
}
