//! What nodes tell each other, by `NOTIFY` and `LISTEN` on connections of their own. It is told after the commit, not with it: commits that notify
//! wait for each other. Whoever misses something asks for it a moment later.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPoolOptions};
use tokio::sync::mpsc;

use super::connect;
use crate::cluster::Hint;

const CHANNEL: &str = "quintet";
/// A notification holds less than 8,000 bytes.
const MOST_BYTES: usize = 7_000;
/// How many hints may wait. Who is further behind has lost some, and is told so.
const QUEUE: usize = 4_096;
/// How long is waited before the database is asked again.
const AGAIN: Duration = Duration::from_millis(500);
/// After so long without news it is asked whether any could come.
const QUIET: Duration = Duration::from_secs(1);

/// What is sent: by whom, and what.
#[derive(Serialize, Deserialize)]
struct Letter {
    node: i64,
    hints: Vec<Hint>,
}

/// Sends what it is given, many hints in one letter, until nobody gives it anything any more.
pub(super) async fn send(
    options: PgConnectOptions,
    node: Arc<AtomicI64>,
    mut hints: mpsc::UnboundedReceiver<Vec<Hint>>,
) {
    let mut connection: Option<PgConnection> = None;
    let mut batches = Vec::new();
    while hints.recv_many(&mut batches, QUEUE).await > 0 {
        let hints: Vec<Hint> = batches.drain(..).flatten().collect();
        let node = node.load(Ordering::Relaxed);
        if node == 0 {
            // Nobody knows us.
            continue;
        }
        for text in letters(node, hints) {
            let mut open = match connection.take() {
                Some(open) => open,
                None => match connect::writing(&options).await {
                    Ok(open) => open,
                    // They are hints.
                    Err(_) => break,
                },
            };
            let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text);
            let sent = tokio::time::timeout(connect::PATIENCE, query.execute(&mut open)).await;
            if matches!(sent, Ok(Ok(_))) {
                connection = Some(open);
            }
        }
    }
}

/// Hints as letters that are short enough.
fn letters(node: i64, hints: Vec<Hint>) -> Vec<String> {
    let mut letters = Vec::new();
    let mut letter = Letter { node, hints: Vec::new() };
    let mut bytes = 0;
    for hint in hints {
        let size = crate::rows::json(&hint).len() + 1;
        if bytes + size > MOST_BYTES && !letter.hints.is_empty() {
            letters.push(crate::rows::json(&letter));
            letter.hints.clear();
            bytes = 0;
        }
        if size <= MOST_BYTES {
            bytes += size;
            letter.hints.push(hint);
        }
    }
    if !letter.hints.is_empty() {
        letters.push(crate::rows::json(&letter));
    }
    letters
}

/// What the other nodes tell. It goes on until nobody listens.
pub(super) fn listen(options: PgConnectOptions, node: Arc<AtomicI64>) -> mpsc::Receiver<Hint> {
    let mut letters = listen_for::<Letter>(options, CHANNEL);
    let (sender, receiver) = mpsc::channel(QUEUE);
    tokio::spawn(async move {
        loop {
            let letter = tokio::select! {
                letter = letters.recv() => letter,
                () = sender.closed() => return,
            };
            let hints = match letter {
                Some(Some(letter)) if letter.node == node.load(Ordering::Relaxed) => continue,
                Some(Some(letter)) => letter.hints,
                Some(None) => vec![Hint::Lost],
                None => return,
            };
            for hint in hints {
                if sender.try_send(hint).is_err() {
                    tracing::debug!("hints were lost: there are too many");
                }
            }
        }
    });
    receiver
}

/// What is told in a channel, and nothing where something may have been missed, or was not understood: a newer program may tell what we
/// do not know. It goes on until nobody listens.
pub(super) fn listen_for<T: DeserializeOwned + Send + 'static>(
    options: PgConnectOptions,
    channel: &'static str,
) -> mpsc::Receiver<Option<T>> {
    let (sender, receiver) = mpsc::channel(QUEUE);
    tokio::spawn(async move {
        while !sender.is_closed() {
            if let Err(error) = hear(&options, channel, &sender).await {
                tracing::warn!(%error, "others on the database cannot be heard");
            }
            let _ = sender.try_send(None);
            tokio::time::sleep(AGAIN).await;
        }
    });
    receiver
}

async fn hear<T: DeserializeOwned>(
    options: &PgConnectOptions,
    channel: &str,
    sender: &mpsc::Sender<Option<T>>,
) -> sqlx::Result<()> {
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(connect::PATIENCE);
    let listening = async {
        let pool = pool.connect_with(options.clone()).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(channel).await?;
        Ok(listener)
    };
    let mut listener = in_time(listening).await?;
    // Whatever was told before is lost.
    let _ = sender.try_send(None);
    loop {
        let heard = tokio::select! {
            heard = listener.try_recv() => heard?,
            () = sender.closed() => return Ok(()),
            () = tokio::time::sleep(QUIET) => {
                // A connection that is forgotten on its way looks like one on which nothing is told.
                let again = AssertSqlSafe(format!("LISTEN \"{channel}\""));
                in_time(sqlx::query(again).execute(&mut listener)).await?;
                continue;
            }
        };
        let Some(heard) = heard else { return Ok(()) };
        if sender.try_send(serde_json::from_str(heard.payload()).ok()).is_err() {
            tracing::debug!("news was lost: there is too much");
        }
    }
}

async fn in_time<T>(answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let answer = tokio::time::timeout(connect::PATIENCE, answer).await;
    answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

#[cfg(test)]
mod tests {
    use quintet_rooms::GameId;

    use super::*;

    #[test]
    fn a_letter_is_never_too_long_and_nothing_is_left_out() {
        let hints: Vec<Hint> = (0..1_000)
            .map(|number| Hint::Grown(GameId(format!("game {number}")), number))
            .collect();
        let letters = letters(7, hints.clone());
        assert!(letters.len() > 2 && letters.len() < 10, "{}", letters.len());
        assert!(letters.iter().all(|letter| letter.len() < 8_000));
        let read = letters.iter().map(|text| serde_json::from_str::<Letter>(text).unwrap());
        assert_eq!(read.flat_map(|letter| letter.hints).collect::<Vec<_>>(), hints);
    }
}
