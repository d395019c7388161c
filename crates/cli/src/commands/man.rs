//! `completions` and `man`: generated from the definition of the command line.

use std::path::Path;

use anyhow::{Context as _, Result};
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use quintet_catalog::Catalog;
use serde_json::json;

use crate::help::command;
use crate::output::Output;

/// What players can be called; options and programs follow as one likes.
const PLAYERS: [&str; 14] = [
    "human",
    "random",
    "greedy",
    "level:1",
    "level:2",
    "level:3",
    "level:4",
    "level:5",
    "level:6",
    "level:7",
    "level:8",
    "alphabeta",
    "mcts",
    "mcts:plain",
];

/// Prints completions for a shell.
pub fn completions(catalog: Catalog, shell: Shell, output: &mut Output) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_names(catalog), "quintet", &mut script);
    let script = String::from_utf8_lossy(&script);
    if output.as_json() {
        return Ok(output.line(json!({ "shell": shell.to_string(), "script": script }))?);
    }
    Ok(output.text(script)?)
}

/// The command line with the names that can stand in it. It is not read with this definition: what is wrong with a name is told better
/// by those who know it.
fn with_names(catalog: Catalog) -> clap::Command {
    let infos = || catalog.games().iter().map(|game| game.info());
    let games: Vec<&str> = infos().map(|info| info.id).collect();
    let mut variants: Vec<&str> =
        infos().flat_map(|info| info.variants).map(|variant| variant.id).collect();
    variants.sort_unstable();
    variants.dedup();
    command(catalog).mut_subcommands(|command| {
        command.mut_args(|argument| match argument.get_id().as_str() {
            "game" => argument.value_parser(PossibleValuesParser::new(&games)),
            "variant" => argument.value_parser(PossibleValuesParser::new(&variants)),
            "first" | "second" | "a" | "b" | "players" => {
                argument.value_parser(PossibleValuesParser::new(PLAYERS))
            }
            _ => argument,
        })
    })
}

/// Prints the manual page, or writes one for every command into a folder.
pub fn pages(catalog: Catalog, folder: Option<&Path>, output: &mut Output) -> Result<()> {
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command(catalog), folder))
            .with_context(|| format!("cannot write manual pages to {}", folder.display()))?;
        return Ok(());
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command(catalog)).render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    if output.as_json() {
        Ok(output.line(json!({ "page": page }))?)
    } else {
        Ok(output.text(page)?)
    }
}
