//! The prefix tree of steps: all that a front end needs to know about legality, in one answer.

use std::ops::ControlFlow;

use quintet_core::show::step_lists;
use quintet_core::{Game, Next, Show, Step};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// What may follow some steps.
///
/// As JSON it is an object whose keys are [steps](Step::key), a text for a move, `true` for more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// Nothing: the steps are this move, or what else they are for.
    Move(String),
    /// One of these, in order, each with what may follow it. None if no legal move starts like this.
    Steps(Vec<(Step, Tree)>),
    /// Something, but that would be too much for one answer.
    More,
}

impl Tree {
    /// How many steps it holds.
    pub fn size(&self) -> usize {
        match self {
            Tree::Move(_) | Tree::More => 0,
            Tree::Steps(steps) => steps.iter().map(|(_, below)| 1 + below.size()).sum(),
        }
    }

    /// How many steps it holds, level by level.
    fn widths(&self, depth: usize, widths: &mut Vec<usize>) {
        let Tree::Steps(steps) = self else { return };
        if widths.len() == depth {
            widths.push(0);
        }
        widths[depth] += steps.len();
        for (_, below) in steps {
            below.widths(depth + 1, widths);
        }
    }

    fn cut_below(&mut self, levels: usize) {
        match self {
            Tree::Steps(_) if levels == 0 => *self = Tree::More,
            Tree::Steps(steps) => {
                for (_, below) in steps {
                    below.cut_below(levels - 1);
                }
            }
            Tree::Move(_) | Tree::More => {}
        }
    }
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tree::Move(mv) => serializer.serialize_str(mv),
            Tree::More => serializer.serialize_bool(true),
            Tree::Steps(steps) => {
                let mut map = serializer.serialize_map(Some(steps.len()))?;
                for (step, below) in steps {
                    map.serialize_entry(&step.key(), below)?;
                }
                map.end()
            }
        }
    }
}

/// The tree of a running position below some steps: as many whole levels as have `limit` steps
/// together, the first always.
pub(crate) fn tree<G: Show>(position: &G, so_far: &[Step], limit: usize) -> Tree {
    if has_more_moves(position, limit) {
        by_levels(position, so_far, limit)
    } else {
        from_moves(position, so_far, limit)
    }
}

fn has_more_moves<G: Game>(position: &G, limit: usize) -> bool {
    let mut count = 0;
    let counted = position.for_each_move(|_| {
        count += 1;
        if count > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    counted.is_break()
}

/// One pass over the moves: by default a game answers each `next` from all of them.
fn from_moves<G: Show>(position: &G, so_far: &[Step], limit: usize) -> Tree {
    let mut moves = Vec::new();
    let _ = position.for_each_move(|mv| {
        let lists = step_lists(position, mv).filter(|steps| steps.starts_with(so_far));
        moves.extend(lists.map(|steps| (steps, mv.to_string())));
        ControlFlow::<()>::Continue(())
    });
    moves.sort_unstable();
    let mut whole = joined(&moves, so_far.len());
    let mut widths = Vec::new();
    whole.widths(0, &mut widths);
    let mut size = 0;
    let fitting = widths.iter().take_while(|width| {
        size += *width;
        size <= limit
    });
    let levels = fitting.count().max(1);
    whole.cut_below(levels);
    whole
}

/// The tree of all these steps.
pub(crate) fn of_all(mut ends: Vec<(Vec<Step>, String)>) -> Tree {
    ends.sort_unstable();
    joined(&ends, 0)
}

/// The tree of moves that are sorted and share their first `depth` steps.
fn joined(moves: &[(Vec<Step>, String)], depth: usize) -> Tree {
    if let [(steps, mv)] = moves
        && steps.len() == depth
    {
        return Tree::Move(mv.clone());
    }
    let forks = moves.chunk_by(|(one, _), (other, _)| one[depth] == other[depth]);
    Tree::Steps(forks.map(|fork| (fork[0].0[depth].clone(), joined(fork, depth + 1))).collect())
}

/// Asks `next` for every step, so that the moves need not be listed.
fn by_levels<G: Show>(position: &G, so_far: &[Step], limit: usize) -> Tree {
    let mut steps = so_far.to_vec();
    let mut root = Shoot::new(position, &steps);
    let mut size = 0;
    loop {
        let wider = root.buds();
        if wider == 0 || (size > 0 && size + wider > limit) {
            return root.into_tree();
        }
        size += wider;
        root.grow(position, &mut steps);
    }
}

/// A tree while it grows.
enum Shoot {
    Move(String),
    Fork(Vec<(Step, Shoot)>),
    /// The steps that follow are known, what follows them is not.
    Bud(Vec<Step>),
}

impl Shoot {
    fn new<G: Show>(position: &G, steps: &[Step]) -> Shoot {
        match position.next(steps) {
            Next::Move(mv) => Shoot::Move(mv.to_string()),
            Next::Steps(mut next) => {
                next.sort_unstable();
                Shoot::Bud(next)
            }
        }
    }

    /// How many steps one more level would add.
    fn buds(&self) -> usize {
        match self {
            Shoot::Move(_) => 0,
            Shoot::Fork(steps) => steps.iter().map(|(_, below)| below.buds()).sum(),
            Shoot::Bud(next) => next.len(),
        }
    }

    /// Adds a level; `steps` lead to here.
    fn grow<G: Show>(&mut self, position: &G, steps: &mut Vec<Step>) {
        match self {
            Shoot::Move(_) => {}
            Shoot::Fork(forks) => {
                for (step, below) in forks {
                    steps.push(step.clone());
                    below.grow(position, steps);
                    steps.pop();
                }
            }
            Shoot::Bud(next) => {
                let forks = std::mem::take(next).into_iter().map(|step| {
                    steps.push(step.clone());
                    let below = Shoot::new(position, steps);
                    steps.pop();
                    (step, below)
                });
                *self = Shoot::Fork(forks.collect());
            }
        }
    }

    fn into_tree(self) -> Tree {
        match self {
            Shoot::Move(mv) => Tree::Move(mv),
            Shoot::Fork(steps) => {
                let steps = steps.into_iter().map(|(step, below)| (step, below.into_tree()));
                Tree::Steps(steps.collect())
            }
            Shoot::Bud(next) if next.is_empty() => Tree::Steps(Vec::new()),
            Shoot::Bud(_) => Tree::More,
        }
    }
}
