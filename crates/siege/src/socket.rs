//! Web sockets: a full client, and a skimmer for thousands of spectators, who only count what comes.

use std::io;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::address::Route;
use crate::http::Pipe;

/// The path of a game's socket.
pub fn path(game: &str, since: u64) -> String {
    format!("/api/games/{game}/ws?since={since}")
}

/// A WebSocket with small buffers, since there may be thousands.
pub async fn open<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    route: &Route,
    path: &str,
    token: Option<&str>,
) -> io::Result<WebSocketStream<S>> {
    let uri = format!("ws://{}{path}", route.to()).parse().map_err(io::Error::other)?;
    let mut request = ClientRequestBuilder::new(uri).with_header("origin", route.origin());
    if let Some(token) = token {
        request = request.with_header("authorization", format!("Bearer {token}"));
    }
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_message_size(Some(16 << 20));
    let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
    opened.map(|(socket, _)| socket).map_err(broken)
}

/// The next text; an error once there is none.
pub async fn text<S: AsyncRead + AsyncWrite + Unpin>(
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
            Some(Err(error)) => return Err(broken(error)),
        }
    }
}

/// Sends a text.
pub async fn say<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut WebSocketStream<S>,
    text: &str,
) -> io::Result<()> {
    socket.send(Message::text(text)).await.map_err(broken)
}

fn broken(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        Error::ConnectionClosed | Error::AlreadyClosed => io::ErrorKind::UnexpectedEof.into(),
        // The handshake or a message broke off, which is what a cut connection looks like from here.
        Error::Protocol(error) => io::Error::new(io::ErrorKind::ConnectionAborted, error),
        other => io::Error::other(other),
    }
}

/// A handshake by hand: the request that asks for a socket.
pub fn upgrade(route: &Route, path: &str, token: Option<&str>) -> Vec<u8> {
    let token = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
    format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\norigin: {}\r\n{token}upgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        route.to(),
        route.origin(),
    )
    .into_bytes()
}

/// What a skimmed message begins with.
pub const GLIMPSE: usize = 96;

/// A socket that looks only at the beginning of each message, and needs 4 KiB.
#[derive(Debug)]
pub struct Skimmer {
    stream: TcpStream,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
}

impl Skimmer {
    /// Connects as a spectator.
    pub async fn open(route: &Route, path: &str, token: Option<&str>) -> io::Result<Skimmer> {
        let mut pipe = Pipe::new(route.connect().await?);
        pipe.send(&upgrade(route, path, token)).await?;
        let head = pipe.head().await?;
        if head.status != 101 {
            return Err(io::Error::other(format!("status {} for a socket", head.status)));
        }
        let (stream, early) = pipe.into_parts();
        let mut buffer = vec![0; early.len().max(4096)].into_boxed_slice();
        buffer[..early.len()].copy_from_slice(&early);
        Ok(Skimmer { stream, buffer, start: 0, end: early.len() })
    }

    /// The beginning of the next text. Pings are answered on the way.
    pub async fn glimpse(&mut self) -> io::Result<Vec<u8>> {
        loop {
            let head = self.exactly(2).await?;
            let length = match head[1] & 0x7f {
                126 => u16::from_be_bytes(array(&self.exactly(2).await?)) as usize,
                127 => u64::from_be_bytes(array(&self.exactly(8).await?)) as usize,
                short => short as usize,
            };
            let payload = self.exactly(length.min(GLIMPSE)).await?;
            self.skip(length - payload.len()).await?;
            match head[0] {
                0x81 => return Ok(payload),
                0x89 => self.pong(&payload).await?,
                0x88 => return Err(io::ErrorKind::UnexpectedEof.into()),
                0x8a => {}
                other => {
                    return Err(io::Error::other(format!("a frame that begins with {other:#x}")));
                }
            }
        }
    }

    /// Sends bytes as they are.
    pub async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes).await
    }

    /// Sends no more, but still reads.
    pub async fn finish(&mut self) -> io::Result<()> {
        self.stream.shutdown().await
    }

    async fn pong(&mut self, payload: &[u8]) -> io::Result<()> {
        // A mask of zeroes is a mask: clients must name one, and it changes nothing.
        let mut frame = vec![0x8a, 0x80 | payload.len() as u8, 0, 0, 0, 0];
        frame.extend(payload);
        self.stream.write_all(&frame).await
    }

    async fn exactly(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count);
        while bytes.len() < count {
            self.refill().await?;
            let part = (count - bytes.len()).min(self.end - self.start);
            bytes.extend(&self.buffer[self.start..self.start + part]);
            self.start += part;
        }
        Ok(bytes)
    }

    async fn skip(&mut self, mut count: usize) -> io::Result<()> {
        while count > 0 {
            self.refill().await?;
            let part = count.min(self.end - self.start);
            self.start += part;
            count -= part;
        }
        Ok(())
    }

    async fn refill(&mut self) -> io::Result<()> {
        if self.start == self.end {
            self.start = 0;
            self.end = self.stream.read(&mut self.buffer).await?;
            if self.end == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("so many bytes were read")
}
