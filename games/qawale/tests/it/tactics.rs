//! The greedy player and the evaluation against slow restatements.

use std::collections::{BTreeMap, BTreeSet};

use quintet_core::tactics::LARGEST_ESTIMATE;
use quintet_core::{Game, Outcome, Player, Symmetric, Tactics, Variant};
use quintet_qawale::{Path, Qawale};
use quintet_testkit::Dice;

const SEED: u64 = 0x0A3A;

/// The position with the most moves known.
const CROWDED: &str = "GGRBBGGBRBRRBRGRBR,B,2/1,G,1,G/1,R,1,G/4 b 0 1";

fn read(text: &str) -> Qawale {
    Qawale::parse(Variant::default(), text).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// The running positions of random games. Those with thousands of moves are left out: the restatements
/// are slow.
fn positions(games: usize) -> Vec<Qawale> {
    let mut dice = Dice::new(SEED);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Qawale::start(Variant::default());
        while position.outcome().is_none() {
            if position.count_moves() < 2_000 {
                positions.push(position.clone());
            }
            position.play(position.random_move(&mut dice));
        }
    }
    positions
}

/// The letters seen from above, row by row from the top; `.` is an empty cell.
fn seen_from_above(position: &Qawale) -> Vec<char> {
    let text = position.to_string();
    let board = text.split(' ').next().expect("a board");
    let mut tops = Vec::new();
    for cell in board.split(['/', ',']) {
        match cell.parse::<usize>() {
            Ok(run) => tops.extend(std::iter::repeat_n('.', run)),
            Err(_) => tops.extend(cell.chars().last()),
        }
    }
    tops
}

fn has_line(tops: &[char], color: char) -> bool {
    let along = |from: usize, by: usize| (0..4).all(|place| tops[from + place * by] == color);
    let rows = (0..4).any(|row| along(4 * row, 1));
    let columns = (0..4).any(|column| along(column, 4));
    rows || columns || along(0, 5) || along(3, 3)
}

/// What the rules say that the board after a move is worth to the greedy player.
fn worth(position: &Qawale, mv: Path) -> usize {
    let (own, other) = if position.turn() == Player::First { ('R', 'B') } else { ('B', 'R') };
    let tops = seen_from_above(&position.after(mv));
    if has_line(&tops, own) && !has_line(&tops, other) {
        100_000
    } else if has_line(&tops, other) {
        0
    } else {
        tops.iter().filter(|top| **top == own).count()
    }
}

/// The moves that the rules allow the greedy player.
fn greedy_moves(position: &Qawale) -> BTreeSet<Path> {
    let mut by_worth = BTreeMap::<usize, BTreeSet<Path>>::new();
    for mv in position.moves() {
        by_worth.entry(worth(position, mv)).or_default().insert(mv);
    }
    by_worth.pop_last().expect("a move").1
}

/// Whether the player to move has a move that wins at once.
fn can_win(position: &Qawale) -> bool {
    let won = Some(Outcome::Win(position.turn()));
    position.moves().iter().any(|mv| position.after(*mv).outcome() == won)
}

#[test]
fn greedy_wins_or_has_the_most_stones_on_top() {
    let mut dice = Dice::new(SEED);
    let (mut winning, mut drawn_out) = (0, 0);
    for position in positions(25) {
        let allowed = greedy_moves(&position);
        winning += usize::from(can_win(&position));
        if allowed.len() > 20 {
            let mv = position.greedy_move(&mut dice);
            assert!(allowed.contains(&mv), "seed {SEED:#x}, {position}: {mv}");
            continue;
        }
        // A move out of n stays undrawn in 12 n draws with a chance of e to the minus 12.
        let draws = 12 * allowed.len();
        let drawn: BTreeSet<Path> = (0..draws).map(|_| position.greedy_move(&mut dice)).collect();
        assert_eq!(drawn, allowed, "seed {SEED:#x}, {position}");
        drawn_out += 1;
    }
    assert!(winning > 20 && drawn_out > 100, "{winning} with a win, {drawn_out} drawn out");
}

#[test]
fn greedy_shuns_a_draw_by_lines_of_both() {
    let position = read("2,B,1/R,GB,2/R,B,2/GGGGGGGR,B,1,R r 4 4");
    let shared = "c4-b4-a4".parse().expect("a move");
    assert_eq!(position.after(shared).outcome(), Some(Outcome::Draw));
    assert!(!can_win(&position));
    let allowed = greedy_moves(&position);
    assert!(!allowed.contains(&shared));
    let mut dice = Dice::new(SEED);
    let draws = 12 * allowed.len();
    let drawn: BTreeSet<Path> = (0..draws).map(|_| position.greedy_move(&mut dice)).collect();
    assert_eq!(drawn, allowed, "seed {SEED:#x}");
}

#[test]
fn greedy_draws_equal_moves_equally_often() {
    let start = Qawale::start(Variant::default());
    let mut dice = Dice::new(SEED);
    let mut drawn = BTreeMap::<Path, u32>::new();
    for _ in 0..40_000 {
        *drawn.entry(start.greedy_move(&mut dice)).or_default() += 1;
    }
    assert_eq!(drawn.len(), 40);
    // 1,000 are expected of each, with a deviation of 31.
    assert!(drawn.values().all(|count| (850..1_150).contains(count)), "{drawn:?}");
}

#[test]
fn greedy_copes_with_two_million_moves() {
    let crowded = read(CROWDED);
    assert_eq!(crowded.count_moves(), 1_973_376);
    let mv = crowded.greedy_move(&mut Dice::new(SEED));
    assert_eq!(crowded.check(mv), Ok(()));
    assert!(worth(&crowded, mv) > 0);
}

#[test]
fn estimates_leave_room_for_proved_results() {
    for position in positions(200) {
        let estimate = position.evaluate();
        assert!(estimate.abs() <= LARGEST_ESTIMATE, "{estimate}: {position}");
    }
}

#[test]
fn a_win_in_one_is_seen_and_none_is_imagined() {
    let mut winning = 0;
    for position in positions(120) {
        let estimate = position.evaluate();
        let expected = can_win(&position);
        assert_eq!(estimate > 5_000, expected, "seed {SEED:#x}, {estimate}: {position}");
        winning += usize::from(expected);
    }
    assert!(winning > 300, "{winning} positions with a win");
}

#[test]
fn stones_gathered_on_one_stack_look_better_than_scattered_ones() {
    let gathered = read("GG,2,GG/1,RR,2/2,B,B/GG,2,GG r 6 6");
    let scattered = read("GG,2,GG/1,R,R,1/2,BB,1/GG,2,GG r 6 6");
    assert!(gathered.evaluate() > 0, "{}", gathered.evaluate());
    assert!(scattered.evaluate() < 0, "{}", scattered.evaluate());
}

#[test]
fn a_turned_or_mirrored_position_looks_the_same() {
    for position in positions(20) {
        for symmetry in 1..Qawale::symmetries(Variant::default()) {
            let image = position.transform(symmetry);
            assert_eq!(position.evaluate(), image.evaluate(), "{position}");
        }
    }
}

#[test]
fn a_move_that_wins_is_the_most_promising() {
    for position in positions(20).into_iter().filter(can_win) {
        let moves = position.moves();
        let best = moves.iter().max_by_key(|mv| position.promise(**mv)).expect("a move");
        assert_eq!(position.after(*best).outcome(), Some(Outcome::Win(position.turn())));
    }
}

#[test]
fn a_playout_takes_a_win_and_otherwise_any_legal_move() {
    let mut dice = Dice::new(SEED);
    for position in positions(20) {
        let mv = position.playout_move(&mut dice);
        assert_eq!(position.check(mv), Ok(()));
        let wins = position.after(mv).outcome() == Some(Outcome::Win(position.turn()));
        assert_eq!(wins, can_win(&position), "{position}: {mv}");
    }
}
