//! The game at the screen, with everything that players can do besides moving.

mod advice;
mod endings;
mod moving;
mod time;

use std::path::{Path, PathBuf};
use std::time::Instant;

use quintet_catalog::{AnyGame, AnyMatch, Catalog, PlayError};
use quintet_core::{Finish, GameInfo, Player, Record, RecordError};
use quintet_players::{Forfeit, PlayerSpec};

use crate::computer::{Computer, Wake};
use crate::event::{Event, Made};
use crate::export::Copy;
use crate::journal::Journal;
use crate::setup::{Setup, SetupError};
use crate::state::{ApplyError, State};

pub use endings::DrawReply;

/// One game at one screen.
pub struct Sitting {
    state: State,
    /// Counts the events, so that an answer is not mistaken for one to a later question.
    state_number: u64,
    /// Since when the clock of the player to move runs; `None` while it stands still.
    running: Option<Instant>,
    computers: [Option<Computer>; 2],
    wake: Option<Wake>,
    journal: Option<Journal>,
    /// Whether what happened last could not be saved. It is tried again with whatever happens next.
    is_late: bool,
    /// A file of the user's own that holds the record, too.
    copy: Option<Copy>,
    trouble: Option<String>,
}

/// Why something cannot be done now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The move is no move, or breaks a rule.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Time was up before the move came.
    #[error("{player} ran out of time")]
    TimeUp {
        /// Who.
        player: &'static str,
    },
    /// The computer did something else than play, and loses.
    #[error("{player} {forfeit}")]
    Forfeit {
        /// Who, with a capital letter.
        player: String,
        /// What it did.
        forfeit: Forfeit,
    },
    /// The answer is to a question that nobody asks any more.
    #[error("the game has gone on since")]
    Stale,
}

impl Sitting {
    /// A game before its first move, clocks stopped. It is saved nowhere until
    /// [`Saves::keep`](crate::Saves::keep) is told to.
    pub fn new(catalog: Catalog, setup: Setup) -> Result<Sitting, SetupError> {
        Ok(Sitting::of(State::new(catalog, setup)?))
    }

    pub(crate) fn of(state: State) -> Sitting {
        let computers = [None, None];
        Sitting {
            state,
            state_number: 0,
            running: None,
            computers,
            wake: None,
            journal: None,
            is_late: false,
            copy: None,
            trouble: None,
        }
    }

    /// A recorded game, gone to its end. Players that are not known by their names count as people.
    pub fn from_record(catalog: Catalog, record: &Record) -> Result<Sitting, RecordError> {
        let played = catalog.replay(record)?;
        let game = catalog.find(&record.game);
        let game = game.map_err(|error| RecordError::new(1, error.to_string()))?;
        let names = [record.first.clone(), record.second.clone()];
        let seats = names.each_ref().map(|name| name.parse().unwrap_or(PlayerSpec::Human));
        let setup = Setup {
            variant: record.variant.clone(),
            position: record.position.clone(),
            names,
            seed: record.seed.unwrap_or(0),
            ..Setup::new(&record.game, seats)
        };
        Ok(Sitting::of(State::of(setup, game, played)))
    }

    /// What was chosen before the game, with the players who sit there now.
    pub fn setup(&self) -> &Setup {
        &self.state.setup
    }

    /// The match as it stands.
    pub fn played(&self) -> &dyn AnyMatch {
        self.state.played.as_ref()
    }

    /// The game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.state.game
    }

    /// Name, players, variants, rules of the game.
    pub fn info(&self) -> &'static GameInfo {
        self.played().info()
    }

    /// Who is to move.
    pub fn turn(&self) -> Player {
        self.played().turn()
    }

    /// Who sits on a side.
    pub fn seat(&self, side: Player) -> &PlayerSpec {
        &self.state.setup.seats[side.index()]
    }

    /// Whether a person sits on a side.
    pub fn is_human(&self, side: Player) -> bool {
        *self.seat(side) == PlayerSpec::Human
    }

    /// What the player on a side is called.
    pub fn name(&self, side: Player) -> String {
        self.state.name(side)
    }

    /// How the game ended, if it has.
    pub fn finish(&self) -> Option<Finish> {
        self.played().finish()
    }

    /// How the game was decided, in sentences; empty while it runs.
    pub fn why(&self) -> String {
        let why = self.played().why();
        match self.state.is_ended().filter(|end| !end.note.is_empty()) {
            Some(end) => format!("{why} {}", end.note),
            None => why,
        }
    }

    /// All moves, those that were taken back included.
    pub fn line(&self) -> &[Made] {
        &self.state.line
    }

    /// Who made each of them. Turns need not alternate.
    pub fn movers(&self) -> &[Player] {
        &self.state.movers
    }

    /// How many of the moves stand.
    pub fn ply(&self) -> usize {
        self.state.ply()
    }

    /// The game as a record, without what was taken back.
    pub fn record(&self) -> Record {
        self.state.record()
    }

    /// The file in which the game is saved as it goes on; `None` also while it cannot be written.
    pub fn file(&self) -> Option<&Path> {
        self.journal.as_ref().filter(|_| !self.is_late).map(Journal::path)
    }

    /// Writes the record to that file whenever something happens, behind that text. What is in the file is replaced.
    pub fn record_in(&mut self, path: PathBuf, before: String) {
        self.copy = Some(Copy::new(path, before));
    }

    /// Why the game could not be saved, told once. It goes on all the same.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn save_in(&mut self, journal: Journal) {
        self.journal = Some(journal);
    }
}

impl Sitting {
    /// Lets something happen and saves it.
    fn commit(&mut self, event: &Event) -> Result<(), ApplyError> {
        self.state.apply(event)?;
        self.save(event);
        Ok(())
    }

    /// Saves what has happened.
    fn save(&mut self, event: &Event) {
        self.state_number += 1;
        if let Some(journal) = &mut self.journal {
            let error = journal.append(event).err();
            let was_late = std::mem::replace(&mut self.is_late, error.is_some());
            if let Some(error) = error.filter(|_| !was_late) {
                let path = journal.path().display();
                self.trouble =
                    Some(format!("the game is no longer saved: cannot write {path}: {error}"));
            }
        }
        if let Some(copy) = &mut self.copy
            && let Some(error) = copy.renew(&self.state.record())
        {
            let before = self.trouble.take().map_or_else(String::new, |told| told + "; ");
            self.trouble = Some(format!("{before}the record is not kept: {error}"));
        }
    }
}
