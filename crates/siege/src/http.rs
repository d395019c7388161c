//! Requests over any stream, so that streams that break can be put under them.

use std::io;
use std::net::SocketAddr;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, timeout_at};

use crate::address::Route;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// Its body.
    pub body: Bytes,
    /// What the server calls the request in its log; empty if it did not say.
    pub id: String,
}

impl Answer {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

/// A request by that guest, if there is a token, with that body, if there is one.
pub fn request(
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> io::Result<Request<Full<Bytes>>> {
    let mut request = Request::builder().method(method).uri(path).header(HOST, "127.0.0.1");
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    if body.is_some() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    let body = body.map_or_else(Bytes::new, |body| body.to_string().into());
    request.body(Full::new(body)).map_err(io::Error::other)
}

/// A connection.
#[derive(Debug)]
pub struct Connection(SendRequest<Full<Bytes>>);

impl Connection {
    /// A connection over a stream. It ends when it is dropped.
    pub async fn over<S>(stream: S) -> io::Result<Connection>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(broken)?;
        // What breaks it, the request under way is told.
        tokio::spawn(connection);
        Ok(Connection(sender))
    }

    /// Sends a request, and gives the answer once its head is there.
    pub async fn begin(&mut self, request: Request<Full<Bytes>>) -> io::Result<Response<Incoming>> {
        self.0.ready().await.map_err(broken)?;
        self.0.send_request(request).await.map_err(broken)
    }

    /// Sends a request and waits for the whole answer.
    pub async fn send(&mut self, request: Request<Full<Bytes>>) -> io::Result<Answer> {
        let answer = self.begin(request).await?;
        let status = answer.status().as_u16();
        let id = answer.headers().get("x-request-id").and_then(|id| id.to_str().ok());
        let id = id.unwrap_or_default().to_owned();
        let body = answer.into_body().collect().await.map_err(broken)?.to_bytes();
        Ok(Answer { status, body, id })
    }

    /// Whether it can go on.
    pub fn is_open(&self) -> bool {
        !self.0.is_closed()
    }
}

/// What a connection broke by.
pub fn broken(error: hyper::Error) -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, error)
}

/// A client that keeps one connection and makes another after a failure.
#[derive(Debug)]
pub struct Client {
    route: Route,
    connection: Option<Connection>,
}

impl Client {
    /// A client that has not connected yet.
    pub fn new(route: &Route) -> Client {
        Client { route: route.clone(), connection: None }
    }

    /// Whom it asks.
    pub fn address(&self) -> SocketAddr {
        self.route.to()
    }

    /// Asks and waits for the answer. After an error the next request connects anew.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> io::Result<Answer> {
        let mut connection = match self.connection.take().filter(Connection::is_open) {
            Some(connection) => connection,
            None => Connection::over(self.route.connect().await?).await?,
        };
        let answer = connection.send(request(method, path, token, body)?).await?;
        self.connection = Some(connection);
        Ok(answer)
    }

    /// Asks, takes what comes until then, and hangs up: the status, if there was one by then, and whether that was all.
    pub async fn ask_until(
        &mut self,
        end: Instant,
        request: Request<Full<Bytes>>,
    ) -> Option<(u16, bool)> {
        let asked = async {
            let mut connection = match self.connection.take().filter(Connection::is_open) {
                Some(connection) => connection,
                None => Connection::over(self.route.connect().await?).await?,
            };
            let answer = connection.begin(request).await?;
            Ok::<_, io::Error>((connection, answer))
        };
        let (connection, answer) = timeout_at(end, asked).await.ok()?.ok()?;
        let status = answer.status().as_u16();
        let body = timeout_at(end, answer.into_body().collect()).await;
        let is_all = body.is_ok_and(|body| body.is_ok());
        self.connection = Some(connection).filter(|_| is_all);
        Some((status, is_all))
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
