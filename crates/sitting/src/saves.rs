//! The folder of saved games. Games that ended are put away in `finished`, files that cannot be read in `damaged`. A game
//! is deleted only where its user says so, or where nothing has happened in it.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use quintet_catalog::Catalog;
use quintet_core::{Finish, GameInfo, Player};

use crate::event::Event;
use crate::journal::{self, Journal, ReadError};
use crate::places::Places;
use crate::setup::Setup;
use crate::sitting::Sitting;
use crate::state::State;

const ENDING: &str = "jsonl";

/// Finished games that are listed; older ones stay in their folder.
const MOST_LISTED: usize = 200;

/// The folder of saved games.
#[derive(Clone, Debug)]
pub struct Saves {
    catalog: Catalog,
    folder: PathBuf,
}

/// A saved game, for a list.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// Game and players.
    pub setup: Setup,
    /// Name, players, variants, rules of the game.
    pub info: &'static GameInfo,
    /// What the players are called.
    pub names: [String; 2],
    /// How many moves stand.
    pub ply: usize,
    /// How it ended, if it has.
    pub finish: Option<Finish>,
    /// Whether nothing ever happened in it: no move was made, not even one that was taken back.
    pub is_blank: bool,
    /// When something last happened in it.
    pub changed: SystemTime,
    /// Whether it is open elsewhere.
    pub is_in_use: bool,
}

/// Saved games, the newest first, and what there is to tell about the others.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The games.
    pub games: Vec<Found>,
    /// Which files were set aside or cannot be read, a sentence each.
    pub messages: Vec<String>,
}

/// Why a saved game cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It is open elsewhere.
    #[error("the game is open in another window")]
    InUse,
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file holds no game any more; it was set aside.
    #[error("{0}")]
    Damaged(String),
}

impl Saves {
    /// The user's saved games, of the games there are.
    pub fn new(catalog: Catalog, places: &Places) -> Saves {
        Saves { catalog, folder: places.games() }
    }

    /// Saves a sitting from now on: writes a new file with everything so far, then every event as it happens. If it
    /// is left before the first move, the file goes, too.
    pub fn keep(&self, sitting: &mut Sitting) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let state = sitting.state();
        let path = self.new_path(&state.setup.game);
        let journal = Journal::create(path, &state.setup, &events(state))?;
        sitting.save_in(journal);
        Ok(())
    }

    fn new_path(&self, game: &str) -> PathBuf {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |since| since.as_millis());
        let process = std::process::id();
        let name = |number: u32| format!("{now:013}-{game}-{process}-{number}.{ENDING}");
        let paths = (1..).map(|number| self.folder.join(name(number)));
        paths.into_iter().find(|path| !path.exists()).unwrap_or_default()
    }

    /// The games that can be gone on with. Games that have ended and damaged files are put away on the way.
    pub fn unfinished(&self) -> Listing {
        let mut listing = Listing::default();
        for path in files(&self.folder, &mut listing.messages) {
            match self.look_at(&path) {
                // Somebody has just begun it, or was killed before the first move.
                Ok(found) if found.is_blank && found.finish.is_none() => {
                    if !found.is_in_use {
                        // If it stays, it is looked at the next time.
                        let _ = fs::remove_file(&path);
                    }
                }
                Ok(found) if found.finish.is_none() => listing.games.push(found),
                // One that is in use is put away when it is listed the next time.
                Ok(found) if found.is_in_use => {}
                Ok(_) => {
                    if let Err(error) = put_away(&path, &self.finished_folder()) {
                        listing.messages.push(format!("Cannot move {}: {error}.", path.display()));
                    }
                }
                Err(error) => listing.messages.push(format!("{}.", capital(&error.to_string()))),
            }
        }
        listing.games.sort_by(|a, b| (b.changed, &b.path).cmp(&(a.changed, &a.path)));
        listing
    }

    /// The last games that have ended.
    pub fn finished(&self) -> Listing {
        let mut listing = Listing { games: Vec::new(), ..self.unfinished() };
        let mut paths = files(&self.finished_folder(), &mut listing.messages);
        paths.sort_by_key(|path| std::cmp::Reverse((changed(path), path.clone())));
        paths.truncate(MOST_LISTED);
        for path in paths {
            match self.look_at(&path) {
                Ok(found) => listing.games.push(found),
                Err(error) => listing.messages.push(format!("{}.", capital(&error.to_string()))),
            }
        }
        listing
    }

    /// Opens a saved game to go on with it. From here on nobody else can.
    pub fn load(&self, path: &Path) -> Result<Sitting, LoadError> {
        let (journal, state) = Journal::reopen(self.catalog, path.into())
            .map_err(|error| self.set_aside(path, error))?;
        let mut sitting = Sitting::of(state);
        sitting.save_in(journal);
        Ok(sitting)
    }

    /// Reads a saved game to look at it; what is done with it then is saved nowhere.
    pub fn read(&self, path: &Path) -> Result<Sitting, LoadError> {
        let contents = File::open(path).map_err(ReadError::Io);
        let contents = contents.and_then(|mut file| journal::read(self.catalog, &mut file));
        contents
            .map(|contents| Sitting::of(contents.state))
            .map_err(|error| self.set_aside(path, error))
    }

    /// Deletes a saved game that is not open elsewhere.
    pub fn delete(&self, path: &Path) -> Result<(), LoadError> {
        let failed = |error| LoadError::Io { path: path.into(), error };
        let file = File::open(path).map_err(failed)?;
        match journal::lock(&file) {
            Err(ReadError::InUse) => Err(LoadError::InUse),
            // A file that cannot be locked can still be deleted.
            _ => fs::remove_file(path).map_err(failed),
        }
    }

    fn look_at(&self, path: &Path) -> Result<Found, LoadError> {
        let look = || {
            let mut file = File::open(path)?;
            let is_in_use = matches!(journal::lock(&file), Err(ReadError::InUse));
            Ok((journal::read(self.catalog, &mut file)?.state, is_in_use))
        };
        let (state, is_in_use) = look().map_err(|error| self.set_aside(path, error))?;
        Ok(Found {
            path: path.into(),
            names: Player::BOTH.map(|side| state.name(side)),
            ply: state.ply(),
            finish: state.played.finish(),
            is_blank: state.line.is_empty() && state.end.is_none(),
            changed: changed(path),
            is_in_use,
            info: state.game.info(),
            setup: state.setup,
        })
    }

    /// What to tell about a file that cannot be read. A damaged one is moved away, so that it is told once.
    fn set_aside(&self, path: &Path, error: ReadError) -> LoadError {
        match error {
            ReadError::Io(error) => LoadError::Io { path: path.into(), error },
            ReadError::InUse => LoadError::InUse,
            ReadError::Damaged(damage) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                LoadError::Damaged(match put_away(path, &self.folder.join("damaged")) {
                    Ok(to) => format!(
                        "the saved game {name} cannot be read ({damage}); it was moved to {}",
                        to.display()
                    ),
                    Err(error) => format!(
                        "the saved game {name} cannot be read ({damage}), nor moved away ({error})"
                    ),
                })
            }
        }
    }

    fn finished_folder(&self) -> PathBuf {
        self.folder.join("finished")
    }
}

/// What brings a new sitting of the same setup to this state.
fn events(state: &State) -> Vec<Event> {
    let mut events = Vec::new();
    // Who made a move sits there when it is made; at the end those who sit there now.
    let mut now = state.setup.clone();
    let sit = |now: &Setup| Event::Seats { seats: now.seats.clone(), names: now.names.clone() };
    for ((made, mover), seated) in state.line.iter().zip(&state.movers).zip(&state.seated) {
        if now.seated(*mover) != *seated {
            now.seats[mover.index()] = seated.player.clone();
            now.names[mover.index()].clone_from(&seated.name);
            events.push(sit(&now));
        }
        events.push(Event::Move(made.clone()));
    }
    if now != state.setup {
        events.push(sit(&state.setup));
    }
    events.extend(state.end.clone().map(Event::End));
    if !events.is_empty() {
        let ended = state.is_ended().is_some();
        events.push(Event::To { ply: state.ply(), ended });
        events.extend(state.left.map(|left| Event::Clocks { left }));
    }
    events
}

/// The saved games of a folder; none if it does not exist yet.
fn files(folder: &Path, messages: &mut Vec<String>) -> Vec<PathBuf> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            messages.push(format!("Cannot look into {}: {error}.", folder.display()));
            return Vec::new();
        }
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_game = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
    let mut paths: Vec<PathBuf> = paths.filter(|path| is_game(path) && path.is_file()).collect();
    paths.sort();
    paths
}

fn changed(path: &Path) -> SystemTime {
    path.metadata().and_then(|metadata| metadata.modified()).unwrap_or(UNIX_EPOCH)
}

/// Moves a file into a folder under a name that is free there.
pub(crate) fn put_away(path: &Path, folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut to = folder.join(&name);
    let mut number = 2;
    while to.exists() {
        to = folder.join(format!("{number}-{name}"));
        number += 1;
    }
    fs::rename(path, &to)?;
    Ok(to)
}

/// Writes a file as a whole or not at all.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let beside = format!(".{}.{}.new", name.to_string_lossy(), std::process::id());
    let beside = path.with_file_name(beside);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

fn capital(text: &str) -> String {
    quintet_core::contest::capital(text)
}
