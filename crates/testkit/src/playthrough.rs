//! Playthroughs: whole games in a text file, in which a reviewer sees when a rule changes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quintet_core::{Change, Match, Show, Step, Variant};

use crate::spots::{MOST_PLIES, spread};
use crate::{Dice, Suite};

/// What the dice of the game are seeded with.
const SEED: u64 = 1;
/// How many legal moves are shown as examples.
const EXAMPLES: usize = 4;

/// The files `tests/playthroughs/<variant>.txt` are what the game prints today. With the environment
/// variable `QUINTET_BLESS=1` they are written anew.
///
/// # Panics
/// If a file is missing or differs; the message shows the first line that does.
pub fn playthroughs_are_as_written<G: Show>(suite: &Suite<G>) {
    let bless = std::env::var_os("QUINTET_BLESS").is_some_and(|value| value == "1");
    let folder = Path::new(suite.folder).join("tests/playthroughs");
    for variant in G::INFO.variants() {
        let path = folder.join(format!("{}.txt", G::INFO.describe(variant).id));
        let played = playthrough::<G>(variant, SEED);
        if bless {
            let done = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, &played));
            done.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            eprintln!("wrote {}", path.display());
            continue;
        }
        let written = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{}: {error}; QUINTET_BLESS=1 writes it", path.display())
        });
        if let Some(difference) = first_difference(&written, &played) {
            panic!("{}: {difference}\nQUINTET_BLESS=1 writes it anew", path.display());
        }
    }
}

fn first_difference(written: &str, played: &str) -> Option<String> {
    let (mut written, mut played) = (written.lines(), played.lines());
    for number in 1.. {
        match (written.next(), played.next()) {
            (None, None) => return None,
            (was, is) if was == is => {}
            (was, is) => {
                let [was, is] = [was, is].map(|line| line.unwrap_or("(the end)"));
                return Some(format!("line {number} differs\n  was: {was}\n  is:  {is}"));
            }
        }
    }
    None
}

/// A random game as text. The move is drawn from the sorted list, so that the game stays the same
/// however the moves are generated.
///
/// # Panics
/// If a listed move is refused.
pub fn playthrough<G: Show>(variant: Variant, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut game = Match::new(G::start(variant));
    let mut text =
        format!("{} {}, a random game, seed {seed}\n", G::INFO.id, G::INFO.describe(variant).id);
    while game.finish().is_none() && game.moves().len() < MOST_PLIES {
        let position = game.position().clone();
        let mut moves = position.moves();
        moves.sort_unstable();
        let mv = *dice.choose(&moves);
        let examples: Vec<_> = spread(&moves, EXAMPLES).map(ToString::to_string).collect();
        let steps: Vec<_> = position.steps(mv).iter().map(step).collect();
        let _ = write!(
            text,
            "\nply {}\nposition {position}\nstatus   {}\nmoves    {}: {}{}\nplays    {mv}: {}\n",
            game.moves().len(),
            game.scene(&[]).status,
            moves.len(),
            examples.join(" "),
            if examples.len() < moves.len() { " …" } else { "" },
            steps.join(", "),
        );
        for beat in position.beats(mv) {
            let changes: Vec<_> = beat.iter().map(change).collect();
            let _ = writeln!(text, "beat     {}", changes.join(", "));
        }
        for sentence in position.tell(mv) {
            let _ = writeln!(text, "told     {sentence}");
        }
        for pass in position.passes(mv) {
            let _ = writeln!(text, "pass     {pass}");
        }
        if let Err(refusal) = game.play(mv) {
            panic!("seed {seed}, `{position}`: the listed move `{mv}` is refused: {refusal}");
        }
    }
    let result = game.finish().map_or_else(
        || "none".to_owned(),
        |finish| format!("{} by {}", finish.outcome, finish.ending),
    );
    let _ = write!(
        text,
        "\nend\nposition {}\nstatus   {}\nresult   {result}\nwhy      {}\n",
        game.position(),
        game.scene(&[]).status,
        game.why(),
    );
    text
}

fn step(step: &Step) -> String {
    match step {
        Step::Cell(name) => format!("cell {name}"),
        Step::Item(name) => format!("item {name}"),
        Step::Choice(name) => format!("choice {name}"),
    }
}

fn change(change: &Change) -> String {
    match change {
        Change::Move { id, to } => format!("{id} becomes {} on {}", to.id, to.cells.join(" ")),
        Change::Appear { item, from: None } => format!("{} appears", item.id),
        Change::Appear { item, from: Some(tray) } => format!("{} appears from {tray}", item.id),
        Change::Vanish { id, to: None } => format!("{id} vanishes"),
        Change::Vanish { id, to: Some(tray) } => format!("{id} vanishes to {tray}"),
    }
}
