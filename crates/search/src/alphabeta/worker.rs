//! The search of one thread below the root.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering as Memory};

use quintet_core::Tactics;
use quintet_core::tactics::LARGEST_ESTIMATE;

use super::busy::Busy;
use super::ordering::{Ordering, PUT_OFF, Ranked, pick};
use super::repetition::{Certainty, Repetitions};
use super::table::{Kind, Known, Table};
use super::value::{Found, RESULT, WIN};
use crate::Stop;
use crate::tuning::Pruning;

/// No line is longer than this, extensions included.
pub(super) const MOST_PLIES: i32 = 200;

/// No more moves of a position are looked at: a list must not fill the memory. Only set-up positions have
/// so many, and nothing is called proved that rests on those left out.
const MOST_MOVES: usize = 1 << 17;

/// The signals are looked at after so many positions or moves listed.
const WATCH_EVERY: u64 = 1024;

/// Positions searched less deep are not kept in the table: reading memory takes longer than evaluating
/// what follows. Time to depth: Momentum 0.13 s instead of 0.21 s, Differo 0.23 s instead of 0.29 s.
const KEPT_DEPTH: i32 = 2;

/// Where only evaluations follow, the game's promises cost more than the moves that they save: without
/// them the same depth takes Momentum 0.68 s instead of 1.14 s and Yoxii 1.12 s instead of 1.49 s.
const PROMISED_DEPTH: i32 = 2;

/// How deep a search is at most that an evaluation may save…
const MARGIN_DEPTH: i32 = 5;

/// …and one that tries only the first moves.
const BREADTH_DEPTH: i32 = 3;

/// An evaluation beyond this is a result seen at once.
const SEEN_AT_ONCE: i32 = LARGEST_ESTIMATE / 2;

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Tactics> {
    pub table: &'a Table<G>,
    pub busy: &'a Busy,
    pub pruning: Pruning,
    pub stop: &'a Stop,
    pub threads: u64,
    pub node_limit: u64,
    /// Positions visited by all, up to date to within [`WATCH_EVERY`] a thread.
    pub nodes: AtomicU64,
    /// The main thread is done.
    pub over: AtomicBool,
}

/// One thread's search.
pub(super) struct Worker<'a, G: Tactics> {
    shared: &'a Shared<'a, G>,
    ordering: Ordering<G::Move>,
    pub repetitions: Repetitions<G>,
    /// The moves of all positions on the way, one list after the other.
    moves: Vec<Ranked<G::Move>>,
    /// The best line from each distance on.
    lines: Vec<Vec<G::Move>>,
    nodes: u64,
    told: u64,
    watch_at: u64,
    pub stopped: bool,
    /// Only what is proved counts, and nothing is reduced: to find the exact distance of a result.
    pub proving: bool,
    node_limit: u64,
}

impl<'a, G: Tactics> Worker<'a, G> {
    pub fn new(shared: &'a Shared<'a, G>, repetitions: Repetitions<G>) -> Self {
        let mut new = Worker {
            shared,
            ordering: Ordering::new(MOST_PLIES as usize),
            repetitions,
            moves: Vec::new(),
            lines: vec![Vec::new(); MOST_PLIES as usize + 2],
            nodes: 0,
            told: 0,
            watch_at: 0,
            stopped: false,
            proving: false,
            node_limit: shared.node_limit,
        };
        new.watch();
        new
    }

    /// From now on only proofs count, and at most so many more positions are visited.
    pub fn prove(&mut self, more: u64) {
        self.proving = true;
        self.node_limit = self.node_limit.min(self.all_nodes().saturating_add(more));
        self.watch();
    }

    /// Positions visited by all threads.
    pub fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Memory::Relaxed) + self.nodes - self.told
    }

    /// The best line found by the last search with an open window, from `ply` on.
    pub fn line(&self, ply: i32) -> &[G::Move] {
        &self.lines[ply as usize]
    }

    /// Looks at the limits and signals.
    #[cold]
    pub fn watch(&mut self) {
        let fresh = self.nodes - self.told;
        self.told = self.nodes;
        let all = self.shared.nodes.fetch_add(fresh, Memory::Relaxed) + fresh;
        let left = self.node_limit.saturating_sub(all);
        // The others see no sooner how many are left, and each takes its share of them.
        self.watch_at = self.nodes + left.div_ceil(self.shared.threads).min(WATCH_EVERY);
        if left == 0 || self.is_called_off() {
            self.stopped = true;
        }
    }

    fn is_called_off(&self) -> bool {
        self.shared.stop.is_set() || self.shared.over.load(Memory::Relaxed)
    }

    /// Searches what follows a move of a player at `ply`, for that player, in the window of that player.
    #[inline]
    pub fn search_after(&mut self, before: &G, after: &G, step: Step) -> Found {
        let Step { depth, ply, alpha, beta } = step;
        if after.turn() == before.turn() {
            self.search(after, Step { depth, ply, alpha, beta })
        } else {
            self.search(after, Step { depth, ply, alpha: -beta, beta: -alpha }).flipped()
        }
    }

    fn search(&mut self, position: &G, step: Step) -> Found {
        let Step { depth, ply, .. } = step;
        if self.nodes >= self.watch_at {
            self.watch();
        }
        self.lines[ply as usize].clear();
        let open = Found::running(0, ply);
        if self.stopped {
            return open;
        }
        self.nodes += 1;
        if let Some(outcome) = position.outcome() {
            return Found::over(position, outcome, ply);
        }
        let repeats = const { G::INFO.repetition.is_some() };
        let mut key = 0;
        if repeats {
            key = position.key();
            match self.repetitions.draws(position, key) {
                Some(Certainty::Certain) => return Found::exact(0),
                Some(Certainty::Judged) => return open,
                None => {}
            }
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return Found { value: position.evaluate(), ..open };
        }
        if !repeats {
            if depth >= KEPT_DEPTH {
                key = position.key();
            }
            return self.search_inside(position, key, step);
        }
        self.repetitions.enter(key);
        let found = self.search_inside(position, key, step);
        self.repetitions.leave();
        found
    }

    /// Searches a running position at least one move deep.
    fn search_inside(&mut self, position: &G, key: u64, step: Step) -> Found {
        let Step { depth, ply, alpha, beta } = step;
        let is_open = beta - alpha > 1;
        let keeps = depth >= KEPT_DEPTH;
        let known = if keeps { self.shared.table.get(position, key, ply) } else { None };
        let mut proved = Found::running(0, ply);
        let mut first = None;
        if let Some(known) = known {
            proved = proved.knowing(known.found);
            first = known.mv;
            let enough = known.depth >= depth && !is_open && !self.proving;
            if enough && known.answers(alpha, beta) {
                return proved.with(known.found.value);
            }
        }
        if proved.least >= beta || proved.is_certain() {
            return proved.with(proved.least);
        }
        if proved.most <= alpha {
            return proved.with(proved.most);
        }
        if let Some(value) = self.is_good_enough(position, step) {
            return proved.with(value);
        }
        // Without a move to start with, a shallower search finds one for the next time at little cost.
        let depth = if first.is_none() && depth >= 4 && !self.proving { depth - 1 } else { depth };
        let start = self.moves.len();
        let tried = self.search_moves(position, Step { depth, ..step }, first, start);
        if self.stopped {
            self.moves.truncate(start);
            return proved;
        }
        let Tried { mut found, best, complete } = tried;
        if let Some(mv) = best.filter(|_| found.value >= beta) {
            let player = position.turn();
            self.ordering.refuted(mv, &self.moves[start..], player, ply, depth);
        }
        self.moves.truncate(start);
        if !complete {
            found.most = proved.most;
        }
        found = found.knowing(proved);
        let kind = if found.value >= beta {
            Kind::AtLeast
        } else if found.value > alpha {
            Kind::Exact
        } else {
            Kind::AtMost
        };
        let mv = best.filter(|_| kind != Kind::AtMost || found.is_certain());
        if keeps {
            self.shared.table.put(position, key, ply, Known { mv, found, depth, kind });
        }
        found
    }

    /// What a position is taken for, without any search, if its evaluation is far better than needed.
    #[inline]
    fn is_good_enough(&self, position: &G, step: Step) -> Option<i32> {
        let Step { depth, beta, .. } = step;
        let margin = self.shared.pruning.margin?;
        if depth > MARGIN_DEPTH || !self.may_prune(step) {
            return None;
        }
        let estimate = position.evaluate();
        // A result that the evaluation sees is soon proved, and proofs are worth more.
        let sees_result = estimate.abs() > SEEN_AT_ONCE;
        (!sees_result && estimate - margin * depth >= beta).then_some(i32::midpoint(estimate, beta))
    }

    /// How many moves of a position are tried at most.
    #[inline]
    fn breadth(&self, step: Step) -> usize {
        match self.shared.pruning.breadth {
            Some(breadth) if step.depth <= BREADTH_DEPTH && self.may_prune(step) => {
                usize::from(breadth) * (1 + step.depth * step.depth) as usize / 2
            }
            _ => usize::MAX,
        }
    }

    /// Whether moves may be left out: neither where the best line is found nor where results are weighed.
    #[inline]
    fn may_prune(&self, step: Step) -> bool {
        let Step { alpha, beta, .. } = step;
        beta - alpha == 1 && beta.abs() < RESULT && !self.proving
    }

    /// Tries the moves of a position until one is too good. Leaves those tried at `start` in the list, with those that
    /// were put off.
    fn search_moves(
        &mut self,
        position: &G,
        step: Step,
        first: Option<G::Move>,
        start: usize,
    ) -> Tried<G::Move> {
        let Step { depth, ply, mut alpha, beta } = step;
        let is_open = beta - alpha > 1;
        let mut found = Found { value: -WIN, least: -WIN, most: -WIN };
        let mut best = None;
        let mut complete = true;
        let mut index = 0;
        let breadth = self.breadth(step);
        let apart = self.shared.busy.matters(depth);
        let mut put_off = 0;
        if let Some(mv) = first {
            self.moves.push(Ranked { mv, rank: 0 });
        } else {
            complete = self.list(position, None, step, start);
        }
        let mut listed = first.is_none();
        loop {
            if !listed && index == 1 {
                listed = true;
                complete = self.list(position, first, step, start + 1);
            }
            if start + index == self.moves.len() || self.stopped {
                // All lose, but some were not looked at.
                if !complete && found.value < -LARGEST_ESTIMATE {
                    found.value = -LARGEST_ESTIMATE;
                }
                break;
            }
            if listed {
                let from = start + usize::from(first.is_some());
                pick(&mut self.moves[from..], start + index - from);
            }
            let Ranked { mv, rank } = self.moves[start + index];
            if index >= breadth && rank > PUT_OFF && found.value > -SEEN_AT_ONCE {
                complete = false;
                // Only those that were put off are left to be tried.
                let end = self.moves.len() - put_off;
                self.moves.drain(start + index..end);
                continue;
            }
            let after = position.after(mv);
            let mark = apart.then(|| Busy::mark(after.key(), depth));
            // Where it stood when it was put off.
            let number = if rank > PUT_OFF { index } else { (PUT_OFF - rank) as usize };
            if let Some(mark) = mark {
                if number == index && index > 0 && self.shared.busy.has(mark) {
                    let later = Ranked { mv, rank: PUT_OFF - index as i32 };
                    self.moves[start + index] = later;
                    self.moves.push(later);
                    put_off += 1;
                    index += 1;
                    continue;
                }
                self.shared.busy.enter(mark);
            }
            let below = Step { depth: depth - 1, ply: ply + 1, alpha, beta };
            let reduced = if self.proving { 0 } else { self.reduction(mv, number, step) };
            let got = self.search_narrowing(position, &after, below, index > 0, reduced);
            if let Some(mark) = mark {
                self.shared.busy.leave(mark);
            }
            if self.stopped {
                break;
            }
            index += 1;
            found.least = found.least.max(got.least);
            found.most = found.most.max(got.most);
            if got.value > found.value || best.is_none() {
                found.value = got.value;
                best = Some(mv);
            }
            if got.value > alpha {
                alpha = got.value;
                if is_open {
                    self.extend_line(mv, ply);
                }
                if got.value >= beta {
                    complete = false;
                    self.moves.truncate(start + index);
                    break;
                }
            }
        }
        Tried { found, best, complete }
    }

    /// Later moves are first shown to be no better, at less depth, and only searched in full if they are.
    #[inline]
    pub fn search_narrowing(
        &mut self,
        before: &G,
        after: &G,
        below: Step,
        narrow: bool,
        reduced: i32,
    ) -> Found {
        if !narrow {
            return self.search_after(before, after, below);
        }
        let null = Step { beta: below.alpha + 1, ..below };
        let mut got =
            self.search_after(before, after, Step { depth: below.depth - reduced, ..null });
        if reduced > 0 && got.value > below.alpha && got.least <= below.alpha {
            got = self.search_after(before, after, null).knowing(got);
        }
        if got.value > below.alpha && got.value < below.beta {
            got = self.search_after(before, after, below).knowing(got);
        }
        got
    }

    /// How much less deep a move is searched at first.
    #[inline]
    fn reduction(&self, mv: G::Move, index: usize, step: Step) -> i32 {
        let Step { depth, ply, alpha, beta } = step;
        if depth < 3 || index < 4 || self.ordering.is_killer(mv, ply) {
            return 0;
        }
        // About ln(depth) · ln(index) / 2, in whole numbers.
        let product = (depth as u32).ilog2() * (index as u32).ilog2();
        let reduced = (product / 4) as i32 + 1 - i32::from(beta - alpha > 1);
        reduced.clamp(0, depth - 2)
    }

    /// Appends the moves of a position but `known`, ranked. Gives whether none is missing.
    fn list(&mut self, position: &G, known: Option<G::Move>, step: Step, from: usize) -> bool {
        let mut left = WATCH_EVERY;
        let mut complete = true;
        let _ = position.for_each_move(|mv| {
            if Some(mv) == known {
                return ControlFlow::Continue(());
            }
            let rank = if step.depth >= PROMISED_DEPTH { position.promise(mv) } else { 0 };
            self.moves.push(Ranked { mv, rank });
            left -= 1;
            if left == 0 {
                left = WATCH_EVERY;
                let too_many = self.moves.len() - from >= MOST_MOVES;
                if too_many || self.shared.stop.is_set() {
                    complete = false;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        if !complete {
            self.watch();
        }
        self.ordering.rank(&mut self.moves[from..], position.turn(), step.ply);
        complete
    }

    fn extend_line(&mut self, mv: G::Move, ply: i32) {
        let (line, rest) = self.lines[ply as usize..].split_at_mut(1);
        line[0].clear();
        line[0].push(mv);
        line[0].extend_from_slice(&rest[0]);
    }
}

/// How deep and in which window to search.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub depth: i32,
    pub ply: i32,
    pub alpha: i32,
    pub beta: i32,
}

struct Tried<M> {
    found: Found,
    best: Option<M>,
    /// Whether every move was tried.
    complete: bool,
}
