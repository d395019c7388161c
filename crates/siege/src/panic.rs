//! Panics in one room and in one request, on a server that was built with its mistakes: the others must not notice.

use anyhow::Context as _;
use clap::Args;
use hyper::header::HeaderValue;
use serde::Serialize;
use serde_json::{Value, json};

use crate::api;
use crate::http::{Client, Connection, request};
use crate::luck::Luck;
use crate::report::{Report, progress};
use crate::server::{Server, Target};
use crate::table::{Table, Wish};

/// A move with an op that begins so makes its room panic.
const ROOM: &str = "panic-room";
/// A request with this header panics.
const REQUEST: &str = "x-panic";

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// How many panics of each kind
    #[arg(long, default_value_t = 20)]
    pub times: u32,
}

/// Runs it, with other games in between.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let times = options.times;
    let mut luck = Luck::new(seed);
    let server = Server::start(target).await?;
    let mut client = Client::new(&server.route());
    let players = [api::guest(&mut client).await?, api::guest(&mut client).await?];
    let mut other = Table::open(&mut client, &mut luck, &players, Wish::default()).await?;
    let (mut room_statuses, mut request_statuses) = (Vec::new(), Vec::new());
    let (mut others, mut went_on) = (0, 0);
    for number in 0..times {
        let mut table = Table::open(&mut client, &mut luck, &players, Wish::default()).await?;
        let (by, mv) = table.draw(&mut luck).context("a game that begins")?;
        let token = &players[by].token;
        let body = table.body(&mv, &format!("{ROOM}-{number}"));
        room_statuses.push(client.post(&table.moves_path(), token, &body).await?.status);
        request_statuses.push(panic_in_a_request(&server).await?);
        // The room that panicked was read again from its log, and goes on.
        let body = table.body(&mv, "after");
        if api::outcome(&client.post(&table.moves_path(), token, &body).await?).is_ok() {
            went_on += 1;
        }
        others += u32::from(play_on(&mut client, &mut other, &mut luck).await?);
        if other.draw(&mut luck).is_none() {
            other = Table::open(&mut client, &mut luck, &players, Wish::default()).await?;
        }
    }
    let alive = server.is_alive().await;
    let panics = server.panics().len();
    progress(&format!("{panics} panics in the log"));
    let all_500 = |statuses: &[u16]| statuses.iter().all(|status| *status == 500);
    let answered = all_500(&room_statuses) && all_500(&request_statuses);
    let kept = alive && went_on == times && others == times && panics > 0 && answered;
    let results: Value = json!({
        "times": times, "room_statuses": distinct(&room_statuses), "request_statuses": distinct(&request_statuses),
        "rooms_that_went_on": went_on, "moves_in_another_room": others, "alive": alive, "panics_in_log": panics,
    });
    Ok(Report { results, kept })
}

fn distinct(statuses: &[u16]) -> Vec<u16> {
    let mut statuses = statuses.to_vec();
    statuses.sort_unstable();
    statuses.dedup();
    statuses
}

async fn panic_in_a_request(server: &Server) -> anyhow::Result<u16> {
    let mut connection = Connection::over(server.route().connect().await?).await?;
    let mut request = request("GET", "/api/catalog", None, None)?;
    request.headers_mut().insert(REQUEST, HeaderValue::from_static("yes"));
    // A connection that is cut instead of answered counts as status 0.
    Ok(connection.send(request).await.map_or(0, |answer| answer.status))
}

async fn play_on(client: &mut Client, table: &mut Table, luck: &mut Luck) -> anyhow::Result<bool> {
    let (by, mv) = table.draw(luck).context("a game that goes on")?;
    let body = table.body(&mv, &format!("o{}", table.ply));
    let answer = client.post(&table.moves_path(), &table.players[by].token, &body).await?;
    let Ok(done) = api::outcome(&answer) else { return Ok(false) };
    table.advance(&mv, done.version)?;
    Ok(true)
}
