//! Requests and frames that nobody expected: good ones with faults. A request is answered below 500 or its connection ends, a socket
//! outlives every text, and meanwhile others play on.

use std::time::Duration;

use futures_util::SinkExt as _;
use quintet_server::api::routes::ROUTES;
use quintet_server::{Settings, net};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::luck::Luck;
use crate::support::{LONG, Person, Running, head, settings, table};

const SHOTS: u64 = 600;

/// What one route or another would take.
const BODIES: [&str; 8] = [
    "{}",
    r#"{"name":"Ann","op":"x"}"#,
    r#"{"game":"momentum","seats":["me","level:1"],"clock":{"initial":60000,"increment":0}}"#,
    r#"{"game":"yoxii","variant":"standard","position":"start","seats":["me","open"],"listed":true}"#,
    r#"{"move":"d4","ply":0,"op":"x","version":2}"#,
    r#"{"action":"offer","version":2}"#,
    r#"{"record":"[Game \"momentum\"]\n\n1. d4 *"}"#,
    r#"{"game":"momentum","moves":["d4"],"millis":1,"lines":2}"#,
];

const ODD: [&str; 16] = [
    "null",
    "-1",
    "1e999",
    "18446744073709551616",
    "0.5",
    "\"",
    "[[[[[[[[",
    "{\"a\":",
    "\\ud800",
    "\u{0}",
    "%00%ff",
    "/../",
    "é",
    "\r\n",
    "?since=-1&since=x",
    "🜁🜂",
];

/// A text with a few faults: something odd put in, a piece left out, a piece twice.
fn spoil(luck: &mut Luck, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..luck.below(4) {
        let from = luck.index(letters.len() + 1);
        let to = (from + luck.index(6)).min(letters.len());
        let odd: Vec<char> = match luck.below(3) {
            0 => luck.pick(&ODD).chars().collect(),
            1 => Vec::new(),
            _ => letters[from..to].repeat(2),
        };
        letters.splice(from..to, odd);
    }
    letters.into_iter().collect()
}

fn request(luck: &mut Luck, person: &Person, game: &str) -> String {
    let route = &ROUTES[luck.index(ROUTES.len())];
    let path = route.path.replace("{id}", game).replace("{game}", "momentum");
    let bearer = person.bearer();
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let head = head(person.address, route.method.as_str(), &path, &headers);
    let (head, body) = (spoil(luck, head.trim_end()), luck.pick(&BODIES));
    let body = spoil(luck, body);
    // The length is right, or the server would wait for the rest.
    format!("{head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// The status of the answer, if there is one.
async fn shoot(person: &Person, request: &str) -> Option<u16> {
    let mut socket = TcpStream::connect(person.address).await.expect("a connection");
    // The server may end the connection before it has read everything.
    let _ = socket.write_all(request.as_bytes()).await;
    let mut line = [0; "HTTP/1.1 200".len()];
    let read = tokio::time::timeout(LONG, socket.read_exact(&mut line)).await;
    read.expect("an answer or an end").ok()?;
    std::str::from_utf8(&line[9..]).ok()?.parse().ok()
}

#[tokio::test]
async fn no_request_with_faults_is_answered_with_a_failure() {
    // A head without an end is given up soon.
    let limits = net::Limits { head: Duration::from_millis(100), ..settings().limits };
    let server = Running::with(&Settings { limits, ..settings() }).await;
    let (ann, bob, honest) = table(&server).await;
    let (mut eve, mut target) = (server.guest().await, String::new());
    let mut answered = 0;
    for seed in 0..SHOTS {
        if seed % 20 == 0 {
            // What is fired may end the game, and log out whoever fires.
            eve = server.guest().await;
            target = eve.game(json!({ "game": "momentum", "seats": ["me", "me"] })).await;
        }
        let request = request(&mut Luck::new(seed), &eve, &target);
        let status = shoot(&eve, &request).await;
        answered += u64::from(status.is_some());
        assert!(status.is_none_or(|status| status < 500), "shot {seed}: {status:?} to {request:?}");
    }
    assert!(answered > SHOTS / 2, "hardly any was understood: {answered}");
    assert_eq!(ann.play(&honest, "d4", 0).await.status, 200);
    assert_eq!(bob.play(&honest, "c3", 1).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_outlives_every_text_and_ends_with_broken_frames() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let mut socket = ann.follow(&game, 2).await;
    for seed in 0..SHOTS {
        if seed % 40 == 0 {
            // A hundred messages are too many.
            socket = ann.follow(&game, 2).await;
        }
        let mut luck = Luck::new(seed);
        let body = luck.pick(&BODIES);
        let text = spoil(&mut luck, body);
        let message = match luck.below(4) {
            0 => Message::Binary(text.clone().into()),
            1 => Message::Ping(text.clone().into_bytes()[..text.len().min(125)].to_vec().into()),
            _ => Message::text(text.clone()),
        };
        socket.0.send(message).await.unwrap();
        socket.0.send(Message::text(json!({ "ping": seed }).to_string())).await.unwrap();
        while socket.event().await != json!({ "pong": seed }) {}
    }
    for seed in 0..SHOTS / 10 {
        let mut luck = Luck::new(seed);
        let mut broken = bob.follow(&game, 2).await;
        let stream = broken.0.get_mut();
        let bytes: Vec<u8> = (0..luck.below(300)).map(|_| luck.below(256) as u8).collect();
        let _ = stream.write_all(&bytes).await;
        let _ = stream.shutdown().await;
        let ended = tokio::time::timeout(LONG, stream.read_to_end(&mut Vec::new())).await;
        assert!(ended.is_ok(), "{bytes:?} keep their connection");
    }
    // All the while nothing happened to the one who behaves.
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    assert_eq!(socket.event().await["event"], "moved");
    server.stop().await;
}
