//! The native part of the Python package `quintet`; `python/quintet` is the rest of it, and says what everything is for.
//!
//! | module | what it holds |
//! |---|---|
//! | `game`, `position` | what never changes |
//! | `played` | a game with its history, and records |
//! | `engine` | computer players |
//! | `found` | what they and the solver find |
//! | `batch` | many games at once, as arrays |
//! | `contests` | matches, reports and tables, whole or in parts |
//! | `inputs`, `wanted` | what comes from Python, and the sentences for what is something else |
//! | `interrupt` | long work beside Python, which Ctrl-C ends |
//! | `errors` | what is raised |
//!
//! Nothing here knows a game, and no rule is stated here: texts, steps and actions go to the catalog.

// Python hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]
// Examples in Python have lists of texts, which are no links.
#![allow(clippy::doc_link_with_quotes)]
// Fields are called as Python calls them.
#![allow(clippy::struct_field_names)]
// What is exported is documented where Python shows it: in the stubs and in `docs/python.md`.
#![allow(missing_docs)]

mod batch;
mod contests;
mod engine;
mod errors;
mod found;
mod game;
mod inputs;
mod interrupt;
mod played;
mod position;
mod wanted;

#[pyo3::pymodule]
mod _quintet {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::contests::{Contest, Playing, different, findings, first_share, study};
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::errors::{
        IllegalMove, MalformedPosition, MalformedRecord, QuintetError, UnknownName,
    };
    #[pymodule_export]
    use crate::found::{Line, Solution};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::played::{Match, Record, read};
    #[pymodule_export]
    use crate::position::Position;

    /// All games, each under each of its variants.
    #[pyfunction]
    fn games() -> Vec<Game> {
        let all = quintet_catalog::standard().games().iter();
        all.flat_map(|game| game.info().variants().map(|variant| Game::new(*game, variant)))
            .collect()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
