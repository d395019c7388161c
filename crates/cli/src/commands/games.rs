//! `games` and `rules`: what there is to play.

use anyhow::Result;
use quintet_catalog::{Catalog, Ratings};
use quintet_core::VariantInfo;
use serde_json::json;

use crate::output::{Output, widest};

/// Lists all games.
pub fn list(catalog: Catalog, output: &mut Output) -> Result<()> {
    let width = widest(catalog.games().iter().map(|game| game.info().id));
    for game in catalog.games() {
        let info = game.info();
        if output.as_json() {
            let variants: Vec<_> = info
                .variants()
                .map(|variant| {
                    let VariantInfo { id, summary, .. } = *info.describe(variant);
                    json!({ "id": id, "summary": summary, "elo": game.ratings(variant) })
                })
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
        for (index, variant) in info.variants().enumerate() {
            let VariantInfo { id, summary, .. } = *info.describe(variant);
            if info.variants.len() > 1 {
                let default = if index == 0 { " (default)" } else { "" };
                output.line(format_args!("{:<width$} --variant {id}{default}: {summary}", ""))?;
            }
            if let Some(ratings) = game.ratings(variant) {
                output.line(format_args!("{:<width$} {}", "", strengths(ratings)))?;
            }
        }
    }
    Ok(())
}

/// How strong the levels are, in a line.
pub fn strengths(ratings: &Ratings) -> String {
    let ratings: Vec<String> = ratings.iter().map(ToString::to_string).collect();
    format!(
        "levels 1 to {}: Elo {} (greedy is 0, the last has 100 ms a move)",
        ratings.len(),
        ratings.join(", ")
    )
}

/// Prints the rules of a game.
pub fn rules(catalog: Catalog, id: &str, output: &mut Output) -> Result<()> {
    let info = catalog.find(id)?.info();
    if output.as_json() {
        output.line(json!({ "game": info.id, "rules": info.rules }))?;
    } else {
        output.document(info.rules.trim_end())?;
    }
    Ok(())
}
