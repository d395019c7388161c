//! What pieces of several lines look like: the larger sisters of the signs.

use quintet_core::Player;
use quintet_core::scene::Kind;

use crate::signs::Signs;

/// A piece that is so many lines high, from the top down; all lines are of one length. The first player's are
/// solid, the second's ringed, and a mark stands in the middle.
pub(crate) fn shape(
    kind: Kind,
    owner: Option<Player>,
    mark: &str,
    lines: usize,
    signs: &Signs,
) -> Vec<String> {
    let rows: Vec<&str> = match (kind, lines) {
        (_, 0 | 1) => return vec![signs.marked_piece(kind, owner, mark)],
        (Kind::Totem, 2) => vec!["▟▙", "▟▙"],
        (Kind::Totem, 3) => vec![" ▟▙ ", " ██ ", "▟██▙"],
        (Kind::Totem, _) => vec!["   ▟▙   ", "  ▟██▙  ", "   ██   ", "  ▟██▙  ", " ▟████▙ "],
        (Kind::Peg, 2) => vec!["▟▙", "██"],
        (Kind::Peg, _) => vec![" ▟▙ ", " ██ ", "▟██▙"],
        (_, 2) => match owner {
            Some(Player::First) => vec!["▟██▙", "▜██▛"],
            _ => vec!["╭──╮", "╰──╯"],
        },
        (_, 3) => match owner {
            Some(Player::First) => vec!["▟███▙", "█████", "▜███▛"],
            _ => vec!["╭───╮", "│   │", "╰───╯"],
        },
        (..) => match owner {
            Some(Player::First) => {
                vec![" ▟█████▙ ", "▟███████▙", "█████████", "▜███████▛", " ▜█████▛ "]
            }
            _ => vec![" ╭─────╮ ", "╭╯     ╰╮", "│       │", "╰╮     ╭╯", " ╰─────╯ "],
        },
    };
    let mut shape: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let middle = shape.len() / 2;
    if owner == Some(Player::Second) && shape.len() > 2 {
        inscribe(&mut shape[middle], &signs.piece(kind, owner).to_string());
    }
    if !mark.is_empty() {
        inscribe(&mut shape[middle], &format!(" {} ", signs.text(mark)));
    }
    let sign = signs.piece(kind, owner);
    shape.iter().map(|row| row.iter().map(|c| signs.block(*c, sign)).collect()).collect()
}

/// A stone of a stack, one line high.
pub(crate) fn stone(owner: Option<Player>, width: usize, signs: &Signs) -> String {
    let sign = signs.piece(Kind::Stone, owner);
    if width < 5 {
        return sign.to_string();
    }
    let fill = if owner == Some(Player::First) { '█' } else { ' ' };
    let mut row = vec![fill; width];
    (row[0], row[width - 1]) = ('▐', '▌');
    if owner != Some(Player::First) {
        inscribe(&mut row, &sign.to_string());
    }
    row.into_iter().map(|c| signs.block(c, sign)).collect()
}

/// Writes a text into the middle of a row.
fn inscribe(row: &mut [char], text: &str) {
    let length = text.chars().count();
    let start = row.len().saturating_sub(length) / 2;
    for (place, sign) in row[start..].iter_mut().zip(text.chars()) {
        *place = sign;
    }
}
