//! What each command does, a file a command.

mod analyze;
mod backup;
mod bench;
mod contenders;
mod contest;
mod data;
mod games;
mod kept;
mod man;
mod move_data;
mod moves;
mod openings;
mod perft;
mod play;
mod playouts;
mod replay;
mod report;
mod result;
mod serve;
mod show;
mod think;
mod tournament;

use std::io::{self, BufReader};
use std::path::Path;

use anyhow::Result;
use quintet_catalog::{Catalog, Count};

use crate::args::{Arguments, Command};
use crate::output::Output;
use replay::Manner;

pub use games::strengths;
pub use show::picture;

/// Runs the command of the command line with these games.
pub fn run(catalog: Catalog, arguments: &Arguments, output: &mut Output) -> Result<()> {
    let Some(command) = &arguments.command else {
        return play::sit_down(catalog, arguments, output);
    };
    match command {
        Command::Games => games::list(catalog, output),
        Command::Rules { game } => games::rules(catalog, game, output),
        Command::Show { game, position, flip, svg } => {
            show::run(&game.look_up(catalog)?, position.as_deref(), *flip, *svg, output)
        }
        Command::Moves { game, position, distinct } => {
            moves::list(&game.look_up(catalog)?, position.as_deref(), *distinct, output)
        }
        Command::Apply { game, position, moves } => {
            moves::apply(&game.look_up(catalog)?, position, moves, output)
        }
        Command::Perft { game, depth, position, divide, threads, hash } => {
            let (depth, threads, bytes) = (*depth, usize::from(*threads), (*hash as usize) << 20);
            let count = Count { depth, threads, bytes };
            perft::run(&game.look_up(catalog)?, position.as_deref(), count, *divide, output)
        }
        Command::Playouts(wanted) => playouts::run(catalog, wanted, output),
        Command::Bench { games } => bench::run(catalog, games, output),
        Command::Play(wanted) => play::run(catalog, wanted, arguments, output),
        Command::Analyze(wanted) => analyze::run(catalog, wanted, output),
        Command::Match(wanted) => contest::run(catalog, wanted, output),
        Command::Tournament(wanted) => tournament::run(catalog, wanted, output),
        Command::Openings(wanted) => openings::run(catalog, wanted, output),
        Command::Ugi { game, variant } => ugi(catalog, game.as_deref(), variant.as_deref()),
        Command::Replay { file, number, boards, plain } => {
            let (number, plain) = (*number as usize, *plain || arguments.plain);
            let printed = *boards || arguments.json;
            if !printed && !plain && play::replay(catalog, file, number, arguments)? {
                return Ok(());
            }
            // Records from standard input leave nobody to ask.
            let is_asked = (plain || play::is_at_terminal()) && file != Path::new("-");
            let manner = match (*boards, is_asked) {
                (true, _) => Manner::Boards,
                (false, true) => Manner::Dialogue,
                (false, false) => Manner::Printed,
            };
            replay::run(catalog, file, number, manner, output)
        }
        Command::Report(wanted) => report::run(catalog, wanted, output),
        Command::Data(wanted) => data::run(catalog, wanted, output),
        Command::Serve(wanted) => serve::run(catalog, wanted, output),
        Command::Think(wanted) => think::run(catalog, wanted, output),
        Command::Backup { data, database, to } => {
            backup::run(data.clone(), database.clone(), to, output)
        }
        Command::MoveData { from, to, database_password_file } => {
            move_data::run(from, to, database_password_file.as_deref(), output)
        }
        Command::Completions { shell } => man::completions(catalog, *shell, output),
        Command::Man { dir } => man::pages(catalog, dir.as_deref(), output),
    }
}

fn ugi(catalog: Catalog, game: Option<&str>, variant: Option<&str>) -> Result<()> {
    let first = catalog.games().first().map_or("", |game| game.info().id);
    let (game, variant) = catalog.choose(game.unwrap_or(first), variant)?;
    let input = BufReader::new(io::stdin());
    quintet_ugi::serve(input, io::stdout(), quintet_ugi::Defaults { catalog, game, variant })?;
    Ok(())
}
