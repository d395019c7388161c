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

/// What is free. The first node of an unused block tells where the next one of its size lies, so that to remember them
/// takes no memory.
struct Ground {
    /// From here on nothing was ever given out.
    fresh: usize,
    /// The unused block of each size that was given back last, by the logarithm of the size.
    unused: [Option<u32>; SIZES],
}

impl Ground {
    const NEW: Ground = Ground { fresh: 0, unused: [None; SIZES] };
}

impl<M: Copy> Arena<M> {
    /// Takes no more than `bytes`, or one chunk where that is less.
    pub fn new(bytes: usize) -> Self {
        // With all of it resident memory grew by up to 125 % of a bound of 16 MB (docs/evidence/memory).
        let chunks = bytes / 5 * 4 / (size_of::<Chunk<M>>() + size_of::<OnceLock<Box<Chunk<M>>>>());
        let chunks = chunks.clamp(1, u32::MAX as usize / LARGEST_BLOCK);
        let chunks = (0..chunks).map(|_| OnceLock::new()).collect();
        Arena { chunks, ground: Mutex::new(Ground::NEW) }
    }

    fn ground(&self) -> MutexGuard<'_, Ground> {
        // Nothing that runs under this lock can leave it half changed.
        self.ground.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts all blocks as unused.
    pub fn clear(&mut self) {
        *self.ground() = Ground::NEW;
    }

    /// Gives the memory back.
    pub fn release(&mut self) {
        self.clear();
        self.chunks.iter_mut().for_each(|chunk| drop(chunk.take()));
    }

    /// A block of 2 to the power of `size` nodes, or `None` without memory for it.
    pub fn take(&self, size: usize, filler: M) -> Option<u32> {
        let ground = &mut *self.ground();
        if let Some(first) = self.pop(ground, size) {
            return Some(first);
        }
        let length = 1 << size;
        let first = ground.fresh.next_multiple_of(length);
        if first + length <= self.chunks.len() * LARGEST_BLOCK {
            // Blocks lie at multiples of their size, so that none reaches over the end of a chunk.
            while ground.fresh < first {
                let gap = ground.fresh.trailing_zeros();
                self.push(ground, ground.fresh as u32, gap as usize);
                ground.fresh += 1 << gap;
            }
            ground.fresh += length;
            self.chunks[first / LARGEST_BLOCK].get_or_init(|| {
                let nodes = (0..LARGEST_BLOCK).map(|_| Node::new(Seed::of(filler)));
                let chunk: Result<Box<Chunk<M>>, _> = nodes.collect::<Box<[_]>>().try_into();
                chunk.unwrap_or_else(|_| unreachable!("as many nodes as a chunk has"))
            });
            return Some(first as u32);
        }
        let (larger, first) =
            (size + 1..SIZES).find_map(|larger| Some((larger, self.pop(ground, larger)?)))?;
        for half in size..larger {
            self.push(ground, first + (1 << half), half);
        }
        Some(first)
    }

    /// Gives a block back.
    pub fn give_back(&self, first: u32, size: usize) {
        self.push(&mut self.ground(), first, size);
    }

    /// An unused block of that size.
    fn pop(&self, ground: &mut Ground, size: usize) -> Option<u32> {
        let first = ground.unused[size]?;
        let next = self.node(first).next_block();
        ground.unused[size] = (next != first).then_some(next);
        Some(first)
    }

    /// Remembers an unused block; the last of a size names itself.
    fn push(&self, ground: &mut Ground, first: u32, size: usize) {
        let next = ground.unused[size].replace(first).unwrap_or(first);
        self.node(first).set_next_block(next);
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
        let chunks = self.chunks.iter().filter(|chunk| chunk.get().is_some()).count();
        chunks * size_of::<Chunk<M>>() + size_of_val(&*self.chunks)
    }
}
