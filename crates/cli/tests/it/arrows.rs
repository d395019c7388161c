//! The layout shows the architecture: arrows between crates, and between the server's modules, never point upwards, and only
//! the catalog knows the games.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Every crate and how high it stands; a crate may use those that stand lower.
const HEIGHTS: &[(&str, u32)] = &[
    ("core", 0),
    ("paint", 1),
    ("search", 2),
    ("testkit", 3),
    ("catalog", 4),
    ("tune", 5),
    ("rooms", 5),
    ("questions", 5),
    ("wasm", 6),
    ("store", 6),
    ("siege", 8),
    ("players", 5),
    ("ugi", 6),
    ("arena", 7),
    ("data", 8),
    ("python", 9),
    ("sitting", 7),
    ("server", 7),
    ("tui", 8),
    ("cli", 9),
];
const GAME_HEIGHT: u32 = 3;

/// Every module of the server and how high it stands, in the same way. The first four know nothing of the others.
const SERVER_HEIGHTS: &[(&str, u32)] = &[
    ("view", 0),
    ("security", 0),
    ("operation", 0),
    ("pool", 0),
    ("hub", 1),
    ("net", 1),
    ("assets", 1),
    ("settings", 2),
    ("app", 2),
    ("api", 3),
    ("server", 4),
    ("think", 5),
    ("lib", 6),
];

/// Words of the engine protocol that are games' names, too.
const OWN_WORDS: [&str; 1] = ["go"];

/// The crate that may name games.
const KNOWS_GAMES: &str = "crates/catalog";

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

pub(crate) struct Package {
    /// Its folder, such as `crates/core`.
    pub(crate) folder: String,
    /// What it depends on: name, kind (`null` for normal), optional.
    pub(crate) uses: Vec<(String, Value, bool)>,
}

pub(crate) fn packages() -> BTreeMap<String, Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let list = metadata["packages"].as_array().expect("packages");
    list.iter().map(package).collect()
}

fn package(value: &Value) -> (String, Package) {
    let manifest = PathBuf::from(value["manifest_path"].as_str().expect("a path"));
    let folder = manifest.parent().expect("a folder").strip_prefix(root()).expect("inside");
    let uses = value["dependencies"].as_array().expect("dependencies").iter().map(|one| {
        let name = one["name"].as_str().expect("a name").to_owned();
        (name, one["kind"].clone(), one["optional"].as_bool().expect("a flag"))
    });
    let name = value["name"].as_str().expect("a name").to_owned();
    (name, Package { folder: folder.display().to_string(), uses: uses.collect() })
}

fn is_game(package: &Package) -> bool {
    package.folder.starts_with("games/") || is_example(package)
}

fn is_example(package: &Package) -> bool {
    package.folder.starts_with("examples/")
}

fn height(package: &Package) -> u32 {
    if is_game(package) {
        return GAME_HEIGHT;
    }
    find_height(HEIGHTS, package.folder.strip_prefix("crates/").expect("a crate or a game"))
}

fn find_height(heights: &[(&str, u32)], name: &str) -> u32 {
    let known = heights.iter().find(|(known, _)| *known == name);
    known.unwrap_or_else(|| panic!("{name} has no height: say where it stands")).1
}

#[test]
fn arrows_never_point_upwards_or_sideways() {
    let packages = packages();
    for package in packages.values() {
        for (name, kind, _) in &package.uses {
            let Some(used) = packages.get(name) else { continue };
            let (using, used_folder) = (&package.folder, &used.folder);
            let for_tests = used_folder == "crates/testkit" || is_example(used);
            if for_tests {
                assert!(kind == "dev", "{using} uses {used_folder} in earnest");
            } else {
                assert!(height(used) < height(package), "{using} must not use {used_folder}");
            }
        }
    }
}

#[test]
fn the_servers_modules_know_each_other_in_one_direction() {
    let folder = root().join("crates/server/src");
    let mut arrows = 0;
    for file in sources(&folder) {
        let text = code(&file);
        let inside = file.strip_prefix(&folder).expect("inside");
        arrows += modules_used(inside, &text).len();
        assert_eq!(wrong_arrows(inside, &text), [""; 0], "{}", inside.display());
    }
    assert!(arrows > 50, "only {arrows} were found: the modules are not read as they are written");
}

#[test]
fn a_wrong_arrow_is_found_however_it_is_written() {
    for (file, text) in [
        ("security/limits.rs", "use crate::api::routes::Route;"),
        ("security/mod.rs", "use super::net;"),
        ("hub/slot.rs", "    let id = super::super::api::games::find();"),
        (
            "net/accept.rs",
            "use crate::view::{Kind, Problem};\nuse crate::{\n    view::{Kind},\n    app,\n};",
        ),
        ("app.rs", "use super::server::Server;"),
    ] {
        assert_eq!(wrong_arrows(Path::new(file), text).len(), 1, "{file}: {text}");
    }
    let right = "use super::extract::{Asked, Named};\npub(crate) use crate::{hub, view::Kind};";
    assert_eq!(wrong_arrows(Path::new("api/games.rs"), right), [""; 0]);
    let clock = "use std::{\n    fmt::{self, Write},\n    time::Instant,\n};";
    assert_eq!(names_after("std::", clock), ["fmt", "time"]);
}

/// The other modules of the server that stand as high as the file's or higher, and are used in it nevertheless.
fn wrong_arrows(file: &Path, text: &str) -> Vec<String> {
    let own = &module_path(file)[0];
    let height = |module: &String| find_height(SERVER_HEIGHTS, module);
    let used = modules_used(file, text).into_iter();
    used.filter(|module| module != own && height(module) >= height(own)).collect()
}

/// Where a file stands in its crate: `api/games.rs` is `api::games`, `api/mod.rs` is `api`.
fn module_path(file: &Path) -> Vec<String> {
    let path = file.with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod").collect()
}

/// The modules at the crate's root that a text names after `crate::`, or after as many `super::` as lead there.
fn modules_used(file: &Path, text: &str) -> Vec<String> {
    let up = "super::".repeat(module_path(file).len());
    ["crate::", &up].into_iter().flat_map(|root| names_after(root, text)).collect()
}

/// What a text names right after some root of paths.
fn names_after(root: &str, text: &str) -> Vec<String> {
    text.split(root).skip(1).flat_map(first_names).collect()
}

/// The first name of a path, or those of a group of paths in braces.
fn first_names(path: &str) -> Vec<String> {
    let first_name = |path: &str| {
        let is_of_name = |letter: &char| letter.is_alphanumeric() || *letter == '_';
        path.trim_start().chars().take_while(is_of_name).collect::<String>()
    };
    if !path.starts_with('{') {
        return vec![first_name(path)];
    }
    let mut depth = 0;
    let mut outermost = String::new();
    for letter in path.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match depth {
            0 => break,
            1 if !"{}".contains(letter) => outermost.push(letter),
            _ => {}
        }
    }
    outermost.split(',').map(first_name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn games_and_core_stand_on_almost_nothing() {
    for package in packages().values() {
        let allowed: &[&str] = match package.folder.as_str() {
            "crates/core" => &["thiserror", "serde", "utoipa"],
            _ if is_game(package) => &["quintet-core", "quintet-search", "thiserror"],
            _ => continue,
        };
        for (name, kind, optional) in &package.uses {
            let fine = allowed.contains(&name.as_str()) || kind == "dev";
            assert!(fine, "{} must not use {name}", package.folder);
            let behind_a_feature = ["serde", "utoipa"].contains(&name.as_str());
            assert!(!behind_a_feature || *optional, "{name} stands behind a feature");
        }
    }
}

#[test]
fn only_the_catalog_uses_games() {
    let packages = packages();
    for package in packages.values() {
        let allowed = package.folder == KNOWS_GAMES;
        for (name, _, _) in &package.uses {
            let game = packages.get(name).is_some_and(|used| is_game(used) && !is_example(used));
            assert!(!game || allowed, "{} must not use {name}", package.folder);
        }
    }
}

#[test]
fn no_crate_but_the_catalog_names_a_game() {
    let packages = packages();
    let ids = ids(&packages);
    for package in packages.values().filter(|package| !is_game(package)) {
        if package.folder == KNOWS_GAMES {
            continue;
        }
        for file in sources(&root().join(&package.folder).join("src")) {
            for (number, line) in code_lines(&file) {
                let named = named_game(&ids, &line);
                assert!(named.is_none(), "{}:{number} names {named:?}: {line}", file.display());
            }
        }
    }
}

#[test]
fn the_page_names_no_game() {
    let ids = ids(&packages());
    for file in page() {
        let text = fs::read_to_string(&file).expect("a source");
        let named = named_game(&ids, &text);
        assert!(named.is_none(), "{} names {named:?}", file.display());
    }
}

#[test]
fn nothing_says_how_many_games_there_are() {
    let crates = packages();
    let crates = crates.values().filter(|package| !is_game(package));
    let code_files = crates.flat_map(|package| sources(&root().join(&package.folder).join("src")));
    let code_texts = code_files.map(|file| (code(&file), file));
    let page = page().into_iter().map(|file| (fs::read_to_string(&file).expect("a source"), file));
    for (text, file) in code_texts.chain(page) {
        assert_eq!(count_of_games(&text), None, "{}", file.display());
    }
}

#[test]
fn a_count_of_games_is_found_however_it_is_written() {
    for text in ["all five games", "FIVE_GAMES", "fiveGames", "Six\nboard games"] {
        assert!(count_of_games(text).is_some(), "{text}");
    }
    for text in ["all games", "five pairs of games", "a match of 5 games"] {
        assert_eq!(count_of_games(text), None, "{text}");
    }
}

/// The page's own files: not its packages, its tests or its module.
fn page() -> Vec<PathBuf> {
    let web = root().join("web");
    let folders = ["board", "lib", "live", "pages", "style"];
    let inside = folders.iter().flat_map(|folder| files(&web.join(folder)));
    let beside = fs::read_dir(&web).expect("the page").map(|entry| entry.expect("an entry").path());
    let is_own = |path: &PathBuf| {
        path.is_file() && path.file_name().is_some_and(|name| name != "package-lock.json")
    };
    inside.chain(beside.filter(is_own)).collect()
}

/// Words that would be wrong as soon as a game is added: how many games there are.
fn count_of_games(text: &str) -> Option<String> {
    let words = words(text);
    let words: Vec<&str> = words.split_whitespace().collect();
    // In figures it is as often the games of a match.
    let is_count = |word: &str| ["five", "six"].contains(&word);
    let found = words.iter().enumerate().find(|(at, word)| {
        let next = &words[at + 1..words.len().min(at + 3)];
        let next = next.strip_prefix(&["board"]).unwrap_or(next);
        is_count(word) && next.first() == Some(&"games")
    });
    found.map(|(at, _)| words[at..].iter().take(3).copied().collect::<Vec<_>>().join(" "))
}

#[test]
fn a_game_is_named_by_a_whole_word() {
    let ids = ["yoxii", "ring"].map(str::to_owned);
    for text in
        ["use quintet_yoxii::Move;", "MyYoxiiMove", "YOXII_MOVE", "\"yoxii\"", "A ring of rings"]
    {
        assert!(named_game(&ids, text).is_some(), "{text}");
    }
    assert_eq!(named_game(&ids, "fn ringing(text: &str) -> String { bring(yoxiis) }"), None);
}

/// The ids of all games but those that are words of the program's own, in which nothing can be told.
fn ids(packages: &BTreeMap<String, Package>) -> Vec<String> {
    let games = packages.values().filter(|package| is_game(package));
    let ids = games.map(|package| package.folder.replace("games/", ""));
    ids.filter(|id| !OWN_WORDS.contains(&id.as_str())).collect()
}

/// The first of these ids that is a word of a text, in upper or lower case, by itself or as a part of a name.
fn named_game<'a>(ids: &'a [String], text: &str) -> Option<&'a String> {
    let words = words(text);
    ids.iter().find(|id| words.split(' ').any(|word| word == *id))
}

/// The words of a text in lower case, those that names are made of among them, with spaces between them.
fn words(text: &str) -> String {
    let (mut words, mut last) = (String::new(), ' ');
    for letter in text.chars() {
        if last.is_lowercase() && letter.is_uppercase() {
            words.push(' ');
        }
        words.push(if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
        last = letter;
    }
    words
}

#[test]
fn rules_rooms_and_painters_read_no_clock_and_touch_no_file() {
    for package in packages().values() {
        let banned: &[&str] = match package.folder.as_str() {
            "crates/rooms" => &["time", "fs", "net", "thread"],
            "crates/search" | "crates/catalog" => &["time", "fs", "net"],
            "crates/questions" => &["fs", "net", "thread", "env"],
            folder if is_game(package) || ["crates/core", "crates/paint"].contains(&folder) => {
                &["time", "fs", "net", "thread", "env"]
            }
            _ => continue,
        };
        let by_chance = package.uses.iter().any(|(name, ..)| name == "getrandom");
        assert!(!by_chance, "{}: chance is handed in", package.folder);
        for file in sources(&root().join(&package.folder).join("src")) {
            let used = names_after("std::", &code(&file));
            let found = used.iter().find(|module| banned.contains(&module.as_str()));
            assert!(found.is_none(), "{} uses std::{}", file.display(), found.expect("one"));
        }
    }
}

/// The sources in a folder, without files that hold nothing but tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let is_rust = |path: &Path| path.extension().is_some_and(|extension| extension == "rs");
    let is_test = |path: &Path| path.iter().any(|part| part == "tests" || part == "tests.rs");
    let inside = |path: &PathBuf| path.strip_prefix(folder).expect("inside").to_owned();
    files(folder).into_iter().filter(|path| is_rust(path) && !is_test(&inside(path))).collect()
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// What [`code_lines`] gives, in one text.
fn code(file: &Path) -> String {
    code_lines(file).into_iter().map(|(_, line)| line + "\n").collect()
}

/// The lines of a file that are no comments, up to its tests.
fn code_lines(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).expect("a source");
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
    let code = lines.take_while(|(_, line)| line.trim() != "#[cfg(test)]");
    code.filter(|(_, line)| !line.trim_start().starts_with("//")).collect()
}
