//! The prefix tree of steps, against asking for one step after the other.

use std::path::Path;

use quintet_catalog::{AnyMatch, Tree, standard};
use quintet_core::{GameInfo, Next, Step, Variant};
use serde_json::{Value, json};

/// What the server asks for.
const LIMIT: usize = 3_000;
/// The most legal moves that a position is known to have: 1,973,376.
const HUGE: &str = "GGRBBGGBRBRRBRGRBR,B,2/1,G,1,G/1,R,1,G/4 b 0 1";

/// The positions that an independent implementation wrote down.
fn vectors(info: &GameInfo, variant: Variant) -> Vec<String> {
    let name = format!("{}-{}.positions.jsonl", info.id, info.describe(variant).id);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let path = folder.join(info.id).join("tests/vectors").join(name);
    let text = std::fs::read_to_string(path).expect("every game has vectors");
    let positions = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("a JSON object a line");
        line["position"].as_str().expect("with a position").to_owned()
    });
    positions.collect()
}

/// The first `levels` of the tree, from `next` alone.
fn slow_tree(played: &dyn AnyMatch, so_far: &mut Vec<Step>, levels: usize) -> Tree {
    match played.next(so_far) {
        Next::Move(mv) => Tree::Move(mv),
        Next::Steps(next) if levels == 0 && !next.is_empty() => Tree::More,
        Next::Steps(mut next) => {
            next.sort();
            let below = next.into_iter().map(|step| {
                so_far.push(step.clone());
                let below = slow_tree(played, so_far, levels - 1);
                so_far.pop();
                (step, below)
            });
            Tree::Steps(below.collect())
        }
    }
}

/// As many levels as fit, the first always.
fn slow_cut(played: &dyn AnyMatch, so_far: &[Step], limit: usize) -> Tree {
    let mut steps = so_far.to_vec();
    let mut tree = slow_tree(played, &mut steps, 1);
    for levels in 2.. {
        let deeper = slow_tree(played, &mut steps, levels);
        if deeper == tree || deeper.size() > limit {
            break;
        }
        tree = deeper;
    }
    tree
}

#[test]
fn the_tree_is_what_next_says_step_by_step() {
    for game in standard().games() {
        for variant in game.info().variants() {
            let positions = vectors(game.info(), variant);
            for (number, position) in positions.iter().enumerate().step_by(positions.len() / 12) {
                let played = game.set_up(variant, position).expect("vectors are sound");
                if played.count_legal_moves() > 500 {
                    continue;
                }
                let place = format!("{} `{position}`", game.info().id);
                let limits = [LIMIT, 0, 20 + 15 * number % 200];
                for limit in limits {
                    let expected = slow_cut(played.as_ref(), &[], limit);
                    assert_eq!(played.tree(limit), expected, "{place}, {limit} steps at most");
                    let Tree::Steps(steps) = expected else { panic!("{place}: a move at once") };
                    for (step, _) in steps.iter().take(2) {
                        let begun = [step.clone()];
                        let expected = slow_cut(played.as_ref(), &begun, limit);
                        let below = played.tree_below(&begun, limit);
                        assert_eq!(below, expected, "{place}, {limit} below {step}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_moves_steps_compose_it_and_what_is_no_move_here_has_none() {
    for game in standard().games() {
        for variant in game.info().variants() {
            let mut played = game.start(variant);
            assert_eq!(played.steps("nonsense"), []);
            while let Some(mv) = played.legal_moves().into_iter().next_back() {
                assert_eq!(played.next(&played.steps(&mv)), Next::Move(mv.clone()));
                played.play(&mv).unwrap();
            }
            let last = played.moves().pop().unwrap();
            assert_eq!(played.steps(&last), [], "the game is over");
        }
    }
    let huge = standard().find("qawale").unwrap().set_up(Variant::default(), HUGE).unwrap();
    let mv = huge.legal_moves().pop().unwrap();
    assert_eq!(huge.next(&huge.steps(&mv)), Next::Move(mv));
}

#[test]
fn a_finished_game_has_no_steps_and_a_wrong_beginning_neither() {
    let game = standard().find("momentum").expect("a game");
    let mut played = game.start(Variant::default());
    let none = Tree::Steps(Vec::new());
    assert_eq!(played.tree_below(&[Step::Cell("z9".into())], LIMIT), none);
    assert_eq!(played.tree_below(&[Step::Cell("z9".into())], 1), none);
    let whole = played.tree_below(&[Step::Cell("d4".into())], LIMIT);
    assert_eq!(whole, Tree::Move("d4".into()));
    played.end(quintet_core::Finish::AGREED);
    assert_eq!(played.tree(LIMIT), none);
}

#[test]
fn a_tree_is_json_keyed_by_steps() {
    let game = standard().find("qawale").expect("a game");
    let played = game.start(Variant::default());
    let tree = serde_json::to_value(played.tree(LIMIT)).expect("a tree is JSON");
    let below = &tree["cell:a1"]["cell:a2"];
    let expected = json!({
        "cell:a3": {"cell:a4": "a1-a2-a3-a4", "cell:b3": "a1-a2-a3-b3"},
        "cell:b2": {"cell:b1": "a1-a2-b2-b1", "cell:b3": "a1-a2-b2-b3", "cell:c2": "a1-a2-b2-c2"},
    });
    assert_eq!(*below, expected);
    let begun = serde_json::to_value(played.tree(12)).expect("a tree is JSON");
    assert_eq!(begun["cell:a1"], json!({"cell:a2": true, "cell:b1": true}));
    let game = standard().find("momentum").expect("a game");
    let mut played = game.start(game.info().variant("pie").expect("a variant"));
    played.play("d4").expect("a legal move");
    let tree = serde_json::to_value(played.tree(LIMIT)).expect("a tree is JSON");
    assert_eq!(tree["choice:swap"], json!("swap"));
}

#[test]
fn nearly_two_million_moves_are_a_small_tree() {
    let game = standard().find("qawale").expect("a game");
    let played = game.set_up(Variant::default(), HUGE).expect("a position");
    let tree = played.tree(LIMIT);
    assert!((LIMIT / 4..=LIMIT).contains(&tree.size()), "{} steps", tree.size());
    // Not the moves but the answer bounds the work: below any step it is as quick.
    let mut begun = Vec::new();
    let mut tree = tree;
    loop {
        match tree {
            Tree::Steps(mut steps) => {
                let (step, below) = steps.pop().expect("a running game");
                begun.push(step);
                tree = below;
            }
            Tree::More => tree = played.tree_below(&begun, LIMIT),
            Tree::Move(mv) => {
                assert_eq!(played.next(&begun), Next::Move(mv));
                break;
            }
        }
    }
}
