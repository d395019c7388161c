//! What engines are told about a game: held against the rules, and against all that can follow.

use std::ops::ControlFlow;

use quintet_core::tactics::{Examined, Fate, LARGEST_ESTIMATE, Outlook};
use quintet_core::{Game, Outcome, Player, Tactics};

use crate::Dice;
use crate::spots::{Spot, random_game, share, spread};

/// How many games are looked at, over all variants, and how many positions of each.
const GAMES: usize = 60;
const POSITIONS: usize = 40;
/// How many positions are looked through to see what is certain about one.
const NODES: u32 = 3_000;

/// Estimates stay within bounds, and greedy and playout moves are legal.
///
/// # Panics
/// If not.
pub fn estimates_and_choices_are_sound<G: Tactics>() {
    let mut dice = Dice::new(1);
    each_running_spot::<G>(|spot| {
        let position = &spot.position;
        let estimate = position.evaluate();
        assert!(estimate.abs() <= LARGEST_ESTIMATE, "{spot}: the estimate is {estimate}");
        let choices = [position.greedy_move(&mut dice), position.playout_move(&mut dice)];
        for (who, mv) in ["greedy", "a playout"].into_iter().zip(choices) {
            assert!(position.check(mv).is_ok(), "{spot}: {who} chose `{mv}`, which is illegal");
        }
    });
}

/// What is told of all moves of a position together, and of a position by the move that led to it, is what is told
/// one by one.
///
/// # Panics
/// If not.
pub fn promises_are_the_same_together<G: Tactics>() {
    each_running_spot::<G>(|spot| {
        let position = &spot.position;
        let mut moves = position.moves().into_iter();
        let _ = position.for_each_promise(|mv, promise| {
            assert_eq!(Some(mv), moves.next(), "{spot}: the moves come in another order");
            assert_eq!(promise, position.promise(mv), "{spot}: the promise of {mv}");
            let next = position.after(mv);
            if next.outcome().is_none() {
                let estimate = next.evaluate_promised(promise);
                assert_eq!(estimate, next.evaluate(), "{spot}: the estimate after {mv}");
            }
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(moves.next(), None, "{spot}: a move is left out");
    });
}

/// Nothing that [`Tactics::settled`] or [`Tactics::outlook`] calls certain is contradicted by looking at all that can follow, as far as that can
/// be done. Enough is looked through towards the end of games to decide many positions.
///
/// # Panics
/// If something is.
pub fn certainties_hold<G: Tactics>() {
    each_running_spot::<G>(|spot| {
        let position = &spot.position;
        let turn = position.turn();
        let outlook = position.outlook();
        if let Some(known) = outlook.wins_at_once {
            let won = Some(Outcome::Win(turn));
            let can = position.moves().iter().any(|mv| position.after(*mv).outcome() == won);
            assert_eq!(known, can, "{spot}: whether it can be won at once");
        }
        let seen = look_through(position, &mut { NODES });
        let settled = position.settled().map(|outcome| Outlook::of(turn, outcome));
        for said in settled.into_iter().chain([outlook]) {
            let agree = said.least <= seen.most && seen.least <= said.most;
            assert!(agree, "{spot}: said to be {said:?}, and is {seen:?}");
        }
        for fate in [Fate::Draw, Fate::Win] {
            let Examined { answer, .. } = position.examine(fate);
            let agree =
                answer.is_none_or(|can| if can { seen.most >= fate } else { seen.least < fate });
            assert!(agree, "{spot}: {fate:?} is said to be {answer:?}, and it is {seen:?}");
        }
        if let Some(moves) = outlook.most_moves {
            let end = longest_game(position, &mut { NODES });
            assert!(end <= moves, "{spot}: not over after {moves} moves, but after {end}");
        }
    });
}

/// How many moves it may be to the end of the game, as far as that is looked through.
fn longest_game<G: Game>(position: &G, nodes: &mut u32) -> u32 {
    let moves = position.moves();
    let Some(left) = nodes.checked_sub(moves.len() as u32) else { return 0 };
    *nodes = left;
    moves.into_iter().map(|mv| 1 + longest_game(&position.after(mv), nodes)).max().unwrap_or(0)
}

/// Positions are equal exactly if what tables keep of them is, and those that look alike are represented by one.
///
/// # Panics
/// If not.
pub fn packed_positions_tell_positions_apart<G: Tactics>() {
    let mut seen: Vec<(G, G::Packed)> = Vec::new();
    each_running_spot::<G>(|spot| {
        let position = &spot.position;
        let packed = position.packed();
        let near = seen.len().saturating_sub(2 * POSITIONS);
        for (other, its) in &seen[near..] {
            // Which variant it is the table knows.
            if other.variant() == position.variant() {
                assert_eq!(*other == *position, *its == packed, "{spot}: and {other}");
            }
        }
        seen.push((position.clone(), packed));
        for mv in position.moves().into_iter().take(POSITIONS) {
            let next = position.after(mv);
            assert!(next.packed() != seen[seen.len() - 1].1, "{spot}: as after {mv}");
        }
        let representative = position.representative();
        assert_eq!(representative.representative(), representative, "{spot}");
    });
}

/// Plain minimax with bounds in place of what is no longer looked at.
fn look_through<G: Game>(position: &G, nodes: &mut u32) -> Outlook {
    let turn = position.turn();
    if let Some(outcome) = position.outcome() {
        return Outlook::of(turn, outcome);
    }
    let moves = position.moves();
    let Some(left) = nodes.checked_sub(moves.len() as u32) else { return Outlook::OPEN };
    *nodes = left;
    let mut best = Outlook { least: Fate::Loss, most: Fate::Loss, ..Outlook::OPEN };
    for mv in moves {
        let next = position.after(mv);
        let follows = seen_by(turn, next.turn(), look_through(&next, nodes));
        best.least = best.least.max(follows.least);
        best.most = best.most.max(follows.most);
        if best.least == Fate::Win {
            break;
        }
    }
    best
}

/// What is certain for the player to move, for another.
fn seen_by(player: Player, turn: Player, outlook: Outlook) -> Outlook {
    let mirrored = |fate| match fate {
        Fate::Loss => Fate::Win,
        Fate::Draw => Fate::Draw,
        Fate::Win => Fate::Loss,
    };
    if player == turn {
        return outlook;
    }
    Outlook { least: mirrored(outlook.most), most: mirrored(outlook.least), ..outlook }
}

/// Running positions of random games: from the start, and the last ones of each.
fn each_running_spot<G: Tactics>(mut look: impl FnMut(&Spot<G>)) {
    for variant in G::INFO.variants() {
        for seed in 0..share::<G>(GAMES) as u64 {
            let mut game = random_game::<G>(variant, seed);
            game.retain(|spot| spot.mv.is_some());
            let late = game.len().saturating_sub(POSITIONS / 2);
            spread(&game[..late], POSITIONS / 2).chain(&game[late..]).for_each(&mut look);
        }
    }
}
