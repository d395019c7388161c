//! Mutated HTTP requests: every route with wild paths, queries, headers and bodies, and requests that are none.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::luck::Luck;

use super::values;

/// How the answer to a request ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// One whole answer, after which the connection may go on.
    Answered,
    /// An answer that need not end: its head will do.
    Endless,
    /// An answer or none; then the connection closes.
    Broken,
}

/// A request to fire.
#[derive(Clone, Debug)]
pub struct Shot {
    /// What is sent.
    pub bytes: Vec<u8>,
    /// How the answer ends.
    pub end: End,
}

/// What real requests are made of.
#[derive(Clone, Debug)]
pub struct Stock {
    /// Tokens of guests.
    pub tokens: Vec<String>,
    /// Ids of games.
    pub games: Vec<String>,
    /// A legal first move in each of those games, with its player's token.
    pub openings: Vec<(String, String)>,
}

impl Stock {
    /// A game of the stock by its place: its id, the token of who begins, a legal move.
    fn opening(&self, luck: &mut Luck) -> Option<(&str, &str, &str)> {
        let place = luck.below(self.openings.len());
        let (token, mv) = self.openings.get(place)?;
        Some((self.games.get(place)?, token, mv))
    }
}

/// A request: half broken, wild or valid.
pub fn shot(luck: &mut Luck, stock: &Stock) -> Shot {
    if luck.one_in(25) { broken(luck, stock) } else { framed(luck, stock) }
}

struct Draft {
    method: &'static str,
    path: String,
    body: Option<Value>,
    end: End,
}

fn draft(luck: &mut Luck, stock: &Stock) -> Draft {
    let get = |path: String| Draft { method: "GET", path, body: None, end: End::Answered };
    let post =
        |path: String, body| Draft { method: "POST", path, body: Some(body), end: End::Answered };
    let game = game_id(luck, stock);
    let kind = *luck.pick(quintet_catalog::standard().games());
    let kind = kind.info();
    match luck.below(24) {
        0 => post("/api/guest".into(), json!({"name": values::text(luck)})),
        1 => get("/api/catalog".into()),
        2 => get(format!("/api/catalog/{}", segment(luck, kind.id))),
        3 => post("/api/games".into(), new_game(luck, kind.id)),
        4 => get(format!(
            "/api/games?{}",
            query(luck, &["game", "status", "mine", "after", "limit"])
        )),
        5 | 6 => get(format!("/api/games/{game}")),
        7..=10 => {
            let body = json!({"move": values::text(luck), "ply": luck.below(4), "version": luck.below(6), "op": values::text(luck)});
            post(format!("/api/games/{game}/moves"), body)
        }
        11 => {
            let verb = luck.word(&["join", "resign", "abort", "claim", "hint"]);
            post(format!("/api/games/{game}/{verb}"), json!({"op": "x", "version": 1}))
        }
        12 | 13 => {
            let verb = luck.word(&["draw", "takeback", "rematch"]);
            let action = luck.word(&["offer", "accept", "decline", "withdraw", ""]);
            post(format!("/api/games/{game}/{verb}"), json!({"action": action, "op": "y"}))
        }
        14 => {
            let path = format!(
                "/api/games/{game}/{}?{}",
                luck.pick(&["events", "ws"]),
                query(luck, &["since"])
            );
            Draft { end: End::Endless, ..get(path) }
        }
        15 => get(format!("/api/games/{game}/record?{}", query(luck, &["format"]))),
        16..=18 => {
            let query = query(luck, &["position", "moves", "steps", "variant"]);
            let path = luck.word(&["position", "position", "edits"]);
            get(format!("/api/{path}?game={}&{query}", segment(luck, kind.id)))
        }
        19 => post("/api/records".into(), json!({"text": record(luck, kind.name)})),
        20 => {
            let body = json!({"game": kind.id, "variant": kind.variants[0].id, "moves": [values::text(luck)], "lines": 1, "seconds": 0.01, "nodes": 10});
            Draft { end: End::Endless, ..post("/api/analyze".into(), body) }
        }
        21 => get((luck.word(&[
            "/healthz",
            "/readyz",
            "/metrics",
            "/api/openapi.json",
            "/api",
            "/",
            "/lobby",
        ]))
        .into()),
        22 => get(format!("/assets/{}", encoded(luck))),
        _ => get(format!("/{}/{}", encoded(luck), encoded(luck))),
    }
}

fn new_game(luck: &mut Luck, game: &str) -> Value {
    let seat =
        |luck: &mut Luck| luck.word(&["me", "open", "random", "greedy", "level:1", "level:0", "x"]);
    let mut body = json!({"game": game, "seats": [seat(luck), seat(luck)]});
    if luck.one_in(2) {
        body["clock"] = json!({"initial": values::number(luck), "increment": values::number(luck)});
    }
    if luck.one_in(2) {
        body["position"] = json!(values::text(luck));
        body["colour"] = json!("random");
        body["listed"] = json!(true);
    }
    body
}

fn record(luck: &mut Luck, name: &str) -> String {
    let mut text = format!("[Game \"{name}\"]\n[Variant \"standard\"]\n\n1. ");
    for _ in 0..luck.below(6) {
        text += &values::text(luck);
        text.push_str(luck.word(&[" ", "\n", " {", "} ", " 2. ", "\"]"]));
    }
    text
}

fn game_id(luck: &mut Luck, stock: &Stock) -> String {
    if luck.one_in(8) || stock.games.is_empty() {
        encoded(luck)
    } else {
        luck.pick(&stock.games).clone()
    }
}

fn segment(luck: &mut Luck, valid: &str) -> String {
    if luck.one_in(4) { encoded(luck) } else { valid.to_owned() }
}

/// A wild text as it may stand in an address, now and then encoded wrongly.
fn encoded(luck: &mut Luck) -> String {
    let mut out = String::new();
    for byte in values::text(luck).bytes().take(300) {
        if byte.is_ascii_alphanumeric() || (b"-._~/:@!".contains(&byte) && !luck.one_in(8)) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02x}");
        }
    }
    if luck.one_in(10) {
        out.push_str(luck.word(&["%", "%zz", "%f", "%c0%af", "//", "/../", "?#"]));
    }
    out
}

fn query(luck: &mut Luck, names: &[&str]) -> String {
    let mut out = String::new();
    for name in names {
        if luck.one_in(2) {
            let _ = write!(
                out,
                "{name}={}&",
                if luck.one_in(2) { encoded(luck) } else { luck.below(50).to_string() }
            );
        }
    }
    if luck.one_in(6) {
        let _ = write!(out, "{}={}", encoded(luck), encoded(luck));
    }
    out
}

/// A request that is HTTP, whatever it asks for.
fn framed(luck: &mut Luck, stock: &Stock) -> Shot {
    let mut draft = draft(luck, stock);
    let mut known = None;
    if luck.one_in(12)
        && let Some((game, token, mv)) = stock.opening(luck)
    {
        let body = json!({"move": mv, "ply": 0, "version": 2, "op": values::text(luck)});
        draft.path = format!("/api/games/{game}/moves");
        (draft.method, draft.body, draft.end) = ("POST", Some(body), End::Answered);
        known = Some(token);
    }
    let mut end = draft.end;
    if luck.one_in(15) {
        draft.method = luck
            .word(&["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST", "GET", "BREW", "HEAD"]);
        if draft.method == "HEAD" {
            end = End::Endless;
        }
    }
    let mut head =
        format!("{} {} HTTP/1.1\r\nhost: 127.0.0.1\r\n", draft.method, draft.path).into_bytes();
    match known {
        Some(token) => head.extend(format!("authorization: Bearer {token}\r\n").bytes()),
        None => headers(luck, stock, &mut head),
    }
    let mut body = Vec::new();
    if let Some(valid) = draft.body {
        let wild = values::mutate(luck, valid);
        body = values::bytes(luck, &wild);
        if luck.one_in(500) {
            body.resize(luck.between(60_000, 70_000), b' ');
        }
        let kind = if luck.one_in(20) { "text/plain" } else { "application/json" };
        head.extend(format!("content-type: {kind}\r\n").bytes());
    }
    if luck.one_in(12) && !body.is_empty() {
        head.extend(b"transfer-encoding: chunked\r\n\r\n");
        for part in body.chunks(luck.between(1, body.len())) {
            head.extend(format!("{:x}\r\n", part.len()).bytes());
            head.extend(part);
            head.extend(b"\r\n");
        }
        head.extend(b"0\r\n\r\n");
    } else {
        head.extend(format!("content-length: {}\r\n\r\n", body.len()).bytes());
        head.extend(body);
    }
    Shot { bytes: head, end }
}

fn headers(luck: &mut Luck, stock: &Stock, head: &mut Vec<u8>) {
    let token = luck.pick(&stock.tokens);
    match luck.below(10) {
        0 => {}
        1 => head.extend(format!("authorization: Bearer {}\r\n", visible(luck)).bytes()),
        2 => head.extend(
            format!("cookie: quintet={token}; {}\r\norigin: http://127.0.0.1\r\n", visible(luck))
                .bytes(),
        ),
        3 => head
            .extend(format!("cookie: {}\r\norigin: {}\r\n", visible(luck), visible(luck)).bytes()),
        _ => head.extend(format!("authorization: Bearer {token}\r\n").bytes()),
    }
    for _ in 0..luck.below(3) {
        let names = [
            "accept",
            "accept-encoding",
            "range",
            "if-none-match",
            "x-forwarded-for",
            "sec-fetch-site",
            "origin",
            "content-encoding",
            "x-request-id",
            "upgrade",
            "te",
            "via",
            "forwarded",
            "sec-websocket-key",
            "referer",
        ];
        head.extend(format!("{}: {}\r\n", luck.pick(&names), visible(luck)).bytes());
    }
    if luck.one_in(60) {
        for number in 0..luck.between(20, 90) {
            head.extend(format!("x-{number}: y\r\n").bytes());
        }
    }
}

fn visible(luck: &mut Luck) -> String {
    values::text(luck).chars().filter(|c| (' '..='~').contains(c)).take(200).collect()
}

/// Bytes that are no request, or only the beginning of one.
fn broken(luck: &mut Luck, stock: &Stock) -> Shot {
    let valid = framed(luck, stock).bytes;
    let bytes = match luck.below(10) {
        0 => valid[..luck.below(valid.len())].to_vec(),
        1 => {
            let mut bytes = valid;
            for _ in 0..luck.between(1, 10) {
                let at = luck.below(bytes.len());
                bytes[at] = luck.bits() as u8;
            }
            bytes
        }
        2 => (0..luck.between(1, 400)).map(|_| luck.bits() as u8).collect(),
        3 => b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        4 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        5 => {
            format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(luck.between(4_000, 40_000)))
                .into_bytes()
        }
        6 => format!(
            "GET / HTTP/1.1\r\nhost: x\r\nx-long: {}\r\n\r\n",
            "b".repeat(luck.between(4_000, 40_000))
        )
        .into_bytes(),
        7 => {
            let lines = [
                "content-length: -1",
                "content-length: 5\r\ncontent-length: 6",
                "content-length: 99999999999999999999",
                "transfer-encoding: chunked\r\ncontent-length: 3",
                "transfer-encoding: nothing",
                "no colon",
                " folded: x",
                "bad name: x",
                "x: \0",
                "content-length: 4\r\ntransfer-encoding: gzip, chunked",
                ": empty",
            ];
            format!("POST /api/guest HTTP/1.1\r\nhost: x\r\n{}\r\n\r\n{{}}", luck.pick(&lines))
                .into_bytes()
        }
        8 => {
            let chunk = luck.pick(&[
                "zz\r\n",
                "ffffffffffffffff\r\nx",
                "-1\r\n",
                "5\r\nab",
                "1;a=\"\r\nx\r\n0\r\n\r\n",
                "\r\n",
            ]);
            format!(
                "POST /api/guest HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n{chunk}"
            )
            .into_bytes()
        }
        _ => {
            let line = luck.pick(&[
                "GET",
                "GET /",
                "GET / HTTP/9.9",
                "GET  / HTTP/1.1",
                "get / http/1.1",
                "GET / HTTP/1.0",
                "GET http://other/ HTTP/1.1",
                "CONNECT a:1 HTTP/1.1",
                "GET * HTTP/1.1",
            ]);
            format!("{line}\r\n{}\r\n", "x: y\r\n".repeat(luck.below(300))).into_bytes()
        }
    };
    Shot { bytes, end: End::Broken }
}
