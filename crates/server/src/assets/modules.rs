//! Which modules a page needs: those that its scripts import, and those that these import. A browser that is told of all of them
//! fetches them at once instead of one import after the other.

use std::collections::BTreeSet;

/// The modules that a page reaches without asking for more later, in alphabetical order.
pub fn reachable(page: &str, files: &[(String, Vec<u8>)]) -> Vec<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = scripts(page);
    while let Some(name) = open.pop() {
        let Some((_, content)) = files.iter().find(|(known, _)| *known == name) else { continue };
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        if found.insert(name) {
            let text = String::from_utf8_lossy(content);
            open.extend(imports(&text).filter_map(|import| resolve(&folder, import)));
        }
    }
    found.into_iter().collect()
}

/// The modules that a page names, as `src="{{assets}}/main.js"`.
fn scripts(page: &str) -> Vec<String> {
    let places = page.split("src=\"{{assets}}/").skip(1);
    let names = places.filter_map(|rest| rest.split_once('"')).map(|(name, _)| name);
    names.map(str::to_owned).collect()
}

/// What a module imports at once; `import(…)` is for later.
fn imports(module: &str) -> impl Iterator<Item = &str> {
    module.lines().filter_map(|line| {
        let line = line.trim();
        let after = match line.rsplit_once(" from ") {
            Some((_, after)) if line.starts_with(['i', 'e', '}']) => after,
            _ => line.strip_prefix("import ")?,
        };
        let after = after.trim_start();
        let quote = after.chars().next().filter(|letter| ['\'', '"'].contains(letter))?;
        after[1..].split_once(quote).map(|(name, _)| name)
    })
}

/// A relative name seen from a folder. Others mean no file of ours.
fn resolve(folder: &str, import: &str) -> Option<String> {
    if !import.starts_with("./") && !import.starts_with("../") {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_followed_and_late_ones_are_not() {
        let files = [
            (
                "main.js",
                "import { a } from './lib/a.js';\nimport \"./b.js\";\nconst late = import('./late.js');",
            ),
            (
                "lib/a.js",
                "export * from \"../c.js\";\nimport {\n  x,\n} from './d.js';\nimport '../main.js';",
            ),
            ("lib/d.js", ""),
            (
                "b.js",
                "// from './nowhere.js'\nimport 'https://example.org/x.js';\nimport '../../up.js';",
            ),
            ("c.js", ""),
            ("late.js", ""),
            ("other.js", ""),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let page = "<script type=module src=\"{{assets}}/main.js\"></script>";
        assert_eq!(reachable(page, &files), ["b.js", "c.js", "lib/a.js", "lib/d.js", "main.js"]);
    }
}
