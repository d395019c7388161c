//! `games` and `rules`: what there is to play.

use anyhow::Result;
use quintet_catalog::Catalog;
use serde_json::json;

use crate::output::{Output, widest};

/// Lists all games.
pub fn list(catalog: Catalog, output: &mut Output) -> Result<()> {
    let width = widest(catalog.games().iter().map(|game| game.info().id));
    for game in catalog.games() {
        let info = game.info();
        if output.as_json() {
            let variants: Vec<_> = info
                .variants
                .iter()
                .map(|variant| json!({ "id": variant.id, "summary": variant.summary }))
                .collect();
            output.line(json!({
                "game": info.id,
                "name": info.name,
                "tagline": info.tagline,
                "credit": info.credit,
                "players": info.players,
                "variants": variants,
            }))?;
            continue;
        }
        output.line(format_args!("{:<width$} {}", info.id, info.tagline))?;
        output.line(format_args!("{:<width$} {}", "", info.credit))?;
        output.line(format_args!(
            "{:<width$} players: {} and {}, {} moves first",
            "", info.players[0], info.players[1], info.players[0]
        ))?;
        if info.variants.len() > 1 {
            for (index, variant) in info.variants.iter().enumerate() {
                let default = if index == 0 { " (default)" } else { "" };
                output.line(format_args!(
                    "{:<width$} --variant {}{default}: {}",
                    "", variant.id, variant.summary
                ))?;
            }
        }
    }
    Ok(())
}

/// Prints the rules of a game.
pub fn rules(catalog: Catalog, id: &str, output: &mut Output) -> Result<()> {
    let info = catalog.find(id)?.info();
    if output.as_json() {
        output.line(json!({ "game": info.id, "rules": info.rules }))?;
    } else {
        output.text(info.rules)?;
    }
    Ok(())
}
