//! Nobody takes more than a share: of requests, connections, time.

use std::time::Duration;

use quintet_server::security::limits::Strictness;
use quintet_server::{Settings, net};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::support::{JSON, LONG, Running, head, raw, send, settings, table};

#[tokio::test]
async fn who_asks_too_often_is_told_to_wait() {
    let settings = Settings { rate_limit: Strictness::default(), ..settings() };
    let server = Running::with(&settings).await;
    let mut refused = None;
    for _ in 0..100 {
        let answer = server.send("POST", "/api/guest", &[JSON], "{}").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
        assert_eq!(answer.status, 200);
    }
    let refused = refused.expect("a refusal");
    assert_eq!(refused.problem(), "too-many");
    assert!(refused.header("retry-after").is_some_and(|text| text.parse::<u64>().is_ok()));
    assert_eq!(
        server.get("/api/games").await.status,
        200,
        "another kind of request is not concerned"
    );
    server.stop().await;
}

#[tokio::test]
async fn behind_a_proxy_its_word_counts_and_otherwise_it_does_not() {
    for trust_proxy in [false, true] {
        let settings = Settings { rate_limit: Strictness::default(), trust_proxy, ..settings() };
        let server = Running::with(&settings).await;
        let ask = async |from: &str| {
            let headers = [JSON, ("x-forwarded-for", from)];
            server.send("POST", "/api/guest", &headers, "{}").await.status
        };
        let mut refused = false;
        for _ in 0..60 {
            refused |= ask("203.0.113.9, 198.51.100.1").await == 429;
        }
        assert!(refused);
        let elsewhere = ask("203.0.113.9, 198.51.100.2").await;
        assert_eq!(elsewhere == 200, trust_proxy, "{elsewhere}");
        server.stop().await;
    }
}

#[tokio::test]
async fn guesses_at_keys_are_counted_where_they_come_from_and_lock_nobody_out() {
    let settings = Settings { rate_limit: Strictness::default(), trust_proxy: true, ..settings() };
    let server = Running::with(&settings).await;
    let ann = server.guest().await;
    let try_key = async |key: &str, from: &str| {
        let bearer = format!("Bearer {key}");
        let headers = [JSON, ("authorization", bearer.as_str()), ("x-forwarded-for", from)];
        let body = r#"{"label":"bot"}"#;
        server.send("POST", "/api/guest/tokens", &headers, body).await.status
    };
    let mut guesses = 0;
    let stopped = loop {
        match try_key(&format!("{guesses:048x}"), "198.51.100.1").await {
            401 => guesses += 1,
            other => break other,
        }
        assert!(guesses < 100, "nobody stops it");
    };
    assert_eq!(stopped, 429);
    assert_eq!(try_key(&ann.token, "198.51.100.2").await, 200, "elsewhere the key opens");
    server.stop().await;
}

#[tokio::test]
async fn a_head_that_does_not_come_and_an_idle_connection_end() {
    let head = Duration::from_millis(200);
    let limits = net::Limits { head, ..settings().limits };
    let server = Running::with(&Settings { limits, ..settings() }).await;
    let begun = Instant::now();
    for first in ["", "GET / HTTP/1.1\r\nhost: x\r\n", "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"] {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        socket.write_all(first.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(LONG, socket.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "{first:?} holds its connection");
    }
    assert!(begun.elapsed() >= 2 * head, "they were given time");
    server.stop().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_ends_too() {
    let server = Running::start().await;
    let head = "POST /api/records HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{";
    let answer = raw(server.address, head.as_bytes()).await;
    assert_eq!((answer.status, answer.problem().as_str()), (408, "too-slow"));
    server.stop().await;
}

#[tokio::test]
async fn there_are_so_many_connections_and_no_more() {
    let limits = net::Limits { connections_an_address: 2, ..settings().limits };
    let server = Running::with(&Settings { limits, ..settings() }).await;
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        // An answer shows that it was counted.
        socket.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        let mut some = [0; 16];
        socket.read_exact(&mut some).await.unwrap();
        open.push(socket);
    }
    let refused = raw(server.address, b"").await;
    assert_eq!((refused.status, refused.problem().as_str()), (503, "busy"));
    assert!(refused.header("content-security-policy").is_some());
    drop(open);
    let served = async {
        while send(server.address, "GET", "/healthz", &[], "").await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LONG, served).await.expect("a place is free again");
    server.stop().await;
}

#[tokio::test]
async fn a_reader_that_takes_nothing_is_dropped_and_others_are_not_held_up() {
    let limits = net::Limits { patience: Duration::from_millis(300), ..settings().limits };
    let server = Running::with(&Settings { limits, ..settings() }).await;
    let ann = server.guest().await;
    let game = ann.game(json!({ "game": "momentum", "seats": ["me", "me"] })).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut slow = socket.connect(server.address).await.unwrap();
    let request = format!("GET /api/games/{game}/events HTTP/1.1\r\nhost: x\r\n\r\n");
    slow.write_all(request.as_bytes()).await.unwrap();
    let mut quick = ann.follow(&game, 1).await;
    let path = |what: &str| format!("/api/games/{game}/{what}");
    let dropped = async {
        // Moves and takebacks without end: each tells all followers a whole scene.
        for round in 0.. {
            let mv = json!({ "move": "d4", "ply": 0, "op": format!("round {round}") });
            assert_eq!(ann.post(&path("moves"), mv).await.status, 200);
            assert_eq!(quick.event().await["event"], "moved");
            assert_eq!(ann.post(&path("takeback"), json!({})).await.status, 200);
            assert_eq!(quick.event().await["event"], "taken-back");
            if ann.snapshot(&game).await["spectators"] == 0 {
                break;
            }
        }
    };
    tokio::time::timeout(LONG, dropped).await.expect("the slow one is dropped");
    server.stop().await;
}

#[tokio::test]
async fn who_is_refused_while_sending_and_reads_late_hears_why_every_time() {
    const REQUESTS: usize = 300;
    let server = Running::start().await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let (mut reading, mut writing) = socket.connect(server.address).await.unwrap().into_split();
    // Longer than what is read at once.
    let body = " ".repeat(9_000);
    let length = body.len().to_string();
    let head = head(server.address, "POST", "/api/games/x/resign", &[("content-length", &length)]);
    let requests = format!("{head}{body}").repeat(REQUESTS);
    let sending = tokio::spawn(async move {
        writing.write_all(requests.as_bytes()).await.unwrap();
        writing
    });
    let mut answers = Vec::with_capacity(1 << 20);
    let count = |answers: &[u8]| answers.windows(12).filter(|it| it == b"HTTP/1.1 401").count();
    while count(&answers) < REQUESTS {
        tokio::time::sleep(Duration::from_millis(1)).await;
        let read = tokio::time::timeout(LONG, reading.read_buf(&mut answers)).await;
        let read = read.unwrap_or_else(|_| panic!("only {} answers", count(&answers))).unwrap();
        assert!(read > 0, "the connection ended after {} answers", count(&answers));
    }
    sending.await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn a_panic_in_a_request_ends_neither_the_server_nor_the_game() {
    let server = Running::start().await;
    let (ann, _, game) = table(&server).await;
    if cfg!(feature = "seeded-bugs") {
        let body = json!({ "move": "d4", "ply": 0, "op": "panic-room" });
        let answer = ann.post(&format!("/api/games/{game}/moves"), body).await;
        assert_eq!((answer.status, answer.problem().as_str()), (500, "broken"));
    }
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    server.stop().await;
}
