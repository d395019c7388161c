//! Servers of one version are replaced by those of another, one after the other and under load, and one of them goes back. Nothing acknowledged may be
//! lost or doubled; how often those who follow have to come back is counted, and what became of the schema is told.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::database::{self, Proxy};
use super::node::Node;
use super::player::Player;
use super::{Shared, take_findings};
use crate::address::Ways;
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

/// How long a page may take to open, or to hear of something.
const PATIENCE: Duration = Duration::from_secs(30);

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// The `quintet` binary that is replaced by the one of --server
    #[arg(long, value_name = "PATH")]
    pub old: PathBuf,
    /// The commit that the old binary was built from
    #[arg(long, value_name = "COMMIT")]
    pub old_commit: String,
    /// The commit that the new binary was built from
    #[arg(long, value_name = "COMMIT")]
    pub new_commit: String,
    /// How many servers
    #[arg(long, default_value_t = 3)]
    pub nodes: usize,
    /// How many games at the same time
    #[arg(long, default_value_t = 40)]
    pub games: usize,
    /// How many quiet games with a page open at each
    #[arg(long, default_value_t = 60)]
    pub pages: usize,
    /// New servers are started beside the old ones, which go when whoever comes is sent to the new ones; else each is replaced where it is
    #[arg(long)]
    pub beside: bool,
    /// No server goes back: the new program takes something from the schema that the old one knows
    #[arg(long)]
    pub onward: bool,
    /// How many seconds are played between two replacements
    #[arg(long, default_value_t = 10)]
    pub seconds: u64,
}

/// A page that shows a game in which nothing happens.
struct Page {
    table: Table,
    follower: Follower,
    /// Whether it comes back at its own server only, not at any.
    stays: bool,
}

/// Where servers are started.
struct Place {
    database: Scratch,
    url: String,
    folder: TempDir,
}

impl Place {
    async fn start(&self, target: &Target, numbers: Range<usize>) -> anyhow::Result<Vec<Node>> {
        let mut nodes = Vec::new();
        for number in numbers {
            let proxy = Proxy::start(self.database.socket()).await?;
            let node = Node::start(target, self.folder.path(), number, proxy, &self.url);
            nodes.push(node.await?);
        }
        Ok(nodes)
    }
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let started = Instant::now();
    let mut luck = Luck::new(seed);
    let database = Scratch::start();
    let url = database.database().await;
    let place = Place { database, url, folder: tempfile::tempdir()? };
    let old = Target { binary: Some(options.old.clone()), ..target.clone() };
    let mut nodes = place.start(&old, 0..options.nodes).await?;
    let before = schema(&place.url).await?;
    let shared = Arc::new(Shared::new(nodes.iter().map(Node::route).collect(), true));
    let mut players = JoinSet::new();
    for number in 0..options.games {
        players.spawn(Player::new(number, luck.fork(), shared.clone()).play());
    }
    let mut pages = open_pages(&shared, options, &mut luck).await?;
    let pause = Duration::from_secs(options.seconds);
    sleep(pause).await;
    let mut steps = Steps { shared: &shared, pause, all: Vec::new() };
    let comebacks = |pages: &[Page]| -> Vec<(bool, u64)> {
        pages.iter().map(|page| (page.stays, page.follower.comebacks())).collect()
    };
    let counted = if options.beside {
        let gone = steps.exchange(&mut nodes, &place, target).await?;
        // What they said before they went is read with the others'.
        nodes.extend(gone);
        comebacks(&pages)
    } else {
        for (number, node) in nodes.iter_mut().enumerate() {
            steps.replace(node, target, format!("server {number} becomes new")).await?;
        }
        let counted = comebacks(&pages);
        if !options.onward {
            // Whoever regrets it can go back: the older program lives with what was added.
            steps.replace(&mut nodes[0], &old, "server 0 goes back".into()).await?;
            steps.replace(&mut nodes[0], target, "server 0 becomes new again".into()).await?;
        }
        counted
    };
    let after = schema(&place.url).await?;
    let steps = steps.all;
    let hearing = make_a_move_in_each(&mut pages, &shared, &mut luck).await?;
    shared.stop.store(true, Ordering::Relaxed);
    while players.join_next().await.is_some() {}
    let gaps = Latencies::default();
    let all_pages = pages.len();
    for page in pages {
        page.follower.gaps().into_iter().for_each(|gap| gaps.add(gap));
        let (_, findings) = page.follower.finish();
        shared.find(|all| all.add(findings));
    }
    let ledgers = shared.take_ledgers();
    let (games, owed) = (ledgers.len(), ledgers.iter().map(|one| one.acked.len()).sum::<usize>());
    let told: usize = ledgers.iter().map(|ledger| ledger.told.len()).sum();
    progress(&format!("checking {games} games"));
    let findings = take_findings(&shared, check_all(&nodes[0].route(), ledgers).await);
    let owners = database::owners(&place.url).await?;
    let panics: Vec<String> = nodes.iter().flat_map(Node::panics).collect();
    let (at_the_same, at_any) = (Comebacks::of(&counted, true), Comebacks::of(&counted, false));
    // Where new servers stand beside the old ones, no page has to come back twice, wherever it does.
    let once = at_the_same.most <= 1 && (!options.beside || at_any.most <= 1);
    let through = hearing == all_pages && once;
    let kept = findings.is_clean() && owners.astray == 0 && panics.is_empty() && through;
    Ok(Report {
        kept,
        results: json!({
            "schema_before": before, "schema_after": after, "steps": steps,
            "games": games, "acked": owed, "lost": findings.lost, "doubled": findings.doubled, "gaps": findings.gaps,
            "wrong": findings.wrong, "written_by_two_owners": owners.astray, "changes_of_owner": owners.changes,
            "sent_again": shared.again.load(Ordering::Relaxed), "events_seen_by_followers": told,
            "wait_ms": shared.waits.take(), "pages": all_pages, "pages_that_hear_at_the_end": hearing,
            "comebacks_at_the_same_server": at_the_same, "comebacks_at_any_server": at_any,
            "page_away_ms": gaps.take(), "panics": panics, "notes": findings.notes,
            "seconds": started.elapsed().as_secs_f64(),
        }),
    })
}

/// How often pages had to come back.
#[derive(Serialize)]
struct Comebacks {
    pages: usize,
    most: u64,
    mean: f64,
}

impl Comebacks {
    fn of(counted: &[(bool, u64)], stays: bool) -> Comebacks {
        let of: Vec<u64> = counted.iter().filter(|one| one.0 == stays).map(|one| one.1).collect();
        let mean = of.iter().sum::<u64>() as f64 / of.len().max(1) as f64;
        Comebacks { pages: of.len(), most: of.iter().copied().max().unwrap_or(0), mean }
    }
}

/// What is done to the servers, step by step.
struct Steps<'s> {
    shared: &'s Shared,
    pause: Duration,
    all: Vec<serde_json::Value>,
}

impl Steps<'_> {
    /// Stops a server in good order and starts the program of the target where it was.
    async fn replace(
        &mut self,
        node: &mut Node,
        target: &Target,
        what: String,
    ) -> anyhow::Result<()> {
        let (begun, before) = (Instant::now(), self.acked());
        node.stop().await?;
        node.turn_into(target)?;
        node.restart().await?;
        self.done(what, begun, before).await;
        Ok(())
    }

    /// Starts as many new servers beside the old ones, lets whoever comes from now on come to them, and then stops the old ones in good order, one
    /// after the other. Gives those that went.
    async fn exchange(
        &mut self,
        nodes: &mut Vec<Node>,
        place: &Place,
        target: &Target,
    ) -> anyhow::Result<Vec<Node>> {
        let (begun, before) = (Instant::now(), self.acked());
        let new = place.start(target, nodes.len()..2 * nodes.len()).await?;
        self.shared.routes.set(new.iter().map(Node::route).collect());
        let mut old = std::mem::replace(nodes, new);
        self.done("new servers stand beside the old ones".into(), begun, before).await;
        for (number, node) in old.iter_mut().enumerate() {
            let (begun, before) = (Instant::now(), self.acked());
            node.stop().await?;
            self.done(format!("server {number} goes"), begun, before).await;
        }
        Ok(old)
    }

    fn acked(&self) -> u64 {
        self.shared.acked.load(Ordering::Relaxed)
    }

    /// Notes a step, and lets them play for a while.
    async fn done(&mut self, what: String, begun: Instant, before: u64) {
        let (seconds, meanwhile) = (begun.elapsed().as_secs_f64(), self.acked() - before);
        progress(&format!("{what}: {seconds:.1} s, {} moves acknowledged", self.acked()));
        self.all.push(json!({ "step": what, "seconds": seconds, "moves_meanwhile": meanwhile }));
        sleep(self.pause).await;
    }
}

/// Opens pages at all servers. Half of them come back at any server, as behind a proxy; all of them where new servers are started beside the old
/// ones, whose addresses lead nowhere in the end.
async fn open_pages(
    shared: &Shared,
    options: &Options,
    luck: &mut Luck,
) -> anyhow::Result<Vec<Page>> {
    let mut pages = Vec::new();
    let routes = shared.routes.all();
    for number in 0..options.pages {
        let route = &routes[number % routes.len()];
        let mut client = Client::new(route);
        let players = [api::guest(&mut client).await?, api::guest(&mut client).await?];
        let table = Table::open(&mut client, luck, &players, Wish::default()).await?;
        let stays = !options.beside && number < options.pages / 2;
        let plan = Plan {
            route: route.clone(),
            others: if stays { Ways::default() } else { shared.routes.clone() },
            game: table.id.clone(),
            token: table.players[0].token.clone(),
            way: Way::Socket,
            cuts: None,
        };
        let mut follower = Follower::start(plan, luck.fork());
        ensure!(follower.has(1, PATIENCE).await, "a page does not open");
        pages.push(Page { table, follower, stays });
    }
    Ok(pages)
}

/// Makes a move in the game of each page, at any server, and says how many pages hear of it.
async fn make_a_move_in_each(
    pages: &mut [Page],
    shared: &Shared,
    luck: &mut Luck,
) -> anyhow::Result<usize> {
    let mut hearing = 0;
    for Page { table, follower, .. } in pages {
        let (by, mv) = table.draw(luck).context("no game is over before its first move")?;
        let token = table.players[by].token.clone();
        let begun = Instant::now();
        let done = loop {
            let route = shared.routes.pick(luck).context("there are servers")?;
            let body = table.body(&mv, "the last");
            let answer = Client::new(&route).post(&table.moves_path(), &token, &body).await?;
            match api::outcome(&answer) {
                Ok(done) => break done,
                Err(refused) if refused.status == 503 && begun.elapsed() < PATIENCE => {
                    sleep(Duration::from_millis(50)).await;
                }
                Err(refused) => bail!("{}: {mv} was refused: {refused:?}", table.id),
            }
        };
        hearing += usize::from(follower.has(done.version, PATIENCE).await);
    }
    Ok(hearing)
}

/// The schemas of the database, one after the other.
async fn schema(url: &str) -> anyhow::Result<Vec<String>> {
    let mut connection = PgConnection::connect(url).await?;
    let sql = "SELECT description FROM _sqlx_migrations ORDER BY version";
    Ok(sqlx::query_scalar(sql).fetch_all(&mut connection).await?)
}
