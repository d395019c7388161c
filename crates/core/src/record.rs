//! A game as text: tag pairs, numbered moves, comments, result.
//!
//! ```text
//! [Game "momentum"]
//! [Variant "pie"]
//! [First "human"]
//! [Second "random"]
//! [Result "*"]
//!
//! 1. d4 swap 2. c3 {a quiet move}
//! *
//! ```
//!
//! A record is read here as text only. Whether its moves are legal is for those who know the games.

use std::fmt::{self, Write as _};

use crate::contest::Ending;
use crate::player::Outcome;
use crate::text::excerpt;

/// A game as it was written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The variant's id.
    pub variant: String,
    /// The position it began with, if that is not the start.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub position: Option<String>,
    /// The first player.
    pub first: String,
    /// The second player.
    pub second: String,
    /// Who won; `None` for an unfinished game.
    pub result: Option<Outcome>,
    /// What ended it; `None` for an unfinished game.
    pub ending: Option<Ending>,
    /// What the players' chances were seeded with, if they were.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub seed: Option<u64>,
    /// Any other tags, in their order.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub tags: Vec<(String, String)>,
    /// The moves, in order.
    pub moves: Vec<String>,
    /// What was said after moves: (number of moves before it, text).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub comments: Vec<(usize, String)>,
    /// The line of the text on which each move stands, or the record if it has no moves; empty if it did not come from such
    /// a text.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub lines: Vec<usize>,
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub problem: String,
}

impl RecordError {
    /// Something is wrong on that line.
    pub fn new(line: usize, problem: impl Into<String>) -> Self {
        RecordError { line, problem: problem.into() }
    }
}

impl Record {
    /// Reads all records of a text.
    pub fn parse_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut reader = Reader { rest: text, line: 1 };
        let mut records = Vec::new();
        loop {
            reader.skip_space();
            if reader.rest.is_empty() {
                return Ok(records);
            }
            records.push(reader.record()?);
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.map_or_else(|| "*".to_owned(), |result| result.to_string());
        let mut tags = vec![
            ("Game", self.game.clone()),
            ("Variant", self.variant.clone()),
            ("First", self.first.clone()),
            ("Second", self.second.clone()),
            ("Result", result.clone()),
        ];
        tags.extend(self.ending.map(|ending| ("Ending", ending.to_string())));
        tags.extend(self.seed.map(|seed| ("Seed", seed.to_string())));
        tags.extend(self.position.clone().map(|position| ("Position", position)));
        tags.extend(self.tags.iter().map(|(name, value)| (name.as_str(), value.clone())));
        for (name, value) in tags {
            // Records that come as JSON may have tags by any name; what cannot be read back is left out.
            let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
            if !name.is_empty() {
                writeln!(f, "[{name} \"{value}\"]")?;
            }
        }
        writeln!(f)?;
        for line in self.move_lines() {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "{result}")
    }
}

impl Record {
    /// The moves with numbers and comments, folded into short lines.
    fn move_lines(&self) -> Vec<String> {
        const WIDTH: usize = 80;
        let mut words = Vec::new();
        self.push_comments(0, &mut words);
        for (index, mv) in self.moves.iter().enumerate() {
            if index % 2 == 0 {
                words.push(format!("{}. {mv}", index / 2 + 1));
            } else {
                words.push(mv.clone());
            }
            self.push_comments(index + 1, &mut words);
        }
        let mut lines: Vec<String> = Vec::new();
        for word in words {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                    let _ = write!(line, " {word}");
                }
                _ => lines.push(word),
            }
        }
        lines
    }

    fn push_comments(&self, moves_before: usize, words: &mut Vec<String>) {
        let here = self.comments.iter().filter(|(after, _)| *after == moves_before);
        // A closing brace would end the comment; brackets say the same to a reader.
        words.extend(here.map(|(_, text)| {
            format!("{{{}}}", text.replace('{', "(").replace('}', ")").replace('\n', " "))
        }));
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn record(&mut self) -> Result<Record, RecordError> {
        let first_line = self.line;
        let mut record = Record::default();
        let mut result_tag = None;
        while self.rest.starts_with('[') {
            let line = self.line;
            let (name, value) = self.tag()?;
            self.skip_space();
            if name == "Result" {
                result_tag = Some((line, value));
            } else {
                record.take_tag(line, name, value)?;
            }
        }
        if record.game.is_empty() {
            return Err(RecordError::new(
                first_line,
                "expected the tag [Game \"…\"] before the moves",
            ));
        }
        let result = self.moves(&mut record)?;
        record.result = match result {
            "*" => None,
            text => Some(text.parse().expect("only result words end the moves")),
        };
        match result_tag {
            Some((line, tag)) if tag != result => {
                let problem =
                    format!("the tag says the result is `{tag}`, the moves end with `{result}`");
                Err(RecordError::new(line, problem))
            }
            _ => Ok(record),
        }
    }

    /// Reads moves up to and with the result word, which it gives.
    fn moves(&mut self, record: &mut Record) -> Result<&'a str, RecordError> {
        loop {
            self.skip_space();
            let line = self.line;
            if let Some(text) = self.comment()? {
                record.comments.push((record.moves.len(), text));
                continue;
            }
            match self.word() {
                "" => {
                    let problem = "expected a result (first, second, draw or *) after the moves";
                    return Err(RecordError::new(line, problem));
                }
                word @ ("first" | "second" | "draw" | "*") => return Ok(word),
                word if is_move_number(word) => {
                    let expected = format!("{}.", record.moves.len() / 2 + 1);
                    if word != expected || record.moves.len() % 2 == 1 {
                        let place = record.moves.len() + 1;
                        let problem = format!(
                            "`{word}` stands before move {place}, which is no place for it"
                        );
                        return Err(RecordError::new(line, problem));
                    }
                }
                word => {
                    record.moves.push(word.to_owned());
                    record.lines.push(line);
                }
            }
        }
    }

    fn tag(&mut self) -> Result<(String, String), RecordError> {
        let line = self.line;
        let wrong = |found: &str| {
            RecordError::new(
                line,
                format!("expected a tag [Name \"value\"], got `{}`", excerpt(found)),
            )
        };
        let text = self.rest.lines().next().unwrap_or("");
        let body = text.strip_prefix('[').ok_or_else(|| wrong(text))?;
        let (name, value) = body.split_once(" \"").ok_or_else(|| wrong(text))?;
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(wrong(text));
        }
        let mut unescaped = String::new();
        let mut letters = value.char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                '\\' => unescaped.push(letters.next().ok_or_else(|| wrong(text))?.1),
                '"' if value[place + 1..].trim_end() == "]" => {
                    self.rest = &self.rest[text.len()..];
                    return Ok((name.to_owned(), unescaped));
                }
                '"' => return Err(wrong(text)),
                _ => unescaped.push(letter),
            }
        }
        Err(wrong(text))
    }

    /// A comment, if one stands here: `{…}` or `;` up to the end of the line.
    fn comment(&mut self) -> Result<Option<String>, RecordError> {
        let (text, length) = if let Some(body) = self.rest.strip_prefix('{') {
            let end = body.find('}').ok_or_else(|| {
                RecordError::new(self.line, "the comment that starts here has no closing `}`")
            })?;
            (&body[..end], end + 2)
        } else if let Some(body) = self.rest.strip_prefix(';') {
            let text = body.lines().next().unwrap_or("");
            (text, text.len() + 1)
        } else {
            return Ok(None);
        };
        self.line += self.rest[..length].matches('\n').count();
        self.rest = &self.rest[length..];
        Ok(Some(text.split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    fn word(&mut self) -> &'a str {
        let end =
            self.rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn skip_space(&mut self) {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.line += skipped.matches('\n').count();
        self.rest = trimmed;
    }
}

impl Record {
    fn take_tag(&mut self, line: usize, name: String, value: String) -> Result<(), RecordError> {
        let wrong = |problem: String| RecordError::new(line, problem);
        match name.as_str() {
            "Game" => self.game = value,
            "Variant" => self.variant = value,
            "First" => self.first = value,
            "Second" => self.second = value,
            "Position" => self.position = Some(value),
            "Ending" => {
                let ending = value.parse::<Ending>().map_err(|error| wrong(error.to_string()))?;
                self.ending = Some(ending);
            }
            "Seed" => {
                let seed = value.parse().map_err(|_| {
                    wrong(format!(
                        "expected a seed from 0 to {}, got `{}`",
                        u64::MAX,
                        excerpt(&value)
                    ))
                })?;
                self.seed = Some(seed);
            }
            _ => self.tags.push((name, value)),
        }
        Ok(())
    }
}

fn is_move_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;

    fn sample() -> Record {
        Record {
            game: "momentum".into(),
            variant: "pie".into(),
            first: "a \"quoted\" \\ name".into(),
            second: "random".into(),
            result: Some(Outcome::Win(Player::First)),
            ending: Some(Ending::Resignation),
            seed: Some(7),
            tags: vec![("Date".into(), "2026-11-15".into())],
            moves: vec!["d4".into(), "swap".into(), "c3".into()],
            comments: vec![(0, "from the start".into()), (2, "takes it".into())],
            ..Record::default()
        }
    }

    fn problem(text: &str) -> String {
        Record::parse_all(text).expect_err("a bad record").to_string()
    }

    #[test]
    fn a_record_reads_back_as_it_was_written() {
        let text = sample().to_string();
        let mut read = Record::parse_all(&format!("{text}\n{text}")).expect("readable");
        assert_eq!(read.len(), 2);
        read[0].lines.clear();
        assert_eq!(read[0], sample());
    }

    #[test]
    fn names_of_tags_are_written_as_they_can_be_read() {
        let tags = [("a \"]\n[Result", "1"), ("]", "2")];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let text = Record { tags, ..sample() }.to_string();
        let read = Record::parse_all(&text).expect("readable");
        assert_eq!(read[0].tags, [("aResult".to_owned(), "1".to_owned())]);
    }

    #[test]
    fn moves_know_their_line() {
        let text = "[Game \"g\"]\n\n1. a1 {two\nlines} b2\n2. c3 ; rest\n*\n";
        let read = Record::parse_all(text).expect("readable");
        assert_eq!(read[0].lines, [3, 4, 5]);
        assert_eq!(read[0].comments, [(1, "two lines".into()), (3, "rest".into())]);
    }

    #[test]
    fn bad_records_name_the_line() {
        assert_eq!(problem("hello"), "line 1: expected the tag [Game \"…\"] before the moves");
        assert_eq!(
            problem("[Game \"g\"]\n\n1. a1\n"),
            "line 4: expected a result (first, second, draw or *) after the moves"
        );
        assert_eq!(
            problem("[Game \"g\"]\n1. a1 3. b2 *"),
            "line 2: `3.` stands before move 2, which is no place for it"
        );
        assert_eq!(
            problem("[Game \"g\"]\n[Result \"draw\"]\n1. a1 *"),
            "line 2: the tag says the result is `draw`, the moves end with `*`"
        );
        assert!(problem("[Game \"g]").starts_with("line 1: expected a tag"));
        assert!(problem("[Game \"g\"]\n{never closed").starts_with("line 2: the comment"));
        assert!(problem("[Game \"g\"]\n[Seed \"-1\"]\n*").starts_with("line 2: expected a seed"));
    }
}
