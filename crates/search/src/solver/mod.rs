//! Exact results near the end of a game.
//!
//! | module | what it holds |
//! |---|---|
//! | `prover` | one thread's search for the answer to one question |
//! | `candidates` | the moves that have to be searched, and their order |
//! | `shared` | what threads share: the table, the limit, who is busy where |
//! | `table` | what was proved of positions met before |
//! | `archive` | what was proved in earlier runs, for those who hand in a place to keep it |
//!
//! Every question is one of yes and no: "is this position worth at least so much?", where worth counts the
//! distance too. First it is asked who wins, then whether it can be done sooner, until the answer is no. A
//! table of whole positions keeps what each answer proved, so that later questions begin where earlier ones
//! ended. Nothing rests on an estimate; the game's promises only order the moves.
//!
//! Who wins is far cheaper to find than how soon: in Isaac's scoring phase it takes a tenth of the positions, or fewer.

mod archive;
mod candidates;
mod prover;
mod shared;
mod table;

use quintet_core::{Outcome, Player, Tactics};

use crate::alphabeta::value::{Found, WIN};
use crate::{Score, Stop};
use archive::Shelf;
pub use archive::{Archive, Proof};
use prover::{Memory, Prover};
use shared::Shared;
use table::{Known, Table};

/// The exact result of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// What comes of it if both play their best.
    pub outcome: Outcome,
    /// After how many moves of both the game is over, if the winner hurries and the loser delays; `None` for
    /// draws, and if the limit came before that was found out.
    pub distance: Option<u32>,
    /// Best moves for both: at least one, and to the end of the game if the distance is known, unless
    /// the limit came first.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
}

impl<M> Solved<M> {
    /// The result for `player`, if all of it is known.
    pub fn score(&self, player: Player) -> Option<Score> {
        match self.outcome.winner() {
            None => Some(Score::Draw),
            Some(winner) if winner == player => self.distance.map(Score::Win),
            Some(_) => self.distance.map(Score::Loss),
        }
    }
}

/// How much work a solver may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many positions it visits at most.
    pub nodes: u64,
    /// How many of them at most once the result and a move that leads to it are known, to find out how
    /// soon it comes.
    pub nodes_for_distance: u64,
    /// How many threads share the work, once there is enough of it. With one the same is found every time.
    pub threads: usize,
    /// The memory that it takes at most.
    pub bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { nodes: u64::MAX, nodes_for_distance: u64::MAX, threads: 1, bytes: 64 << 20 }
    }
}

/// What took fewer positions is found again as quickly as it is looked up and read.
const WORTH_KEEPING: u64 = 1 << 10;

/// No line is followed further.
const MOST_PLIES: i32 = 1_000;

/// Finds the exact result of a running position and how soon it can be reached, if that takes no more than
/// `node_limit` positions. In games with a rule on repetition, positions that came up before are not known
/// here, and draws are not found.
///
/// # Panics
/// If the game is over.
pub fn solve<G: Tactics>(position: &G, node_limit: u64, stop: &Stop) -> Option<Solved<G::Move>> {
    solve_with(position, Options { nodes: node_limit, ..Options::default() }, stop)
}

/// Like [`solve`], with all there is to choose.
///
/// # Panics
/// If the game is over.
pub fn solve_with<G: Tactics>(
    position: &G,
    options: Options,
    stop: &Stop,
) -> Option<Solved<G::Move>> {
    solve_keeping(position, options, None, stop)
}

/// Like [`solve_with`]. What took long to prove goes to the archive, and what is there already is not proved again.
///
/// # Panics
/// If the game is over.
pub fn solve_keeping<G: Tactics>(
    position: &G,
    options: Options,
    archive: Option<&dyn Archive>,
    stop: &Stop,
) -> Option<Solved<G::Move>> {
    Experience::new().solve(position, options, archive, stop).0
}

/// What was proved of the positions of a game: with it a question that was given up is taken up where it was left, and the
/// positions that follow are known.
pub struct Experience<G: Tactics>(Option<Table<G>>);

impl<G: Tactics> Experience<G> {
    /// Nothing is known.
    pub const fn new() -> Self {
        Experience(None)
    }

    /// Like [`solve_keeping`], beginning with what is known; also gives how many positions were visited, found or not.
    ///
    /// # Panics
    /// If the game is over.
    pub fn solve(
        &mut self,
        position: &G,
        options: Options,
        archive: Option<&dyn Archive>,
        stop: &Stop,
    ) -> (Option<Solved<G::Move>>, u64) {
        assert!(position.outcome().is_none(), "a finished game is solved");
        // In a full table what took long and is long past would keep out what is new.
        let known = self.0.take().filter(|table| !table.is_full());
        let table = known.unwrap_or_else(|| Table::new(options.bytes));
        let shelf = archive.map(|archive| Shelf::of(archive, position));
        let mut solver = Solver {
            position,
            shared: Shared::new(stop, options.nodes, table, shelf),
            memories: (0..options.threads.max(1)).map(|_| Memory::new()).collect(),
            best: None,
        };
        let solved = solver.solve(options.nodes_for_distance);
        let visited = solver.shared.visited();
        self.0 = Some(solver.shared.table);
        (solved, visited)
    }
}

impl<G: Tactics> Default for Experience<G> {
    fn default() -> Self {
        Experience::new()
    }
}

/// The questions about one position.
struct Solver<'a, G: Tactics> {
    position: &'a G,
    shared: Shared<'a, G>,
    /// One for each thread.
    memories: Vec<Memory<G::Move>>,
    /// The move that surely is worth most, and how much at least.
    best: Option<(i32, G::Move)>,
}

impl<G: Tactics> Solver<'_, G> {
    /// The result, how soon it comes, and best moves, as far as the limits allow.
    fn solve(&mut self, nodes_for_distance: u64) -> Option<Solved<G::Move>> {
        let found = self.find_result()?;
        self.shared.limit_rest(nodes_for_distance);
        let found = self.find_distance(found);
        let turn = self.position.turn();
        let outcome = if found.least > 0 {
            Outcome::Win(turn)
        } else if found.most < 0 {
            Outcome::Win(turn.opponent())
        } else {
            Outcome::Draw
        };
        let decided = found.is_certain() && found.least != 0;
        let distance = decided.then(|| (WIN - found.least.abs()) as u32);
        // Without a distance there is no telling which moves after the first are best.
        let line = self.line(if decided { found.least } else { 0 });
        self.keep(found, &line);
        Some(Solved { outcome, distance, line, nodes: self.shared.visited() })
    }

    /// Asks who wins. With cycles there may be no end to that question, so it is asked for more and more
    /// moves.
    fn find_result(&mut self) -> Option<Found> {
        let mut all = Found::running(0, 0);
        if G::INFO.repetition.is_some() {
            for distance in 1..MOST_PLIES {
                for bound in [WIN - distance, 1 - (WIN - distance)] {
                    all = self.ask(bound, all)?;
                }
                if all.least > 0 || all.most < 0 {
                    return Some(all);
                }
            }
            return None;
        }
        for bound in [1, 0] {
            all = self.ask(bound, all)?;
        }
        Some(all)
    }

    /// Asks how soon a known result comes: within more and more moves, or, if it surely comes within so many, within
    /// half of them, until one number is left. Comes back with what it has if it is stopped.
    fn find_distance(&mut self, mut all: Found) -> Found {
        while !all.is_certain() {
            // The result comes after more than `over` moves, and within `within`.
            let wins = all.least > 0;
            let (soonest, latest) =
                if wins { (all.most, all.least) } else { (-all.least, -all.most) };
            let over = WIN - soonest - 1;
            let within = WIN - latest;
            if over >= MOST_PLIES {
                break;
            }
            let distance = if within < MOST_PLIES { i32::midpoint(over, within) } else { over + 1 };
            let distance = distance.max(over + 1);
            let bound = if wins { WIN - distance } else { 1 - (WIN - distance) };
            match self.ask(bound, all) {
                Some(found) => all = found,
                None => break,
            }
        }
        all
    }

    /// Adds the answer to a question about the root to what is known; `None` if it was stopped. What was proved for an earlier
    /// root may come without a move, and counts only as far as a move shows it.
    fn ask(&mut self, bound: i32, all: Found) -> Option<Found> {
        if all.answers(bound) {
            return Some(all);
        }
        loop {
            if let Some(mut found) = self.search(bound) {
                let shown = self.best.map_or(all.least, |(least, _)| least);
                found.least = found.least.min(shown);
                return Some(all.knowing(found));
            }
            if !self.shared.go_on() {
                return None;
            }
        }
    }

    /// Lets all threads look for the answer, if there is enough to do for more than one.
    fn search(&mut self, bound: i32) -> Option<Found> {
        let Solver { position, shared, memories, best } = self;
        let position = *position;
        let shared = &*shared;
        let (own, others) = memories.split_first_mut()?;
        let others = if shared.is_worth_helpers() { others } else { &mut [] };
        let known = *best;
        let answer = |memory| {
            let mut prover = Prover::new(shared, memory, known);
            let answer = prover.answer(position, bound);
            (answer, prover.into_best())
        };
        let answers: Vec<_> = std::thread::scope(|scope| {
            let helpers: Vec<_> =
                others.iter_mut().map(|memory| scope.spawn(|| answer(memory))).collect();
            let own = answer(own);
            let theirs = helpers.into_iter().filter_map(|helper| helper.join().ok());
            std::iter::once(own).chain(theirs).collect()
        });
        shared.all_came_back();
        let mut found = None;
        for (answer, its_best) in answers {
            found = found.or(answer);
            let least = best.map_or(i32::MIN, |(least, _)| least);
            *best = its_best.filter(|(its_least, _)| *its_least > least).or(*best);
        }
        found
    }

    /// Best moves for both, as far as the limit allows.
    fn line(&mut self, value: i32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut now = self.position.clone();
        // A move that loses on the spot needs no proof to be as good as any.
        let mut next = self.best.map(|(_, mv)| mv).or_else(|| now.moves().first().copied());
        let mut value = value;
        while let Some(mv) = next {
            line.push(mv);
            let after = now.after(mv);
            if after.turn() != now.turn() {
                value = -value;
            }
            now = after;
            next = None;
            if now.outcome().is_none() && value != 0 {
                next = self.move_worth(&now, line.len() as i32, value);
            }
        }
        line
    }

    /// Keeps what came of it, with every position of the line: then nothing of it has to be found again.
    fn keep(&self, found: Found, line: &[G::Move]) {
        let visited = self.shared.visited();
        let Some(shelf) = self.shared.shelf.filter(|_| visited >= WORTH_KEEPING) else { return };
        let work = visited.ilog2() as u8;
        let (mut now, mut found) = (self.position.clone(), found);
        for (ply, mv) in (0..).zip(line) {
            shelf.keep(&now, now.essence_key(), ply, Known { mv: Some(*mv), found, work });
            let after = now.after(*mv);
            // What follows is certain only if the distance is.
            if !found.is_certain() || found.least == 0 || after.outcome().is_some() {
                break;
            }
            if after.turn() != now.turn() {
                found = found.flipped();
            }
            now = after;
        }
    }

    /// A move that keeps what the position is worth, unless the limit comes first.
    fn move_worth(&mut self, position: &G, ply: i32, value: i32) -> Option<G::Move> {
        let kept =
            self.shared.shelf.and_then(|shelf| shelf.find(position, position.essence_key(), ply));
        if let Some(Known { mv: Some(mv), found, .. }) = kept
            && found.least >= value
        {
            return Some(mv);
        }
        loop {
            let mut prover = Prover::new(&self.shared, &mut self.memories[0], self.best);
            let found = prover.move_worth(position, ply, value);
            let stopped = prover.was_stopped();
            drop(prover);
            if !stopped || !self.shared.go_on() {
                return found;
            }
        }
    }
}
