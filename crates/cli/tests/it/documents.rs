//! The documents for those who change Quintet name files that exist.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use crate::arrows::root;

const DOCUMENTS: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"];
/// What names of files end with, where no folder stands before them.
const ENDINGS: [&str; 4] = [".rs", ".md", ".toml", ".sh"];

#[test]
fn whatever_the_documents_name_exists() {
    for document in DOCUMENTS {
        let text = fs::read_to_string(root().join(document)).expect("a document");
        let missing: Vec<&str> = paths(&text).into_iter().filter(|path| !exists(path)).collect();
        assert_eq!(missing, [""; 0], "{document} names what does not exist");
    }
    let text = fs::read_to_string(root().join(DOCUMENTS[0])).expect("a document");
    assert!(paths(&text).len() > 50, "the paths are not read as they are written");
}

/// The notes of a release are its section of the changelog, made by a script.
#[cfg(unix)]
#[test]
fn release_notes_are_the_section_of_the_changelog() {
    let notes = |version: &str| {
        let script = root().join(".ci/release-notes");
        let output = Command::new(script).arg(version).output().expect("a shell");
        let told = if output.status.success() { output.stdout } else { output.stderr };
        (output.status.success(), String::from_utf8(told).expect("text"))
    };
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).expect("the changelog");
    let (_, section) = changelog.split_once("## Unreleased\n").expect("what is to come");
    let section = section.split("\n## ").next().expect("a section").trim_end();
    assert_eq!(notes("Unreleased"), (true, format!("{section}\n")));
    assert_eq!(notes("9.9"), (false, "CHANGELOG.md has no section `## 9.9`\n".into()));
}

#[test]
fn a_path_that_leads_nowhere_is_found() {
    let text = "See `crates/core/src/game.rs`, `crates/core/src/gone.rs`, `check.rs`, `chequered.rs`, `Game::check`,\n\
                `GET /api/games`, `games/<id>/`, `games/*`, `wrong/*`.\n```\ncrates/none.rs is not read\n```\n`none.sh`";
    let missing: Vec<&str> = paths(text).into_iter().filter(|path| !exists(path)).collect();
    assert_eq!(missing, ["crates/core/src/gone.rs", "chequered.rs", "wrong/*", "none.sh"]);
}

/// The texts in backticks that look like paths of the repository.
fn paths(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let quoted = quoted.filter(|text| !text.contains(|letter: char| " \n<$~:".contains(letter)));
    let is_path = |text: &&str| {
        let is_inside = text.contains('/') && !text.starts_with('/');
        is_inside || ENDINGS.iter().any(|ending| text.ends_with(ending))
    };
    quoted.filter(is_path).collect()
}

/// Whether there is such a file or folder, or many by a star; where steps for a game are told, in a game's folder.
fn exists(path: &str) -> bool {
    let path = path.split('*').next().unwrap_or_default();
    let games = fs::read_dir(root().join("games")).expect("games");
    let games = games.map(|game| game.expect("a game").path());
    let folders = games.flat_map(|game| [game.join("src"), game]);
    root().join(path).exists() || folders.into_iter().any(|folder| folder.join(path).exists())
}
