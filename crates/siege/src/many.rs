//! A server that has had many games: a million that are over and thousands that run. How soon it answers after a start, how long a game
//! takes to open, and what a game costs on disk and in memory.
//!
//! A few games are played on a real server and packed by the real store; then their rows are copied under names of their own.

mod copies;

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, ensure};
use clap::Args;
use quintet_rooms::Time;
use quintet_store::{SqliteStore, Store as _};
use serde::Serialize;
use serde_json::json;
use tokio::time::sleep;

use crate::api::{self, Guest};
use crate::http::Client;
use crate::luck::Luck;
use crate::numbers::{Latencies, Spread};
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::table::{Table, Wish};
use copies::Copies;

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// How many games that are over
    #[arg(long, default_value_t = 1_000_000)]
    pub finished: u64,
    /// How many games that run
    #[arg(long, default_value_t = 20_000)]
    pub running: u64,
    /// How many games are really played, of each kind
    #[arg(long, default_value_t = 60)]
    pub played: u64,
    /// How many games that are over are opened
    #[arg(long, default_value_t = 2_000)]
    pub opened: u64,
    /// The first answer comes within so many milliseconds
    #[arg(long, default_value_t = 1_000)]
    pub promise_ms: u64,
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let started = Instant::now();
    let mut luck = Luck::new(seed);
    let folder = tempfile::tempdir().context("a folder for the games")?;
    let data = target.data.clone().unwrap_or_else(|| folder.path().join("data"));
    let target = Target { data: Some(data.clone()), ..target.clone() };
    play(&target, options, &mut luck).await?;
    pack(&data).await?;
    let mut copies = Copies::open(&data.join("quintet.db")).await?;
    let empty = copies.bytes().await?;
    copies.make_finished(options.finished).await?;
    let with_finished = copies.bytes().await?;
    copies.make_running(options.running).await?;
    let with_running = copies.bytes().await?;
    let (finished, running) = copies.some(options.opened, options.running).await?;
    copies.close().await?;
    let filled = started.elapsed().as_secs_f64();
    let cold = forget(&data.join("quintet.db"));
    progress(&format!("filled in {filled:.0} s, {} MiB; the server starts", with_running >> 20));

    let begun = Instant::now();
    let server = Server::start(&target).await?;
    let ready = begun.elapsed();
    let mut client = Client::new(&server.route());
    let first = running.first().context("a running game")?;
    api::snapshot(&mut client, None, first).await??;
    let first_answer = begun.elapsed();
    let at_start = server.usage().unwrap_or_default();
    let listed = list(&mut client).await?;
    let open_finished = open(&mut client, &finished).await?;
    let settled = settle(&server).await;
    let before = server.usage().unwrap_or_default();
    let open_running = open(&mut client, &running).await?;
    let after = server.usage().unwrap_or_default();
    let (first_answer, ready) = (millis(first_answer), millis(ready));
    let each = |bytes: u64, count: u64| bytes as f64 / count.max(1) as f64;
    Ok(Report {
        kept: first_answer <= options.promise_ms as f64 && server.panics().is_empty(),
        results: json!({
            "first_answer_ms": first_answer, "ready_ms": ready, "file_read_from_disk": cold,
            "disk_bytes_a_finished_game": each(with_finished - empty, options.finished),
            "disk_bytes_a_running_game": each(with_running - with_finished, options.running),
            "disk_mib": with_running >> 20,
            "memory_mib_at_the_first_answer": at_start.rss_mib, "memory_mib_when_settled": before.rss_mib, "settled_after_seconds": settled,
            "memory_mib_with_all_running_open": after.rss_mib, "peak_mib": after.peak_mib,
            "memory_bytes_an_open_game": (after.rss_mib - at_start.rss_mib) * 1_048_576.0 / options.running.max(1) as f64,
            "open_running_ms": open_running, "open_finished_ms": open_finished, "list_ms": listed,
            "panics": server.panics(), "filled_in_seconds": filled, "seconds": started.elapsed().as_secs_f64(),
        }),
    })
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Plays games on a real server: some to their end, some not.
async fn play(target: &Target, options: &Options, luck: &mut Luck) -> anyhow::Result<()> {
    const DAYS: u64 = 3 * 24 * 60 * 60 * 1000;
    let mut server = Server::start(target).await?;
    let mut client = Client::new(&server.route());
    for number in 0..options.played * 2 {
        let players: [Guest; 2] = [api::guest(&mut client).await?, api::guest(&mut client).await?];
        let wish = Wish { clock: luck.one_in(3).then_some((DAYS, 0)), alone: false };
        let mut table = Table::open(&mut client, luck, &players, wish).await?;
        let most = if number % 2 == 0 { u32::MAX } else { luck.between(4, 30) as u32 };
        while table.ply < most
            && let Some((by, mv)) = table.draw(luck)
        {
            let (token, op) = (table.players[by].token.clone(), format!("m{}", table.ply));
            let answer = client.post(&table.moves_path(), &token, &table.body(&mv, &op)).await?;
            let done = api::outcome(&answer);
            let done = done.map_err(|no| anyhow::anyhow!("{mv} was refused: {no:?}"))?;
            table.advance(&mv, done.version)?;
        }
    }
    server.stop().await
}

/// Has the store pack what is over, as it does an hour later.
async fn pack(data: &Path) -> anyhow::Result<()> {
    const TWO_HOURS: u64 = 2 * 60 * 60 * 1000;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_millis() as u64;
    let store = SqliteStore::open(data).await?;
    while store.sweep(Time(now + TWO_HOURS)).await? > 0 {}
    store.close().await?;
    Ok(())
}

/// Lets the system forget what it has read of a file, as if the machine had just started.
fn forget(file: &Path) -> bool {
    let done = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    let mut input = OsString::from("if=");
    input.push(file);
    done(Command::new("sync").arg(file))
        && done(Command::new("dd").arg(input).args(["iflag=nocache", "count=0", "status=none"]))
}

/// Opens games one after the other.
async fn open(client: &mut Client, games: &[String]) -> anyhow::Result<Spread> {
    let latencies = Latencies::default();
    for game in games {
        let begun = Instant::now();
        api::snapshot(client, None, game).await??;
        latencies.add(begun.elapsed());
    }
    Ok(latencies.take())
}

/// Lists games a few times.
async fn list(client: &mut Client) -> anyhow::Result<Spread> {
    let latencies = Latencies::default();
    for _ in 0..50 {
        let begun = Instant::now();
        let answer = client.get("/api/games?status=running", None).await?;
        ensure!(answer.status == 200, "the list was answered {}", answer.status);
        latencies.add(begun.elapsed());
    }
    Ok(latencies.take())
}

/// Waits until the server has done what it does after a start: it takes hardly any processor time for a while. After how many seconds.
async fn settle(server: &Server) -> f64 {
    const LONGEST: Duration = Duration::from_mins(5);
    let begun = Instant::now();
    let (mut before, mut quiet) = (server.usage().unwrap_or_default().cpu_s, 0);
    // A slow disk lets it wait between two commits.
    while begun.elapsed() < LONGEST && quiet < 3 {
        sleep(Duration::from_secs(2)).await;
        let now = server.usage().unwrap_or_default().cpu_s;
        quiet = if now - before < 0.05 { quiet + 1 } else { 0 };
        before = now;
    }
    begun.elapsed().as_secs_f64()
}
