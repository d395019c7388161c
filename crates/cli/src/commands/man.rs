//! `completions` and `man`: generated from the definition of the command line.

use std::path::Path;

use anyhow::{Context as _, Result};
use clap_complete::Shell;
use quintet_catalog::Catalog;

use crate::help::command;
use crate::output::Output;

/// Prints completions for a shell.
pub fn completions(catalog: Catalog, shell: Shell, output: &mut Output) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(catalog), "quintet", &mut script);
    output.text(String::from_utf8_lossy(&script))?;
    Ok(())
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
    output.text(String::from_utf8_lossy(&page))?;
    Ok(())
}
