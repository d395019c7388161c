//! Actions and planes: the tree of actions is that of the steps, and a position can be read back from its planes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use quintet_core::encoding::{PlaneReader, PlaneWriter};
use quintet_core::{Action, Encode, Encoding};

use crate::Dice;
use crate::spots::{Spot, share, spots};

/// How many positions are looked at, over all variants.
const POSITIONS: usize = 400;
/// The trees of positions with more moves are not built.
const MOST_MOVES: u64 = 1_500;
/// How many trees are built, over all variants.
const TREES: usize = 100;
/// How many moves of other positions are composed action by action.
const MOVES: usize = 4;

/// The actions that may follow others are exactly those that the moves' own steps have there, and the last makes the move.
///
/// # Panics
/// If not.
pub fn actions_lead_to_their_moves<G: Encode>() {
    for variant in G::INFO.variants() {
        let encoding = Encoding::of::<G>(variant);
        let names: BTreeSet<_> = encoding.actions.iter().map(quintet_core::Step::key).collect();
        assert_eq!(names.len(), encoding.actions.len(), "two actions are the same step");
        let mut trees = share::<G>(TREES);
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            let small = trees > 0 && spot.position.count_moves() <= MOST_MOVES;
            if small {
                trees -= 1;
                check_tree(&spot, &encoding);
            } else {
                check_some_moves(&spot, &encoding);
            }
        }
    }
}

fn check_tree<G: Encode>(spot: &Spot<G>, encoding: &Encoding) {
    let mut forks: BTreeMap<Vec<Action>, BTreeSet<Action>> = BTreeMap::new();
    forks.insert(Vec::new(), BTreeSet::new());
    let _ = spot.position.for_each_move(|mv| {
        let actions = encoding.actions_of(&spot.position, mv);
        for (length, action) in actions.iter().enumerate() {
            let begun = &actions[..length];
            assert_eq!(spot.position.composed(begun), None, "{spot}: {begun:?} begin `{mv}`");
            forks.entry(begun.to_vec()).or_default().insert(*action);
        }
        let made = spot.position.composed(&actions);
        assert_eq!(made, Some(mv), "{spot}: {actions:?} are `{mv}`");
        ControlFlow::<()>::Continue(())
    });
    for (begun, expected) in forks {
        let legal: BTreeSet<Action> = legal(spot, &begun, encoding).into_iter().collect();
        assert_eq!(legal, expected, "{spot}: what may follow {begun:?}");
    }
}

fn check_some_moves<G: Encode>(spot: &Spot<G>, encoding: &Encoding) {
    let mut dice = Dice::new(spot.seed ^ spot.ply as u64);
    let moves = if spot.mv.is_some() { MOVES } else { 0 };
    for _ in 0..moves {
        let mv = spot.position.random_move(&mut dice);
        let actions = encoding.actions_of(&spot.position, mv);
        for (length, action) in actions.iter().enumerate() {
            let begun = &actions[..length];
            assert_eq!(spot.position.composed(begun), None, "{spot}: {begun:?} begin `{mv}`");
            let legal = legal(spot, begun, encoding);
            assert!(legal.contains(action), "{spot}: {action} may follow {begun:?}");
        }
        assert_eq!(spot.position.composed(&actions), Some(mv), "{spot}: {actions:?} are `{mv}`");
    }
}

/// Whoever chooses among the legal actions makes legal moves.
///
/// # Panics
/// If not.
pub fn legal_actions_make_legal_moves<G: Encode>() {
    each_spot::<G>(|spot, encoding, dice| {
        let begun = begin(spot, encoding, dice, usize::MAX);
        match spot.position.composed(&begun) {
            Some(mv) => assert!(spot.position.check(mv).is_ok(), "{spot}: {begun:?} are `{mv}`"),
            None => assert!(spot.position.outcome().is_some(), "{spot}: {begun:?} lead nowhere"),
        }
    });
}

/// A position can be read back from its planes, with any move begun; numbers stay within what their plane says, nothing is told of
/// places that the board does not have, and wherever a piece lies something is told.
///
/// # Panics
/// If not.
pub fn planes_tell_the_position<G: Encode>() {
    each_spot::<G>(|spot, encoding, dice| {
        let cells: BTreeSet<usize> =
            encoding.places.iter().map(|[r, c]| r * encoding.grid[1] + c).collect();
        for made in 0..3 {
            let begun = begin(spot, encoding, dice, made);
            if spot.position.composed(&begun).is_some() {
                continue;
            }
            let numbers = observe(&spot.position, &begun, encoding);
            let size = encoding.grid[0] * encoding.grid[1];
            let variant = spot.position.variant();
            let read = G::rebuild(variant, &mut PlaneReader::new(&numbers, size));
            assert_eq!(read.as_ref(), Some(&spot.position), "{spot} with {begun:?}");
            let mut told = BTreeSet::new();
            for (plane, numbers) in encoding.planes.iter().zip(numbers.chunks_exact(size)) {
                let most = numbers.iter().max().copied().unwrap_or(0);
                assert!(most <= plane.most, "{spot}: {most} in {}", plane.name);
                let marked = || (0..size).filter(|place| numbers[*place] != 0);
                if plane.is_constant {
                    assert!(numbers.iter().all(|one| *one == most), "{spot}: {}", plane.name);
                } else {
                    let outside = marked().find(|place| !cells.contains(place));
                    assert_eq!(outside, None, "{spot}: {} beyond the board", plane.name);
                    told.extend(marked());
                }
            }
            let items = spot.position.scene(&[]).items;
            for (cell, [row, column]) in encoding.actions.iter().zip(&encoding.places) {
                let covered =
                    items.iter().any(|item| item.cells.iter().any(|it| it == cell.name()));
                let is_told = told.contains(&(row * encoding.grid[1] + column));
                assert!(!covered || is_told, "{spot}: nothing is told of {cell}");
            }
        }
    });
}

/// Every action of a move that is begun changes the planes.
///
/// # Panics
/// If not.
pub fn moves_begun_are_seen<G: Encode>() {
    each_spot::<G>(|spot, encoding, dice| {
        let mut begun = Vec::new();
        let mut seen = BTreeSet::new();
        while spot.position.composed(&begun).is_none() {
            let numbers = observe(&spot.position, &begun, encoding);
            assert!(seen.insert(numbers), "{spot}: {begun:?} look like fewer actions");
            let legal = legal(spot, &begun, encoding);
            if legal.is_empty() {
                break;
            }
            begun.push(*dice.choose(&legal));
        }
    });
}

/// A random beginning of a move.
fn begin<G: Encode>(
    spot: &Spot<G>,
    encoding: &Encoding,
    dice: &mut Dice,
    most: usize,
) -> Vec<Action> {
    let mut begun = Vec::new();
    while begun.len() < most && spot.position.composed(&begun).is_none() {
        let legal = legal(spot, &begun, encoding);
        if legal.is_empty() {
            break;
        }
        begun.push(*dice.choose(&legal));
    }
    begun
}

fn observe<G: Encode>(position: &G, begun: &[Action], encoding: &Encoding) -> Vec<u8> {
    let mut numbers = vec![0; encoding.observation_size()];
    let size = encoding.grid[0] * encoding.grid[1];
    let mut writer = PlaneWriter::new(&mut numbers, size);
    position.observe(begun, &mut writer);
    assert!(writer.is_done(), "{position}: fewer planes than named");
    numbers
}

fn legal<G: Encode>(spot: &Spot<G>, begun: &[Action], encoding: &Encoding) -> Vec<Action> {
    let mut legal = vec![false; encoding.actions.len()];
    spot.position.mark_legal(begun, &mut legal);
    (0..).zip(legal).filter(|(_, legal)| *legal).map(|(action, _)| action).collect()
}

fn each_spot<G: Encode>(mut look: impl FnMut(&Spot<G>, &Encoding, &mut Dice)) {
    for variant in G::INFO.variants() {
        let encoding = Encoding::of::<G>(variant);
        let mut dice = Dice::new(variant.index() as u64);
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            look(&spot, &encoding, &mut dice);
        }
    }
}
