//! Promises looked at one by one, each in a game of its own: versions, ops, turns, offers, clocks, restarts, a full disk.

mod disk;

use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::address::Route;
use crate::api::{self, Done, Event, Guest, Refused, Snapshot};
use crate::http::Client;
use crate::luck::Luck;
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::stream::{Feed, Way};
use crate::table::{Table, Wish};

/// A promise: its name, and what happened to it.
pub type Outcome = (&'static str, Result<(), String>);

/// Runs all probes and reports them.
pub async fn run(target: &Target, seed: u64) -> anyhow::Result<Report> {
    let outcomes = all(target, seed).await?;
    let told: Vec<Value> = outcomes
        .iter()
        .map(|(name, outcome)| json!({"promise": name, "broken": outcome.as_ref().err()}))
        .collect();
    let kept = outcomes.iter().all(|(_, outcome)| outcome.is_ok());
    Ok(Report { kept, results: json!({"probes": outcomes.len(), "outcomes": told}) })
}

/// Runs all probes.
pub async fn all(target: &Target, seed: u64) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut tell = |name, outcome: anyhow::Result<()>| {
        let outcome = outcome.map_err(|error| format!("{error:#}"));
        progress(&format!("{name}: {}", outcome.as_ref().err().map_or("kept", String::as_str)));
        outcomes.push((name, outcome));
    };
    let server = Server::start(target).await?;
    let mut bench = Bench::new(server, seed);
    tell("a move that names an old version is stale", bench.old_version().await);
    tell("a resent op gets the same answer and changes nothing", bench.resent_op().await);
    tell("only the player whose turn it is moves", bench.wrong_player().await);
    tell("a move withdraws offers", bench.offers().await);
    tell("a stream resumes with the very next event", bench.resume().await);
    tell("clocks are charged and incremented exactly", bench.clocks().await);
    if target.url.is_none() {
        tell("the server's absence is nobody's time", bench.pause().await);
        drop(bench);
        tell(
            "a full disk acknowledges nothing and forgets nothing",
            disk::full_disk(target, seed).await,
        );
    }
    Ok(outcomes)
}

struct Bench {
    server: Server,
    client: Client,
    luck: Luck,
}

impl Bench {
    fn new(server: Server, seed: u64) -> Bench {
        let client = Client::new(&server.route());
        Bench { server, client, luck: Luck::new(seed) }
    }

    async fn table(&mut self, clock: Option<(u64, u64)>) -> anyhow::Result<Table> {
        let players = [self.guest().await?, self.guest().await?];
        let wish = Wish { clock, alone: false };
        Table::open(&mut self.client, &mut self.luck, &players, wish).await
    }

    async fn guest(&mut self) -> anyhow::Result<Guest> {
        api::guest(&mut self.client).await
    }

    /// Draws a move and sends it; who made it, its text and the answer.
    async fn play(&mut self, table: &mut Table, op: &str) -> anyhow::Result<(usize, String, Done)> {
        let (by, mv) = table.draw(&mut self.luck).context("a game that goes on")?;
        let body = table.body(&mv, op);
        let done = self.send(&table.players[by], table, &body).await?;
        let done = done.map_err(|no| anyhow::anyhow!("{mv} was refused: {no:?}"))?;
        table.advance(&mv, done.version)?;
        Ok((by, mv, done))
    }

    async fn send(
        &mut self,
        who: &Guest,
        table: &Table,
        body: &Value,
    ) -> anyhow::Result<Result<Done, Refused>> {
        Ok(api::command(&mut self.client, &who.token, &table.id, "moves", body).await?)
    }

    async fn draw(
        &mut self,
        who: &Guest,
        table: &Table,
        action: &str,
    ) -> anyhow::Result<Result<Done, Refused>> {
        let body = json!({"action": action});
        Ok(api::command(&mut self.client, &who.token, &table.id, "draw", &body).await?)
    }

    async fn snapshot(&mut self, table: &Table) -> anyhow::Result<Snapshot> {
        api::snapshot(&mut self.client, None, &table.id).await?
    }

    async fn old_version(&mut self) -> anyhow::Result<()> {
        let mut table = self.table(None).await?;
        self.play(&mut table, "a").await?;
        let (by, mv) = table.draw(&mut self.luck).context("a game that goes on")?;
        let body = api::move_body(&mv, table.ply, table.version - 1, "b");
        let refused = self.send(&table.players[by].clone(), &table, &body).await?;
        let kind = refused.map_err(|no| (no.status, no.kind, no.current.map(|now| now.version)));
        ensure!(
            kind == Err((409, "stale".to_owned(), Some(table.version))),
            "a move after version {} was answered {kind:?}",
            table.version - 1
        );
        let version = self.snapshot(&table).await?.version;
        ensure!(version == table.version, "a refused move left version {version}");
        Ok(())
    }

    async fn resent_op(&mut self) -> anyhow::Result<()> {
        let mut table = self.table(None).await?;
        let (by, mv, done) = self.play(&mut table, "a").await?;
        self.play(&mut table, "b").await?;
        let player = table.players[by].clone();
        for version in [done.version - 1, table.version] {
            let body = api::move_body(&mv, 0, version, "a");
            let again = self.send(&player, &table, &body).await?;
            ensure!(again.as_ref().ok() == Some(&done), "{done:?}, and again {again:?}");
        }
        let body = json!({"op": "d", "action": "offer"});
        for _ in 0..2 {
            let path = "draw";
            let offered =
                api::command(&mut self.client, &player.token, &table.id, path, &body).await?;
            let expected = Done { version: table.version + 1, ply: 2 };
            ensure!(offered.as_ref().ok() == Some(&expected), "a resent offer: {offered:?}");
        }
        let now = self.snapshot(&table).await?;
        ensure!((now.moves.len(), now.version) == (2, table.version + 1), "{now:?}");
        Ok(())
    }

    async fn wrong_player(&mut self) -> anyhow::Result<()> {
        let mut table = self.table(None).await?;
        let stranger = self.guest().await?;
        for ply in 0..4 {
            let (by, mv) = table.draw(&mut self.luck).context("a game that goes on")?;
            for other in [table.players[1 - by].clone(), stranger.clone()] {
                let body = table.body(&mv, &format!("x{ply}"));
                let refused = self.send(&other, &table, &body).await?;
                let status = refused.map_err(|no| no.status);
                ensure!(status == Err(403), "another's move was answered {status:?}");
            }
            self.play(&mut table, &format!("p{ply}")).await?;
        }
        Ok(())
    }

    async fn offers(&mut self) -> anyhow::Result<()> {
        let mut table = self.table(None).await?;
        self.play(&mut table, "a").await?;
        let [first, second] = table.players.clone();
        let offered = self.draw(&first, &table, "offer").await?;
        let offered = offered.map_err(|no| anyhow::anyhow!("an offer was refused: {no:?}"))?;
        table.version = offered.version;
        self.play(&mut table, "b").await?;
        let offers = self.snapshot(&table).await?.offers.unwrap_or_default();
        ensure!(offers["draw"].is_null(), "after a move {offers} is on offer");
        let accepted = self.draw(&second, &table, "accept").await?;
        ensure!(accepted.is_err(), "a withdrawn offer was accepted");
        Ok(())
    }

    async fn resume(&mut self) -> anyhow::Result<()> {
        let mut table = self.table(None).await?;
        for ply in 0..4 {
            self.play(&mut table, &format!("r{ply}")).await?;
        }
        let route = self.server.route();
        for way in [Way::Socket, Way::Lines] {
            for since in 0..table.version {
                let stream = route.connect().await?;
                let token = Some(table.players[0].token.as_str());
                let mut feed = Feed::open(stream, &route, way, &table.id, since, token).await?;
                let first = timeout(Duration::from_secs(10), first_event(&mut feed)).await;
                let first =
                    first.with_context(|| format!("no event after {since} by {way:?}"))??;
                ensure!(
                    first.version == Some(since + 1),
                    "after {since} came {:?} by {way:?}",
                    first.version
                );
            }
        }
        Ok(())
    }

    async fn clocks(&mut self) -> anyhow::Result<()> {
        const INITIAL: u64 = 60_000;
        const INCREMENT: u64 = 2_000;
        let mut table = self.table(Some((INITIAL, INCREMENT))).await?;
        for ply in 0..8 {
            sleep(Duration::from_millis(self.luck.between(20, 120) as u64)).await;
            self.play(&mut table, &format!("c{ply}")).await?;
        }
        let route = self.server.route();
        let log = read_clocks(&route, &table).await?;
        let (mut left, mut moved, mut before) = ([INITIAL; 2], [false; 2], 0);
        for Reading { at, by, clocks, running, now } in log {
            // The first move of each side is free; after it time is charged, then the increment added.
            if std::mem::replace(&mut moved[by], true) {
                left[by] = left[by] + INCREMENT - (at - before).min(left[by]);
            }
            // The last event tells of clocks that have run on since.
            let mut shown = left;
            if let Some(side) = running {
                shown[side] -= (now - at).min(shown[side]);
            }
            ensure!(clocks == shown, "clocks of {clocks:?} where {shown:?} ms are left");
            before = at;
        }
        Ok(())
    }

    async fn pause(&mut self) -> anyhow::Result<()> {
        const AWAY: Duration = Duration::from_secs(3);
        let mut table = self.table(Some((600_000, 0))).await?;
        // Turns need not alternate: until both have moved no clock runs for good.
        for ply in 0..6 {
            self.play(&mut table, &format!("q{ply}")).await?;
        }
        let left = |now: &Snapshot| {
            let clocks = now.clocks.clone().unwrap_or_default();
            let side = |name: &str| clocks[name].as_u64().unwrap_or(0);
            (side("first") + side("second"), clocks["paused"] == json!(true))
        };
        let (before, _) = left(&self.snapshot(&table).await?);
        self.server.kill()?;
        sleep(AWAY).await;
        self.server.restart().await?;
        self.client = Client::new(&self.server.route());
        let (after, paused) = left(&self.snapshot(&table).await?);
        ensure!(paused, "the clocks do not stand still after a restart");
        let charged = before.saturating_sub(after);
        ensure!(charged < 1_000, "{charged} ms were charged for an absence of {AWAY:?}");
        Ok(())
    }
}

async fn first_event(feed: &mut Feed<tokio::net::TcpStream>) -> anyhow::Result<Event> {
    loop {
        let told: Event = serde_json::from_str(&feed.next().await?)?;
        if told.version.is_some() {
            return Ok(told);
        }
    }
}

/// What the log says of the clocks after a move.
struct Reading {
    at: u64,
    by: usize,
    clocks: [u64; 2],
    running: Option<usize>,
    now: u64,
}

impl Reading {
    fn of(event: &Value) -> anyhow::Result<Reading> {
        let number = |value: &Value| value.as_u64().context("a number of milliseconds");
        let clocks = &event["clocks"];
        Ok(Reading {
            at: number(&event["at"])?,
            by: usize::from(event["player"] == "second"),
            clocks: [number(&clocks["first"])?, number(&clocks["second"])?],
            running: ["first", "second"].iter().position(|side| clocks["running"] == *side),
            now: number(&clocks["now"])?,
        })
    }
}

async fn read_clocks(route: &Route, table: &Table) -> anyhow::Result<Vec<Reading>> {
    let stream = route.connect().await?;
    let mut feed = Feed::open(stream, route, Way::Lines, &table.id, 0, None).await?;
    let mut moves = Vec::new();
    loop {
        let next = timeout(Duration::from_secs(10), feed.next()).await;
        let event: Value = serde_json::from_str(&next.context("the events of a game")??)?;
        if event["event"] == "moved" {
            moves.push(Reading::of(&event)?);
        }
        if event["version"].as_u64() == Some(table.version) {
            return Ok(moves);
        }
    }
}
