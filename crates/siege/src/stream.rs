//! Following a game, by WebSocket or by lines: texts of events, one at a time.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;

use crate::address::Route;
use crate::http::{Framing, Head, Pipe, request};
use crate::socket;

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
    Lines(Lines<S>),
}

impl<S: AsyncRead + AsyncWrite + Unpin> Feed<S> {
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
                let path = socket::path(game, since);
                let opened = socket::open(stream, route, &path, token).await?;
                Ok(Feed::Socket(Box::new(opened)))
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
            Feed::Socket(socket) => socket::text(socket).await,
            Feed::Lines(lines) => lines.next().await,
        }
    }
}

/// Lines of an answer that need not end.
#[derive(Debug)]
pub struct Lines<S> {
    pipe: Pipe<S>,
    head: Head,
    /// The end of what was read that is not a whole line yet.
    rest: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Lines<S> {
    /// Asks for them.
    pub async fn open(stream: S, path: &str, token: Option<&str>) -> io::Result<Lines<S>> {
        let mut pipe = Pipe::new(stream);
        pipe.send(&request("GET", path, token, None)).await?;
        let head = pipe.head().await?;
        if head.status != 200 {
            return Err(io::Error::other(format!("status {} for {path}", head.status)));
        }
        Ok(Lines { pipe, head, rest: Vec::new() })
    }

    /// The next line that is not blank.
    pub async fn next(&mut self) -> io::Result<String> {
        loop {
            if let Some(at) = self.rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=at).collect();
                let line = String::from_utf8(line).map_err(io::Error::other)?;
                if !line.trim().is_empty() {
                    return Ok(line.trim().to_owned());
                }
                continue;
            }
            if self.head.framing == Framing::Chunked {
                let chunk = self.pipe.chunk().await?;
                if chunk.is_empty() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.rest.extend(chunk);
            } else {
                let line = self.pipe.line().await?;
                self.rest.extend(line);
                self.rest.push(b'\n');
            }
        }
    }
}
