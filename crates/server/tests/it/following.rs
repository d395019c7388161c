//! Followers see every event once and in order, from whatever version they come.

use futures_util::{SinkExt as _, StreamExt as _};
use quintet_server::Settings;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{LONG, Person, Running, Socket, head, settings, table};

/// The first events of a stream of lines.
async fn lines(
    server: &Running,
    game: &str,
    since: u64,
    count: usize,
    person: Option<&Person>,
) -> Vec<Value> {
    let mut socket = TcpStream::connect(server.address).await.expect("a connection");
    let bearer =
        person.map_or_else(String::new, |person| format!("authorization: {}\r\n", person.bearer()));
    let head =
        format!("GET /api/games/{game}/events?since={since} HTTP/1.1\r\nhost: x\r\n{bearer}\r\n");
    socket.write_all(head.as_bytes()).await.expect("a request");
    let mut found = Vec::new();
    let mut lines = BufReader::new(socket).lines();
    while found.len() < count {
        let line = tokio::time::timeout(LONG, lines.next_line()).await.expect("a line in time");
        let line = line.expect("a readable line").expect("more lines");
        // Sizes of chunks, heads and blank lines are no objects.
        if let Ok(object @ Value::Object(_)) = serde_json::from_str(&line)
            && object["event"] != "presence"
        {
            found.push(object);
        }
    }
    found
}

/// A game with some history: six events.
async fn played(server: &Running) -> (Person, Person, String) {
    let (ann, bob, game) = table(server).await;
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    assert_eq!(bob.play(&game, "c3", 1).await.status, 200);
    let draw = format!("/api/games/{game}/draw");
    assert_eq!(ann.post(&draw, json!({ "op": "peace" })).await.status, 200);
    assert_eq!(bob.post(&draw, json!({ "action": "decline" })).await.status, 200);
    (ann, bob, game)
}

#[tokio::test]
async fn a_stream_resumes_at_any_version_by_lines_and_by_socket() {
    let server = Running::start().await;
    let (_, _, game) = played(&server).await;
    let all = lines(&server, &game, 0, 6, None).await;
    let names: Vec<&str> = all.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["created", "joined", "moved", "moved", "offered", "declined"]);
    for since in 0..6_u64 {
        let versions: Vec<u64> = (since + 1..=6).collect();
        let seen = lines(&server, &game, since, versions.len(), None).await;
        let numbers: Vec<u64> =
            seen.iter().map(|event| event["version"].as_u64().unwrap()).collect();
        assert_eq!(numbers, versions);
        let mut socket = Socket::open(server.address, &game, since, None).await;
        for event in &seen {
            let heard = socket.event().await;
            for field in
                ["event", "version", "move", "beats", "position", "scene", "offers", "player"]
            {
                assert_eq!(heard[field], event[field], "{field}");
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_stream_goes_on_live() {
    let server = Running::start().await;
    let (ann, bob, game) = played(&server).await;
    let mut his = bob.follow(&game, 6).await;
    let mut watcher = Socket::open(server.address, &game, 6, None).await;
    assert_eq!(ann.play(&game, "g1", 2).await.status, 200);
    let (seen, watched) = (his.event().await, watcher.event().await);
    assert_eq!((&seen["version"], &seen["move"]), (&json!(7), &json!("g1")));
    assert!(seen["tree"].is_object() && watched.get("tree").is_none(), "only he is to move");
    assert!(seen.get("op").is_none() && watched.get("op").is_none(), "the op is hers alone");
    let hers = lines(&server, &game, 6, 1, Some(&ann)).await;
    assert_eq!(hers[0]["op"], format!("{}-2-g1", ann.id));
    server.stop().await;
}

#[tokio::test]
async fn a_browser_follows_as_the_guest_of_its_cookie() {
    let server = Running::start().await;
    let (ann, bob, game) = played(&server).await;
    let cookie = ("cookie", format!("other=1; quintet={}", bob.token));
    let mut his = Socket::open(server.address, &game, 6, Some(cookie)).await;
    assert_eq!(ann.play(&game, "g1", 2).await.status, 200);
    assert!(his.event().await["tree"].is_object(), "he is to move");
    server.stop().await;
}

#[tokio::test]
async fn everybody_sees_who_is_there() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let mut hers = ann.follow(&game, 2).await;
    let his = bob.follow(&game, 2).await;
    loop {
        let news = hers.object().await;
        assert_eq!(news["event"], "presence");
        if news["seats"][1]["present"] == true {
            break;
        }
    }
    drop(his);
    loop {
        let news = hers.object().await;
        if news["seats"][1]["present"] == false {
            assert!(news["seats"][1]["gone_since"].is_u64(), "{news}");
            assert!(news["seats"][1]["claimable_from"].is_null(), "no clock runs: {news}");
            break;
        }
    }
    let watching = Socket::open(server.address, &game, 2, None).await;
    while hers.object().await["spectators"] != 1 {}
    assert_eq!(ann.snapshot(&game).await["spectators"], 1);
    drop(watching);
    server.stop().await;
}

#[tokio::test]
async fn a_version_that_does_not_exist_yet_is_stale() {
    let server = Running::start().await;
    let (ann, _, game) = table(&server).await;
    let answer = ann.get(&format!("/api/games/{game}/events?since=3")).await;
    assert_eq!((answer.status, answer.problem().as_str()), (409, "stale"));
    assert_eq!(answer.json()["current"]["version"], 2);
    assert_eq!(ann.get(&format!("/api/games/{game}/events?since=-1")).await.status, 422);
    assert_eq!(ann.get("/api/games/nothing/events").await.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_answers_pings_and_complains_about_the_rest() {
    let server = Running::start().await;
    let (ann, _, game) = table(&server).await;
    let mut socket = ann.follow(&game, 2).await;
    socket.0.send(Message::text("{\"ping\":7}")).await.unwrap();
    assert_eq!(socket.event().await, json!({ "pong": 7 }));
    for nonsense in
        [Message::text("{\"move\":\"d4\"}"), Message::text("x"), Message::binary(vec![0xff, 0xfe])]
    {
        socket.0.send(nonsense).await.unwrap();
        assert_eq!(socket.event().await["event"], "error");
    }
    // Still there.
    socket.0.send(Message::text("{\"ping\":8}")).await.unwrap();
    assert_eq!(socket.event().await, json!({ "pong": 8 }));
    server.stop().await;
}

#[tokio::test]
async fn a_message_of_more_than_8_kib_ends_the_socket() {
    let server = Running::start().await;
    let (ann, _, game) = table(&server).await;
    let mut socket = ann.follow(&game, 2).await;
    socket.0.send(Message::text("x".repeat(8 * 1024))).await.unwrap();
    assert_eq!(socket.event().await["event"], "error", "8 KiB are read");
    socket.0.send(Message::text("x".repeat(8 * 1024 + 1))).await.unwrap();
    let ended = async {
        while let Some(Ok(message)) = socket.0.next().await {
            assert!(
                !matches!(&message, Message::Text(text) if text.contains("error")),
                "{message}"
            );
        }
    };
    tokio::time::timeout(LONG, ended).await.expect("it ends");
    server.stop().await;
}

#[tokio::test]
async fn long_pasts_are_told_in_full_beside_slow_readers_and_only_so_many_at_once() {
    const ROUNDS: u32 = 60;
    let server = Running::with(&Settings { trust_proxy: true, ..settings() }).await;
    let ann = server.guest().await;
    let game = ann.game(json!({ "game": "momentum", "seats": ["me", "me"] })).await;
    for round in 0..ROUNDS {
        let path = |what: &str| format!("/api/games/{game}/{what}");
        let mv = json!({ "move": "d4", "ply": 0, "op": format!("round {round}") });
        assert_eq!(ann.post(&path("moves"), mv).await.status, 200);
        assert_eq!(ann.post(&path("takeback"), json!({})).await.status, 200);
    }
    let slow = async |from: String| {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small one");
        let mut socket = socket.connect(server.address).await.expect("a connection");
        let path = format!("/api/games/{game}/events?since=0");
        let request = head(server.address, "GET", &path, &[("x-forwarded-for", &from)]);
        socket.write_all(request.as_bytes()).await.expect("a request");
        let mut status = [0; 12];
        socket.read_exact(&mut status).await.expect("an answer");
        (status == *b"HTTP/1.1 200", socket)
    };
    let mut readers = Vec::new();
    for last in 1..=40 {
        let (is_told, socket) = slow(format!("203.0.113.{last}")).await;
        assert!(is_told, "{last}");
        readers.push(socket);
    }
    let mut told = 0;
    for _ in 0..20 {
        let (is_told, socket) = slow("198.51.100.1".into()).await;
        told += usize::from(is_told);
        readers.push(socket);
    }
    assert_eq!(told, 8, "one address hears eight at once");
    let count = 1 + 2 * ROUNDS as usize;
    let all = lines(&server, &game, 0, count, None).await;
    let versions: Vec<u64> = all.iter().filter_map(|event| event["version"].as_u64()).collect();
    assert_eq!(versions, (1..=count as u64).collect::<Vec<_>>());
    drop(readers);
    server.stop().await;
}
