//! Positions and moves as text.

use std::fmt;
use std::str::FromStr;

use quintet_core::text::{self, MoveError, PositionError, plain_number};
use quintet_core::{Game, Player};

use crate::board::{GOAL, Isaac, Phase, Reserve, Scoring};
use crate::rules::Move;
use crate::tile::{LENGTHS, Orientation, SIDE, TILES, Tile, index_of};

const FIELDS: [&str; 12] = [
    "phase",
    "dark's tiles",
    "light's tiles",
    "side to move",
    "dark's reserve",
    "light's reserve",
    "who passed first",
    "dark's score",
    "light's score",
    "dark's last length",
    "light's last length",
    "who is out",
];
const SIDES: [&str; 2] = ["d", "l"];
/// Who is out, with dark as bit 0 and light as bit 1.
const OUT: [&str; 4] = ["-", "d", "l", "dl"];
const EXPECTED_TILE: &str = "a tile within the board: its lowest-left cell, h or v and a length from 3 \
                             to 7, such as a1h3";
const EXPECTED_MOVE: &str = "a tile within the board to place, such as a1h3, or a tile to take off and an advance from 0 to \
     100, such as a1h3+12";

/// What the fields after the reserves say, before it is known whether they fit the phase.
struct Rest {
    passed: Option<Player>,
    points: [u8; 2],
    last: [u8; 2],
    out: [bool; 2],
}

pub(crate) fn read(text: &str) -> Result<Isaac, PositionError> {
    let fields = text::fields(text, FIELDS)?;
    let scoring = match fields[0] {
        "place" => false,
        "score" => true,
        other => return Err(PositionError::unreadable(FIELDS[0], "`place` or `score`", other)),
    };
    let mut position = Isaac::START;
    for owner in Player::BOTH {
        read_tiles(&mut position, owner, fields[1 + owner.index()])?;
    }
    position.turn = text::side(FIELDS[3], fields[3], SIDES)?;
    for owner in Player::BOTH {
        let field = FIELDS[4 + owner.index()];
        position.reserve[owner.index()] = read_reserve(field, fields[4 + owner.index()])?;
        check_counts(&position, owner, scoring)?;
    }
    let rest = read_rest(&fields)?;
    position.phase = if scoring { scoring_phase(&rest)? } else { placement_phase(&rest)? };
    check_side(&position)?;
    Ok(position)
}

fn read_tiles(position: &mut Isaac, owner: Player, text: &str) -> Result<(), PositionError> {
    let field = FIELDS[1 + owner.index()];
    if text == "-" {
        return Ok(());
    }
    let mut before: Option<Tile> = None;
    for text in text.split(',') {
        let tile = read_tile(text).ok_or_else(|| {
            PositionError::unreadable(field, EXPECTED_TILE.to_owned() + ", or -", text)
        })?;
        let impossible = |problem| Err(PositionError::impossible(field, problem));
        if let Some(before) = before.filter(|before| reading_order(*before) > reading_order(tile)) {
            return impossible(format!(
                "expected tiles by row, then by column, got {before} before {tile}"
            ));
        }
        if !position.has_room_for(tile) {
            return impossible(format!("{tile} overlaps another tile"));
        }
        let all = TILES[index_of(tile.length())];
        if position.tiles[owner.index()].count(tile.length()) == all {
            return impossible(format!(
                "expected at most {all} of length {}, got another with {tile}",
                tile.length()
            ));
        }
        position.put(owner, tile);
        before = Some(tile);
    }
    Ok(())
}

pub(crate) fn read_tile(text: &str) -> Option<Tile> {
    let (cell, [orientation, length]) = text.as_bytes().split_last_chunk()?;
    let cell = text::square(text.get(..cell.len())?, SIDE, SIDE)?;
    let orientation = match orientation {
        b'h' => Orientation::Horizontal,
        b'v' => Orientation::Vertical,
        _ => return None,
    };
    Tile::at(cell, orientation, length.checked_sub(b'0')?)
}

/// Tiles are listed by row, then by column.
fn reading_order(tile: Tile) -> (u8, u8) {
    let (column, row) = tile.cell();
    (row, column)
}

fn read_reserve(field: &'static str, text: &str) -> Result<Reserve, PositionError> {
    let unreadable = || {
        let expected = "how many tiles of length 3, 4, 5, 6, 7 are left, as five digits";
        PositionError::unreadable(field, expected, text)
    };
    let digits: [u8; 5] = text.as_bytes().try_into().map_err(|_| unreadable())?;
    if digits.iter().all(u8::is_ascii_digit) {
        Ok(Reserve::new(digits.map(|digit| digit - b'0')))
    } else {
        Err(unreadable())
    }
}

fn check_counts(position: &Isaac, owner: Player, scoring: bool) -> Result<(), PositionError> {
    for length in LENGTHS {
        let on_board = position.tiles[owner.index()].count(length);
        let left = position.reserve[owner.index()].count(length);
        let all = TILES[index_of(length)];
        let (fits, how_many) = if scoring {
            (on_board + left <= all, "at most ")
        } else {
            (on_board + left == all, "")
        };
        if !fits {
            let player = Isaac::INFO.player(owner);
            let problem = format!(
                "expected {how_many}{all} of length {length} for {player}, got {on_board} on \
                 the board and {left} in reserve"
            );
            return Err(PositionError::impossible(FIELDS[4 + owner.index()], problem));
        }
    }
    Ok(())
}

fn read_rest(fields: &[&str; 12]) -> Result<Rest, PositionError> {
    let passed = match fields[6] {
        "-" => None,
        "d" => Some(Player::First),
        "l" => Some(Player::Second),
        other => return Err(PositionError::unreadable(FIELDS[6], "`d`, `l` or `-`", other)),
    };
    let points = |index: usize| text::number(FIELDS[index], fields[index], u32::from(GOAL));
    let points = [points(7)? as u8, points(8)? as u8];
    let last = |index: usize| {
        let length = plain_number(fields[index]).map(|length| length.min(255) as u8);
        length.filter(|length| *length == 0 || LENGTHS.contains(length)).ok_or_else(|| {
            let expected = "0 for none or a length from 3 to 7";
            PositionError::unreadable(FIELDS[index], expected, fields[index])
        })
    };
    let last = [last(9)?, last(10)?];
    let out = OUT.iter().position(|out| *out == fields[11]).ok_or_else(|| {
        PositionError::unreadable(FIELDS[11], "`-`, `d`, `l` or `dl`", fields[11])
    })?;
    Ok(Rest { passed, points, last, out: [out & 1 != 0, out & 2 != 0] })
}

fn placement_phase(rest: &Rest) -> Result<Phase, PositionError> {
    for owner in Player::BOTH {
        let index = owner.index();
        for (field, found) in [(7, rest.points[index]), (9, rest.last[index])] {
            if found != 0 {
                let problem = format!("expected 0 in the placement phase, got {found}");
                return Err(PositionError::impossible(FIELDS[field + index], problem));
            }
        }
        if rest.out[index] {
            let problem = "expected nobody in the placement phase";
            return Err(PositionError::impossible(FIELDS[11], problem));
        }
    }
    Ok(Phase::Placement { passed: rest.passed })
}

fn scoring_phase(rest: &Rest) -> Result<Phase, PositionError> {
    let passed_first = rest.passed.ok_or_else(|| {
        PositionError::impossible(FIELDS[6], "expected `d` or `l` in the scoring phase, got `-`")
    })?;
    Ok(Phase::Scoring(Scoring {
        passed_first,
        points: rest.points,
        last: rest.last,
        out: rest.out,
    }))
}

/// In an unfinished game the side to move must be able to move. A player who has passed for good or is
/// out is not.
fn check_side(position: &Isaac) -> Result<(), PositionError> {
    let mover = position.turn;
    let player = Isaac::INFO.player(mover);
    let problem = match position.phase {
        Phase::Placement { passed } if passed == Some(mover) => {
            format!("{player} has passed and places no more tiles")
        }
        Phase::Placement { .. } if !position.can_place(mover) => {
            format!("{player} can place no tile")
        }
        Phase::Scoring(_) if position.outcome().is_some() => return Ok(()),
        Phase::Scoring(scoring) if scoring.out[mover.index()] => {
            format!("{player} is out and removes no more tiles")
        }
        Phase::Scoring(_) if position.count_moves() == 0 => {
            format!("{player} can remove no tile")
        }
        _ => return Ok(()),
    };
    Err(PositionError::impossible(FIELDS[3], problem))
}

impl fmt::Display for Isaac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (phase, rest) = match self.phase {
            Phase::Placement { passed } => {
                ("place", Rest { passed, points: [0; 2], last: [0; 2], out: [false; 2] })
            }
            Phase::Scoring(Scoring { passed_first, points, last, out }) => {
                ("score", Rest { passed: Some(passed_first), points, last, out })
            }
        };
        f.write_str(phase)?;
        for tiles in &self.tiles {
            f.write_str(" ")?;
            let mut all: Vec<Tile> = tiles.all().collect();
            all.sort_by_key(|tile| reading_order(*tile));
            write_list(f, &all)?;
        }
        write!(f, " {}", SIDES[self.turn.index()])?;
        for reserve in self.reserve {
            f.write_str(" ")?;
            for length in LENGTHS {
                write!(f, "{}", reserve.count(length))?;
            }
        }
        let passed = rest.passed.map_or("-", |player| SIDES[player.index()]);
        let [[dark, light], [dark_last, light_last]] = [rest.points, rest.last];
        let out = OUT[usize::from(rest.out[0]) + 2 * usize::from(rest.out[1])];
        write!(f, " {passed} {dark} {light} {dark_last} {light_last} {out}")
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, tiles: &[Tile]) -> fmt::Result {
    if tiles.is_empty() {
        return f.write_str("-");
    }
    for (index, tile) in tiles.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(f, "{separator}{tile}")?;
    }
    Ok(())
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.place().orientation() {
            Orientation::Horizontal => 'h',
            Orientation::Vertical => 'v',
        };
        write!(f, "{}{letter}{}", text::square_name(self.cell().0, self.cell().1), self.length())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(tile) => tile.fmt(f),
            Move::Remove(tile, advance) => write!(f, "{tile}+{advance}"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let read = || match text.split_once('+') {
            None => Some(Move::Place(read_tile(text)?)),
            Some((tile, advance)) => {
                let most = u32::from(GOAL);
                let advance = plain_number(advance).filter(|advance| *advance <= most)?;
                Some(Move::Remove(read_tile(tile)?, advance as u8))
            }
        };
        read().ok_or_else(|| MoveError::new(EXPECTED_MOVE, text))
    }
}
