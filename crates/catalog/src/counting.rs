//! Counting sequences of moves, with the game's own types.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use quintet_core::Game;
use quintet_core::key::mix;
use quintet_search::Stop;

/// What is to be counted, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// How many moves a sequence has.
    pub depth: u32,
    /// How many threads count, each below first moves of its own.
    pub threads: usize,
    /// Memory for positions that come up again, in bytes for all threads together; none without a table.
    pub bytes: usize,
}

impl Count {
    /// On one thread, without a table.
    pub fn of(depth: u32) -> Count {
        Count { depth, threads: 1, bytes: 0 }
    }
}

/// So close to the end of its sequences perft no longer looks whether it is to stop: most of its nodes lie there.
const UNSTOPPED: u32 = 2;

/// The number of sequences of exactly `depth` moves; `None` if it was stopped. Every last move is made, none
/// is only counted.
pub(crate) fn perft<G: Game>(position: &G, depth: u32, stop: &Stop) -> Option<u64> {
    below(position, depth, None, stop)
}

/// The number of sequences after each of these moves, in their order, told as they are counted until it is stopped.
pub(crate) fn divide<G: Game>(
    position: &G,
    moves: &[G::Move],
    count: Count,
    stop: &Stop,
    tell: &mut dyn FnMut(usize, u64),
) {
    let Some(rest) = count.depth.checked_sub(1) else { return };
    let threads = count.threads.clamp(1, moves.len().max(1));
    let table = || (count.bytes > 0).then(|| Table::new(count.bytes / threads));
    if threads == 1 {
        let mut table = table();
        for (number, mv) in moves.iter().enumerate() {
            let nodes = below(&position.after(*mv), rest, table.as_mut(), stop);
            let Some(nodes) = nodes else { return };
            tell(number, nodes);
        }
        return;
    }
    let next = AtomicUsize::new(0);
    let (sender, counted) = mpsc::channel();
    let work = |sender: mpsc::Sender<_>| {
        let mut table = table();
        while let Some((number, mv)) = take(&next, moves) {
            let Some(nodes) = below(&position.after(mv), rest, table.as_mut(), stop) else { break };
            if sender.send((number, nodes)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(sender));
        }
        drop(sender);
        // What is counted early waits until all before it are told.
        let mut early = vec![None; moves.len()];
        let mut told = 0;
        for (number, nodes) in counted {
            early[number] = Some(nodes);
            while let Some(nodes) = early.get(told).copied().flatten() {
                tell(told, nodes);
                told += 1;
            }
        }
    });
}

fn take<M: Copy>(next: &AtomicUsize, moves: &[M]) -> Option<(usize, M)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    moves.get(number).map(|mv| (number, *mv))
}

fn below<G: Game>(
    position: &G,
    depth: u32,
    mut table: Option<&mut Table<G>>,
    stop: &Stop,
) -> Option<u64> {
    if depth > 0 && stop.is_set() {
        return None;
    }
    let unstopped = if table.is_some() { 1 } else { UNSTOPPED };
    if depth <= unstopped {
        return Some(to_the_end(position, depth));
    }
    if let Some(nodes) = table.as_ref().and_then(|table| table.get(position, depth)) {
        return Some(nodes);
    }
    let mut nodes = 0;
    let counted = position.for_each_move(|mv| {
        match below(&position.after(mv), depth - 1, table.as_deref_mut(), stop) {
            Some(more) => {
                nodes += more;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    });
    if counted.is_break() {
        return None;
    }
    if let Some(table) = table {
        table.put(position, depth, nodes);
    }
    Some(nodes)
}

fn to_the_end<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    let _ = position.for_each_move(|mv| {
        // In place: a position that `after` hands over would be copied once more.
        let mut next = position.clone();
        next.play(mv);
        nodes += to_the_end(&next, depth - 1);
        ControlFlow::<()>::Continue(())
    });
    nodes
}

/// Counts by position. Whole positions are compared, not their keys: a count is exact or it is nothing.
///
/// Its memory is taken page by page, where something is to be kept: a short count needs little of it. Where there is no more
/// memory, less is kept.
struct Table<G> {
    pages: Vec<Vec<Entry<G>>>,
}

type Entry<G> = Option<(G, u32, u64)>;

/// How many entries come at once.
const PAGE: usize = 1024;

impl<G: Game> Table<G> {
    fn new(bytes: usize) -> Self {
        let pages = bytes / (PAGE * size_of::<Entry<G>>());
        let mut table = Table { pages: Vec::new() };
        if table.pages.try_reserve_exact(pages).is_ok() {
            table.pages.resize_with(pages, Vec::new);
        }
        table
    }

    /// In which page, and where on it; `None` if there is none.
    fn place(&self, position: &G, depth: u32) -> Option<(usize, usize)> {
        let key = mix(position.key(), depth.into());
        let entries = (self.pages.len() * PAGE) as u128;
        let place = ((u128::from(key) * entries) >> 64) as usize;
        (entries > 0).then_some((place / PAGE, place % PAGE))
    }

    fn get(&self, position: &G, depth: u32) -> Option<u64> {
        let (page, place) = self.place(position, depth)?;
        let (other, its_depth, nodes) = self.pages[page].get(place)?.as_ref()?;
        (*its_depth == depth && other == position).then_some(*nodes)
    }

    fn put(&mut self, position: &G, depth: u32, nodes: u64) {
        let Some((page, place)) = self.place(position, depth) else { return };
        let page = &mut self.pages[page];
        if page.is_empty() && page.try_reserve_exact(PAGE).is_ok() {
            page.resize(PAGE, None);
        }
        let Some(entry) = page.get_mut(place) else { return };
        // What stands for more work stays.
        if entry.as_ref().is_none_or(|(_, its_depth, _)| *its_depth <= depth) {
            *entry = Some((position.clone(), depth, nodes));
        }
    }
}
