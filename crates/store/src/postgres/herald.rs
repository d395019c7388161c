//! What nodes tell each other, by `NOTIFY` and `LISTEN` on connections of their own. It is told after the commit, not with it: commits that notify
//! wait for each other. Whoever may have missed something is told so, by both ends, and asks for it.

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

/// Sends what it is given, many hints in one letter, until nobody gives it anything any more. After something that could not be sent, the next
/// letter says that hints were lost.
pub(super) async fn send(
    options: PgConnectOptions,
    node: Arc<AtomicI64>,
    mut hints: mpsc::UnboundedReceiver<Vec<Hint>>,
) {
    let mut connection = None;
    let mut has_lost = false;
    let mut batches = Vec::new();
    while hints.recv_many(&mut batches, QUEUE).await > 0 {
        let mut hints: Vec<Hint> = batches.drain(..).flatten().collect();
        let node = node.load(Ordering::Relaxed);
        if node == 0 {
            // Nobody knows us.
            continue;
        }
        if has_lost {
            hints.insert(0, Hint::Lost);
        }
        has_lost = false;
        for text in letters(node, hints) {
            // That a connection broke is found out when it is used: the letter gets another one.
            if !post(&mut connection, &options, &text).await
                && !post(&mut connection, &options, &text).await
            {
                has_lost = true;
                break;
            }
        }
    }
}

/// Whether a letter was sent, over the connection that is open or a new one.
async fn post(
    connection: &mut Option<PgConnection>,
    options: &PgConnectOptions,
    text: &str,
) -> bool {
    let mut open = match connection.take() {
        Some(open) => open,
        None => match connect::writing(options).await {
            Ok(open) => open,
            Err(_) => return false,
        },
    };
    let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text);
    let sent = tokio::time::timeout(connect::PATIENCE, query.execute(&mut open)).await;
    let is_sent = matches!(sent, Ok(Ok(_)));
    if is_sent {
        *connection = Some(open);
    }
    is_sent
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
                // Whoever is slow loses letters, and is told so; of a letter that was taken nothing is lost.
                if sender.send(hint).await.is_err() {
                    return;
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
    let mut news = News { sender, has_lost: true };
    loop {
        let heard = tokio::select! {
            heard = listener.try_recv() => heard?,
            () = news.own_up() => continue,
            () = sender.closed() => return Ok(()),
            () = tokio::time::sleep(QUIET) => {
                // A connection that is forgotten on its way looks like one on which nothing is told.
                let again = AssertSqlSafe(format!("LISTEN \"{channel}\""));
                in_time(sqlx::query(again).execute(&mut listener)).await?;
                continue;
            }
        };
        let Some(heard) = heard else { return Ok(()) };
        news.pass_on(serde_json::from_str(heard.payload()).ok());
    }
}

/// News on its way to whoever listens. The database keeps what is not taken from it, for all alike: it is never kept waiting, and what finds no
/// room is lost.
struct News<'s, T> {
    sender: &'s mpsc::Sender<Option<T>>,
    /// Something was lost, and that is not told yet.
    has_lost: bool,
}

impl<T> News<'_, T> {
    fn pass_on(&mut self, news: Option<T>) {
        self.has_lost |= self.sender.try_send(news).is_err();
    }

    /// Tells that something was lost, as soon as there is room for that; waits for ever if nothing was.
    async fn own_up(&mut self) {
        if !self.has_lost {
            return std::future::pending().await;
        }
        match self.sender.reserve().await {
            Ok(room) => room.send(None),
            // Nobody listens any more, which whoever calls this sees, too.
            Err(_) => return std::future::pending().await,
        }
        self.has_lost = false;
    }
}

async fn in_time<T>(answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let answer = tokio::time::timeout(connect::PATIENCE, answer).await;
    answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use quintet_rooms::GameId;

    use super::*;

    fn at_once<T>(answer: impl Future<Output = T>) -> Option<T> {
        match pin!(answer).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        }
    }

    #[test]
    fn whoever_is_too_slow_for_the_news_is_told_that_some_was_lost() {
        let (sender, mut heard) = mpsc::channel(2);
        let mut news = News { sender: &sender, has_lost: false };
        assert_eq!(at_once(news.own_up()), None, "nothing was");
        for number in 1..=4 {
            news.pass_on(Some(number));
        }
        assert_eq!(at_once(news.own_up()), None, "there is no room");
        assert_eq!(heard.try_recv(), Ok(Some(1)));
        // It is told though nothing more comes.
        assert_eq!(at_once(news.own_up()), Some(()));
        assert_eq!([heard.try_recv(), heard.try_recv()], [Ok(Some(2)), Ok(None)]);
        assert_eq!(at_once(news.own_up()), None, "it is told once");
        news.pass_on(Some(5));
        assert_eq!(heard.try_recv(), Ok(Some(5)));
    }

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
