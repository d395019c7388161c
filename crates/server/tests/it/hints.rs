//! What nodes tell each other of people, and what is found out though nobody was told.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use quintet_server::Settings;
use quintet_server::security::limits::Strictness;
use quintet_store::{PostgresStore, Scratch, Store as _};
use serde_json::json;

use crate::nodes::{at, execute, node_settings, node_with, nodes, table};
use crate::support::{JSON, LONG, Person, Running, Socket};

/// Much longer than it takes to ask, and much shorter than answers about keys are kept where nobody else takes them away.
const SOON: Duration = Duration::from_secs(10);

/// Two nodes on a database that tells nobody anything.
async fn silent_nodes() -> [Running; 2] {
    silent_nodes_with(&node_settings()).await
}

async fn silent_nodes_with(settings: &Settings) -> [Running; 2] {
    let url = Scratch::shared().database().await;
    execute(
        &url,
        "CREATE FUNCTION pg_notify(text, text) RETURNS void LANGUAGE sql AS ''; \
         DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$",
    )
    .await;
    [node_with(&url, settings).await, node_with(&url, settings).await]
}

/// Waits until a socket is closed.
async fn ends(mut socket: Socket) {
    let ended = async { while let Some(Ok(_)) = socket.0.next().await {} };
    tokio::time::timeout(SOON, ended).await.expect("the socket ends");
}

async fn is_out(person: &Person) {
    let begun = Instant::now();
    while person.get("/api/guest/keys").await.status != 401 {
        assert!(begun.elapsed() < SOON, "the key opens for too long");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn log_out(person: &Person) {
    let out = person.post("/api/guest/logout", json!({ "everywhere": true })).await;
    assert_eq!(out.status, 200, "{}", out.text());
}

#[tokio::test]
async fn whoever_logs_out_at_one_node_is_out_at_all_within_a_second() {
    let (_, [a, b]) = nodes().await;
    let mut slow = Vec::new();
    // On a busy machine a second may pass without our having a turn, but not again and again.
    for _ in 0..10 {
        let (ann, _, game) = table(&a, &b).await;
        let sockets = [ann.follow(&game, 0).await, at(&ann, &b).follow(&game, 0).await];
        assert_eq!(at(&ann, &b).get("/api/games?mine=true").await.status, 200);
        log_out(&ann).await;
        let begun = Instant::now();
        for socket in sockets {
            ends(socket).await;
        }
        let took = begun.elapsed();
        assert_eq!(at(&ann, &b).get("/api/guest/keys").await.status, 401);
        if took < Duration::from_secs(1) {
            return;
        }
        slow.push(took);
    }
    panic!("sockets closed after {slow:?}");
}

/// Limits are kept there.
fn strict() -> Settings {
    Settings { rate_limit: Strictness::default(), ..node_settings() }
}

#[tokio::test]
async fn what_a_guest_spends_at_one_node_is_missing_at_all() {
    let url = Scratch::shared().database().await;
    is_missing_elsewhere([node_with(&url, &strict()).await, node_with(&url, &strict()).await])
        .await;
}

#[tokio::test]
async fn what_a_guest_spends_is_missing_at_nodes_that_nobody_told() {
    is_missing_elsewhere(silent_nodes_with(&strict()).await).await;
}

async fn is_missing_elsewhere([a, b]: [Running; 2]) {
    let (eve, ann) = (a.guest().await, a.guest().await);
    let body = json!({ "game": "momentum", "seconds": 10, "nodes": 1 });
    let asks = async |person: &Person| person.post("/api/analyze", body.clone()).await.status;
    let exhaust = async || {
        for _ in 0..200 {
            match asks(&eve).await {
                429 => return,
                status => assert_eq!(status, 200),
            }
        }
        panic!("there is no end to it");
    };
    // The other hears of it half a second later, while it fills up again: a budget of its own would last for 30 more.
    let elsewhere = at(&eve, &b);
    let begun = Instant::now();
    let mut taken = 0;
    loop {
        exhaust().await;
        if asks(&elsewhere).await == 429 {
            break;
        }
        taken += 1;
        assert!(taken < 20, "{taken} were taken there");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(begun.elapsed() < LONG);
    assert_eq!(asks(&at(&ann, &b)).await, 200, "another person is not concerned");
}

#[tokio::test]
async fn a_computers_reply_is_paid_where_the_move_came_from_whichever_node_has_the_game() {
    // What the reply costs, beside the request for the move.
    const REPLY: u32 = 20;
    let settings = Settings { rate_limit: Strictness::default(), ..node_settings() };
    let url = Scratch::shared().database().await;
    let [a, b] = [node_with(&url, &settings).await, node_with(&url, &settings).await];
    let ann = a.guest().await;
    let game = ann.game(json!({ "game": "momentum", "seats": ["me", "level:1"] })).await;
    assert_eq!(at(&ann, &b).get("/api/guest/keys").await.status, 200);
    let observer = PostgresStore::open(&url, None).await.expect("a store");
    let spent = async || {
        let cluster = observer.cluster().expect("a store of several nodes");
        cluster.share_spent(Vec::new()).await.expect("what was spent")
    };
    // The first look only notes where the nodes are.
    assert_eq!(spent().await, []);
    // Whoever has not the secret may say what they like.
    let bearer = ann.bearer();
    let headers = [JSON, ("authorization", bearer.as_str()), ("x-quintet-origin", "198.51.100.7")];
    let mv = json!({ "move": "d4", "ply": 0, "op": "first" }).to_string();
    let path = format!("/api/games/{game}/moves");
    let played = b.send("POST", &path, &headers, &mv).await;
    assert_eq!(played.status, 200, "{}", played.text());
    let (mut guest, mut network) = (0, 0);
    let heard = async {
        while guest < REPLY || network < REPLY {
            for (account, cost) in spent().await {
                match account.split_once(' ').expect("a kind and a name") {
                    ("guest", _) => guest = guest.max(cost),
                    ("network", "127.0.0.1") => network = network.max(cost),
                    _ => panic!("{account} has paid {cost}"),
                }
            }
            tokio::task::yield_now().await;
        }
    };
    let heard = tokio::time::timeout(LONG, heard).await;
    assert!(heard.is_ok(), "the guest has paid {guest}, the address {network}");
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
async fn whoever_logs_out_is_out_at_nodes_that_nobody_told() {
    let [a, b] = silent_nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let socket = at(&ann, &b).follow(&game, 0).await;
    let stays = bob.follow(&game, 0).await;
    // The other knows her, and need not ask who she is.
    assert_eq!(at(&ann, &b).get("/api/guest/keys").await.status, 200);
    log_out(&ann).await;
    ends(socket).await;
    is_out(&at(&ann, &b)).await;
    // Without anything open, too.
    let eve = a.guest().await;
    assert_eq!(at(&eve, &b).get("/api/guest/keys").await.status, 200);
    log_out(&eve).await;
    is_out(&at(&eve, &b)).await;
    assert_eq!(bob.play(&game, "c3", 0).await.status, 403, "he is known, and not to move");
    drop(stays);
}

#[tokio::test]
async fn the_name_of_whoever_goes_is_gone_at_nodes_that_nobody_told() {
    let [a, b] = silent_nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let socket = at(&ann, &b).follow(&game, 0).await;
    let name = async || bob.snapshot(&game).await["seats"][0]["name"].clone();
    assert_eq!(name().await, json!(ann.name));
    let until = async |other: &str| {
        let begun = Instant::now();
        while name().await != other {
            assert!(begun.elapsed() < LONG, "{} is still {}", other, name().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert_eq!(ann.post("/api/guest", json!({ "name": "Anna" })).await.status, 200);
    until("Anna").await;
    assert_eq!(ann.post("/api/guest/delete", json!({ "id": ann.id })).await.status, 200);
    ends(socket).await;
    until("somebody").await;
}

/// Waits until it is shown at a node who of both players is there.
async fn until_there(person: &Person, game: &str, there: [bool; 2]) {
    let begun = Instant::now();
    loop {
        let snapshot = person.snapshot(game).await;
        if [0, 1].map(|seat| snapshot["seats"][seat]["present"] == true) == there {
            return;
        }
        assert!(begun.elapsed() < SOON, "{snapshot}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn who_comes_and_goes_is_known_at_all_nodes_within_a_second() {
    let (_, [a, b]) = nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let mut slow = Vec::new();
    // As above.
    for _ in 0..10 {
        let begun = Instant::now();
        let hers = ann.follow(&game, 2).await;
        until_there(&at(&bob, &b), &game, [true, false]).await;
        let came = begun.elapsed();
        let begun = Instant::now();
        drop(hers);
        until_there(&at(&bob, &b), &game, [false, false]).await;
        let went = begun.elapsed();
        if came.max(went) < Duration::from_secs(1) {
            return;
        }
        slow.push((came, went));
    }
    panic!("it was known after {slow:?}");
}

#[tokio::test]
async fn who_comes_and_goes_is_known_at_nodes_that_nobody_told() {
    let [a, b] = silent_nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    // Both the one that has the game and the one that does not.
    let hers = at(&ann, &b).follow(&game, 2).await;
    let his = bob.follow(&game, 2).await;
    let at_both = async |there| {
        for node in [&a, &b] {
            until_there(&at(&ann, node), &game, there).await;
        }
    };
    at_both([true, true]).await;
    drop(hers);
    at_both([false, true]).await;
    drop(his);
    at_both([false, false]).await;
}

#[tokio::test]
async fn moves_are_seen_at_nodes_that_nobody_told() {
    let [a, b] = silent_nodes().await;
    let (ann, bob, game) = table(&a, &b).await;
    let mut socket = at(&ann, &b).follow(&game, 2).await;
    for (ply, mv) in (0..).zip(["d4", "c3", "g1", "a7"]) {
        let who = if ply % 2 == 0 { &ann } else { &bob };
        assert_eq!(at(who, &a).play(&game, mv, ply).await.status, 200);
        let seen = tokio::time::timeout(SOON, socket.event()).await.expect("a move is seen");
        assert_eq!((&seen["version"], &seen["move"]), (&json!(ply + 3), &json!(mv)));
    }
}
