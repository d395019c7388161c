//! Iterative deepening: the root is searched one move deeper each time, until a limit, a signal or a
//! proof.

use std::cmp::Reverse;

use quintet_core::Tactics;

use super::busy::Busy;
use super::repetition::Repetitions;
use super::root::{self, RootMove};
use super::value::{Found, RESULT, WIN};
use super::worker::{MOST_PLIES, Shared, Step, Worker};
use crate::thinking::{Report, Task, Tell};

/// How far from the last value the next is expected, at first.
const ASPIRATION: i32 = 40;

/// So many positions, and as many as the result took, may be visited to find how soon a certain result
/// can be reached; which move to play is known by then.
const DISTANCE_NODES: u64 = 1_000_000;

/// What came of the search of one thread.
pub(super) struct Findings<M> {
    pub report: Report<M>,
    /// How deep it got.
    finished: i32,
}

impl<M> Findings<M> {
    /// These, unless nothing is proved by them and the others prove something or rest on a deeper search.
    pub fn or_better(self, other: Findings<M>) -> Findings<M> {
        let worth = |found: &Findings<M>| (found.report.score.is_proved(), found.finished);
        let is_better = !self.report.score.is_proved() && worth(&other) > worth(&self);
        if is_better { other } else { self }
    }
}

/// Which move of the root is searched for which line.
#[derive(Clone, Copy)]
struct Line {
    rank: usize,
    /// Where the move is now.
    place: usize,
    /// Where it was when it was its turn.
    number: usize,
}

/// The whole search of one thread.
pub(super) struct Deepening<'a, G: Tactics> {
    task: &'a Task<'a, G>,
    shared: &'a Shared<'a, G>,
    worker: Worker<'a, G>,
    roots: Vec<RootMove<G>>,
    /// Whether all moves of the root are among `roots`.
    complete: bool,
    lines: usize,
    /// 0 for the main thread, which reports; the others help by filling the table.
    helper: usize,
    /// The deepest search that was finished.
    depth: i32,
    /// The best line of that search.
    best: Option<Report<G::Move>>,
}

impl<'a, G: Tactics> Deepening<'a, G> {
    pub fn new(task: &'a Task<'a, G>, shared: &'a Shared<'a, G>, helper: usize) -> Self {
        let position = task.position();
        let mut repetitions = Repetitions::new(task.positions);
        let key = position.key();
        repetitions.enter(key);
        let (mut roots, complete) = root::list(position, &task.stop);
        roots[0].found.value = position.evaluate();
        if let Some(mv) = shared.table.get(position, key, 0).and_then(|known| known.mv)
            && let Some(place) = roots.iter().position(|root| root.mv == mv)
        {
            root::to_front(&mut roots, place);
        }
        Deepening {
            task,
            shared,
            worker: Worker::new(shared, repetitions),
            lines: task.lines.clamp(1, roots.len()),
            roots,
            complete,
            helper,
            depth: 0,
            best: None,
        }
    }

    /// Searches until there is a reason to end, and gives the best line.
    pub fn run(mut self, tell: Tell<'_, G::Move>) -> Findings<G::Move> {
        let limit = self.task.limits.depth.map_or(MOST_PLIES / 2, |depth| depth as i32);
        let limit = limit.clamp(1, MOST_PLIES / 2);
        // Helpers run ahead of each other, so that they do not all do the same.
        let first = (1 + self.helper as i32 % 3).min(limit);
        for depth in first..=limit {
            self.deepen(depth);
            if self.worker.stopped {
                break;
            }
            self.depth = depth;
            self.best = Some(self.report(0));
            if self.helper == 0 {
                self.tell_all(tell);
            }
            if self.is_decided() {
                break;
            }
        }
        // Half a search may have brought up a move that still stands at another place among the lines that were told.
        if self.lines > 1
            && self.worker.stopped
            && let Some(report) = self.best
        {
            return Findings { report, finished: self.depth };
        }
        let decided = self.depth > 0 && self.is_decided();
        if self.helper == 0 && decided && !self.worker.stopped {
            self.measure_distance();
        }
        for rank in 0..self.lines {
            root::settle(&mut self.roots[rank..], self.complete);
        }
        if self.helper == 0 && decided {
            self.tell_all(tell);
        }
        self.worker.watch();
        Findings { report: self.report(0), finished: self.depth }
    }

    /// Searches all lines that deep.
    fn deepen(&mut self, depth: i32) {
        for rank in 0..self.lines {
            self.search_line(rank, depth);
            root::settle(&mut self.roots[rank..], self.complete);
            if self.worker.stopped {
                return;
            }
        }
        let lines = &mut self.roots[..self.lines];
        lines.sort_by_key(|root| Reverse(root.found.value));
    }

    /// Searches for the best of the moves from `rank` on, in a window around what is expected.
    fn search_line(&mut self, rank: usize, depth: i32) {
        let expected = self.roots[rank].found.value;
        let mut margin = ASPIRATION;
        let (mut alpha, mut beta) = (-WIN, WIN);
        if depth > 2 && expected.abs() < RESULT {
            (alpha, beta) = (expected - margin, expected + margin);
        }
        loop {
            let value = self.search_roots(rank, depth, alpha, beta);
            if self.worker.stopped {
                return;
            }
            margin *= 4;
            if value <= alpha && alpha > -WIN {
                alpha = if margin > RESULT { -WIN } else { value.min(alpha) - margin };
            } else if value >= beta && beta < WIN {
                beta = if margin > RESULT { WIN } else { value.max(beta) + margin };
            } else {
                return;
            }
        }
    }

    /// Searches the moves from `rank` on in a window; the best comes to `rank`. Gives its value. Those that another
    /// thread is busy with come last.
    fn search_roots(&mut self, rank: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -WIN;
        let mut put_off = Vec::new();
        let apart = self.shared.busy.matters(depth);
        for place in rank..self.roots.len() {
            let root = &self.roots[place];
            if root.found.most <= alpha && place > rank {
                continue;
            }
            let mark = apart.then(|| Busy::mark(root.after.key(), depth));
            if place > rank && mark.is_some_and(|mark| self.shared.busy.has(mark)) {
                put_off.push((place, root.mv));
                continue;
            }
            let value = self.search_root(Line { rank, place, number: place }, depth, alpha, beta);
            if self.worker.stopped {
                return best;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                return best;
            }
        }
        for (number, mv) in put_off {
            let Some(place) = self.roots.iter().position(|root| root.mv == mv) else { continue };
            if self.roots[place].found.most <= alpha {
                continue;
            }
            let value = self.search_root(Line { rank, place, number }, depth, alpha, beta);
            if self.worker.stopped {
                return best;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                return best;
            }
        }
        best
    }

    /// Searches a move of the root in a window; one that is better comes to the line's place.
    fn search_root(&mut self, line: Line, depth: i32, alpha: i32, beta: i32) -> i32 {
        let Line { rank, place, number } = line;
        let root = &self.roots[place];
        let mark = self.shared.busy.matters(depth).then(|| Busy::mark(root.after.key(), depth));
        mark.inspect(|mark| self.shared.busy.enter(*mark));
        let below = Step { depth: depth - 1, ply: 1, alpha, beta };
        let reduced = i32::from(depth > 3 && number - rank > 5 && !self.worker.proving);
        let narrow = place > rank;
        let position = self.task.position();
        let got = self.worker.search_narrowing(position, &root.after, below, narrow, reduced);
        mark.inspect(|mark| self.shared.busy.leave(*mark));
        if self.worker.stopped {
            return -WIN;
        }
        let root = &mut self.roots[place];
        root.found = got.knowing(root.found);
        let value = root.found.value;
        if value > alpha {
            root.line.truncate(1);
            root.line.extend_from_slice(self.worker.line(1));
            root::to_front(&mut self.roots[rank..], place - rank);
        }
        value
    }

    /// Whether the result of every line is certain, but for the distance.
    fn is_decided(&self) -> bool {
        (0..self.lines).all(|rank| {
            let found = root::found(&self.roots[rank..], self.complete);
            found.is_certain() || found.least > RESULT || found.most < -RESULT
        })
    }

    /// Looks for a shorter win or a shorter loss where the result is certain and the distance is not.
    fn measure_distance(&mut self) {
        self.worker.prove(self.worker.all_nodes() + DISTANCE_NODES);
        for rank in 0..self.lines {
            loop {
                let Found { least, most, .. } = root::found(&self.roots[rank..], self.complete);
                if least == most || least <= RESULT && most >= -RESULT {
                    break;
                }
                // One move less deep than the distance shows whether the game can end before it.
                let (depth, alpha) = if least > RESULT {
                    (WIN - least - 1, least)
                } else {
                    (WIN + most - 1, most - 1)
                };
                self.search_roots(rank, depth, alpha, alpha + 1);
                if self.worker.stopped {
                    return;
                }
                let now = root::found(&self.roots[rank..], self.complete);
                if (now.least, now.most) == (least, most) {
                    break;
                }
            }
        }
    }

    fn tell_all(&self, tell: Tell<'_, G::Move>) {
        for rank in 0..self.lines {
            tell(&self.report(rank));
        }
    }

    fn report(&self, rank: usize) -> Report<G::Move> {
        let root = &self.roots[rank];
        Report {
            rank,
            depth: self.depth as u32,
            nodes: self.worker.all_nodes(),
            score: root::found(&self.roots[rank..], self.complete).score(),
            line: self.whole_line(root),
        }
    }

    /// The line of a move, continued as far as the table knows where the search itself took a short cut.
    fn whole_line(&self, root: &RootMove<G>) -> Vec<G::Move> {
        let mut position = root.after.clone();
        let mut line = vec![root.mv];
        for mv in &root.line[1..] {
            position.play(*mv);
            line.push(*mv);
        }
        while line.len() < self.depth.max(1) as usize && position.outcome().is_none() {
            let known = self.shared.table.get(&position, position.key(), 0);
            let Some(mv) = known.and_then(|known| known.mv) else { break };
            position.play(mv);
            line.push(mv);
        }
        line
    }
}
