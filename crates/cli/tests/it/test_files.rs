//! Every test is built.

use std::fs;
use std::path::{Path, PathBuf};

use crate::arrows::{files, packages, root};

/// Those files of a crate's `tests` that cargo makes no binary of: each has to be a module of one.
fn modules(tests: &Path) -> Vec<PathBuf> {
    let is_module = |file: &PathBuf| {
        let is_rust = file.extension().is_some_and(|extension| extension == "rs");
        is_rust && file.parent() != Some(tests) && !file.ends_with("main.rs")
    };
    files(tests).into_iter().filter(is_module).collect()
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
fn every_file_of_tests_is_part_of_a_test() {
    for package in packages().values() {
        let tests = root().join(&package.folder).join("tests");
        if tests.exists() {
            let modules = modules(&tests);
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
