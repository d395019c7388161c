//! Other nodes on the same store: what they are asked, and how they know each other. Requests among them carry a secret that all of them have.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderValue, Request, Response};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::security::token;

/// The header that carries the secret.
pub const NODE_HEADER: &str = "x-quintet-node";

/// How long another node may take to take a connection, and to answer.
const CONNECT: Duration = Duration::from_secs(1);
const ANSWER: Duration = Duration::from_secs(4);
/// The largest answer, in bytes: the state of a game.
const LARGEST: usize = 4 << 20;
/// How many connections to a node are kept for the next request.
const KEPT: usize = 64;

type Connection = SendRequest<Full<Bytes>>;

/// Why another node could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum Unreachable {
    /// It does not take a connection.
    #[error("it does not take a connection: {0}")]
    Connect(std::io::Error),
    /// It breaks off.
    #[error("it breaks off: {0}")]
    Broken(hyper::Error),
    /// What it says makes no sense.
    #[error("its answer cannot be read: {0}")]
    Unreadable(String),
    /// It takes too long.
    #[error("it takes too long")]
    TooLong,
}

/// The other nodes.
pub struct Peers {
    secret: HeaderValue,
    hash: [u8; 32],
    idle: Mutex<HashMap<String, Vec<Connection>>>,
}

impl Peers {
    /// Those that share a secret. `None` if it cannot stand in a header.
    pub fn new(secret: &str) -> Option<Peers> {
        let mut header = HeaderValue::from_str(secret).ok()?;
        header.set_sensitive(true);
        Some(Peers { secret: header, hash: token::hash(secret), idle: Mutex::default() })
    }

    /// Whether somebody shows our secret. It takes as long for every wrong one.
    pub fn know(&self, shown: &HeaderValue) -> bool {
        let shown = token::hash(&String::from_utf8_lossy(shown.as_bytes()));
        let differences =
            self.hash.iter().zip(shown).fold(0, |sum, (ours, theirs)| sum | (ours ^ theirs));
        std::hint::black_box(differences) == 0
    }

    /// Asks a node, and waits for its whole answer.
    pub async fn ask(
        &self,
        address: &str,
        mut request: Request<Full<Bytes>>,
    ) -> Result<Response<Bytes>, Unreachable> {
        request.headers_mut().insert(NODE_HEADER, self.secret.clone());
        let asked = tokio::time::timeout(ANSWER, self.exchange(address, request));
        asked.await.unwrap_or(Err(Unreachable::TooLong))
    }

    async fn exchange(
        &self,
        address: &str,
        mut request: Request<Full<Bytes>>,
    ) -> Result<Response<Bytes>, Unreachable> {
        let (mut connection, answer) = loop {
            let kept = self.take(address);
            let was_kept = kept.is_some();
            let mut connection = match kept {
                Some(connection) => connection,
                None => connect(address).await?,
            };
            match connection.try_send_request(request).await {
                Ok(answer) => break (connection, answer),
                Err(mut error) => match error.take_message() {
                    // The other end closed it meanwhile, and has seen nothing of the request.
                    Some(unsent) if was_kept => request = unsent,
                    _ => return Err(Unreachable::Broken(error.into_error())),
                },
            }
        };
        let (head, body) = answer.into_parts();
        let body = Limited::new(body, LARGEST).collect().await;
        let body = body.map_err(|error| Unreachable::Unreadable(error.to_string()))?.to_bytes();
        if connection.ready().await.is_ok() {
            self.keep(address, connection);
        }
        Ok(Response::from_parts(head, body))
    }

    fn take(&self, address: &str) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle.get_mut(address)?;
        while let Some(connection) = kept.pop() {
            if connection.is_ready() {
                return Some(connection);
            }
        }
        None
    }

    fn keep(&self, address: &str, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // Nodes come and go; those that are gone have no open connections.
        idle.retain(|_, kept| {
            kept.retain(|connection| !connection.is_closed());
            !kept.is_empty()
        });
        let kept = idle.entry(address.to_owned()).or_default();
        if kept.len() < KEPT {
            kept.push(connection);
        }
    }
}

async fn connect(address: &str) -> Result<Connection, Unreachable> {
    let connected = tokio::time::timeout(CONNECT, TcpStream::connect(address)).await;
    let socket = connected.map_err(|_| Unreachable::TooLong)?.map_err(Unreachable::Connect)?;
    // A move is one small packet.
    let _ = socket.set_nodelay(true);
    let (connection, driver) =
        handshake(TokioIo::new(socket)).await.map_err(Unreachable::Broken)?;
    tokio::spawn(driver);
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_secret_is_known() {
        let peers = Peers::new("a long enough secret").unwrap();
        let knows = |text: &str| peers.know(&HeaderValue::from_str(text).unwrap());
        assert!(knows("a long enough secret"));
        for wrong in
            ["", "a", "a long enough secre", "a long enough secret ", "A long enough secret"]
        {
            assert!(!knows(wrong), "{wrong}");
        }
        assert!(Peers::new("two\nlines").is_none());
    }
}
