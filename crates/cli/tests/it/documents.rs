//! The documents for those who change Quintet name files that exist.

use std::fs;

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
