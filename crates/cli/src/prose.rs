//! Text in lines for which a terminal has room: its edge breaks no word.

/// What is narrower is not folded for: every word would stand alone.
const LEAST: usize = 20;
/// A column that names things is no wider.
const WIDEST_NAMES: usize = 24;

/// Lines of at most that many columns. What follows in an entry stands below where its text begins.
pub fn fold(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| fold_line(line, width)).collect();
    let end = if text.ends_with('\n') { "\n" } else { "" };
    lines.join("\n") + end
}

fn fold_line(line: &str, width: usize) -> String {
    let width = width.max(LEAST);
    if line.chars().count() <= width || line.starts_with('|') {
        return line.into();
    }
    let indent = text_column(line).min(width / 2);
    let mut folded = String::new();
    let mut used = 0;
    for (index, word) in line.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && used > indent && used + 1 + length > width {
            folded.truncate(folded.trim_end_matches(' ').len());
            folded.push('\n');
            folded.push_str(&" ".repeat(indent));
            used = indent;
        } else if index > 0 {
            folded.push(' ');
            used += 1;
        }
        folded.push_str(word);
        used += length;
    }
    folded
}

/// Where the text of an entry begins: behind its mark, or in its second column.
fn text_column(line: &str) -> usize {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let entry = &line[indent..];
    let names = entry.find("  ").filter(|end| indent > 0 && *end <= WIDEST_NAMES);
    match names {
        Some(end) => {
            let gap = entry[end..].len() - entry[end..].trim_start_matches(' ').len();
            line[..indent + end + gap].chars().count()
        }
        None => indent + marker(entry),
    }
}

/// How long the mark of a list is at the beginning of a line: `- ` or `1. `.
fn marker(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match &line[digits..] {
        rest if digits > 0 && rest.starts_with(". ") => digits + 2,
        rest if digits == 0 && rest.starts_with("- ") => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_entries_keep_their_columns() {
        assert_eq!(fold("White to move: choose where", 20), "White to move:\nchoose where");
        assert_eq!(fold("fits\n", 20), "fits\n");
        assert_eq!(fold("  hint  what it would play", 20), "  hint  what it\n        would play");
        assert_eq!(fold("- one two three four five", 20), "- one two three four\n  five");
        assert_eq!(fold(&"a".repeat(30), 20), "a".repeat(30));
    }
}
