//! Markdown as lines of a terminal: headings, paragraphs that fill the width, lists, tables, code.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeStream};
use quintet_sitting::terminal::Colours;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::theme::{Paper, Theme};
use crate::wrap::wrap;

/// A text in Markdown, as lines of at most that many columns.
pub(crate) fn lines(text: &str, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let mut page = Page {
        width,
        theme,
        lines: Vec::new(),
        open: Vec::new(),
        styles: Vec::new(),
        list: None,
        code: false,
        table: Vec::new(),
    };
    // A sign that is read as it is ends a text within a word.
    for event in TextMergeStream::new(Parser::new_ext(text, Options::ENABLE_TABLES)) {
        page.take(event);
    }
    page.lines.truncate(
        page.lines.len() - page.lines.iter().rev().take_while(|line| line.width() == 0).count(),
    );
    page.lines
}

/// The same as text without colours, in lines of at most that many columns; unbroken without a width.
pub fn plain(text: &str, width: Option<usize>) -> String {
    let width = width.and_then(|width| u16::try_from(width).ok()).unwrap_or(u16::MAX);
    let lines = lines(text, width, Theme::new(Paper::Plain, Colours::Sixteen));
    let lines = lines.iter().map(|line| line.to_string().trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// A text that is to be read as it is: a sign or a name that Markdown would take for its own is none.
pub(crate) fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len());
    for sign in text.chars() {
        if sign.is_ascii_punctuation() {
            literal.push('\\');
        }
        literal.push(sign);
    }
    literal
}

struct Page {
    width: u16,
    theme: Theme,
    lines: Vec<Line<'static>>,
    /// What belongs to the paragraph, heading, item or cell that is open.
    open: Vec<Span<'static>>,
    /// How text within it is set, the innermost last.
    styles: Vec<Style>,
    /// The number of the next item, 0 for a list without numbers.
    list: Option<u64>,
    code: bool,
    /// The rows of the table so far.
    table: Vec<Vec<String>>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => {
                let code =
                    text.lines().map(|line| Line::styled(format!("  {line}"), self.theme.accent()));
                self.lines.extend(code);
            }
            Event::Text(text) => self.push(&text, Style::new()),
            Event::Code(text) => self.push(&text, self.theme.accent()),
            Event::SoftBreak => self.push(" ", Style::new()),
            Event::HardBreak => self.close(Style::new()),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.styles.push(self.theme.heading()),
            Tag::Strong => self.styles.push(Style::new().add_modifier(Modifier::BOLD)),
            Tag::Emphasis => self.styles.push(Style::new().add_modifier(Modifier::ITALIC)),
            Tag::List(first) => self.list = Some(first.unwrap_or(0)),
            Tag::Item => {
                let sign = match &mut self.list {
                    Some(number) if *number > 0 => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".into(),
                };
                self.open.push(Span::raw(sign));
            }
            Tag::CodeBlock(_) => self.code = true,
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.close(self.theme.heading());
                self.styles.pop();
            }
            TagEnd::Strong | TagEnd::Emphasis => drop(self.styles.pop()),
            TagEnd::Paragraph => {
                self.close(Style::new());
                self.lines.push(Line::default());
            }
            TagEnd::Item if !self.open.is_empty() => self.close(Style::new()),
            TagEnd::List(_) => {
                self.list = None;
                self.lines.push(Line::default());
            }
            TagEnd::CodeBlock => {
                self.code = false;
                self.lines.push(Line::default());
            }
            TagEnd::TableCell => {
                let cell = self.open.drain(..).map(|span| span.content).collect();
                self.table.last_mut().expect("a cell is in a row").push(cell);
            }
            TagEnd::Table => self.close_table(),
            _ => {}
        }
    }

    fn push(&mut self, text: &str, style: Style) {
        let around = self.styles.iter().fold(Style::new(), |outer, inner| outer.patch(*inner));
        self.open.push(Span::styled(text.to_owned(), around.patch(style)));
    }

    /// Ends a block: its words fill as many lines as they need. Lines after the first of a list's item stand below its
    /// words, not below its sign.
    fn close(&mut self, style: Style) {
        let words = Line::from(std::mem::take(&mut self.open)).style(style);
        let hang = if self.list.is_some() { words.spans[0].width() } else { 0 };
        let mut wrapped = wrap(&words, self.width.saturating_sub(hang as u16));
        for line in wrapped.iter_mut().skip(1) {
            line.spans.insert(0, Span::raw(" ".repeat(hang)));
        }
        self.lines.extend(wrapped);
    }

    /// A table's columns are as wide as what is in them; its first row is its heading.
    fn close_table(&mut self) {
        let rows = std::mem::take(&mut self.table);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for (index, row) in rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            let text = cells.collect::<Vec<_>>().join("  ");
            let style = if index == 0 { self.theme.heading() } else { Style::new() };
            self.lines.extend(wrap(&Line::styled(text.trim_end().to_owned(), style), self.width));
        }
        self.lines.push(Line::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, width: u16) -> Vec<String> {
        let lines = lines(text, width, Theme::new(Paper::Plain, Colours::Exact));
        lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    }

    #[test]
    fn paragraphs_fill_the_width_whatever_their_lines_were() {
        let text = "# Title\nOne *two*\nthree **four**\n`five`.\n\nSix.";
        assert_eq!(read(text, 40), ["Title", "One two three four five.", "", "Six."]);
        assert_eq!(read(text, 14), ["Title", "One two three", "four five.", "", "Six."]);
    }

    #[test]
    fn lists_hang_and_count() {
        let bulleted = "Either\n\n- one two three\n- four\n\nor none.";
        assert_eq!(
            read(bulleted, 11),
            ["Either", "", "- one two", "  three", "- four", "", "or none."]
        );
        assert_eq!(read("1. one\n2. two\n", 11), ["1. one", "2. two"]);
    }

    #[test]
    fn what_is_literal_is_read_as_it_is() {
        for text in [
            "+ white's goal row",
            "- a",
            "1. b",
            "# c",
            "*d* `e` <f> &lt; [g](h)",
            "> i",
            "| j | k |",
        ] {
            assert_eq!(read(&format!("- {}", literal(text)), 60), [format!("- {text}")]);
            assert_eq!(read(&literal(text), 60), [text]);
        }
    }

    #[test]
    fn columns_stand_below_each_other_and_code_as_it_is() {
        let table = "| length | 3 |\n|---|---|\n| how many | 15 |\n";
        assert_eq!(read(table, 40), ["length    3", "how many  15"]);
        assert_eq!(read("```\na  b\n c\n```\n", 40), ["  a  b", "   c"]);
    }
}
