//! `siege`: loads, kills, cuts and checks a running server. One JSON line of results; exit code 1 if a promise was broken.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use quintet_siege::server::Target;
use quintet_siege::{
    bugs, cluster, disconnect, flood, kill, load, many, panic, power, probe, resend,
};
use serde_json::json;

/// Loads, kills, cuts and checks a running server on this machine.
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
    /// Where a server that runs already tells its own figures
    #[arg(long, global = true, value_name = "http://127.0.0.1:PORT", requires = "url")]
    metrics: Option<String>,
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
    Load(load::Options),
    /// Kills the server again and again under load; nothing acknowledged may be lost
    Kill(kill::Options),
    /// Cuts connections at random bytes; whoever resumes misses nothing
    Disconnect(disconnect::Options),
    /// The dearest requests that are permitted, while honest games are measured
    Flood(flood::Options),
    /// The same commands again and again, and many times at once; each is done once
    Resend(resend::Options),
    /// Cuts the power at any moment: states of the disk from a record of writes and syncs, each opened
    Power(power::Options),
    /// A million games that are over and thousands that run: the start, the disk, the memory
    Many(many::Options),
    /// Panics in rooms and requests of a server built with seeded bugs
    Panic(panic::Options),
    /// Several servers on one database, with everything going wrong that can
    Cluster(cluster::Options),
    /// Servers of one version replaced by those of another, one after the other
    Roll(cluster::roll::Options),
    /// Promises looked at one by one
    Probe,
    /// Seeded bugs, one at a time: each must be noticed
    Bugs,
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
        metrics: arguments.metrics.clone(),
        data: arguments.data.clone(),
        ..Target::default()
    };
    let seed = arguments.seed;
    let (name, parameters, report) = match &arguments.attack {
        Attack::Load(options) => ("load", json!(options), load::run(&target, options, seed).await?),
        Attack::Kill(options) => ("kill", json!(options), kill::run(&target, options, seed).await?),
        Attack::Disconnect(options) => {
            ("disconnect", json!(options), disconnect::run(&target, options, seed).await?)
        }
        Attack::Flood(options) => {
            ("flood", json!(options), flood::run(&target, options, seed).await?)
        }
        Attack::Resend(options) => {
            ("resend", json!(options), resend::run(&target, options, seed).await?)
        }
        Attack::Power(options) => {
            ("power", json!(options), power::run(&target, options, seed).await?)
        }
        Attack::Many(options) => ("many", json!(options), many::run(&target, options, seed).await?),
        Attack::Panic(options) => {
            ("panic", json!(options), panic::run(&target, options, seed).await?)
        }
        Attack::Cluster(options) => {
            ("cluster", json!(options), cluster::run(&target, options, seed).await?)
        }
        Attack::Roll(options) => {
            ("roll", json!(options), cluster::roll::run(&target, options, seed).await?)
        }
        Attack::Probe => ("probe", json!({}), probe::run(&target, seed).await?),
        Attack::Bugs => ("bugs", json!({}), bugs::run(&target, seed).await?),
    };
    writeln!(io::stdout(), "{}", report.line(name, seed, &parameters))?;
    Ok(report.kept)
}
