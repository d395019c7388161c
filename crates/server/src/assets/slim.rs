//! Scripts and styles without the comments that stand on lines of their own. They are for those who carry on, and a quarter of the bytes.

/// The file as it is sent. Lines keep their numbers, so that errors in a browser point at the right ones.
pub(super) fn slim(name: &str, content: &[u8]) -> Vec<u8> {
    let is_commented = [".js", ".css"].iter().any(|ending| name.ends_with(ending));
    match std::str::from_utf8(content) {
        Ok(text) if is_commented => without_comments(text).into_bytes(),
        _ => content.to_vec(),
    }
}

fn without_comments(text: &str) -> String {
    let (mut in_comment, mut in_template) = (false, false);
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let mut code = if in_template { line } else { line.trim() };
        in_comment |= code.starts_with("/*") && !in_template;
        if in_comment {
            let end = code.split_once("*/");
            in_comment = end.is_none();
            code = end.map_or("", |(_, after)| after.trim_start());
        }
        if in_template || !code.starts_with("//") {
            kept.push_str(code);
            in_template ^= opens_or_closes_template(code);
        }
        kept.push('\n');
    }
    kept
}

/// Whether a line begins a text over several lines, or ends one. Where a backtick means something else, more is kept than need be.
fn opens_or_closes_template(code: &str) -> bool {
    code.replace("\\`", "").matches('`').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_on_lines_of_their_own_go_and_lines_keep_their_numbers() {
        let text = "// what it is for\n/**\n * @param {string} a\n */\n  export const f = a => a; // short\n/* one */ f('//x');\n";
        assert_eq!(
            without_comments(text),
            "\n\n\n\nexport const f = a => a; // short\nf('//x');\n"
        );
    }

    #[test]
    fn texts_over_several_lines_stay_as_they_are() {
        let text = "f(`a \\`\n  // ${b}\n  /* c\n`);\n  // d\n";
        assert_eq!(without_comments(text), "f(`a \\`\n  // ${b}\n  /* c\n`);\n\n");
    }

    #[test]
    fn other_files_stay_as_they_are() {
        assert_eq!(slim("a.svg", b"<!-- -->\n// x"), b"<!-- -->\n// x");
    }
}
