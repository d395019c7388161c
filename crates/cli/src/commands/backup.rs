//! `backup`: a copy of a server's games.

use std::path::{Path, PathBuf};

use anyhow::Result;
use quintet_server::{Settings, Wishes};
use serde_json::json;

use crate::failure::Usage;
use crate::output::Output;

/// Copies the games of a data folder to a new file.
pub fn run(data: Option<PathBuf>, to: &Path, as_json: bool, output: &mut Output) -> Result<()> {
    let settings = Settings::gather(&Wishes { data, ..Wishes::default() }, None)
        .map_err(|error| Usage(error.to_string()))?;
    quintet_server::backup(&settings, to)?;
    let bytes = std::fs::metadata(to)?.len();
    if as_json {
        output.line(json!({ "file": to.display().to_string(), "bytes": bytes }))?;
    } else {
        output.line(format_args!("{} ({bytes} bytes)", to.display()))?;
    }
    Ok(())
}
