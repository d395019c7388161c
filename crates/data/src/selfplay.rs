//! Which games are played, and how they are cut into parts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quintet_arena::Openings;
use quintet_arena::muster::{self, Absent, must_start};
use quintet_arena::series::side_of_a;
use quintet_catalog::{
    Aim, AnyEngine, AnyGame, AnyMatch, Brain, Encoder, Limits, Report, Stop, Thought,
};
use quintet_core::key::mix;
use quintet_core::{Encoding, Finish, Player, Variant};
use quintet_players::{Alarm, Budget, Fault, Forfeit, Pace, PlayerSpec, Thinker};

use crate::rows::{Decision, Game};

/// Which games are played. Player A moves first in even games.
#[derive(Clone)]
pub struct SelfPlay {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its variant.
    pub variant: Variant,
    /// A and B, who may be the same.
    pub players: [PlayerSpec; 2],
    /// How many games.
    pub games: u64,
    /// How many of them a part holds.
    pub games_a_part: u64,
    /// How many random moves each begins with; they are not told.
    pub random_plies: u32,
    /// What a player may look at for a move.
    pub limits: Limits,
    /// How long a player may think about a move.
    pub time: Option<Duration>,
    /// How many of the best moves are told of each decision.
    pub lines: usize,
    /// What chance is seeded with.
    pub seed: u64,
}

/// Why games cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayingError {
    /// The game has no actions.
    #[error("{0} has no numbered actions, which the tables tell")]
    NoActions(&'static str),
    /// A program does not start.
    #[error(transparent)]
    Absent(#[from] Absent),
    /// A player is not one.
    #[error("self-play is between computer players, not humans")]
    Human,
    /// A program failed.
    #[error("game {}: {player} {forfeit}", .game + 1)]
    Forfeit {
        /// Which game, from 0; it is told from 1, as in a match.
        game: u64,
        /// Who failed.
        player: String,
        /// How.
        forfeit: Forfeit,
    },
}

/// Games that were played.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// In their order, none left out.
    pub games: Vec<Game>,
    /// Why there are no more: a player failed.
    pub failed: Option<PlayingError>,
}

impl SelfPlay {
    /// Whether the players can play: told before anything is written.
    pub fn must_start(&self) -> Result<(), PlayingError> {
        if self.players.contains(&PlayerSpec::Human) {
            return Err(PlayingError::Human);
        }
        must_start(&self.players, self.game, self.variant)?;
        Ok(())
    }

    /// How many parts there are.
    pub fn parts(&self) -> u64 {
        self.games.div_ceil(self.games_a_part.max(1))
    }

    /// The games of a part.
    pub fn games_of(&self, part: u64) -> Range<u64> {
        let first = part * self.games_a_part;
        first..self.games.min(first + self.games_a_part)
    }

    /// Plays games by their numbers; tells of each as it ends, in any order. Where it is stopped, or a player fails, the
    /// games before the first one that is missing are there.
    pub fn play(
        &self,
        range: Range<u64>,
        workers: usize,
        stop: &Stop,
        tell: &(dyn Fn() + Sync),
    ) -> Result<Played, PlayingError> {
        let encoder = self.game.encoder().ok_or(PlayingError::NoActions(self.game.info().name))?;
        let encoding = encoder.encoding(self.variant);
        let coding = Coding { encoder, encoding: &encoding };
        let next = AtomicU64::new(range.start);
        let played: Mutex<BTreeMap<u64, Result<Game, PlayingError>>> = Mutex::default();
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= range.end || stop.is_set() {
                    return;
                }
                let Some(game) = self.play_game(number, coding, stop).transpose() else { return };
                let failed = game.is_err();
                played.lock().unwrap_or_else(PoisonError::into_inner).insert(number, game);
                if failed {
                    next.store(range.end, Ordering::Relaxed);
                } else {
                    tell();
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..workers.max(1) {
                scope.spawn(work);
            }
            work();
        });
        let mut all = Played::default();
        for (number, game) in played.into_inner().unwrap_or_else(PoisonError::into_inner) {
            match game {
                Ok(game) if number == range.start + all.games.len() as u64 => all.games.push(game),
                Ok(_) => {}
                Err(error) => {
                    all.failed.get_or_insert(error);
                }
            }
        }
        Ok(all)
    }

    /// Plays one game; `None` if it was stopped.
    fn play_game(
        &self,
        number: u64,
        coding: Coding<'_>,
        stop: &Stop,
    ) -> Result<Option<Game>, PlayingError> {
        let openings = Openings::Random { plies: self.random_plies };
        let opened = openings.number(number, self.game, self.variant, self.seed, stop);
        let Some(mut played) = opened else { return Ok(None) };
        let mut seats = [self.seat(0, number)?, self.seat(1, number)?];
        let mut decisions = Vec::new();
        while played.finish().is_none() {
            let is_a = played.turn() == side_of_a(number);
            let which = usize::from(!is_a);
            let found = seats[which].decide(self, played.as_ref(), stop);
            if stop.is_set() {
                return Ok(None);
            }
            let found = found.map_err(|forfeit| self.failed(which, number, forfeit))?;
            decisions.push(coding.decision(played.as_ref(), found.clone()));
            let made = played.play(&found.mv);
            made.map_err(|error| self.failed(which, number, Fault::Illegal(error).into()))?;
        }
        let outcome = played.finish().map(|Finish { outcome, .. }| outcome);
        let outcome = outcome.expect("the game has ended");
        Ok(Some(Game { number, decisions, outcome }))
    }

    fn failed(&self, which: usize, game: u64, forfeit: Forfeit) -> PlayingError {
        PlayingError::Forfeit { game, player: self.players[which].to_string(), forfeit }
    }

    fn seat(&self, which: usize, number: u64) -> Result<Seat, PlayingError> {
        let seed = mix(mix(self.seed, number), which as u64);
        Ok(match &self.players[which] {
            PlayerSpec::Computer(brain) => {
                Seat::Engine(brain.clone(), self.game.engine(brain, seed))
            }
            program => Seat::Program(muster::seat(program, self.game, self.variant, seed)?),
        })
    }
}

/// Who decides.
enum Seat {
    Engine(Brain, Box<dyn AnyEngine>),
    Program(Box<dyn Thinker>),
}

/// What a player decided, and what it found.
#[derive(Clone)]
struct Found {
    mv: String,
    score: Option<f64>,
    nodes: u64,
    best: Vec<(String, f64)>,
}

impl Seat {
    fn decide(
        &mut self,
        wanted: &SelfPlay,
        played: &dyn AnyMatch,
        stop: &Stop,
    ) -> Result<Found, Forfeit> {
        let mut reports: Vec<Report<String>> = Vec::new();
        let mut keep = |report: &Report<String>| {
            reports.retain(|other| other.rank != report.rank);
            reports.push(report.clone());
        };
        let mv = match self {
            Seat::Program(program) => {
                let pace = wanted.time.map_or(Pace::Unlimited, Pace::MoveTime);
                let budget = Budget { pace, limits: wanted.limits, stop: stop.part() };
                program.choose(played, &budget, &mut keep)?.text().to_owned()
            }
            Seat::Engine(brain, engine) => {
                let thought = Thought {
                    limits: wanted.limits,
                    stop: stop.part(),
                    lines: wanted.lines,
                    aim: Aim::Move,
                };
                let own = brain.settings().milliseconds.map(Duration::from_millis);
                let deadline = wanted.time.or(own).map(|time| Instant::now() + time);
                let _alarm = deadline.map(|deadline| Alarm::set(deadline, thought.stop.clone()));
                let best = engine.think(played, &thought, &mut keep);
                let mv = best.line.first().expect("a report has the best move").clone();
                if !matches!(brain, Brain::Random | Brain::Greedy | Brain::Level(1 | 2, _)) {
                    keep(&best);
                }
                mv
            }
        };
        reports.sort_by_key(|report| report.rank);
        let best = reports
            .iter()
            .filter_map(|report| Some((report.line.first()?.clone(), report.score.chance())));
        Ok(Found {
            score: reports.first().map(|report| report.score.chance()),
            nodes: reports.first().map_or(0, |report| report.nodes),
            best: best.collect(),
            mv,
        })
    }
}

/// How moves become actions.
#[derive(Clone, Copy)]
struct Coding<'a> {
    encoder: &'static dyn Encoder,
    encoding: &'a Encoding,
}

impl Coding<'_> {
    fn decision(self, played: &dyn AnyMatch, found: Found) -> Decision {
        let actions = self.encoder.actions_of(self.encoding, played, &found.mv);
        let legal = (0..actions.len()).map(|made| {
            let legal =
                self.encoder.legal(self.encoding, played, &actions[..made]).unwrap_or_default();
            (0..).zip(legal).filter(|(_, legal)| *legal).map(|(action, _)| action).collect()
        });
        Decision {
            ply: played.ply() as u32,
            position: played.position(),
            player: played.turn(),
            legal: legal.collect(),
            actions,
            mv: found.mv,
            score: found.score,
            nodes: found.nodes,
            best: found.best,
        }
    }
}

/// Who moves, as a number.
pub(crate) fn number_of(player: Player) -> i32 {
    player.index() as i32
}
