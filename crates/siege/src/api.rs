//! The wire contract as a client sees it: only the fields that are looked at.

use std::io;

use anyhow::{Context as _, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::http::{Answer, Client};

/// A guest's account.
#[derive(Clone, Debug, Deserialize)]
pub struct Guest {
    /// Who.
    pub id: String,
    /// The secret that proves it.
    pub token: String,
}

/// A line of a game's stream.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    #[serde(rename = "event")]
    pub kind: String,
    /// Its number; passing news have none.
    pub version: Option<u64>,
    /// Who did it.
    pub player: Option<String>,
    /// The client's name for the command, if it was the reader's.
    pub op: Option<String>,
    /// How many moves have been made after it.
    pub ply: Option<u32>,
    /// The last move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The position after it.
    pub position: Option<String>,
    /// Whether the game goes on.
    pub status: Option<String>,
}

/// A game as it stands.
#[derive(Clone, Debug, Deserialize)]
pub struct Snapshot {
    /// How many events there were.
    pub version: u64,
    /// All moves.
    pub moves: Vec<String>,
    /// The position.
    pub position: String,
    /// `open`, `running`, `finished` or `aborted`.
    pub status: String,
    /// Who won, if it has ended.
    pub result: Option<String>,
    /// What is left on the clocks.
    pub clocks: Option<Value>,
    /// What is on offer.
    pub offers: Option<Value>,
}

/// What a command was answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Done {
    /// The game's version after it.
    pub version: u64,
    /// The number of moves after it.
    pub ply: u32,
}

/// A refusal.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The status code.
    pub status: u16,
    /// The kind of problem: the end of its `type`.
    pub kind: String,
    /// Why, in words.
    pub detail: String,
    /// The game as it stands, where the refusal carries it.
    pub current: Option<Box<Snapshot>>,
}

/// What an answer to a command means.
pub fn outcome(answer: &Answer) -> Result<Done, Refused> {
    let body = answer.json();
    if answer.status == 200
        && let Ok(done) = Done::deserialize(&body)
    {
        return Ok(done);
    }
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    Err(Refused {
        status: answer.status,
        kind: text("type").rsplit('/').next().unwrap_or_default().to_owned(),
        detail: text("detail"),
        current: Snapshot::deserialize(&body["current"]).ok().map(Box::new),
    })
}

/// A new guest.
pub async fn guest(client: &mut Client) -> anyhow::Result<Guest> {
    let answer = client.ask("POST", "/api/guest", None, Some(&json!({}))).await?;
    read(&answer, 200).context("a new guest")
}

/// A new game; its id.
pub async fn new_game(client: &mut Client, token: &str, setup: &Value) -> anyhow::Result<String> {
    let answer = client.post("/api/games", token, setup).await?;
    let made: Value = read(&answer, 201).with_context(|| format!("a new game of {setup}"))?;
    Ok(made["id"].as_str().context("a new game has an id")?.to_owned())
}

/// Sends a command to a game.
pub async fn command(
    client: &mut Client,
    token: &str,
    game: &str,
    verb: &str,
    body: &Value,
) -> io::Result<Result<Done, Refused>> {
    let answer = client.post(&format!("/api/games/{game}/{verb}"), token, body).await?;
    Ok(outcome(&answer))
}

/// The body of a move request.
pub fn move_body(mv: &str, ply: u32, version: u64, op: &str) -> Value {
    json!({"move": mv, "ply": ply, "version": version, "op": op})
}

/// A game as it stands; the outer error means that the connection failed.
pub async fn snapshot(
    client: &mut Client,
    token: Option<&str>,
    game: &str,
) -> io::Result<anyhow::Result<Snapshot>> {
    let answer = client.get(&format!("/api/games/{game}"), token).await?;
    Ok(read(&answer, 200).with_context(|| format!("game {game}")))
}

/// The body of an answer with the expected status.
pub fn read<T: for<'de> Deserialize<'de>>(answer: &Answer, status: u16) -> anyhow::Result<T> {
    if answer.status != status {
        let body: String = String::from_utf8_lossy(&answer.body).chars().take(300).collect();
        bail!("expected status {status}, got {}: {body}", answer.status);
    }
    Ok(serde_json::from_slice(&answer.body)?)
}
