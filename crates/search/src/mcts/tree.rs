//! The tree: nodes in one bounded list, children side by side in blocks.
//!
//! A block holds a power of two of nodes. A node whose children outgrow their block gets a larger one;
//! the old one, like the blocks of branches that are cut, waits in a list for its next use. So the tree
//! never grows past its bound, and choosing among siblings reads memory in order.

use quintet_core::{Outcome, Player};

/// A result that holds whatever the players try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub outcome: Outcome,
    /// Moves to the end along the line that proves it: the winner needs no more, but perhaps fewer.
    pub distance: u16,
}

impl Proof {
    /// What the first player gets: 1, ½ or 0.
    pub fn value(self) -> f64 {
        match self.outcome {
            Outcome::Win(Player::First) => 1.0,
            Outcome::Win(Player::Second) => 0.0,
            Outcome::Draw => 0.5,
        }
    }

    pub fn wins_for(self, player: Player) -> bool {
        self.outcome == Outcome::Win(player)
    }

    /// The same result, one move earlier.
    fn before(self) -> Proof {
        Proof { distance: self.distance.saturating_add(1), ..self }
    }
}

/// A position of the tree, known by the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The average result for the first player; before the first visit, what knowledge expects.
    pub mean: f64,
    pub visits: u32,
    /// 1 / √visits, kept because choosing among siblings needs it of every one.
    pub inverse_root_visits: f32,
    first: u32,
    count: u16,
    /// How many of the children had a visit, where children are visited in their order first.
    pub tried: u16,
    pub proof: Option<Proof>,
    /// Whether every position that a move leads to is among the children.
    pub complete: bool,
    /// Whether the position is a draw because it came up before: on this way only, so it proves nothing.
    pub repeated: bool,
    pub mv: M,
}

impl<M> Node<M> {
    pub fn new(mv: M) -> Self {
        Node {
            mean: 0.5,
            visits: 0,
            inverse_root_visits: 1.0,
            first: 0,
            count: 0,
            tried: 0,
            proof: None,
            complete: false,
            repeated: false,
            mv,
        }
    }

    /// How many children it has in the tree.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// The average result for a player.
    pub fn mean_for(&self, player: Player) -> f64 {
        match player {
            Player::First => self.mean,
            Player::Second => 1.0 - self.mean,
        }
    }

    fn visit(&mut self, result: f64) {
        // Past four thousand million visits the average forgets the oldest.
        self.visits = self.visits.saturating_add(1);
        // What knowledge expected gives way to the first result.
        if self.visits == 1 {
            self.mean = result;
        } else {
            self.mean += (result - self.mean) / f64::from(self.visits);
        }
        self.inverse_root_visits = 1.0 / (self.visits as f32).sqrt();
    }
}

/// No node has more children in the tree: what lies beyond thousands is never looked at twice.
pub(super) const MOST_CHILDREN: usize = 4096;

/// The smallest bound, in nodes.
const FEWEST_NODES: usize = 1024;

/// Blocks of 1, 2, 4 … [`MOST_CHILDREN`] nodes.
const SIZES: usize = MOST_CHILDREN.ilog2() as usize + 1;

pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The most nodes that there may be.
    bound: usize,
    /// Unused blocks by the logarithm of their size.
    unused: [Vec<u32>; SIZES],
    full: bool,
}

/// The root's place.
pub(super) const ROOT: u32 = 0;

impl<M: Copy + PartialEq> Tree<M> {
    /// A tree that takes no more than `bytes`, or a few kilobytes where that is less. Its root waits for
    /// [`plant`](Tree::plant).
    pub fn new(bytes: usize) -> Self {
        // A block among the unused takes 4 bytes there, up to 8 after the list has grown; a node has 32.
        let bound = bytes / 5 * 4 / size_of::<Node<M>>();
        let bound = bound.clamp(FEWEST_NODES, u32::MAX as usize);
        Tree { nodes: Vec::new(), bound, unused: [const { Vec::new() }; SIZES], full: false }
    }

    /// Starts anew with nothing but a root. No move leads to it; `mv` only fills the place.
    pub fn plant(&mut self, mv: M) {
        self.nodes.clear();
        self.nodes.push(Node::new(mv));
        self.unused.iter_mut().for_each(Vec::clear);
        self.full = false;
    }

    /// Gives the memory back.
    pub fn fell(&mut self) {
        self.nodes = Vec::new();
        self.unused = [const { Vec::new() }; SIZES];
        self.full = false;
    }

    #[inline]
    pub fn node(&self, at: u32) -> &Node<M> {
        &self.nodes[at as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, at: u32) -> &mut Node<M> {
        &mut self.nodes[at as usize]
    }

    /// The children of a node that are in the tree.
    #[inline]
    pub fn children(&self, at: u32) -> &[Node<M>] {
        let node = self.node(at);
        &self.nodes[node.first as usize..][..node.count()]
    }

    /// The place of a child.
    #[inline]
    pub fn child(&self, at: u32, number: usize) -> u32 {
        self.node(at).first + number as u32
    }

    /// Whether a child was refused for want of memory.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Adds a child behind the others and gives its place; `None` if there is no memory for it or the
    /// node has [`MOST_CHILDREN`]. The other children may move.
    pub fn push(&mut self, at: u32, child: Node<M>) -> Option<u32> {
        let node = *self.node(at);
        let count = node.count();
        if count == MOST_CHILDREN {
            return None;
        }
        if count == 0 || count.is_power_of_two() {
            let first = self.allocate((count + 1).next_power_of_two().ilog2() as usize, child)?;
            if count > 0 {
                let old = node.first as usize;
                self.nodes.copy_within(old..old + count, first as usize);
                self.unused[count.ilog2() as usize].push(node.first);
            }
            self.node_mut(at).first = first;
        }
        self.node_mut(at).count += 1;
        let place = self.child(at, count);
        *self.node_mut(place) = child;
        Some(place)
    }

    /// A block, filled with copies of a node.
    fn allocate(&mut self, size: usize, filler: Node<M>) -> Option<u32> {
        if let Some(first) = self.unused[size].pop() {
            return Some(first);
        }
        let (first, length) = (self.nodes.len(), 1 << size);
        if first + length <= self.bound {
            if first + length > self.nodes.capacity() {
                let more = first.max(FEWEST_NODES).max(length).min(self.bound - first);
                self.nodes.reserve_exact(more);
            }
            self.nodes.resize(first + length, filler);
            return Some(first as u32);
        }
        let larger = (size + 1..SIZES).find(|larger| !self.unused[*larger].is_empty());
        let Some(larger) = larger else {
            self.full = true;
            return None;
        };
        let first = self.unused[larger].pop()?;
        for half in size..larger {
            self.unused[half].push(first + (1 << half));
        }
        Some(first)
    }

    /// Counts a result, for the first player, at a node.
    #[inline]
    pub fn visit(&mut self, at: u32, result: f64) {
        self.node_mut(at).visit(result);
    }

    /// Proves a node if its children do, given that this child is proved and `player` moves there.
    pub fn prove(&mut self, at: u32, child: u32, player: Player) {
        let Some(proof) = self.node(child).proof else { return };
        if proof.wins_for(player) {
            self.node_mut(at).proof = Some(proof.before());
        } else if self.node(at).complete {
            self.node_mut(at).proof = self.best_of_all(at).map(Proof::before);
        }
    }

    /// The best that children of which none wins can give, if all are proved: a draw, else the longest
    /// loss.
    fn best_of_all(&self, at: u32) -> Option<Proof> {
        let mut best: Option<Proof> = None;
        for child in self.children(at) {
            let proof = child.proof?;
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
        let kept = *self.node(root);
        let old = *self.node(ROOT);
        self.node_mut(root).count = 0;
        self.cut(old);
        *self.node_mut(ROOT) = kept;
        self.full = false;
    }

    /// Gives the blocks of all descendants of a node to the unused.
    fn cut(&mut self, top: Node<M>) {
        let mut open = vec![(top.first, top.count)];
        while let Some((first, count)) = open.pop() {
            if count == 0 {
                continue;
            }
            for node in &self.nodes[first as usize..][..count.into()] {
                if node.count > 0 {
                    open.push((node.first, node.count));
                }
            }
            self.unused[count.next_power_of_two().ilog2() as usize].push(first);
        }
    }

    /// The number of the child that `player`, who moves there, would choose; `None` without children.
    pub fn best_child(&self, at: u32, player: Player) -> Option<usize> {
        let children = self.children(at).iter().enumerate();
        let best = children.max_by(|(a, x), (b, y)| {
            let order = x.merit(player).partial_cmp(&y.merit(player));
            order.unwrap_or(std::cmp::Ordering::Equal).then(b.cmp(a))
        });
        best.map(|(number, _)| number)
    }

    /// The bytes that it holds now.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        let lists: usize = self.unused.iter().map(|list| list.capacity() * 4).sum();
        self.nodes.capacity() * size_of::<Node<M>>() + lists
    }
}

impl<M> Node<M> {
    /// What `player` prefers among siblings, larger first: a proved win, the sooner the better; then the
    /// more visited; last proved losses, the later the better.
    fn merit(&self, player: Player) -> (i32, f64, f64) {
        merit(self.proof, f64::from(self.visits), self.mean_for(player), player)
    }
}

/// See [`Node::merit`].
pub(super) fn merit(
    proof: Option<Proof>,
    visits: f64,
    mean: f64,
    player: Player,
) -> (i32, f64, f64) {
    match proof {
        Some(proof) if proof.wins_for(player) => (1, -f64::from(proof.distance), 0.0),
        Some(proof) if proof.wins_for(player.opponent()) => (-1, f64::from(proof.distance), 0.0),
        _ => (0, visits, mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree whose nodes all have `breadth` children, as far as its memory goes.
    fn grown(bytes: usize, breadth: u16) -> Tree<u16> {
        let mut tree = Tree::new(bytes);
        tree.plant(0);
        for at in 0.. {
            for mv in 0..breadth {
                if tree.push(at, Node::new(mv)).is_none() {
                    return tree;
                }
            }
        }
        tree
    }

    #[test]
    fn a_tree_keeps_to_its_memory() {
        for breadth in [1, 3, 49, 600] {
            let mut tree = grown(1 << 20, breadth);
            assert!(tree.is_full());
            assert!(tree.bytes() > 3 << 18 && tree.bytes() <= 1 << 20, "{}", tree.bytes());
            for _ in 0..20 {
                let child = tree.child(ROOT, 0);
                tree.keep_only(child);
                let mut at = ROOT;
                while tree.node(at).count() > 0 {
                    at = tree.child(at, 0);
                }
                while tree.push(at, Node::new(7)).is_some() {
                    at = tree.child(at, 0);
                }
                assert!(tree.bytes() <= 1 << 20, "{}", tree.bytes());
            }
        }
    }

    #[test]
    fn a_branch_that_is_kept_stays_as_it_was() {
        let mut tree = grown(1 << 20, 5);
        let moves = |tree: &Tree<u16>, at| -> Vec<Vec<u16>> {
            let places = (0..tree.node(at).count()).map(|number| tree.child(at, number));
            let below = places.map(|at| tree.children(at).iter().map(|node| node.mv).collect());
            below.collect()
        };
        let child = tree.child(ROOT, 3);
        tree.visit(child, 1.0);
        let before = moves(&tree, child);
        tree.keep_only(child);
        assert_eq!(moves(&tree, ROOT), before);
        assert_eq!(tree.node(ROOT).visits, 1);
        // What was cut is used again, without touching what was kept.
        let at = tree.child(tree.child(ROOT, 1), 4);
        let at = (0..6).fold(at, |at, _| tree.child(at, 0).max(at));
        while tree.push(at, Node::new(9)).is_some() {}
        assert_eq!(moves(&tree, ROOT), before);
    }

    #[test]
    fn a_node_is_won_by_one_win_and_lost_only_by_all() {
        let mut tree = Tree::new(0);
        tree.plant(0);
        for mv in 0..3 {
            tree.push(ROOT, Node::new(mv));
        }
        let won = |player| Some(Proof { outcome: Outcome::Win(player), distance: 4 });
        for number in 0..3 {
            let child = tree.child(ROOT, number);
            tree.node_mut(child).proof = won(Player::Second);
            tree.prove(ROOT, child, Player::First);
            assert_eq!(tree.node(ROOT).proof, None);
        }
        tree.node_mut(ROOT).complete = true;
        let child = tree.child(ROOT, 1);
        tree.prove(ROOT, child, Player::First);
        let proof = tree.node(ROOT).proof.expect("all are lost");
        assert_eq!((proof.outcome, proof.distance), (Outcome::Win(Player::Second), 5));
        tree.node_mut(child).proof = won(Player::First);
        tree.prove(ROOT, child, Player::First);
        assert!(tree.node(ROOT).proof.is_some_and(|proof| proof.wins_for(Player::First)));
    }
}
