//! `show`: a position as a picture.

use anyhow::Result;
use quintet_catalog::AnyMatch;
use quintet_core::{Next, Step};
use quintet_paint::{Picture, View};
use serde_json::json;

use crate::output::Output;
use crate::position::Chosen;

/// Draws a position.
pub fn run(
    chosen: &Chosen,
    position: Option<&str>,
    flipped: bool,
    output: &mut Output,
) -> Result<()> {
    let played = chosen.set_up(position)?;
    if output.as_json() {
        let scene = played.scene(&[]);
        output.line(json!({ "position": played.position(), "scene": scene }))?;
    } else {
        output.picture(&picture(played.as_ref(), &[], flipped, output))?;
        output.line(format_args!("\nPosition: {}", played.position()))?;
    }
    Ok(())
}

/// The position of a match with the steps made so far. Places to go on are marked once a move is begun;
/// before that they would be most of the board.
pub fn picture(played: &dyn AnyMatch, so_far: &[Step], flipped: bool, output: &Output) -> Picture {
    let marked = match played.next(so_far) {
        Next::Steps(steps) if !so_far.is_empty() => steps,
        _ => Vec::new(),
    };
    let view = View {
        glyphs: output.glyphs(),
        marked: &marked,
        flipped,
        players: played.info().players,
        ..View::default()
    };
    quintet_paint::scene(&played.scene(so_far), &view)
}
