//! The program with one game more. Trio is handed in through the registry, and every front end has it: nothing else is needed.

use std::process::ExitCode;

use quintet_catalog::{AnyGame, Catalog, Entry, standard};
use quintet_trio::{GUIDE, TUNING, Trio};

static TRIO: Entry<Trio> =
    Entry::plain().judged(TUNING).guided(&GUIDE).fitted().edited().symmetric();

fn main() -> ExitCode {
    let games = [standard().games(), &[&TRIO as &dyn AnyGame]].concat();
    quintet::run(Catalog::new(games.leak()))
}
