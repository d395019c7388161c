//! The rules of Momentum, a sentence at a time.

use quintet_core::{Game, Outcome, Player, Variant};
use quintet_momentum::{Cell, Momentum, Move};

const START: &str = "7/7/7/7/7/7/7 x 0";

fn standard() -> Variant {
    Momentum::INFO.variant("standard").expect("a variant")
}

fn pie() -> Variant {
    Momentum::INFO.variant("pie").expect("a variant")
}

fn position(text: &str) -> Momentum {
    Momentum::parse(standard(), text).expect("a position")
}

/// The text after a legal move.
fn after(text: &str, mv: &str) -> String {
    played(&position(text), mv)
}

fn played(position: &Momentum, mv: &str) -> String {
    let mv = mv.parse().expect("a move");
    assert_eq!(position.check(mv), Ok(()));
    position.after(mv).to_string()
}

fn refused(position: &Momentum, mv: &str) -> String {
    position.check(mv.parse().expect("a move")).expect_err("an illegal move").to_string()
}

fn unreadable(text: &str) -> String {
    let messages =
        [standard(), pie()].map(|v| Momentum::parse(v, text).expect_err("no position").to_string());
    assert_eq!(messages[0], messages[1]);
    messages[0].clone()
}

#[test]
fn the_board_is_empty_at_the_start_and_x_moves_first() {
    for variant in [standard(), pie()] {
        let start = Momentum::start(variant);
        assert_eq!(start.to_string(), START);
        assert_eq!(start.turn(), Player::First);
        assert_eq!(start.count_moves(), 49);
    }
}

#[test]
fn a_drop_next_to_nothing_pushes_nothing() {
    assert_eq!(after("7/7/7/3X3/7/7/7 o 1", "d6"), "7/3O3/7/3X3/7/7/7 x 2");
}

#[test]
fn the_last_marble_of_an_unbroken_line_moves_one_cell_away() {
    assert_eq!(after("5X1/7/5O1/2XO3/7/7/7 o 7", "e4"), "5X1/6O/7/1X1OO2/7/7/7 x 8");
}

#[test]
fn a_line_ends_at_the_first_gap() {
    assert_eq!(after("7/7/7/1XO1X2/7/7/7 x 4", "a4"), "7/7/7/XX1OX2/7/7/7 o 5");
    assert_eq!(after("7/7/7/1O1OX2/7/7/7 x 6", "c4"), "7/7/7/O1XO1X1/7/7/7 o 7");
}

#[test]
fn a_drop_pushes_in_all_eight_directions() {
    assert_eq!(
        after("7/7/2XXX2/2O1O2/2OOO2/7/7 x 16", "d4"),
        "7/1X1X1X1/7/1O1X1O1/7/1O1O1O1/7 o 17"
    );
}

#[test]
fn a_marble_pushed_over_the_edge_leaves_the_board() {
    assert_eq!(after("7/7/7/7/7/1O5/X1X4 x 6", "b1"), "7/7/7/7/1O5/7/1X1X3 o 7");
}

#[test]
fn a_full_line_loses_only_its_last_marble() {
    assert_eq!(after("7/7/7/1XOXOXO/7/7/7 x 6", "a4"), "7/7/7/XXOXOX1/7/7/7 o 7");
    assert_eq!(after("7/7/7/XOXOXO1/7/7/7 x 6", "g4"), "7/7/7/1OXOXOX/7/7/7 o 7");
    assert_eq!(after("6X/5O1/4X2/3O3/2X4/1O5/7 x 6", "a1"), "7/5O1/4X2/3O3/2X4/1O5/X6 o 7");
    assert_eq!(after("7/1O5/2X4/3O3/4X2/5O1/6X x 6", "a7"), "X6/1O5/2X4/3O3/4X2/5O1/7 o 7");
}

#[test]
fn a_corner_pushes_along_two_edges_and_a_diagonal() {
    assert_eq!(after("5O1/5XO/7/7/7/7/7 x 6", "g7"), "4O1X/7/4X1O/7/7/7/7 o 7");
    assert_eq!(after("7/7/7/7/7/OX5/1O5 x 6", "a1"), "7/7/7/7/O1X4/7/X1O4 o 7");
}

#[test]
fn lines_do_not_go_on_around_the_edge() {
    assert_eq!(after("7/7/7/7/X6/7/O6 o 3", "g2"), "7/7/7/7/X6/6O/O6 x 4");
    assert_eq!(after("3X3/7/7/7/7/7/7 o 1", "d1"), "3X3/7/7/7/7/7/3O3 x 2");
}

#[test]
fn eight_marbles_after_the_own_turn_win() {
    let before = "X1X1X1X/7/X1X1X2/7/7/7/O1O1O1O x 14";
    let won = "X1X1X1X/7/X1X1X2/6X/7/7/O1O1O1O o 15";
    assert_eq!(after(before, "g4"), won);
    assert_eq!(position(won).outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(position(won).moves(), []);
    assert_eq!(refused(&position(won), "d4"), "`d4` comes too late: the game is over");
}

#[test]
fn the_eighth_marble_does_not_win_if_it_pushes_another_off() {
    let before = "X1X1X1X/7/X1X1X2/7/7/7/O1O1O1O x 14";
    let next = "X1X1X2/6X/X1X1X2/7/7/7/O1O1O1O o 15";
    assert_eq!(after(before, "g6"), next);
    assert_eq!(position(next).outcome(), None);
}

#[test]
fn after_sixty_turns_more_marbles_win() {
    let outcome = |text| position(text).outcome();
    assert_eq!(outcome("X6/7/7/7/7/7/O1O4 o 59"), None);
    assert_eq!(after("X6/7/7/7/7/7/O6 o 59", "c1"), "X6/7/7/7/7/7/O1O4 x 60");
    assert_eq!(outcome("X6/7/7/7/7/7/O1O4 x 60"), Some(Outcome::Win(Player::Second)));
    assert_eq!(outcome("X1X4/7/7/7/7/7/O6 x 60"), Some(Outcome::Win(Player::First)));
    assert_eq!(outcome("X6/7/7/7/7/7/O6 x 60"), Some(Outcome::Draw));
    assert_eq!(outcome("X6/7/7/7/7/O6/OOOOOOO x 60"), Some(Outcome::Win(Player::Second)));
    let over = position("X6/7/7/7/7/7/O6 x 60");
    assert_eq!(over.moves(), []);
    assert_eq!(refused(&over, "d4"), "`d4` comes too late: the game is over");
}

#[test]
fn a_marble_needs_an_empty_cell() {
    let board = position("7/7/7/3X3/7/2O4/7 x 2");
    assert_eq!(refused(&board, "d4"), "a marble needs an empty cell, and on d4 lies X's marble");
    assert_eq!(refused(&board, "c2"), "a marble needs an empty cell, and on c2 lies O's marble");
    assert_eq!(board.count_moves(), 47);
}

#[test]
fn with_pie_the_first_drop_can_be_taken_over() {
    let board = Momentum::parse(pie(), "7/7/7/3X3/7/7/7 o 1").unwrap();
    assert_eq!(board.count_moves(), 49);
    assert!(board.moves().contains(&Move::Swap));
    assert_eq!(played(&board, "swap"), "7/7/7/3O3/7/7/7 x 2");
    assert_eq!(played(&board, "d6"), "7/3O3/7/3X3/7/7/7 x 2");
}

#[test]
fn only_the_first_drop_can_be_taken_over() {
    let refusal = |text| refused(&Momentum::parse(pie(), text).unwrap(), "swap");
    assert_eq!(refusal(START), "`swap` can only answer the first drop");
    assert_eq!(refusal("7/7/7/3X3/7/2O4/7 x 2"), "`swap` can only answer the first drop");
    assert_eq!(refusal("7/7/7/3X3/7/2O4/7 o 3"), "`swap` can only answer the first drop");
    assert_eq!(
        refusal("7/7/7/7/7/7/7 o 1"),
        "`swap` takes over the marble on the board, and there is none"
    );
}

#[test]
fn without_pie_there_is_no_swap() {
    let board = position("7/7/7/3X3/7/7/7 o 1");
    assert_eq!(refused(&board, "swap"), "`swap` is only played in the variant `pie`");
    assert_eq!(board.count_moves(), 48);
}

#[test]
fn the_variant_counts_only_until_the_swap_is_past() {
    let key = |variant, text| Momentum::parse(variant, text).unwrap().key();
    let [first, second] = ["7/7/7/3X3/7/7/7 o 1", "7/7/7/3X3/7/2O4/7 x 2"];
    assert_ne!(key(standard(), first), key(pie(), first));
    assert_eq!(key(standard(), second), key(pie(), second));
    // The end after 60 turns makes the count part of the future.
    assert_ne!(key(pie(), second), key(pie(), "7/7/7/3X3/7/2O4/7 x 4"));
}

#[test]
fn moves_are_cells_or_swap() {
    assert_eq!("g7".parse::<Move>(), Ok(Move::Drop(Cell::new(6, 6).unwrap())));
    assert_eq!("swap".parse::<Move>(), Ok(Move::Swap));
    for text in ["", "h1", "a8", "a0", "A1", "a1 ", " a1", "a01", "Swap", "swap ", "d4d4", "é4"] {
        assert_eq!(
            text.parse::<Move>().unwrap_err().to_string(),
            format!("expected a cell from a1 to g7, such as d4, got `{text}`")
        );
    }
}

#[test]
fn a_position_names_board_side_and_turns() {
    assert_eq!(
        unreadable("7/7/7/7/7/7/7 x"),
        "expected 3 fields separated by single spaces (board, side to move, turns), got 2"
    );
    assert_eq!(
        unreadable("7/7/7/7/7/7/7  x 0"),
        "expected 3 fields separated by single spaces (board, side to move, turns), got 4"
    );
    assert_eq!(
        unreadable("7/7/7/7/7/7 x 0"),
        "board: expected 7 rows separated by `/`, got `7/7/7/7/7/7`"
    );
    assert_eq!(unreadable("7/7/7/7/7/7/8 x 0"), "board: expected a row of 7 cells, got `8`");
    assert_eq!(unreadable("7/7/7/7/7/7/X5 o 1"), "board: expected a row of 7 cells, got `X5`");
    assert_eq!(
        unreadable("7/7/7/7/7/7/x6 o 1"),
        "board: expected a marble (X or O) or a number of empty cells, got `x`"
    );
    assert_eq!(unreadable("7/7/7/7/7/7/7 X 0"), "side to move: expected `x` or `o`, got `X`");
    assert_eq!(unreadable("7/7/7/7/7/7/7 o 61"), "turns: expected a number from 0 to 60, got `61`");
    assert_eq!(unreadable("7/7/7/7/7/7/7 x 00"), "turns: expected a number from 0 to 60, got `00`");
}

#[test]
fn x_moves_on_even_counts_and_o_on_odd_ones() {
    assert_eq!(
        unreadable("7/7/7/7/7/7/7 o 0"),
        "side to move: expected `x` after 0 turns, got `o`"
    );
    assert_eq!(
        unreadable("7/7/7/3X3/7/7/7 x 1"),
        "side to move: expected `o` after 1 turns, got `x`"
    );
}

#[test]
fn nobody_has_more_than_eight_marbles() {
    assert_eq!(
        unreadable("XXXXXXX/XX5/7/7/7/7/7 o 59"),
        "board: expected at most 8 marbles of X, got 9"
    );
    assert_eq!(
        unreadable("OOOOOOO/OO5/7/7/7/7/7 x 60"),
        "board: expected at most 8 marbles of O, got 9"
    );
}

#[test]
fn the_player_to_move_has_fewer_than_eight_marbles() {
    let message = |mark| {
        format!(
            "board: expected fewer than 8 marbles of {mark}, who is to move and would have won before"
        )
    };
    assert_eq!(unreadable("XXXXXXX/X6/7/7/7/7/7 x 60"), message("X"));
    assert_eq!(unreadable("OOOOOOO/O6/7/7/7/7/7 o 59"), message("O"));
    assert_eq!(unreadable("XXXXXXX/X6/7/7/7/OOOOOOO/O6 o 59"), message("O"));
    assert_eq!(unreadable("XXXXXXX/X6/7/7/7/OOOOOOO/O6 x 60"), message("X"));
}

#[test]
fn nobody_has_more_marbles_than_turns() {
    assert_eq!(
        unreadable("X6/7/7/7/7/7/7 x 0"),
        "board: expected at most 0 marbles of X after 0 turns, got 1"
    );
    assert_eq!(
        unreadable("O6/7/7/7/7/7/7 o 1"),
        "board: expected at most 0 marbles of O after 1 turn, got 1"
    );
    assert_eq!(
        unreadable("X1X1X2/7/7/7/7/7/7 o 3"),
        "board: expected at most 2 marbles of X after 3 turns, got 3"
    );
    assert_eq!(position("X1X4/7/7/7/7/7/O6 o 3").to_string(), "X1X4/7/7/7/7/7/O6 o 3");
}
