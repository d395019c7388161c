//! Positions changed by hand, told as steps that are chosen one after the other.

use quintet_catalog::{AnyGame, Editing, Tree, standard};
use quintet_core::{Step, Variant};

fn edits(game: &dyn AnyGame, variant: Variant, position: &str) -> Editing {
    game.edits(variant, position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The steps of every change and what it leads to.
fn changes(tree: &Tree) -> Vec<(Vec<Step>, String)> {
    match tree {
        Tree::Move(end) => vec![(Vec::new(), end.clone())],
        Tree::More => panic!("changes are told as a whole"),
        Tree::Steps(steps) => {
            let below = steps.iter().flat_map(|(step, below)| {
                changes(below).into_iter().map(move |(mut steps, end)| {
                    steps.insert(0, step.clone());
                    (steps, end)
                })
            });
            below.collect()
        }
    }
}

#[test]
fn what_follows_from_a_change_is_changed_with_it() {
    let cases = [
        ("yoxii", "start", "cell:d4 cell:a4", "3/5/7/#6/7/5/3 w 5553 5553"),
        ("yoxii", "start", "item:w3 cell:d5", "3/5/3Y3/3#3/7/5/3 r 5543 5553"),
        (
            "yoxii",
            "3/5/3Y3/3#3/7/5/3 r 5543 5553",
            "cell:d5 item:w3",
            "3/5/7/3#3/7/5/3 w 5553 5553",
        ),
        (
            "yoxii",
            "3/5/3Y3/3#3/7/5/3 r 5543 5553",
            "cell:d5 item:w4",
            "3/5/3X3/3#3/7/5/3 r 5552 5553",
        ),
        (
            "isaac",
            "start",
            "item:light-3 cell:a1 cell:c1",
            "place - a1h3 d 54321 44321 - 0 0 0 0 -",
        ),
        ("isaac", "start", "choice:turn", "place - - l 54321 54321 - 0 0 0 0 -"),
        (
            "isaac",
            "place a1h3 - l 44321 54321 - 0 0 0 0 -",
            "item:a1h3 item:dark-3",
            "place - - l 54321 54321 - 0 0 0 0 -",
        ),
        (
            "isaac",
            "score a1h3,a2h3 c9h3 d 00000 00000 d 0 0 0 0 -",
            "item:dark-counter cell:c2",
            "score a1h3,a2h3 c9h3 d 00000 00000 d 12 0 0 0 -",
        ),
        (
            "isaac",
            "score a1h3,d1h3,a2h3 c9h3 d 00000 00000 d 0 0 0 0 -",
            "item:a2h3 choice:off",
            "score a1h3,d1h3 c9h3 d 00000 00000 d 0 0 0 0 -",
        ),
        (
            "isaac",
            "score a1h3,a2h3 c9h3 d 00000 00000 d 0 0 0 0 -",
            "choice:place",
            "place a1h3,a2h3 c9h3 d 34321 44321 - 0 0 0 0 -",
        ),
        ("qawale", "start", "item:red cell:b2", "GG,2,GG/4/1,R,2/GG,2,GG b 7 8"),
        (
            "qawale",
            "GG,2,GG/4/1,R,2/GG,2,GG b 7 8",
            "cell:b2 item:red",
            "GG,2,GG/4/4/GG,2,GG r 8 8",
        ),
        ("qawale", "start", "cell:a1 cell:a2", "GG,2,GG/4/G,3/G,2,GG r 8 8"),
        (
            "differo",
            "start",
            "choice:turn",
            "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 b",
        ),
        (
            "differo",
            "start",
            "cell:b2 cell:e5",
            "5/1bbbb1/1b1b1b1/1bbbbbb1/4w4/1wwwwww1/1w1w1w1/2www1/5 w",
        ),
        (
            "differo",
            "start",
            "cell:b2 cell:i5",
            "w4/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/2www1/5 b",
        ),
        ("momentum", "start", "item:o cell:d4", "7/7/7/3O3/7/7/7 x 2"),
        ("momentum", "7/7/7/3O3/7/7/7 x 2", "cell:d4 cell:a1", "7/7/7/7/7/7/O6 x 2"),
        ("momentum", "7/7/7/3O3/7/7/7 x 2", "cell:d4 item:o", "7/7/7/7/7/7/7 x 2"),
        ("momentum", "7/7/7/3O3/7/7/7 x 2", "choice:turn", "7/7/7/3O3/7/7/7 o 3"),
        ("momentum", "7/7/7/3O3/7/7/7 x 2", "choice:later", "7/7/7/3O3/7/7/7 x 4"),
    ];
    for (id, position, steps, expected) in cases {
        let game = standard().find(id).expect("a game");
        let start = game.start(Variant::default()).position();
        let position = if position == "start" { &start } else { position };
        let wanted: Vec<Step> = steps.split(' ').map(|step| step.parse().unwrap()).collect();
        let all = changes(&edits(game, Variant::default(), position).tree);
        let found = all.into_iter().find(|(steps, _)| *steps == wanted);
        assert_eq!(found.map(|(_, end)| end).as_deref(), Some(expected), "{id} {position} {steps}");
    }
}

#[test]
fn a_position_that_is_none_is_refused() {
    let game = standard().find("qawale").expect("a game");
    let error = game.edits(Variant::default(), "nonsense").expect_err("no position");
    assert!(error.to_string().contains("field"), "{error}");
}
