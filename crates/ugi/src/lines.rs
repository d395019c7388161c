//! Lines from outside: of any length and of any bytes, read in bounded memory.

use std::io::{self, BufRead};

/// A longer line is no command: the longest games need some ten thousand characters.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// A line that was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without its end; what is no text in it became `\u{fffd}`.
    Text(String),
    /// Longer than allowed, and thrown away.
    TooLong,
}

/// Reads the next line; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(longest.saturating_sub(length))]);
        length = length.saturating_add(part.len());
        let (used, done) = (part.len() + usize::from(end.is_some()), end.is_some());
        let at_end = chunk.is_empty();
        input.consume(used);
        if done || at_end {
            return Ok(Some(if length > longest {
                Line::TooLong
            } else {
                Line::Text(clean(&line))
            }));
        }
    }
}

/// The bytes as text that a terminal can show: no control characters but spaces.
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let shown = |c: char| match c {
        c if c.is_whitespace() => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.trim().chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn all(bytes: &[u8], buffer: usize, longest: usize) -> Vec<Line> {
        let mut input = BufReader::with_capacity(buffer, bytes);
        std::iter::from_fn(|| read_line(&mut input, longest).unwrap()).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.into())
    }

    #[test]
    fn lines_end_with_any_line_end_or_the_input() {
        for buffer in [1, 2, 100] {
            let lines = all(b"ugi\r\n\n go  depth 3 \nquit", buffer, 100);
            assert_eq!(lines, [text("ugi"), text(""), text("go  depth 3"), text("quit")]);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_thrown_away_and_the_next_one_read() {
        for buffer in [1, 3, 100] {
            assert_eq!(
                all(b"12345\n123456\nugi\n", buffer, 5),
                [text("12345"), Line::TooLong, text("ugi")]
            );
        }
    }

    #[test]
    fn bytes_that_are_no_text_do_not_reach_the_terminal() {
        let lines = all(b"a\x1b[2J\tb\x00\xff\n", 100, 100);
        assert_eq!(lines, [text("a\u{fffd}[2J b\u{fffd}\u{fffd}")]);
    }
}
