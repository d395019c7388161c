//! Every test is built, and each crate's integration tests are linked once: linking is what tests wait for.

use std::fs;
use std::path::{Path, PathBuf};

use crate::arrows::{files, packages, root};

/// Which files of a crate's `tests` cargo makes a binary of, and which have to be a module of one.
fn sorted(tests: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let rust = files(tests).into_iter().filter(|file| file.extension().is_some_and(|e| e == "rs"));
    rust.partition(|file| file.parent() == Some(tests) || file.ends_with("main.rs"))
}

/// Whether the file above it names this one as its module.
fn is_named(file: &Path) -> bool {
    let folder = file.parent().expect("a folder");
    let (name, above) = match file.file_stem() {
        Some(stem) if stem == "mod" => (folder.file_name(), folder.parent().expect("a folder")),
        stem => (stem, folder),
    };
    let line = format!("mod {};", name.expect("a name").display());
    let parents = [above.join("main.rs"), above.join("mod.rs"), above.with_extension("rs")];
    let texts = parents.iter().filter_map(|parent| fs::read_to_string(parent).ok());
    texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).any(|l| l == line)
}

#[test]
fn every_crate_links_its_integration_tests_once_and_forgets_none() {
    for package in packages().values() {
        let tests = root().join(&package.folder).join("tests");
        if tests.exists() {
            let (binaries, modules) = sorted(&tests);
            assert!(binaries.len() <= 1, "more than one binary of tests: {binaries:?}");
            let forgotten: Vec<_> = modules.iter().filter(|file| !is_named(file)).collect();
            assert!(forgotten.is_empty(), "no part of any test: {forgotten:?}");
        }
    }
}

#[test]
fn a_library_that_is_not_tested_holds_no_tests() {
    for package in packages().values() {
        let folder = root().join(&package.folder);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        if manifest.contains("test = false") {
            for file in files(&folder.join("src")) {
                let text = fs::read_to_string(&file).expect("a source");
                assert!(!text.contains("#[test]"), "{} is never run", file.display());
            }
        }
    }
}
