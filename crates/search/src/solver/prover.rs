//! One thread's search for the answer to one question.

use std::hash::Hash;
use std::ops::ControlFlow;

use quintet_core::Tactics;
use quintet_core::tactics::Fate;

use super::MOST_PLIES;
use super::candidates::{self, Candidate, Experience};
use super::shared::Shared;
use super::table::Known;
use crate::alphabeta::value::{Found, RESULT, WIN};

/// Threads keep out of each other's way down to this many moves from the root. Deeper it costs more than
/// it saves.
const APART: i32 = 8;

/// So many moves from the root, of moves that lead to positions which look alike one is tried. Farther from it few
/// boards are symmetric, and to find them costs more than it saves.
const ALIKE: i32 = 2;

/// Earlier runs are asked about positions that many moves from the root at most: what is farther takes little work.
const RECALLED: i32 = 8;

/// What takes so many positions, as a power of two, is kept for later runs.
const KEPT_WORK: u8 = 12;

/// What a thread keeps from question to question.
pub(super) struct Memory<M> {
    /// The moves of all positions on the way, one list after the other.
    candidates: Vec<Candidate<M>>,
    experience: Experience<M>,
}

impl<M: Copy + Eq + Hash> Memory<M> {
    pub(super) fn new() -> Self {
        Memory { candidates: Vec::new(), experience: Experience::new() }
    }
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

/// A thread at work.
pub(super) struct Prover<'a, 's, G: Tactics> {
    shared: &'a Shared<'s, G>,
    memory: &'a mut Memory<G::Move>,
    /// Positions visited.
    nodes: u64,
    /// Positions that may be visited before looking at the limit again.
    granted: u64,
    stopped: bool,
    /// The move that surely is worth most at the root, and how much at least.
    best: Option<(i32, G::Move)>,
}

impl<G: Tactics> Drop for Prover<'_, '_, G> {
    fn drop(&mut self) {
        self.shared.give_back(self.granted);
    }
}

impl<'a, 's, G: Tactics> Prover<'a, 's, G> {
    pub(super) fn new(
        shared: &'a Shared<'s, G>,
        memory: &'a mut Memory<G::Move>,
        best: Option<(i32, G::Move)>,
    ) -> Self {
        Prover { shared, memory, nodes: 0, granted: 0, stopped: false, best }
    }

    /// The move that surely is worth most at the root, and how much at least.
    pub(super) fn into_best(self) -> Option<(i32, G::Move)> {
        self.best
    }

    /// Whether it came back before it had an answer.
    pub(super) fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the root is worth at least the bound: its least or its most says so. `None` if this thread
    /// was stopped; otherwise it stops all others.
    pub(super) fn answer(&mut self, position: &G, bound: i32) -> Option<Found> {
        let found = self.prove(position, position.essence_key(), Question { ply: 0, bound });
        if self.stopped {
            return None;
        }
        self.shared.call_back();
        Some(found)
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
        let known = self.shared.table.get(position, key, ply);
        if let Some(known) = known.or_else(|| self.recall(position, key, ply)) {
            proved = proved.knowing(known.found);
            first = known.mv;
            if self.is_answered(proved, question) {
                return proved;
            }
        }
        let before = self.nodes;
        if let Some(examined) = self.examine(position, question) {
            proved = proved.knowing(examined);
            let known = Known { mv: None, found: proved, work: self.work_since(before) };
            self.shared.table.put(position, key, ply, known);
            if self.is_answered(proved, question) {
                return proved;
            }
        }
        let start = self.memory.candidates.len();
        let mut tried = Tried { found: Found::exact(-WIN), best: None };
        self.try_likely(position, question, first, &mut tried);
        if tried.found.least < bound && !self.stopped {
            self.look_ahead(position, question, &mut tried);
        }
        if tried.found.least < bound && !self.stopped {
            candidates::drop_duplicates(&mut self.memory.candidates, start, position);
            if ply < ALIKE && position.is_symmetric() {
                candidates::drop_alike(&mut self.memory.candidates, start, position);
            }
            candidates::order(&mut self.memory.candidates[start..], first);
            self.try_candidates(position, question, start, &mut tried);
        }
        self.memory.candidates.truncate(start);
        if self.stopped {
            return proved;
        }
        let work = self.work_since(before);
        let Tried { mut found, best } = tried;
        if found.least >= bound {
            found.most = proved.most;
            if let Some(mv) = best {
                self.memory.experience.add(position.turn(), ply, mv, i32::from(work));
            }
        }
        found = found.knowing(proved);
        if let Some(mv) = best.filter(|_| ply == 0)
            && self.best.is_none_or(|(least, _)| tried.found.least > least)
        {
            self.best = Some((tried.found.least, mv));
        }
        let known = Known { mv: best, found, work };
        self.shared.table.put(position, key, ply, known);
        if let Some(shelf) = self.shared.shelf.filter(|_| work >= KEPT_WORK) {
            let mv = best.filter(|_| tried.found.least == found.least);
            shelf.keep(position, key, ply, Known { mv, found, work });
        }
        found
    }

    /// What earlier runs proved of a position.
    fn recall(&mut self, position: &G, key: u64, ply: i32) -> Option<Known<G::Move>> {
        let shelf = self.shared.shelf.filter(|_| ply <= RECALLED)?;
        let known = shelf.find(position, key, ply)?;
        if let Some(mv) = known.mv.filter(|_| ply == 0) {
            self.best = Some((known.found.least, mv));
        }
        self.shared.table.put(position, key, ply, known);
        Some(known)
    }

    /// Whether what is proved of a position answers a question. At the root a move is needed, too: neither what the game sees itself
    /// nor what was proved for an earlier root need come with one.
    fn is_answered(&self, proved: Found, question: Question) -> bool {
        let Question { ply, bound } = question;
        let has_move = || self.best.is_some_and(|(least, _)| least >= bound);
        proved.answers(bound) && (ply > 0 || proved.most < bound || has_move())
    }

    /// How much was done since that many positions were visited, as a power of two.
    fn work_since(&self, nodes: u64) -> u8 {
        (self.nodes - nodes).max(1).ilog2() as u8
    }

    /// Lets the game itself find the answer, if it can.
    fn examine(&mut self, position: &G, question: Question) -> Option<Found> {
        let Question { ply, bound } = question;
        let fate = if bound > 0 { Fate::Win } else { Fate::Draw };
        let examined = position.examine(fate);
        self.count(examined.positions);
        let mut found = Found::running(0, ply);
        match (examined.answer?, fate) {
            (true, Fate::Win) => found.least = RESULT + 1,
            (true, _) => found.least = 0,
            (false, Fate::Win) => found.most = 0,
            (false, _) => found.most = -(RESULT + 1),
        }
        found.answers(bound).then_some(found)
    }

    /// Tries the move that was best before, and those that lately were good enough, before the others are even
    /// listed. Yoxii and Isaac take a third fewer positions for it, Qawale a fifth.
    fn try_likely(
        &mut self,
        position: &G,
        question: Question,
        first: Option<G::Move>,
        tried: &mut Tried<G::Move>,
    ) {
        // The first is known to be a move of this very position: the table compares positions whole.
        let killers = self.memory.experience.killers(question.ply);
        for mv in first.into_iter().chain(killers.filter(|mv| position.is_legal(*mv))) {
            if self.visit() {
                return;
            }
            let after = position.after(mv).essence();
            let got = match self.glance(position, &after, question) {
                (_, Some(got)) => got,
                (key, None) => self.prove_after(position, &after, key, question),
            };
            if self.stopped {
                return;
            }
            if got.least >= question.bound {
                tried.add(mv, got);
                return;
            }
        }
    }

    /// Makes every move once: what ends the game or is known to suffice is found without any search. The
    /// others become candidates.
    fn look_ahead(&mut self, position: &G, question: Question, tried: &mut Tried<G::Move>) {
        let Question { ply, bound } = question;
        let _ = position.for_each_move(|mv| {
            if self.visit() {
                return ControlFlow::Break(());
            }
            let after = position.after(mv).essence();
            let (key, got) = self.glance(position, &after, question);
            if let Some(got) = got {
                tried.add(mv, got);
                let enough = got.least >= bound;
                return if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            // Ordered by the evaluation after the move, Isaac takes up to twenty times the positions.
            let turn = position.turn();
            let tightness = if after.turn() == turn { 0 } else { after.tightness() };
            let rank =
                position.promise(mv) + tightness + self.memory.experience.bonus(turn, ply, mv);
            self.memory.candidates.push(Candidate { mv, key, rank });
            ControlFlow::Continue(())
        });
    }

    /// What answers a question about the position before a move without any search, and the key of the
    /// position after it where that was needed.
    fn glance(&self, before: &G, after: &G, question: Question) -> (u64, Option<Found>) {
        let Question { ply, bound } = question;
        let for_mover =
            |got: Found| if after.turn() == before.turn() { got } else { got.flipped() };
        if let Some(outcome) = after.outcome() {
            return (0, Some(for_mover(Found::over(after, outcome, ply + 1))));
        }
        let outlook = for_mover(outlook(after, ply + 1));
        if outlook.answers(bound) {
            return (0, Some(outlook));
        }
        let key = after.essence_key();
        let known = self.shared.table.get(after, key, ply + 1).map(|known| for_mover(known.found));
        (key, known.filter(|found| found.answers(bound)))
    }

    /// Searches what follows the candidates from `start` on, until one is worth the bound. What another
    /// thread is busy with comes last: by then it may be known.
    fn try_candidates(
        &mut self,
        position: &G,
        question: Question,
        start: usize,
        tried: &mut Tried<G::Move>,
    ) {
        let end = self.memory.candidates.len();
        let apart = question.ply < APART;
        let mut later = end;
        for place in start..end {
            let Candidate { mv, key, rank } = self.memory.candidates[place];
            if apart && place > start && self.shared.is_busy(key) {
                self.memory.candidates.push(Candidate { mv, key, rank });
                continue;
            }
            if self.try_candidate(position, question, place, tried) {
                return;
            }
        }
        while later < self.memory.candidates.len() {
            if self.try_candidate(position, question, later, tried) {
                return;
            }
            later += 1;
        }
    }

    /// Searches what follows a candidate. Gives whether that is all there is to do.
    fn try_candidate(
        &mut self,
        position: &G,
        question: Question,
        place: usize,
        tried: &mut Tried<G::Move>,
    ) -> bool {
        let Candidate { mv, key, .. } = self.memory.candidates[place];
        let apart = question.ply < APART;
        if apart {
            self.shared.begin(key);
        }
        let after = position.after(mv).essence();
        let got = self.prove_after(position, &after, key, question);
        if apart {
            self.shared.end(key);
        }
        if !self.stopped {
            tried.add(mv, got);
        }
        self.stopped || got.least >= question.bound
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

    /// Counts a position and looks at the limit and the signals. Gives whether to stop.
    #[inline]
    fn visit(&mut self) -> bool {
        if self.granted == 0 && !self.stopped {
            self.granted = self.shared.grant();
            self.stopped = self.granted == 0;
        }
        if !self.stopped {
            self.granted -= 1;
            self.nodes += 1;
        }
        self.stopped
    }

    /// Counts work that was done for more than one position.
    fn count(&mut self, positions: u64) {
        for _ in 0..positions {
            if self.visit() {
                return;
            }
        }
    }

    /// A move of a position `ply` moves from the root that is surely worth `value`.
    pub(super) fn move_worth(&mut self, position: &G, ply: i32, value: i32) -> Option<G::Move> {
        let question = Question { ply, bound: value };
        position.moves().into_iter().find(|mv| {
            let after = position.after(*mv).essence();
            let got = match self.glance(position, &after, question) {
                (_, Some(got)) => got,
                (key, None) => self.prove_after(position, &after, key, question),
            };
            !self.stopped && got.least >= value
        })
    }
}

/// What the game itself is sure of.
fn outlook<G: Tactics>(position: &G, ply: i32) -> Found {
    let outlook = position.outlook();
    let mut found = Found::running(0, ply);
    match outlook.wins_at_once {
        Some(true) => return Found::exact(found.most),
        Some(false) => found.most -= 1,
        None => {}
    }
    // A result that comes within so many moves.
    let soon = outlook.most_moves.map_or(RESULT + 1, |moves| WIN - ply - moves as i32);
    match outlook.least {
        Fate::Win => found.least = soon,
        Fate::Draw => found.least = 0,
        Fate::Loss => {}
    }
    match outlook.most {
        Fate::Win => {}
        Fate::Draw => found.most = 0,
        Fate::Loss => found.most = -soon,
    }
    found
}
