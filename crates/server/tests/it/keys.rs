//! What guests can do about themselves: log out, exchange keys, take their data along, go.

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Answer, JSON, LONG, Person, Running, Socket, send, table};

/// A browser with a cookie.
struct Browser<'a> {
    server: &'a Running,
    cookie: String,
}

impl Browser<'_> {
    async fn post(&self, path: &str, body: Value) -> Answer {
        let origin = self.server.origin();
        let headers = [JSON, ("origin", origin.as_str()), ("cookie", self.cookie.as_str())];
        self.server.send("POST", path, &headers, &body.to_string()).await
    }

    async fn follow(&self, game: &str, since: u64) -> Socket {
        let cookie = ("cookie", self.cookie.clone());
        Socket::open(self.server.address, game, since, Some(cookie)).await
    }

    async fn is_known(&self) -> bool {
        let headers = [("cookie", self.cookie.as_str())];
        let path = "/api/games?mine=true";
        self.server.send("GET", path, &headers, "").await.status == 200
    }
}

/// A new guest in a browser, as its page sees it.
async fn arrive(server: &Running) -> (Browser<'_>, Value) {
    let origin = server.origin();
    let headers = [JSON, ("origin", origin.as_str()), ("sec-fetch-site", "same-origin")];
    let answer = server.send("POST", "/api/guest", &headers, "{}").await;
    let cookie = answer.header("set-cookie").expect("a cookie");
    let cookie = cookie.split(';').next().expect("a value").to_owned();
    (Browser { server, cookie }, answer.json())
}

/// What a socket hears of a game until it ends; who came and left is not counted.
async fn last_words(socket: &mut Socket) -> Vec<String> {
    let mut heard = Vec::new();
    let ended = async {
        while let Some(Ok(message)) = socket.0.next().await {
            match message {
                Message::Close(_) => return,
                Message::Text(text) => {
                    let object: Value = serde_json::from_str(&text).expect("JSON");
                    heard.extend(object["event"].as_str().map(str::to_owned));
                }
                _ => {}
            }
        }
    };
    tokio::time::timeout(LONG, ended).await.expect("it ends");
    heard.retain(|event| event != "presence");
    heard
}

async fn keys(person: &Person) -> Vec<Value> {
    let answer = person.get("/api/guest/keys").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["keys"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn the_scripts_of_the_page_never_see_the_secret() {
    let server = Running::start().await;
    let (browser, first) = arrive(&server).await;
    assert!(first["id"].is_string() && first.get("token").is_none(), "{first}");
    let again = browser.post("/api/guest", json!({ "name": "Ann" })).await.json();
    assert_eq!((&again["id"], &again["name"]), (&first["id"], &json!("Ann")));
    assert!(again.get("token").is_none(), "{again}");
    server.stop().await;
}

#[tokio::test]
async fn logging_out_here_closes_what_is_open_here_and_nothing_else() {
    let server = Running::start().await;
    let ann = server.guest().await;
    let game = ann.game(json!({ "game": "momentum", "seats": ["me", "open"] })).await;
    let made = ann.post("/api/guest/tokens", json!({ "label": "bot" })).await.json();
    let bot = Person { token: made["token"].as_str().expect("a token").to_owned(), ..ann.clone() };
    let (mut hers, mut bots) = (ann.follow(&game, 1).await, bot.follow(&game, 1).await);
    let out = ann.post("/api/guest/logout", json!({})).await;
    assert_eq!(out.status, 200, "{}", out.text());
    assert!(out.header("set-cookie").is_some_and(|cookie| cookie.contains("Max-Age=0")));
    assert_eq!(last_words(&mut hers).await, ["goodbye"]);
    assert_eq!(ann.get("/api/guest/keys").await.status, 401);
    assert_eq!(bot.get("/api/guest/keys").await.status, 200);
    assert_eq!(bot.post(&format!("/api/games/{game}/abort"), json!({})).await.status, 200);
    while bots.event().await["event"] != "ended" {}
    server.stop().await;
}

#[tokio::test]
async fn logging_out_everywhere_closes_everything() {
    let server = Running::start().await;
    let (browser, _) = arrive(&server).await;
    let made = browser.post("/api/guest/tokens", json!({ "label": "bot" })).await.json();
    let token = made["token"].as_str().expect("a token").to_owned();
    let bot = Person { address: server.address, id: String::new(), name: String::new(), token };
    let game = bot.game(json!({ "game": "momentum", "seats": ["open", "me"] })).await;
    let bob = server.guest().await;
    assert_eq!(bob.post(&format!("/api/games/{game}/join"), json!({})).await.status, 200);
    let (mut hers, mut bots) = (browser.follow(&game, 2).await, bot.follow(&game, 2).await);
    assert!(browser.is_known().await);
    assert_eq!(browser.post("/api/guest/logout", json!({ "everywhere": true })).await.status, 200);
    // What happens after the answer is not told to them, however long the machine takes to close them.
    assert_eq!(bob.play(&game, "d4", 0).await.status, 200);
    assert_eq!(last_words(&mut hers).await, ["goodbye"]);
    assert_eq!(last_words(&mut bots).await, ["goodbye"]);
    assert!(!browser.is_known().await);
    assert_eq!(bot.get("/api/guest/keys").await.status, 401);
    assert_eq!(server.get(&format!("/api/games/{game}")).await.status, 200, "the game stays");
    server.stop().await;
}

#[tokio::test]
async fn a_secret_that_somebody_chose_or_used_before_is_never_taken_up() {
    let server = Running::start().await;
    let (ann, first) = arrive(&server).await;
    assert_eq!(ann.post("/api/guest/logout", json!({})).await.status, 200);
    let chosen = format!("quintet={}", "ab".repeat(24));
    for cookie in [chosen, ann.cookie.clone()] {
        let browser = Browser { server: &server, cookie };
        let answer = browser.post("/api/guest", json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_ne!(answer.json()["id"], first["id"]);
        let fresh = answer.header("set-cookie").expect("a cookie");
        assert!(!fresh.starts_with(&browser.cookie), "{fresh}");
        assert!(!browser.is_known().await, "{}", browser.cookie);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_secret_in_an_address_opens_nothing() {
    let server = Running::start().await;
    let ann = server.guest().await;
    for name in ["token", "quintet", "access_token", "authorization"] {
        let path = format!("/api/guest/keys?{name}={}", ann.token);
        assert_eq!(server.get(&path).await.status, 401, "{name}");
    }
    assert_eq!(keys(&ann).await.len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn a_token_is_exchanged_and_taken_away_by_its_owner_alone() {
    let server = Running::start().await;
    let (ann, eve) = (server.guest().await, server.guest().await);
    let made = ann.post("/api/guest/tokens", json!({ "label": "bot" })).await.json();
    let (id, first) = (made["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    let works = async |token: &str| {
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str())];
        send(server.address, "GET", "/api/guest/keys", &headers, "").await.status == 200
    };
    assert!(works(first).await);
    for what in ["rotate", "revoke"] {
        let path = format!("/api/guest/keys/{id}/{what}");
        let foreign = eve.post(&path, json!({})).await;
        assert_eq!((foreign.status, foreign.problem().as_str()), (404, "not-found"), "{what}");
    }
    let rotated = ann.post(&format!("/api/guest/keys/{id}/rotate"), json!({})).await.json();
    let second = rotated["token"].as_str().expect("a new one");
    assert_ne!(first, second);
    assert!(works(second).await);
    assert_eq!(ann.post(&format!("/api/guest/keys/{id}/revoke"), json!({})).await.status, 200);
    assert!(!works(second).await && !works(first).await);
    assert!(keys(&ann).await.iter().all(|key| key["id"] != *id), "it is listed no longer");
    assert!(keys(&ann).await.iter().any(|key| key["is_this"] == true));
    server.stop().await;
}

#[tokio::test]
async fn a_download_has_all_games_however_many_pages_they_fill() {
    let server = Running::start().await;
    let ann = server.guest().await;
    let mut made = Vec::new();
    for number in [0, 1, 100, 101, 205] {
        while made.len() < number {
            made.push(ann.game(json!({ "game": "momentum", "seats": ["me", "me"] })).await);
        }
        let data = ann.get("/api/guest/data").await.json();
        let games = data["games"].as_array().expect("a list").iter();
        let mut told: Vec<&str> = games.map(|game| game["id"].as_str().expect("an id")).collect();
        // Those that were made in the same millisecond have no order.
        told.sort_unstable();
        let mut all: Vec<&str> = made.iter().map(String::as_str).collect();
        all.sort_unstable();
        assert_eq!(told, all);
        assert_eq!(data["id"], json!(ann.id));
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_goes_takes_the_data_along_and_leaves_the_games() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    let data = ann.get("/api/guest/data").await;
    assert_eq!(data.header("content-disposition"), Some("attachment; filename=\"quintet.json\""));
    let data = data.json();
    assert_eq!((&data["id"], &data["name"]), (&json!(ann.id), &json!(ann.name)));
    assert_eq!(data["games"][0]["id"], json!(game));
    assert_eq!(data["keys"].as_array().map(Vec::len), Some(1));
    assert!(!data.to_string().contains(&ann.token), "no secret is in it");
    let mut hers = ann.follow(&game, 3).await;
    let wrong = ann.post("/api/guest/delete", json!({ "id": bob.id })).await;
    assert_eq!((wrong.status, wrong.problem().as_str()), (422, "invalid"));
    assert_eq!(ann.post("/api/guest/delete", json!({ "id": ann.id })).await.status, 200);
    assert_eq!(last_words(&mut hers).await, ["goodbye"]);
    assert_eq!(ann.get("/api/guest/data").await.status, 401);
    let seen = bob.snapshot(&game).await;
    assert_eq!(seen["moves"], json!(["d4"]), "the game stays");
    assert_ne!(seen["seats"][0]["name"], json!(ann.name), "the name goes");
    server.stop().await;
}
