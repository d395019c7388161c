//! People play each other and the computer.

use std::sync::Arc;

use quintet_catalog::{Dice, standard};
use quintet_core::Variant;
use quintet_rooms::Time;
use quintet_store::{MemoryStore, SqliteStore};
use serde_json::{Value, json};

use crate::clock::Clock;
use crate::support::{JSON, Person, Running, settings, table};

#[tokio::test]
async fn a_guest_is_named_by_chance_and_known_again_by_token_and_cookie() {
    let server = Running::start().await;
    let ann = server.guest().await;
    assert!(ann.name.contains(' '), "{}", ann.name);
    let again = ann.post("/api/guest", json!({ "name": "  Ann  " })).await.json();
    assert_eq!(again, json!({ "id": ann.id, "name": "Ann", "token": ann.token }));
    let cookie = format!("other=1; quintet={}", ann.token);
    let headers = [JSON, ("cookie", &cookie), ("origin", &server.origin())];
    let by_cookie = server.send("POST", "/api/guest", &headers, "").await;
    assert_eq!(
        by_cookie.json(),
        json!({ "id": ann.id, "name": "Ann" }),
        "the token is not told again"
    );
    let set = by_cookie.header("set-cookie").expect("a cookie");
    assert!(set.starts_with(&format!("quintet={}; Path=/; ", ann.token)), "{set}");
    assert!(set.ends_with("HttpOnly; SameSite=Lax"), "{set}");
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_token_is_nobody() {
    let server = Running::start().await;
    let headers = [JSON, ("authorization", "Bearer 00112233")];
    let answer = server
        .send("POST", "/api/games", &headers, r#"{"game":"momentum","seats":["me","me"]}"#)
        .await;
    assert_eq!((answer.status, answer.problem().as_str()), (401, "guest-needed"));
    let new = server.send("POST", "/api/guest", &headers, "{}").await.json();
    assert_ne!(new["token"], "00112233");
    server.stop().await;
}

#[tokio::test]
async fn two_people_play_a_game_to_its_end_by_link() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let mut played = standard().find("momentum").unwrap().start(Variant::default());
    let mut dice = Dice::new(5);
    let mut watching = bob.follow(&game, 0).await;
    assert_eq!(watching.event().await["event"], "created");
    assert_eq!(watching.event().await["event"], "joined");
    while let Some(mv) = played.random_move(&mut dice) {
        let ply = played.moves().len() as u32;
        let person = [&ann, &bob][played.turn().index()];
        let answer = person.play(&game, &mv, ply).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        played.play(&mv).unwrap();
        let done = answer.json();
        assert_eq!(done, json!({ "id": game, "version": 3 + ply, "ply": ply + 1 }));
        let event = watching.event().await;
        assert_eq!(event["event"], "moved");
        assert_eq!((&event["move"], &event["version"]), (&json!(mv), &done["version"]));
        assert_eq!(event["position"], played.position());
        assert_eq!(event["scene"], serde_json::to_value(played.scene(&[])).unwrap());
        assert_eq!(event["beats"], serde_json::to_value(played.last_beats()).unwrap());
        assert_eq!(event["told"], played.last_told().join(" "));
        let is_bobs = played.finish().is_none() && played.turn().index() == 1;
        assert_eq!(event.get("tree").is_some(), is_bobs, "the tree is for the one to move");
    }
    let end = ann.snapshot(&game).await;
    assert_eq!(end["status"], "finished");
    assert_eq!(end["result"], played.finish().unwrap().outcome.to_string());
    assert_eq!(end["ending"], "rules");
    assert_eq!(end["why"], played.why());
    assert_eq!(end["moves"], json!(played.moves()));
    assert_eq!((&end["turn"], &end["tree"]), (&Value::Null, &Value::Null));
    server.stop().await;
}

#[tokio::test]
async fn a_snapshot_says_which_seats_are_yours_and_what_you_may_click() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let hers = ann.snapshot(&game).await;
    assert_eq!(hers["you"], json!(["first"]));
    assert_eq!(hers["tree"]["cell:d4"], "d4");
    let his = bob.snapshot(&game).await;
    assert_eq!((&his["you"], &his["tree"]), (&json!(["second"]), &Value::Null));
    let nobody = server.get(&format!("/api/games/{game}")).await.json();
    assert_eq!((&nobody["you"], &nobody["tree"]), (&json!([]), &Value::Null));
    assert_eq!(nobody["seats"][0]["name"], ann.name);
    server.stop().await;
}

#[tokio::test]
async fn the_computer_answers() {
    let server = Running::start().await;
    let ann = server.guest().await;
    let game = ann.game(json!({ "game": "momentum", "seats": ["me", "greedy"] })).await;
    let mut news = ann.follow(&game, 1).await;
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    let (mine, answer) = (news.event().await, news.event().await);
    assert_eq!(
        (&mine["player"], &mine["op"]),
        (&json!("first"), &json!(format!("{}-0-d4", ann.id)))
    );
    assert_eq!((&answer["event"], &answer["player"]), (&json!("moved"), &json!("second")));
    assert!(answer["tree"].is_object(), "it is her turn again");
    let hint = ann.post(&format!("/api/games/{game}/hint"), json!({})).await;
    assert_eq!(hint.status, 200, "{}", hint.text());
    let hint = hint.json();
    assert_eq!(hint["steps"], json!([format!("cell:{}", hint["move"].as_str().unwrap())]));
    // Taking back needs nobody's consent here.
    let back = ann.post(&format!("/api/games/{game}/takeback"), json!({})).await.json();
    assert_eq!(back["ply"], 0);
    server.stop().await;
}

#[tokio::test]
async fn offers_are_made_declined_withdrawn_and_accepted() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    let path = |what: &str| format!("/api/games/{game}/{what}");
    let offers = |snapshot: Value| snapshot["offers"].clone();
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    assert_eq!(ann.post(&path("takeback"), json!({})).await.status, 200);
    assert_eq!(offers(bob.snapshot(&game).await)["takeback"], "first");
    assert_eq!(bob.post(&path("takeback"), json!({ "action": "decline" })).await.status, 200);
    assert_eq!(ann.post(&path("draw"), json!({ "action": "offer" })).await.status, 200);
    assert_eq!(ann.post(&path("draw"), json!({ "action": "withdraw" })).await.status, 200);
    assert_eq!(offers(bob.snapshot(&game).await)["draw"], Value::Null);
    assert_eq!(ann.post(&path("takeback"), json!({})).await.status, 200);
    let back = bob.post(&path("takeback"), json!({ "action": "accept" })).await.json();
    assert_eq!(back["ply"], 0);
    assert_eq!(ann.post(&path("draw"), json!({})).await.status, 200);
    // Offering what the other has offered accepts it.
    assert_eq!(bob.post(&path("draw"), json!({})).await.status, 200);
    let end = ann.snapshot(&game).await;
    assert_eq!((&end["result"], &end["ending"]), (&json!("draw"), &json!("agreement")));
    assert_eq!(ann.post(&path("rematch"), json!({})).await.status, 200);
    let agreed = bob.post(&path("rematch"), json!({ "op": "again" })).await.json();
    let next = agreed["game"].as_str().expect("the new game");
    assert_eq!(bob.post(&path("rematch"), json!({ "op": "again" })).await.json(), agreed);
    let next = ann.snapshot(next).await;
    assert_eq!((&next["you"], &next["previous"]), (&json!(["second"]), &json!(game)));
    assert_eq!(ann.snapshot(&game).await["rematch"], next["id"]);
    server.stop().await;
}

#[tokio::test]
async fn games_end_by_resigning_and_by_breaking_off() {
    let server = Running::start().await;
    let (ann, bob, game) = table(&server).await;
    assert_eq!(bob.post(&format!("/api/games/{game}/resign"), json!({})).await.status, 200);
    let end = ann.snapshot(&game).await;
    assert_eq!((&end["result"], &end["ending"]), (&json!("first"), &json!("resignation")));
    let (ann, _, game) = table(&server).await;
    assert_eq!(ann.post(&format!("/api/games/{game}/abort"), json!({})).await.status, 200);
    let end = ann.snapshot(&game).await;
    assert_eq!(
        (&end["status"], &end["result"], &end["ending"]),
        (&json!("aborted"), &Value::Null, &json!("aborted"))
    );
    assert_eq!(end["scene"]["status"], end["why"]);
    server.stop().await;
}

#[tokio::test]
async fn lists_show_listed_games_to_all_and_the_others_to_their_players() {
    // Games made in the same millisecond would have no order.
    let clock = Arc::new(Clock::at(Time(1_000)));
    let store = Arc::new(MemoryStore::default());
    let server = Running::at(&settings(), store, clock.clone()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let mut listed = Vec::new();
    for _ in 0..3 {
        clock.advance(1);
        listed.push(
            ann.game(json!({ "game": "momentum", "seats": ["me", "open"], "listed": true })).await,
        );
    }
    let hidden = ann.game(json!({ "game": "yoxii", "seats": ["me", "me"], "clock": { "initial": 60000, "increment": 1000 } })).await;
    listed.reverse();
    let ids = |list: &Value| -> Vec<String> {
        let games = list["games"].as_array().expect("games");
        games.iter().map(|game| game["id"].as_str().expect("an id").to_owned()).collect()
    };
    let everybody = bob.get("/api/games?status=open").await.json();
    assert_eq!((ids(&everybody), &everybody["next"]), (listed.clone(), &Value::Null));
    let page = bob.get("/api/games?limit=2").await.json();
    assert_eq!(ids(&page), listed[..2]);
    let after = page["next"].as_str().expect("a next page");
    let rest = bob.get(&format!("/api/games?limit=2&after={after}")).await.json();
    assert_eq!((ids(&rest), &rest["next"]), (listed[2..].to_vec(), &Value::Null));
    let mine = ann.get("/api/games?mine=true&game=yoxii").await.json();
    assert_eq!(ids(&mine), [hidden]);
    assert_eq!(mine["games"][0]["clock"], json!({ "initial": 60000, "increment": 1000 }));
    assert_eq!(ids(&bob.get("/api/games?mine=true").await.json()), Vec::<String>::new());
    server.stop().await;
}

#[tokio::test]
async fn lists_say_whose_turn_it_is_and_which_seat_is_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let open = async || Arc::new(SqliteStore::open(folder.path()).await.expect("a store"));
    let server = Running::on(&settings(), open().await).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let game =
        ann.game(json!({ "game": "momentum", "seats": ["me", "open"], "listed": true })).await;
    let about = async |who: &Person, query: &str| {
        let list = who.get(&format!("/api/games?{query}")).await.json();
        (list["games"][0]["you"].clone(), list["games"][0]["turn"].clone())
    };
    assert_eq!(about(&ann, "mine=true").await, (json!(["first"]), Value::Null), "not begun");
    bob.post(&format!("/api/games/{game}/join"), json!({ "op": "join" })).await;
    assert_eq!(about(&ann, "mine=true").await, (json!(["first"]), json!("first")));
    assert_eq!(ann.play(&game, "d4", 0).await.status, 200);
    assert_eq!(about(&ann, "mine=true").await, (json!(["first"]), json!("second")));
    assert_eq!(about(&bob, "mine=true").await, (json!(["second"]), json!("second")));
    let eve = server.guest().await;
    assert_eq!(about(&eve, "status=running").await, (json!([]), json!("second")));
    server.stop().await;
    // Nobody has looked at the game since the server began anew: it is read for whoever plays it.
    let again = Running::on(&settings(), open().await).await;
    let bob = Person { address: again.address, ..bob };
    assert_eq!(about(&bob, "mine=true").await, (json!(["second"]), json!("second")));
    again.stop().await;
}

#[tokio::test]
async fn one_screen_and_watched_engines_need_no_second_person() {
    let server = Running::start().await;
    let ann = server.guest().await;
    let both = ann.game(json!({ "game": "momentum", "seats": ["me", "me"] })).await;
    assert_eq!(ann.play(&both, "d4", 0).await.status, 200);
    assert_eq!(ann.play(&both, "d5", 1).await.status, 200);
    assert_eq!(ann.snapshot(&both).await["you"], json!(["first", "second"]));
    let engines = ann.game(json!({ "game": "momentum", "seats": ["random", "random"] })).await;
    let mut news = ann.follow(&engines, 0).await;
    loop {
        let event = news.event().await;
        if event["status"] == "finished" {
            break;
        }
    }
    server.stop().await;
}
