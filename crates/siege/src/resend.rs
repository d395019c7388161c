//! The same command sent again and again, and many times at once: it is done once, and every answer to it is the same. Another command by
//! the name of one that was done is refused: it is neither done nor acknowledged.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, ensure};
use clap::Args;
use futures_util::future::join_all;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::address::Route;
use crate::api::{self, Done, Guest};
use crate::http::Client;
use crate::luck::Luck;
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::table::{Table, Wish};

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// How many requests that repeat or race another
    #[arg(long, default_value_t = 1_000_000)]
    pub times: u64,
    /// How many games at the same time
    #[arg(long, default_value_t = 16)]
    pub games: usize,
    /// How many send the same command at once
    #[arg(long, default_value_t = 6)]
    pub racers: usize,
}

/// What all share.
struct Field {
    route: Route,
    times: u64,
    sent: AtomicU64,
    made: AtomicU64,
    /// Other commands by the name of one that was done.
    misnamed: AtomicU64,
    broken: Mutex<Vec<String>>,
}

impl Field {
    fn is_done(&self) -> bool {
        self.sent.load(Ordering::Relaxed) >= self.times
    }

    fn is_broken(&self, what: String) {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let mut luck = Luck::new(seed);
    let server = Server::start(target).await?;
    let field = Arc::new(Field {
        route: server.route(),
        times: options.times,
        sent: AtomicU64::new(0),
        made: AtomicU64::new(0),
        misnamed: AtomicU64::new(0),
        broken: Mutex::default(),
    });
    let mut tasks = JoinSet::new();
    for _ in 0..options.games {
        let (field, luck, racers) = (field.clone(), luck.fork(), options.racers.max(2));
        tasks.spawn(async move {
            let mut luck = luck;
            while !field.is_done() {
                if let Err(error) = race(&field, &mut luck, racers).await {
                    field.is_broken(format!("{error:#}"));
                    return;
                }
            }
        });
    }
    while tasks.join_next().await.is_some() {
        progress(&format!("{} sent", field.sent.load(Ordering::Relaxed)));
    }
    let broken = field.broken.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Report {
        kept: broken.is_empty() && server.panics().is_empty(),
        results: json!({
            "repeated_or_raced": field.sent.load(Ordering::Relaxed), "moves_made": field.made.load(Ordering::Relaxed),
            "misnamed_and_refused": field.misnamed.load(Ordering::Relaxed),
            "broken": broken.len(), "first_broken": &broken[..broken.len().min(5)], "panics": server.panics(),
        }),
    })
}

/// Plays one game in which every command is sent many times.
async fn race(field: &Field, luck: &mut Luck, racers: usize) -> anyhow::Result<()> {
    let mut clients: Vec<Client> = (0..racers).map(|_| Client::new(&field.route)).collect();
    let one = &mut clients[0];
    let players: [Guest; 2] = [api::guest(one).await?, api::guest(one).await?];
    let mut table = Table::open(one, luck, &players, Wish::default()).await?;
    let mut done: BTreeMap<String, (usize, Value, Done)> = BTreeMap::new();
    while let Some((by, mv)) = table.draw(luck).filter(|_| !field.is_done()) {
        let op = format!("r{}", table.ply);
        let body = table.body(&mv, &op);
        let token = table.players[by].token.clone();
        let answer = all_at_once(field, &mut clients, &table, &token, &body).await?;
        table.advance(&mv, answer.version)?;
        field.made.fetch_add(1, Ordering::Relaxed);
        done.insert(op, (by, body, answer));
        // Any command of before gets the answer of before.
        let at = luck.below(done.len());
        if let Some((op, (by, body, first))) = done.iter().nth(at) {
            let token = table.players[*by].token.clone();
            let again = all_at_once(field, &mut clients, &table, &token, body).await?;
            ensure!(again == *first, "a resend was answered {again:?}, the first was {first:?}");
            misname(field, &mut clients[0], &table, &token, op).await?;
        }
    }
    let snapshot = api::snapshot(&mut clients[0], None, &table.id).await??;
    ensure!(
        snapshot.moves.len() as u32 == table.ply,
        "{} moves were acknowledged and {} made in {}",
        table.ply,
        snapshot.moves.len(),
        table.id
    );
    Ok(())
}

/// Resigns by the name of a move that was made: that must be refused, and the game go on.
async fn misname(
    field: &Field,
    client: &mut Client,
    table: &Table,
    token: &str,
    op: &str,
) -> anyhow::Result<()> {
    let answer = api::command(client, token, &table.id, "resign", &json!({ "op": op })).await?;
    let as_wanted = matches!(&answer, Err(refused) if refused.status == 422);
    ensure!(as_wanted, "a resignation by the name of the move {op} was answered {answer:?}");
    field.misnamed.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Sends a command from all clients at once; all that say it is done must say the same.
async fn all_at_once(
    field: &Field,
    clients: &mut [Client],
    table: &Table,
    token: &str,
    body: &Value,
) -> anyhow::Result<Done> {
    let path = table.moves_path();
    let answers = join_all(clients.iter_mut().map(|client| client.post(&path, token, body))).await;
    field.sent.fetch_add(answers.len() as u64, Ordering::Relaxed);
    let mut done: Option<Done> = None;
    for answer in answers {
        let answer = api::outcome(&answer?);
        let answer = answer.map_err(|no| anyhow::anyhow!("{body} was refused: {no:?}"))?;
        let first = *done.get_or_insert(answer);
        ensure!(first == answer, "{body} was answered {first:?} and {answer:?}");
    }
    done.context("somebody was answered")
}
