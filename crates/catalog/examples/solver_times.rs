//! How long the solver takes near the end of games: one JSON line for each kind of position.
//!
//! `solver_times [POSITIONS [THREADS [WHAT [SEED [SECONDS]]]]]`; `WHAT` picks the lines whose text begins with it,
//! `SECONDS` is what a position may take before it counts as not solved. Every position is the first of its kind
//! in a new game, so the farthest from the end. Every single result goes to stderr.
//!
//! `busy` is the processor time of the thread that asked, which works on the question from its beginning to its end: what a
//! clock shows on a machine that does nothing else. It needs Linux, and is 0 elsewhere.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use quintet_core::{Tactics, Variant};
use quintet_isaac::Isaac;
use quintet_qawale::Qawale;
use quintet_search::alphabeta::{AlphaBeta, Options};
use quintet_search::solver::{self, Solved};
use quintet_search::{Engine, Limits, Stop, Task};
use quintet_testkit::Dice;
use quintet_yoxii::Yoxii;
use serde_json::json;

struct Wanted {
    positions: usize,
    threads: usize,
    what: String,
    seed: u64,
    most: Duration,
}

/// How many positions may be visited once result and best move are known, to find the distance.
const FOR_DISTANCE: u64 = 100_000;

/// Who plays the games from which the positions are taken.
#[derive(Clone, Copy)]
enum Play {
    /// Both at random.
    Random,
    /// Both by a quick search, after four random moves.
    Search,
}

/// What is asked about which positions.
struct Row<G> {
    /// The positions, in words.
    positions: &'static str,
    /// Whether a position is one of them, given the moves so far.
    wants: fn(&G, usize) -> bool,
    /// How many positions may be visited to find how soon the result comes.
    for_distance: u64,
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| {
        arguments.get(place).map_or(usual, |text| text.parse().expect("a number"))
    };
    let wanted = Wanted {
        positions: number(0, 100) as usize,
        threads: number(1, 2) as usize,
        what: arguments.get(2).cloned().unwrap_or_default(),
        seed: number(3, 1),
        most: Duration::from_secs(number(4, 600)),
    };
    // Sixteen stones of Qawale are played, one a move; Yoxii's totem takes one of 37 squares, every move another.
    let qawale = |positions, wants| Row::<Qawale> { positions, wants, for_distance: FOR_DISTANCE };
    let yoxii = |positions, wants| Row::<Yoxii> { positions, wants, for_distance: FOR_DISTANCE };
    let sixteen: fn(&Yoxii, usize) -> bool = |_, moves| moves == 20;
    let isaac = |positions, for_distance| {
        let wants = |position: &Isaac, _| position.to_string().starts_with("score");
        Row { positions, wants, for_distance }
    };
    for play in [Play::Random, Play::Search] {
        measure(&wanted, play, &qawale("6 plies left", |_, moves| moves == 10))?;
        measure(&wanted, play, &qawale("8 plies left", |_, moves| moves == 8))?;
        measure(&wanted, play, &yoxii("10 empty squares", |_, moves| moves == 26))?;
        measure(&wanted, play, &yoxii("16 empty squares", sixteen))?;
        let alone = Row { for_distance: 0, ..yoxii("16 empty squares, result alone", sixteen) };
        measure(&wanted, play, &alone)?;
        measure(&wanted, play, &yoxii("20 empty squares", |_, moves| moves == 16))?;
        measure(&wanted, play, &isaac("scoring begins", 0))?;
        measure(&wanted, play, &isaac("scoring begins with distance", u64::MAX))?;
    }
    Ok(())
}

/// Solves the first position of each game that a row wants.
fn measure<G: Tactics>(wanted: &Wanted, play: Play, row: &Row<G>) -> io::Result<()> {
    let kind = match play {
        Play::Random => "random play",
        Play::Search => "search",
    };
    let what = format!("{}, {}, {kind}", G::INFO.id, row.positions);
    if !what.starts_with(&wanted.what) {
        return Ok(());
    }
    let mut dice = Dice::new(wanted.seed);
    let (mut times, mut busy_times) = (Vec::new(), Vec::new());
    let (mut unsolved, mut nodes, mut decided, mut measured) = (0, 0, 0, 0);
    let options = solver::Options {
        nodes_for_distance: row.for_distance,
        threads: wanted.threads,
        ..solver::Options::default()
    };
    while times.len() < wanted.positions {
        let Some(position) = find(play, &row.wants, &mut dice) else { continue };
        let (began, busy_before) = (Instant::now(), busy());
        let solved = solve(&position, options, wanted.most);
        let (took, busy) = (began.elapsed().as_secs_f64(), busy() - busy_before);
        times.push(took);
        busy_times.push(busy);
        let Some(solved) = solved else {
            unsolved += 1;
            eprintln!("{took:.4} {busy:.4} unsolved {position}");
            continue;
        };
        nodes += solved.nodes;
        decided += u32::from(solved.outcome.winner().is_some());
        measured += u32::from(solved.distance.is_some());
        let (outcome, distance) = (solved.outcome, solved.distance);
        eprintln!("{took:.4} {busy:.4} {outcome} {distance:?} {} {position}", solved.nodes);
    }
    let [took, busy] = [times, busy_times].map(|mut times| {
        times.sort_by(f64::total_cmp);
        [50, 95, 100].map(|part| times[(times.len() * part).div_ceil(100).max(1) - 1])
    });
    let line = json!({
        "what": what, "positions": wanted.positions, "threads": wanted.threads, "seed": wanted.seed,
        "p50_s": took[0], "p95_s": took[1], "worst_s": took[2],
        "busy_p50_s": busy[0], "busy_p95_s": busy[1], "busy_worst_s": busy[2],
        "unsolved": unsolved, "not_drawn": decided, "with_distance": measured, "nodes": nodes,
    });
    writeln!(io::stdout(), "{line}")
}

/// The processor time that this thread has had, in seconds.
fn busy() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0.0) / 1e9
}

/// Solves a position unless that takes too long.
fn solve<G: Tactics>(
    position: &G,
    options: solver::Options,
    most: Duration,
) -> Option<Solved<G::Move>> {
    let stop = Stop::new();
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let alarm = stop.clone();
        scope.spawn(move || {
            if is_done.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
                alarm.set();
            }
        });
        let solved = solver::solve_with(position, options, &stop);
        drop(done);
        solved
    })
}

/// Plays a game up to a running position for which `wants` holds.
fn find<G: Tactics>(play: Play, wants: &impl Fn(&G, usize) -> bool, dice: &mut Dice) -> Option<G> {
    let mut engine = AlphaBeta::new(Options { hash_bytes: 1 << 20, ..Options::default() });
    let mut position = G::start(Variant::default());
    for moves in 0.. {
        if position.outcome().is_some() {
            return None;
        }
        if wants(&position, moves) {
            break;
        }
        let mv = match play {
            Play::Search if moves >= 4 => {
                let limits = Limits { nodes: Some(300), depth: None };
                let positions = [position.clone()];
                let task =
                    Task { positions: &positions, limits, stop: Stop::new(), lines: 1, seed: 0 };
                engine.think(&task, &mut |_| {}).line[0]
            }
            _ => position.random_move(dice),
        };
        position.play(mv);
    }
    Some(position)
}
