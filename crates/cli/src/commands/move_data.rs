//! `move-data`: a server's games from a folder into a database, or back.

use std::path::Path;

use anyhow::{Context as _, Result};
use quintet_players::files;
use quintet_server::{Database, Place};
use serde_json::{Map, json};

use crate::output::Output;

/// Carries all games from one place to another.
pub fn run(from: &str, to: &str, password_file: Option<&Path>, output: &mut Output) -> Result<()> {
    let password = match password_file {
        None => None,
        Some(file) => Some(
            files::read_text(file, files::most::SETTINGS)
                .with_context(|| format!("cannot read {}", file.display()))?,
        ),
    };
    let password = password.as_deref().map(|text| text.trim_end_matches(['\n', '\r']));
    let moved = quintet_server::move_data(place(from, password), place(to, password))?;
    let told = moved.rows.iter().map(|(table, count)| format!("{count} {table}"));
    let text =
        format!("{}; the same on both sides, {}", told.collect::<Vec<_>>().join(", "), moved.hash);
    let rows: Map<_, _> =
        moved.rows.iter().map(|(table, count)| ((*table).to_owned(), json!(count))).collect();
    Ok(output.tell(json!({ "rows": rows, "hash": moved.hash }), text)?)
}

fn place<'a>(text: &'a str, password: Option<&'a str>) -> Place<'a> {
    if Database::is_address(text) {
        Place::Database(text, password)
    } else {
        Place::Folder(Path::new(text))
    }
}
