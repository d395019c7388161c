//! What earlier versions wrote is read for ever: saved games, settings, records, matches, servers' games and guests.

use std::fs;
use std::path::{Path, PathBuf};

use quintet_catalog::{AnyMatch, Dice, read_records, standard};
use quintet_sitting::settings::{Colour, Symbols, Theme};
use quintet_sitting::{Places, Saves, Settings};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::plain_dialogue::Dialogue;
use crate::run::quintet;
use crate::serve::Server;
use crate::terminal_screen::{ENTER, Terminal};

/// The folders of all commits.
fn commits() -> Vec<PathBuf> {
    let all = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/earlier");
    let mut folders = entries(Path::new(all));
    folders.retain(|path| path.is_dir());
    assert!(!folders.is_empty());
    folders
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

fn copy_into(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for path in entries(from) {
        let there = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_into(&path, &there);
        } else {
            fs::copy(&path, &there).expect("a copy");
        }
    }
}

/// A copy of a folder, which may be written to.
fn copy(from: &Path) -> TempDir {
    let to = tempfile::tempdir().expect("a folder");
    copy_into(from, to.path());
    to
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file's name without its ending.
fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// The saved games of a commit, and those that it had put away.
fn saved_games(commit: &Path) -> Vec<PathBuf> {
    let folder = commit.join("home/data/quintet/games");
    let mut all = [entries(&folder), entries(&folder.join("finished"))].concat();
    all.retain(|path| path.is_file());
    assert!(all.len() > 20, "{all:?}");
    all
}

/// What the program wrote as the record of a saved game.
fn record_of(commit: &Path, save: &Path) -> String {
    read(&commit.join("records").join(stem(save)).with_extension("txt"))
}

/// The folders of a user, as the libraries find them.
fn places(commit: &Path) -> (TempDir, Places) {
    let folder = tempfile::tempdir().expect("a folder");
    for kind in ["data", "config"] {
        copy_into(&commit.join("home").join(kind).join("quintet"), &folder.path().join(kind));
    }
    let places = Places::under(folder.path());
    (folder, places)
}

#[test]
fn every_saved_game_has_its_moves_and_its_end() {
    for commit in commits() {
        let (_folder, places) = places(&commit);
        let saves = Saves::new(standard(), &places);
        let (unfinished, finished) = (saves.unfinished(), saves.finished());
        let messages = [unfinished.messages, finished.messages].concat();
        assert!(messages.is_empty(), "{messages:?}");
        let found = unfinished.games.into_iter().chain(finished.games);
        let found: Vec<PathBuf> = found.map(|game| game.path).collect();
        assert_eq!(found.len(), saved_games(&commit).len());
        for path in found {
            let sitting = saves.read(&path).expect("a game");
            let mut record = sitting.record();
            let written = record_of(&commit, &path);
            let earlier = &read_records(&written).expect("a record")[0];
            // Where somebody else sat down in mid-game it named who came last; everybody is named now.
            for (now, then) in
                [(&mut record.first, &earlier.first), (&mut record.second, &earlier.second)]
            {
                if now.ends_with(&format!(", then {then}")) {
                    now.clone_from(then);
                }
            }
            assert_eq!(record.to_string(), written, "{path:?}");
        }
    }
}

#[test]
fn every_saved_game_that_has_not_ended_goes_on() {
    for commit in commits() {
        for save in saved_games(&commit) {
            let record = &read_records(&record_of(&commit, &save)).expect("a record")[0];
            let played = standard().replay(record).expect("legal moves");
            let home = tempfile::tempdir().expect("a folder");
            let games = home.path().join("quintet/games");
            fs::create_dir_all(&games).expect("a folder");
            fs::copy(&save, games.join("game.jsonl")).expect("a copy");
            let mut dialogue = Dialogue::begin_at(home, &["--plain"]);
            let heard = dialogue.say("c");
            if record.result.is_some() {
                assert!(heard.contains("There is no saved game"), "{save:?}: {heard}");
                assert!(dialogue.home().join("quintet/games/finished/game.jsonl").exists());
            } else {
                let heard = dialogue.say("1");
                go_on(&mut dialogue, played, &heard);
            }
            dialogue.end("quit");
        }
    }
}

/// Makes a move of whoever is to move.
fn go_on(dialogue: &mut Dialogue, mut played: Box<dyn AnyMatch>, greeting: &str) {
    // A computer that was to move has done so.
    for line in greeting.lines() {
        if let Some((_, mv)) = line.strip_suffix('.').and_then(|line| line.split_once(" plays ")) {
            played.play(mv).expect("a legal move");
        }
    }
    let mv = played.random_move(&mut Dice::new(1)).expect("it runs");
    let heard = dialogue.say(&mv);
    assert!(heard.contains(&format!(" plays {mv}.")), "{greeting}{heard}");
}

#[test]
fn settings_are_honoured() {
    for commit in commits() {
        let (_folder, places) = places(&commit);
        let (settings, message) = Settings::load(&places);
        assert_eq!(message, None);
        let expected = (Symbols::Ascii, Colour::Never, Theme::Light, false, false);
        let Settings { symbols, colour, theme, animation, evaluation_bar, .. } = settings;
        assert_eq!((symbols, colour, theme, animation, evaluation_bar), expected);
        let home = copy(&commit.join("home"));
        let mut terminal = Terminal::quintet(home.path(), &[]);
        let menu = terminal.wait_for("Play Momentum");
        assert!(menu.is_ascii(), "{menu}");
        // Past those that can be gone on with, to the last game; its form shows what was chosen for it.
        terminal.send("jjjjj");
        terminal.send(ENTER);
        let form = terminal.wait_for("Start the game");
        for chosen in ["Momentum", "pie", "level 4", "0.2 s a move"] {
            assert!(form.contains(chosen), "{chosen} is missing in {form}");
        }
    }
}

#[test]
fn records_are_replayed() {
    for commit in commits() {
        let files = ["records", "tournament"].map(|folder| entries(&commit.join(folder)));
        for file in files.concat() {
            let name = file.to_str().expect("text");
            for (index, record) in read_records(&read(&file)).expect(name).iter().enumerate() {
                let number = (index + 1).to_string();
                let told = quintet(&["replay", name, "--number", &number, "--json"]).fine().json();
                assert_eq!(told, [json!(record)], "{name}");
                assert_eq!(standard().replay(record).expect("legal moves").moves(), record.moves);
            }
        }
    }
}

#[test]
fn an_interrupted_match_goes_on() {
    const MATCH: [&str; 9] =
        ["match", "yoxii", "random", "greedy", "--games", "6", "--seed", "9", "--json"];
    for commit in commits() {
        let folder = tempfile::tempdir().expect("a folder");
        let (before, after) = (commit.join("match.jsonl"), folder.path().join("match.jsonl"));
        fs::copy(&before, &after).expect("a copy");
        let records = ["--records", after.to_str().expect("text")];
        let told = quintet(&[&MATCH[..], &records].concat()).fine().json();
        assert_eq!(told[0]["games"], 6);
        let (before, after) = (read(&before), read(&after));
        let whole = &before[..=before.rfind('\n').expect("whole lines")];
        assert_eq!(whole.lines().count(), 3);
        assert!(after.starts_with(whole), "{after}");
        assert_eq!(read_records(&after).expect("records").len(), 6);
    }
}

#[test]
fn an_interrupted_tournament_goes_on() {
    const TOURNAMENT: [&str; 10] = [
        "tournament",
        "momentum",
        "random",
        "greedy",
        "level:2",
        "--games",
        "2",
        "--seed",
        "9",
        "--json",
    ];
    for commit in commits() {
        let before = commit.join("tournament");
        let folder = copy(&before);
        let records = ["--records", folder.path().to_str().expect("text")];
        let told = quintet(&[&TOURNAMENT[..], &records].concat()).fine().json();
        assert!(told[..3].iter().all(|pairing| pairing["games"] == 2), "{told:?}");
        for pairing in ["1-2.jsonl", "1-3.jsonl"] {
            assert_eq!(read(&folder.path().join(pairing)), read(&before.join(pairing)));
        }
    }
}

#[test]
fn servers_have_all_games_and_know_their_guests() {
    for commit in commits() {
        let told: Value = serde_json::from_str(&read(&commit.join("servers.json"))).expect("JSON");
        for (name, expected) in told.as_object().expect("servers") {
            let data = copy(&commit.join(name));
            let server = Server::start(data.path(), &[]);
            for guest in expected["guests"].as_array().expect("guests") {
                check_guest(&server, guest);
            }
            for (name, game) in expected["games"].as_object().expect("games") {
                check_game(&server, game).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
                if game["status"] == "running" {
                    play_on(&server, game, expected["guests"].as_array().expect("guests"));
                }
            }
        }
    }
}

/// The token is good as it is and as a cookie.
fn check_guest(server: &Server, guest: &Value) {
    let token = guest["token"].as_str().expect("a token");
    for header in [format!("authorization: Bearer {token}"), format!("cookie: quintet={token}")] {
        let (status, same) = server.ask_as(&header, "POST", "/api/guest", &json!({}));
        assert_eq!((status, &same["id"], &same["name"]), (200, &guest["id"], &guest["name"]));
    }
}

/// Whether a game is as it was told before.
fn check_game(server: &Server, expected: &Value) -> Result<(), String> {
    let path = format!("/api/games/{}", expected["id"].as_str().expect("an id"));
    let (_, now) = server.ask("GET", &path, "", &Value::Null);
    for (name, before) in expected.as_object().expect("facts") {
        let names = || now["seats"].as_array()?.iter().map(name_of).collect::<Option<Vec<_>>>();
        let after = match name.as_str() {
            "names" => json!(names()),
            // The clocks of a game that runs were stopped when the server came back.
            "version" if now["clocks"]["paused"] == true => {
                json!(now["version"].as_u64().map(|v| v - 1))
            }
            name => now[name].clone(),
        };
        if after != *before {
            return Err(format!("{name} was {before} and is {after}"));
        }
    }
    Ok(())
}

fn name_of(seat: &Value) -> Option<&str> {
    seat["name"].as_str().or_else(|| seat["kind"].as_str())
}

/// Whoever is to move does so, with its token of then.
fn play_on(server: &Server, game: &Value, guests: &[Value]) {
    let text = |name: &str| game[name].as_str().expect(name);
    let chosen = standard().choose(text("game"), Some(text("variant")));
    let (kind, variant) = chosen.expect("a game");
    let played = kind.set_up(variant, text("position")).expect("a position");
    let mover = &game["names"][played.turn().index()];
    let guest = guests.iter().find(|guest| guest["name"] == *mover).expect("a guest");
    let mv = played.random_move(&mut Dice::new(1)).expect("it runs");
    let path = format!("/api/games/{}/moves", text("id"));
    let body = json!({ "move": mv, "ply": game["ply"], "op": "on" });
    let token = guest["token"].as_str().expect("a token");
    let (status, done) = server.ask("POST", &path, token, &body);
    assert_eq!(status, 200, "{game}: {done}");
}
