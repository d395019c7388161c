//! Colours as terminals spell them that have only a few.

use std::io::{self, Write};

const ESCAPE: u8 = 0x1b;

/// Writes everything on, but for the first sixteen colours: `38;5;1`, as others say it, is no colour to a terminal
/// without a palette of 256, and is written as `31`.
pub(crate) struct FewColours<W> {
    inner: W,
    /// An escape sequence that has not come to its end.
    open: Vec<u8>,
}

impl<W: Write> FewColours<W> {
    /// Writes on to `inner`.
    pub(crate) fn new(inner: W) -> FewColours<W> {
        FewColours { inner, open: Vec::new() }
    }
}

impl<W: Write> Write for FewColours<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut spelt = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            if self.open.is_empty() && byte != ESCAPE {
                spelt.push(byte);
                continue;
            }
            self.open.push(byte);
            match self.open.as_slice() {
                [ESCAPE, b'[', parameters @ .., b'm'] => {
                    spelt.extend_from_slice(&colour(&String::from_utf8_lossy(parameters)));
                    self.open.clear();
                }
                [ESCAPE] | [ESCAPE, b'['] | [ESCAPE, b'[', .., b'0'..=b'?'] => {}
                _ => spelt.append(&mut self.open),
            }
        }
        self.inner.write_all(&spelt)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A sequence that sets colours, spelt for few of them.
fn colour(parameters: &str) -> Vec<u8> {
    let mut parts = parameters.split(';').peekable();
    let mut spelt: Vec<String> = Vec::new();
    while let Some(part) = parts.next() {
        let ground = match part {
            "38" if parts.peek() == Some(&"5") => 30,
            "48" if parts.peek() == Some(&"5") => 40,
            other => {
                spelt.push(other.into());
                continue;
            }
        };
        let number = parts.nth(1).and_then(|number| number.parse().ok()).unwrap_or(7);
        spelt.push(if number < 8 { ground + number } else { ground + 52 + number }.to_string());
    }
    format!("\x1b[{}m", spelt.join(";")).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(parts: &[&str]) -> String {
        let mut written = FewColours::new(Vec::new());
        for part in parts {
            written.write_all(part.as_bytes()).expect("a vector takes everything");
        }
        String::from_utf8(written.inner).expect("text stays text")
    }

    #[test]
    fn colours_are_spelt_without_a_palette() {
        assert_eq!(spelt(&["\x1b[38;5;1;48;5;0mred"]), "\x1b[31;40mred");
        assert_eq!(spelt(&["\x1b[38;5;9m\x1b[48;5;15m"]), "\x1b[91m\x1b[107m");
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        let text = "a \x1b[2;3H\x1b[?25l\x1b[0m\x1b[39;49m● \x1b]0;Quintet\x07 38;5;1m";
        assert_eq!(spelt(&[text]), text);
        assert_eq!(spelt(&["\x1b", "[38;5", ";3mx"]), "\x1b[33mx");
    }
}
