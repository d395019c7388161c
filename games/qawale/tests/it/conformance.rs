//! What every game must pass, for Qawale.

use quintet_core::{Outcome, Player};
use quintet_qawale::{GUIDE, Qawale, TUNING};
use quintet_testkit::guide::any_move;
use quintet_testkit::{Conceivable, Suite};

fn suite() -> Suite<Qawale> {
    Suite { folder: env!("CARGO_MANIFEST_DIR"), conceivable: Conceivable::Mutations, slow_outcome }
}

/// The end as the rules tell it, from the position's text: what a player sees who looks from above.
fn slow_outcome(position: &Qawale) -> Option<Outcome> {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let tops: Vec<Vec<char>> = fields[0].split('/').map(row_from_above).collect();
    let has_line = |color: char| {
        let row = (0..4).any(|row| (0..4).all(|column| tops[row][column] == color));
        let column = (0..4).any(|column| (0..4).all(|row| tops[row][column] == color));
        let falling = (0..4).all(|place| tops[place][place] == color);
        let rising = (0..4).all(|place| tops[place][3 - place] == color);
        row || column || falling || rising
    };
    let nothing_left = fields[2] == "0" && fields[3] == "0";
    match (has_line('R'), has_line('B')) {
        (true, false) => Some(Outcome::Win(Player::First)),
        (false, true) => Some(Outcome::Win(Player::Second)),
        (true, true) => Some(Outcome::Draw),
        (false, false) => nothing_left.then_some(Outcome::Draw),
    }
}

fn row_from_above(row: &str) -> Vec<char> {
    let mut tops = Vec::new();
    for cell in row.split(',') {
        match cell.parse::<usize>() {
            Ok(run) => tops.extend(std::iter::repeat_n('.', run)),
            Err(_) => tops.extend(cell.chars().last()),
        }
    }
    tops
}

quintet_testkit::conformance!(Qawale, suite());
quintet_testkit::symmetry!(Qawale);
quintet_testkit::terms!(Qawale);
quintet_testkit::tactics!(Qawale, TUNING);
quintet_testkit::editing!(Qawale);
quintet_testkit::guided!(
    Qawale,
    GUIDE,
    TUNING,
    [any_move, |_, mv| mv == "a1-b1-b2-a2", |_, mv| mv == "c2-b2-b3-b4"]
);
quintet_testkit::encoding!(Qawale);
