//! Several servers on one database, with clients at all of them: servers are killed, put to sleep and woken, cut off from the database and
//! restarted in turn, and the database is restarted. Nothing acknowledged may be lost or doubled, and no game may have two owners.

mod database;
mod node;
mod player;
pub mod roll;
mod spent;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::address::{Route, Ways};
use crate::kill::check_all;
use crate::ledger::{Findings, Ledger};
use crate::luck::Luck;
use crate::numbers::Latencies;
use crate::report::{Report, progress};
use crate::server::Target;
use database::Proxy;
use node::Node;
use player::Player;
use quintet_store::Scratch;
use spent::Spent;

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// How many servers
    #[arg(long, default_value_t = 3)]
    pub nodes: usize,
    /// How many faults
    #[arg(long, default_value_t = 500)]
    pub faults: u32,
    /// How many moves must be acknowledged at least
    #[arg(long, default_value_t = 200_000)]
    pub moves: u64,
    /// How many games at the same time
    #[arg(long, default_value_t = 60)]
    pub games: usize,
    /// The longest pause between two faults, in milliseconds
    #[arg(long, default_value_t = 2_000)]
    pub pause: usize,
    /// Only this kind of fault
    #[arg(long)]
    pub only: Option<Fault>,
    /// 99 of 100 of those whose move had to be sent again have its answer within so many milliseconds
    #[arg(long)]
    pub promise_back_ms: Option<u64>,
    /// Each commit of the database is on the disk when it is answered, which costs what the disk costs; else nothing is synced
    #[arg(long)]
    pub durable: bool,
    /// How long a server sleeps when it does, in milliseconds; a few seconds if it is not said
    #[arg(long)]
    pub sleep: Option<u64>,
    /// Give up after so many seconds
    #[arg(long, default_value_t = 7200)]
    pub limit: u64,
}

/// What happens to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// A server is killed, and started again later.
    Kill,
    /// A server sleeps for longer than its games wait for it, and wakes.
    Sleep,
    /// A server cannot reach the database for a while.
    Cut,
    /// A server is stopped in good order, and started again.
    Restart,
    /// The database is stopped and started again.
    Database,
}

const FAULTS: [Fault; 5] = [Fault::Kill, Fault::Sleep, Fault::Cut, Fault::Restart, Fault::Database];

/// What all players share.
pub(crate) struct Shared {
    pub(crate) routes: Ways,
    pub(crate) stop: AtomicBool,
    /// Whether some let their games lie still now and then.
    pub(crate) thinks: bool,
    pub(crate) acked: AtomicU64,
    pub(crate) again: AtomicU64,
    pub(crate) findings: Mutex<Findings>,
    pub(crate) ledgers: Mutex<Vec<Ledger>>,
    /// How long moves took from their first sending to their answer.
    pub(crate) waits: Latencies,
    /// The same of those that had to be sent again.
    pub(crate) waits_again: Latencies,
    /// How long those who follow were away each time they came back, at any server.
    pub(crate) away: Latencies,
    /// Since when nothing has gone wrong; nothing while something does.
    calm_since: Mutex<Option<Instant>>,
}

impl Shared {
    fn new(routes: Vec<Route>, thinks: bool) -> Shared {
        Shared {
            routes: Ways::new(routes),
            thinks,
            stop: AtomicBool::new(false),
            acked: AtomicU64::new(0),
            again: AtomicU64::new(0),
            findings: Mutex::default(),
            ledgers: Mutex::default(),
            waits: Latencies::default(),
            waits_again: Latencies::default(),
            away: Latencies::default(),
            calm_since: Mutex::new(Some(Instant::now())),
        }
    }

    /// For how long nothing has gone wrong.
    pub(crate) fn calm(&self) -> Duration {
        let since = *self.calm_since.lock().unwrap_or_else(PoisonError::into_inner);
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn set_calm(&self, since: Option<Instant>) {
        *self.calm_since.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    fn take_ledgers(&self) -> Vec<Ledger> {
        std::mem::take(&mut *self.ledgers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn find(&self, add: impl FnOnce(&mut Findings)) {
        add(&mut self.findings.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Runs it. If something was not as it should be, what the servers said is kept.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let folder = tempfile::tempdir()?;
    let mut outcome = besiege(target, options, seed, folder.path()).await;
    if !outcome.as_ref().is_ok_and(|report| report.kept) {
        let logs = folder.keep();
        progress(&format!("what the servers said is kept in {}", logs.display()));
        if let Ok(report) = &mut outcome {
            report.results["logs"] = json!(logs);
        }
    }
    outcome
}

async fn besiege(
    target: &Target,
    options: &Options,
    seed: u64,
    folder: &Path,
) -> anyhow::Result<Report> {
    let started = Instant::now();
    let mut luck = Luck::new(seed);
    let database = if options.durable { Scratch::durable() } else { Scratch::start() };
    let url = database.database().await;
    let mut nodes = Vec::new();
    for number in 0..options.nodes {
        let proxy = Proxy::start(database.socket()).await?;
        nodes.push(Node::start(target, folder, number, proxy, &url).await?);
    }
    let shared = Arc::new(Shared::new(nodes.iter().map(Node::route).collect(), options.faults > 0));
    let before = Spent::so_far(&nodes, &database, &url).await;
    let begun = Instant::now();
    let mut players = JoinSet::new();
    for number in 0..options.games {
        players.spawn(Player::new(number, luck.fork(), shared.clone()).play());
    }
    let mut counts = [0_u32; FAULTS.len()];
    let done = |counts: &[u32; FAULTS.len()]| counts.iter().sum::<u32>() >= options.faults;
    let acked = || shared.acked.load(Ordering::Relaxed);
    while (!done(&counts) || acked() < options.moves)
        && started.elapsed().as_secs() < options.limit
        && !players.is_empty()
    {
        sleep(Duration::from_millis(luck.between(200, options.pause.max(200)) as u64)).await;
        if done(&counts) {
            continue;
        }
        let fault = options.only.unwrap_or_else(|| *luck.pick(&FAULTS));
        let node = luck.below(nodes.len());
        progress(&format!("{fault:?} at server {node}"));
        shared.set_calm(None);
        strike(fault, &mut nodes[node], &database, options.sleep, &mut luck).await?;
        shared.set_calm(Some(Instant::now()));
        counts[fault as usize] += 1;
        progress(&format!("{counts:?} faults, {} moves acknowledged", acked()));
    }
    let played = begun.elapsed().as_secs_f64();
    let moves = acked();
    let spent = Spent::so_far(&nodes, &database, &url).await;
    shared.stop.store(true, Ordering::Relaxed);
    while players.join_next().await.is_some() {}
    for node in &nodes {
        node.until_ready().await?;
    }
    let mut report = report(&shared, &nodes, &url, options, counts, started).await?;
    report.results["moves_per_second"] = json!(moves as f64 / played);
    // Processes that end take what they used with them.
    if options.faults == 0 {
        report.results["played_seconds"] = json!(played);
        report.results["spent"] = spent.since(&before);
    }
    Ok(report)
}

/// Lets something go wrong, and waits until it is over.
async fn strike(
    fault: Fault,
    node: &mut Node,
    database: &Scratch,
    asleep: Option<u64>,
    luck: &mut Luck,
) -> anyhow::Result<()> {
    let while_ = |luck: &mut Luck| Duration::from_millis(luck.between(50, 6_000) as u64);
    match fault {
        Fault::Kill => {
            node.kill()?;
            sleep(while_(luck)).await;
            node.restart().await
        }
        Fault::Sleep => {
            node.signal("STOP")?;
            // A game waits three seconds for its server.
            let drawn = luck.between(1_000, 7_000) as u64;
            sleep(Duration::from_millis(asleep.unwrap_or(drawn))).await;
            node.signal("CONT")
        }
        Fault::Cut => {
            node.proxy.cut(luck.one_in(2));
            sleep(while_(luck)).await;
            node.proxy.mend();
            Ok(())
        }
        Fault::Restart => {
            node.stop().await?;
            node.restart().await
        }
        Fault::Database => {
            if luck.one_in(2) {
                database.crash();
            } else {
                database.stop();
            }
            sleep(while_(luck) / 4).await;
            database.go_on();
            Ok(())
        }
    }
}

/// All that was found, by players and at the end.
fn take_findings(shared: &Shared, mut findings: Findings) -> Findings {
    findings.add(shared.findings.lock().unwrap_or_else(PoisonError::into_inner).clone());
    findings
}

async fn report(
    shared: &Shared,
    nodes: &[Node],
    url: &str,
    options: &Options,
    counts: [u32; FAULTS.len()],
    started: Instant,
) -> anyhow::Result<Report> {
    let ledgers = shared.take_ledgers();
    let games = ledgers.len();
    progress(&format!("checking {games} games"));
    let owed: u64 = ledgers.iter().map(|ledger| ledger.acked.len() as u64).sum();
    let told: usize = ledgers.iter().map(|ledger| ledger.told.len()).sum();
    let mut findings = take_findings(shared, check_all(&nodes[0].route(), ledgers).await);
    let owners = database::owners(url).await?;
    if owners.astray > 0 {
        findings.wrong(format!(
            "{} events were written by a server that had lost the game",
            owners.astray
        ));
    }
    let panics: Vec<String> = nodes.iter().flat_map(Node::panics).collect();
    let faults: u32 = counts.iter().sum();
    let complete = faults >= options.faults && owed >= options.moves;
    let again = shared.waits_again.take();
    let is_back = options.promise_back_ms.is_none_or(|most| again.p99 <= most as f64);
    let kept =
        findings.is_clean() && owners.astray == 0 && complete && panics.is_empty() && is_back;
    let kinds: serde_json::Map<_, _> = FAULTS
        .iter()
        .zip(counts)
        .map(|(fault, count)| (format!("{fault:?}").to_lowercase(), json!(count)))
        .collect();
    Ok(Report {
        kept,
        results: json!({
            "faults": faults, "by_kind": kinds, "games": games, "acked": owed, "lost": findings.lost,
            "doubled": findings.doubled, "gaps": findings.gaps, "wrong": findings.wrong,
            "written_by_two_owners": owners.astray, "changes_of_owner": owners.changes,
            "sent_again": shared.again.load(Ordering::Relaxed), "events_seen_by_followers": told,
            "wait_ms": shared.waits.take(), "wait_of_those_sent_again_ms": again,
            "followers_away_ms": shared.away.take(), "complete": complete, "panics": panics,
            "notes": findings.notes, "seconds": started.elapsed().as_secs_f64(),
        }),
    })
}
