//! The game at the screen, with everything that players can do besides moving.

use std::path::Path;
use std::time::{Duration, Instant};

use quintet_catalog::{AnyGame, AnyMatch, Dice, PlayError, replay};
use quintet_core::contest::capital;
use quintet_core::{Ending, Finish, GameInfo, Outcome, Player as Side, Record, RecordError};
use quintet_players::{Budget, Forfeit, Pace, Player};

use crate::analysis::{Analysis, HINT_TIME};
use crate::clocks::Running;
use crate::computer::{Answer, Computer, Thinking};
use crate::event::{End, Event, Left, Made};
use crate::journal::Journal;
use crate::setup::{ClockSetting, Setup, SetupError};
use crate::state::{ApplyError, State};

/// How long a computer thinks that would otherwise not stop.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// One game at one screen.
pub struct Sitting {
    state: State,
    running: Running,
    computers: [Option<Computer>; 2],
    journal: Option<Journal>,
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

/// What comes of an offer to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawReply {
    /// A person decides: ask that player, then call [`Sitting::agree_draw`] or go on.
    Ask(Side),
    /// The computer agreed; the game is drawn. With its reason, as a sentence.
    Accepted(String),
    /// The computer plays on. With its reason, as a sentence.
    Declined(String),
}

/// Setting up, and what can be seen.
impl Sitting {
    /// A game before its first move, clocks stopped. It is saved nowhere until
    /// [`Saves::keep`](crate::Saves::keep) is told to.
    pub fn new(setup: Setup) -> Result<Sitting, SetupError> {
        Ok(Sitting::of(State::new(setup)?))
    }

    pub(crate) fn of(state: State) -> Sitting {
        let computers = [None, None];
        let running = Running::paused();
        Sitting { state, running, computers, journal: None, trouble: None }
    }

    /// A recorded game, gone to its end. Players that are not known by their names count as people.
    pub fn from_record(record: &Record) -> Result<Sitting, RecordError> {
        let replayed = replay(record)?;
        let names = [record.first.clone(), record.second.clone()];
        let seats = names.each_ref().map(|name| name.parse().unwrap_or(Player::Human));
        let setup = Setup {
            variant: record.variant.clone(),
            position: record.position.clone(),
            names,
            seed: record.seed.unwrap_or(0),
            ..Setup::new(&record.game, seats)
        };
        let problem = |problem: String| RecordError::new(1, problem);
        let mut state = State::new(setup).map_err(|error| problem(error.to_string()))?;
        let moves = replayed.moves().into_iter();
        let made = moves.map(|mv| Event::Move(Made { mv, left: None, chance: None }));
        let end = replayed.finish().map(|Finish { outcome, ending }| {
            Event::End(End { result: outcome, ending, note: String::new(), left: None })
        });
        for event in made.chain(end) {
            if state.played.finish().is_none() {
                state.apply(&event).map_err(|error| problem(error.to_string()))?;
            }
        }
        Ok(Sitting::of(state))
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
    ///
    /// # Panics
    /// Never: a sitting is only made for a game that exists.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.state.setup.look_up().expect("the game was looked up before").0
    }

    /// Name, players, variants, rules of the game.
    pub fn info(&self) -> &'static GameInfo {
        self.played().info()
    }

    /// Who is to move.
    pub fn turn(&self) -> Side {
        self.played().turn()
    }

    /// Who sits on a side.
    pub fn seat(&self, side: Side) -> &Player {
        &self.state.setup.seats[side.index()]
    }

    /// Whether a person sits on a side.
    pub fn is_human(&self, side: Side) -> bool {
        *self.seat(side) == Player::Human
    }

    /// What the player on a side is called.
    pub fn name(&self, side: Side) -> String {
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

    /// How many of the moves stand.
    pub fn ply(&self) -> usize {
        self.state.ply
    }

    /// The game as a record, without what was taken back.
    pub fn record(&self) -> Record {
        self.state.record()
    }

    /// The file in which the game is saved as it goes on.
    pub fn file(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
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

/// Moving, and taking moves back.
impl Sitting {
    /// Makes a move for the player to move, or changes nothing and says why not. The clock of the other player
    /// starts. A move other than the one that was taken back here cuts off what followed that one.
    pub fn play(&mut self, mv: &str, now: Instant) -> Result<(), Refused> {
        self.make(mv, None, now)
    }

    /// Makes the move of a computer player. If it failed instead, it has lost, and the error says how.
    pub fn take_answer(&mut self, answer: Answer, now: Instant) -> Result<String, Refused> {
        let Answer { side, ply, choice, report } = answer;
        if ply != self.ply() || side != self.turn() || self.finish().is_some() {
            return Err(Refused::Stale);
        }
        let chance = report.map(|report| (report.score.chance() * 1000.0).round() as u16);
        let forfeit = match choice {
            Ok(mv) => match self.make(&mv, chance, now) {
                Ok(()) => return Ok(mv),
                Err(Refused::Play(error)) => Forfeit::Illegal { problem: error.to_string() },
                Err(other) => return Err(other),
            },
            Err(forfeit) => forfeit,
        };
        let player = capital(self.info().player(side));
        self.end(
            Outcome::Win(side.opponent()),
            forfeit.ending(),
            format!("{player} {forfeit}."),
            now,
        );
        Err(Refused::Forfeit { player, forfeit })
    }

    fn make(&mut self, mv: &str, chance: Option<u16>, now: Instant) -> Result<(), Refused> {
        if self.tick(now) {
            return Err(Refused::TimeUp { player: self.info().player(self.turn()) });
        }
        let side = self.turn();
        let increment = self.setup().clock.map(|clock| clock.increment);
        let left =
            self.left(now).zip(increment).map(|(left, increment)| left.with(side, increment));
        let event = Event::Move(Made { mv: mv.into(), left, chance });
        match self.commit(&event) {
            Ok(()) => {
                self.running = Running::since(now);
                Ok(())
            }
            Err(ApplyError::Move(error)) => Err(Refused::Play(error)),
            Err(other) => unreachable!("only a move was made: {other}"),
        }
    }

    /// Takes back the last move, or what ended the game if that was not a move, and stops the clocks. False if there
    /// is nothing to take back.
    pub fn take_back(&mut self) -> bool {
        let ply = self.ply();
        match (self.state.is_ended().is_some(), ply) {
            (true, _) => self.go(ply, false),
            (false, 0) => false,
            (false, _) => self.go(ply - 1, false),
        }
    }

    /// Takes back to the last position in which a person was to move; a single move where no person plays. False if
    /// there is no such position.
    pub fn take_back_turn(&mut self) -> bool {
        if Side::BOTH.iter().all(|side| !self.is_human(*side)) {
            return self.take_back();
        }
        if self.state.is_ended().is_some() && self.is_human(self.turn()) {
            return self.take_back();
        }
        let mut earlier = self.played().boxed_clone();
        let mut ply = self.ply();
        while earlier.undo().is_some() {
            ply -= 1;
            if self.is_human(earlier.turn()) {
                return self.go(ply, false);
            }
        }
        false
    }

    /// Makes again what was taken back last: a move, or what ended the game. False if there is nothing.
    pub fn forward(&mut self) -> bool {
        let (ply, moves) = (self.ply(), self.line().len());
        if ply < moves {
            // An ending by something other than moves is a step of its own.
            self.go(ply + 1, false)
        } else {
            self.state.end.is_some() && self.state.is_ended().is_none() && self.go(moves, true)
        }
    }

    /// Goes to the position after that many moves, also to what was taken back; at the last with whatever ended the
    /// game. False if there are not so many.
    pub fn go_to(&mut self, ply: usize) -> bool {
        self.go(ply, true)
    }

    fn go(&mut self, ply: usize, ended: bool) -> bool {
        let ended = ended && ply == self.line().len() && self.state.end.is_some();
        if ply == self.ply() && ended == self.state.is_ended().is_some() {
            return false;
        }
        self.running = Running::paused();
        self.commit(&Event::To { ply, ended }).is_ok()
    }
}

/// Endings by other than the rules, and who sits where.
impl Sitting {
    /// `side` gives the game up. False if it is over already.
    pub fn resign(&mut self, side: Side, now: Instant) -> bool {
        self.end(Outcome::Win(side.opponent()), Ending::Resignation, String::new(), now)
    }

    /// `side` offers a draw. A person is to be asked; a computer agrees at once if it thinks that it is not ahead.
    pub fn offer_draw(&mut self, side: Side, now: Instant) -> DrawReply {
        let other = side.opponent();
        if self.finish().is_some() {
            return DrawReply::Declined("The game is over.".into());
        }
        if self.is_human(other) {
            return DrawReply::Ask(other);
        }
        let name = capital(self.info().player(other));
        let Some(made) = self.last_move_of(other) else {
            return DrawReply::Declined(format!("{name} declines: it has not made a move yet."));
        };
        let reason = match made.chance.map(|chance| (chance, (chance + 5) / 10)) {
            Some((chance, percent)) if chance > 500 => {
                return DrawReply::Declined(format!(
                    "{name} declines: at its last move it saw itself ahead, with {percent} % to win."
                ));
            }
            Some((_, percent)) => {
                format!("at its last move it gave itself {percent} %, no more than even")
            }
            None => "it plays without judging positions".into(),
        };
        self.agree_draw(now);
        DrawReply::Accepted(format!("{name} accepts: {reason}."))
    }

    /// Both players agree to a draw. False if the game is over already.
    pub fn agree_draw(&mut self, now: Instant) -> bool {
        self.end(Outcome::Draw, Ending::Agreement, String::new(), now)
    }

    fn last_move_of(&self, side: Side) -> Option<&Made> {
        let mut earlier = self.played().boxed_clone();
        while earlier.undo().is_some() {
            if earlier.turn() == side {
                return self.line().get(earlier.moves().len());
            }
        }
        None
    }

    fn end(&mut self, result: Outcome, ending: Ending, note: String, now: Instant) -> bool {
        let left = self.left(now);
        let ended = self.commit(&Event::End(End { result, ending, note, left })).is_ok();
        if ended {
            self.running = Running::paused();
        }
        ended
    }

    /// The players exchange their sides; the clocks stay with the sides.
    pub fn swap_sides(&mut self) {
        let Setup { mut seats, mut names, .. } = self.setup().clone();
        seats.swap(0, 1);
        names.swap(0, 1);
        self.computers.swap(0, 1);
        self.sit_down(seats, names);
    }

    /// Somebody else takes over a side. An empty name means that the player is called what it is.
    pub fn change_seat(&mut self, side: Side, player: Player, name: &str) {
        let Setup { mut seats, mut names, .. } = self.setup().clone();
        if seats[side.index()] != player {
            self.computers[side.index()] = None;
        }
        seats[side.index()] = player;
        names[side.index()] = name.into();
        self.sit_down(seats, names);
    }

    fn sit_down(&mut self, seats: [Player; 2], names: [String; 2]) {
        let seated = self.commit(&Event::Seats { seats, names });
        debug_assert!(seated.is_ok(), "anybody may sit down at any time");
    }
}

/// Clocks.
impl Sitting {
    /// How much time each player has, if there are clocks.
    pub fn clock_setting(&self) -> Option<ClockSetting> {
        self.setup().clock
    }

    /// What a player's clock shows; `None` without clocks.
    pub fn clock(&self, side: Side, now: Instant) -> Option<Duration> {
        self.left(now).map(|left| left.of(side))
    }

    /// Ends the game if the player to move has run out of time; true if that happened just now.
    pub fn tick(&mut self, now: Instant) -> bool {
        let side = self.turn();
        let fallen = self.finish().is_none()
            && !self.running.is_paused()
            && self.clock(side, now).is_some_and(|left| left.is_zero());
        fallen && self.end(Outcome::Win(side.opponent()), Ending::Time, String::new(), now)
    }

    /// Whether the game waits: clocks stand still, and no computer begins to think. So it is before
    /// [`resume`](Sitting::resume) and after moves were taken back, until the next move.
    pub fn is_paused(&self) -> bool {
        self.running.is_paused()
    }

    /// Stops the clocks and saves what they show.
    pub fn pause(&mut self, now: Instant) {
        if let Some(left) = self.left(now).filter(|left| self.state.left != Some(*left)) {
            let stopped = self.commit(&Event::Clocks { left });
            debug_assert!(stopped.is_ok(), "clocks may be stopped at any time");
        }
        self.running = Running::paused();
    }

    /// Lets the game go on.
    pub fn resume(&mut self, now: Instant) {
        if self.is_paused() && self.finish().is_none() {
            self.running = Running::since(now);
        }
    }

    fn left(&self, now: Instant) -> Option<Left> {
        let running = self.finish().is_none();
        let elapsed = if running { self.running.elapsed(now) } else { Duration::ZERO };
        self.state.left.map(|left| left.after(self.turn(), elapsed))
    }
}

/// Computer players and advice.
impl Sitting {
    /// Lets the computer begin to think, if it is to move in a running game that is not paused.
    pub fn think(&mut self, now: Instant) -> Option<Thinking> {
        let side = self.turn();
        if self.finish().is_some() || self.is_paused() || self.is_human(side) {
            return None;
        }
        let pace = self.pace(side, now);
        let (game, variant) = self.setup().look_up().ok()?;
        let index = side.index();
        if self.computers[index].is_none() {
            let mut seeds = Dice::new(self.setup().seed);
            let seeds = [seeds.next_seed(), seeds.next_seed()];
            self.computers[index] = Computer::seat(self.seat(side), game, variant, seeds[index]);
        }
        let budget = Budget { pace, ..Budget::default() };
        let ply = self.ply();
        let computer = self.computers[index].as_mut()?;
        Some(computer.ask(self.state.played.as_ref(), ply, budget))
    }

    fn pace(&self, side: Side, now: Instant) -> Pace {
        let Setup { clock, move_time, .. } = self.setup();
        if let (Some(clock), Some(left)) = (clock, self.left(now)) {
            let remaining = Side::BOTH.map(|side| left.of(side));
            return Pace::Clock { remaining, increment: [clock.increment; 2] };
        }
        match move_time {
            Some(time) => Pace::MoveTime(*time),
            None if self.seat(side).is_tireless() => Pace::MoveTime(MOVE_TIME),
            None => Pace::Unlimited,
        }
    }

    /// A strong engine looks for the best move for a second. `None` if the game is over.
    pub fn hint(&self) -> Option<Analysis> {
        Analysis::start(self.game(), self.played(), 1, Some(HINT_TIME))
    }

    /// A strong engine follows that many of the best moves until it is dropped. `None` if the game is over.
    pub fn analyse(&self, lines: usize) -> Option<Analysis> {
        Analysis::start(self.game(), self.played(), lines, None)
    }

    /// Sends the computer players away and waits until they are gone, programs included. They come back when they are
    /// asked to [`think`](Sitting::think). A sitting that is merely dropped waits for nobody.
    pub fn dismiss_computers(&mut self) {
        for computer in &mut self.computers {
            if let Some(computer) = computer.take() {
                computer.dismiss();
            }
        }
    }
}

impl Sitting {
    /// Lets something happen and saves it.
    fn commit(&mut self, event: &Event) -> Result<(), ApplyError> {
        self.state.apply(event)?;
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.append(event)
        {
            self.trouble = Some(format!(
                "the game is no longer saved: cannot write {}: {error}",
                journal.path().display()
            ));
            self.journal = None;
        }
        Ok(())
    }
}
