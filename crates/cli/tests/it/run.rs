//! Runs the binary as its users do.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The binary: the one that `QUINTET_BIN` names, as it is shipped, else the one built beside these tests.
pub fn program() -> String {
    std::env::var("QUINTET_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_quintet").to_owned())
}

/// The example that has one game more.
pub fn with_trio() -> String {
    let tests = std::env::current_exe().expect("these tests are a program");
    let example = tests.ancestors().nth(2).expect("a target folder").join("examples/with_trio");
    assert!(example.exists(), "{} is not built: run `cargo build --examples`", example.display());
    example.to_str().expect("UTF-8").to_owned()
}

/// What a run of the binary gave.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `quintet` with those arguments and that input.
pub fn quintet_with(input: &str, arguments: &[&str]) -> Run {
    run(&program(), input, arguments)
}

/// Runs any of the programs.
pub fn run(program: &str, input: &str, arguments: &[&str]) -> Run {
    let home = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(program)
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = input.to_owned();
    // Written beside the reading: a large answer would otherwise fill its pipe while we still write.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the input is written");
    let run = Run {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    };
    for text in [&run.stdout, &run.stderr] {
        assert!(!text.contains("panicked"), "{arguments:?} panicked: {text}");
    }
    run
}

/// Runs `quintet` without input.
pub fn quintet(arguments: &[&str]) -> Run {
    quintet_with("", arguments)
}

impl Run {
    /// The output as JSON, one object a line.
    pub fn json(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).expect("a JSON object a line");
        self.stdout.lines().map(parse).collect()
    }

    /// The run, if it ended well.
    pub fn fine(self) -> Run {
        assert_eq!(self.code, 0, "{}{}", self.stdout, self.stderr);
        self
    }
}

/// The games with their variants, as the binary lists them.
pub fn variants() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for game in quintet(&["games", "--json"]).fine().json() {
        for variant in game["variants"].as_array().expect("variants") {
            let name = |value: &Value| value.as_str().expect("a name").to_owned();
            found.push((name(&game["game"]), name(&variant["id"])));
        }
    }
    found
}
