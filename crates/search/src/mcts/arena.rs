//! Where the nodes of a tree lie: blocks of a power of two of them, in memory that is bounded and taken as needed.
//!
//! Threads share it. A block that was given out is its taker's until it is given back, which nobody may do while
//! others know of it.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::node::{Node, Seed};

/// The largest block: no node has more children in the tree, for what lies beyond thousands is never looked at
/// twice. Also how many nodes are taken from the system at a time.
pub(super) const LARGEST_BLOCK: usize = 4096;

/// Blocks of 1, 2, 4 … [`LARGEST_BLOCK`] nodes.
const SIZES: usize = LARGEST_BLOCK.ilog2() as usize + 1;

type Chunk<M> = [Node<M>; LARGEST_BLOCK];

pub(super) struct Arena<M> {
    chunks: Box<[OnceLock<Box<Chunk<M>>>]>,
    ground: Mutex<Ground>,
}

/// What is free.
struct Ground {
    /// From here on nothing was ever given out.
    fresh: usize,
    /// Unused blocks by the logarithm of their size.
    unused: [Vec<u32>; SIZES],
}

impl Ground {
    const fn new() -> Self {
        Ground { fresh: 0, unused: [const { Vec::new() }; SIZES] }
    }

    /// A block of 2 to the power of `size` nodes among the first `bound`.
    fn take(&mut self, size: usize, bound: usize) -> Option<u32> {
        if let Some(first) = self.unused[size].pop() {
            return Some(first);
        }
        let length = 1 << size;
        let first = self.fresh.next_multiple_of(length);
        if first + length <= bound {
            // Blocks lie at multiples of their size, so that none reaches over the end of a chunk.
            while self.fresh < first {
                let gap = self.fresh.trailing_zeros();
                self.unused[gap as usize].push(self.fresh as u32);
                self.fresh += 1 << gap;
            }
            self.fresh += length;
            return Some(first as u32);
        }
        let larger = (size + 1..SIZES).find(|larger| !self.unused[*larger].is_empty())?;
        let first = self.unused[larger].pop()?;
        for half in size..larger {
            self.unused[half].push(first + (1 << half));
        }
        Some(first)
    }
}

impl<M: Copy> Arena<M> {
    /// Takes no more than `bytes`, or one chunk where that is less.
    pub fn new(bytes: usize) -> Self {
        // A block among the unused takes 4 bytes there, up to 8 after the list has grown; a node has 32.
        let chunks = bytes / 5 * 4 / size_of::<Chunk<M>>();
        let chunks = chunks.clamp(1, u32::MAX as usize / LARGEST_BLOCK);
        let chunks = (0..chunks).map(|_| OnceLock::new()).collect();
        Arena { chunks, ground: Mutex::new(Ground::new()) }
    }

    fn ground(&self) -> MutexGuard<'_, Ground> {
        // Nothing that runs under this lock can leave it half changed.
        self.ground.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts all blocks as unused.
    pub fn clear(&mut self) {
        *self.ground() = Ground::new();
    }

    /// Gives the memory back.
    pub fn release(&mut self) {
        self.clear();
        self.chunks.iter_mut().for_each(|chunk| drop(chunk.take()));
    }

    /// A block of 2 to the power of `size` nodes, or `None` without memory for it.
    pub fn take(&self, size: usize, filler: M) -> Option<u32> {
        let bound = self.chunks.len() * LARGEST_BLOCK;
        let first = self.ground().take(size, bound)?;
        self.chunks[first as usize / LARGEST_BLOCK].get_or_init(|| {
            let nodes = (0..LARGEST_BLOCK).map(|_| Node::new(Seed::of(filler)));
            let chunk: Result<Box<Chunk<M>>, _> = nodes.collect::<Box<[_]>>().try_into();
            chunk.unwrap_or_else(|_| unreachable!("as many nodes as a chunk has"))
        });
        Some(first)
    }

    /// Gives a block back.
    pub fn give_back(&self, first: u32, size: usize) {
        self.ground().unused[size].push(first);
    }

    /// A node of a block that was given out.
    #[inline]
    pub fn node(&self, at: u32) -> &Node<M> {
        &self.chunk(at)[at as usize % LARGEST_BLOCK]
    }

    /// Several nodes of such a block.
    #[inline]
    pub fn nodes(&self, first: u32, count: usize) -> &[Node<M>] {
        &self.chunk(first)[first as usize % LARGEST_BLOCK..][..count]
    }

    #[inline]
    fn chunk(&self, at: u32) -> &Chunk<M> {
        let chunk = self.chunks[at as usize / LARGEST_BLOCK].get();
        chunk.expect("blocks that were given out lie in memory")
    }

    /// The bytes that it holds now.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        let lists: usize = self.ground().unused.iter().map(|list| list.capacity() * 4).sum();
        let chunks = self.chunks.iter().filter(|chunk| chunk.get().is_some()).count();
        chunks * size_of::<Chunk<M>>() + size_of_val(&*self.chunks) + lists
    }
}
