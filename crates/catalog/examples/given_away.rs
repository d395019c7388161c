//! How often level 8 gives away a result that can be proved: one JSON line a move, a summary at the end.
//!
//! `given_away GAME MOVES [SEED [MS]]`, of Qawale with 8 plies left, Yoxii with 18 empty squares, or Isaac's scoring. Two of level 5 play until
//! then; from there on level 8, with `MS` (100) milliseconds a move, plays one side, turn about. Before and after each of its moves the result is found by the
//! solver; where that takes too long the move does not count.
//!
//! The milliseconds are of the processor, so that a busy machine counts as well as a quiet one. It needs Linux.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quintet_catalog::{AnyGame, AnyMatch, Brain, Stop, Thought, solver, standard};
use quintet_core::{Outcome, Player, Variant};
use serde_json::json;

/// What finding a result may take.
const SOLVER: solver::Options =
    solver::Options { nodes: 60_000_000, nodes_for_distance: 0, threads: 1, bytes: 256 << 20 };

/// How often the time is looked at.
const GLANCE: Duration = Duration::from_millis(1);

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| {
        arguments.get(place).map_or(usual, |text| text.parse().expect("a number"))
    };
    let id = arguments.first().expect("a game");
    let game = standard().find(id).expect("a game of the catalog");
    let (moves, milliseconds) = (number(1, 100), number(3, 100));
    let mut counts = Counts::default();
    for seed in number(2, 1).. {
        if counts.moves >= moves {
            break;
        }
        play(game, seed, Duration::from_millis(milliseconds), &mut counts)?;
    }
    let Counts { moves, given_away, unsolved } = counts;
    let share = given_away as f64 / moves.max(1) as f64;
    let summary = json!({ "game": id, "moves": moves, "given_away": given_away, "share": share, "unsolved": unsolved });
    writeln!(io::stdout(), "{summary}")
}

#[derive(Default)]
struct Counts {
    moves: u64,
    given_away: u64,
    unsolved: u64,
}

/// Whether results are within reach: Qawale has 16 plies, Yoxii 36 squares beside the totem.
fn is_in_reach(game: &dyn AnyGame, played: &dyn AnyMatch) -> bool {
    match game.info().id {
        "qawale" => played.ply() >= 8,
        "yoxii" => played.ply() >= 18,
        _ => played.position().starts_with("score"),
    }
}

/// Plays a game and judges the moves of level 8.
fn play(
    game: &'static dyn AnyGame,
    seed: u64,
    time: Duration,
    counts: &mut Counts,
) -> io::Result<()> {
    let engine = |name: &str| game.engine(&name.parse::<Brain>().expect("a player"), seed);
    let (mut quick, mut strong) = (engine("level:5"), engine("level:8"));
    let judged = Player::BOTH[seed as usize % 2];
    let mut played = game.start(Variant::default());
    for _ in 0..4 {
        let mv = played.random_move(&mut quintet_catalog::Dice::new(seed + played.ply() as u64));
        played.play(&mv.expect("the game has only begun")).expect("a legal move");
    }
    while played.finish().is_none() {
        if played.turn() != judged || !is_in_reach(game, played.as_ref()) {
            let report = quick.think(played.as_ref(), &Thought::default(), &mut |_| {});
            played.play(&report.line[0]).expect("a legal move");
            continue;
        }
        let before = worth(game, played.as_ref(), judged);
        let position = played.position();
        let mv = timed(time, |stop| {
            let thought = Thought { stop, ..Thought::default() };
            strong.think(played.as_ref(), &thought, &mut |_| {}).line[0].clone()
        });
        played.play(&mv).expect("a legal move");
        let after = worth(game, played.as_ref(), judged);
        let (Some(before), Some(after)) = (before, after) else {
            counts.unsolved += 1;
            continue;
        };
        counts.moves += 1;
        counts.given_away += u64::from(after < before);
        let line = json!({ "seed": seed, "ply": played.ply(), "position": position, "move": mv, "before": before, "after": after });
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(())
}

/// What a match comes to for a player: 1, 0 or −1, if that can be found.
fn worth(game: &dyn AnyGame, played: &dyn AnyMatch, player: Player) -> Option<i8> {
    let outcome = match played.finish() {
        Some(finish) => finish.outcome,
        None => game.solve(played, SOLVER, &Stop::new())?.outcome,
    };
    Some(match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == player => 1,
        Outcome::Win(_) => -1,
    })
}

/// Works until it ends or has had so much of the processor.
fn timed<T>(time: Duration, work: impl FnOnce(Stop) -> T) -> T {
    let (stop, is_over) = (Stop::new(), AtomicBool::new(false));
    let began = busy();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) && busy() < began + time {
                std::thread::sleep(GLANCE);
            }
            stop.set();
        });
        let done = work(stop.clone());
        is_over.store(true, Ordering::Relaxed);
        done
    })
}

/// The processor time that this process has had.
fn busy() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
