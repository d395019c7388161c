//! What can be read where no scripts run: the rules of every game, with drawings of its examples. Where scripts run, the page takes the same
//! article and lets the examples be played.

use pulldown_cmark::{Options, Parser, html};
use quintet_catalog::{AnyGame, Catalog};
use quintet_core::Example;
use quintet_paint::svg::{SvgView, Theme, board};

/// What every page says where no scripts run, with the way to what can be read there.
pub(super) fn without_scripts(catalog: Catalog) -> String {
    format!(
        "<noscript><main class=\"page narrow\"><h1>Quintet</h1><p>Quintet draws its boards with JavaScript, which is switched off in this \
         browser. The rules of its games can be read without:</p>{}</main></noscript>",
        links(catalog, None)
    )
}

/// The page with the rules of a game, as a part of the shell.
pub(super) fn rules(catalog: Catalog, game: &dyn AnyGame) -> String {
    format!(
        "<main id=\"plain\" class=\"page rules\">{}{}</main>",
        links(catalog, Some(game.info().id)),
        article(game)
    )
}

/// Links to the rules of all games.
fn links(catalog: Catalog, current: Option<&str>) -> String {
    let links = catalog.games().iter().map(|game| {
        let (id, name) = (game.info().id, escaped(game.info().name));
        let here = if current == Some(id) { " aria-current=\"page\"" } else { "" };
        format!("<li><a href=\"/rules/{id}\"{here}>{name}</a></li>")
    });
    let links: String = links.collect();
    format!("<nav class=\"games\" aria-label=\"Rules of\"><ul>{links}</ul></nav>")
}

/// The rules and the examples of a game.
fn article(game: &dyn AnyGame) -> String {
    let info = game.info();
    let mut text = String::new();
    html::push_html(&mut text, Parser::new_ext(info.rules, Options::ENABLE_TABLES));
    let figures: String = info
        .examples
        .iter()
        .enumerate()
        .filter_map(|(at, example)| figure(game, at, example))
        .collect();
    let examples = if figures.is_empty() {
        String::new()
    } else {
        format!(
            "<section class=\"examples\"><h2>Examples</h2><div class=\"diagrams\">{figures}</div></section>"
        )
    };
    format!(
        "<article data-game=\"{}\"><div class=\"text\">{text}</div>{examples}</article>",
        info.id
    )
}

/// An example as a drawing, with what is needed to play it. A position that cannot be read is left out; tests of the game say so.
fn figure(game: &dyn AnyGame, at: usize, example: &Example) -> Option<String> {
    let info = game.info();
    let played = game.set_up(info.variant(example.variant)?, example.position).ok()?;
    let view = SvgView {
        theme: Theme::Page,
        title: example.caption,
        id: &format!("{}-{at}", info.id),
        players: info.players,
        ..SvgView::default()
    };
    Some(format!(
        "<figure class=\"diagram\" data-variant=\"{}\" data-position=\"{}\">{}<figcaption>{}</figcaption></figure>",
        escaped(example.variant),
        escaped(example.position),
        board(&played.scene(&[]), &view),
        escaped(example.caption),
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_rules_and_a_drawing_of_each_example() {
        let catalog = quintet_catalog::standard();
        for game in catalog.games() {
            let page = rules(catalog, *game);
            let info = game.info();
            assert!(page.contains(&format!("<h1>{}</h1>", info.name)), "{page}");
            assert_eq!(page.matches("<figure").count(), info.examples.len(), "{}", info.id);
            assert_eq!(page.matches("<svg").count(), info.examples.len(), "{}", info.id);
            assert!(!page.contains("<script") && !page.contains("style="), "{}", info.id);
            for other in catalog.games() {
                assert!(page.contains(&format!("href=\"/rules/{}\"", other.info().id)));
            }
        }
    }

    #[test]
    fn what_is_written_stays_text() {
        assert_eq!(escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
