//! The rules, sentence by sentence.

use quintet_core::{Game, Outcome, Player, Variant};
use quintet_isaac::{Isaac, Move};

fn position(text: &str) -> Isaac {
    Isaac::parse(Variant::default(), text).expect("a position")
}

fn after(text: &str, mv: &str) -> String {
    let position = position(text);
    let mv: Move = mv.parse().expect("a move");
    assert_eq!(position.check(mv), Ok(()), "{mv} in {text}");
    position.after(mv).to_string()
}

fn refusal(text: &str, mv: &str) -> String {
    let mv: Move = mv.parse().expect("a move");
    position(text).check(mv).expect_err("an illegal move").to_string()
}

fn moves(text: &str) -> String {
    let mut moves = position(text).moves();
    moves.sort();
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn result(text: &str) -> Option<Player> {
    position(text).outcome().and_then(Outcome::winner)
}

const START: &str = "place - - d 54321 54321 - 0 0 0 0 -";
/// Both have placed their tile of 7.
const SEVENS: &str = "place a1h7 b2v7 d 54320 54320 - 0 0 0 0 -";

#[test]
fn tiles_are_placed_in_turn_along_a_row_or_a_column() {
    let once = after(START, "a1h7");
    assert_eq!(once, "place a1h7 - l 54320 54321 - 0 0 0 0 -");
    assert_eq!(after(&once, "b2v7"), SEVENS);
}

#[test]
fn every_length_fits_everywhere_on_an_empty_board() {
    assert_eq!(position(START).count_moves(), 160 + 140 + 120 + 100 + 80);
}

#[test]
fn tiles_are_listed_by_row_then_by_column() {
    assert_eq!(after(SEVENS, "h1h3"), "place a1h7,h1h3 b2v7 l 44320 54320 - 0 0 0 0 -");
    assert_eq!(
        after("place b2h3 b3v7 d 44321 54320 - 0 0 0 0 -", "e1v4"),
        "place e1v4,b2h3 b3v7 l 43321 54320 - 0 0 0 0 -"
    );
}

#[test]
fn a_tile_needs_free_cells() {
    assert_eq!(
        refusal(SEVENS, "f1v3"),
        "a tile needs free cells, and f1 is covered by dark's a1h7"
    );
    assert_eq!(
        refusal(SEVENS, "a5h3"),
        "a tile needs free cells, and b5 is covered by light's b2v7"
    );
}

#[test]
fn a_length_can_be_used_up() {
    assert_eq!(refusal(SEVENS, "d3h7"), "dark has no tile of length 7 left");
}

#[test]
fn nothing_is_taken_off_while_tiles_are_placed() {
    assert_eq!(
        refusal(SEVENS, "a1h7+0"),
        "a1h7 cannot be taken off yet: tiles are placed until nobody can place one"
    );
}

#[test]
fn a_player_who_can_place_none_passes_and_the_other_goes_on_alone() {
    let before = "place a1v7,c1v6,d2v3,j4v4,g5v3,b7h3,a8v3,e8v3 \
                  g1v4,b2v4,e2v4,h3v5,i3v4,f4v7,i8v3 l 03310 40220 - 0 0 0 0 -";
    let passed = "place a1v7,c1v6,d2v3,j4v4,g5v3,b7h3,a8v3,e8v3 \
                  f1v3,g1v4,b2v4,e2v4,h3v5,i3v4,f4v7,i8v3 l 03310 30220 d 0 0 0 0 -";
    let alone = "place a1v7,c1v6,d2v3,j4v4,g5v3,b7h3,a8v3,e8v3 \
                 f1v3,g1v4,b2v4,e2v4,h3v5,i3v4,f4v7,h8v3,i8v3 l 03310 20220 d 0 0 0 0 -";
    assert_eq!(after(before, "f1v3"), passed);
    assert_eq!(after(passed, "h8v3"), alone);
}

#[test]
fn a_pass_is_for_good_even_if_a_tile_would_fit() {
    assert_eq!(
        after("place - - d 54321 54321 l 0 0 0 0 -", "a1h3"),
        "place a1h3 - d 44321 54321 l 0 0 0 0 -"
    );
}

#[test]
fn who_passed_first_starts_the_scoring() {
    let dark_passed = "place a1v7,c1h3,g1h3,b2v6,d5v6,c6v3,e7h3,g9h3 \
                       e2h3,h2h3,c3h7,e4h6,h5v3,j7v3,f8h4,f10h5 l 04300 13210 d 0 0 0 0 -";
    assert_eq!(
        after(dark_passed, "i5v3"),
        "score a1v7,c1h3,g1h3,b2v6,d5v6,c6v3,e7h3,g9h3 \
         e2h3,h2h3,c3h7,e4h6,h5v3,i5v3,j7v3,f8h4,f10h5 d 04300 03210 d 0 0 0 0 -"
    );
}

#[test]
fn if_nobody_can_place_after_a_placement_the_other_passed_first() {
    let dark_places = "place b1h4,c2v4,g2v3,j3v6,b4v3,i4v4,d5v3,g8v3 \
                       i1v3,a2v4,d3h3,h4v7,e6v3,f6v5,d8v3,a9h3 d 11311 03220 - 0 0 0 0 -";
    assert_eq!(
        after(dark_places, "a8h3"),
        "score b1h4,c2v4,g2v3,j3v6,b4v3,i4v4,d5v3,a8h3,g8v3 \
         i1v3,a2v4,d3h3,h4v7,e6v3,f6v5,d8v3,a9h3 l 01311 03220 l 0 0 0 0 -"
    );
    let light_places = "place c1v3,g1h3,d2h3,j2v7,c5h4,h5v6,i5v3,b6h3 \
                        h2v3,g3v7,a4h4,a7h6,d8v3,a10h3,e10h3 l 03310 13310 - 0 0 0 0 -";
    assert_eq!(
        after(light_places, "d1h3"),
        "score c1v3,g1h3,d2h3,j2v7,c5h4,h5v6,i5v3,b6h3 \
         d1h3,h2v3,g3v7,a4h4,a7h6,d8v3,a10h3,e10h3 d 03310 03310 d 0 0 0 0 -"
    );
}

/// Dark's last tile but one, with light long passed and without a tile on the board.
const DARK_ALONE: &str = "place a1h7,h1h3,a2h6,g2h4,a3h6,g3h4,a4h5,f4h5,a5h5,f5h4,a6h4,e6h3,h6h3,a7h3 \
                          - d 10000 54321 l 0 0 0 0 -";

#[test]
fn who_should_start_the_scoring_but_has_no_tile_is_out() {
    assert_eq!(
        after(DARK_ALONE, "d7h3"),
        "score a1h7,h1h3,a2h6,g2h4,a3h6,g3h4,a4h5,f4h5,a5h5,f5h4,a6h4,e6h3,h6h3,a7h3,d7h3 \
         - d 00000 54321 l 0 0 0 0 l"
    );
}

/// Dark's counter on a5 and light's on j5: both on the line of c5h4, light's on h5h3.
const BOTH_COUNTERS: &str = "score b4v3,c5h4 h5h3,g8h3 d 00000 00000 l 40 50 0 0 -";

#[test]
fn a_tile_earns_its_value_times_the_other_tiles_on_its_line() {
    // Row 5 has b4v3 and h5h3 besides; both counters are elsewhere.
    let no_counter = "score b4v3,c5h4 h5h3,g8h3 d 00000 00000 l 0 0 0 0 -";
    assert_eq!(moves(no_counter), "c5h4+0 c5h4+1 c5h4+2 c5h4+3 c5h4+4 b4v3+0");
    assert_eq!(refusal(no_counter, "c5h4+5"), "c5h4 earns 4 points, which is less than 5");
}

#[test]
fn each_counter_on_the_line_doubles() {
    let one = "score b4v3,c5h4 h5h3,g8h3 d 00000 00000 l 40 0 0 0 -";
    assert_eq!(refusal(one, "c5h4+9"), "c5h4 earns 8 points, which is less than 9");
    assert_eq!(after(one, "c5h4+8"), "score b4v3 h5h3,g8h3 l 00000 00000 l 48 0 4 0 -");
    assert_eq!(refusal(BOTH_COUNTERS, "c5h4+17"), "c5h4 earns 16 points, which is less than 17");
    assert_eq!(after(BOTH_COUNTERS, "c5h4+16"), "score b4v3 h5h3,g8h3 l 00000 00000 l 56 50 4 0 -");
}

#[test]
fn the_counter_may_advance_by_less_but_not_onto_the_opponents() {
    assert_eq!(
        refusal(BOTH_COUNTERS, "c5h4+9"),
        "the counter cannot end on j5, where light's counter stands"
    );
    // 0 to 16 without 9, and nothing to earn for b4v3.
    assert_eq!(position(BOTH_COUNTERS).count_moves(), 16 + 1);
}

#[test]
fn light_counts_from_the_upper_right() {
    // Light's 0 is j10, so 12 is h9, on the line of a9h3.
    let twelve = "score j1v3 e7v3,a9h3 l 00000 00000 l 0 12 0 0 -";
    assert_eq!(moves(twelve), "a9h3+0 a9h3+1 a9h3+2 e7v3+0");
}

#[test]
fn a_tile_under_a_counter_stays() {
    let light = "score b4v3,c5h4 h5h3,g8h3 l 00000 00000 l 40 50 0 0 -";
    assert_eq!(
        refusal(light, "h5h3+0"),
        "h5h3 cannot be taken off while light's counter stands on it, on j5"
    );
    let dark = "score a4v3,c5h4 h5h3,g8h3 d 00000 00000 l 40 0 0 0 -";
    assert_eq!(
        refusal(dark, "a4v3+0"),
        "a4v3 cannot be taken off while dark's counter stands on it, on a5"
    );
}

#[test]
fn a_tile_is_at_least_as_long_as_those_removed_before() {
    let four_removed = "score b4v3,c5h4 h5h3,g8h3 d 00000 00000 l 0 0 4 0 -";
    assert_eq!(
        refusal(four_removed, "b4v3+0"),
        "b4v3 is too short: dark has already taken off a tile of length 4"
    );
    assert_eq!(moves(four_removed), "c5h4+0 c5h4+1 c5h4+2 c5h4+3 c5h4+4");
}

#[test]
fn only_own_tiles_on_the_board_are_taken_off() {
    assert_eq!(refusal(BOTH_COUNTERS, "g8h3+0"), "g8h3 belongs to light");
    assert_eq!(refusal(BOTH_COUNTERS, "c5h3+0"), "there is no tile c5h3 on the board");
    assert_eq!(
        refusal(BOTH_COUNTERS, "a1h3"),
        "the placement phase is over: a1h3 can no longer be placed, tiles are taken off now"
    );
}

/// f1v3 earns 1 × 3 × 2; dark lacks 5 points.
const NEARLY: &str = "score f1v3 e5h3,e6h3,e7h3 d 00000 00000 l 95 0 0 0 -";

#[test]
fn reaching_exactly_100_wins_at_once() {
    // 99 is j10, where light's counter stands.
    assert_eq!(moves(NEARLY), "f1v3+0 f1v3+1 f1v3+2 f1v3+3 f1v3+5");
    assert_eq!(
        refusal(NEARLY, "f1v3+6"),
        "dark has 95 points and can advance by 5 at most, to exactly 100"
    );
    let won = after(NEARLY, "f1v3+5");
    assert_eq!(won, "score - e5h3,e6h3,e7h3 l 00000 00000 l 100 0 3 0 -");
    assert_eq!(result(&won), Some(Player::First));
    assert_eq!(moves(&won), "");
    assert_eq!(refusal(&won, "e5h3+0"), "the game is over");
}

#[test]
fn light_wins_at_100_as_well() {
    let nearly = "score e5h3,e6h3,e7h3 f1v3 l 00000 00000 l 0 99 0 0 -";
    let won = after(nearly, "f1v3+1");
    assert_eq!(won, "score e5h3,e6h3,e7h3 - d 00000 00000 l 0 100 0 3 -");
    assert_eq!(result(&won), Some(Player::Second));
}

#[test]
fn a_player_is_out_only_when_the_turn_comes() {
    let without_tiles = after(NEARLY, "f1v3+0");
    assert_eq!(without_tiles, "score - e5h3,e6h3,e7h3 l 00000 00000 l 95 0 3 0 -");
    assert_eq!(after(&without_tiles, "e5h3+0"), "score - e6h3,e7h3 l 00000 00000 l 95 0 3 3 d");
}

#[test]
fn who_is_out_stays_out_even_with_a_tile_to_remove() {
    assert_eq!(
        after("score c5h4 h5h3,g8h3 l 00000 00000 l 0 0 0 0 d", "h5h3+0"),
        "score c5h4 g8h3 l 00000 00000 l 0 0 0 3 d"
    );
}

#[test]
fn when_both_are_out_the_turn_stays_with_the_last_mover() {
    assert_eq!(
        after("score h5h3,b6h7,g7h3,a10h4 e3v3,d8h3 d 01220 03210 l 9 12 5 7 -", "b6h7+0"),
        "score h5h3,g7h3,a10h4 e3v3,d8h3 d 01220 03210 l 9 12 7 7 dl"
    );
    assert_eq!(
        after("score b1v3,e6v3,j7v3,b8v3 e1v5,h2v5 l 02210 02121 l 4 7 7 4 d", "h2v5+0"),
        "score b1v3,e6v3,j7v3,b8v3 e1v5 l 02210 02121 l 4 7 7 5 dl"
    );
}

#[test]
fn more_points_win() {
    assert_eq!(result("score - - d 00000 54321 l 9 12 7 7 dl"), Some(Player::Second));
    assert_eq!(result("score - - l 00000 54321 l 13 12 7 7 dl"), Some(Player::First));
}

#[test]
fn on_equal_points_the_longer_line_of_unplaced_tiles_wins() {
    assert_eq!(result("score - - d 10000 01000 d 20 20 7 7 dl"), Some(Player::Second));
    assert_eq!(result("score - - l 00001 20000 d 20 20 7 7 dl"), Some(Player::First));
}

#[test]
fn on_equal_cells_fewer_tiles_make_the_longer_line() {
    assert_eq!(result("score - - d 20000 00010 d 20 20 7 7 dl"), Some(Player::Second));
    assert_eq!(result("score - - d 00010 20000 d 20 20 7 7 dl"), Some(Player::First));
    // However many tiles there are, a cell more counts more.
    assert_eq!(result("score - - d 53000 00221 d 20 20 7 7 dl"), Some(Player::Second));
}

#[test]
fn if_all_is_equal_dark_wins() {
    assert_eq!(result("score - - l 11000 00001 d 20 20 7 7 dl"), Some(Player::Second));
    assert_eq!(result("score - - l 00001 00001 d 20 20 7 7 dl"), Some(Player::First));
    // 3 + 6 and 4 + 5: other tiles, but as many.
    assert_eq!(result("score - - l 10010 01100 d 20 20 7 7 dl"), Some(Player::First));
}

#[test]
fn positions_that_cannot_come_up_are_played_by_the_same_rules() {
    // Both counters on a1: dark must move away, so the tile has to earn something.
    let shared = "score b4v3,c5h4 h5h3 d 00000 00000 l 0 99 0 0 -";
    assert_eq!(moves(shared), "c5h4+1 c5h4+2 c5h4+3 c5h4+4");
    // Both at 100: dark comes first.
    assert_eq!(result("score - - d 00000 00000 l 100 100 0 0 -"), Some(Player::First));
    // Out, but at 100.
    assert_eq!(result("score - - d 00000 00000 l 0 100 0 0 dl"), Some(Player::Second));
}
