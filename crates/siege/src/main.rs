//! `siege`: loads, kills, fuzzes and checks a running server. One JSON line of results; exit code 1 if a promise was broken.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use quintet_siege::report::Report;
use quintet_siege::server::Target;
use quintet_siege::{bugs, disconnect, fuzz, kill, load, panic, probe, slow};
use serde::Serialize;
use serde_json::json;

/// Loads, kills, fuzzes and checks a running server on this machine.
#[derive(Debug, Parser)]
#[command(name = "siege", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    attack: Attack,
    /// The `quintet` binary to start; the one beside this program if none is named
    #[arg(long, global = true, value_name = "PATH")]
    server: Option<PathBuf>,
    /// A server that runs already, on this machine, instead of one of our own
    #[arg(long, global = true, value_name = "http://127.0.0.1:PORT", conflicts_with = "server")]
    url: Option<String>,
    /// Where the server's data goes; a temporary folder if none is named
    #[arg(long, global = true, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The same seed makes the same choices
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Subcommand)]
enum Attack {
    /// Many games with moves at fixed times
    Load(Load),
    /// Kills the server again and again under load; nothing acknowledged may be lost
    Kill(Kill),
    /// Cuts connections at random bytes; whoever resumes misses nothing
    Disconnect(Disconnect),
    /// Slow heads, bodies and readers; honest players must not notice
    Slow(Slow),
    /// Mutated requests and frames; no panic, no 5xx, bounded memory
    Fuzz(Fuzz),
    /// Panics in rooms and requests of a server built with seeded bugs
    Panic(Panic),
    /// Promises looked at one by one
    Probe,
    /// Seeded bugs, one at a time: each must be noticed
    Bugs,
}

#[derive(Debug, Args, Serialize)]
struct Load {
    /// How many games at the same time
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Moves a second in each game
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// How many spectators, beside the two players of each game
    #[arg(long, default_value_t = 0)]
    sockets: usize,
    /// For how long
    #[arg(long, default_value_t = 30.0)]
    seconds: f64,
    /// The p99 that is promised for the server's own share, in milliseconds; 0 promises nothing
    #[arg(long, default_value_t = 0.0)]
    promise_ms: f64,
    /// The most memory that is promised, in MiB; 0 promises nothing
    #[arg(long, default_value_t = 0.0)]
    promise_mib: f64,
}

#[derive(Debug, Args, Serialize)]
struct Kill {
    /// How often
    #[arg(long, default_value_t = 200)]
    kills: u32,
    /// How many moves must be acknowledged at least
    #[arg(long, default_value_t = 100_000)]
    moves: u64,
    /// How many games at the same time
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// The shortest life of a server, in milliseconds
    #[arg(long, default_value_t = 50)]
    shortest: usize,
    /// The longest life of a server, in milliseconds
    #[arg(long, default_value_t = 1500)]
    longest: usize,
    /// Give up after so many seconds
    #[arg(long, default_value_t = 1800)]
    limit: u64,
}

#[derive(Debug, Args, Serialize)]
struct Disconnect {
    /// How many connections to cut
    #[arg(long, default_value_t = 10_000)]
    times: u64,
    /// How many games at the same time
    #[arg(long, default_value_t = 32)]
    games: usize,
    /// Give up after so many seconds
    #[arg(long, default_value_t = 600)]
    limit: u64,
}

#[derive(Debug, Args, Serialize)]
struct Slow {
    /// How many slow heads
    #[arg(long, default_value_t = 1000)]
    connections: usize,
    /// How many honest games
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves a second in each honest game
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    /// How long each of the three phases lasts
    #[arg(long, default_value_t = 30.0)]
    seconds: f64,
}

#[derive(Debug, Args, Serialize)]
struct Fuzz {
    /// How many requests and frames
    #[arg(long, default_value_t = 1_000_000)]
    count: u64,
    /// How many connections fire requests; half as many fire frames
    #[arg(long, default_value_t = 16)]
    connections: usize,
    /// How much memory the server may use, in MiB
    #[arg(long, default_value_t = 600.0)]
    most_mib: f64,
    /// Give up after so many seconds
    #[arg(long, default_value_t = 900)]
    limit: u64,
}

#[derive(Debug, Args, Serialize)]
struct Panic {
    /// How many panics of each kind
    #[arg(long, default_value_t = 20)]
    times: u32,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(run(&arguments)));
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("siege: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs an attack, prints its line, and says whether every promise was kept.
async fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let target = Target {
        binary: arguments.server.clone(),
        url: arguments.url.clone(),
        data: arguments.data.clone(),
        ..Target::default()
    };
    let (name, parameters, report) = attack(&arguments.attack, &target, arguments.seed).await?;
    writeln!(io::stdout(), "{}", report.line(name, arguments.seed, &parameters))?;
    Ok(report.kept)
}

async fn attack(
    attack: &Attack,
    target: &Target,
    seed: u64,
) -> anyhow::Result<(&'static str, serde_json::Value, Report)> {
    let limit = |seconds: u64| Duration::from_secs(seconds);
    Ok(match attack {
        Attack::Load(it) => {
            let &Load { games, rate, sockets, seconds, promise_ms, promise_mib } = it;
            let options =
                load::Options { games, rate, sockets, seconds, promise_ms, promise_mib, seed };
            ("load", json!(it), load::run(target, options).await?)
        }
        Attack::Kill(it) => {
            let &Kill { kills, moves, games, shortest, longest, .. } = it;
            let life = (shortest, longest);
            let options = kill::Options { kills, moves, games, life, limit: limit(it.limit), seed };
            ("kill", json!(it), kill::run(target, options).await?)
        }
        Attack::Disconnect(it) => {
            let options = disconnect::Options {
                times: it.times,
                games: it.games,
                limit: limit(it.limit),
                seed,
            };
            ("disconnect", json!(it), disconnect::run(target, options).await?)
        }
        Attack::Slow(it) => {
            let &Slow { connections, games, rate, seconds } = it;
            let options = slow::Options { connections, games, rate, seconds, seed };
            ("slow", json!(it), slow::run(target, options).await?)
        }
        Attack::Fuzz(it) => {
            let &Fuzz { count, connections, most_mib, .. } = it;
            let options =
                fuzz::Options { count, connections, most_mib, limit: limit(it.limit), seed };
            ("fuzz", json!(it), fuzz::run(target, options).await?)
        }
        Attack::Panic(it) => ("panic", json!(it), panic::run(target, it.times, seed).await?),
        Attack::Probe => ("probe", json!({}), probe::run(target, seed).await?),
        Attack::Bugs => ("bugs", json!({}), bugs::run(target, seed).await?),
    })
}
