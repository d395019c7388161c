//! Whoever asks for much, or for what is dear, makes nobody else wait: counts and ratios, never times.

use std::net::{Ipv6Addr, SocketAddr};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use quintet_server::Settings;
use quintet_server::api::routes::{ROUTES, Work};
use quintet_server::security::limits::Strictness;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::access::ask;
use crate::support::{JSON, LONG, Person, Running, head, send, settings, table};

/// A position of a large board with many pieces: every way to change it is looked for.
const DEAR: &str = "/api/edits?game=isaac&position=";

async fn dear_path(server: &Running) -> String {
    let start = server.get("/api/position?game=isaac").await.json();
    let position = start["position"].as_str().expect("a position").replace(' ', "+");
    format!("{DEAR}{position}")
}

#[tokio::test]
async fn a_flood_of_dear_requests_from_fifty_addresses_does_not_hold_up_moves() {
    const EACH: usize = 2;
    let server = Running::with(&Settings { trust_proxy: true, ..settings() }).await;
    let path = dear_path(&server).await;
    let (ann, bob, game) = table(&server).await;
    let done = Arc::new(AtomicUsize::new(0));
    let mut flood = JoinSet::new();
    for number in 0..50 * EACH {
        let (address, path, done) = (server.address, path.clone(), Arc::clone(&done));
        flood.spawn(async move {
            let from = format!("203.0.113.{}", number % 50);
            let answer = send(address, "GET", &path, &[("x-forwarded-for", &from)], "").await;
            done.fetch_add(1, Ordering::Relaxed);
            answer.status
        });
    }
    // All of it is there before the first honest move.
    while done.load(Ordering::Relaxed) == 0 {
        tokio::task::yield_now().await;
    }
    let before = done.load(Ordering::Relaxed);
    for (ply, (person, mv)) in [(&ann, "d4"), (&bob, "c3"), (&ann, "g1")].into_iter().enumerate() {
        assert_eq!(person.play(&game, mv, ply as u32).await.status, 200);
    }
    let after = done.load(Ordering::Relaxed);
    assert!(
        after < 25 * EACH,
        "three moves waited for {} dear answers ({before} before)",
        after - before
    );
    let answered = tokio::time::timeout(2 * LONG, flood.join_all()).await.expect("an end");
    assert!(answered.iter().all(|status| *status == 200), "{answered:?}");
    server.stop().await;
}

#[tokio::test]
async fn what_the_table_has_at_the_desk_waits_there_and_nothing_else_does() {
    let server = Running::start().await;
    // Somebody sits at the desk.
    let (leave, left) = std::sync::mpsc::channel::<()>();
    let sits = tokio::spawn({
        let desk = Arc::clone(&server.desk);
        async move { desk.run("somebody", move || left.recv()).await.is_ok() }
    });
    let (mut waiting, mut answered) = (Vec::new(), 0);
    for route in &ROUTES {
        // A table of its own for each: some of them change it. To make it nobody waits for the desk.
        let (ann, _bob, game) = table(&server).await;
        let address = server.address;
        let asked =
            tokio::spawn(async move { ask(address, route, &game, Some(&ann)).await.status });
        let (what, begun) = (format!("{} {}", route.method, route.path), Instant::now());
        if route.work == Work::Here {
            let status = tokio::time::timeout(LONG, asked).await;
            let status = status.unwrap_or_else(|_| panic!("{what} waits for the desk"));
            assert!(status.expect("an answer") < 500, "{what}");
            answered += 1;
            continue;
        }
        while server.desk.waiting() <= waiting.len() {
            assert!(begun.elapsed() < LONG && !asked.is_finished(), "{what} is answered at once");
            tokio::task::yield_now().await;
        }
        waiting.push((what, asked));
    }
    assert!(waiting.len() > 5 && answered > 20, "{} and {answered}", waiting.len());
    leave.send(()).expect("somebody sits there");
    assert!(sits.await.expect("it was done"));
    for (what, asked) in waiting {
        let status = tokio::time::timeout(LONG, asked).await.expect("a turn").expect("an answer");
        assert!(status < 500, "{what}: {status}");
    }
    server.stop().await;
}

#[tokio::test]
async fn thirty_games_against_the_strongest_level_do_not_hold_up_another_persons() {
    let server = Running::start().await;
    let (eve, ann) = (server.guest().await, server.guest().await);
    let mut greedy = Vec::new();
    for _ in 0..30 {
        greedy.push(eve.game(json!({ "game": "momentum", "seats": ["level:8", "me"] })).await);
    }
    let honest = ann.game(json!({ "game": "momentum", "seats": ["me", "level:3"] })).await;
    let mut news = ann.follow(&honest, 1).await;
    let played = ann.play(&honest, "d4", 0).await;
    assert_eq!(played.status, 200, "{}", played.text());
    let ahead = played.json()["wait"]["ahead"].as_u64().expect("how long it waits");
    assert!((1..=2).contains(&ahead), "{}", played.text());
    assert_eq!(news.event().await["ply"], 1);
    let before = moves_made(&eve, &greedy).await;
    assert_eq!(news.event().await["ply"], 2);
    let meanwhile = moves_made(&eve, &greedy).await - before;
    assert!(meanwhile <= 4, "{meanwhile} of eve's were answered before ann's one");
    server.stop().await;
}

#[tokio::test]
async fn twenty_guests_of_one_address_do_not_hold_up_somebody_elsewhere() {
    let server = Running::with(&Settings { trust_proxy: true, ..settings() }).await;
    for _ in 0..20 {
        let guest = server.guest().await;
        for _ in 0..3 {
            guest.game(json!({ "game": "momentum", "seats": ["level:8", "me"] })).await;
        }
    }
    let ann = server.guest().await;
    let honest = ann.game(json!({ "game": "momentum", "seats": ["me", "level:3"] })).await;
    let mut news = ann.follow(&honest, 1).await;
    let bearer = ann.bearer();
    let elsewhere = [JSON, ("authorization", bearer.as_str()), ("x-forwarded-for", "203.0.113.7")];
    let mv = json!({ "move": "d4", "ply": 0, "op": "first" }).to_string();
    let path = format!("/api/games/{honest}/moves");
    let played = server.send("POST", &path, &elsewhere, &mv).await;
    assert_eq!(played.status, 200, "{}", played.text());
    let ahead = played.json()["wait"]["ahead"].as_u64().expect("how long it waits");
    assert!((1..=2).contains(&ahead), "{}", played.text());
    assert_eq!(news.event().await["ply"], 1);
    assert_eq!(news.event().await["ply"], 2);
    server.stop().await;
}

async fn moves_made(person: &Person, games: &[String]) -> u64 {
    let mut made = 0;
    for game in games {
        made += person.snapshot(game).await["ply"].as_u64().expect("a number");
    }
    made
}

#[tokio::test]
async fn who_waits_for_an_analysis_is_told_for_how_long() {
    let server = Running::start().await;
    let (eve, ann) = (server.guest().await, server.guest().await);
    let body = json!({ "game": "momentum", "seconds": 10 }).to_string();
    let mut busy = analysis(server.address, &eve, &body).await;
    assert!(line(&mut busy).await.contains("\"rank\""), "it thinks");
    let mut more = Vec::new();
    for _ in 0..2 {
        more.push(analysis(server.address, &eve, &body).await);
        assert!(line(more.last_mut().unwrap()).await.contains("\"wait\""));
    }
    let refused = eve.post("/api/analyze", json!({ "game": "momentum", "seconds": 10 })).await;
    assert_eq!((refused.status, refused.problem().as_str()), (429, "too-many"));
    assert!(refused.header("retry-after").is_some(), "{}", refused.text());
    let mut honest = analysis(server.address, &ann, &body).await;
    let told = line(&mut honest).await;
    assert!(told.starts_with("{\"wait\":{\"ahead\":"), "{told}");
    assert!(line(&mut honest).await.contains("\"rank\""), "and has its turn");
    server.stop().await;
}

/// An analysis under way: its head is read.
async fn analysis(address: SocketAddr, person: &Person, body: &str) -> TcpStream {
    let (length, bearer) = (body.len().to_string(), person.bearer());
    let headers = [JSON, ("authorization", bearer.as_str()), ("content-length", length.as_str())];
    let request = head(address, "POST", "/api/analyze", &headers) + body;
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    socket.write_all(request.as_bytes()).await.expect("a request");
    socket
}

/// The next JSON object of a chunked answer.
async fn line(socket: &mut TcpStream) -> String {
    let mut line = Vec::new();
    loop {
        let byte = tokio::time::timeout(LONG, socket.read_u8()).await.expect("in time");
        match byte.expect("more") {
            b'\n' if line.first() == Some(&b'{') => return String::from_utf8(line).expect("text"),
            b'\n' => line.clear(),
            byte => line.push(byte),
        }
    }
}

#[tokio::test]
async fn dear_requests_use_up_a_budget_that_cheap_ones_share() {
    let settings = Settings { rate_limit: Strictness::default(), ..settings() };
    let server = Running::with(&settings).await;
    let body = json!({ "game": "momentum", "seconds": 10, "nodes": 1 }).to_string();
    let exhaust = async || {
        for _ in 0..200 {
            let answer = server.send("POST", "/api/analyze", &[JSON], &body).await;
            if answer.status == 429 {
                return answer;
            }
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        panic!("nothing but the count, which would allow 240, is limited");
    };
    let refused = exhaust().await;
    assert_eq!(refused.problem(), "too-many");
    assert!(refused.header("retry-after").is_some_and(|text| text.parse::<u64>().is_ok()));
    assert!(
        refused.json()["detail"].as_str().unwrap().contains("try again in"),
        "{}",
        refused.text()
    );
    // The budget fills up all the time: on a busy machine there may be enough of it again for something cheap.
    for _ in 0..20 {
        if server.get("/api/games").await.status == 429 {
            return server.stop().await;
        }
        exhaust().await;
    }
    panic!("the budget is not for all kinds of requests");
}

#[tokio::test]
async fn a_rematch_counts_as_making_a_game() {
    let settings = Settings { rate_limit: Strictness::default(), ..settings() };
    let server = Running::with(&settings).await;
    let eve = server.guest().await;
    let mut game = eve.game(json!({ "game": "momentum", "seats": ["me", "me"] })).await;
    for made in 1..100 {
        assert_eq!(eve.post(&format!("/api/games/{game}/abort"), json!({})).await.status, 200);
        let answer = eve.post(&format!("/api/games/{game}/rematch"), json!({})).await;
        if answer.status == 429 {
            assert!((29..99).contains(&made), "{made}");
            return server.stop().await;
        }
        game = answer.json()["game"].as_str().expect("another game").to_owned();
    }
    panic!("a hundred games were made by rematches");
}

#[tokio::test]
async fn fifty_addresses_have_so_many_connections_each_and_no_more() {
    const EACH: usize = 3;
    let limits = quintet_server::net::Limits { connections_an_address: EACH, ..settings().limits };
    let server = Running::with(&Settings { limits, ..settings() }).await;
    let mut open = Vec::new();
    for last in 1..=50 {
        for _ in 0..EACH {
            let socket = connect_from(last, server.address).await;
            open.push(is_served(socket).await.expect("a place"));
        }
        assert!(is_served(connect_from(last, server.address).await).await.is_none(), "{last}");
    }
    server.stop().await;
}

async fn connect_from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    // All of 127.0.0.0/8 is this machine.
    socket.bind(SocketAddr::from(([127, 0, 1, last], 0))).expect("an address");
    socket.connect(to).await.expect("a connection")
}

/// The connection, if it is served.
async fn is_served(mut socket: TcpStream) -> Option<TcpStream> {
    let mut status = [0; 12];
    // A connection that was turned away is answered before it asks, and may be gone by then.
    let _ = socket.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let read = tokio::time::timeout(LONG, socket.read_exact(&mut status)).await.expect("in time");
    (read.is_ok() && &status == b"HTTP/1.1 200").then_some(socket)
}

/// Says that we are in a network of our own.
const OWN_NETWORK: &str = "QUINTET_OWN_NETWORK";

/// Runs a test once more in a network of its own, in which these addresses are this machine. False if it is there already.
fn goes_to_own_network(test: &str, addresses: &[Ipv6Addr]) -> bool {
    if std::env::var_os(OWN_NETWORK).is_some() {
        return false;
    }
    let script =
        "ip link set lo up && printf %s \"$2\" | ip -6 -batch - && exec \"$0\" --exact \"$1\"";
    let program = std::env::current_exe().expect("this program");
    let line = |address: &Ipv6Addr| format!("address add {address}/128 dev lo nodad\n");
    let lines: String = addresses.iter().map(line).collect();
    let mut shell = Command::new("unshare");
    shell.args(["-Urn", "sh", "-c", script]).arg(program).args([test, &lines]);
    let output = shell.env(OWN_NETWORK, "1").output().expect("unshare, of util-linux, runs");
    let said = String::from_utf8_lossy(&output.stdout);
    if said.contains("running 1 test") {
        assert!(said.contains("1 passed"), "{said}");
    } else {
        // Some systems let nobody but root have one.
        eprintln!("not run: {}", String::from_utf8_lossy(&output.stderr));
    }
    true
}

#[tokio::test]
async fn one_ipv6_network_has_the_connections_of_one_address() {
    const EACH: usize = 3;
    let ours = Ipv6Addr::new(0x2001, 0xdb8, 0xffff, 0, 0, 0, 0, 1);
    // As far apart as addresses of one network can be; then others.
    let near = (0..64).map(|number| Ipv6Addr::new(0x2001, 0xdb8, 1, 1, number << 10, 0, 0, number));
    let far = (2..=20).map(|network| Ipv6Addr::new(0x2001, 0xdb8, 1, network, 0, 0, 0, 1));
    let (near, far): (Vec<Ipv6Addr>, Vec<Ipv6Addr>) = (near.collect(), far.collect());
    let test = "fairness::one_ipv6_network_has_the_connections_of_one_address";
    if goes_to_own_network(test, &[&[ours], &near[..], &far[..]].concat()) {
        return;
    }
    let limits = quintet_server::net::Limits { connections_an_address: EACH, ..settings().limits };
    let listen = format!("[{ours}]:0");
    let server = Running::with(&Settings { limits, listen, ..settings() }).await;
    let connect = async |from: Ipv6Addr| {
        let socket = TcpSocket::new_v6().expect("a socket");
        socket.bind(SocketAddr::from((from, 0))).expect("an address");
        is_served(socket.connect(server.address).await.expect("a connection")).await
    };
    let mut open = Vec::new();
    for (number, from) in near.into_iter().enumerate() {
        let served = connect(from).await;
        assert_eq!(served.is_some(), number < EACH, "{from}");
        open.extend(served);
    }
    for from in far {
        open.push(connect(from).await.expect("another network has its own"));
    }
    server.stop().await;
}

#[tokio::test]
async fn behind_a_proxy_a_client_has_so_much_under_way_and_no_more() {
    const MOST: usize = 5;
    let limits = quintet_server::net::Limits { connections_an_address: MOST, ..settings().limits };
    let server = Running::with(&Settings { limits, trust_proxy: true, ..settings() }).await;
    let (_, _, game) = table(&server).await;
    let path = format!("/api/games/{game}/events?since=2");
    let follow = async |from: String| {
        let request = head(server.address, "GET", &path, &[("x-forwarded-for", &from)]);
        let mut socket = TcpStream::connect(server.address).await.expect("a connection");
        socket.write_all(request.as_bytes()).await.expect("a request");
        let mut status = [0; 12];
        socket.read_exact(&mut status).await.expect("an answer");
        (String::from_utf8_lossy(&status[9..]).into_owned(), socket)
    };
    // Two hundred addresses of one network.
    let mut open = Vec::new();
    for number in 1..=200 {
        let (status, socket) = follow(format!("2001:db8::{number:x}")).await;
        if status == "200" {
            open.push(socket);
        } else {
            assert_eq!(status, "429");
        }
    }
    assert_eq!(open.len(), MOST);
    assert_eq!(follow("2001:db8:0:1::1".into()).await.0, "200", "another network");
    drop(open);
    let again = async {
        while follow("2001:db8::1".into()).await.0 != "200" {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LONG, again).await.expect("a place is free again");
    server.stop().await;
}
