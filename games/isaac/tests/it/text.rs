//! Which texts are positions and moves, and what is said about the others.

use quintet_core::{Game, Variant};
use quintet_isaac::{Isaac, Move};

fn error(text: &str) -> String {
    match Isaac::parse(Variant::default(), text) {
        Ok(position) => panic!("`{text}` was read as `{position}`"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_start_has_its_text() {
    assert_eq!(Isaac::start(Variant::default()).to_string(), "place - - d 54321 54321 - 0 0 0 0 -");
}

#[test]
fn there_are_twelve_fields() {
    assert!(
        error("place - - d 54321 54321 - 0 0 0 0").ends_with("got 11"),
        "the count of fields is missing"
    );
    assert_eq!(
        error("begin - - d 54321 54321 - 0 0 0 0 -"),
        "phase: expected `place` or `score`, got `begin`"
    );
    assert_eq!(
        error("place - - x 54321 54321 - 0 0 0 0 -"),
        "side to move: expected `d` or `l`, got `x`"
    );
    assert_eq!(
        error("place - - d 5432 54321 - 0 0 0 0 -"),
        "dark's reserve: expected how many tiles of length 3, 4, 5, 6, 7 are left, as five digits, \
         got `5432`"
    );
    assert_eq!(
        error("place - - d 54321 54321 x 0 0 0 0 -"),
        "who passed first: expected `d`, `l` or `-`, got `x`"
    );
    assert_eq!(
        error("score - - d 54321 54321 d 101 0 0 0 dl"),
        "dark's score: expected a number from 0 to 100, got `101`"
    );
    assert_eq!(
        error("score - - d 54321 54321 d 0 07 0 0 dl"),
        "light's score: expected a number from 0 to 100, got `07`"
    );
    assert_eq!(
        error("score - - d 54321 54321 d 0 0 0 2 dl"),
        "light's last length: expected 0 for none or a length from 3 to 7, got `2`"
    );
    assert_eq!(
        error("score - - d 54321 54321 d 0 0 0 0 ld"),
        "who is out: expected `-`, `d`, `l` or `dl`, got `ld`"
    );
}

#[test]
fn tiles_lie_within_the_board() {
    for tile in ["i1h3", "a9v3", "a1h2", "a1h8", "a1x3", "k1v3", "a0h3", "a1h", "a1h33", "é1h3", ""]
    {
        assert_eq!(
            error(&format!("place {tile} - d 44321 54321 - 0 0 0 0 -")),
            format!(
                "dark's tiles: expected a tile within the board: its lowest-left cell, h or v and a \
                 length from 3 to 7, such as a1h3, or -, got `{tile}`"
            )
        );
    }
}

#[test]
fn tiles_do_not_overlap() {
    assert_eq!(
        error("place a1h3,c1v3 - d 34321 54321 - 0 0 0 0 -"),
        "dark's tiles: c1v3 overlaps another tile"
    );
    assert_eq!(
        error("place a1h3 b1v3 d 44321 44321 - 0 0 0 0 -"),
        "light's tiles: b1v3 overlaps another tile"
    );
}

#[test]
fn tiles_come_by_row_then_by_column() {
    assert_eq!(
        error("place a2h3,d1h3 - d 34321 54321 - 0 0 0 0 -"),
        "dark's tiles: expected tiles by row, then by column, got a2h3 before d1h3"
    );
}

#[test]
fn there_are_so_many_tiles_of_a_length() {
    assert_eq!(
        error("place a1h7,a2h7 - d 54320 54321 - 0 0 0 0 -"),
        "dark's tiles: expected at most 1 of length 7, got another with a2h7"
    );
    assert_eq!(
        error("place a1h3 - d 54321 54321 - 0 0 0 0 -"),
        "dark's reserve: expected 5 of length 3 for dark, got 1 on the board and 5 in reserve"
    );
    assert_eq!(
        error("place - - d 54321 54320 - 0 0 0 0 -"),
        "light's reserve: expected 1 of length 7 for light, got 0 on the board and 0 in reserve"
    );
    assert_eq!(
        error("score a1h3 - d 54321 54321 d 0 0 0 0 dl"),
        "dark's reserve: expected at most 5 of length 3 for dark, got 1 on the board and 5 in \
         reserve"
    );
    assert_eq!(
        error("score - - d 54321 54329 d 0 0 0 0 dl"),
        "light's reserve: expected at most 1 of length 7 for light, got 0 on the board and 9 \
         in reserve"
    );
}

#[test]
fn nothing_is_scored_in_the_placement_phase() {
    for (rest, message) in [
        ("1 0 0 0 -", "dark's score: expected 0 in the placement phase, got 1"),
        ("0 1 0 0 -", "light's score: expected 0 in the placement phase, got 1"),
        ("0 0 3 0 -", "dark's last length: expected 0 in the placement phase, got 3"),
        ("0 0 0 7 -", "light's last length: expected 0 in the placement phase, got 7"),
        ("0 0 0 0 l", "who is out: expected nobody in the placement phase"),
    ] {
        assert_eq!(error(&format!("place - - d 54321 54321 - {rest}")), message);
    }
}

#[test]
fn somebody_passed_before_the_scoring() {
    assert_eq!(
        error("score - - d 54321 54321 - 0 0 0 0 dl"),
        "who passed first: expected `d` or `l` in the scoring phase, got `-`"
    );
}

#[test]
fn the_side_to_move_can_move() {
    assert_eq!(
        error("score a1h3 f5h3 d 00000 00000 d 0 0 0 0 -"),
        "side to move: dark can remove no tile"
    );
    assert_eq!(
        error("score c5h3 - l 00000 00000 d 0 0 0 0 -"),
        "side to move: light can remove no tile"
    );
    assert_eq!(
        error("score c5h3 f5h3 d 00000 00000 d 0 0 0 0 d"),
        "side to move: dark is out and removes no more tiles"
    );
    assert_eq!(
        error("place - - d 54321 54321 d 0 0 0 0 -"),
        "side to move: dark has passed and places no more tiles"
    );
    assert_eq!(
        error(
            "place a1h7,h1h3,a2h6,g2h4,a3h6,g3h4,a4h5,f4h5,a5h5,f5h4,a6h4,e6h3,h6h3,a7h3,d7h3 - d \
             00000 54321 - 0 0 0 0 -"
        ),
        "side to move: dark can place no tile"
    );
}

#[test]
fn what_merely_cannot_come_up_is_read() {
    for text in [
        "score - - d 54321 54321 d 100 100 7 7 dl",
        "score - - d 00000 00000 l 100 0 0 0 -",
        "score c5h3 f5h3 d 00000 00000 l 99 99 0 7 l",
        "score c5h3,d6h3 f5h3 l 30000 00000 l 0 99 7 0 d",
        "place a1h3,d1h3,a2h3 - l 24321 54321 - 0 0 0 0 -",
    ] {
        let read = Isaac::parse(Variant::default(), text).map(|position| position.to_string());
        assert_eq!(read.as_deref(), Ok(text));
    }
}

#[test]
fn moves_have_one_spelling() {
    for text in ["a1h3", "h2v7", "h10h3", "a1h3+0", "h1h3+12", "j4v7+100"] {
        assert_eq!(text.parse::<Move>().map(|mv| mv.to_string()).as_deref(), Ok(text));
    }
    for text in ["", "a1", "a1h", "i1h3", "a5v7", "a1h3+", "a1h3+07", "a1h3+101", "a1h3+-1", "A1h3"]
    {
        assert_eq!(
            text.parse::<Move>().expect_err("no move").to_string(),
            format!(
                "expected a tile within the board to place, such as a1h3, or a tile to take off and \
                 an advance from 0 to 100, such as a1h3+12, got `{text}`"
            )
        );
    }
}
