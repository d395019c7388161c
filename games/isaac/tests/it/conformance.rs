//! What every game must pass.

use quintet_core::{Game, Outcome, Player, Variant};
use quintet_isaac::{GUIDE, Isaac, Move, TUNING};
use quintet_testkit::guide::any_move;
use quintet_testkit::{Conceivable, Suite};

quintet_testkit::conformance!(Isaac, suite());
quintet_testkit::terms!(Isaac);
quintet_testkit::learned!(Isaac);
quintet_testkit::tactics!(Isaac, TUNING);
quintet_testkit::editing!(Isaac);
quintet_testkit::guided!(
    Isaac,
    GUIDE,
    TUNING,
    [
        any_move,
        |position, mv| is_farthest(position, "h5h3", mv),
        |position, mv| is_farthest(position, "c3h7", mv)
    ]
);
quintet_testkit::encoding!(Isaac);

/// Random games seldom come to a counter off the board.
#[test]
fn a_counter_off_the_board_can_be_put_back() {
    let text = "score a1h3,d5h3 c9h3 l 00000 00000 d 100 7 3 0 -";
    let position = Isaac::parse(Variant::default(), text).expect("a position");
    quintet_testkit::editing::changes_of_are_sound(&position);
    quintet_testkit::editing::pieces_of_can_be_picked_up_and_put_back(&position);
}

fn suite() -> Suite<Isaac> {
    Suite {
        folder: env!("CARGO_MANIFEST_DIR"),
        conceivable: Conceivable::All(every_move),
        slow_outcome,
    }
}

/// Every tile within the board, to place or to take off for 0 to 100 points.
fn every_move() -> Vec<Move> {
    let mut moves = Vec::new();
    for length in 3..=7_u8 {
        for across in 0..10_u8 {
            for along in 0..=10 - length {
                let cell = |column, row| format!("{}{}", char::from(b'a' + column), row + 1);
                let lying = format!("{}h{length}", cell(along, across));
                let standing = format!("{}v{length}", cell(across, along));
                for tile in [lying, standing] {
                    moves.push(read(&tile));
                    moves.extend((0..=100).map(|advance| read(&format!("{tile}+{advance}"))));
                }
            }
        }
    }
    moves
}

fn read(text: &str) -> Move {
    text.parse().expect("every such text is a move")
}

/// The end rule on the words of the position's text.
fn slow_outcome(position: &Isaac) -> Option<Outcome> {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let points: Vec<u32> = fields[7..9].iter().map(|text| text.parse().expect("points")).collect();
    for player in Player::BOTH {
        if points[player.index()] == 100 {
            return Some(Outcome::Win(player));
        }
    }
    // While anybody can move, the game goes on; the position says who cannot.
    if fields[11] != "dl" {
        let mover = if position.turn() == Player::First { 'd' } else { 'l' };
        assert!(!fields[11].contains(mover), "{position}: the player to move is out");
        assert_ne!(position.count_moves(), 0, "{position}: the player to move has no move");
        return None;
    }
    // Hundredths of a cell, each tile being one shorter than its cells: too little for all 15 to matter.
    let line = |reserve: &str| -> u32 {
        let counts = reserve.chars().map(|count| count.to_digit(10).expect("a count"));
        counts.zip(3..=7).map(|(count, length)| count * (100 * length - 1)).sum()
    };
    let [dark, light] = [(points[0], line(fields[4])), (points[1], line(fields[5]))];
    Some(Outcome::Win(if light > dark { Player::Second } else { Player::First }))
}

/// Whether a move takes that tile off for as many points as it may.
fn is_farthest(position: &Isaac, tile: &str, mv: &str) -> bool {
    let points = |mv: &str| -> Option<u32> {
        let (taken, points) = mv.split_once('+')?;
        (taken == tile).then(|| points.parse().expect("points"))
    };
    let farthest = position.moves().iter().filter_map(|mv| points(&mv.to_string())).max();
    points(mv).is_some() && points(mv) == farthest
}
