//! `docs/dependencies.md` tells every dependency once, with its reason and what was considered instead.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::arrows::{packages, root};

/// What the manifests name and is not our own: crates, those of the module's script, the packages that check the page, and those of Python.
fn named() -> BTreeSet<String> {
    let packages = packages();
    let crates = packages.values().flat_map(|package| package.uses.iter().map(|used| &used.0));
    let foreign = crates.filter(|name| !packages.contains_key(*name)).cloned();
    let text = fs::read_to_string(root().join("web/package.json")).expect("the page's manifest");
    let page: Value = serde_json::from_str(&text).expect("JSON");
    let tools = page["devDependencies"].as_object().expect("packages").keys().cloned();
    foreign.chain(named_for_the_module()).chain(tools).chain(named_for_python()).collect()
}

/// What makes the script of the page's module: its manifest is outside the workspace.
fn named_for_the_module() -> BTreeSet<String> {
    let manifest = root().join("crates/wasm/glue/Cargo.toml");
    let text = fs::read_to_string(manifest).expect("the manifest of the module's script");
    let (_, text) = text.split_once("[dependencies]\n").expect("its dependencies");
    let lines = text.lines().take_while(|line| !line.starts_with('['));
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(name_alone).collect()
}

/// What the Python package needs, offers as extras, is built by and tested with.
fn named_for_python() -> BTreeSet<String> {
    let read = |file: &str| fs::read_to_string(root().join("crates/python").join(file));
    let manifest = read("pyproject.toml").expect("the package's manifest");
    let lists =
        manifest.lines().filter(|line| line.contains(" = [\"") && !line.starts_with("dynamic"));
    let wanted = lists.flat_map(|line| line.split('"').skip(1).step_by(2).map(str::to_owned));
    let tests = read("tests/requirements.txt").expect("what its tests need");
    let tests = tests.lines().filter(|line| !line.starts_with('#')).map(str::to_owned);
    wanted.chain(tests).filter(|one| one != "tests").map(|one| name_alone(&one)).collect()
}

/// A package's name without the versions that are wanted of it.
fn name_alone(requirement: &str) -> String {
    requirement.split(['=', '>', '<', '[', ';', ' ']).next().expect("a first part").to_owned()
}

#[test]
fn the_table_of_dependencies_agrees_with_the_manifests() {
    let text = fs::read_to_string(root().join("docs/dependencies.md")).expect("the table");
    let mut told = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| `")) {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, reason, instead] = columns[..] else { panic!("expected three columns: {row}") };
        assert!(!reason.is_empty() && !instead.is_empty(), "no reason, or nothing instead: {row}");
        assert!(told.insert(name.trim_matches('`').to_owned()), "told twice: {row}");
    }
    let named = named();
    let missing: Vec<_> = named.difference(&told).collect();
    let unused: Vec<_> = told.difference(&named).collect();
    assert!(missing.is_empty() && unused.is_empty(), "missing {missing:?}, unused {unused:?}");
}

#[test]
fn every_build_takes_the_same_compiler() {
    let read = |file: &str| fs::read_to_string(root().join(file)).expect("a file");
    let pinned = read("rust-toolchain.toml");
    let pinned = pinned.split('"').nth(1).expect("a version");
    assert!(
        read("Dockerfile").contains(&format!("FROM rust:{pinned}-")),
        "not {pinned}: Dockerfile"
    );
    let (oldest, _) = pinned.rsplit_once('.').expect("a patch");
    let manifest = read("Cargo.toml");
    assert!(manifest.contains(&format!("rust-version = \"{oldest}\"")), "not {oldest}: Cargo.toml");
}
