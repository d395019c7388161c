//! Scenes: sound in themselves, and joined by beats into a film in which no piece is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use quintet_core::scene::{Item, Note, Piece, Scene};
use quintet_core::show::step_lists;
use quintet_core::{Change, Game, Layout, Match, Outcome, Show, Step};

use crate::spots::{Spot, first_moves, random_game, share, spots, spread};
use crate::steps::list;

/// How many positions are looked at, over all variants.
const POSITIONS: usize = 2_000;
/// How many moves of each.
const MOVES: usize = 12;
/// How many matches are followed, over all variants, and how far: every move is taken back once, which
/// makes the match work out all names anew.
const MATCHES: usize = 12;
const MATCH_PLIES: usize = 120;

/// Every scene on the way through the steps of a move is sound and shows the same board; the status names who moves or who won;
/// a finished game says why, a running one does not.
///
/// # Panics
/// If not.
pub fn scenes_are_sound<G: Show>() {
    for variant in G::INFO.variants() {
        let layout = G::start(variant).scene(&[]).layout;
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            let position = &spot.position;
            let scene = position.scene(&[]);
            scene_is_sound(&scene, &spot);
            assert_eq!(scene.layout, layout, "{spot}: the board has changed");
            assert_eq!(scene.chosen, [], "{spot}: nothing was chosen yet");
            status_names_the_player(position, &scene.status, &spot);
            let finished = position.outcome().is_some();
            let why = position.why();
            assert_eq!(finished, !why.is_empty(), "{spot}: why is `{why}`");
            for mv in spread(&position.moves(), MOVES / 4) {
                for steps in step_lists(position, *mv) {
                    scenes_of_steps_are_sound(&spot, &steps, &layout);
                }
            }
        }
    }
}

fn scenes_of_steps_are_sound<G: Show>(spot: &Spot<G>, steps: &[Step], layout: &Layout) {
    for length in 1..=steps.len() {
        let (position, so_far) = (&spot.position, &steps[..length]);
        let place = format!("{spot}, after {}", list(so_far));
        let scene = position.scene(so_far);
        scene_is_sound(&scene, &place);
        assert_eq!(scene.layout, *layout, "{place}: the board has changed");
        assert_eq!(scene.chosen, so_far, "{place}: other steps are chosen");
        let mut wrong = so_far.to_vec();
        wrong.push(Step::Item("nothing".into()));
        let ignored = position.scene(&wrong).chosen;
        assert_eq!(ignored, so_far, "{place}: a wrong step is chosen");
        what_is_carried_arrives(&position.scene(&so_far[..length - 1]), &scene, &place);
    }
}

/// What stands where the scene before a step says that something goes from there has come to the step's cell.
fn what_is_carried_arrives(before: &Scene, after: &Scene, place: &str) {
    let (Some(origin), Some(step)) = (&before.origin, after.chosen.last()) else { return };
    let goal = [step.name()];
    let is_goal = matches!(step, Step::Cell(_)) && step.name() != origin;
    assert!(is_goal, "{place}: what stands on `{origin}` is to go to {step:?}");
    for carried in before.items.iter().filter(|item| item.cells.first() == Some(origin)) {
        let found = after.items.iter().find(|item| item.id == carried.id);
        let arrived = found.is_some_and(|item| item.cells == goal);
        assert!(arrived, "{place}: `{}` of `{origin}` has not come there", carried.id);
    }
}

/// Names are unique and refer to something, stacks have no gaps, nothing to be read out is empty.
///
/// # Panics
/// If not; the message begins with `place`.
pub fn scene_is_sound(scene: &Scene, place: &impl Display) {
    let cells = unique(scene.layout.cells.iter().map(|cell| &cell.name), "cell", place);
    let known = |name: &String, what: &str| {
        assert!(cells.contains(name), "{place}: {what} is on `{name}`, which is no cell");
    };
    unique(scene.items.iter().map(|item| &item.id), "item", place);
    for item in &scene.items {
        assert!(!item.cells.is_empty(), "{place}: `{}` lies nowhere", item.id);
        for cell in &item.cells {
            known(cell, &item.id);
        }
    }
    stacks_have_no_gaps(scene, place);
    for note in &scene.notes {
        match note {
            Note::Text { cell, text, label } => {
                known(cell, "a text");
                assert!(!text.is_empty(), "{place}: the text on `{cell}` is empty");
                assert!(!label.is_empty(), "{place}: the text on `{cell}` has no label");
            }
            Note::Tint { cells, label } => {
                for cell in cells {
                    known(cell, "a tint");
                }
                assert!(!label.is_empty(), "{place}: a tint has no label");
            }
            Note::Threat { cells, label } => {
                assert!(!cells.is_empty(), "{place}: a threat comes from nowhere");
                for cell in cells {
                    known(cell, "a threat");
                }
                assert!(!label.is_empty(), "{place}: a threat has no label");
            }
            Note::Arrow { from, to, dx, dy, label } => {
                known(from, "an arrow");
                if let Some(cell) = to {
                    known(cell, "an arrow's head");
                }
                assert!((*dx, *dy) != (0, 0), "{place}: the arrow from `{from}` goes nowhere");
                assert!(!label.is_empty(), "{place}: the arrow from `{from}` has no label");
            }
        }
    }
    for cell in &scene.last {
        known(cell, "the last move");
    }
    if let Some(origin) = &scene.origin {
        let stands = scene.items.iter().any(|item| item.cells.contains(origin));
        assert!(stands, "{place}: a piece is to go from `{origin}`, where none stands");
    }
    unique(tray_pieces(scene).map(|piece| &piece.name), "tray piece", place);
    unique(scene.choices.iter().map(|choice| &choice.name), "choice", place);
    places_are_apart(scene, place);
    everything_can_be_read_out(scene, place);
}

fn tray_pieces(scene: &Scene) -> impl Iterator<Item = &Piece> {
    scene.trays.iter().flat_map(|tray| &tray.pieces)
}

fn places_are_apart(scene: &Scene, place: &impl Display) {
    let places: BTreeSet<_> = scene.layout.cells.iter().map(|cell| (cell.x, cell.y)).collect();
    assert_eq!(places.len(), scene.layout.cells.len(), "{place}: two cells lie on the same place");
    for label in &scene.layout.labels {
        let on_cell = places.contains(&(label.x, label.y));
        assert!(!on_cell, "{place}: the text `{}` beside the board lies on a cell", label.text);
        let length = label.text.chars().count();
        assert!((1..=3).contains(&length), "{place}: `{}` is too long or empty", label.text);
    }
}

fn everything_can_be_read_out(scene: &Scene, place: &impl Display) {
    let items = scene.items.iter().map(|item| (&item.id, &item.noun, &item.label));
    let pieces = tray_pieces(scene).map(|piece| (&piece.name, &piece.noun, &piece.label));
    for (name, noun, label) in items.chain(pieces) {
        let named = !noun.is_empty() && label.contains(noun.as_str());
        assert!(named, "{place}: `{name}` is a `{noun}`, but its label is `{label}`");
    }
    let choices = scene.choices.iter().map(|choice| (&choice.name, &choice.label));
    for (name, label) in choices {
        assert!(!label.trim().is_empty(), "{place}: `{name}` has no label");
    }
    cells_say_what_stands_there(scene, place);
    assert!(scene.trays.iter().all(|tray| !tray.name.is_empty()), "{place}: a tray has no name");
    assert!(scene.scores.iter().all(|score| !score.name.is_empty()), "{place}: a nameless score");
    assert!(!scene.status.trim().is_empty(), "{place}: the status is empty");
}

/// What is said of a cell begins with its name, and tells of its topmost piece what that is.
fn cells_say_what_stands_there(scene: &Scene, place: &impl Display) {
    let cells = &scene.layout.cells;
    assert_eq!(scene.spoken.len(), cells.len(), "{place}: not every cell is spoken of once");
    for (name, label) in cells.iter().map(|cell| &cell.name).zip(&scene.spoken) {
        let rest = label.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(", "));
        assert!(rest.is_some_and(|rest| !rest.is_empty()), "{place}: `{name}` is said `{label}`");
        let lying = scene.items.iter().filter(|item| item.cells.contains(name) && !item.in_hand);
        let top = lying.max_by_key(|item| item.height);
        let said = |item: &Item| label.contains(&item.noun) || label.contains("stack of");
        assert!(top.is_none_or(said), "{place}: `{label}` does not say what stands there");
    }
}

fn unique<'a>(
    names: impl Iterator<Item = &'a String>,
    what: &str,
    place: &impl Display,
) -> BTreeSet<&'a String> {
    let mut seen = BTreeSet::new();
    for name in names {
        assert!(!name.is_empty(), "{place}: a {what} has no name");
        assert!(seen.insert(name), "{place}: two of the kind {what} are called `{name}`");
    }
    seen
}

fn stacks_have_no_gaps(scene: &Scene, place: &impl Display) {
    let mut stacks: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for item in &scene.items {
        for cell in &item.cells {
            stacks.entry(cell).or_default().push(item.height);
        }
    }
    for (cell, mut heights) in stacks {
        heights.sort_unstable();
        let whole = heights.iter().copied().eq(0..heights.len() as u32);
        assert!(whole, "{place}: the pieces on `{cell}` lie at heights {heights:?}");
    }
}

fn status_names_the_player<G: Game>(position: &G, status: &str, spot: &Spot<G>) {
    let name = match position.outcome() {
        None => G::INFO.player(position.turn()),
        Some(Outcome::Win(winner)) => G::INFO.player(winner),
        Some(Outcome::Draw) => "draw",
    };
    let named = status
        .split(|letter: char| !letter.is_alphanumeric())
        .any(|word| word.eq_ignore_ascii_case(name));
    assert!(named, "{spot}: the status `{status}` does not say `{name}`");
}

/// The beats of a move, applied to the pieces of the scene before it, give those of the scene after it.
///
/// # Panics
/// If not.
pub fn beats_lead_to_the_next_scene<G: Show>() {
    for variant in G::INFO.variants() {
        for spot in spots::<G>(variant).take(share::<G>(POSITIONS)) {
            for mv in spread(&spot.position.moves(), MOVES) {
                beats_lead_on(&spot.position, *mv, &spot);
            }
        }
    }
}

/// As [`beats_lead_to_the_next_scene`], for one move.
pub(crate) fn beats_lead_on<G: Show>(position: &G, mv: G::Move, place: &impl Display) {
    let place = format!("{place}, move `{mv}`");
    let before = position.scene(&[]);
    let after = position.after(mv).scene(&[]);
    let beats = position.beats(mv);
    compare_items(&before.items, &beats, &after.items, &place);
    for change in beats.iter().flatten() {
        match change {
            Change::Appear { from: Some(name), .. } => in_tray(&before, name, &place),
            Change::Vanish { to: Some(name), .. } => in_tray(&after, name, &place),
            _ => {}
        }
    }
}

fn in_tray(scene: &Scene, name: &str, place: &str) {
    let known = tray_pieces(scene).any(|piece| piece.name == name);
    assert!(known, "{place}: no tray has the piece `{name}`");
}

fn compare_items(before: &[Item], beats: &[Vec<Change>], after: &[Item], place: &str) {
    let mut items: BTreeMap<&str, &Item> =
        before.iter().map(|item| (item.id.as_str(), item)).collect();
    for beat in beats {
        apply(&mut items, beat, place);
    }
    for item in after {
        let Some(found) = items.remove(item.id.as_str()) else {
            panic!("{place}: the beats forget `{}`", item.id);
        };
        assert_eq!(found, item, "{place}: the beats change `{}` wrongly", item.id);
    }
    let left = items.keys().next();
    assert!(left.is_none(), "{place}: the beats leave `{}` on the board", left.unwrap_or(&""));
}

/// Applies simultaneous changes: everything that goes has gone before anything comes.
fn apply<'a>(items: &mut BTreeMap<&'a str, &'a Item>, beat: &'a [Change], place: &str) {
    for change in beat {
        if let Change::Move { id, .. } | Change::Vanish { id, .. } = change {
            assert!(items.remove(id.as_str()).is_some(), "{place}: a beat names `{id}`, not there");
        }
    }
    for change in beat {
        if let Change::Move { to: item, .. } | Change::Appear { item, .. } = change {
            let taken = items.insert(&item.id, item).is_some();
            assert!(!taken, "{place}: a beat brings a second `{}`", item.id);
        }
    }
}

/// In the scenes of a match, a piece is called the same as long as it is on the board, whenever and how
/// often the match is asked, and whatever was tried and taken back in between.
///
/// # Panics
/// If not.
pub fn ids_stay_over_a_match<G: Show>() {
    for variant in G::INFO.variants() {
        for seed in 0..share::<G>(MATCHES) as u64 {
            let mut game = Match::new(G::start(variant));
            let mut before = game.scene(&[]);
            let spots = random_game::<G>(variant, seed);
            for spot in spots.iter().take(MATCH_PLIES) {
                let Some(mv) = spot.mv else { break };
                game.play(mv).unwrap_or_else(|refusal| panic!("{spot}: {refusal}"));
                let after = game.scene(&[]);
                let place = format!("{spot}, in a match");
                assert!(!after.last.is_empty(), "{place}: the move touches nothing");
                scene_is_sound(&after, &place);
                let beats = game.beats(spot.ply);
                for change in beats.iter().flatten() {
                    if let Change::Move { id, to } = change {
                        assert_eq!(*id, to.id, "{place}: a piece changes its name");
                    }
                }
                compare_items(&before.items, &beats, &after.items, &place);
                try_another_move(&mut game, &before, &place);
                assert_eq!(game.scene(&[]), after, "{place}, another move tried in between");
                before = after;
            }
            let mut asked_once = Match::new(G::start(variant));
            for mv in game.moves() {
                asked_once.play(*mv).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}"));
            }
            assert_eq!(asked_once.scene(&[]), before, "{}, seed {seed}", G::INFO.id);
            for ply in 0..game.moves().len() {
                assert_eq!(game.beats(ply), asked_once.beats(ply), "seed {seed}, ply {ply}");
            }
        }
    }
}

/// Takes the last move back, looks, plays the first legal move, looks, and restores what was.
fn try_another_move<G: Show>(game: &mut Match<G>, before: &Scene, place: &str) {
    let Some(mv) = game.undo() else { return };
    assert_eq!(game.scene(&[]), *before, "{place}, and taken back");
    let play = |game: &mut Match<G>, mv: G::Move| {
        game.play(mv).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
    };
    for other in first_moves(game.position(), 1) {
        play(game, other);
        let beats = game.beats(game.moves().len() - 1);
        let place = format!("{place}, `{other}` tried instead");
        compare_items(&before.items, &beats, &game.scene(&[]).items, &place);
        game.undo();
    }
    play(game, mv);
}
