//! Exact results near the end of a game.
//!
//! Every question is one of yes and no: "is this position worth at least so much?", where worth counts the
//! distance too. First it is asked who wins, then whether it can be done sooner, until the answer is no. A
//! table of whole positions keeps what each answer proved, so that later questions begin where earlier ones
//! ended. Nothing rests on an estimate; the game's promises only order the moves.

use std::ops::ControlFlow;

use quintet_core::{Outcome, Player, Tactics};

use crate::alphabeta::table::{Kind, Known, Table};
use crate::alphabeta::value::{Found, RESULT, WIN};
use crate::{Score, Stop};

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

/// The memory that a solver takes at most.
const TABLE_BYTES: usize = 64 << 20;

/// The positions that the table has room for at first: most solving is quick.
const FIRST_TABLE: u64 = 1 << 14;

/// No line is followed further.
const MOST_PLIES: i32 = 1_000;

/// The signal is looked at after so many positions.
const WATCH_EVERY: u64 = 1024;

/// Finds the exact result of a running position and how soon it can be reached, if that takes no more than
/// `node_limit` positions. In games with a rule on repetition, positions that came up before are not known
/// here, and draws are not found.
///
/// # Panics
/// If the game is over.
pub fn solve<G: Tactics>(position: &G, node_limit: u64, stop: &Stop) -> Option<Solved<G::Move>> {
    assert!(position.outcome().is_none(), "a finished game is solved");
    let mut table = Table::new();
    table.prepare(node_limit.min(FIRST_TABLE), TABLE_BYTES);
    let mut solver = Solver {
        table,
        stop,
        node_limit,
        nodes: 0,
        watch_at: 0,
        stopped: false,
        candidates: Vec::new(),
        best: None,
    };
    let found = solver.find_result(position)?;
    let found = solver.find_distance(position, found);
    let outcome = if found.least > 0 {
        Outcome::Win(position.turn())
    } else if found.most < 0 {
        Outcome::Win(position.turn().opponent())
    } else {
        Outcome::Draw
    };
    let decided = found.is_certain() && found.least != 0;
    let distance = decided.then(|| (WIN - found.least.abs()) as u32);
    // Without a distance there is no telling which moves after the first are best.
    let line = solver.line(position, if decided { found.least } else { 0 });
    Some(Solved { outcome, distance, line, nodes: solver.nodes })
}

struct Solver<'a, G: Tactics> {
    table: Table<G>,
    stop: &'a Stop,
    node_limit: u64,
    nodes: u64,
    watch_at: u64,
    stopped: bool,
    /// The moves of all positions on the way, one list after the other.
    candidates: Vec<Candidate<G::Move>>,
    /// The move that surely is worth most at the root, and how much at least.
    best: Option<(i32, G::Move)>,
}

/// A move that does not end the game.
#[derive(Clone, Copy)]
struct Candidate<M> {
    mv: M,
    /// The key of the position after it.
    key: u64,
    rank: i32,
}

/// Whether a position `ply` moves from the root is worth at least `bound` to the player to move.
#[derive(Clone, Copy)]
struct Question {
    ply: i32,
    bound: i32,
}

/// What the moves tried so far are worth, and the one that surely is worth most.
struct Tried<M> {
    found: Found,
    best: Option<M>,
}

impl<M> Tried<M> {
    fn add(&mut self, mv: M, got: Found) {
        if got.least > self.found.least {
            self.best = Some(mv);
        }
        self.found = self.found.better(got);
    }
}

impl<G: Tactics> Solver<'_, G> {
    /// Asks who wins. With cycles there may be no end to that question, so it is asked for more and more
    /// moves.
    fn find_result(&mut self, position: &G) -> Option<Found> {
        let mut all = Found::running(0, 0);
        if G::INFO.repetition.is_some() {
            for distance in 1..MOST_PLIES {
                for bound in [WIN - distance, 1 - (WIN - distance)] {
                    all = self.ask(position, bound, all)?;
                }
                if all.least > 0 || all.most < 0 {
                    return Some(all);
                }
            }
            return None;
        }
        for bound in [1, 0] {
            all = self.ask(position, bound, all)?;
        }
        Some(all)
    }

    /// Asks for a known result within more and more moves. Comes back with what it has if it is stopped.
    fn find_distance(&mut self, position: &G, mut all: Found) -> Found {
        for distance in 1..MOST_PLIES {
            if all.is_certain() {
                break;
            }
            let bound = if all.least > 0 { WIN - distance } else { 1 - (WIN - distance) };
            match self.ask(position, bound, all) {
                Some(found) => all = found,
                None => break,
            }
        }
        all
    }

    /// Adds the answer to a question about the root to what is known; `None` if it was stopped.
    fn ask(&mut self, position: &G, bound: i32, all: Found) -> Option<Found> {
        if all.answers(bound) {
            return Some(all);
        }
        let found = self.prove(position, position.key(), Question { ply: 0, bound });
        (!self.stopped).then(|| all.knowing(found))
    }

    /// Whether a running position is worth at least the bound: afterwards its least or its most says so,
    /// unless the search was stopped.
    fn prove(&mut self, position: &G, key: u64, question: Question) -> Found {
        let Question { ply, bound } = question;
        let mut proved = Found::running(0, ply);
        if proved.answers(bound) || ply >= MOST_PLIES {
            return proved;
        }
        let mut first = None;
        if let Some(known) = self.table.get(position, key, ply) {
            proved = proved.knowing(known.found);
            first = known.mv;
            if proved.answers(bound) {
                return proved;
            }
        }
        proved = proved.knowing(settled(position, ply));
        if proved.answers(bound) {
            return proved;
        }
        let before = self.nodes;
        let start = self.candidates.len();
        let mut tried = Tried { found: Found::exact(-WIN), best: None };
        self.look_ahead(position, question, &mut tried);
        if tried.found.least < bound {
            self.drop_duplicates(position, start);
            self.order(start, first);
            self.try_candidates(position, question, start, &mut tried);
        }
        self.candidates.truncate(start);
        if self.stopped {
            return proved;
        }
        let Tried { mut found, best } = tried;
        if found.least >= bound {
            found.most = proved.most;
        }
        found = found.knowing(proved);
        if let Some(mv) = best.filter(|_| ply == 0)
            && self.best.is_none_or(|(least, _)| tried.found.least > least)
        {
            self.best = Some((tried.found.least, mv));
        }
        // What took longest to find out is kept longest.
        let depth = (self.nodes - before).max(1).ilog2() as i32;
        self.table.put(position, key, ply, Known { mv: best, found, depth, kind: Kind::Exact });
        found
    }

    /// Makes every move once: what ends the game or is known to suffice is found without any search. The
    /// others become candidates.
    fn look_ahead(&mut self, position: &G, question: Question, tried: &mut Tried<G::Move>) {
        let Question { ply, bound } = question;
        let _ = position.for_each_move(|mv| {
            if self.visit() {
                return ControlFlow::Break(());
            }
            let after = position.after(mv);
            let same_player = after.turn() == position.turn();
            let mut key = 0;
            let got = if let Some(outcome) = after.outcome() {
                Some(Found::over(&after, outcome, ply + 1))
            } else {
                key = after.key();
                self.table.get(&after, key, ply + 1).map(|known| known.found)
            };
            let got = got.map(|got| if same_player { got } else { got.flipped() });
            if let Some(got) = got.filter(|got| got.answers(bound)) {
                tried.add(mv, got);
                let enough = got.least >= bound;
                return if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            // Ordered by the evaluation after the move, Isaac takes up to twenty times the positions.
            self.candidates.push(Candidate { mv, key, rank: position.promise(mv) });
            ControlFlow::Continue(())
        });
    }

    /// Keeps one of the moves that lead to the same position.
    fn drop_duplicates(&mut self, position: &G, start: usize) {
        let list = &mut self.candidates[start..];
        list.sort_unstable_by_key(|candidate| candidate.key);
        let mut kept = start;
        for place in start..self.candidates.len() {
            let candidate = self.candidates[place];
            let same = kept > start && {
                let last = self.candidates[kept - 1];
                last.key == candidate.key && position.after(last.mv) == position.after(candidate.mv)
            };
            if !same {
                self.candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
    }

    fn order(&mut self, start: usize, first: Option<G::Move>) {
        let list = &mut self.candidates[start..];
        for candidate in list.iter_mut().filter(|candidate| Some(candidate.mv) == first) {
            candidate.rank = i32::MAX;
        }
        list.sort_unstable_by_key(|candidate| (-i64::from(candidate.rank), candidate.key));
    }

    /// Searches what follows the candidates from `start` on, until one is worth the bound.
    fn try_candidates(
        &mut self,
        position: &G,
        question: Question,
        start: usize,
        tried: &mut Tried<G::Move>,
    ) {
        for place in start..self.candidates.len() {
            let Candidate { mv, key, .. } = self.candidates[place];
            let got = self.prove_after(position, &position.after(mv), key, question);
            if self.stopped {
                return;
            }
            tried.add(mv, got);
            if got.least >= question.bound {
                return;
            }
        }
    }

    /// Answers a question about a position by looking at the running one after a move.
    fn prove_after(&mut self, before: &G, after: &G, key: u64, question: Question) -> Found {
        let Question { ply, bound } = question;
        if after.turn() == before.turn() {
            self.prove(after, key, Question { ply: ply + 1, bound })
        } else {
            // At least so much for one is not more than the negative for the other.
            self.prove(after, key, Question { ply: ply + 1, bound: 1 - bound }).flipped()
        }
    }

    /// Counts a position and looks at the limit and the signal. Gives whether to stop.
    #[inline]
    fn visit(&mut self) -> bool {
        if self.nodes >= self.watch_at {
            self.watch_at = self.nodes.saturating_add(WATCH_EVERY).min(self.node_limit);
            self.stopped |= self.stop.is_set() || self.nodes >= self.node_limit;
            self.table.grow(self.nodes, TABLE_BYTES);
        }
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Best moves for both, as far as the limit allows.
    fn line(&mut self, position: &G, value: i32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut now = position.clone();
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
            if now.outcome().is_none() && value != 0 && !self.stopped {
                next = self.move_worth(&now, line.len() as i32, value);
            }
        }
        line
    }

    fn move_worth(&mut self, position: &G, ply: i32, value: i32) -> Option<G::Move> {
        position.moves().into_iter().find(|mv| {
            let after = position.after(*mv);
            let got = match after.outcome() {
                Some(outcome) if after.turn() == position.turn() => {
                    Found::over(&after, outcome, ply + 1)
                }
                Some(outcome) => Found::over(&after, outcome, ply + 1).flipped(),
                None => {
                    let question = Question { ply, bound: value };
                    self.prove_after(position, &after, after.key(), question)
                }
            };
            !self.stopped && got.least >= value
        })
    }
}

/// What the game itself is sure of: who wins, not how soon.
fn settled<G: Tactics>(position: &G, ply: i32) -> Found {
    let open = Found::running(0, ply);
    match position.settled().map(Outcome::winner) {
        None => open,
        Some(None) => Found::exact(0),
        Some(Some(winner)) if winner == position.turn() => Found { least: RESULT + 1, ..open },
        Some(Some(_)) => Found { most: -(RESULT + 1), ..open },
    }
}
