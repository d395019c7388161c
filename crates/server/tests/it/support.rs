//! A server on a free port of its own, and clients that speak plain HTTP to it: nothing of ours stands between a test and the bytes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use quintet_server::hub::{ServerClock, SystemClock};
use quintet_server::pool::desk::Desk;
use quintet_server::{Server, Settings, net};
use quintet_store::{MemoryStore, Store};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Nothing in these tests takes nearly as long, except on a machine that does a hundred things at once.
pub const LONG: Duration = Duration::from_mins(1);

/// A server that runs.
pub struct Running {
    pub address: SocketAddr,
    pub metrics: Option<SocketAddr>,
    pub desk: Arc<Desk>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// What tests change nothing of.
pub fn settings() -> Settings {
    Settings {
        listen: "127.0.0.1:0".into(),
        data: std::path::PathBuf::from("unused"),
        database: None,
        advertise: None,
        node_secret: None,
        public_url: None,
        hsts: 0,
        metrics: None,
        trust_proxy: false,
        rate_limit: quintet_server::security::limits::Strictness::Off,
        log: quintet_server::operation::log::LogFormat::Text,
        threads: 2,
        thinkers: 1,
        limits: net::Limits { connections_an_address: 1_000, ..net::Limits::default() },
    }
}

impl Running {
    pub async fn start() -> Running {
        Running::with(&settings()).await
    }

    pub async fn with(settings: &Settings) -> Running {
        Running::on(settings, Arc::new(MemoryStore::default())).await
    }

    pub async fn on(settings: &Settings, store: Arc<dyn Store>) -> Running {
        Running::at(settings, store, Arc::new(SystemClock::default())).await
    }

    pub async fn at(
        settings: &Settings,
        store: Arc<dyn Store>,
        clock: Arc<dyn ServerClock>,
    ) -> Running {
        let server = Server::bind_with(quintet_catalog::standard(), settings, store, clock).await;
        Running::begin(server.expect("a server"))
    }

    /// As the program starts it.
    pub async fn bound(settings: &Settings) -> Running {
        let server = Server::bind(quintet_catalog::standard(), settings).await;
        Running::begin(server.expect("a server"))
    }

    fn begin(server: Server) -> Running {
        let quintet_server::Addresses { page: address, metrics } = server.addresses();
        let desk = Arc::clone(server.desk());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Running { address, metrics, desk, stop, task }
    }

    pub async fn stop(self) {
        let _ = self.stop.send(());
        tokio::time::timeout(LONG, self.task).await.expect("it stops").expect("without a panic");
    }

    pub fn tell_to_stop(self) -> JoinHandle<()> {
        let _ = self.stop.send(());
        self.task
    }

    /// Where requests come from that come from our page.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub async fn guest(&self) -> Person {
        let answer = self.send("POST", "/api/guest", &[JSON], "{}").await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let body = answer.json();
        let text = |name: &str| body[name].as_str().expect(name).to_owned();
        Person { address: self.address, id: text("id"), name: text("name"), token: text("token") }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], "").await
    }

    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        send(self.address, method, path, headers, body).await
    }
}

pub const JSON: (&str, &str) = ("content-type", "application/json");

/// Somebody with a token.
#[derive(Clone, Debug)]
pub struct Person {
    pub address: SocketAddr,
    pub id: String,
    pub name: String,
    pub token: String,
}

impl Person {
    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    pub async fn get(&self, path: &str) -> Answer {
        send(self.address, "GET", path, &[("authorization", &self.bearer())], "").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        let headers = [JSON, ("authorization", &self.bearer())];
        send(self.address, "POST", path, &headers, &body.to_string()).await
    }

    /// Makes a game and gives its id.
    pub async fn game(&self, body: Value) -> String {
        let answer = self.post("/api/games", body).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_str().expect("an id").to_owned()
    }

    pub async fn play(&self, game: &str, mv: &str, ply: u32) -> Answer {
        let body = json!({ "move": mv, "ply": ply, "op": format!("{}-{ply}-{mv}", self.id) });
        self.post(&format!("/api/games/{game}/moves"), body).await
    }

    pub async fn snapshot(&self, game: &str) -> Value {
        let answer = self.get(&format!("/api/games/{game}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub async fn follow(&self, game: &str, since: u64) -> Socket {
        let header = ("authorization", self.bearer());
        Socket::open(self.address, game, since, Some(header)).await
    }
}

/// A game between two guests that has begun.
pub async fn table(server: &Running) -> (Person, Person, String) {
    let (ann, bob) = (server.guest().await, server.guest().await);
    let game = ann.game(json!({ "game": "momentum", "seats": ["me", "open"] })).await;
    let answer = bob.post(&format!("/api/games/{game}/join"), json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    (ann, bob, game)
}

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The kind of problem, as `stale`.
    pub fn problem(&self) -> String {
        let kind = self.header("content-type").unwrap_or_default();
        assert_eq!(kind, "application/problem+json", "{}", self.text());
        let body = self.json();
        assert_eq!(body["status"], self.status, "{body}");
        body["type"]
            .as_str()
            .and_then(|kind| kind.strip_prefix("/problems/"))
            .expect("a kind")
            .to_owned()
    }
}

/// The head of a request.
pub fn head(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
    let mut lines = vec![format!("{method} {path} HTTP/1.1"), format!("host: {address}")];
    lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
    lines.join("\r\n") + "\r\n\r\n"
}

/// One request on a connection of its own.
pub async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let length = body.len().to_string();
    let mut headers = headers.to_vec();
    headers.push(("connection", "close"));
    if !body.is_empty() {
        headers.push(("content-length", &length));
    }
    let head = head(address, method, path, &headers);
    raw(address, format!("{head}{body}").as_bytes()).await
}

/// Sends bytes and reads an answer to its end.
pub async fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    // The server may end the connection before it has read everything.
    let _ = socket.write_all(bytes).await;
    let mut all = Vec::new();
    let read = tokio::time::timeout(LONG, socket.read_to_end(&mut all)).await;
    // A reset after the answer is as good as an end.
    let _ = read.expect("an answer in time");
    parse(&all)
}

pub fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status");
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers: Vec<_> =
        headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let chunked =
        headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = bytes[end + 4..].to_vec();
    let body = if chunked { unchunk(&body) } else { body };
    Answer { status: status.parse().expect("a number"), headers, body }
}

fn unchunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).expect("a size");
        let size = usize::from_str_radix(size, 16).expect("a size");
        if size == 0 || bytes.len() < end + 2 + size {
            break;
        }
        body.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    body
}

/// A WebSocket on which a game is followed.
pub struct Socket(pub WebSocketStream<TcpStream>);

impl Socket {
    pub async fn open(
        address: SocketAddr,
        game: &str,
        since: u64,
        header: Option<(&'static str, String)>,
    ) -> Socket {
        let url = format!("ws://{address}/api/games/{game}/ws?since={since}");
        let mut request = url.into_client_request().expect("a request");
        let origin = format!("http://{address}").parse().expect("an origin");
        request.headers_mut().insert("origin", origin);
        if let Some((name, value)) = header {
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        let stream = TcpStream::connect(address).await.expect("a connection");
        let (socket, _) = client_async(request, stream).await.expect("a WebSocket");
        Socket(socket)
    }

    /// The next object that is no presence news.
    pub async fn event(&mut self) -> Value {
        loop {
            let object = self.object().await;
            if object["event"] != "presence" {
                return object;
            }
        }
    }

    /// The next object.
    pub async fn object(&mut self) -> Value {
        use futures_util::StreamExt as _;
        loop {
            let message = tokio::time::timeout(LONG, self.0.next()).await.expect("news in time");
            match message.expect("an open socket").expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}
