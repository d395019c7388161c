//! Open-loop load: in every game a move is due at fixed times, whether the server keeps up or not.
//!
//! Latencies count from the moment a move was due, to its answer, and to the moment the opponent's socket has the event; so a
//! server that stalls is charged for every move that had to wait. How late this client itself was with sending is told beside
//! them, since it shares the machine with the server.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::address::Route;
use crate::api::{self, Event, Guest};
use crate::http::Client;
use crate::luck::Luck;
use crate::metrics::{Figures, Time};
use crate::numbers::Latencies;
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::stream::{Feed, Way};
use crate::table::{Table, Wish};

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// How many games at the same time
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Moves a second in each game
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// How many spectators, beside the two players of each game
    #[arg(long, default_value_t = 0)]
    sockets: usize,
    /// For how long, once all are connected
    #[arg(long, default_value_t = 30.0)]
    seconds: f64,
    /// The p99 that is promised for the server's own share, in milliseconds; 0 promises nothing
    #[arg(long, default_value_t = 0.0)]
    promise_ms: f64,
    /// The most memory that is promised, in MiB; 0 promises nothing
    #[arg(long, default_value_t = 0.0)]
    promise_mib: f64,
}

/// What all players and spectators share.
struct Field {
    route: Route,
    /// From due to answered.
    ack: Latencies,
    /// From due to seen by the opponent.
    seen: Latencies,
    /// From due to sent: the client's own delay.
    late: Latencies,
    /// Events that spectators had.
    spectated: AtomicU64,
    /// Spectators who are connected.
    watching: AtomicU64,
    failures: Mutex<Vec<String>>,
    /// Ends everything.
    stop: AtomicBool,
}

impl Field {
    fn new(route: Route) -> Field {
        Field {
            route,
            ack: Latencies::default(),
            seen: Latencies::default(),
            late: Latencies::default(),
            spectated: AtomicU64::new(0),
            watching: AtomicU64::new(0),
            failures: Mutex::default(),
            stop: AtomicBool::new(false),
        }
    }

    fn fail(&self, what: String) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    /// A socket on which a game is followed.
    async fn follow(
        &self,
        game: &str,
        since: u64,
        who: Option<&str>,
    ) -> io::Result<Feed<TcpStream>> {
        let stream = self.route.connect().await?;
        Feed::open(stream, &self.route, Way::Socket, game, since, who).await
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Games under way, which go on until they are stopped.
struct Players {
    tasks: JoinSet<()>,
    go: watch::Sender<Option<Instant>>,
}

impl Players {
    /// Seats all players and connects all sockets; nobody moves yet.
    async fn seat(
        field: &Arc<Field>,
        luck: &mut Luck,
        options: &Options,
    ) -> anyhow::Result<Players> {
        let &Options { games, sockets, rate, .. } = options;
        let mut tasks = JoinSet::new();
        let (go, gone) = watch::channel(None);
        let (ready, mut is_ready) = watch::channel(0usize);
        let ready = Arc::new(ready);
        for number in 0..games {
            let slot = Slot {
                number,
                field: field.clone(),
                luck: luck.fork(),
                period: Duration::from_secs_f64(1.0 / rate),
                spectators: sockets / games + usize::from(number < sockets % games),
                go: gone.clone(),
                ready: ready.clone(),
            };
            tasks.spawn(slot.play());
            if number % 50 == 49 {
                // Connections are asked for in gulps that the accept queue can hold.
                let seated = is_ready.wait_for(|ready| *ready > number.saturating_sub(50));
                timeout(Duration::from_mins(1), seated).await.context("players connect")??;
            }
        }
        let all = is_ready.wait_for(|ready| *ready >= games);
        timeout(Duration::from_mins(1), all).await.context("all players connect")??;
        let connected = Instant::now();
        while (field.watching.load(Ordering::Relaxed) as usize) < sockets {
            anyhow::ensure!(connected.elapsed() < Duration::from_mins(2), "spectators connect");
            sleep(Duration::from_millis(20)).await;
        }
        Ok(Players { tasks, go })
    }

    /// Lets them move.
    fn start(&self) {
        self.go.send_replace(Some(Instant::now()));
    }

    /// Stops them.
    async fn stop(mut self, field: &Field) {
        field.stop.store(true, Ordering::Relaxed);
        self.tasks.abort_all();
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let mut luck = Luck::new(seed);
    let server = Server::start(target).await?;
    let field = Arc::new(Field::new(server.route()));
    let idle = server.usage();
    progress(&format!("seating {} games and {} spectators", options.games, options.sockets));
    let players = Players::seat(&field, &mut luck, options).await?;
    progress("all are connected");
    let before = Figures::ask(&server).await;
    let usage_before = server.usage();
    players.start();
    sleep(Duration::from_secs_f64(options.seconds)).await;
    let share = Figures::ask(&server).await.since(&before, Time::Move);
    let usage = server.usage();
    let (ack, seen, late) = (field.ack.take(), field.seen.take(), field.late.take());
    players.stop(&field).await;
    let failures = field.failures.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let panics = server.panics();
    let cpu = usage.zip(usage_before).map(|(after, before)| after.cpu_s - before.cpu_s);
    let due = options.games as f64 * options.rate * options.seconds;
    let quick = options.promise_ms <= 0.0
        || share.and_then(|share| share.p99_at_most).is_some_and(|p99| p99 <= options.promise_ms);
    let small = options.promise_mib <= 0.0
        || usage.is_none_or(|usage| usage.peak_mib <= options.promise_mib);
    Ok(Report {
        kept: failures.is_empty() && panics.is_empty() && quick && small,
        results: json!({
            "sockets_open": options.games * 2 + options.sockets, "connections_open": options.games * 3 + options.sockets,
            "moves_due": due, "ack_ms": ack, "seen_by_opponent_ms": seen, "client_late_ms": late,
            "server_share_ms": share, "events_seen_by_spectators": field.spectated.load(Ordering::Relaxed),
            "server": usage, "server_before": idle, "server_cpu_s": cpu, "server_cpu_share": cpu.map(|cpu| cpu / options.seconds),
            "failures": failures.len(), "first_failures": &failures[..failures.len().min(5)], "panics": panics,
        }),
    })
}

/// One place where games are played one after the other.
struct Slot {
    number: usize,
    field: Arc<Field>,
    luck: Luck,
    period: Duration,
    spectators: usize,
    go: watch::Receiver<Option<Instant>>,
    ready: Arc<watch::Sender<usize>>,
}

/// When each move of a game was due, for the sockets to measure from.
type Due = Arc<Mutex<Vec<Instant>>>;

impl Slot {
    async fn play(mut self) {
        if let Err(error) = self.play_games().await
            && !self.field.stops()
        {
            self.field.fail(format!("slot {}: {error:#}", self.number));
        }
    }

    async fn play_games(&mut self) -> anyhow::Result<()> {
        let mut client = Client::new(&self.field.route);
        let players: [Guest; 2] = [api::guest(&mut client).await?, api::guest(&mut client).await?];
        let (game, watched) = watch::channel(String::new());
        let mut spectators = JoinSet::new();
        for _ in 0..self.spectators {
            spectators.spawn(spectate(self.field.clone(), watched.clone()));
        }
        let mut first = true;
        loop {
            let table = Table::open(&mut client, &mut self.luck, &players, Wish::default()).await?;
            game.send_replace(table.id.clone());
            let due = Due::default();
            let mut sockets = JoinSet::new();
            for who in [0, 1] {
                let token = Some(players[who].token.as_str());
                let feed = self.field.follow(&table.id, table.version, token).await?;
                sockets.spawn(listen(self.field.clone(), feed, who, due.clone()));
            }
            if std::mem::take(&mut first) {
                self.ready.send_modify(|ready| *ready += 1);
            }
            let go = *self.go.wait_for(Option::is_some).await?;
            let go = go.unwrap_or_else(Instant::now).max(Instant::now());
            self.play_game(&mut client, table, &due, go).await?;
            // The last event may still be on its way to the opponent.
            sleep(Duration::from_millis(100)).await;
        }
    }

    async fn play_game(
        &mut self,
        client: &mut Client,
        mut table: Table,
        due: &Due,
        go: Instant,
    ) -> anyhow::Result<()> {
        let phase = self.period.mul_f64(self.luck.below(1000) as f64 / 1000.0);
        let mut next = go + phase;
        while let Some((by, mv)) = table.draw(&mut self.luck) {
            sleep_until(next).await;
            due.lock().unwrap_or_else(PoisonError::into_inner).push(next);
            self.field.late.add(next.elapsed());
            let op = format!("l{}", table.ply);
            let body = table.body(&mv, &op);
            let token = &table.players[by].token;
            let answer = client.post(&table.moves_path(), token, &body).await?;
            self.field.ack.add(next.elapsed());
            let done = api::outcome(&answer)
                .map_err(|no| anyhow::anyhow!("{} refused {mv}: {no:?}", table.id))?;
            table.advance(&mv, done.version)?;
            next += self.period;
        }
        Ok(())
    }
}

/// A player's socket: measures when the other's moves arrive.
async fn listen(field: Arc<Field>, mut feed: Feed<TcpStream>, who: usize, due: Due) {
    let other = ["second", "first"][who];
    let mut is_over = false;
    while let Ok(text) = feed.next().await {
        let now = Instant::now();
        let Ok(told) = serde_json::from_str::<Event>(&text) else {
            return field.fail(format!("unreadable: {text:.200}"));
        };
        is_over |= told.status.is_some_and(|status| status == "finished");
        if told.kind == "moved" && told.player.as_deref() == Some(other) {
            let due = due.lock().unwrap_or_else(PoisonError::into_inner);
            let at = told.ply.and_then(|ply| due.get(ply as usize - 1));
            if let Some(at) = at {
                field.seen.add(now - *at);
            }
        }
    }
    if !is_over && !field.stops() {
        field.fail("the socket of a player, who reads all the time, was closed".to_owned());
    }
}

/// A spectator: follows whatever game is played in its slot.
async fn spectate(field: Arc<Field>, mut game: watch::Receiver<String>) {
    let mut first = true;
    while !field.stops() && game.wait_for(|id| !id.is_empty()).await.is_ok() {
        let id = game.borrow_and_update().clone();
        match field.follow(&id, 0, None).await {
            Ok(mut feed) => {
                if std::mem::take(&mut first) {
                    field.watching.fetch_add(1, Ordering::Relaxed);
                }
                loop {
                    tokio::select! {
                        told = feed.next() => {
                            let Ok(told) = told else { break };
                            // Thousands of spectators share this machine with the server: nobody reads all of it.
                            if told.starts_with("{\"event\":\"moved\"") {
                                field.spectated.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                        changed = game.changed() => {
                            if changed.is_err() { return; }
                            break;
                        }
                    }
                }
            }
            Err(error) if !field.stops() => {
                field.fail(format!("a spectator: {error}"));
                sleep(Duration::from_millis(100)).await;
            }
            Err(_) => return,
        }
    }
}
