//! What exact searches are told without a search holds, going by the rules alone.

use quintet_core::tactics::{Fate, Outlook};
use quintet_core::{Game, Outcome, Player, Tactics, Variant};
use quintet_qawale::Qawale;
use quintet_testkit::Dice;

const SEED: u64 = 0x0a;

/// Positions of random games after `moves` moves.
fn positions(moves: usize, count: usize, dice: &mut Dice) -> Vec<Qawale> {
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Qawale::start(Variant::default());
        for _ in 0..moves {
            if position.outcome().is_none() {
                position.play(position.random_move(dice));
            }
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

fn fate(outcome: Outcome, player: Player) -> Fate {
    match outcome.winner() {
        None => Fate::Draw,
        Some(winner) if winner == player => Fate::Win,
        Some(_) => Fate::Loss,
    }
}

/// What comes of a position for the player to move. Looks no further once that is a win.
fn minimax(position: &Qawale) -> Fate {
    let mut best = Fate::Loss;
    for mv in position.moves() {
        let after = position.after(mv);
        let got = match after.outcome() {
            Some(outcome) => fate(outcome, position.turn()),
            None => match minimax(&after) {
                Fate::Win => Fate::Loss,
                Fate::Draw => Fate::Draw,
                Fate::Loss => Fate::Win,
            },
        };
        best = best.max(got);
        if best == Fate::Win {
            break;
        }
    }
    best
}

fn wins_at_once(position: &Qawale) -> bool {
    let wins = Some(Outcome::Win(position.turn()));
    position.moves().into_iter().any(|mv| position.after(mv).outcome() == wins)
}

#[test]
fn a_win_in_one_is_always_seen_and_never_imagined() {
    let mut dice = Dice::new(SEED);
    let mut wins = 0;
    for moves in 0..16 {
        for position in positions(moves, 60, &mut dice) {
            let truth = wins_at_once(&position);
            // With tall stacks it may be left open.
            if let Some(told) = position.outlook().wins_at_once {
                assert_eq!(told, truth, "{position}, seed {SEED}");
            }
            wins += usize::from(truth);
        }
    }
    assert!(wins > 100, "only {wins} wins in one");
}

#[test]
fn the_last_two_moves_come_to_what_was_told() {
    let mut dice = Dice::new(SEED);
    let mut closed = 0;
    for (moves, count) in [(15, 300), (14, 300)] {
        for position in positions(moves, count, &mut dice) {
            let told = position.outlook();
            let truth = minimax(&position);
            let fits = told.least <= truth && truth <= told.most;
            assert!(fits, "{position}: {told:?}, but {truth:?}, seed {SEED}");
            closed +=
                usize::from(told != Outlook { wins_at_once: told.wins_at_once, ..Outlook::OPEN });
        }
    }
    assert!(closed > 250, "only {closed} told anything");
}

/// The stones of a board that random play hardly meets: few tall stacks, where a player is likeliest to be
/// forced to complete the opponent's line.
fn tall(stacks: usize, dice: &mut Dice) -> Option<Qawale> {
    let mut stones: Vec<char> = "GGGGGGGGRRRRRRRRBBBBBBB".chars().collect();
    let mut cells = vec![String::new(); 16];
    let mut places: Vec<usize> = (0..16).collect();
    while places.len() > stacks {
        let place = *dice.choose(&places);
        places.retain(|other| *other != place);
    }
    while !stones.is_empty() {
        let stone = *dice.choose(&stones);
        let taken = stones.iter().position(|other| *other == stone).expect("it was chosen");
        stones.swap_remove(taken);
        cells[*dice.choose(&places)].push(stone);
    }
    let rows: Vec<String> = cells.chunks(4).map(row_text).collect();
    let text = format!("{} b 0 1", rows.join("/"));
    let position = Qawale::parse(Variant::default(), &text).expect("a position");
    position.outcome().is_none().then_some(position)
}

fn row_text(cells: &[String]) -> String {
    let mut fields: Vec<String> = Vec::new();
    let mut empty = 0;
    for cell in cells {
        if cell.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            fields.push(empty.to_string());
        }
        empty = 0;
        fields.push(cell.clone());
    }
    if empty > 0 {
        fields.push(empty.to_string());
    }
    fields.join(",")
}

#[test]
fn a_harmless_stack_saves_the_last_move() {
    let mut dice = Dice::new(SEED);
    let mut drawn = 0;
    for round in 0..400 {
        let Some(position) = tall(5 + round % 8, &mut dice) else { continue };
        let told = position.outlook();
        if told.least == Fate::Draw {
            assert_eq!(minimax(&position), Fate::Draw, "{position}, seed {SEED}");
            drawn += 1;
        }
    }
    assert!(drawn > 50, "only {drawn} drawn");
}
