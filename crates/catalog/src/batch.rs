//! Many games at once: an action for each goes in, what follows comes out, and who finishes begins anew.
//!
//! Threads are started for a call and end with it: whoever forks a process between two calls leaves none behind.

use std::thread;

use quintet_core::encoding::PlaneWriter;
use quintet_core::{Action, Chance as _, Encode, Encoding, Player, Repetition, Variant};

use crate::dice::Dice;
use crate::encoder::ActionError;

/// An action that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// There are more or fewer actions than games.
    #[error("expected an action for each of the {games} games, got {found}")]
    Count {
        /// How many games there are.
        games: usize,
        /// How many actions.
        found: usize,
    },
    /// One of them is not legal.
    #[error("game {game}: {error}")]
    Illegal {
        /// Whose.
        game: usize,
        /// What is legal.
        error: ActionError,
    },
}

/// Where the answer goes: a row for each game.
pub struct Answer<'a> {
    /// Planes of what the player who acts next sees, which come all 0.
    pub observations: &'a mut [u8],
    /// Which actions are legal next, which come all unset.
    pub legal: &'a mut [bool],
    /// 1 for a win, -1 for a loss, else 0, for the player who has just acted; 0 while a game runs.
    pub rewards: &'a mut [f32],
    /// Whether the game ended; then the rest is of the next game.
    pub done: &'a mut [bool],
    /// Who acts next: 0 for the first player, 1 for the second.
    pub players: &'a mut [u8],
}

/// Many games whose types are erased.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn count(&self) -> usize;
    /// Begins all games anew.
    fn reset(&mut self, threads: usize, answer: Answer<'_>);
    /// Takes an action in every game. If one of them is not legal, nothing changes.
    fn step(
        &mut self,
        actions: &[i64],
        threads: usize,
        answer: Answer<'_>,
    ) -> Result<(), BatchError>;
    /// Legal actions, each equally likely.
    fn sample(&self, dice: &mut Dice, actions: &mut [i64]);
    /// The positions as texts.
    fn positions(&self) -> Vec<String>;
}

/// No move has more steps than this less 1.
const MOST_STEPS: usize = 32;

/// A game of a batch.
struct Lane<G> {
    position: G,
    begun: [Action; MOST_STEPS],
    made: usize,
    seen: Repetition<G>,
}

impl<G: Encode> Lane<G> {
    fn new(start: &G) -> Self {
        let mut lane = Lane {
            position: start.clone(),
            begun: [0; MOST_STEPS],
            made: 0,
            seen: Repetition::new(),
        };
        lane.seen.visit(start);
        lane
    }

    /// Begins anew, with the memory that it has.
    fn restart(&mut self, start: &G) {
        self.position = start.clone();
        self.made = 0;
        self.seen.clear();
        self.seen.visit(start);
    }

    fn begun(&self) -> &[Action] {
        &self.begun[..self.made]
    }

    /// Takes a legal action; gives the reward of who took it, if that ended the game.
    #[inline]
    fn act(&mut self, action: Action) -> Option<f32> {
        self.begun[self.made] = action;
        self.made += 1;
        let mv = self.position.composed(self.begun())?;
        let actor = self.position.turn();
        self.position.play(mv);
        self.made = 0;
        if let Some(outcome) = self.position.outcome() {
            let reward = |winner: Player| if winner == actor { 1.0 } else { -1.0 };
            return Some(outcome.winner().map_or(0.0, reward));
        }
        self.seen.visit(&self.position).then_some(0.0)
    }
}

/// See [`AnyBatch`].
pub(crate) struct Batch<G> {
    start: G,
    lanes: Vec<Lane<G>>,
    /// What is legal in each game, as it was told.
    legal: Vec<bool>,
    /// How many actions there are, how many numbers an observation has and how many of them a plane.
    actions: usize,
    observation: usize,
    plane: usize,
}

impl<G: Encode> Batch<G> {
    pub(crate) fn new(variant: Variant, count: usize) -> Self {
        let start = G::start(variant);
        let encoding = Encoding::of::<G>(variant);
        let actions = encoding.actions.len();
        let mut first = vec![false; actions];
        start.mark_legal(&[], &mut first);
        Batch {
            lanes: (0..count).map(|_| Lane::new(&start)).collect(),
            legal: first.repeat(count),
            actions,
            observation: encoding.observation_size(),
            plane: encoding.grid[0] * encoding.grid[1],
            start,
        }
    }

    /// Finds an action that is not legal.
    fn check(&self, actions: &[i64]) -> Result<(), BatchError> {
        if actions.len() != self.lanes.len() {
            return Err(BatchError::Count { games: self.lanes.len(), found: actions.len() });
        }
        let rows = self.legal.chunks_exact(self.actions);
        for (game, (row, action)) in rows.zip(actions).enumerate() {
            let known = usize::try_from(*action).ok().and_then(|action| row.get(action));
            if known != Some(&true) {
                let legal = (0..).zip(row).filter(|(_, legal)| **legal).map(|(action, _)| action);
                let error = ActionError { found: *action, legal: legal.collect() };
                return Err(BatchError::Illegal { game, error });
            }
        }
        Ok(())
    }

    /// Does the work of a call in parts of the games, a thread each.
    fn run(&mut self, actions: Option<&[i64]>, threads: usize, answer: &mut Answer<'_>) {
        let part = self.lanes.len().div_ceil(threads.max(1)).max(1);
        let work = Work {
            start: &self.start,
            observation: self.observation,
            plane: self.plane,
            actions: self.actions,
        };
        let mut rows = answer
            .observations
            .chunks_mut(part * self.observation)
            .zip(answer.legal.chunks_mut(part * self.actions))
            .zip(answer.rewards.chunks_mut(part).zip(answer.done.chunks_mut(part)))
            .zip(answer.players.chunks_mut(part))
            .zip(self.legal.chunks_mut(part * self.actions))
            .zip(self.lanes.chunks_mut(part))
            .enumerate()
            .map(
                |(number, (((((observations, legal), (rewards, done)), players), kept), lanes))| {
                    let actions = actions.map(|actions| &actions[number * part..][..lanes.len()]);
                    let answer = Answer { observations, legal, rewards, done, players };
                    (lanes, actions, answer, kept)
                },
            );
        if threads <= 1 {
            rows.for_each(|(lanes, actions, mut answer, kept)| {
                work.part(lanes, actions, &mut answer, kept);
            });
            return;
        }
        thread::scope(|scope| {
            let own = rows.next();
            for (lanes, actions, mut answer, kept) in rows {
                let work = &work;
                scope.spawn(move || work.part(lanes, actions, &mut answer, kept));
            }
            if let Some((lanes, actions, mut answer, kept)) = own {
                work.part(lanes, actions, &mut answer, kept);
            }
        });
    }
}

/// What all threads of a call know.
struct Work<'a, G> {
    start: &'a G,
    observation: usize,
    plane: usize,
    actions: usize,
}

impl<G: Encode> Work<'_, G> {
    fn part(
        &self,
        lanes: &mut [Lane<G>],
        actions: Option<&[i64]>,
        answer: &mut Answer<'_>,
        kept: &mut [bool],
    ) {
        let mut observations = answer.observations.chunks_exact_mut(self.observation);
        let mut legal = answer.legal.chunks_exact_mut(self.actions);
        for (number, lane) in lanes.iter_mut().enumerate() {
            let ended = actions.and_then(|actions| lane.act(actions[number] as Action));
            answer.rewards[number] = ended.unwrap_or(0.0);
            answer.done[number] = ended.is_some();
            if ended.is_some() || actions.is_none() {
                lane.restart(self.start);
            }
            answer.players[number] = lane.position.turn().index() as u8;
            if let Some(numbers) = observations.next() {
                lane.position.observe(lane.begun(), &mut PlaneWriter::new(numbers, self.plane));
            }
            if let Some(legal) = legal.next() {
                lane.position.mark_legal(lane.begun(), legal);
                kept[number * self.actions..][..self.actions].copy_from_slice(legal);
            }
        }
    }
}

impl<G: Encode> AnyBatch for Batch<G> {
    fn count(&self) -> usize {
        self.lanes.len()
    }

    fn reset(&mut self, threads: usize, mut answer: Answer<'_>) {
        self.run(None, threads, &mut answer);
    }

    fn step(
        &mut self,
        actions: &[i64],
        threads: usize,
        mut answer: Answer<'_>,
    ) -> Result<(), BatchError> {
        self.check(actions)?;
        self.run(Some(actions), threads, &mut answer);
        Ok(())
    }

    fn sample(&self, dice: &mut Dice, actions: &mut [i64]) {
        for (row, action) in self.legal.chunks_exact(self.actions).zip(actions) {
            let count = row.iter().filter(|legal| **legal).count() as u32;
            let wanted = dice.below(count.max(1));
            let legal = row.iter().enumerate().filter(|(_, legal)| **legal);
            *action = legal.map(|(action, _)| action as i64).nth(wanted as usize).unwrap_or(-1);
        }
    }

    fn positions(&self) -> Vec<String> {
        self.lanes.iter().map(|lane| lane.position.to_string()).collect()
    }
}
