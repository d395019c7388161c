//! The dearest requests that are permitted, from one address or from many, while honest games are measured.
//!
//! The server keeps its usual limits. Whoever floods waits a little when told to, as somebody would who wants as much as there is to be
//! had, and hangs up on what takes long, to ask for the next. Thinking, and hearing long games from their beginning, have connections of their
//! own. Honest players have addresses of their own, and their moves are measured before the flood and during it, from the moment each was
//! due. All this shares a machine that in earnest would be three: the flood has threads of its own, which the system thinks less of than of
//! the players', and how late those were by themselves is told apart.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use quintet_core::Variant;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::address::Route;
use crate::api::{self, Guest};
use crate::http::{self, Client};
use crate::luck::Luck;
use crate::metrics::{Figures, Share, Time};
use crate::numbers::{Latencies, Spread};
use crate::report::{Report, progress};
use crate::server::{Limits, Server, Target};
use crate::table::{Table, Wish};

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// From how many addresses the flood comes
    #[arg(long, default_value_t = 1)]
    addresses: u8,
    /// How many connections each of them has
    #[arg(long, default_value_t = 12)]
    connections: usize,
    /// How many honest games
    #[arg(long, default_value_t = 20)]
    games: usize,
    /// Moves a second in each of them
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    /// For how long they are measured before the flood, and during it
    #[arg(long, default_value_t = 30.0)]
    seconds: f64,
    /// At most so many times may the honest p99 rise; 0 promises nothing
    #[arg(long, default_value_t = 2.0)]
    promise_ratio: f64,
    /// At most so much more memory, in MiB; 0 promises nothing
    #[arg(long, default_value_t = 300.0)]
    promise_mib: f64,
}

/// How long somebody waits who was told to wait.
const TOLD_TO_WAIT: Duration = Duration::from_millis(250);
/// How long somebody reads an analysis, or listens to a game.
const PATIENCE: Duration = Duration::from_secs(6);
/// How long for a hint, of which nothing is heard until it is there: the flood's own games stand before it.
const PATIENCE_FOR_A_HINT: Duration = Duration::from_secs(20);
/// How many moves the game has that is heard from its beginning: about as many as may be made at once.
const LONG: usize = 95;
/// How much less the system thinks of the flood's threads than of the players', in its measure from 0 to 19.
const NICE: i32 = 10;
/// So many characters of moves fit into an address.
const LONGEST_QUERY: usize = 12_000;
/// And so many into a body.
const LONGEST_BODY: usize = 50_000;

/// What all share.
#[derive(Default)]
struct Field {
    /// Of honest moves, from due to answered.
    honest: Latencies,
    /// And from when it could be sent to when it was: their client's own delay.
    late: Latencies,
    answers: Mutex<BTreeMap<String, u64>>,
    failures: Mutex<Vec<String>>,
    stop: AtomicBool,
}

impl Field {
    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts an answer: its status, if one came in time, and whether it was heard to its end.
    fn answered(&self, what: &str, answer: Option<(u16, bool)>) {
        let (status, is_all) = answer.unwrap_or_default();
        let end = if is_all { "" } else { " cut" };
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry(format!("{what} {status}{end}")).or_default() += 1;
    }
}

/// What was measured of honest moves.
#[derive(Serialize)]
struct Measured {
    honest: Spread,
    client_late: Spread,
    server_share: Option<Share>,
    commit: Option<Share>,
    commit_wait: Option<Share>,
}

/// Measures honest moves for as long as is wanted.
async fn measure(server: &Server, field: &Field, options: &Options) -> Measured {
    field.honest.take();
    field.late.take();
    let before = Figures::ask(server).await;
    sleep(Duration::from_secs_f64(options.seconds)).await;
    let after = Figures::ask(server).await;
    Measured {
        honest: field.honest.take(),
        client_late: field.late.take(),
        server_share: after.since(&before, Time::Move),
        commit: after.since(&before, Time::Commit),
        commit_wait: after.since(&before, Time::CommitWait),
    }
}

/// Threads for the flood.
fn humble_threads() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .on_thread_start(|| {
            // Where the system refuses, they are threads like others.
            let _ = rustix::process::nice(NICE);
        })
        .build()
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let mut luck = Luck::new(seed);
    let target = Target { limits: Limits::Usual, ..target.clone() };
    let server = Server::start(&target).await?;
    let field = Arc::new(Field::default());
    let mut tasks = JoinSet::new();
    // Shared: each game comes from an address of its own.
    let route = server.route();
    for number in 0..options.games {
        let (field, route, luck) = (field.clone(), route.clone(), luck.fork());
        let period = Duration::from_secs_f64(1.0 / options.rate);
        tasks.spawn(async move {
            if let Err(error) = play(&field, &route, luck, period).await
                && !field.stops()
            {
                let mut failures = field.failures.lock().unwrap_or_else(PoisonError::into_inner);
                failures.push(format!("game {number}: {error:#}"));
            }
        });
    }
    // Until all are seated.
    sleep(Duration::from_secs(3)).await;
    progress("honest games alone");
    let before = measure(&server, &field, options).await;
    let usage_before = server.usage();
    progress("and the flood");
    let dear = Arc::new(dear_requests(&mut luck)?);
    let flooding = humble_threads()?;
    for address in 1..=options.addresses {
        for connection in 0..options.connections {
            let route = server.route().only_from(address);
            flooding.spawn(flood(field.clone(), route, dear.clone(), connection));
        }
    }
    let during = measure(&server, &field, options).await;
    let usage = server.usage();
    field.stop.store(true, Ordering::Relaxed);
    flooding.shutdown_background();
    tasks.abort_all();
    while tasks.join_next().await.is_some() {}
    let failures = field.failures.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let ratio = during.honest.p99 / before.honest.p99.max(0.001);
    let more = usage.zip(usage_before).map(|(after, before)| after.peak_mib - before.rss_mib);
    let small = options.promise_mib <= 0.0 || more.is_none_or(|more| more <= options.promise_mib);
    let quick = options.promise_ratio <= 0.0 || ratio <= options.promise_ratio;
    let answers = field.answers.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Report {
        kept: failures.is_empty() && server.panics().is_empty() && small && quick,
        results: json!({
            "before_ms": before, "during_ms": during, "p99_ratio": ratio, "more_mib": more,
            "flood_answers": answers, "failures": failures.len(),
            "first_failures": &failures[..failures.len().min(5)], "panics": server.panics(),
        }),
    })
}

/// Plays game after game, and measures how long moves take.
async fn play(
    field: &Field,
    route: &Route,
    mut luck: Luck,
    period: Duration,
) -> anyhow::Result<()> {
    let mut client = Client::new(route);
    let players: [Guest; 2] = [api::guest(&mut client).await?, api::guest(&mut client).await?];
    let mut next = Instant::now() + period.mul_f64(luck.below(1000) as f64 / 1000.0);
    loop {
        let mut table = Table::open(&mut client, &mut luck, &players, Wish::default()).await?;
        // Whoever waited for the game owes it no moves.
        next = next.max(Instant::now());
        while let Some((by, mv)) = table.draw(&mut luck) {
            // The move before may have been answered after this one was due.
            let could = next.max(Instant::now());
            sleep_until(next).await;
            field.late.add(could.elapsed());
            let body = table.body(&mv, &format!("f{}", table.ply));
            let answer = client.post(&table.moves_path(), &table.players[by].token, &body).await?;
            field.honest.add(next.elapsed());
            let done = api::outcome(&answer);
            let done = done.map_err(|no| anyhow::anyhow!("{} refused: {no:?}", table.id))?;
            table.advance(&mv, done.version)?;
            next += period;
        }
    }
}

/// A request that takes the server long.
struct Dear {
    what: &'static str,
    path: String,
    body: Option<Value>,
}

/// Which connections ask for it: each does one thing, so that what takes long keeps none from the rest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Think,
    Listen,
    Work,
}

impl Role {
    fn of(connection: usize) -> Role {
        match connection % 4 {
            0 => Role::Think,
            1 => Role::Listen,
            _ => Role::Work,
        }
    }
}

impl Dear {
    fn role(&self) -> Role {
        match self.what {
            "analyze" | "hint" => Role::Think,
            "past" => Role::Listen,
            _ => Role::Work,
        }
    }
}

/// What the flood asks for.
struct Flood {
    /// Every kind of dear request, as dear as it gets.
    dear: Vec<Dear>,
    /// The game that lasts longest, and its moves.
    long: (&'static str, Vec<String>),
}

fn dear_requests(luck: &mut Luck) -> anyhow::Result<Flood> {
    let (mut dear, mut long) = (Vec::new(), ("", Vec::new()));
    for game in quintet_catalog::standard().games() {
        let mut played = game.start(Variant::default());
        let (mut moves, mut text) = (Vec::new(), String::new());
        while let Some(mv) = played.random_move(luck.dice()) {
            if text.len() + mv.len() > LONGEST_QUERY {
                break;
            }
            played.play(&mv)?;
            text = text + &encoded(&mv) + "+";
            moves.push(mv);
        }
        let id = game.info().id;
        // Half of a game, so that there is much on the board and something to come.
        let mut half = game.start(Variant::default());
        for mv in &moves[..moves.len() / 2] {
            half.play(mv)?;
        }
        let path = format!("/api/edits?game={id}&position={}", encoded(&half.position()));
        dear.push(Dear { what: "edits", path, body: None });
        let path = format!("/api/position?game={id}&moves={}", text.trim_end_matches('+'));
        dear.push(Dear { what: "position", path, body: None });
        let record = quintet_catalog::record(played.as_ref()).to_string();
        let many = LONGEST_BODY / (record.len() + 2).max(1);
        let body = json!({ "text": vec![record; many.max(1)].join("\n\n") });
        dear.push(Dear { what: "records", path: "/api/records".into(), body: Some(body) });
        let body = json!({ "game": id, "seconds": 10, "lines": 5 });
        dear.push(Dear { what: "analyze", path: "/api/analyze".into(), body: Some(body) });
        let path = format!("/api/catalog/{id}");
        dear.push(Dear { what: "catalog", path, body: None });
        if moves.len() > long.1.len() {
            long = (id, moves);
        }
    }
    dear.push(Dear { what: "list", path: "/api/games?limit=100".into(), body: None });
    long.1.truncate(LONG);
    Ok(Flood { dear, long })
}

/// A text as it stands in an address.
fn encoded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~/,@:".contains(byte);
    let each = text.bytes().map(|byte| {
        if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    });
    each.collect()
}

/// Somebody who floods: a guest with a game against the strongest level, as far as the limits let anybody become that.
async fn somebody(client: &mut Client) -> Option<(Guest, Vec<Dear>)> {
    let guest = api::guest(client).await.ok()?;
    // Any will do: the level thinks for as long in each.
    let game = quintet_catalog::standard().games().last()?.info().id;
    let get = |what, path: &str| Dear { what, path: path.into(), body: None };
    let post = |what, path: &str, body| Dear { what, path: path.into(), body: Some(body) };
    let first = json!({ "game": game, "seats": ["level:8", "me"] });
    let mut own = vec![
        post("guest", "/api/guest", json!({})),
        post("game", "/api/games", first),
        get("mine", "/api/games?mine=true&limit=100"),
        get("data", "/api/guest/data"),
    ];
    let second = json!({ "game": game, "seats": ["me", "level:8"] });
    if let Ok(id) = api::new_game(client, &guest.token, &second).await {
        own.push(post("hint", &format!("/api/games/{id}/hint"), json!({})));
        own.push(get("record", &format!("/api/games/{id}/record")));
        own.push(get("look", &format!("/api/games/{id}")));
    }
    Some((guest, own))
}

/// A game of somebody alone, as long as it gets: how it is heard from its beginning.
async fn long_game(
    field: &Field,
    client: &mut Client,
    guest: &Guest,
    flood: &Flood,
) -> Option<Dear> {
    let (game, moves) = &flood.long;
    let seats = json!({ "game": game, "seats": ["me", "me"] });
    let id = api::new_game(client, &guest.token, &seats).await.ok()?;
    for (ply, mv) in moves.iter().enumerate() {
        let body = json!({ "move": mv, "ply": ply, "op": format!("l{ply}") });
        // Told to wait, it waits; a resend of what was made is none.
        while !field.stops() {
            let made = api::command(client, &guest.token, &id, "moves", &body).await;
            if matches!(made, Ok(Ok(_))) {
                break;
            }
            sleep(TOLD_TO_WAIT).await;
        }
    }
    Some(Dear { what: "past", path: format!("/api/games/{id}/events?since=0"), body: None })
}

/// Asks for one dear thing after the other, of those that this connection is for.
async fn flood(field: Arc<Field>, route: Route, flood: Arc<Flood>, connection: usize) {
    let role = Role::of(connection);
    let mut client = Client::new(&route);
    let (guest, own) = somebody(&mut client).await.unzip();
    let mut own = own.unwrap_or_default();
    if let (Some(guest), Role::Listen) = (&guest, role) {
        own.extend(long_game(&field, &mut client, guest, &flood).await);
    }
    let token = guest.as_ref().map(|guest| guest.token.as_str());
    let all = flood.dear.iter().chain(&own);
    let mut requests: Vec<&Dear> = all.filter(|dear| dear.role() == role).collect();
    if requests.is_empty() {
        // Not everybody becomes a guest with a game.
        requests = flood.dear.iter().filter(|dear| dear.role() == Role::Work).collect();
    }
    for at in connection.. {
        if field.stops() {
            return;
        }
        let dear = requests[at % requests.len()];
        let method = if dear.body.is_some() { "POST" } else { "GET" };
        let Ok(request) = http::request(method, &dear.path, token, dear.body.as_ref()) else {
            return;
        };
        let patience = if dear.what == "hint" { PATIENCE_FOR_A_HINT } else { PATIENCE };
        let answer = client.ask_until(Instant::now() + patience, request).await;
        field.answered(dear.what, answer);
        // Nothing at all is an answer, too.
        if matches!(answer, None | Some((429 | 503, _))) {
            sleep(TOLD_TO_WAIT).await;
        }
    }
}
