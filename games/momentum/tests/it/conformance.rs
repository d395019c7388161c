//! Momentum keeps the contract that all games share.

use quintet_core::{Outcome, Player};
use quintet_momentum::{Cell, GUIDE, Momentum, Move, TUNING};
use quintet_testkit::guide::{any_move, wins_at_once};
use quintet_testkit::{Conceivable, Suite};

fn suite() -> Suite<Momentum> {
    Suite {
        folder: env!("CARGO_MANIFEST_DIR"),
        conceivable: Conceivable::All(every_move),
        slow_outcome,
    }
}

fn every_move() -> Vec<Move> {
    let cells = (0..7).flat_map(|row| (0..7).filter_map(move |column| Cell::new(column, row)));
    cells.map(Move::Drop).chain([Move::Swap]).collect()
}

/// The end rule on the letters of the position's text.
fn slow_outcome(position: &Momentum) -> Option<Outcome> {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let count = |mark| fields[0].chars().filter(|letter| *letter == mark).count();
    let (x, o) = (count('X'), count('O'));
    match fields[1] {
        "o" if x == 8 => return Some(Outcome::Win(Player::First)),
        "x" if o == 8 => return Some(Outcome::Win(Player::Second)),
        _ if fields[2] != "60" => return None,
        _ => {}
    }
    Some(match x {
        _ if x > o => Outcome::Win(Player::First),
        _ if x < o => Outcome::Win(Player::Second),
        _ => Outcome::Draw,
    })
}

quintet_testkit::conformance!(Momentum, suite());
quintet_testkit::symmetry!(Momentum);
quintet_testkit::learned!(Momentum, symmetric);
quintet_testkit::tactics!(Momentum, TUNING);
quintet_testkit::editing!(Momentum);
quintet_testkit::guided!(Momentum, GUIDE, TUNING, [any_move, |_, mv| mv == "c5", wins_at_once]);
quintet_testkit::encoding!(Momentum);
