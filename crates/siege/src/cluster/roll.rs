//! Servers of one version are replaced by those of another, one after the other and under load, and one of them goes back. Nothing acknowledged may be
//! lost or doubled; how often those who follow have to come back is counted.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use serde::Serialize;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::database::{self, Proxy};
use super::node::Node;
use super::player::Player;
use super::{Shared, take_findings};
use crate::api;
use crate::follow::{Follower, Plan};
use crate::http::Client;
use crate::kill::check_all;
use crate::luck::Luck;
use crate::numbers::Latencies;
use crate::report::{Report, progress};
use crate::server::Target;
use crate::stream::Way;
use crate::table::{Table, Wish};
use quintet_store::Scratch;

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// The `quintet` binary that is replaced by the one of --server
    #[arg(long, value_name = "PATH")]
    pub old: PathBuf,
    /// How many servers
    #[arg(long, default_value_t = 3)]
    pub nodes: usize,
    /// How many games at the same time
    #[arg(long, default_value_t = 40)]
    pub games: usize,
    /// How many quiet games with a page open at each
    #[arg(long, default_value_t = 60)]
    pub pages: usize,
    /// How many seconds are played between two replacements
    #[arg(long, default_value_t = 10)]
    pub seconds: u64,
}

/// A page that shows a game in which nothing happens.
struct Page {
    follower: Follower,
    /// Whether it comes back at its own server only, not at any.
    stays: bool,
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let started = Instant::now();
    let mut luck = Luck::new(seed);
    let database = Scratch::start();
    let url = database.database().await;
    let folder = tempfile::tempdir()?;
    let old = Target { binary: Some(options.old.clone()), ..target.clone() };
    let mut nodes = Vec::new();
    for number in 0..options.nodes {
        let proxy = Proxy::start(database.socket()).await?;
        nodes.push(Node::start(&old, folder.path(), number, proxy, &url).await?);
    }
    let before = schema(&url).await?;
    let shared = Arc::new(Shared::new(nodes.iter().map(Node::route).collect(), true));
    let mut players = JoinSet::new();
    for number in 0..options.games {
        players.spawn(Player::new(number, luck.fork(), shared.clone()).play());
    }
    let pages = open_pages(&shared, options.pages, &mut luck).await?;
    let pause = Duration::from_secs(options.seconds);
    sleep(pause).await;
    let mut steps = Vec::new();
    for (number, node) in nodes.iter_mut().enumerate() {
        replace(node, target, &shared, &mut steps, format!("server {number} becomes new")).await?;
        sleep(pause).await;
    }
    let comebacks: Vec<(bool, u64)> =
        pages.iter().map(|page| (page.stays, page.follower.comebacks())).collect();
    let after = schema(&url).await?;
    // Whoever regrets it can go back: the older program lives with what was added.
    replace(&mut nodes[0], &old, &shared, &mut steps, "server 0 goes back".into()).await?;
    sleep(pause).await;
    replace(&mut nodes[0], target, &shared, &mut steps, "server 0 becomes new again".into())
        .await?;
    sleep(pause).await;
    shared.stop.store(true, Ordering::Relaxed);
    while players.join_next().await.is_some() {}
    let gaps = Latencies::default();
    for page in pages {
        page.follower.gaps().into_iter().for_each(|gap| gaps.add(gap));
        let (_, findings) = page.follower.finish();
        shared.find(|all| all.add(findings));
    }
    let ledgers = shared.take_ledgers();
    let (games, owed) = (ledgers.len(), ledgers.iter().map(|one| one.acked.len()).sum::<usize>());
    let told: usize = ledgers.iter().map(|ledger| ledger.told.len()).sum();
    progress(&format!("checking {games} games"));
    let findings = take_findings(&shared, check_all(&shared.routes[0], ledgers).await);
    let owners = database::owners(&url).await?;
    let panics: Vec<String> = nodes.iter().flat_map(Node::panics).collect();
    let most = |stays: bool| {
        comebacks.iter().filter(|one| one.0 == stays).map(|one| one.1).max().unwrap_or(0)
    };
    let mean = |stays: bool| {
        let of: Vec<u64> = comebacks.iter().filter(|one| one.0 == stays).map(|one| one.1).collect();
        of.iter().sum::<u64>() as f64 / of.len().max(1) as f64
    };
    let kept = findings.is_clean() && owners.astray == 0 && panics.is_empty() && most(true) <= 1;
    Ok(Report {
        kept,
        results: json!({
            "schema_before": before, "schema_after": after, "steps": steps,
            "games": games, "acked": owed, "lost": findings.lost, "doubled": findings.doubled, "gaps": findings.gaps,
            "wrong": findings.wrong, "written_by_two_owners": owners.astray, "changes_of_owner": owners.changes,
            "sent_again": shared.again.load(Ordering::Relaxed), "events_seen_by_followers": told,
            "wait_ms": shared.waits.take(), "pages": comebacks.len(),
            "comebacks_at_the_same_server": { "most": most(true), "mean": mean(true) },
            "comebacks_at_any_server": { "most": most(false), "mean": mean(false) },
            "page_away_ms": gaps.take(), "panics": panics, "notes": findings.notes,
            "seconds": started.elapsed().as_secs_f64(),
        }),
    })
}

/// Stops a server in good order and starts the program of the target where it was.
async fn replace(
    node: &mut Node,
    target: &Target,
    shared: &Shared,
    steps: &mut Vec<serde_json::Value>,
    what: String,
) -> anyhow::Result<()> {
    let acked = || shared.acked.load(Ordering::Relaxed);
    let (begun, before) = (Instant::now(), acked());
    node.stop().await?;
    node.turn_into(target)?;
    node.restart().await?;
    let (seconds, meanwhile) = (begun.elapsed().as_secs_f64(), acked() - before);
    progress(&format!("{what}: {seconds:.1} s, {} moves acknowledged", acked()));
    steps.push(json!({ "step": what, "seconds": seconds, "moves_meanwhile": meanwhile }));
    Ok(())
}

/// Opens pages at all servers; half of them come back at any server, as behind a proxy.
async fn open_pages(shared: &Shared, count: usize, luck: &mut Luck) -> anyhow::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for number in 0..count {
        let route = &shared.routes[number % shared.routes.len()];
        let mut client = Client::new(route);
        let players = [api::guest(&mut client).await?, api::guest(&mut client).await?];
        let table = Table::open(&mut client, luck, &players, Wish::default()).await?;
        let stays = number < count / 2;
        let plan = Plan {
            route: route.clone(),
            others: if stays { Vec::new() } else { shared.routes.clone() },
            game: table.id.clone(),
            token: table.players[0].token.clone(),
            way: Way::Socket,
            cuts: None,
        };
        let mut follower = Follower::start(plan, luck.fork());
        ensure!(follower.has(1, Duration::from_secs(30)).await, "a page does not open");
        pages.push(Page { follower, stays });
    }
    Ok(pages)
}

/// The schemas of the database, one after the other.
async fn schema(url: &str) -> anyhow::Result<Vec<String>> {
    let mut connection = PgConnection::connect(url).await?;
    let sql = "SELECT description FROM _sqlx_migrations ORDER BY version";
    Ok(sqlx::query_scalar(sql).fetch_all(&mut connection).await?)
}
