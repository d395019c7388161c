//! The shipped program as a server: a process of its own, spoken to over a socket, stopped and killed by signals.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::protocols::described;
use crate::run::program;

/// A server in a process of its own. Dropped, it is killed.
pub struct Server {
    process: Child,
    address: String,
}

impl Server {
    pub fn start(data: &Path, flags: &[&str]) -> Server {
        Server::start_program(&program(), data, flags, Stdio::null())
    }

    pub fn start_program(program: &str, data: &Path, flags: &[&str], log: Stdio) -> Server {
        let mut process = Command::new(program)
            .args(["serve", "--json", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(flags)
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("its output");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).expect("the address as JSON");
        let address = told["address"].as_str().expect("an address").to_owned();
        assert_eq!(told["url"], format!("http://{address}/"));
        Server { process, address }
    }

    pub fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        self.ask_as(&format!("authorization: Bearer {token}"), method, path, body)
    }

    /// Asks as whoever the header says.
    pub fn ask_as(&self, header: &str, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let socket = TcpStream::connect(&self.address).expect("a connection");
        socket.set_read_timeout(Some(Duration::from_mins(1))).expect("a limit");
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let address = &self.address;
        // Whoever comes with a cookie is a browser, and says whose page asks.
        let is_browser = header.starts_with("cookie");
        let origin =
            if is_browser { format!("origin: http://{address}\r\n") } else { String::new() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\n{origin}connection: close\r\n{header}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = read(socket, &head);
        let status =
            answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// A guest's token, and a game with one move.
    pub fn play_a_little(&self) -> (String, String) {
        let (_, guest) = self.ask("POST", "/api/guest", "", &json!({}));
        let token = guest["token"].as_str().expect("a token").to_owned();
        let new = json!({ "game": "momentum", "seats": ["me", "me"] });
        let (status, made) = self.ask("POST", "/api/games", &token, &new);
        assert_eq!(status, 201, "{made}");
        let game = made["id"].as_str().expect("an id").to_owned();
        let mv = json!({ "move": "d4", "ply": 0, "op": "one" });
        let (status, done) = self.ask("POST", &format!("/api/games/{game}/moves"), &token, &mv);
        assert_eq!(status, 200, "{done}");
        (token, game)
    }

    pub fn moves(&self, token: &str, game: &str) -> Value {
        self.ask("GET", &format!("/api/games/{game}"), token, &Value::Null).1["moves"].clone()
    }

    fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().expect("kill runs");
        assert!(sent.success());
    }
}

/// Sends a request and reads all that comes.
fn read(mut socket: TcpStream, request: &str) -> String {
    socket.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    socket.read_to_string(&mut answer).expect("an answer");
    answer
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Runs the program to its end.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(program()).args(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_server_told_to_stop_ends_well_and_another_goes_on() {
    let data = folder();
    let mut server = Server::start(data.path(), &[]);
    let (token, game) = server.play_a_little();
    server.signal("-TERM");
    assert_eq!(server.process.wait().expect("an end").code(), Some(0));
    let server = Server::start(data.path(), &[]);
    assert_eq!(server.moves(&token, &game), json!(["d4"]));
}

/// Overwrites the page of the file where this move stands.
fn damage(data: &Path, mv: &str) {
    const PAGE: usize = 4096;
    let file = data.join("quintet.db");
    let mut bytes = std::fs::read(&file).expect("the file of games");
    let wanted = format!(r#""mv":"{mv}""#);
    let at = bytes.windows(wanted.len()).position(|text| text == wanted.as_bytes());
    let page = at.expect("the move in a log") / PAGE;
    bytes[page * PAGE..][..PAGE].fill(0xa5);
    std::fs::write(&file, bytes).expect("it is damaged");
}

#[test]
fn a_damaged_file_is_told_to_operators_and_callers_and_nothing_is_written() {
    let data = folder();
    let mut server = Server::start(data.path(), &[]);
    let (token, game) = server.play_a_little();
    server.signal("-TERM");
    assert_eq!(server.process.wait().expect("an end").code(), Some(0));
    damage(data.path(), "d4");
    // Free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    let metrics = port.expect("a port").to_string();
    let server = Server::start(data.path(), &["--metrics", &metrics]);
    let get = |path: &str| server.ask("GET", path, &token, &Value::Null);
    let begun = std::time::Instant::now();
    let told = loop {
        match get("/readyz") {
            (503, told) => break told,
            (status, _) => assert_eq!(status, 200),
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "nobody notices");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(told["type"], "/problems/storage", "{told}");
    let detail = told["detail"].as_str().expect("words");
    assert!(detail.starts_with("the stored games are damaged: "), "{detail}");
    let new = json!({ "game": "momentum", "seats": ["me", "me"] });
    let (status, refused) = server.ask("POST", "/api/games", &token, &new);
    assert_eq!((status, &refused["type"]), (503, &json!("/problems/storage")));
    assert_eq!(
        refused["detail"], "the game is as it was: nothing can be stored at the moment; try again",
        "no word of what is inside"
    );
    assert_eq!(get(&format!("/api/games/{game}")).0, 503);
    assert_eq!(get("/healthz").0, 200, "the process lives, and the page is there");
    let socket = TcpStream::connect(metrics).expect("a connection");
    let measured = read(socket, "GET /metrics HTTP/1.0\r\n\r\n");
    assert!(measured.contains("\nquintet_store_damaged 1\n"), "{measured}");
}

#[test]
fn a_server_told_twice_ends_at_once() {
    let data = folder();
    let mut server = Server::start(data.path(), &[]);
    // A request that goes on for as long as it is given time.
    let mut socket = TcpStream::connect(&server.address).expect("a connection");
    let head = "POST /api/records HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{";
    socket.write_all(head.as_bytes()).expect("half a request");
    let (token, game) = server.play_a_little();
    server.signal("-TERM");
    // It hears the second only after the first.
    while TcpStream::connect(&server.address).is_ok() {
        std::thread::sleep(Duration::from_millis(10));
    }
    server.signal("-TERM");
    assert_eq!(server.process.wait().expect("an end").code(), Some(143));
    let server = Server::start(data.path(), &[]);
    assert_eq!(server.moves(&token, &game), json!(["d4"]));
}

#[test]
fn the_log_can_be_json() {
    let data = folder();
    let log = folder();
    let path = log.path().join("log");
    let file = std::fs::File::create(&path).expect("a file");
    let mut server =
        Server::start_program(&program(), data.path(), &["--log", "json"], file.into());
    server.signal("-TERM");
    assert_eq!(server.process.wait().expect("an end").code(), Some(0));
    let text = std::fs::read_to_string(&path).expect("a log");
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let said = |line: &Value| line["fields"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(lines.iter().any(|line| said(line) == "stopped" && line["level"] == "INFO"), "{text}");
}

#[test]
fn a_server_that_is_killed_loses_nothing() {
    let data = folder();
    for _ in 0..3 {
        let server = Server::start(data.path(), &[]);
        let (token, game) = server.play_a_little();
        server.signal("-KILL");
        drop(server);
        let server = Server::start(data.path(), &[]);
        assert_eq!(server.moves(&token, &game), json!(["d4"]));
        let again = json!({ "move": "d4", "ply": 0, "op": "one" });
        let (status, done) =
            server.ask("POST", &format!("/api/games/{game}/moves"), &token, &again);
        assert_eq!((status, &done["ply"]), (200, &json!(1)), "the resend is known");
    }
}

#[test]
fn a_backup_is_made_while_the_server_runs_and_serves_as_well() {
    let (data, copies, restored) = (folder(), folder(), folder());
    let server = Server::start(data.path(), &[]);
    let (token, game) = server.play_a_little();
    let copy = copies.path().join("copy.db");
    let (from, to) = (data.path().to_str().expect("text"), copy.to_str().expect("text"));
    let (code, output, problem) = run(&["backup", "--json", "--data", from, to]);
    assert_eq!(code, Some(0), "{problem}");
    let told: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(told["file"], to);
    let (code, _, problem) = run(&["backup", "--data", from, to]);
    assert_eq!(code, Some(1));
    assert!(problem.contains("exists already"), "{problem}");
    std::fs::copy(&copy, restored.path().join("quintet.db")).expect("a copy");
    let other = Server::start(restored.path(), &[]);
    assert_eq!(other.moves(&token, &game), json!(["d4"]));
}

#[test]
fn games_are_carried_into_a_database_and_served_from_there() {
    let database = quintet_store::Scratch::start();
    let url = database.url("postgres");
    let (data, back) = (folder(), folder());
    let server = Server::start(data.path(), &[]);
    let (token, game) = server.play_a_little();
    let from = data.path().to_str().expect("text");
    let (code, _, problem) = run(&["move-data", from, &url]);
    assert_eq!(code, Some(1), "somebody serves it");
    assert!(problem.contains("another server uses the folder"), "{problem}");
    drop(server);
    let (code, output, problem) = run(&["move-data", "--json", from, &url]);
    assert_eq!(code, Some(0), "{problem}");
    let told: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!((&told["rows"]["games"], &told["rows"]["events"]), (&json!(1), &json!(2)), "{told}");
    described("move-data", &[told]);
    let mut server = Server::start(back.path(), &["--database", &url]);
    assert_eq!(server.moves(&token, &game), json!(["d4"]));
    let mv = json!({ "move": "c3", "ply": 1, "op": "two" });
    let (status, done) = server.ask("POST", &format!("/api/games/{game}/moves"), &token, &mv);
    assert_eq!(status, 200, "{done}");
    let to = back.path().to_str().expect("text");
    let (code, _, problem) = run(&["move-data", &url, to]);
    assert_eq!(code, Some(1), "somebody serves it");
    assert!(problem.contains("servers use the database"), "{problem}");
    server.signal("-TERM");
    assert_eq!(server.process.wait().expect("an end").code(), Some(0));
    let (code, _, problem) = run(&["move-data", &url, to]);
    assert_eq!(code, Some(0), "{problem}");
    let server = Server::start(back.path(), &[]);
    assert_eq!(server.moves(&token, &game), json!(["d4", "c3"]));
    let (code, _, problem) = run(&["backup", "--database", &url, "monday.dump"]);
    assert_eq!(code, Some(1));
    assert!(problem.contains("pg_dump --format=custom --file=monday.dump"), "{problem}");
}

/// Somebody who thinks, in a process of its own. Dropped, it is killed.
struct Thinker(Child);

impl Drop for Thinker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the program as one who thinks, and waits until it does.
fn thinker(url: &str) -> Thinker {
    let mut process = Command::new(program())
        .args(["think", "--json", "--thinkers", "1", "--database", url])
        .env_remove("RUST_LOG")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut line = String::new();
    let stdout = process.stdout.as_mut().expect("its output");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let told: Value = serde_json::from_str(&line).expect("what it does as JSON");
    assert_eq!(told["threads"], 1, "{told}");
    described("think", &[told]);
    Thinker(process)
}

#[test]
fn others_think_for_a_server_and_one_that_is_killed_costs_nothing() {
    let database = quintet_store::Scratch::start();
    let url = database.url("postgres");
    let data = folder();
    let doomed = thinker(&url);
    let server = Server::start(data.path(), &["--database", &url]);
    let (_, guest) = server.ask("POST", "/api/guest", "", &json!({}));
    let token = guest["token"].as_str().expect("a token");
    let seats = json!({ "game": "momentum", "seats": ["me", "level:4"] });
    let (status, made) = server.ask("POST", "/api/games", token, &seats);
    assert_eq!(status, 201, "{made}");
    let game = made["id"].as_str().expect("an id");
    let plies = || server.moves(token, game).as_array().map_or(0, Vec::len);
    let until = |plies_wanted: usize| {
        let begun = std::time::Instant::now();
        while plies() < plies_wanted {
            assert!(begun.elapsed() < Duration::from_mins(1), "the computer does not move");
            // Not so often that the server refuses to tell.
            std::thread::sleep(Duration::from_millis(250));
        }
    };
    let play = |mv: &str, ply: u32| {
        let body = json!({ "move": mv, "ply": ply, "op": ply.to_string() });
        let (status, done) = server.ask("POST", &format!("/api/games/{game}/moves"), token, &body);
        assert_eq!(status, 200, "{done}");
    };
    play("d4", 0);
    drop(doomed);
    until(2);
    let mut heir = thinker(&url);
    let path = format!("/api/games/{game}/hint");
    let (status, hint) = server.ask("POST", &path, token, &json!({}));
    assert_eq!(status, 200, "{hint}");
    play(hint["move"].as_str().expect("a move"), 2);
    until(4);
    Command::new("kill").args(["-TERM", &heir.0.id().to_string()]).status().expect("a signal");
    assert_eq!(heir.0.wait().expect("an end").code(), Some(0));
    let (code, _, problem) = run(&["think"]);
    assert_eq!(code, Some(2), "{problem}");
    assert!(problem.contains("expected the database of the servers to think for"), "{problem}");
}

#[test]
fn what_cannot_be_served_is_said_in_one_line() {
    let data = folder();
    let server = Server::start(data.path(), &[]);
    let elsewhere = folder();
    let here = elsewhere.path().to_str().expect("text");
    let file = elsewhere.path().join("file");
    std::fs::write(&file, "no folder").expect("a file");
    let wrong = elsewhere.path().join("wrong.toml");
    std::fs::write(&wrong, "lisen = \"127.0.0.1:0\"\n").expect("a file");
    let any = "127.0.0.1:0";
    let text = |path: &Path| path.to_str().expect("text").to_owned();
    for (arguments, code, part) in [
        (vec!["--listen", &server.address, "--data", here], 1, "cannot listen at 127.0.0.1:"),
        (vec!["--listen", any, "--data", &text(data.path())], 1, "cannot use the folder"),
        (vec!["--listen", any, "--data", &text(&file)], 1, "cannot use the folder"),
        (
            vec!["--listen", any, "--data", here, "--rate-limit", "never"],
            2,
            "rate_limit: expected `off`",
        ),
        (
            vec!["--listen", any, "--data", here, "--public-url", "example.org"],
            2,
            "expected an address such as",
        ),
        (
            vec!["--listen", any, "--data", here, "--threads", "0"],
            2,
            "threads: expected a number from 1",
        ),
        (vec!["--listen", any, "--config", &text(&wrong)], 2, "there is no setting `lisen`"),
        (vec!["--listen", any, "--config", "/nowhere.toml"], 2, "/nowhere.toml: "),
        (vec!["--lisen", any], 2, "unexpected argument"),
    ] {
        let (found, _, problem) = run(&[&["serve"], arguments.as_slice()].concat());
        assert_eq!(found, Some(code), "{arguments:?}: {problem}");
        assert!(problem.contains(part), "{arguments:?}: {problem}");
        assert!(code == 2 || problem.lines().count() == 1, "{arguments:?}: {problem}");
    }
}

#[test]
fn settings_come_from_flags_then_environment_then_file() {
    let data = folder();
    let file = data.path().join("quintet.toml");
    std::fs::write(&file, "public_url = \"https://file.example\"\nrate_limit = 5\n")
        .expect("a file");
    let secure = |flags: &[&str], environment: Option<&str>| {
        let mut command = Command::new(program());
        command
            .args(["serve", "--json", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .args(flags);
        command.envs(environment.map(|url| ("QUINTET_PUBLIC_URL", url)));
        let mut process =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("output"))
            .read_line(&mut line)
            .expect("a line");
        let told: Value = serde_json::from_str(&line).expect("JSON");
        let server =
            Server { process, address: told["address"].as_str().expect("an address").to_owned() };
        let socket = TcpStream::connect(&server.address).expect("a connection");
        let head = "POST /api/guest HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 0\r\n\r\n";
        read(socket, head).contains("set-cookie: __Host-quintet=")
    };
    assert!(secure(&[], None), "the file says https");
    assert!(
        !secure(&[], Some("http://environment.example")),
        "the environment comes before the file"
    );
    let flags = ["--public-url", "https://flag.example"];
    assert!(secure(&flags, Some("http://environment.example")), "flags come first");
}
