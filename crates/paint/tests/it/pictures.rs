//! Pictures that a reviewer can look at. `QUINTET_BLESS=1` rewrites them.

use std::fs;
use std::path::Path;

use quintet_core::{Scene, Step};
use quintet_paint::{Glyphs, View, scene};

use crate::scenes::{
    bars, cells_named, finished_line, hexagon, hexagon_chosen, hexagon_finished, items_named,
    marbles, octagon, sown_path, stacks, swap,
};

/// Compares the Unicode and the ASCII picture of a scene with the stored ones.
fn compare(name: &str, shown: &Scene, view: View) {
    for (glyphs, suffix) in [(Glyphs::Unicode, ""), (Glyphs::Ascii, "-ascii")] {
        let file = format!("tests/pictures/{name}{suffix}.txt");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
        let drawn = scene(shown, &View { glyphs, ..view }).plain();
        if std::env::var_os("QUINTET_BLESS").is_some() {
            fs::write(&path, &drawn).expect("the folder of the pictures is writable");
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(drawn == stored, "{file} differs; QUINTET_BLESS=1 accepts this:\n{drawn}");
    }
}

fn view<'a>(players: [&'a str; 2], marked: &'a [Step]) -> View<'a> {
    View { players, marked, ..View::default() }
}

#[test]
fn discs_with_values_around_a_totem() {
    let marked = cells_named("d5 f4 f5 f6 b5");
    compare("octagon", &octagon(), view(["white", "red"], &marked));
}

#[test]
fn a_piece_is_chosen_from_a_tray() {
    let marked = items_named("w1 w2 w3");
    compare("octagon-tray", &octagon(), view(["white", "red"], &marked));
}

#[test]
fn the_board_is_turned_for_the_second_player() {
    compare("octagon-flipped", &octagon(), View { flipped: true, ..view(["white", "red"], &[]) });
}

#[test]
fn bars_and_pegs_on_a_score_track() {
    compare("bars", &bars(), view(["dark", "light"], &[]));
}

#[test]
fn bars_are_chosen_as_a_whole() {
    let marked = items_named("first-a1-1 first-a6-1 first-e7-3 first-b3-6");
    compare("bars-chosen", &bars(), view(["dark", "light"], &marked));
}

#[test]
fn cells_below_bars_are_chosen_one_by_one() {
    let marked = cells_named("f4 g4 h4 i4 j4 a5 b5 c5 d5 e5 f5 a1 d3");
    compare("bars-cells", &bars(), view(["dark", "light"], &marked));
}

#[test]
fn every_stone_of_a_stack_is_shown() {
    let scene = stacks(["nn,r,,nbn", "n,nr,,b", ",nbrn,r,rr", "n,,b,nrnrb"]);
    let marked = cells_named("b4 c2 a1");
    compare("stacks", &scene, view(["red", "blue"], &marked));
}

#[test]
fn a_stack_of_all_stones_fits() {
    let scene = stacks([",,,", ",nnnnnnnnrbrbrbrbrbrbrbrb,,", ",,,", ",,,"]);
    compare("stack-of-24", &scene, view(["red", "blue"], &[]));
}

#[test]
fn tall_stacks_fit_side_by_side() {
    let scene = stacks(["nnnnrrr,,,", ",bbnrrn,,", ",,nnbrbrb,", ",,,nrbb"]);
    compare("stacks-tall", &scene, view(["red", "blue"], &[]));
}

#[test]
fn a_path_shows_where_stones_were_sown() {
    let marked = cells_named("d2 c3 c1");
    compare("stacks-path", &sown_path(), view(["red", "blue"], &marked));
}

#[test]
fn a_finished_line_is_tinted() {
    compare("finished-line", &finished_line(), view(["red", "blue"], &[]));
}

#[test]
fn a_hexagon_with_goal_rows() {
    let marked = cells_named("b2 b3 d3 d4 e8");
    compare("hexagon", &hexagon(), view(["white", "black"], &marked));
}

#[test]
fn lines_through_a_chosen_piece_show_their_balance() {
    let marked = cells_named("e3 c3");
    compare("hexagon-chosen", &hexagon_chosen(), view(["white", "black"], &marked));
}

#[test]
fn a_goal_row_stays_visible_below_a_piece() {
    compare("hexagon-finished", &hexagon_finished(), view(["white", "black"], &[]));
}

#[test]
fn a_hexagon_is_turned() {
    let turned = View { flipped: true, ..view(["white", "black"], &[]) };
    compare("hexagon-flipped", &hexagon_chosen(), turned);
}

#[test]
fn marbles_and_where_they_go() {
    compare("marbles", &marbles(), view(["x", "o"], &[]));
}

#[test]
fn choices_are_listed() {
    let mut marked = cells_named("a1 b2 c3 d4 e5 g7");
    marked.push(Step::Choice("swap".into()));
    compare("swap", &swap(), view(["x", "o"], &marked));
}

#[test]
fn a_narrow_page_has_everything_below_the_board() {
    let narrow = View { width: 50, ..view(["white", "red"], &[]) };
    compare("octagon-narrow", &octagon(), narrow);
}
