//! `show`: a position as a picture.

use anyhow::Result;
use quintet_catalog::AnyMatch;
use quintet_core::{Next, Step};
use quintet_paint::svg::{self, SvgView, Theme};
use quintet_paint::{Picture, View};
use serde_json::json;

use crate::args::Paper;
use crate::output::Output;
use crate::position::Chosen;

/// Draws a position, in characters or on paper.
pub fn run(
    chosen: &Chosen,
    position: Option<&str>,
    flipped: bool,
    paper: Option<Paper>,
    output: &mut Output,
) -> Result<()> {
    let played = chosen.set_up(position)?;
    let drawn = paper.map(|paper| drawing(played.as_ref(), flipped, paper));
    if output.as_json() {
        let mut object = json!({ "position": played.position(), "scene": played.scene(&[]) });
        if let Some(drawn) = drawn {
            object["svg"] = drawn.into();
        }
        output.line(object)?;
    } else if let Some(drawn) = drawn {
        output.exact(drawn + "\n")?;
    } else {
        output.picture(&picture(played.as_ref(), &[], flipped, output))?;
        output.line(format_args!("\nPosition: {}", played.position()))?;
    }
    Ok(())
}

/// The position of a match as an SVG document.
fn drawing(played: &dyn AnyMatch, flipped: bool, paper: Paper) -> String {
    let info = played.info();
    let theme = match paper {
        Paper::Light => Theme::Light,
        Paper::Dark => Theme::Dark,
    };
    let title = format!("A position of {}", info.name);
    let view =
        SvgView { theme, title: &title, players: info.players, flipped, ..SvgView::default() };
    svg::scene(&played.scene(&[]), &view)
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
