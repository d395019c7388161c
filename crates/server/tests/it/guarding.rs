//! What every answer carries, whatever it answers.

use std::net::SocketAddr;

use quintet_server::Settings;
use quintet_server::api::routes::ROUTES;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Answer, JSON, LONG, Running, head, parse, raw, send, settings, table};

/// The head of an answer whose body never ends.
pub async fn head_only(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Answer {
    head_of(address, &head(address, "GET", path, headers)).await
}

/// The head of the answer to some bytes.
pub async fn head_of(address: SocketAddr, request: &str) -> Answer {
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    socket.write_all(request.as_bytes()).await.expect("a request");
    let mut all = Vec::new();
    while !all.windows(4).any(|window| window == b"\r\n\r\n") {
        let mut some = [0; 1024];
        let read = tokio::time::timeout(LONG, socket.read(&mut some)).await.expect("in time");
        let read = read.expect("an answer");
        assert_ne!(read, 0, "it broke off");
        all.extend_from_slice(&some[..read]);
    }
    parse(&all)
}

fn check(answer: &Answer, what: &str) {
    let csp = answer
        .header("content-security-policy")
        .unwrap_or_else(|| panic!("no policy: {what} {answer:?}"));
    for part in [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    ] {
        assert!(csp.contains(part), "{what}: {csp}");
    }
    assert!(!csp.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{csp}");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{what}");
    assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{what}");
    assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{what}");
    assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"), "{what}");
    assert!(answer.header("permissions-policy").is_some(), "{what}");
    assert!(answer.header("cache-control").is_some(), "{what}");
    let kind = answer.header("content-type").unwrap_or_default();
    assert!(answer.body.is_empty() || !kind.is_empty(), "{what}: no type");
    let is_text = kind.starts_with("text/") || kind.contains("+xml");
    assert!(!is_text || kind.ends_with("; charset=utf-8"), "{what}: {kind}");
    if matches!(kind, "application/json" | "application/problem+json") {
        answer.json();
    }
}

#[tokio::test]
async fn every_answer_of_every_route_has_the_headers() {
    let server = Running::start().await;
    let (_, _, game) = table(&server).await;
    for route in &ROUTES {
        let path = route
            .path
            .replace("{id}", &game)
            .replace("{*nowhere}", "x/y")
            .replace("{hash}/{*path}", "0/x");
        let path = path.replace("{game}", "momentum").replace("{key}", "nothing");
        let answer = if path.ends_with("/events") {
            head_only(server.address, &path, &[]).await
        } else {
            server.send(route.method.as_str(), &path, &[], "").await
        };
        check(&answer, route.path);
        assert!(answer.header("x-request-id").is_some(), "{}", route.path);
        let is_page = answer.header("content-type").is_some_and(|kind| kind.contains("html"));
        assert!(!is_page || !route.path.starts_with("/api/"), "{} is no page", route.path);
    }
    server.stop().await;
}

#[tokio::test]
async fn so_have_refusals_of_requests_that_no_handler_sees() {
    let server = Running::start().await;
    let many = "x-many: 1\r\n".repeat(200);
    let long = "x".repeat(40_000);
    for (what, request, status) in [
        ("nonsense", "nonsense\r\n\r\n".to_owned(), 400),
        ("no host", "GET / HTTP/1.1\r\n\r\n".to_owned(), 400),
        ("two hosts", "GET / HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n".to_owned(), 400),
        ("a bare line feed", "GET / HTTP/1.1\nhost: x\n\n".to_owned(), 400),
        ("one among others", "GET / HTTP/1.1\r\nhost: x\nx: y\r\n\r\n".to_owned(), 400),
        ("another version", "GET / HTTP/9.9\r\n\r\n".to_owned(), 400),
        ("many headers", format!("GET / HTTP/1.1\r\nhost: x\r\n{many}\r\n"), 413),
        ("a long header", format!("GET / HTTP/1.1\r\nhost: x\r\nx: {long}\r\n\r\n"), 413),
        ("a long address", format!("GET /{long} HTTP/1.1\r\nhost: x\r\n\r\n"), 413),
    ] {
        let answer = raw(server.address, request.as_bytes()).await;
        assert_eq!(answer.status, status, "{what}");
        check(&answer, what);
        answer.problem();
    }
    let large = "x".repeat(64 * 1024 + 1);
    let answer = server.send("POST", "/api/records", &[JSON], &large).await;
    assert_eq!((answer.status, answer.problem().as_str()), (413, "too-large"));
    check(&answer, "a large body");
    server.stop().await;
}

#[tokio::test]
async fn under_https_the_cookie_is_bound_to_the_host() {
    let public_url = Some("https://play.example.org".into());
    let settings = Settings { public_url, hsts: 31_536_000, ..settings() };
    let server = Running::with(&settings).await;
    let answer = server.send("POST", "/api/guest", &[JSON], "{}").await;
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert!(cookie.starts_with("__Host-quintet="), "{cookie}");
    assert!(
        cookie.ends_with("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"),
        "{cookie}"
    );
    assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
    let refused = raw(server.address, b"nonsense\r\n\r\n").await;
    assert_eq!(refused.header("strict-transport-security"), Some("max-age=31536000"));
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    let cookie = format!("__Host-quintet={token}");
    let body = json!({ "game": "momentum", "seats": ["me", "me"] }).to_string();
    for (origin, status) in [("https://play.example.org", 201), (server.origin().as_str(), 403)] {
        let headers = [JSON, ("cookie", cookie.as_str()), ("origin", origin)];
        assert_eq!(
            server.send("POST", "/api/games", &headers, &body).await.status,
            status,
            "{origin}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn the_page_is_served_and_its_files_may_be_kept() {
    let server = Running::start().await;
    for path in [
        "/",
        "/lobby",
        "/replay",
        "/analysis/momentum",
        "/rules/yoxii",
        "/learn/yoxii",
        "/settings",
        "/api",
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        assert!(!answer.text().contains("{{"), "{}", answer.text());
        let again = server
            .send("GET", path, &[("if-none-match", answer.header("etag").unwrap())], "")
            .await;
        assert_eq!(again.status, 304, "{path}");
    }
    for path in [
        "/no/such/page",
        "/game/abc?ply=3",
        "/game/%00",
        "/analysis/chess",
        "/rules/chess",
        "/learn/chess",
    ] {
        let nowhere = server.get(path).await;
        let kind = nowhere.header("content-type");
        assert_eq!((nowhere.status, kind), (404, Some("text/html; charset=utf-8")), "{path}");
    }
    let rules = server.get("/rules/yoxii").await.text();
    assert!(
        rules.contains("<main id=\"plain\"") && rules.contains("<h1>Yoxii</h1>"),
        "rules without scripts"
    );
    assert!(rules.contains("<figure") && rules.contains("<svg"), "with drawings");
    let shell = server.get("/").await.text();
    let file =
        shell.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a script");
    let script = server.send("GET", file, &[("accept-encoding", "gzip")], "").await;
    assert_eq!(script.status, 200, "{file}");
    assert_eq!(script.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    server.stop().await;
}

#[tokio::test]
async fn large_answers_are_packed_and_streams_are_not() {
    let server = Running::start().await;
    let (_, _, game) = table(&server).await;
    let gzip = [("accept-encoding", "gzip")];
    let path = format!("/api/games/{game}");
    let packed = server.send("GET", &path, &gzip, "").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 2 < server.get(&path).await.body.len());
    let stream = head_only(server.address, &format!("{path}/events"), &gzip).await;
    assert_eq!(stream.header("content-encoding"), None);
    assert_eq!(stream.header("content-type"), Some("application/x-ndjson"));
    server.stop().await;
}

#[tokio::test]
async fn operators_see_how_it_is_and_nobody_else_sees_what_is_measured() {
    let settings = Settings { metrics: Some("127.0.0.1:0".into()), ..settings() };
    let server = Running::with(&settings).await;
    table(&server).await;
    assert_eq!(server.get("/healthz").await.text(), "ok\n");
    assert_eq!(server.get("/readyz").await.text(), "ready\n");
    assert_eq!(server.get("/metrics").await.status, 404, "not where everybody is");
    let operators = server.metrics.expect("an address of its own");
    let answer = send(operators, "GET", "/metrics", &[], "").await;
    check(&answer, "measurements");
    let metrics = answer.text();
    for name in
        ["quintet_requests_total{", "quintet_request_seconds_bucket{", "quintet_connections "]
    {
        assert!(metrics.contains(name), "{name} in {metrics}");
    }
    assert!(metrics.contains("route=\"/api/games/{id}/join\""), "{metrics}");
    assert_eq!(send(operators, "GET", "/api/games", &[], "").await.status, 404, "nothing else");
    server.stop().await;
}
