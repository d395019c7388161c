//! A match: many games between two players, in parallel, each opening with both colours.
//!
//! Game `i` has opening `i / 2`; player A moves first in even games. What chance a game needs is seeded from
//! the match's seed and `i`, so that a game does not depend on the others or on the number of workers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{OnceLock, mpsc};
use std::thread;

use quintet_catalog::{AnyGame, Stop, record, replay};
use quintet_core::key::mix;
use quintet_core::{Finish, Outcome, Player, Record, RecordError, Variant};
use quintet_players::{Forfeit, PlayerSpec, Thinker};

use crate::muster::{self, Absent};
use crate::openings::Openings;
use crate::referee::{self, Conditions, Protocol};
use crate::sprt::Sprt;
use crate::summary::Summary;

/// What is to be played.
#[derive(Clone)]
pub struct Contest {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its variant.
    pub variant: Variant,
    /// A and B.
    pub players: [PlayerSpec; 2],
    /// How many games at most; an odd number leaves the last opening unpaired.
    pub games: u64,
    /// Where they begin.
    pub openings: Openings,
    /// Time and limits.
    pub conditions: Conditions,
    /// What chance is seeded with.
    pub seed: u64,
    /// How many games run at the same time.
    pub workers: usize,
    /// Stops the match as soon as the games have decided.
    pub sprt: Option<Sprt>,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its number, from 0.
    pub index: u64,
    /// Its record, with the number as the tag `Round`.
    pub record: Record,
    /// What it came to besides its moves; of a game that was played earlier, what its record tells of that.
    pub protocol: Protocol,
}

/// Which side A has in a game.
pub fn side_of_a(index: u64) -> Player {
    if index.is_multiple_of(2) { Player::First } else { Player::Second }
}

/// The tag that numbers the games of a match, from 1.
pub const ROUND: &str = "Round";
/// The tags that say under what conditions and from which openings a match is played.
const CONDITIONS: &str = "Conditions";
const OPENINGS: &str = "Openings";
const ADJUDICATION: &str = "Adjudication";
/// The tags that say what a name stands for that a match gave to a program, of who moves first and second.
const PROGRAMS: [&str; 2] = ["FirstProgram", "SecondProgram"];
/// The comment on a game that ended before the rules ended it.
const ENDED_EARLY: &str = "ended early: both saw this end";

/// The number of a game in its match, from 1; 0 if its record does not tell.
pub fn round_of(record: &Record) -> u64 {
    let round = record.tags.iter().find(|(name, _)| name == ROUND);
    round.and_then(|(_, number)| number.parse().ok()).unwrap_or(0)
}

/// A record that was given to go on from is of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EarlierError {
    /// It does not belong to the match.
    #[error("game {number} of the records to go on from is not of this match: {problem}")]
    Foreign {
        /// Its place among the records, from 1.
        number: usize,
        /// What is another one.
        problem: String,
    },
    /// Its moves do not come to what it says.
    #[error("game {number} of the records to go on from is not what it says: {problem}")]
    Refuted {
        /// Its place among the records, from 1.
        number: usize,
        /// What its moves say.
        problem: RecordError,
    },
}

/// Plays a match; games in `earlier` are not played again, and of those with the same number the first counts. Tells every game, with the standing, once it and those before
/// it have ended: what a match comes to, and where its SPRT decides, does not depend on the number of workers. Stops
/// early when told from outside, when the SPRT has decided, or when a program cannot be started again: that is no game lost.
pub fn play(
    contest: &Contest,
    earlier: &[Record],
    stop: &Stop,
    tell: &mut dyn FnMut(&Finished, &Summary),
) -> Result<Summary, EarlierError> {
    let mut summary = Summary::default();
    let mut ended = BTreeSet::new();
    for (number, record) in earlier.iter().enumerate() {
        let game = contest.earlier(number, record)?;
        if game.index < contest.games && ended.insert(game.index) {
            summary.add(&game, contest.sprt);
        }
    }
    let open: Vec<u64> = (0..contest.games).filter(|index| !ended.contains(index)).collect();
    if !summary.is_decided() {
        play_games(contest, &open, &mut summary, stop, tell);
    }
    Ok(summary)
}

/// What games of a match came to that were played elsewhere, each once.
pub fn sum_up(contest: &Contest, records: &[Record]) -> Result<Summary, EarlierError> {
    let mut summary = Summary::default();
    for (number, record) in records.iter().enumerate() {
        summary.add(&contest.earlier(number, record)?, contest.sprt);
    }
    Ok(summary)
}

/// Plays some games of a match, by their numbers from 0, and adds them to what it came to so far: a match can be cut into parts that are played elsewhere, in
/// any order. Tells and stops as [`play`] does.
pub fn play_games(
    contest: &Contest,
    open: &[u64],
    summary: &mut Summary,
    stop: &Stop,
    tell: &mut dyn FnMut(&Finished, &Summary),
) {
    let next = AtomicUsize::new(0);
    let (sender, finished) = mpsc::channel();
    // Ends the workers after the game they play; `stop` ends them at once.
    let enough = Stop::new();
    // So does a player that is missing, but what was played counts.
    let absent = OnceLock::new();
    thread::scope(|scope| {
        for _ in 0..contest.workers.max(1) {
            let (sender, next, enough, absent) = (sender.clone(), &next, &enough, &absent);
            scope.spawn(move || {
                let mut seats = Seats::default();
                while !enough.is_set() && !stop.is_set() && absent.get().is_none() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(index) = open.get(place) else { break };
                    match contest.play_game(*index, &mut seats, stop) {
                        Ok(Some(game)) => drop(sender.send((place, game))),
                        Ok(None) => break,
                        // What ended the match may have ended the program, too.
                        Err(_) if stop.is_set() => break,
                        // The first one is told.
                        Err(missing) => drop(absent.set(missing)),
                    }
                }
            });
        }
        drop(sender);
        let mut count = |game: Finished| {
            summary.add(&game, contest.sprt);
            tell(&game, summary);
            if summary.is_decided() {
                enough.set();
            }
        };
        // Games that wait for those before them.
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (place, game) in finished {
            waiting.insert(place, game);
            while !enough.is_set()
                && let Some(game) = waiting.remove(&turn)
            {
                count(game);
                turn += 1;
            }
        }
        // After an interruption the games before them do not come.
        for game in waiting.into_values() {
            if !enough.is_set() {
                count(game);
            }
        }
    });
    summary.absent = absent.into_inner();
}

/// The players of a worker. Engines are made anew for every game, so that no game depends on another;
/// programs are started once.
#[derive(Default)]
struct Seats([Option<Box<dyn Thinker>>; 2]);

impl Contest {
    /// Plays a game; `None` if it was stopped.
    fn play_game(
        &self,
        index: u64,
        seats: &mut Seats,
        stop: &Stop,
    ) -> Result<Option<Finished>, Absent> {
        let opened = self.openings.number(index / 2, self.game, self.variant, self.seed, stop);
        let Some(mut played) = opened else { return Ok(None) };
        for (which, seat) in seats.0.iter_mut().enumerate() {
            self.seat(seat, which, mix(mix(self.seed, index), which as u64))?;
        }
        let [Some(a), Some(b)] = &mut seats.0 else { unreachable!("both sit") };
        let protocol = match [self.get_ready(0, a), self.get_ready(1, b)] {
            [Ok(()), Ok(())] => {
                let players: [&mut dyn Thinker; 2] = match side_of_a(index) {
                    Player::First => [&mut **a, &mut **b],
                    Player::Second => [&mut **b, &mut **a],
                };
                let protocol = referee::play(played.as_mut(), players, &self.conditions, stop);
                let Some(protocol) = protocol else { return Ok(None) };
                protocol
            }
            [ready_a, ready_b] => {
                let a_loses = ready_a.is_err();
                let loser = if a_loses { side_of_a(index) } else { side_of_a(index).opponent() };
                let forfeit = ready_a.and(ready_b).expect_err("one of them is not ready");
                if referee::is_broken_off(Some(&forfeit), stop) {
                    return Ok(None);
                }
                played.end(Finish::lost(loser, forfeit.ending()));
                Protocol { forfeit: Some(forfeit), ..Protocol::default() }
            }
        };
        let record = Record { seed: Some(self.seed), ..record(played.as_ref()) };
        if protocol.forfeit.is_some() {
            // A program that forfeited is started again for the next game.
            let winner = record.result.and_then(Outcome::winner);
            seats.0[usize::from(winner == Some(side_of_a(index)))] = None;
        }
        let record = self.label(record, index, &protocol);
        Ok(Some(Finished { index, record, protocol }))
    }

    /// Whether a player is one that goes on from game to game.
    fn is_program(&self, which: usize) -> bool {
        matches!(self.players[which], PlayerSpec::Program(_))
    }

    fn seat(
        &self,
        place: &mut Option<Box<dyn Thinker>>,
        which: usize,
        seed: u64,
    ) -> Result<(), Absent> {
        if !self.is_program(which) || place.is_none() {
            *place = Some(muster::seat(&self.players[which], self.game, self.variant, seed)?);
        }
        Ok(())
    }

    fn get_ready(&self, which: usize, player: &mut Box<dyn Thinker>) -> Result<(), Forfeit> {
        if self.is_program(which) { player.new_game() } else { Ok(()) }
    }

    fn names(&self, index: u64) -> [String; 2] {
        let [a, b] = [self.players[0].to_string(), self.players[1].to_string()];
        if side_of_a(index) == Player::First { [a, b] } else { [b, a] }
    }

    /// What a game of the match is played under, as tags with what each tells of.
    fn terms(&self, index: u64) -> impl Iterator<Item = (&'static str, String, String)> {
        let Contest { conditions, openings, .. } = self;
        let terms = [
            (CONDITIONS, "conditions are".to_owned(), conditions.describe()),
            (OPENINGS, "openings are".to_owned(), openings.describe()),
            (
                ADJUDICATION,
                "rules of early ends are".to_owned(),
                conditions.adjudication.describe(),
            ),
        ];
        let mut players = self.players.each_ref();
        if side_of_a(index) == Player::Second {
            players.reverse();
        }
        let programs = players.into_iter().zip(PROGRAMS).filter_map(|(player, tag)| match player {
            // A name can stand for anything; without one its command is the name.
            PlayerSpec::Program(program) => {
                let name = program.name.as_ref()?;
                Some((tag, format!("{name} is"), program.identity()))
            }
            _ => None,
        });
        terms.into_iter().chain(programs.collect::<Vec<_>>())
    }

    fn label(&self, record: Record, index: u64, protocol: &Protocol) -> Record {
        let [first, second] = self.names(index);
        let mut tags = vec![(ROUND.to_owned(), (index + 1).to_string())];
        tags.extend(self.terms(index).map(|(name, _, own)| (name.to_owned(), own)));
        let forfeit = protocol.forfeit.iter().map(ToString::to_string);
        let early = protocol.is_adjudicated.then(|| ENDED_EARLY.to_owned());
        let comments = forfeit.chain(early).map(|comment| (record.moves.len(), comment)).collect();
        Record { first, second, tags, comments, ..record }
    }

    /// A game that was played earlier or elsewhere, if its moves come to what it says; `number` is its place among such.
    pub fn earlier(&self, number: usize, record: &Record) -> Result<Finished, EarlierError> {
        let number = number + 1;
        let index = self.index_of(record);
        let index = index.map_err(|problem| EarlierError::Foreign { number, problem })?;
        replay(self.game, self.variant, record)
            .map_err(|problem| EarlierError::Refuted { number, problem })?;
        let mut protocol = Protocol { moves: self.asked_for(index, record), ..Protocol::default() };
        // The last comment is the match's own; those before it may be an opening's.
        if let Some((_, comment)) = record.comments.last() {
            protocol.is_adjudicated = comment == ENDED_EARLY;
            if record.ending.is_some_and(referee::is_forfeit) {
                protocol.forfeit = Some(Forfeit::recorded(comment));
            }
        }
        Ok(Finished { index, record: record.clone(), protocol })
    }

    /// How many moves the players of an earlier game were asked for: the opening was not theirs, and the move that somebody
    /// lost by is not written.
    fn asked_for(&self, index: u64, record: &Record) -> u64 {
        let opened =
            self.openings.number(index / 2, self.game, self.variant, self.seed, &Stop::new());
        let opening = opened.map_or(0, |opened| opened.moves().len());
        let missing = usize::from(record.ending.is_some_and(referee::is_forfeit));
        (record.moves.len() + missing).saturating_sub(opening) as u64
    }

    /// The number of an earlier game of this match.
    fn index_of(&self, record: &Record) -> Result<u64, String> {
        let tag =
            |wanted| record.tags.iter().find(|(name, _)| name == wanted).map(|(_, text)| text);
        let index = round_of(record).checked_sub(1).ok_or("it has no tag Round")?;
        let info = self.game.info();
        let variant = info.describe(self.variant).id;
        if record.game != info.id || record.variant != variant {
            return Err(format!("it is a game of {} {}", record.game, record.variant));
        }
        if self.names(index) != [record.first.clone(), record.second.clone()] {
            return Err(format!("it is between {} and {}", record.first, record.second));
        }
        if record.seed != Some(self.seed) {
            return Err("it has another seed".into());
        }
        // Records had no such tags once.
        for (name, what, own) in self.terms(index) {
            if let Some(other) = tag(name).filter(|other| **other != own) {
                return Err(format!("its {what} {other}, not {own}"));
            }
        }
        record.result.map(|_| index).ok_or_else(|| "it is not finished".into())
    }
}
