//! Slow clients: heads and bodies that come byte by byte, and readers that do not read. Honest players must not notice.
//!
//! Honest games run all the time; their latencies are taken before the slow clients come, while they are there, and after.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::address::Route;
use crate::api::{self, Guest};
use crate::http::{Client, request};
use crate::load::{Field, Players};
use crate::luck::Luck;
use crate::numbers::Spread;
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::socket::{path, upgrade};
use crate::table::{Table, Wish};

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many connections with slow heads; a tenth as many with slow bodies, and as many slow readers.
    pub connections: usize,
    /// How many honest games.
    pub games: usize,
    /// How many moves a second in each.
    pub rate: f64,
    /// How long each of the three phases lasts.
    pub seconds: f64,
    /// The seed of all choices.
    pub seed: u64,
}

/// What became of the slow clients.
#[derive(Clone, Default)]
struct Fate {
    opened: Arc<AtomicU64>,
    closed: Arc<AtomicU64>,
    longest_ms: Arc<AtomicU64>,
}

impl Fate {
    fn ended(&self, opened: Instant) {
        self.closed.fetch_add(1, Ordering::Relaxed);
        self.longest_ms.fetch_max(opened.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "opened": self.opened.load(Ordering::Relaxed),
            "closed_by_server": self.closed.load(Ordering::Relaxed),
            "longest_ms": self.longest_ms.load(Ordering::Relaxed),
        })
    }
}

/// Runs it.
pub async fn run(target: &Target, options: Options) -> anyhow::Result<Report> {
    let mut luck = Luck::new(options.seed);
    let server = Server::start(target).await?;
    let field = Field::new(server.route());
    let players = Players::seat(&field, &mut luck, options.games, 0, options.rate).await?;
    players.start();
    let before = phase(&field, options.seconds, "before").await;

    let (heads, bodies, readers) = (Fate::default(), Fate::default(), Fate::default());
    let mut slow = JoinSet::new();
    let crowd = Crowd::open(&field.route, &mut luck).await?;
    for number in 0..options.connections {
        slow.spawn(drip(field.route.clone(), HEAD, heads.clone(), luck.fork()));
        if number % 10 == 0 {
            slow.spawn(drip(field.route.clone(), BODY, bodies.clone(), luck.fork()));
            let by_socket = number % 20 == 0;
            slow.spawn(stare(field.route.clone(), crowd.game.clone(), by_socket, readers.clone()));
        }
    }
    slow.spawn(crowd.play(field.route.clone(), luck.fork()));
    sleep(Duration::from_secs(2)).await;
    phase(&field, 0.0, "slow clients are there").await;
    let during = phase(&field, options.seconds, "during").await;
    let usage = server.usage();
    slow.abort_all();
    while slow.join_next().await.is_some() {}
    sleep(Duration::from_secs(1)).await;
    phase(&field, 0.0, "slow clients are gone").await;
    let after = phase(&field, options.seconds, "after").await;
    players.stop(&field).await;

    let failures = field.failures.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    let panics = server.panics();
    let calm = before.seen.p99.max(after.seen.p99);
    let unmoved = during.seen.p99 <= 1.5 * calm + 5.0;
    Ok(Report {
        kept: unmoved && failures.is_empty() && panics.is_empty(),
        results: json!({
            "seen_by_opponent_ms": {"before": before.seen, "during": during.seen, "after": after.seen},
            "ack_ms": {"before": before.ack, "during": during.ack, "after": after.ack},
            "slow_heads": heads.json(), "slow_bodies": bodies.json(), "slow_readers": readers.json(),
            "server": usage, "unmoved": unmoved, "failures": failures.len(),
            "first_failures": &failures[..failures.len().min(5)], "panics": panics,
        }),
    })
}

struct Phase {
    ack: Spread,
    seen: Spread,
}

async fn phase(field: &Field, seconds: f64, name: &str) -> Phase {
    sleep(Duration::from_secs_f64(seconds)).await;
    let phase = Phase { ack: field.ack.take(), seen: field.seen.take() };
    progress(&format!("{name}: {} moves, p99 {} ms", phase.seen.count, phase.seen.p99));
    phase
}

const HEAD: &str = "GET /api/catalog HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ";
const BODY: &str = "POST /api/guest HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n\
                    content-length: 60000\r\n\r\n";

/// Sends a beginning at once and then a byte now and then, until the server has had enough; then again.
async fn drip(route: Route, beginning: &str, fate: Fate, mut luck: Luck) {
    loop {
        let Ok(mut stream) = route.connect().await else {
            sleep(Duration::from_millis(200)).await;
            continue;
        };
        let opened = Instant::now();
        fate.opened.fetch_add(1, Ordering::Relaxed);
        let _ = stream.write_all(beginning.as_bytes()).await;
        loop {
            let pause = Duration::from_millis(luck.between(200, 1200) as u64);
            let mut byte = [0; 512];
            match timeout(pause, stream.read(&mut byte)).await {
                // An answer without an end of the connection may still come before it.
                Ok(Ok(count)) if count > 0 => {}
                Ok(_) => break,
                Err(_) => {
                    if stream.write_all(b"x").await.is_err() {
                        break;
                    }
                }
            }
        }
        fate.ended(opened);
    }
}

/// How long a reader does not read: longer than a server waits for it.
const STARE: Duration = Duration::from_secs(15);

/// Follows a busy game without reading, then looks whether the server had dropped it.
async fn stare(route: Route, game: String, by_socket: bool, fate: Fate) {
    loop {
        if let Ok(mut stream) = ask_to_follow(&route, &game, by_socket).await {
            let opened = Instant::now();
            fate.opened.fetch_add(1, Ordering::Relaxed);
            // What is left in the buffers comes first; a server that has let go ends it, another goes on. Whoever is not
            // dropped stays: coming back would ask for the whole log again, which is another attack.
            let mut rest = Vec::new();
            loop {
                sleep(STARE).await;
                rest.clear();
                if timeout(Duration::from_secs(2), stream.read_to_end(&mut rest)).await.is_ok() {
                    break;
                }
            }
            fate.ended(opened);
        }
        sleep(Duration::from_millis(100)).await;
    }
}

async fn ask_to_follow(route: &Route, game: &str, by_socket: bool) -> std::io::Result<TcpStream> {
    let mut stream = route.connect_with(Some(4096)).await?;
    let asked = if by_socket {
        upgrade(route, &path(game, 0), None)
    } else {
        request("GET", &format!("/api/games/{game}/events?since=0"), None, None)
    };
    stream.write_all(&asked).await?;
    Ok(stream)
}

/// A game in which much happens, for slow readers to miss.
struct Crowd {
    game: String,
    players: [Guest; 2],
}

impl Crowd {
    async fn open(route: &Route, luck: &mut Luck) -> anyhow::Result<Crowd> {
        let mut client = Client::new(route);
        let players = [api::guest(&mut client).await?, api::guest(&mut client).await?];
        let table = Table::open(&mut client, luck, &players, Wish::default()).await?;
        Ok(Crowd { game: table.id, players })
    }

    /// Offers a draw and withdraws it, again and again: events without end, whatever the game.
    async fn play(self, route: Route, mut luck: Luck) {
        let mut client = Client::new(&route);
        loop {
            let token = &self.players[luck.below(2)].token;
            for action in ["offer", "withdraw"] {
                let body = json!({"action": action});
                // Refusals are fine: what counts is that something happens most of the time.
                let _ = api::command(&mut client, token, &self.game, "draw", &body).await;
                sleep(Duration::from_millis(25)).await;
            }
        }
    }
}
