//! How long the scene and the beats of a new move take late in a game, as a server asks for them.
//!
//! `cargo run --release -p quintet-catalog --example scene_times`

use std::time::{Duration, Instant};

use quintet_catalog::{AnyGame, AnyMatch, Dice, standard};
use quintet_core::Variant;

/// After how many moves; games that end earlier are looked at just before their end.
const PLY: usize = 40;
const TIMES: u32 = 1_000;

/// The longest of some random games, up to the ply looked at.
fn long_game(game: &dyn AnyGame) -> Vec<String> {
    let games = (0..200).map(|seed| {
        let mut dice = Dice::new(seed);
        let mut played = game.start(Variant::default());
        while played.moves().len() < PLY {
            let Some(mv) = played.random_move(&mut dice) else { break };
            played.play(&mv).expect("a random move is legal");
        }
        played.moves()
    });
    games.max_by_key(Vec::len).expect("there are games")
}

fn main() {
    for game in standard().games() {
        let moves = long_game(*game);
        let (last, before) = moves.split_last().expect("a game has moves");
        let mut played = game.start(Variant::default());
        for mv in before {
            played.play(mv).expect("a legal move");
            let _ = played.scene(&[]);
        }
        let mut time = Duration::ZERO;
        for _ in 0..TIMES {
            let mut now: Box<dyn AnyMatch> = played.boxed_clone();
            now.play(last).expect("a legal move");
            let began = Instant::now();
            std::hint::black_box((now.scene(&[]), now.last_beats()));
            time += began.elapsed();
        }
        let micros = time.as_secs_f64() * 1e6 / f64::from(TIMES);
        eprintln!("{}: {micros:.0} µs at ply {}", game.info().id, moves.len());
    }
}
