//! What every game must pass.

use quintet_core::{Game, Outcome, Player};
use quintet_testkit::guide::any_move;
use quintet_testkit::{Conceivable, Suite};
use quintet_yoxii::{GUIDE, Move, TUNING, Yoxii};

quintet_testkit::conformance!(Yoxii, suite());
quintet_testkit::symmetry!(Yoxii);
quintet_testkit::terms!(Yoxii);
quintet_testkit::learned!(Yoxii, symmetric);

fn suite() -> Suite<Yoxii> {
    Suite {
        folder: env!("CARGO_MANIFEST_DIR"),
        conceivable: Conceivable::All(every_move),
        slow_outcome,
    }
}

fn every_square() -> impl Iterator<Item = (i32, i32)> + Clone {
    let on_board = |(column, row): &(i32, i32)| (column - 4).abs() + (row - 4).abs() <= 4;
    (1..=7).flat_map(|row| (1..=7).map(move |column| (column, row))).filter(on_board)
}

fn name((column, row): (i32, i32)) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

fn every_move() -> Vec<Move> {
    let mut moves = Vec::new();
    for totem in every_square() {
        for square in every_square() {
            for value in 1..=4 {
                let text = format!("{},{value}@{}", name(totem), name(square));
                moves.push(text.parse().expect("every such text is a move"));
            }
        }
    }
    moves
}

/// The end rule on the letters of the position's text.
fn slow_outcome(position: &Yoxii) -> Option<Outcome> {
    let text = position.to_string();
    let rows: Vec<Vec<char>> =
        text.split(' ').next().expect("a board").split('/').map(unpack).collect();
    let at = |(column, row): (i32, i32)| {
        let line = rows.get((7 - row) as usize)?;
        let margin = (7 - line.len() as i32) / 2;
        line.get((column - 1 - margin) as usize).copied()
    };
    let totem = every_square().find(|square| at(*square) == Some('#')).expect("a totem");
    let own = |letter: char| (position.turn() == Player::First) == letter.is_ascii_uppercase();
    let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|step| *step != (0, 0));
    for (across, up) in steps.clone() {
        let mut distance = 1;
        loop {
            match at((totem.0 + distance * across, totem.1 + distance * up)) {
                Some('.') => return None,
                Some(letter) if own(letter) => distance += 1,
                _ => break,
            }
        }
    }
    let mut strength = [(0, 0); 2];
    for (across, up) in steps {
        let Some(letter) = at((totem.0 + across, totem.1 + up)) else { continue };
        let side = usize::from(letter.is_ascii_lowercase());
        let value = " OTYX".find(letter.to_ascii_uppercase()).expect("a piece");
        strength[side] = (strength[side].0 + value, strength[side].1 + 1);
    }
    Some(match strength[0].cmp(&strength[1]) {
        std::cmp::Ordering::Greater => Outcome::Win(Player::First),
        std::cmp::Ordering::Less => Outcome::Win(Player::Second),
        std::cmp::Ordering::Equal => Outcome::Draw,
    })
}

fn unpack(row: &str) -> Vec<char> {
    let cell = |letter: char| match letter.to_digit(10) {
        Some(run) => vec!['.'; run as usize],
        None => vec![letter],
    };
    row.chars().flat_map(cell).collect()
}
quintet_testkit::tactics!(Yoxii, TUNING);
quintet_testkit::editing!(Yoxii);
quintet_testkit::guided!(
    Yoxii,
    GUIDE,
    TUNING,
    [any_move, |_, mv| mv.starts_with("c2,"), |_, mv| mv == "c7,4@d7"]
);
quintet_testkit::encoding!(Yoxii);
