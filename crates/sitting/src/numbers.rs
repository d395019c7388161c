//! How moves are numbered for people: as in a record, where two in a row have the same number, as a rule one of each player.
//!
//! Programs count moves one by one, as plies.

/// The number of the move that comes after so many others.
pub const fn move_number(made: usize) -> usize {
    made / 2 + 1
}

/// The number of the last of so many moves; 0 at the start.
pub const fn last_number(made: usize) -> usize {
    made.div_ceil(2)
}

/// How many moves are made when the first one with such a number is; 0 leads to the start.
pub const fn made_at(number: usize) -> usize {
    number.saturating_mul(2).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use quintet_core::Record;

    use super::*;

    #[test]
    fn moves_are_numbered_as_in_a_record() {
        let moves: Vec<String> = (0..7).map(|made| format!("m{made}")).collect();
        let text = Record { moves: moves.clone(), ..Record::default() }.to_string();
        for (made, mv) in moves.iter().enumerate() {
            let number = move_number(made);
            assert_eq!(text.contains(&format!("{number}. {mv}")), made % 2 == 0, "{text}");
            assert_eq!(last_number(made + 1), number);
            assert_eq!(made_at(number), made + 1 - made % 2);
        }
        assert_eq!((last_number(0), made_at(0)), (0, 0));
    }
}
