//! The one line of results of a run.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// What a run found, and whether every promise was kept.
#[derive(Clone, Debug)]
pub struct Report {
    /// The results.
    pub results: Value,
    /// Whether every promise was kept.
    pub kept: bool,
}

impl Report {
    /// The whole line: the attack, the commit, its seed and parameters, then the results.
    pub fn line(&self, attack: &str, seed: u64, parameters: &Value) -> String {
        let mut line = json!({
            "attack": attack,
            "commit": commit(),
            "seed": seed,
            "parameters": parameters,
            "kept": self.kept,
        });
        if let (Some(line), Some(results)) = (line.as_object_mut(), self.results.as_object()) {
            line.extend(results.clone());
        }
        line.to_string()
    }
}

/// The commit of the source tree, marked if there are changes beside it; `unknown` outside of a repository.
pub fn commit() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"])
        .current_dir(if folder.is_dir() { folder } else { Path::new(".") })
        .output();
    let text = output.ok().filter(|output| output.status.success());
    let text = text.and_then(|output| String::from_utf8(output.stdout).ok());
    text.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned())
}

/// Tells a person what goes on, on stderr.
pub fn progress(text: &str) {
    eprintln!("siege: {text}");
}
