//! Cuts connections at random bytes, in either direction, and checks that whoever resumes misses nothing and makes nothing twice.
//!
//! In every game the moves go over connections that break, and both players follow over others that break. Commands are sent
//! again with the same op, streams resume after the last event that came whole.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::address::{Route, Ways};
use crate::api::{self, Done, Guest};
use crate::cut::{Budget, Cut};
use crate::follow::{Follower, Plan};
use crate::http::{Answer, Client, Connection, request};
use crate::kill::check_all;
use crate::ledger::{Acked, Findings, Ledger};
use crate::luck::Luck;
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::stream::Way;
use crate::table::{Table, Wish};

/// How long a follower may need to catch up over connections that keep breaking.
const PATIENCE: Duration = Duration::from_mins(1);

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// How many connections to cut at least
    #[arg(long, default_value_t = 10_000)]
    pub times: u64,
    /// How many games at the same time
    #[arg(long, default_value_t = 32)]
    pub games: usize,
    /// Give up after so many seconds
    #[arg(long, default_value_t = 600)]
    pub limit: u64,
}

struct Shared {
    route: Route,
    stop: AtomicBool,
    command_cuts: Arc<AtomicU64>,
    stream_cuts: Arc<AtomicU64>,
    findings: Mutex<Findings>,
    ledgers: Mutex<Vec<Ledger>>,
}

impl Shared {
    fn find(&self, add: impl FnOnce(&mut Findings)) {
        add(&mut self.findings.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn cuts(&self) -> u64 {
        self.command_cuts.load(Ordering::Relaxed) + self.stream_cuts.load(Ordering::Relaxed)
    }
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let started = Instant::now();
    let mut luck = Luck::new(seed);
    let server = Server::start(target).await?;
    let shared = Arc::new(Shared {
        route: server.route(),
        stop: AtomicBool::new(false),
        command_cuts: Arc::default(),
        stream_cuts: Arc::default(),
        findings: Mutex::default(),
        ledgers: Mutex::default(),
    });
    let mut slots = JoinSet::new();
    for number in 0..options.games {
        let slot = Slot {
            number,
            luck: luck.fork(),
            shared: shared.clone(),
            client: CutClient::new(&shared.route, &shared.command_cuts, luck.fork()),
            ops: 0,
        };
        slots.spawn(slot.play());
    }
    let mut told = 0;
    let in_time = || started.elapsed().as_secs() < options.limit;
    while shared.cuts() < options.times && in_time() && !slots.is_empty() {
        if shared.cuts() >= told + 1000 {
            told = shared.cuts();
            progress(&format!("{told} connections cut"));
        }
        // A slot that ends early has found something; the others go on.
        let _ = timeout(Duration::from_millis(50), slots.join_next()).await;
    }
    shared.stop.store(true, Ordering::Relaxed);
    while slots.join_next().await.is_some() {}
    let ledgers =
        std::mem::take(&mut *shared.ledgers.lock().unwrap_or_else(PoisonError::into_inner));
    let games = ledgers.len();
    progress(&format!("checking {games} games"));
    let acked: usize = ledgers.iter().map(|ledger| ledger.acked.len()).sum();
    let seen: usize = ledgers.iter().map(|ledger| ledger.told.len()).sum();
    let mut findings = check_all(&shared.route, ledgers).await;
    findings.add(shared.findings.lock().unwrap_or_else(PoisonError::into_inner).clone());
    let panics = server.panics();
    let complete = shared.cuts() >= options.times;
    Ok(Report {
        kept: findings.is_clean() && complete && panics.is_empty(),
        results: json!({
            "cuts": shared.cuts(), "cut_commands": shared.command_cuts.load(Ordering::Relaxed),
            "cut_streams": shared.stream_cuts.load(Ordering::Relaxed), "games": games, "acked": acked,
            "events_seen": seen, "lost": findings.lost, "doubled": findings.doubled,
            "gaps": findings.gaps, "wrong": findings.wrong, "complete": complete, "panics": panics,
            "notes": findings.notes, "seconds": started.elapsed().as_secs_f64(),
        }),
    })
}

/// A client whose connections break.
struct CutClient {
    route: Route,
    cuts: Arc<AtomicU64>,
    luck: Luck,
    connection: Option<Connection>,
}

impl CutClient {
    fn new(route: &Route, cuts: &Arc<AtomicU64>, luck: Luck) -> CutClient {
        CutClient { route: route.clone(), cuts: cuts.clone(), luck, connection: None }
    }

    async fn post(
        &mut self,
        path: &str,
        token: &str,
        body: &serde_json::Value,
    ) -> io::Result<Answer> {
        let mut connection = if let Some(connection) = self.connection.take() {
            connection
        } else {
            // A request has some 300 bytes, an answer some 700.
            let budget = Budget::draw(&mut self.luck, 2_100, 900);
            let stream = Cut::new(self.route.connect().await?, budget, &self.cuts)?;
            Connection::over(stream).await?
        };
        let answer = connection.send(request("POST", path, Some(token), Some(body))?).await?;
        self.connection = Some(connection);
        Ok(answer)
    }
}

/// One place where games are played one after the other.
struct Slot {
    number: usize,
    luck: Luck,
    shared: Arc<Shared>,
    client: CutClient,
    ops: u64,
}

impl Slot {
    async fn play(mut self) {
        if let Err(error) = self.play_games().await {
            self.shared.find(|findings| findings.wrong(format!("{error:#}")));
        }
    }

    async fn play_games(&mut self) -> anyhow::Result<()> {
        let mut steady = Client::new(&self.shared.route);
        let players: [Guest; 2] = [api::guest(&mut steady).await?, api::guest(&mut steady).await?];
        while !self.shared.stop.load(Ordering::Relaxed) {
            let table = Table::open(&mut steady, &mut self.luck, &players, Wish::default()).await?;
            let mut ledger = Ledger::new(&table);
            let mut followers = [0, 1].map(|who| self.follow(&table, who));
            let last = self.play_game(table, &mut ledger).await;
            for follower in &mut followers {
                if !follower.has(last, PATIENCE).await {
                    let note = format!("{}: a follower never got version {last}", ledger.id);
                    self.shared.find(|findings| findings.gap(note));
                }
            }
            for follower in followers {
                let (told, findings) = follower.finish();
                ledger.told.extend(told);
                self.shared.find(|all| all.add(findings));
            }
            self.shared.ledgers.lock().unwrap_or_else(PoisonError::into_inner).push(ledger);
        }
        Ok(())
    }

    fn follow(&mut self, table: &Table, who: usize) -> Follower {
        let plan = Plan {
            route: self.shared.route.clone(),
            others: Ways::default(),
            game: table.id.clone(),
            token: table.players[who].token.clone(),
            way: if (self.number + who).is_multiple_of(2) { Way::Socket } else { Way::Lines },
            cuts: Some(self.shared.stream_cuts.clone()),
        };
        Follower::start(plan, self.luck.fork())
    }

    /// Plays a game and gives its last version.
    async fn play_game(&mut self, mut table: Table, ledger: &mut Ledger) -> u64 {
        while let Some((by, mv)) = table.draw(&mut self.luck) {
            if self.shared.stop.load(Ordering::Relaxed) {
                break;
            }
            self.ops += 1;
            let op = format!("d{}-{}", self.number, self.ops);
            ledger.asked.insert(op.clone());
            let Some(done) = self.make_move(&table, by, &mv, &op).await else { break };
            ledger.acked.push(Acked {
                op,
                by,
                ply: table.ply,
                mv: mv.clone(),
                version: done.version,
            });
            if let Err(error) = table.advance(&mv, done.version) {
                self.shared.find(|findings| findings.wrong(format!("{}: {error}", table.id)));
                break;
            }
            // Leaves followers the time to be connected when something happens.
            sleep(Duration::from_millis(self.luck.below(10) as u64)).await;
        }
        table.version
    }

    async fn make_move(&mut self, table: &Table, by: usize, mv: &str, op: &str) -> Option<Done> {
        let token = &table.players[by].token;
        for _ in 0..1000 {
            let Ok(answer) =
                self.client.post(&table.moves_path(), token, &table.body(mv, op)).await
            else {
                continue;
            };
            match api::outcome(&answer) {
                Ok(done) => return Some(done),
                Err(refused) => {
                    let note = format!("{}: {mv} ({op}) was refused: {refused:?}", table.id);
                    self.shared.find(|findings| findings.wrong(note));
                    return None;
                }
            }
        }
        self.shared
            .find(|findings| findings.wrong(format!("{}: {mv} never got through", table.id)));
        None
    }
}
