//! Fires mutated requests and frames at a server, while an honest game goes on.
//!
//! Whatever comes in, the server answers with something below 500 or closes the connection; it neither panics nor grows, and
//! the honest game's moves are acknowledged all the while.

mod fire;
mod frames;
mod requests;
mod values;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::address::Route;
use crate::api;
use crate::http::Client;
use crate::luck::Luck;
use crate::numbers::Latencies;
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::table::{Table, Wish};

use requests::Stock;

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many requests and frames in all.
    pub count: u64,
    /// How many connections fire requests; half as many fire frames.
    pub connections: usize,
    /// How much memory the server may use, in MiB.
    pub most_mib: f64,
    /// Give up after so long.
    pub limit: Duration,
    /// The seed of all choices.
    pub seed: u64,
}

/// What all who fire share.
struct Shared {
    route: Route,
    /// Games end, also by what is fired at them, so the stock is renewed all the time.
    stock: Mutex<Arc<Stock>>,
    goal: u64,
    stop: AtomicBool,
    requests: AtomicU64,
    frames: AtomicU64,
    unanswered: AtomicU64,
    /// How many answers had a status of the hundred that stands at that place.
    statuses: [AtomicU64; 6],
    failures: Mutex<Vec<String>>,
    honest: AtomicU64,
}

impl Shared {
    fn stock(&self) -> Arc<Stock> {
        self.stock.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fired(&self) -> u64 {
        self.requests.load(Ordering::Relaxed) + self.frames.load(Ordering::Relaxed)
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed) && self.fired() < self.goal
    }

    fn fail(&self, what: String) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    /// Counts an answer; one of 500 and above is a failure.
    fn judge(&self, status: u16, shot: &[u8]) {
        self.statuses[usize::from(status / 100).min(5)].fetch_add(1, Ordering::Relaxed);
        if status >= 500 {
            self.fail(format!("status {status} for {}", excerpt(shot)));
        }
    }
}

fn excerpt(bytes: &[u8]) -> String {
    bytes[..bytes.len().min(600)].escape_ascii().to_string()
}

/// Runs it.
pub async fn run(target: &Target, options: Options) -> anyhow::Result<Report> {
    let started = Instant::now();
    let mut luck = Luck::new(options.seed);
    let server = Server::start(target).await?;
    let route = server.route();
    let shared = Arc::new(Shared {
        stock: Mutex::new(Arc::new(stock(&route, &mut luck).await?)),
        route,
        goal: options.count,
        stop: AtomicBool::new(false),
        requests: AtomicU64::new(0),
        frames: AtomicU64::new(0),
        unanswered: AtomicU64::new(0),
        statuses: Default::default(),
        failures: Mutex::default(),
        honest: AtomicU64::new(0),
    });
    let idle = server.usage();
    let latencies = Latencies::default();
    let mut tasks = JoinSet::new();
    tasks.spawn(honest(shared.clone(), luck.fork(), latencies.clone()));
    tasks.spawn(restock(shared.clone(), luck.fork()));
    for number in 0..options.connections {
        tasks.spawn(fire::requests(shared.clone(), luck.fork()));
        if number % 2 == 0 {
            tasks.spawn(fire::frames(shared.clone(), luck.fork()));
        }
    }
    let mut told = Instant::now();
    while shared.goes_on() && started.elapsed() < options.limit {
        sleep(Duration::from_millis(100)).await;
        if told.elapsed() > Duration::from_secs(5) {
            told = Instant::now();
            let rss = server.usage().map_or(0.0, |usage| usage.rss_mib);
            progress(&format!("{} fired, {rss:.0} MiB", shared.fired()));
        }
    }
    shared.stop.store(true, Ordering::Relaxed);
    let fired = shared.fired();
    let seconds = started.elapsed().as_secs_f64();
    while tasks.join_next().await.is_some() {}
    let usage = server.usage();
    let panics = server.panics();
    let alive = server.is_alive().await;
    let failures = shared.failures.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let bounded = usage.is_none_or(|usage| usage.peak_mib <= options.most_mib);
    let complete = fired >= options.count;
    let honest_moves = shared.honest.load(Ordering::Relaxed);
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    Ok(Report {
        kept: failures.is_empty()
            && panics.is_empty()
            && alive
            && bounded
            && complete
            && honest_moves > 0,
        results: json!({
            "fired": fired, "requests": count(&shared.requests), "frames": count(&shared.frames),
            "statuses": {"1xx": count(&shared.statuses[1]), "2xx": count(&shared.statuses[2]), "3xx": count(&shared.statuses[3]),
                         "4xx": count(&shared.statuses[4]), "5xx": count(&shared.statuses[5])},
            "closed_without_answer": count(&shared.unanswered), "seconds": seconds, "per_second": fired as f64 / seconds,
            "honest_moves": honest_moves, "honest_ack_ms": latencies.take(), "alive": alive, "complete": complete,
            "server_before": idle, "server": usage, "memory_bounded": bounded, "panics": panics.len(),
            "first_panics": &panics[..panics.len().min(5)], "failures": failures.len(),
            "first_failures": &failures[..failures.len().min(8)],
        }),
    })
}

/// Guests and games for the requests to name.
async fn stock(route: &Route, luck: &mut Luck) -> anyhow::Result<Stock> {
    let mut client = Client::new(route);
    let mut stock = Stock { tokens: Vec::new(), games: Vec::new(), openings: Vec::new() };
    for _ in 0..8 {
        let players = [api::guest(&mut client).await?, api::guest(&mut client).await?];
        let mut table = Table::open(&mut client, luck, &players, Wish::default()).await?;
        if let Some((by, mv)) = table.draw(luck) {
            stock.openings.push((players[by].token.clone(), mv));
        }
        stock.games.push(table.id);
        stock.tokens.extend(players.map(|guest| guest.token));
    }
    Ok(stock)
}

/// Puts new games into the stock.
async fn restock(shared: Arc<Shared>, mut luck: Luck) {
    while shared.goes_on() {
        match stock(&shared.route, &mut luck).await {
            Ok(fresh) => {
                *shared.stock.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
            }
            Err(error) => shared.fail(format!("new games: {error:#}")),
        }
        sleep(Duration::from_secs(1)).await;
    }
}

/// Plays on, come what may.
async fn honest(shared: Arc<Shared>, mut luck: Luck, latencies: Latencies) {
    while !shared.stop.load(Ordering::Relaxed) {
        if let Err(error) = honest_game(&shared, &mut luck, &latencies).await {
            shared.fail(format!("the honest game: {error:#}"));
            sleep(Duration::from_secs(1)).await;
        }
    }
}

async fn honest_game(
    shared: &Shared,
    luck: &mut Luck,
    latencies: &Latencies,
) -> anyhow::Result<()> {
    let mut client = Client::new(&shared.route);
    let players = [api::guest(&mut client).await?, api::guest(&mut client).await?];
    let mut table = Table::open(&mut client, luck, &players, Wish::default()).await?;
    while let Some((by, mv)) = table.draw(luck) {
        if shared.stop.load(Ordering::Relaxed) {
            break;
        }
        let asked = Instant::now();
        let body = table.body(&mv, &format!("h{}", table.ply));
        let answer = client.post(&table.moves_path(), &players[by].token, &body).await?;
        latencies.add(asked.elapsed());
        let done = api::outcome(&answer).map_err(|no| anyhow::anyhow!("{mv}: {no:?}"))?;
        table.advance(&mv, done.version)?;
        shared.honest.fetch_add(1, Ordering::Relaxed);
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_fires_the_same_shots_and_some_are_broken() {
        let stock = Stock {
            tokens: vec!["t".to_owned()],
            games: vec!["g".to_owned()],
            openings: Vec::new(),
        };
        let fire = |seed| {
            let mut luck = Luck::new(seed);
            (0..3000).map(|_| requests::shot(&mut luck, &stock)).collect::<Vec<_>>()
        };
        let shots = fire(5);
        let bytes = |shots: &[requests::Shot]| {
            shots.iter().flat_map(|shot| shot.bytes.clone()).collect::<Vec<u8>>()
        };
        assert_eq!(bytes(&shots), bytes(&fire(5)));
        assert_ne!(bytes(&shots), bytes(&fire(6)));
        for end in [requests::End::Answered, requests::End::Endless, requests::End::Broken] {
            assert!(shots.iter().any(|shot| shot.end == end), "{end:?}");
        }
    }

    #[test]
    fn frames_of_any_length_are_masked_as_a_client_must() {
        let mut luck = Luck::new(1);
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let payload = vec![b'a'; length];
            let frame = frames::frame(&mut luck, 0x81, &payload);
            let head = frame.len() - length;
            let mask: Vec<u8> = frame[head - 4..head].to_vec();
            let plain =
                frame[head..].iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
            assert_eq!((frame[1] & 0x80, plain.collect::<Vec<u8>>()), (0x80, payload));
        }
        for _ in 0..2000 {
            assert!(frames::tolerable(&mut luck).1 > 0);
            frames::intolerable(&mut luck);
        }
    }
}
