//! The rules, sentence by sentence.

use quintet_core::{Ending, Game, Match, Outcome, Player, Show, Variant};
use quintet_differo::{DIAGONAL, Differo, HEX};

const START: &str = "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w";

/// The same with black to move.
const BLACK: &str = "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 b";

fn read(variant: Variant, text: &str) -> Differo {
    Differo::parse(variant, text).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

fn refused(text: &str) -> String {
    Differo::parse(HEX, text).expect_err(text).to_string()
}

/// The legal moves of the piece on `from`, in order.
fn moves_from(variant: Variant, text: &str, from: &str) -> String {
    let moves = read(variant, text).moves().into_iter().map(|mv| mv.to_string());
    let mut moves: Vec<_> = moves.filter(|mv| mv.starts_with(from)).collect();
    moves.sort();
    moves.join(" ")
}

fn illegal(variant: Variant, text: &str, mv: &str) -> String {
    let mv = mv.parse().expect("a move");
    read(variant, text).check(mv).expect_err("an illegal move").to_string()
}

fn after(variant: Variant, text: &str, mv: &str) -> Differo {
    let position = read(variant, text);
    let mv = mv.parse().expect("a move");
    position.check(mv).unwrap_or_else(|rule| panic!("{mv}: {rule}"));
    position.after(mv)
}

#[test]
fn white_moves_first_from_the_bottom() {
    for variant in [DIAGONAL, HEX] {
        let start = Differo::start(variant);
        assert_eq!(start.to_string(), START);
        assert_eq!(start, read(variant, START));
        assert_eq!((start.turn(), start.outcome()), (Player::First, None));
    }
}

#[test]
fn a_piece_moves_exactly_as_far_as_its_side_outnumbers_the_other() {
    // On b2–f2: white b2, c2, d2, black none. On b2–f6 and b2–i9: as many of each.
    assert_eq!(moves_from(DIAGONAL, START, "b2"), "b2-e2");
    assert_eq!(
        after(DIAGONAL, START, "b2-e2").to_string(),
        "5/1bbbb1/1b1b1b1/1bbbbbb1/1w7/1wwwwww1/1w1w1w1/2www1/5 b"
    );
}

#[test]
fn a_piece_moves_either_way_along_a_line() {
    assert_eq!(moves_from(DIAGONAL, START, "d3"), "d3-c3 d3-e3");
}

#[test]
fn a_piece_jumps_over_whatever_stands_between() {
    // Over white's b3 and b4 and b5; and over c2 and d2.
    assert_eq!(moves_from(HEX, START, "b2"), "b2-b6 b2-e2");
}

#[test]
fn pieces_move_along_rows_in_hex_only() {
    assert_eq!(moves_from(HEX, START, "c4"), "c4-c1 c4-c7");
    assert_eq!(moves_from(DIAGONAL, START, "c4"), "");
    assert_eq!(
        illegal(DIAGONAL, START, "c4-c7"),
        "in the diagonal variant pieces do not move along rows"
    );
}

#[test]
fn a_piece_of_the_own_side_must_stand_on_the_first_cell() {
    assert_eq!(illegal(HEX, START, "e5-e6"), "there is no piece on e5");
    assert_eq!(illegal(HEX, START, "f5-e5"), "the piece on f5 is black's");
}

#[test]
fn a_piece_moves_along_a_line() {
    assert_eq!(illegal(HEX, START, "d3-d3"), "the piece on d3 has to go to another cell");
    assert_eq!(illegal(HEX, START, "d3-f4"), "d3 and f4 are not on a common line");
}

#[test]
fn a_piece_does_not_move_where_its_side_does_not_outnumber_the_other() {
    assert_eq!(
        illegal(HEX, START, "c2-d3"),
        "white does not outnumber black on the line from b1 to i8: 2 against 3"
    );
    assert_eq!(
        illegal(HEX, START, "d5-e5"),
        "white does not outnumber black on the line from a5 to i5: 2 against 2"
    );
}

#[test]
fn a_piece_moves_neither_more_nor_less() {
    assert_eq!(
        illegal(HEX, START, "b2-a2"),
        "on this line the piece on b2 moves exactly 3 cells, not 1"
    );
    assert_eq!(
        illegal(HEX, START, "d3-f3"),
        "on this line the piece on d3 moves exactly 1 cell, not 2"
    );
}

#[test]
fn a_piece_lands_on_an_empty_cell() {
    assert_eq!(illegal(HEX, START, "c4-d4"), "white's piece stands on d4");
    assert_eq!(illegal(HEX, BLACK, "g6-f6"), "black's piece stands on f6");
}

#[test]
fn a_piece_never_lands_on_the_opponents_goal_row() {
    assert_eq!(illegal(HEX, START, "b3-a3"), "white must not land on row a, black's goal");
    assert_eq!(illegal(HEX, BLACK, "h7-i7"), "black must not land on row i, white's goal");
}

#[test]
fn landing_on_the_own_goal_row_wins_at_once() {
    let close = "5/bb2bb/b3bbw/2w1bb1w/w1b2b1w1/4ww1b/2bw3/wwww1w/5 b";
    let won = after(HEX, close, "c3-a3");
    assert_eq!(won.to_string(), "5/bb2bb/b3bbw/2w1bb1w/w1b2b1w1/4ww1b/3w3/wwww1w/2b2 w");
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(won.moves(), []);
    assert_eq!(won.count_moves(), 0);
    assert_eq!(won.why(), "Black reached row a on a3.");
    assert_eq!(illegal(HEX, &won.to_string(), "b1-c1"), "the game is over");
}

#[test]
fn several_pieces_on_the_own_goal_row_win_as_one_does() {
    let both = read(DIAGONAL, "ww3/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/3ww1/5 b");
    assert_eq!(both.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(both.why(), "White reached row i on i5 and i6.");
}

#[test]
fn a_player_to_move_without_a_legal_move_loses() {
    let stuck = "5/1b3w/3bbb1/1b1b1b1w/1bb3bb1/bww2w2/2ww2b/wwwwww/5 w";
    let lost = after(DIAGONAL, stuck, "d6-c5");
    assert_eq!(lost.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(lost.moves(), []);
    assert_eq!(lost.why(), "Black has no legal move.");
    // Along the rows black could still move.
    assert_eq!(read(HEX, &lost.to_string()).outcome(), None);
    assert_eq!(read(HEX, &lost.to_string()).why(), "");
}

#[test]
fn the_third_time_a_position_comes_up_the_game_is_drawn() {
    let mut game = Match::new(Differo::start(HEX));
    for (ply, text) in ["d3-e3", "f7-e7", "e3-d3", "e7-f7"].iter().cycle().take(8).enumerate() {
        assert_eq!(game.finish(), None, "after {ply} moves");
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
    let finish = game.finish().expect("the start came up for the third time");
    assert_eq!((finish.outcome, finish.ending), (Outcome::Draw, Ending::Repetition));
}

#[test]
fn the_way_to_a_position_does_not_matter() {
    let way = |texts: [&str; 4]| {
        let mut position = Differo::start(HEX);
        for text in texts {
            position.play(text.parse().expect("a move"));
        }
        position
    };
    let one = way(["d3-e3", "f7-e7", "b5-e8", "h5-e2"]);
    let other = way(["b5-e8", "h5-e2", "d3-e3", "f7-e7"]);
    assert_eq!((&one, one.key()), (&other, other.key()));
    assert_ne!(Differo::start(HEX).key(), Differo::start(DIAGONAL).key());
}

#[test]
fn each_player_has_thirteen_pieces() {
    assert_eq!(
        refused("5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1www2/5 w"),
        "board: expected 13 white pieces, got 12"
    );
    assert_eq!(
        refused("5/bbbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w"),
        "board: expected 13 black pieces, got 14"
    );
}

#[test]
fn a_position_with_a_piece_on_the_opponents_goal_row_is_refused() {
    assert_eq!(
        refused("5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1www2/3w1 w"),
        "board: a white piece stands on row a, black's goal, where it cannot land"
    );
    assert_eq!(
        refused("2b2/1bbb2/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w"),
        "board: a black piece stands on row i, white's goal, where it cannot land"
    );
}

#[test]
fn a_position_that_both_have_won_is_refused() {
    for side in ["w", "b"] {
        assert_eq!(
            refused(&format!("w4/1bbb2/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/2www1/4b {side}")),
            "board: both players have pieces on their goal rows, where the first one ends the game"
        );
    }
}

#[test]
fn a_player_to_move_who_stands_on_the_own_goal_is_refused() {
    assert_eq!(
        refused("w4/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/2www1/5 w"),
        "side to move: white already stands on the own goal row i, so it is the opponent's turn"
    );
    assert_eq!(
        refused("5/1bbb2/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/4b b"),
        "side to move: black already stands on the own goal row a, so it is the opponent's turn"
    );
}

#[test]
fn malformed_positions_are_refused_with_the_field() {
    let board = START.strip_suffix(" w").expect("white moves first");
    for (text, message) in [
        ("", "expected 2 fields separated by single spaces (board, side to move), got 1"),
        (board, "expected 2 fields separated by single spaces (board, side to move), got 1"),
        (
            &format!("{board}  w"),
            "expected 2 fields separated by single spaces (board, side to move), got 3",
        ),
        (&format!("{board} x"), "side to move: expected `w` or `b`, got `x`"),
        (
            &format!("5/{board} w"),
            "board: expected 9 rows separated by `/`, got `5/5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5`",
        ),
        (
            &START.replace('9', "54"),
            "board: expected runs of empty cells as one number from 1, without a leading zero, got `54`",
        ),
        (&START.replace('9', "8"), "board: expected a row of 9 cells, got `8`"),
        (
            &START.replace('9', "4x4"),
            "board: expected `w`, `b` or a number of empty cells, got `x`",
        ),
    ] {
        assert_eq!(refused(text), message);
    }
}

#[test]
fn a_move_is_two_cells_of_the_hexagon() {
    for text in [
        "", "d3", "d3e3", "d3-", "-e3", "d3-e3-f3", "D3-e3", "d0-e3", "d9-e3", "f1-e1", "j5-i5",
        "d3 -e3", "d03-e3", "é-e3",
    ] {
        let error = text.parse::<quintet_differo::Move>().expect_err(text).to_string();
        assert_eq!(
            error,
            format!("expected two cells of the hexagon such as `d3-e3`, got `{text}`")
        );
    }
}
