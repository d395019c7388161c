//! Perft: the number of move sequences of a given length, against a table in a text file.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use quintet_core::{Game, Variant};

use crate::Suite;

/// Larger figures are left to the command line.
const MOST_NODES: u64 = 20_000_000;

/// The number of sequences of exactly `depth` moves from `position`, each played to its end.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    let _ = position.for_each_move(|mv| {
        nodes += perft(&position.after(mv), depth - 1);
        ControlFlow::<()>::Continue(())
    });
    nodes
}

/// The figures of `tests/perft.txt` up to 20 million nodes are right; it has depths 1 to 3 of every
/// variant. A line is `variant depth nodes`; `#` begins a comment.
///
/// # Panics
/// If not.
pub fn figures_agree<G: Game>(suite: &Suite<G>) {
    let path = Path::new(suite.folder).join("tests/perft.txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("perft.txt: {error}"));
    let figures: Vec<Figure> = text.lines().filter_map(Figure::read::<G>).collect();
    for variant in G::INFO.variants() {
        for depth in 1..=3 {
            let id = G::INFO.describe(variant).id;
            let known = figures.iter().any(|row| row.variant == variant && row.depth == depth);
            assert!(known, "perft.txt lacks depth {depth} of {id}");
        }
    }
    for Figure { variant, depth, nodes } in figures {
        if nodes <= MOST_NODES {
            let start = G::start(variant);
            let id = G::INFO.describe(variant).id;
            assert_eq!(perft(&start, depth), nodes, "perft {depth} of {id} from `{start}`");
        }
    }
}

struct Figure {
    variant: Variant,
    depth: u32,
    nodes: u64,
}

impl Figure {
    fn read<G: Game>(line: &str) -> Option<Figure> {
        let content = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = content.split_whitespace().collect();
        if words.is_empty() {
            return None;
        }
        let figure = match words[..] {
            [variant, depth, nodes] => G::INFO.variant(variant).and_then(|variant| {
                let (depth, nodes) = (depth.parse().ok()?, nodes.parse().ok()?);
                Some(Figure { variant, depth, nodes })
            }),
            _ => None,
        };
        let figure = figure.unwrap_or_else(|| {
            panic!("perft.txt: expected `variant depth nodes` with digits only, got `{line}`")
        });
        Some(figure)
    }
}
