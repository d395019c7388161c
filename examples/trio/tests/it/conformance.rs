//! Trio keeps the contract that all games share.

use quintet_core::{Game, Outcome, Player};
use quintet_testkit::guide::any_move;
use quintet_testkit::{Conceivable, Suite};
use quintet_trio::{GUIDE, Move, TUNING, Trio};

fn suite() -> Suite<Trio> {
    Suite {
        folder: env!("CARGO_MANIFEST_DIR"),
        conceivable: Conceivable::All(every_move),
        slow_outcome,
    }
}

fn every_move() -> Vec<Move> {
    let cells = || 0..8;
    let slides = cells().flat_map(|from| cells().map(move |to| Move::Slide(from, to)));
    cells().map(Move::Drop).chain(slides).collect()
}

/// The end rule on the letters of the position's text.
fn slow_outcome(position: &Trio) -> Option<Outcome> {
    let text = position.to_string();
    let (row, side) = text.split_once(' ').unwrap_or_default();
    let mut board = String::new();
    for letter in row.chars() {
        let run = letter.to_digit(10);
        board.push_str(&run.map_or(letter.to_string(), |run| ".".repeat(run as usize)));
    }
    let (mover, other) = if side == "d" { ("D", "L") } else { ("L", "D") };
    let player = |letter| if letter == "D" { Player::First } else { Player::Second };
    let line = [other, mover].into_iter().find(|letter| board.contains(&letter.repeat(3)));
    if let Some(letter) = line {
        let misere = Trio::INFO.describe(position.variant()).id == "misere";
        let winner = if misere { player(letter).opponent() } else { player(letter) };
        return Some(Outcome::Win(winner));
    }
    let in_hand = board.matches(mover).count() < 3;
    let can_slide = board.contains(&format!("{mover}.")) || board.contains(&format!(".{mover}"));
    (!in_hand && !can_slide).then_some(Outcome::Win(player(other)))
}

quintet_testkit::conformance!(Trio, suite());
quintet_testkit::symmetry!(Trio);
quintet_testkit::tactics!(Trio, TUNING);
quintet_testkit::terms!(Trio);
quintet_testkit::editing!(Trio);
quintet_testkit::guided!(Trio, GUIDE, TUNING, [any_move, |_, mv| mv == "b1-c1"]);
quintet_testkit::encoding!(Trio);
