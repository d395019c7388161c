//! A game that is handed in through the registry works in every front end. (In the browser: `web/tests/sixth.js`.)

use std::process::Stdio;

use portable_pty::CommandBuilder;
use serde_json::{Value, json};

use crate::commands::expect_the_work_that_is_written_down;
use crate::run::{Run, run, with_trio};
use crate::serve::Server;
use crate::terminal_games::play_on;
use crate::terminal_screen::{Terminal, home};

fn quintet(arguments: &[&str]) -> Run {
    run(&with_trio(), "", arguments).fine()
}

#[test]
fn every_command_knows_it() {
    let games = quintet(&["games", "--json"]).json();
    assert_eq!(games.last().expect("games")["game"], "trio");
    assert!(quintet(&["play", "--help"]).stdout.contains("trio"));
    assert!(quintet(&["show", "trio"]).stdout.contains("dark's hand"));
    let moves = quintet(&["moves", "trio", "--distinct", "--json"]).json();
    assert_eq!(moves[0]["moves"], json!(["a1", "b1", "c1", "d1"]));
    assert!(quintet(&["rules", "trio"]).stdout.contains("three of your stones"));
    let best = quintet(&["analyze", "trio", "LD1DDLL1 d", "--json"]).json();
    assert_eq!(best.last().expect("a line")["line"], json!(["b1-c1"]), "{best:?}");
    let played =
        quintet(&["play", "trio", "--plain", "--first", "greedy", "--second", "level:5"]).stdout;
    assert!(played.contains("Dark put a stone on") && played.contains("wins."), "{played}");
}

/// Whoever copies its folder takes this along.
#[test]
fn its_bench_does_the_work_that_is_written_down() {
    expect_the_work_that_is_written_down("examples", &quintet(&["bench", "trio", "--json"]).json());
}

#[test]
fn engines_play_matches_of_it() {
    let players = ["level:7", "random", "--games", "6", "--json"];
    let result = &quintet(&[&["match", "trio"][..], &players].concat()).json()[0];
    assert_eq!((&result["games"], &result["forfeits"]), (&json!(6), &json!(0)));
    assert!(result["a_wins"].as_u64() >= Some(4), "{result}");
}

#[test]
fn it_is_played_by_ugi() {
    let dialogue = "ugi\nposition fen LD1DDLL1 d\ngo nodes 1000\nquery gameover\nquit\n";
    let heard = run(&with_trio(), dialogue, &["ugi", "--game", "trio"]).fine().stdout;
    assert!(heard.contains("bestmove b1-c1") && heard.contains("response false"), "{heard}");
    let programs = format!("ugi:{} ugi", with_trio());
    let players = [&programs, "random", "--games", "2", "--movetime", "50", "--json"];
    let result = &quintet(&[&["match", "trio"][..], &players].concat()).json()[0];
    assert_eq!((&result["games"], &result["forfeits"]), (&json!(2), &json!(0)));
}

#[test]
fn it_is_chosen_in_the_menu_and_played_to_the_end() {
    let home = home();
    let mut terminal = Terminal::run(home.path(), CommandBuilder::new(with_trio()));
    terminal.click_on("Play Trio");
    terminal.click_on("Start the game");
    let text = play_on(&mut terminal);
    assert!(text.contains("wins.") || text.contains("A draw."), "{text}");
    terminal.send("q");
}

#[test]
fn it_is_played_on_a_server() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start_program(&with_trio(), data.path(), &[], Stdio::null());
    let (_, guest) = server.ask("POST", "/api/guest", "", &json!({}));
    let token = guest["token"].as_str().expect("a token");
    let (_, catalog) = server.ask("GET", "/api/catalog", token, &Value::Null);
    let games = catalog["games"].as_array().expect("games");
    assert_eq!(games.last().expect("a game")["name"], "Trio");
    let new = json!({ "game": "trio", "seats": ["me", "me"] });
    let (status, made) = server.ask("POST", "/api/games", token, &new);
    assert_eq!(status, 201, "{made}");
    let game = format!("/api/games/{}", made["id"].as_str().expect("an id"));
    for (ply, mv) in ["d1", "a1", "c1", "h1", "e1"].iter().enumerate() {
        let body = json!({ "move": mv, "ply": ply, "op": format!("move {ply}") });
        let (status, done) = server.ask("POST", &format!("{game}/moves"), token, &body);
        assert_eq!(status, 200, "{done}");
    }
    let (_, over) = server.ask("GET", &game, token, &Value::Null);
    assert_eq!(over["status"], "finished", "{over}");
}
