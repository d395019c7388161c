//! Those who fire: some over HTTP, many requests to a connection, some over `WebSockets`.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::http::Pipe;
use crate::luck::Luck;
use crate::socket::{self, Skimmer};

use super::requests::{End, Shot, shot};
use super::{Shared, excerpt, frames as kinds};

/// How long any answer may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// The server closes a socket that sends more messages than this between two heartbeats, and is right to do so.
const MOST_FRAMES: u64 = 100;
/// What the kernel takes in at once, so that sending never waits for reading.
const VOLLEY_BYTES: usize = 32 * 1024;

/// Fires requests until enough have been fired.
pub async fn requests(shared: Arc<Shared>, mut luck: Luck) {
    while shared.goes_on() {
        match shared.route.connect().await {
            Ok(stream) => fire_over(&shared, &mut luck, stream).await,
            Err(error) => {
                shared.fail(format!("no connection: {error}"));
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Some requests, of which only the last may end the connection.
fn volley(shared: &Shared, luck: &mut Luck) -> Vec<Shot> {
    let stock = shared.stock();
    let mut shots: Vec<Shot> = Vec::new();
    let mut bytes = 0;
    for _ in 0..luck.between(1, 16) {
        let next = shot(luck, &stock);
        bytes += next.bytes.len();
        if bytes > VOLLEY_BYTES && !shots.is_empty() {
            break;
        }
        let last = next.end != End::Answered;
        shots.push(next);
        if last {
            break;
        }
    }
    shots
}

async fn fire_over(shared: &Shared, luck: &mut Luck, stream: TcpStream) {
    let mut pipe = Pipe::new(stream);
    for _ in 0..20 {
        let shots = volley(shared, luck);
        let bytes: Vec<u8> = shots.iter().flat_map(|shot| shot.bytes.iter().copied()).collect();
        // A server that has seen enough closes before all is sent; what it answered can still be read.
        let _ = pipe.send(&bytes).await;
        for shot in &shots {
            let Ok(goes_on) = timeout(PATIENCE, answer(shared, &mut pipe, shot)).await else {
                return shared.fail(format!("no answer in time to {}", excerpt(&shot.bytes)));
            };
            shared.requests.fetch_add(1, Ordering::Relaxed);
            match goes_on {
                Ok(true) => {}
                Ok(false) => return,
                Err(_) => {
                    shared.unanswered.fetch_add(1, Ordering::Relaxed);
                    return;
                }
            }
        }
        if !shared.goes_on() {
            return;
        }
    }
}

/// Reads what a shot is answered with; whether the connection goes on.
async fn answer(shared: &Shared, pipe: &mut Pipe<TcpStream>, shot: &Shot) -> io::Result<bool> {
    match shot.end {
        End::Answered => {
            let (answer, goes_on) = pipe.answer().await?;
            shared.judge(answer.status, &shot.bytes);
            Ok(goes_on)
        }
        End::Endless => {
            let head = pipe.head().await?;
            shared.judge(head.status, &shot.bytes);
            Ok(false)
        }
        End::Broken => {
            // It may already be closed, and then there is only its answer to read.
            let _ = pipe.finish().await;
            while let Ok((answer, goes_on)) = pipe.answer().await {
                shared.judge(answer.status, &shot.bytes);
                if !goes_on {
                    break;
                }
            }
            Ok(false)
        }
    }
}

/// Fires frames until enough have been fired.
pub async fn frames(shared: Arc<Shared>, mut luck: Luck) {
    let mut number = 0;
    while shared.goes_on() {
        let stock = shared.stock();
        let game = luck.pick(&stock.games).clone();
        let token = luck.pick(&stock.tokens).clone();
        let path = socket::path(&game, luck.below(3) as u64);
        match timeout(PATIENCE, Skimmer::open(&shared.route, &path, Some(&token))).await {
            Ok(Ok(socket)) => {
                if let Err(error) = fire_frames(&shared, &mut luck, socket, &mut number).await {
                    shared.fail(format!("a socket: {error}"));
                }
            }
            Ok(Err(error)) => {
                shared.fail(format!("no socket at {path}: {error}"));
                sleep(Duration::from_millis(100)).await;
            }
            Err(_) => shared.fail("no socket in time".to_owned()),
        }
    }
}

async fn fire_frames(
    shared: &Shared,
    luck: &mut Luck,
    mut socket: Skimmer,
    number: &mut u64,
) -> io::Result<()> {
    let mut left = luck.below(MOST_FRAMES as usize) as u64;
    while left > 0 {
        let mut volley = Vec::new();
        let mut count = 0;
        // A message takes up to four frames, and a ping follows.
        while count < 24 && count + 5 < left && volley.len() < VOLLEY_BYTES {
            let (bytes, frames) = kinds::tolerable(luck);
            volley.extend(bytes);
            count += frames;
        }
        left = left.saturating_sub(if count == 0 { left } else { count + 1 });
        *number += 1;
        volley.extend(kinds::frame(luck, 0x81, format!("{{\"ping\":{number}}}").as_bytes()));
        socket.send(&volley).await?;
        timeout(PATIENCE, until_pong(&mut socket, *number)).await.map_err(|_| {
            io::Error::other(format!("no pong in time after {}", excerpt(&volley)))
        })??;
        shared.frames.fetch_add(count + 1, Ordering::Relaxed);
        if !shared.goes_on() {
            return Ok(());
        }
    }
    let last = kinds::intolerable(luck);
    // It may close while we still send, and after that nothing but its end is of interest.
    let _ = socket.send(&last).await;
    let _ = socket.finish().await;
    let closed = timeout(PATIENCE, async { while socket.glimpse().await.is_ok() {} }).await;
    shared.frames.fetch_add(1, Ordering::Relaxed);
    closed.map_err(|_| io::Error::other(format!("not closed after {}", excerpt(&last))))
}

/// Waits for the answer to a ping; what comes before it answers other messages, or is news of the game.
async fn until_pong(socket: &mut Skimmer, number: u64) -> io::Result<()> {
    let wanted = format!("{{\"pong\":{number}}}");
    while socket.glimpse().await? != wanted.as_bytes() {}
    Ok(())
}
