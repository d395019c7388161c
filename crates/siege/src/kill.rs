//! Kills the server at random times under load, starts it again, and checks that nothing acknowledged is lost or doubled.
//!
//! Each game is played by one task as fast as the server acknowledges. A move without an answer is sent again with the same
//! op once the server is back; now and then one that was answered is sent again too, and must get the same answer.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::address::{Route, Ways};
use crate::api::{self, Done, Guest, Refused};
use crate::check;
use crate::follow::{Follower, Plan};
use crate::http::Client;
use crate::ledger::{Acked, Findings, Ledger};
use crate::luck::Luck;
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::stream::Way;
use crate::table::{Table, Wish};

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// How often
    #[arg(long, default_value_t = 200)]
    pub kills: u32,
    /// How many moves must be acknowledged at least
    #[arg(long, default_value_t = 100_000)]
    pub moves: u64,
    /// How many games at the same time
    #[arg(long, default_value_t = 100)]
    pub games: usize,
    /// The shortest life of a server, in milliseconds
    #[arg(long, default_value_t = 50)]
    pub shortest: usize,
    /// The longest life of a server, in milliseconds
    #[arg(long, default_value_t = 1500)]
    pub longest: usize,
    /// Give up after so many seconds
    #[arg(long, default_value_t = 1800)]
    pub limit: u64,
}

struct Shared {
    route: Route,
    up: watch::Receiver<bool>,
    stop: AtomicBool,
    acked: AtomicU64,
    resumed: AtomicU64,
    repeated: AtomicU64,
    findings: Mutex<Findings>,
    ledgers: Mutex<Vec<Ledger>>,
}

impl Shared {
    fn find(&self, add: impl FnOnce(&mut Findings)) {
        add(&mut self.findings.lock().unwrap_or_else(PoisonError::into_inner));
    }

    async fn until_up(&self) {
        let mut up = self.up.clone();
        // The other end lives as long as the run, and a run that is over needs no waiting.
        let _ = up.wait_for(|up| *up).await;
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let started = Instant::now();
    let mut luck = Luck::new(seed);
    let mut server = Server::start(target).await?;
    let (up, is_up) = watch::channel(true);
    let shared = Arc::new(Shared {
        route: server.route(),
        up: is_up,
        stop: AtomicBool::new(false),
        acked: AtomicU64::new(0),
        resumed: AtomicU64::new(0),
        repeated: AtomicU64::new(0),
        findings: Mutex::default(),
        ledgers: Mutex::default(),
    });
    let mut players = JoinSet::new();
    for slot in 0..options.games {
        players.spawn(Slot::new(slot, luck.fork(), shared.clone()).play());
    }
    let mut kills = 0;
    let mut downtime = Duration::ZERO;
    let acked = || shared.acked.load(Ordering::Relaxed);
    let expired = || started.elapsed().as_secs() > options.limit;
    while (kills < options.kills || acked() < options.moves) && !expired() && !players.is_empty() {
        let life = luck.between(options.shortest, options.longest);
        sleep(Duration::from_millis(life as u64)).await;
        if kills < options.kills {
            up.send_replace(false);
            server.kill()?;
            let down = Instant::now();
            server.restart().await?;
            downtime += down.elapsed();
            up.send_replace(true);
            kills += 1;
            if kills % 10 == 0 {
                progress(&format!("{kills} kills, {} moves acknowledged", acked()));
            }
        }
    }
    shared.stop.store(true, Ordering::Relaxed);
    while players.join_next().await.is_some() {}
    let ledgers =
        std::mem::take(&mut *shared.ledgers.lock().unwrap_or_else(PoisonError::into_inner));
    let games = ledgers.len();
    progress(&format!("checking {games} games"));
    let owed: u64 = ledgers.iter().map(|ledger| ledger.acked.len() as u64).sum();
    let told: usize = ledgers.iter().map(|ledger| ledger.told.len()).sum();
    let mut findings = check_all(&shared.route, ledgers).await;
    findings.add(shared.findings.lock().unwrap_or_else(PoisonError::into_inner).clone());
    let panics = server.panics();
    let complete = kills >= options.kills && owed >= options.moves;
    Ok(Report {
        kept: findings.is_clean() && complete && panics.is_empty(),
        results: json!({
            "kills": kills, "games": games, "acked": owed, "lost": findings.lost,
            "doubled": findings.doubled, "gaps": findings.gaps, "wrong": findings.wrong,
            "resumed": shared.resumed.load(Ordering::Relaxed),
            "repeated": shared.repeated.load(Ordering::Relaxed), "events_seen_by_followers": told,
            "complete": complete, "panics": panics, "notes": findings.notes,
            "mean_restart_ms": downtime.as_millis() as u64 / u64::from(kills.max(1)),
            "seconds": started.elapsed().as_secs_f64(),
        }),
    })
}

/// Checks all games, a few at a time.
pub async fn check_all(route: &Route, ledgers: Vec<Ledger>) -> Findings {
    let queue = Arc::new(Mutex::new(ledgers));
    let mut checkers = JoinSet::new();
    for _ in 0..4 {
        let (queue, route) = (queue.clone(), route.clone());
        checkers.spawn(async move {
            let mut client = Client::new(&route);
            let mut findings = Findings::default();
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
            while let Some(ledger) = next() {
                findings.add(check::check(&route, &mut client, &ledger).await);
            }
            findings
        });
    }
    let mut findings = Findings::default();
    while let Some(found) = checkers.join_next().await {
        match found {
            Ok(found) => findings.add(found),
            Err(error) => findings.wrong(format!("a checker failed: {error}")),
        }
    }
    findings
}

/// One place where games are played one after the other.
struct Slot {
    number: usize,
    luck: Luck,
    shared: Arc<Shared>,
    client: Client,
    ops: u64,
}

impl Slot {
    fn new(number: usize, luck: Luck, shared: Arc<Shared>) -> Slot {
        let client = Client::new(&shared.route);
        Slot { number, luck, shared, client, ops: 0 }
    }

    async fn play(mut self) {
        let Some(players) = self.guests().await else { return };
        while !self.shared.stops() {
            let Some(table) = self.sit_down(&players).await else { return };
            let mut ledger = Ledger::new(&table);
            let follower = self.number.is_multiple_of(4).then(|| self.follow(&table));
            self.play_game(table, &mut ledger).await;
            if let Some(follower) = follower {
                let (told, findings) = follower.finish();
                ledger.told = told;
                self.shared.find(|all| all.add(findings));
            }
            self.shared.ledgers.lock().unwrap_or_else(PoisonError::into_inner).push(ledger);
        }
    }

    async fn guests(&mut self) -> Option<[Guest; 2]> {
        let mut guests = Vec::new();
        while guests.len() < 2 {
            match api::guest(&mut self.client).await {
                Ok(guest) => guests.push(guest),
                Err(error) => self.again_after(error).await?,
            }
        }
        guests.try_into().ok()
    }

    async fn sit_down(&mut self, players: &[Guest; 2]) -> Option<Table> {
        const THREE_HOURS: u64 = 3 * 60 * 60 * 1000;
        let clock = self.luck.one_in(3).then_some((THREE_HOURS, 0));
        let wish = Wish { clock, alone: self.luck.one_in(4) };
        loop {
            match Table::open(&mut self.client, &mut self.luck, players, wish).await {
                Ok(table) => return Some(table),
                Err(error) => self.again_after(error).await?,
            }
        }
    }

    /// Waits for the server if it was away; anything else is its fault, and the end of this slot.
    async fn again_after(&self, error: anyhow::Error) -> Option<()> {
        if self.shared.stops() {
            return None;
        }
        if error.downcast_ref::<io::Error>().is_none() {
            self.shared.find(|findings| findings.wrong(format!("{error:#}")));
            return None;
        }
        self.shared.until_up().await;
        sleep(Duration::from_millis(1)).await;
        Some(())
    }

    fn follow(&mut self, table: &Table) -> Follower {
        let plan = Plan {
            route: self.shared.route.clone(),
            others: Ways::default(),
            game: table.id.clone(),
            token: table.players[self.luck.below(2)].token.clone(),
            way: if self.luck.one_in(2) { Way::Socket } else { Way::Lines },
            cuts: None,
        };
        Follower::start(plan, self.luck.fork())
    }

    async fn play_game(&mut self, mut table: Table, ledger: &mut Ledger) {
        while let Some((by, mv)) = table.draw(&mut self.luck) {
            if self.shared.stops() {
                return;
            }
            self.ops += 1;
            let op = format!("s{}-{}", self.number, self.ops);
            ledger.asked.insert(op.clone());
            let Some(done) = self.make_move(&mut table, ledger, by, &mv, &op).await else { return };
            if done.ply != table.ply + 1 || done.version <= table.version {
                let (ply, version) = (table.ply, table.version);
                let note = format!("{}: {done:?} after ply {ply}, version {version}", table.id);
                self.shared.find(|findings| findings.wrong(note));
            }
            ledger.acked.push(Acked {
                op,
                by,
                ply: table.ply,
                mv: mv.clone(),
                version: done.version,
            });
            self.shared.acked.fetch_add(1, Ordering::Relaxed);
            if let Err(error) = table.advance(&mv, done.version) {
                return self
                    .shared
                    .find(|findings| findings.wrong(format!("{}: {error}", table.id)));
            }
            if self.luck.one_in(16) {
                self.repeat(&table, ledger).await;
            }
        }
    }

    /// Sends a move until it is acknowledged; `None` after a refusal that should not have come.
    async fn make_move(
        &mut self,
        table: &mut Table,
        ledger: &Ledger,
        by: usize,
        mv: &str,
        op: &str,
    ) -> Option<Done> {
        let token = table.players[by].token.clone();
        loop {
            match self.client.post(&table.moves_path(), &token, &table.body(mv, op)).await {
                Err(_) => {
                    self.shared.until_up().await;
                    self.shared.resumed.fetch_add(1, Ordering::Relaxed);
                    self.look(table, ledger).await;
                }
                Ok(answer) => match api::outcome(&answer) {
                    Ok(done) => return Some(done),
                    Err(refused) if went_on_without_us(table, &refused) => {
                        table.version = refused.current.map_or(table.version, |now| now.version);
                    }
                    Err(refused) => {
                        let note = format!("{}: {mv} ({op}) was refused: {refused:?}", table.id);
                        self.shared.find(|findings| findings.wrong(note));
                        return None;
                    }
                },
            }
        }
    }

    /// After a restart: are all acknowledged moves there?
    async fn look(&mut self, table: &Table, ledger: &Ledger) {
        let token = Some(table.players[0].token.as_str());
        match api::snapshot(&mut self.client, token, &table.id).await {
            Ok(Ok(snapshot)) => {
                self.shared.find(|findings| check::glance(ledger, &snapshot, findings));
            }
            Ok(Err(error)) => self.shared.find(|findings| findings.lost(format!("{error:#}"))),
            // Killed again before it could answer: the next try looks again.
            Err(_) => {}
        }
    }

    /// Sends an acknowledged move again: the answer must be the same.
    async fn repeat(&mut self, table: &Table, ledger: &Ledger) {
        let acked = self.luck.pick(&ledger.acked).clone();
        let body = api::move_body(&acked.mv, acked.ply, acked.version - 1, &acked.op);
        let token = &table.players[acked.by].token;
        let Ok(answer) = self.client.post(&table.moves_path(), token, &body).await else { return };
        self.shared.repeated.fetch_add(1, Ordering::Relaxed);
        let expected = Done { version: acked.version, ply: acked.ply + 1 };
        match api::outcome(&answer) {
            Ok(done) if done == expected => {}
            other => {
                let note = format!("{}: a resend of {acked:?} was answered {other:?}", table.id);
                self.shared.find(|findings| findings.wrong(note));
            }
        }
    }
}

/// Whether a refusal only says that the server wrote an event of its own, such as a pause of the clocks.
fn went_on_without_us(table: &Table, refused: &Refused) -> bool {
    refused.status == 409
        && refused.kind == "stale"
        && refused
            .current
            .as_ref()
            .is_some_and(|now| now.version > table.version && now.moves.len() == table.ply as usize)
}
