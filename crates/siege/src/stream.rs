//! Following a game, by WebSocket or by lines: texts of events, one at a time.

use std::io;

use futures_util::StreamExt as _;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::address::Route;
use crate::http::{Connection, broken, request};

/// How a game is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By WebSocket.
    Socket,
    /// By lines of JSON over HTTP.
    Lines,
}

/// A game being followed.
#[derive(Debug)]
pub enum Feed<S> {
    /// By WebSocket.
    Socket(Box<WebSocketStream<S>>),
    /// By lines.
    Lines(Lines),
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Feed<S> {
    /// Follows a game from after that version.
    pub async fn open(
        stream: S,
        route: &Route,
        way: Way,
        game: &str,
        since: u64,
        token: Option<&str>,
    ) -> io::Result<Feed<S>> {
        match way {
            Way::Socket => {
                let opened = open_socket(stream, route, game, since, token).await;
                Ok(Feed::Socket(Box::new(opened.map_err(cut)?)))
            }
            Way::Lines => {
                let path = format!("/api/games/{game}/events?since={since}");
                Ok(Feed::Lines(Lines::open(stream, &path, token).await?))
            }
        }
    }

    /// The next text; an error once there is none.
    pub async fn next(&mut self) -> io::Result<String> {
        match self {
            Feed::Socket(socket) => text(socket).await,
            Feed::Lines(lines) => lines.next().await,
        }
    }
}

/// A socket with small buffers, since there may be thousands.
async fn open_socket<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    route: &Route,
    game: &str,
    since: u64,
    token: Option<&str>,
) -> Result<WebSocketStream<S>, Error> {
    let uri = format!("ws://{}/api/games/{game}/ws?since={since}", route.to());
    let uri = uri.parse().map_err(|error| Error::Io(io::Error::other(error)))?;
    let mut request = ClientRequestBuilder::new(uri).with_header("origin", route.origin());
    if let Some(token) = token {
        request = request.with_header("authorization", format!("Bearer {token}"));
    }
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
    opened.map(|(socket, _)| socket)
}

async fn text<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut WebSocketStream<S>,
) -> io::Result<String> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
            Some(Ok(Message::Binary(_))) => {
                return Err(io::Error::other("a binary message, where only texts were promised"));
            }
            Some(Ok(Message::Close(_))) | None => return Err(io::ErrorKind::UnexpectedEof.into()),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(cut(error)),
        }
    }
}

fn cut(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        Error::ConnectionClosed | Error::AlreadyClosed => io::ErrorKind::UnexpectedEof.into(),
        // The handshake or a message broke off, which is what a cut connection looks like from here.
        Error::Protocol(error) => io::Error::new(io::ErrorKind::ConnectionAborted, error),
        other => io::Error::other(other),
    }
}

/// Lines of an answer that need not end.
#[derive(Debug)]
pub struct Lines {
    _connection: Connection,
    body: Incoming,
    /// What was read and not yet given.
    rest: Vec<u8>,
}

impl Lines {
    async fn open<S>(stream: S, path: &str, token: Option<&str>) -> io::Result<Lines>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let mut connection = Connection::over(stream).await?;
        let answer = connection.begin(request("GET", path, token, None)?).await?;
        if answer.status() != 200 {
            return Err(io::Error::other(format!("status {} for {path}", answer.status())));
        }
        Ok(Lines { _connection: connection, body: answer.into_body(), rest: Vec::new() })
    }

    /// The next line that is not blank.
    async fn next(&mut self) -> io::Result<String> {
        loop {
            while let Some(at) = self.rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=at).collect();
                let line = String::from_utf8(line).map_err(io::Error::other)?;
                if !line.trim().is_empty() {
                    return Ok(line.trim().to_owned());
                }
            }
            let frame = self.body.frame().await.ok_or(io::ErrorKind::UnexpectedEof)?;
            self.rest.extend(frame.map_err(broken)?.data_ref().into_iter().flatten());
        }
    }
}
