//! `backup`: a copy of a server's games.

use std::path::{Path, PathBuf};

use anyhow::Result;
use quintet_server::{Settings, Wishes};
use serde_json::json;

use crate::failure::Usage;
use crate::output::Output;

/// Copies the games of a data folder to a new file.
pub fn run(
    data: Option<PathBuf>,
    database: Option<String>,
    to: &Path,
    output: &mut Output,
) -> Result<()> {
    let settings = Settings::gather(&Wishes { data, database, ..Wishes::default() }, None)
        .map_err(|error| Usage(error.to_string()))?;
    quintet_server::backup(&settings, to)?;
    let bytes = std::fs::metadata(to)?.len();
    let file = to.display().to_string();
    let text = format!("{file} ({bytes} bytes)");
    Ok(output.tell(json!({ "file": file, "bytes": bytes }), text)?)
}
