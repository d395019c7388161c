//! What holds for every SVG drawing of every scene.

use quintet_core::contest::capital;
use quintet_core::scene::Kind;
use quintet_core::{Player, Scene, Step};
use quintet_paint::svg::{SvgView, Theme, board, scene};

use crate::promises::all_scenes;
use crate::scenes::{FIRST, SECOND, cells_named, item, octagon, square};

/// Checks that every element that is opened is closed in its turn, and returns all texts between them.
fn texts_of_well_formed(drawing: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    for part in drawing.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("every tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "an attribute has no end: {tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed out of turn");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        if !text.trim().is_empty() {
            texts.push(text.to_owned());
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    texts
}

/// The drawing without what is colour in it.
fn without_colours(drawing: &str) -> String {
    let is_colour =
        |attribute: &str| attribute.starts_with("fill=\"#") || attribute.starts_with("stroke=\"#");
    drawing.split(' ').filter(|part| !is_colour(part)).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_drawing_is_well_formed_and_names_all_that_is_on_it() {
    for shown in all_scenes() {
        let marked: Vec<Step> =
            shown.layout.cells.iter().map(|cell| Step::Cell(cell.name.clone())).collect();
        for theme in [Theme::Light, Theme::Dark, Theme::Page] {
            for flipped in [false, true] {
                let players = ["white", "red"];
                let view =
                    SvgView { theme, flipped, marked: &marked, players, ..SvgView::default() };
                texts_of_well_formed(&board(&shown, &view));
                let texts = texts_of_well_formed(&scene(&shown, &view));
                let labels = shown.items.iter().map(|item| item.label.clone());
                for label in labels.chain(shown.trays.iter().map(|tray| capital(&tray.name))) {
                    assert!(texts.contains(&label), "{label} is missing in {texts:?}");
                }
                for word in shown.status.split_whitespace() {
                    assert!(texts.iter().any(|text| text.contains(word)), "{word} in {texts:?}");
                }
            }
        }
    }
}

#[test]
fn the_sides_differ_without_colour() {
    for kind in [Kind::Disc, Kind::Stone, Kind::Marble, Kind::Bar, Kind::Peg] {
        let drawn = [FIRST, SECOND].map(|owner| {
            let mut piece = item(kind, owner, "a1", "3");
            piece.label = "a piece".into();
            let shown = Scene { items: vec![piece], ..square(2) };
            without_colours(&board(&shown, &SvgView::default()))
        });
        assert_ne!(drawn[0], drawn[1], "{kind:?}");
    }
}

#[test]
fn a_drawing_in_a_page_has_the_colours_of_the_page() {
    let in_page = SvgView { theme: Theme::Page, players: ["white", "red"], ..SvgView::default() };
    let drawing = board(&octagon(), &in_page);
    assert!(drawing.contains("var(--cell)") && drawing.contains("var(--warm-rim)"));
    assert!(!without_colours(&drawing).contains("var(--paper)"), "the page has its own paper");
    // Nothing that a content policy without inline styles would take away.
    assert!(!drawing.contains("style"), "{drawing}");
    let alone = board(&octagon(), &SvgView::default());
    assert!(!alone.contains("var("), "{alone}");
}

#[test]
fn drawings_in_one_document_keep_their_names_apart() {
    let draw = |id| board(&octagon(), &SvgView { id, ..SvgView::default() });
    assert!(draw("one").contains("id=\"one-sheen\"") && draw("one").contains("url(#one-sheen)"));
    assert!(!draw("two").contains("one-"));
}

#[test]
fn what_can_be_picked_what_is_chosen_and_what_moved_last_are_seen() {
    let plain = octagon();
    let view = SvgView::default();
    let marked = cells_named("d5 e4");
    let chosen = Scene { chosen: cells_named("f5"), ..plain.clone() };
    let last = Scene { last: vec!["c5".into()], ..plain.clone() };
    let drawings = [
        board(&plain, &view),
        board(&plain, &SvgView { marked: &marked, ..view }),
        board(&chosen, &view),
        board(&last, &view),
    ];
    for (index, drawing) in drawings.iter().enumerate() {
        assert!(!drawings[..index].contains(drawing));
    }
}

#[test]
fn texts_of_the_scene_stay_texts() {
    let mut shown = square(2);
    shown.items = vec![item(Kind::Disc, Some(Player::First), "a1", "</text><script>")];
    shown.status = "a < b & \"c\"".into();
    let drawing = scene(&shown, &SvgView { title: "<x>", ..SvgView::default() });
    assert!(!drawing.contains("<script") && !drawing.contains("<x>"), "{drawing}");
    texts_of_well_formed(&drawing);
}
