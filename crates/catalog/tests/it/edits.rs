//! Positions changed by hand, in all games.

use std::collections::BTreeSet;

use quintet_catalog::{AnyGame, Dice, Editing, Tree, standard};
use quintet_core::scene::Kind;
use quintet_core::{Scene, Step, Variant};

/// Positions of a random game: the first and the last, some between, and those in which somebody moves again.
fn positions(game: &dyn AnyGame, variant: Variant, dice: &mut Dice) -> Vec<String> {
    let mut played = game.start(variant);
    let mut positions = vec![played.position()];
    let mut again = Vec::new();
    while let Some(mv) = played.random_move(dice) {
        let before = played.turn();
        played.play(&mv).expect("a random move is legal");
        positions.push(played.position());
        if played.turn() == before {
            again.push(played.position());
        }
    }
    let step = (positions.len() / 6).max(1);
    let last = positions.len() - 1;
    let kept = positions.into_iter().enumerate().filter(|(ply, _)| ply % step == 0 || *ply == last);
    kept.map(|(_, position)| position).chain(again).collect()
}

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

/// Everything in a scene that can be named by a step.
fn names(scene: &Scene) -> BTreeSet<Step> {
    let cells = scene.layout.cells.iter().map(|cell| Step::Cell(cell.name.clone()));
    let items = scene.items.iter().map(|item| Step::Item(item.id.clone()));
    let pieces = scene.trays.iter().flat_map(|tray| &tray.pieces);
    let pieces = pieces.map(|piece| Step::Item(piece.name.clone()));
    let choices = scene.choices.iter().map(|choice| Step::Choice(choice.name.clone()));
    cells.chain(items).chain(pieces).chain(choices).collect()
}

/// What stands where.
fn pieces(scene: &Scene) -> BTreeSet<(String, u32, String, Option<u8>)> {
    let items = scene.items.iter().filter(|item| item.kind != Kind::Peg);
    let told = items.map(|item| {
        let owner = item.owner.map(|owner| owner.index() as u8);
        (item.cells.join(" "), item.height, item.mark.clone(), owner)
    });
    told.collect()
}

/// Looks at positions of all games and variants.
fn for_each_position(seed: u64, look: impl Fn(&dyn AnyGame, Variant, &str)) {
    let mut dice = Dice::new(seed);
    for game in standard().games() {
        for variant in game.info().variants() {
            for position in positions(*game, variant, &mut dice) {
                look(*game, variant, &position);
            }
        }
    }
    // A counter off the board: random games seldom come to that.
    let isaac = standard().find("isaac").expect("a game");
    look(isaac, Variant::default(), "score a1h3,d5h3 c9h3 l 00000 00000 d 100 7 3 0 -");
}

#[test]
fn changes_lead_to_positions_and_name_what_is_in_the_scene() {
    for_each_position(1, |game, variant, position| {
        let Editing { scene, tree } = edits(game, variant, position);
        let known = names(&scene);
        let all = changes(&tree);
        assert!(!all.is_empty(), "{position}");
        for (steps, end) in all {
            let read = game.set_up(variant, &end);
            let read = read.unwrap_or_else(|error| panic!("{position} {steps:?}: {error}"));
            assert_eq!(read.position(), end);
            assert_ne!(end, position, "{steps:?}");
            for step in &steps {
                assert!(known.contains(step), "{position}: {step:?} is not in the scene");
            }
            if steps == [Step::Choice("turn".into())] {
                let before = game.set_up(variant, position).expect("a position");
                assert_ne!(read.turn(), before.turn(), "{position}: the other is to move");
            }
        }
    });
}

#[test]
fn every_piece_that_lies_on_top_can_be_picked_up_and_put_back() {
    for_each_position(2, |game, variant, position| {
        let Editing { scene, tree } = edits(game, variant, position);
        let Tree::Steps(first) = &tree else { panic!("{position}") };
        for item in &scene.items {
            let places = item.cells.iter().map(|cell| Step::Cell(cell.clone()));
            let mut steps = places.chain([Step::Item(item.id.clone())]);
            let can = steps.any(|step| first.iter().any(|(option, _)| *option == step));
            assert!(can, "{position}: {} cannot be picked up", item.label);
        }
        let all = changes(&tree);
        let some = all.iter().step_by((all.len() / 12).max(1));
        for (steps, end) in some.filter(|(steps, _)| steps.last().unwrap().name() != "off") {
            let back = edits(game, variant, end);
            let ends = changes(&back.tree).into_iter().map(|(_, end)| end);
            let mut shown = ends.map(|end| scene_of(game, variant, &end));
            let same = pieces(&scene) == pieces(&back.scene)
                || shown.any(|after| pieces(&after) == pieces(&scene));
            assert!(same, "{position} {steps:?} {end}: no way back");
        }
    });
}

fn scene_of(game: &dyn AnyGame, variant: Variant, position: &str) -> Scene {
    game.set_up(variant, position).expect("it was checked above").scene(&[])
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
