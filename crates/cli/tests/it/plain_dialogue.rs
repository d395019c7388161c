//! Talks to the binary line by line, as a person at a terminal without a screen would.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

use crate::run::program;

/// A running `quintet` that saves into a folder of its own.
pub struct Dialogue {
    home: TempDir,
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    greeting: String,
}

impl Dialogue {
    /// Starts it in a new folder and hears its first words.
    pub fn begin(arguments: &[&str]) -> Dialogue {
        Dialogue::begin_at(tempfile::tempdir().expect("a folder"), arguments)
    }

    /// Starts it in a folder that may hold saved games.
    pub fn begin_at(home: TempDir, arguments: &[&str]) -> Dialogue {
        let mut child = command(home.path(), arguments).spawn().expect("the binary runs");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let mut dialogue = Dialogue { home, child, input, output, greeting: String::new() };
        dialogue.greeting = dialogue.hear();
        dialogue
    }

    /// What it said at first.
    pub fn greeting(&self) -> &str {
        &self.greeting
    }

    /// The folder it saves into.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Says a line and hears what is said up to the next prompt.
    pub fn say(&mut self, line: &str) -> String {
        let input = self.input.as_mut().expect("it listens");
        input.write_all(format!("{line}\n").as_bytes()).expect("it listens");
        self.hear()
    }

    /// Says a last line, or nothing, ends the input and hears the rest.
    pub fn end(mut self, line: &str) -> String {
        if let Some(mut input) = self.input.take().filter(|_| !line.is_empty()) {
            input.write_all(format!("{line}\n").as_bytes()).expect("it listens");
        }
        let mut rest = Vec::new();
        self.output.read_to_end(&mut rest).expect("a pipe");
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
        String::from_utf8(rest).expect("UTF-8")
    }

    /// Kills it without warning and gives its folder.
    pub fn kill(mut self) -> TempDir {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        self.home
    }

    /// Sends it a signal by its name, waits until it has ended; gives its exit code, if it has one, and what it still said.
    pub fn signal(mut self, name: &str) -> (Option<i32>, String) {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), process.as_str()]).status();
        assert!(sent.expect("kill runs").success());
        let code = self.child.wait().expect("it ends").code();
        let mut rest = Vec::new();
        self.output.read_to_end(&mut rest).expect("a pipe");
        (code, String::from_utf8(rest).expect("UTF-8"))
    }

    /// Lets it read a whole input; gives its exit code and all it said.
    pub fn whole(arguments: &[&str], input: &str) -> (i32, String) {
        let home = tempfile::tempdir().expect("a folder");
        let mut child = command(home.path(), arguments).spawn().expect("the binary runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        let text = input.to_owned();
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let output = child.wait_with_output().expect("it ends");
        // It may have ended before it read everything.
        let _ = writer.join().expect("the input is written");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.is_empty(), "{errors}");
        (output.status.code().expect("no signal"), text)
    }

    /// Everything up to the next prompt, or the end.
    fn hear(&mut self) -> String {
        let mut heard = Vec::new();
        let mut buffer = [0; 1 << 12];
        loop {
            let length = self.output.read(&mut buffer).expect("a pipe");
            heard.extend_from_slice(&buffer[..length]);
            let last = heard.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
            if length == 0 || last.ends_with(b"> ") {
                return String::from_utf8(heard).expect("UTF-8");
            }
        }
    }
}

fn command(home: &Path, arguments: &[&str]) -> Command {
    // Whoever runs the tests may have told their shell to ignore signals, as `nohup` does, which programs inherit.
    let mut command = Command::new("env");
    command
        .arg("--default-signal")
        .arg(program())
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("XDG_DATA_HOME", home)
        .env("XDG_CONFIG_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}
