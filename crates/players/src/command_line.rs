//! Splitting a command line into words, as a shell does in the simple cases.

/// The words of a command line: separated by spaces, kept together by quotes or a backslash. Nothing else
/// of a shell is understood. `None` if a quote is not closed or a backslash ends the line.
pub fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => match chars.next()? {
                            c @ ('"' | '\\') => word.push(c),
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_keep_words_together() {
        let cases: [(&str, &[&str]); 6] = [
            ("quintet ugi", &["quintet", "ugi"]),
            ("  a   b ", &["a", "b"]),
            (r"'my engine' --name 'it is'", &["my engine", "--name", "it is"]),
            (r#"sh -c "echo \"hi\" \n" x\ y"#, &["sh", "-c", r#"echo "hi" \n"#, "x y"]),
            (r#"a'b'"c" '' "#, &["abc", ""]),
            ("", &[]),
        ];
        for (line, expected) in cases {
            assert_eq!(words(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn an_open_quote_is_no_command() {
        for line in ["a 'b", "a \"b", "a \\", "\"\\"] {
            assert_eq!(words(line), None, "{line}");
        }
    }
}
