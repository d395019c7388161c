//! A small HTTP/1.1 client that keeps its connection, over any stream, so that streams that break can be put under it.

use std::io;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::address::Route;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

/// How an answer's body is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// So many bytes.
    Length(usize),
    /// Chunks.
    Chunked,
    /// All that comes until the end of the connection.
    UntilClose,
}

/// The head of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The status code.
    pub status: u16,
    /// How the body is delimited.
    pub framing: Framing,
    /// Whether the server will close the connection after it.
    pub closes: bool,
}

/// A connection: a stream and what was read too early.
#[derive(Debug)]
pub struct Pipe<S> {
    stream: S,
    buffer: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Pipe<S> {
    /// A connection over a stream.
    pub fn new(stream: S) -> Pipe<S> {
        Pipe { stream, buffer: Vec::new() }
    }

    /// The stream and what was read from it but not used.
    pub fn into_parts(self) -> (S, Vec<u8>) {
        (self.stream, self.buffer)
    }

    /// Sends bytes as they are.
    pub async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes).await?;
        self.stream.flush().await
    }

    /// Sends no more, but still reads.
    pub async fn finish(&mut self) -> io::Result<()> {
        self.stream.shutdown().await
    }

    /// Reads more; an error if there is no more.
    pub async fn fill(&mut self) -> io::Result<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Reads up to and without the end of a line.
    pub async fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut searched = 0;
        loop {
            if let Some(at) = self.buffer[searched..].iter().position(|byte| *byte == b'\n') {
                let mut line: Vec<u8> = self.buffer.drain(..=searched + at).collect();
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(line);
            }
            searched = self.buffer.len();
            self.fill().await?;
        }
    }

    /// Reads so many bytes.
    pub async fn take(&mut self, count: usize) -> io::Result<Vec<u8>> {
        while self.buffer.len() < count {
            self.fill().await?;
        }
        Ok(self.buffer.drain(..count).collect())
    }

    /// Reads the head of an answer; those that only say to go on are skipped.
    pub async fn head(&mut self) -> io::Result<Head> {
        loop {
            let head = self.any_head().await?;
            if head.status != 100 {
                return Ok(head);
            }
        }
    }

    async fn any_head(&mut self) -> io::Result<Head> {
        let first = self.line().await?;
        let status = std::str::from_utf8(&first)
            .ok()
            .filter(|line| line.starts_with("HTTP/1."))
            .and_then(|line| line.split(' ').nth(1)?.parse().ok())
            .ok_or_else(|| io::Error::other(format!("no status line: {first:?}")))?;
        let bodiless = status < 200 || status == 204 || status == 304;
        let mut head = Head { status, framing: Framing::UntilClose, closes: false };
        loop {
            let line = self.line().await?;
            if line.is_empty() {
                break;
            }
            let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
            match line.split_once(':').map(|(name, value)| (name, value.trim())) {
                Some(("content-length", value)) => {
                    let length = value.parse().map_err(io::Error::other)?;
                    head.framing = Framing::Length(length);
                }
                Some(("transfer-encoding", "chunked")) => head.framing = Framing::Chunked,
                Some(("connection", "close")) => head.closes = true,
                _ => {}
            }
        }
        if bodiless {
            head.framing = Framing::Length(0);
        }
        Ok(head)
    }

    /// Reads the next chunk; empty after the last.
    pub async fn chunk(&mut self) -> io::Result<Vec<u8>> {
        let line = self.line().await?;
        let digits = String::from_utf8_lossy(&line);
        let digits = digits.split(';').next().unwrap_or_default().trim();
        let length = usize::from_str_radix(digits, 16).map_err(io::Error::other)?;
        let data = self.take(length).await?;
        self.line().await?;
        Ok(data)
    }

    /// Reads a whole answer, and whether the connection can go on after it.
    pub async fn answer(&mut self) -> io::Result<(Answer, bool)> {
        let head = self.head().await?;
        let mut body = Vec::new();
        match head.framing {
            Framing::Length(length) => body = self.take(length).await?,
            Framing::Chunked => loop {
                let chunk = self.chunk().await?;
                if chunk.is_empty() {
                    break;
                }
                body.extend(chunk);
            },
            Framing::UntilClose => {
                while self.fill().await.is_ok() {}
                body.append(&mut self.buffer);
            }
        }
        let goes_on = !head.closes && head.framing != Framing::UntilClose;
        Ok((Answer { status: head.status, body }, goes_on))
    }
}

/// A request as bytes.
pub fn request(method: &str, path: &str, token: Option<&str>, body: Option<&Value>) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n");
    if let Some(token) = token {
        text.extend(["authorization: Bearer ", token, "\r\n"]);
    }
    if let Some(body) = body {
        let body = body.to_string();
        let length = body.len().to_string();
        text.extend([
            "content-type: application/json\r\ncontent-length: ",
            &length,
            "\r\n\r\n",
            &body,
        ]);
    } else if method == "GET" {
        text += "\r\n";
    } else {
        text += "content-length: 0\r\n\r\n";
    }
    text.into_bytes()
}

/// A client that keeps one connection and makes another after a failure.
#[derive(Debug)]
pub struct Client {
    route: Route,
    pipe: Option<Pipe<TcpStream>>,
}

impl Client {
    /// A client that has not connected yet.
    pub fn new(route: &Route) -> Client {
        Client { route: route.clone(), pipe: None }
    }

    /// Asks and waits for the answer. After an error the next request connects anew.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> io::Result<Answer> {
        let mut pipe = match self.pipe.take() {
            Some(pipe) => pipe,
            None => Pipe::new(self.route.connect().await?),
        };
        pipe.send(&request(method, path, token, body)).await?;
        let (answer, goes_on) = pipe.answer().await?;
        if goes_on {
            self.pipe = Some(pipe);
        }
        Ok(answer)
    }

    /// [`ask`](Client::ask) with GET.
    pub async fn get(&mut self, path: &str, token: Option<&str>) -> io::Result<Answer> {
        self.ask("GET", path, token, None).await
    }

    /// [`ask`](Client::ask) with POST.
    pub async fn post(&mut self, path: &str, token: &str, body: &Value) -> io::Result<Answer> {
        self.ask("POST", path, Some(token), Some(body)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn answers_are_read_one_after_the_other_however_their_bodies_are_delimited() {
        let (near, mut far) = tokio::io::duplex(64);
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 204 No Content\r\n\r\n\
                    HTTP/1.1 409 Conflict\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n\
                    2\r\nab\r\n3;x\r\ncde\r\n0\r\n\r\n";
        tokio::spawn(async move { far.write_all(text.as_bytes()).await });
        let mut pipe = Pipe::new(near);
        let mut read = Vec::new();
        for _ in 0..3 {
            let (answer, goes_on) = pipe.answer().await.unwrap();
            read.push((answer.status, String::from_utf8(answer.body).unwrap(), goes_on));
        }
        let expected = [(200, "ok", true), (204, "", true), (409, "abcde", false)];
        let expected = expected.map(|(status, body, goes_on)| (status, body.to_owned(), goes_on));
        assert_eq!(read, expected);
    }
}
