//! What documents name is there.

use std::collections::BTreeSet;
use std::path::Path;

/// What stands in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_files_and_tests_that_docs_name_for_security_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/security.md")).expect("the document");
    let mut files = BTreeSet::new();
    let mut tests = 0;
    for line in text.lines().filter(|line| line.starts_with('|')) {
        // A list of tests stands before the file that they are in.
        let mut waiting: Vec<&str> = Vec::new();
        for name in quoted(line) {
            if name.contains('_') && !name.contains(['/', '.', ' ', '-']) {
                waiting.push(name);
            } else if name.contains('/') && !name.starts_with('/') && name.contains('.') {
                let path = root.join(name);
                assert!(path.exists(), "{name} is named, but is not there");
                let inside = std::fs::read_to_string(&path).unwrap_or_default();
                for test in waiting.drain(..) {
                    assert!(inside.contains(&format!("fn {test}(")), "{name} has no test {test}");
                    tests += 1;
                }
                files.insert(name);
            }
        }
        assert!(waiting.is_empty(), "{waiting:?} are named without a file");
    }
    assert!(files.len() > 30 && tests > 20, "{} files and {tests} tests were found", files.len());
}
