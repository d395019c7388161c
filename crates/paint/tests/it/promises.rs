//! What holds for every picture of every scene.

use quintet_core::{Scene, Step};
use quintet_paint::{Glyphs, Picture, Tones, View, board, scene};

use crate::scenes::{
    bars, cells_named, finished_line, hexagon, hexagon_chosen, hexagon_finished, items_named,
    marbles, octagon, sown_path, stacks, swap,
};

pub fn all_scenes() -> Vec<Scene> {
    vec![
        Scene::default(),
        octagon(),
        bars(),
        hexagon(),
        hexagon_chosen(),
        hexagon_finished(),
        marbles(),
        swap(),
        finished_line(),
        sown_path(),
        stacks(["nn,,,nn", ",,,", ",,,", "nn,,,nn"]),
        stacks([",,,", ",nnnnnnnnrbrbrbrbrbrbrbrb,,", ",,,", ",,,"]),
        stacks(["nnnnrrr,,,", ",bbnrrn,,", ",,nnbrbrb,", ",,,nrbb"]),
    ]
}

/// Columns and lines: pieces have all their sizes on them, and some are smaller than any board.
const PAGES: [(usize, usize); 7] =
    [(80, 20), (80, 16), (60, 16), (120, 36), (200, 56), (33, 20), (10, 20)];

fn for_every_view(mut visit: impl FnMut(&Scene, &View)) {
    for shown in all_scenes() {
        let mut marked: Vec<Step> = shown
            .layout
            .cells
            .iter()
            .step_by(3)
            .map(|cell| Step::Cell(cell.name.clone()))
            .collect();
        marked.extend(shown.items.iter().step_by(2).map(|item| Step::Item(item.id.clone())));
        let pieces = shown.trays.iter().flat_map(|tray| &tray.pieces);
        marked.extend(pieces.map(|piece| Step::Item(piece.name.clone())));
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
            for flipped in [false, true] {
                for (width, height) in PAGES {
                    for marked in [&[][..], &marked] {
                        let players = ["red", "blue"];
                        visit(&shown, &View { glyphs, marked, flipped, width, height, players });
                    }
                }
            }
        }
    }
}

/// Text without ANSI escapes, all of which end in `m` here.
fn stripped(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let start = parts.next().unwrap_or_default().to_owned();
    parts.fold(start, |plain, part| {
        plain + part.split_once('m').map_or("an open escape", |(_, rest)| rest)
    })
}

fn spots_of(picture: &Picture, step: &Step) -> usize {
    picture.spots().iter().filter(|spot| spot.step == *step).count()
}

#[test]
fn no_line_is_wider_than_the_page() {
    for_every_view(|shown, view| {
        let picture = scene(shown, view);
        assert!(picture.width() <= view.width);
        assert!(picture.plain().lines().all(|line| line.chars().count() <= view.width));
    });
}

#[test]
fn nothing_is_cut_off_in_80_columns() {
    for_every_view(|shown, view| {
        if view.width == 80 {
            let wide = View { width: 200, ..*view };
            assert_eq!(board(shown, view), board(shown, &wide));
        }
    });
}

#[test]
fn a_board_leaves_room_on_a_screen_of_24_lines() {
    for_every_view(|shown, view| {
        if view.width == 80 && view.height == 20 {
            assert!(board(shown, view).height() <= 20, "{}", board(shown, view).plain());
            assert!(scene(shown, view).height() <= 24, "{}", scene(shown, view).plain());
        }
    });
}

#[test]
fn ascii_pictures_are_ascii() {
    for_every_view(|shown, view| {
        if view.glyphs == Glyphs::Ascii {
            assert!(scene(shown, view).coloured(Tones::Many).is_ascii());
        }
    });
}

#[test]
fn colours_change_no_character() {
    for_every_view(|shown, view| {
        let picture = scene(shown, view);
        assert_eq!(stripped(&picture.coloured(Tones::Many)), picture.plain());
    });
}

#[test]
fn everything_that_can_be_clicked_has_one_spot() {
    for_every_view(|shown, view| {
        let picture = scene(shown, view);
        let pieces = shown.trays.iter().flat_map(|tray| &tray.pieces);
        let steps = (shown.layout.cells.iter().map(|cell| Step::Cell(cell.name.clone())))
            .chain(shown.items.iter().map(|item| Step::Item(item.id.clone())))
            .chain(pieces.map(|piece| Step::Item(piece.name.clone())))
            .chain(shown.choices.iter().map(|choice| Step::Choice(choice.name.clone())));
        let steps: Vec<Step> = steps.collect();
        for step in &steps {
            assert_eq!(spots_of(&picture, step), 1, "{step:?}");
        }
        assert_eq!(picture.spots().len(), steps.len());
    });
}

#[test]
fn cells_do_not_overlap() {
    for_every_view(|shown, view| {
        let picture = board(shown, view);
        for row in 0..picture.height() {
            for column in 0..picture.width() {
                let cells = picture.spots().iter().filter(|spot| {
                    matches!(spot.step, Step::Cell(_)) && spot.contains(column, row)
                });
                assert!(cells.count() <= 1);
            }
        }
    });
}

#[test]
fn a_board_grows_with_the_page_and_fills_its_lines() {
    for shown in all_scenes().iter().filter(|scene| !scene.layout.cells.is_empty()) {
        let lines = |(width, height)| {
            let picture = board(shown, &View { width, height, ..View::default() });
            assert!(picture.width() <= width && picture.height() <= height, "{}", picture.plain());
            picture.height()
        };
        let [small, medium, large] = [(60, 16), (90, 36), (170, 56)].map(lines);
        assert!(small < medium && medium < large);
        assert!(10 * large >= 9 * 56 - 10, "{large} of 56 lines");
    }
}

/// Marks may add brackets, and a bracket may stand on a bar's line; nothing moves.
#[test]
fn marks_move_nothing() {
    for shown in all_scenes() {
        let marked: Vec<Step> =
            shown.layout.cells.iter().map(|cell| Step::Cell(cell.name.clone())).collect();
        let calm = board(&shown, &View::default());
        let bright = board(&shown, &View { marked: &marked, ..View::default() });
        assert_eq!((calm.width(), calm.height()), (bright.width(), bright.height()));
        let signs = |picture: &Picture| -> Vec<char> {
            picture.rows().iter().flatten().map(|glyph| glyph.sign).collect()
        };
        let (calm, bright) = (signs(&calm), signs(&bright));
        let changed = calm.iter().zip(&bright).filter(|(before, after)| before != after);
        assert!(
            changed.clone().all(|(before, after)| {
                " ━═(){}".contains(*before) && "[] ".contains(*after)
            })
        );
        assert_eq!(bright.iter().filter(|&&sign| sign == '[').count(), marked.len());
        assert_eq!(bright.iter().filter(|&&sign| sign == ']').count(), marked.len());
    }
}

#[test]
fn every_stone_is_drawn() {
    let tall = stacks(["nn,rrrrrrrr,,nn", ",,,", ",bbbbbbbb,,", "nn,,,nn"]);
    let plain = board(&tall, &View::default()).plain();
    for stone in ['◌', '●', '◎'] {
        assert_eq!(plain.matches(stone).count(), 8);
    }
}

#[test]
fn a_turned_board_has_its_lower_right_corner_at_the_upper_left() {
    let corner = |flipped| {
        let picture = board(&marbles(), &View { flipped, ..View::default() });
        let spot = |cell: &str| {
            let step = Step::Cell(cell.into());
            let spot = picture.spots().iter().find(|spot| spot.step == step).unwrap();
            (spot.column, spot.row)
        };
        (spot("a1"), spot("g7"))
    };
    let (a1, g7) = corner(false);
    assert!(a1.0 < g7.0 && a1.1 > g7.1);
    let (a1, g7) = corner(true);
    assert!(a1.0 > g7.0 && a1.1 < g7.1);
}

#[test]
fn unknown_names_are_ignored() {
    let mut shown = octagon();
    shown.items[0].cells = vec!["z9".into()];
    let mut marked = cells_named("z9 d5");
    marked.extend(items_named("nobody"));
    let plain = scene(&shown, &View { marked: &marked, ..View::default() }).plain();
    assert_eq!(plain.matches('[').count(), 2, "one cell and the legend: {plain}");
}
