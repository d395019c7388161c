//! The tree, which all threads of a search share: nodes in bounded memory, proved results.
//!
//! Children lie side by side in blocks. The first block has a power of two of places; when all are taken, one more
//! block has as many as all before it. So a node never moves while several threads search, and choosing among siblings
//! reads memory in order. A single thread moves them to one larger block instead, which is read faster. Blocks that
//! became free are used again.

use std::sync::atomic::{AtomicBool, Ordering};

use quintet_core::{Outcome, Player};

use super::arena::{Arena, LARGEST_BLOCK};
use super::node::{Node, Proof, Seed};

/// No node has more children in the tree.
pub(super) const MOST_CHILDREN: usize = LARGEST_BLOCK;

pub(super) struct Tree<M> {
    arena: Arena<M>,
    full: AtomicBool,
    /// Whether several threads search it.
    shared: bool,
}

/// The root's place.
pub(super) const ROOT: u32 = 0;

/// How many children were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Growth {
    All,
    /// There was no memory for all of them, or the node has [`MOST_CHILDREN`].
    Cut,
    /// None: another thread adds, or has added, children.
    Elsewhere,
}

impl<M: Copy> Tree<M> {
    /// A tree for one thread, or shared by several, that takes no more than `bytes`, or some hundred kilobytes where
    /// that is less. Its root waits for [`plant`](Tree::plant).
    pub fn new(bytes: usize, shared: bool) -> Self {
        Tree { arena: Arena::new(bytes), full: AtomicBool::new(false), shared }
    }

    /// Starts anew with nothing but a root. No move leads to it; `mv` only fills the place.
    pub fn plant(&mut self, mv: M) {
        self.arena.clear();
        let root = self.arena.take(0, mv);
        assert_eq!(root, Some(ROOT), "the first node lies in the first place");
        self.node(ROOT).become_new(Seed::of(mv));
        self.full = AtomicBool::new(false);
    }

    /// Gives the memory back.
    pub fn fell(&mut self) {
        self.arena.release();
        self.full = AtomicBool::new(false);
    }

    #[inline]
    pub fn node(&self, at: u32) -> &Node<M> {
        self.arena.node(at)
    }

    /// Whether several threads search it.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// The children of a node in the tree of a single thread, with the place of the first.
    #[inline]
    pub fn only_block(&self, node: &Node<M>) -> (u32, &[Node<M>]) {
        let first = node.first.load(Ordering::Relaxed);
        (first, self.arena.nodes(first, node.count()))
    }

    /// The children of a node that are in the tree, block after block, with the place of each block's first.
    #[inline]
    pub fn blocks(&self, at: u32) -> Blocks<'_, M> {
        let node = self.node(at);
        let left = node.count();
        let first = node.first.load(Ordering::Relaxed);
        Blocks { tree: self, first, left, size: 1 << node.base(), covered: 0 }
    }

    /// The children with their places.
    #[inline]
    pub fn children(&self, at: u32) -> impl Iterator<Item = (u32, &Node<M>)> {
        self.blocks(at).flat_map(|(first, block)| (first..).zip(block))
    }

    /// The place of a child that there is.
    pub fn child(&self, at: u32, number: usize) -> u32 {
        let mut before = 0;
        for (first, block) in self.blocks(at) {
            if number < before + block.len() {
                return first + (number - before) as u32;
            }
            before += block.len();
        }
        unreachable!("child {number} of {before}")
    }

    /// The place of the first child; `None` without children.
    pub fn first_child(&self, at: u32) -> Option<u32> {
        self.blocks(at).next().map(|(first, _)| first)
    }

    /// Whether a child was refused for want of memory.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Adds children behind the first `present`, if those are all that the node has. With `complete` every
    /// position that a move leads to is among them.
    pub fn grow(&self, at: u32, present: usize, seeds: &[Seed<M>], complete: bool) -> Growth {
        let node = self.node(at);
        // What nobody else can do needs no mark.
        if self.shared && !node.begin_growing() {
            return Growth::Elsewhere;
        }
        let growth = if node.count() == present {
            let grown = self.add(at, present, seeds);
            if grown == Growth::All && complete {
                node.set_complete();
            }
            grown
        } else {
            Growth::Elsewhere
        };
        if self.shared {
            node.end_growing();
        }
        growth
    }

    /// See [`grow`](Tree::grow); this thread is the one that adds.
    fn add(&self, at: u32, present: usize, seeds: &[Seed<M>]) -> Growth {
        let node = self.node(at);
        let (mut count, mut rest) = (present, seeds);
        while let Some(seed) = rest.first() {
            if count == MOST_CHILDREN {
                node.show_children(count);
                return Growth::Cut;
            }
            let Some((first, room)) = self.room(at, count, rest.len(), seed.mv) else {
                self.full.store(true, Ordering::Relaxed);
                node.show_children(count);
                return Growth::Cut;
            };
            let (now, later) = rest.split_at(room.min(rest.len()));
            for (place, seed) in self.arena.nodes(first, now.len()).iter().zip(now) {
                place.become_new(*seed);
            }
            count += now.len();
            rest = later;
            // Where the next block goes is found from the blocks before it.
            node.show_children(count);
        }
        Growth::All
    }

    /// Where the next child of a node with `count` children goes, and how many places there are from there on in
    /// the same block. Takes a new block if it has to: one that `wanted` fit into as the first, one as large as all
    /// before it as another.
    fn room(&self, at: u32, count: usize, wanted: usize, filler: M) -> Option<(u32, usize)> {
        let node = self.node(at);
        if count == 0 {
            let size = wanted.min(MOST_CHILDREN).next_power_of_two().ilog2() as usize;
            let first = self.arena.take(size, filler)?;
            node.first.store(first, Ordering::Relaxed);
            node.set_base(size);
            return Some((first, 1 << size));
        }
        if !self.shared {
            let places = 1 << node.base();
            let first = node.first.load(Ordering::Relaxed);
            return if count < places {
                Some((first + count as u32, places - count))
            } else {
                self.move_children(at, count, wanted, filler)
            };
        }
        let (mut last, mut places) = (0, 0);
        for (first, _) in self.blocks(at) {
            last = first;
            places = if places == 0 { 1 << node.base() } else { 2 * places };
        }
        if count < places {
            let size = if places == 1 << node.base() { places } else { places / 2 };
            let free = places - count;
            return Some((last + (size - free) as u32, free));
        }
        let first = self.arena.take(places.ilog2() as usize, filler)?;
        self.node(last).set_next_block(first);
        Some((first, places))
    }

    /// Moves the children of a node from their only block to one in which `wanted` more have room. Gives what
    /// [`room`](Tree::room) does.
    fn move_children(
        &self,
        at: u32,
        count: usize,
        wanted: usize,
        filler: M,
    ) -> Option<(u32, usize)> {
        let node = self.node(at);
        let places = (count + wanted).min(MOST_CHILDREN).next_power_of_two();
        let first = self.arena.take(places.ilog2() as usize, filler)?;
        let old = node.first.load(Ordering::Relaxed);
        let pairs = self.arena.nodes(first, count).iter().zip(self.arena.nodes(old, count));
        pairs.for_each(|(new, old)| new.become_like(old));
        self.arena.give_back(old, node.base());
        node.first.store(first, Ordering::Relaxed);
        node.set_base(places.ilog2() as usize);
        Some((first + count as u32, places - count))
    }

    /// Proves a node if its children do, given that this child is proved and `player` moves there.
    pub fn prove(&self, at: u32, child: u32, player: Player) {
        let Some(proof) = self.node(child).proof() else { return };
        if proof.wins_for(player) {
            self.node(at).set_proof(proof.before());
        } else if self.node(at).is_complete()
            && let Some(best) = self.best_of_all(at, player)
        {
            self.node(at).set_proof(best.before());
        }
    }

    /// The best that the children give if all are proved: a win, which another thread has found meanwhile, a draw,
    /// else the longest loss.
    fn best_of_all(&self, at: u32, player: Player) -> Option<Proof> {
        let mut best: Option<Proof> = None;
        for (_, child) in self.children(at) {
            let proof = child.proof()?;
            if proof.wins_for(player) {
                return Some(proof);
            }
            let draws = proof.outcome == Outcome::Draw;
            best = match best {
                Some(best) if best.outcome == Outcome::Draw && !draws => Some(best),
                Some(best) if (best.outcome == Outcome::Draw) == draws => {
                    Some(if best.distance >= proof.distance { best } else { proof })
                }
                _ => Some(proof),
            };
        }
        best
    }

    /// Makes a descendant the root; everything beside its branch is cut.
    pub fn keep_only(&mut self, root: u32) {
        if root == ROOT {
            return;
        }
        let kept = Node::new(Seed::of(self.node(root).mv()));
        kept.become_like(self.node(root));
        self.node(root).show_children(0);
        self.cut();
        self.node(ROOT).become_like(&kept);
        self.full = AtomicBool::new(false);
    }

    /// Gives the blocks of all descendants of the root back.
    fn cut(&mut self) {
        let mut open = vec![ROOT];
        let mut blocks = Vec::new();
        while let Some(at) = open.pop() {
            blocks.clear();
            for (first, block) in self.blocks(at) {
                let with_children = block.iter().enumerate().filter(|(_, node)| node.count() > 0);
                open.extend(with_children.map(|(number, _)| first + number as u32));
                blocks.push(first);
            }
            let base = self.node(at).base();
            for (number, first) in blocks.iter().enumerate() {
                self.arena.give_back(*first, base + number.saturating_sub(1));
            }
        }
    }

    /// The place of the child that `player`, who moves there, would choose; `None` without children. Where a win or
    /// a loss is proved, it is the one that proves it.
    pub fn best_child(&self, at: u32, player: Player) -> Option<u32> {
        if let Some(proof) = self.node(at).proof().filter(|proof| proof.outcome != Outcome::Draw) {
            let proves = |child: &Node<M>| child.proof().map(Proof::before) == Some(proof);
            return self.children(at).find(|(_, child)| proves(child)).map(|(place, _)| place);
        }
        let best = self.children(at).enumerate().max_by(|(a, (_, x)), (b, (_, y))| {
            let order = x.merit(player).partial_cmp(&y.merit(player));
            order.unwrap_or(std::cmp::Ordering::Equal).then(b.cmp(a))
        });
        best.map(|(_, (place, _))| place)
    }
}

/// See [`Tree::blocks`].
pub(super) struct Blocks<'a, M> {
    tree: &'a Tree<M>,
    first: u32,
    /// Children that are still to come.
    left: usize,
    /// Places of the next block.
    size: usize,
    /// Places of the blocks before it.
    covered: usize,
}

impl<'a, M: Copy> Iterator for Blocks<'a, M> {
    type Item = (u32, &'a [Node<M>]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let first = self.first;
        let block = self.tree.arena.nodes(first, self.left.min(self.size));
        self.left -= block.len();
        self.covered += self.size;
        self.size = self.covered;
        self.first = block[0].next_block();
        Some((first, block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds children to nodes in their order, so many each, as far as the memory goes.
    fn grow(tree: &Tree<u16>, from: u32, breadth: u16) {
        let mut open = std::collections::VecDeque::from([from]);
        let seeds: Vec<_> = (0..breadth).map(Seed::of).collect();
        while let Some(at) = open.pop_front() {
            if tree.grow(at, 0, &seeds, true) != Growth::All {
                return;
            }
            open.extend(tree.children(at).map(|(place, _)| place));
        }
    }

    fn grown(bytes: usize, breadth: u16, shared: bool) -> Tree<u16> {
        let mut tree = Tree::new(bytes, shared);
        tree.plant(0);
        grow(&tree, ROOT, breadth);
        tree
    }

    fn moves(tree: &Tree<u16>, at: u32) -> Vec<u16> {
        tree.children(at).map(|(_, node)| node.mv()).collect()
    }

    #[test]
    fn a_tree_keeps_to_its_memory() {
        for breadth in [1, 3, 49, 600] {
            let mut tree = grown(1 << 20, breadth, breadth % 2 == 0);
            assert!(tree.is_full());
            let held = tree.arena.bytes();
            assert!(held > 3 << 18 && held <= 1 << 20, "{held}");
            for _ in 0..20 {
                let child = tree.child(ROOT, 0);
                tree.keep_only(child);
                let mut at = ROOT;
                while tree.node(at).count() > 0 {
                    at = tree.child(at, 0);
                }
                grow(&tree, at, 1);
                assert!(tree.arena.bytes() <= 1 << 20, "{}", tree.arena.bytes());
            }
        }
    }

    #[test]
    fn children_stay_where_they_are_while_others_come() {
        for first in [1, 2, 3, 8, 40] {
            let mut tree = Tree::new(1 << 22, true);
            tree.plant(0);
            let mut places: Vec<u32> = Vec::new();
            for more in [first, 1, 0, 5, 90, 1, 300] {
                let present = places.len();
                let seeds: Vec<_> =
                    (present..present + more).map(|mv| Seed::of(mv as u16)).collect();
                assert_eq!(tree.grow(ROOT, present, &seeds, false), Growth::All);
                let now: Vec<u32> = tree.children(ROOT).map(|(place, _)| place).collect();
                assert_eq!(now[..present], places);
                places = now;
                let in_order: Vec<u16> = (0..places.len() as u16).collect();
                assert_eq!(moves(&tree, ROOT), in_order);
                assert!((0..places.len()).all(|number| tree.child(ROOT, number) == places[number]));
            }
        }
    }

    #[test]
    fn a_single_thread_keeps_children_in_one_block() {
        let mut tree = Tree::new(1 << 22, false);
        tree.plant(0);
        for mv in 0..300_u16 {
            assert_eq!(tree.grow(ROOT, usize::from(mv), &[Seed::of(mv)], false), Growth::All);
            tree.node(tree.child(ROOT, usize::from(mv))).visit_alone(f64::from(mv));
            assert_eq!(tree.blocks(ROOT).count(), 1);
            assert_eq!(moves(&tree, ROOT), (0..=mv).collect::<Vec<u16>>());
            let means = tree.children(ROOT).map(|(_, child)| child.mean());
            assert!(means.eq((0..=mv).map(f64::from)));
        }
    }

    #[test]
    fn a_branch_that_is_kept_stays_as_it_was() {
        let mut tree = grown(1 << 20, 5, true);
        let below = |tree: &Tree<u16>| -> Vec<Vec<u16>> {
            tree.children(ROOT).map(|(place, _)| moves(tree, place)).collect()
        };
        let child = tree.child(ROOT, 3);
        tree.node(child).visit(1.0);
        let before: Vec<_> = tree.children(child).map(|(place, _)| moves(&tree, place)).collect();
        tree.keep_only(child);
        assert_eq!(below(&tree), before);
        assert_eq!(tree.node(ROOT).visits(), 1);
        // What was cut is used again, without touching what was kept.
        let mut at = tree.child(tree.child(ROOT, 1), 4);
        while tree.node(at).count() > 0 {
            at = tree.child(at, 0);
        }
        grow(&tree, at, 9);
        assert!(tree.is_full());
        assert_eq!(below(&tree), before);
    }

    #[test]
    fn only_one_of_several_threads_adds_the_same_children() {
        let mut tree = Tree::new(1 << 20, true);
        tree.plant(0);
        let seeds: Vec<_> = (0..40).map(Seed::of).collect();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for step in 0..5 {
                        let seeds = &seeds[8 * step..][..8];
                        while tree.node(ROOT).count() <= 8 * step {
                            tree.grow(ROOT, 8 * step, seeds, step == 4);
                        }
                    }
                });
            }
        });
        assert_eq!(moves(&tree, ROOT), (0..40).collect::<Vec<u16>>());
        assert!(tree.node(ROOT).is_complete());
    }

    /// The proof of a root with these proofs of its children, after the last of them was found.
    fn proved(outcomes: &[(Outcome, u16)], complete: bool) -> Option<Proof> {
        let mut tree = Tree::new(0, false);
        tree.plant(0);
        let seed = |(outcome, distance): &(Outcome, u16)| {
            let proof = Some(Proof { outcome: *outcome, distance: *distance });
            Seed { proof, ..Seed::of(0) }
        };
        let seeds: Vec<Seed<u16>> = outcomes.iter().map(seed).collect();
        tree.grow(ROOT, 0, &seeds, complete);
        tree.prove(ROOT, tree.child(ROOT, outcomes.len() - 1), Player::First);
        tree.node(ROOT).proof()
    }

    #[test]
    fn a_node_is_won_by_one_win_and_lost_only_by_all() {
        let (won, lost) = (Outcome::Win(Player::First), Outcome::Win(Player::Second));
        let proof = |outcome, distance| Some(Proof { outcome, distance });
        assert_eq!(proved(&[(lost, 4), (lost, 6), (lost, 2)], false), None);
        assert_eq!(proved(&[(lost, 4), (lost, 6), (lost, 2)], true), proof(lost, 7));
        assert_eq!(
            proved(&[(lost, 4), (Outcome::Draw, 3), (lost, 8)], true),
            proof(Outcome::Draw, 4)
        );
        assert_eq!(proved(&[(lost, 4), (won, 3)], false), proof(won, 4));
        // A win that another thread finds in the same moment outweighs what this one knows of.
        assert_eq!(proved(&[(won, 3), (Outcome::Draw, 5)], true), proof(won, 4));
        assert_eq!(proved(&[(won, 3), (lost, 5)], true), proof(won, 4));
    }
}
