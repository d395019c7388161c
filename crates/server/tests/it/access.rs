//! Who may ask what: every route of the table, for everybody who can come to it.

use std::net::SocketAddr;

use quintet_server::api::gate::Access;
use quintet_server::api::routes::{ROUTES, Route};
use serde_json::{Value, json};

use crate::support::{Answer, JSON, Person, Running, head, send, table};

/// Who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Anonymous,
    OtherGuest,
    Player,
    Spectator,
}

const EVERYBODY: [Who; 4] = [Who::Anonymous, Who::OtherGuest, Who::Player, Who::Spectator];

/// What a route is asked with, where that is more than nothing.
fn body(path: &str) -> Value {
    match path {
        "/api/games" => json!({ "game": "momentum", "seats": ["me", "me"] }),
        "/api/games/{id}/moves" => json!({ "move": "d4", "ply": 0, "op": "matrix" }),
        "/api/analyze" => json!({ "game": "momentum", "seconds": 0.01, "nodes": 10 }),
        "/api/records" => json!({ "text": "" }),
        "/api/guest/delete" => json!({ "id": "nobody" }),
        "/api/guest/tokens" => json!({ "label": "bot" }),
        _ => json!({}),
    }
}

fn address(route: &Route, game: &str) -> String {
    let path = route.path.replace("{id}", game).replace("{hash}/{*path}", "0/main.js");
    let path = path.replace("{game}", "momentum").replace("{*nowhere}", "nowhere");
    let path = path.replace("{key}", "nothing");
    match path.as_str() {
        "/api/position" => format!("{path}?game=momentum"),
        "/api/edits" => format!("{path}?game=momentum&position=7/7/7/7/7/7/7+x+0"),
        _ => path,
    }
}

/// Whether an answer means that the door was shut.
fn is_shut(answer: &Answer) -> bool {
    matches!(answer.status, 401 | 403)
}

/// What the matrix expects: shut or open, and why.
fn expected(route: &Route, who: Who) -> Option<&'static str> {
    match route.access {
        // Plain requests to the web socket name no Origin.
        Access::SameOrigin => Some("forbidden"),
        Access::Guest | Access::Player if who == Who::Anonymous => Some("guest-needed"),
        Access::Player if who != Who::Player => Some("forbidden"),
        Access::Anyone | Access::Guest | Access::Player => None,
    }
}

/// Asks for what a route is there for, in a game of momentum.
pub async fn ask(to: SocketAddr, route: &Route, game: &str, person: Option<&Person>) -> Answer {
    let bearer = person.map(Person::bearer).unwrap_or_default();
    let mut headers = vec![];
    if person.is_some() {
        headers.push(("authorization", bearer.as_str()));
    }
    let changes = route.method == "POST";
    let body = if changes { body(route.path).to_string() } else { String::new() };
    if changes {
        headers.push(JSON);
    }
    let path = address(route, game);
    if path.ends_with("/events") {
        // It never ends: its first bytes say enough.
        return crate::guarding::head_only(to, &path, &headers).await;
    }
    send(to, route.method.as_str(), &path, &headers, &body).await
}

#[tokio::test]
async fn every_route_lets_in_whom_the_table_says_and_nobody_else() {
    let server = Running::start().await;
    for route in &ROUTES {
        for who in EVERYBODY {
            // A table of its own for each, so that what one may do does not change what the next may.
            let (ann, _bob, game) = table(&server).await;
            let (other, spectator) = (server.guest().await, server.guest().await);
            let watching =
                if who == Who::Spectator { Some(spectator.follow(&game, 0).await) } else { None };
            let person = match who {
                Who::Anonymous => None,
                Who::OtherGuest => Some(&other),
                Who::Player => Some(&ann),
                Who::Spectator => Some(&spectator),
            };
            let answer = ask(server.address, route, &game, person).await;
            let told = format!(
                "{} {} by {who:?}: {} {}",
                route.method,
                route.path,
                answer.status,
                answer.text()
            );
            match expected(route, who) {
                Some(kind) => {
                    assert!(is_shut(&answer), "{told}");
                    assert_eq!(answer.problem(), kind, "{told}");
                    assert_eq!(ann.snapshot(&game).await["version"], 2, "{told}");
                }
                // Hints are not for games against people, and a full table cannot be joined: refusals of another kind.
                None if route.path.ends_with("/hint") || route.path.ends_with("/join") => {}
                None => assert!(!is_shut(&answer), "{told}"),
            }
            assert!(answer.status < 500, "{told}");
            drop(watching);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn no_route_exists_beside_the_table() {
    let server = Running::start().await;
    let known = |method: &str, path: &str| {
        ROUTES.iter().any(|route| route.method == method && route.path == path)
    };
    for path in ["/api/games", "/api/guest", "/api/analyze", "/healthz", "/", "/api/catalog"] {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let answer = server.send(method, path, &[], "").await;
            if !known(method, path) {
                assert_eq!(answer.status, 405, "{method} {path}");
            }
        }
    }
    for path in [
        "/api/admin",
        "/.git/config",
        "/api/games/x/y/z",
        "/debug",
        "/index.html",
        "/../Cargo.toml",
    ] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_cookie_changes_things_only_from_our_own_page() {
    let server = Running::start().await;
    let ann = server.guest().await;
    let cookie = format!("quintet={}", ann.token);
    let body = r#"{"game":"momentum","seats":["me","me"]}"#;
    let make = async |extra: &[(&str, &str)]| {
        let mut headers = vec![JSON, ("cookie", cookie.as_str())];
        headers.extend_from_slice(extra);
        server.send("POST", "/api/games", &headers, body).await.status
    };
    let origin = server.origin();
    assert_eq!(make(&[]).await, 403, "no Origin");
    assert_eq!(make(&[("origin", "http://evil.example")]).await, 403);
    assert_eq!(make(&[("origin", "null")]).await, 403);
    assert_eq!(make(&[("sec-fetch-site", "same-origin")]).await, 403, "Origin alone counts");
    assert_eq!(make(&[("origin", &origin)]).await, 201);
    let bearer = ann.bearer();
    assert_eq!(
        make(&[("authorization", &bearer)]).await,
        201,
        "browsers do not send tokens by themselves"
    );
    let headers = [("cookie", cookie.as_str()), ("origin", "http://evil.example")];
    assert_eq!(
        server.send("GET", "/api/games?mine=true", &headers, "").await.status,
        200,
        "reading changes nothing"
    );
    server.stop().await;
}

#[tokio::test]
async fn another_sites_page_changes_nothing_whatever_comes_with_its_request() {
    let server = Running::start().await;
    let form = ("content-type", "application/x-www-form-urlencoded");
    let evil = ("origin", "http://evil.example");
    let cross = ("sec-fetch-site", "cross-site");
    for route in ROUTES.iter().filter(|route| route.method != "GET") {
        for headers in [
            &[form, evil, cross][..],
            &[form, evil],
            &[JSON, evil],
            &[JSON, cross],
            &[JSON, ("sec-fetch-site", "same-site")],
            &[JSON, ("origin", "null")],
        ] {
            let path = address(route, "nothing");
            for body in ["", "{}"] {
                let answer = server.send(route.method.as_str(), &path, headers, body).await;
                let told = format!("{} {headers:?} {}", route.path, answer.text());
                assert_eq!(
                    (answer.status, answer.problem().as_str()),
                    (403, "forbidden"),
                    "{told}"
                );
                assert_eq!(answer.header("set-cookie"), None, "{told}");
            }
        }
    }
    // A form is no JSON even where the browser is too old to say whose page it stands on.
    let answer = server.send("POST", "/api/guest", &[form], "").await;
    assert_eq!((answer.status, answer.problem().as_str()), (400, "unreadable"));
    assert_eq!(answer.header("set-cookie"), None);
    let origin = server.origin();
    let ours = [JSON, ("origin", origin.as_str()), ("sec-fetch-site", "same-origin")];
    assert_eq!(server.send("POST", "/api/guest", &ours, "{}").await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn another_sites_page_may_read_nothing_and_asking_changes_nothing() {
    let server = Running::start().await;
    let (ann, _bob, game) = table(&server).await;
    let cookie = format!("quintet={}", ann.token);
    let headers = [
        ("cookie", cookie.as_str()),
        ("origin", "http://evil.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ];
    let state = async || {
        let (game, keys) = (ann.snapshot(&game).await, ann.get("/api/guest/keys").await.json());
        let mine = ann.get("/api/games?mine=true").await.json();
        let keys = keys["keys"].as_array().map(Vec::len);
        (game["version"].clone(), game["seats"][0]["name"].clone(), keys, mine)
    };
    let before = state().await;
    for route in &ROUTES {
        for method in ["GET", "HEAD", "OPTIONS"] {
            let path = address(route, &game);
            let answer = if path.ends_with("/events") {
                crate::guarding::head_only(server.address, &path, &headers).await
            } else {
                server.send(method, &path, &headers, "").await
            };
            let told = format!("{method} {path}: {} {:?}", answer.status, answer.headers);
            let lets_in = |(name, _): &(String, String)| name.starts_with("access-control-");
            assert!(!answer.headers.iter().any(lets_in), "{told}");
            let kept_apart = answer.header("cross-origin-resource-policy");
            assert_eq!(kept_apart, Some("same-origin"), "{told}");
        }
    }
    assert_eq!(state().await, before);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_opens_only_from_our_own_page() {
    let server = Running::start().await;
    let (_, _, game) = table(&server).await;
    let upgrade = [
        ("upgrade", "websocket"),
        ("connection", "Upgrade"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let path = format!("/api/games/{game}/ws");
    let origin = server.origin();
    for (origin, status) in
        [(None, 403), (Some("http://evil.example"), 403), (Some(origin.as_str()), 101)]
    {
        let mut headers = upgrade.to_vec();
        headers.extend(origin.map(|origin| ("origin", origin)));
        let request = head(server.address, "GET", &path, &headers);
        let answer = crate::guarding::head_of(server.address, &request).await;
        assert_eq!(answer.status, status, "{origin:?}");
    }
    // Without a handshake it is a plain refusal.
    let answer = server.send("GET", &path, &[("origin", &origin)], "").await;
    assert_eq!((answer.status, answer.problem().as_str()), (400, "unreadable"));
    server.stop().await;
}
