//! What a sitting has come to: a setup with events applied. Nothing here reads a clock or touches a file, and what
//! is saved is read back through the same [`State::apply`] that a live game goes through.

use quintet_catalog::{AnyGame, AnyMatch, Catalog, Legal, PlayError};
use quintet_core::{Finish, Left, Player, Record, TimeControl};

use crate::event::{End, Event, Made};
use crate::setup::{Seated, Setup, SetupError};

pub(crate) struct State {
    pub(crate) setup: Setup,
    pub(crate) game: &'static dyn AnyGame,
    /// The match up to the current move.
    pub(crate) played: Box<dyn AnyMatch>,
    /// All moves, those that were taken back included.
    pub(crate) line: Vec<Made>,
    /// Who made each of them: the match knows it only of those that stand.
    pub(crate) movers: Vec<Player>,
    /// As whom each of them sat there: others may have sat down since.
    pub(crate) seated: Vec<Seated>,
    /// What ended the game after the last move of the line, if not the rules.
    pub(crate) end: Option<End>,
    pub(crate) left: Option<Left>,
}

/// Why an event cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// The move is refused.
    #[error(transparent)]
    Move(#[from] PlayError),
    /// There is no such place in the game.
    #[error("there is no move {ply} to go to, only {moves} moves")]
    Place { ply: usize, moves: usize },
    /// Only a running game can be ended.
    #[error("the game was already over")]
    Over,
}

impl State {
    pub(crate) fn new(catalog: Catalog, setup: Setup) -> Result<State, SetupError> {
        let (game, _) = setup.look_up(catalog)?;
        let played = setup.set_up(catalog)?;
        Ok(State::of(setup, game, played))
    }

    /// A match that was played elsewhere.
    pub(crate) fn of(setup: Setup, game: &'static dyn AnyGame, played: Box<dyn AnyMatch>) -> State {
        let made = played.moves().into_iter().map(|mv| Made { mv, left: None, chance: None });
        let end = played.finish().filter(|finish| !finish.ending.follows_from_moves());
        let movers: Vec<Player> = played.movers().collect();
        State {
            line: made.collect(),
            seated: movers.iter().map(|mover| setup.seated(*mover)).collect(),
            movers,
            end: end.map(|Finish { outcome, ending }| End {
                result: outcome,
                ending,
                note: String::new(),
                left: None,
            }),
            left: setup.clock.map(TimeControl::start),
            setup,
            game,
            played,
        }
    }

    /// How many moves stand.
    pub(crate) fn ply(&self) -> usize {
        self.played.ply()
    }

    /// Applies an event, or changes nothing and says why it is impossible.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), ApplyError> {
        match event {
            Event::Move(made) => {
                let mv = self.played.check(&made.mv)?;
                self.make(&mv, Made { mv: mv.text().into(), ..made.clone() })?;
            }
            Event::To { ply, ended } => self.go(*ply, *ended)?,
            Event::End(_) if self.played.finish().is_some() => return Err(ApplyError::Over),
            Event::End(end) => {
                self.line.truncate(self.ply());
                self.movers.truncate(self.ply());
                self.seated.truncate(self.ply());
                self.left = end.left.or(self.left);
                self.played.end(end.finish());
                self.end = Some(end.clone());
            }
            Event::Seats { seats, names } => {
                self.setup.seats.clone_from(seats);
                self.setup.names.clone_from(names);
            }
            Event::Clocks { left } => self.left = Some(*left),
        }
        Ok(())
    }

    /// Makes a move, which is that of `made`. The move that stood there before keeps what followed it; another one cuts it off.
    pub(crate) fn make(&mut self, mv: &Legal, made: Made) -> Result<(), PlayError> {
        let (ply, mover) = (self.ply(), self.played.turn());
        self.played.make(mv)?;
        self.left = made.left.or(self.left);
        let seated = self.setup.seated(mover);
        match self.line.get_mut(ply) {
            Some(before) if before.mv == made.mv => {
                *before = made;
                self.seated[ply] = seated;
            }
            _ => {
                self.line.truncate(ply);
                self.movers.truncate(ply);
                self.seated.truncate(ply);
                self.line.push(made);
                self.movers.push(mover);
                self.seated.push(seated);
                self.end = None;
            }
        }
        Ok(())
    }

    fn go(&mut self, ply: usize, ended: bool) -> Result<(), ApplyError> {
        let moves = self.line.len();
        if ply > moves {
            return Err(ApplyError::Place { ply, moves });
        }
        self.played.reopen();
        while self.ply() > ply {
            self.played.undo();
        }
        for made in &self.line[self.ply()..ply] {
            self.played.play(&made.mv)?;
        }
        let end = self.end.as_ref().filter(|_| ended && ply == moves);
        if let Some(end) = end {
            self.played.end(end.finish());
        }
        let initial = self.setup.clock.map(TimeControl::start);
        self.left = match (end, ply.checked_sub(1)) {
            (Some(end), _) if end.left.is_some() => end.left,
            (_, Some(last)) => self.line[last].left.or(initial),
            (_, None) => initial,
        };
        Ok(())
    }

    /// Whether an ending stands that is no matter of the rules.
    pub(crate) fn is_ended(&self) -> Option<&End> {
        let end = self.end.as_ref()?;
        (self.played.finish() == Some(end.finish()) && self.ply() == self.line.len()).then_some(end)
    }

    pub(crate) fn name(&self, player: Player) -> String {
        self.setup.seated(player).called()
    }

    /// Who made a player's moves, one after the other, and who sits there now.
    fn all_names(&self, player: Player) -> String {
        let made = self.movers.iter().zip(&self.seated).take(self.ply());
        let made = made.filter(|(mover, _)| **mover == player).map(|(_, seated)| seated.called());
        let mut names: Vec<String> = made.chain([self.name(player)]).collect();
        names.dedup();
        names.join(", then ")
    }

    pub(crate) fn record(&self) -> Record {
        let [first, second] = Player::BOTH.map(|player| self.all_names(player));
        let seed = Some(self.setup.seed);
        Record { first, second, seed, ..quintet_catalog::record(self.played.as_ref()) }
    }
}
