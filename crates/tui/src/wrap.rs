//! Breaking styled lines between words, so that it is known how many lines they take.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// A line as lines of at most that many columns. Blanks at the beginning stay and are repeated, so that lists keep
/// their shape.
pub(crate) fn wrap(line: &Line<'_>, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width).max(8);
    let indent = line.spans.first().map_or(0, |span| blanks(&span.content)).min(width / 2);
    let mut lines = Vec::new();
    let mut open = Open { spans: Vec::new(), used: 0 };
    open.push(" ".repeat(indent), Style::new());
    for span in &line.spans {
        for (index, word) in span.content.split(' ').enumerate() {
            let space = usize::from(index > 0 && open.used > indent);
            if open.used > indent && open.used + space + word.chars().count() > width {
                lines.push(open.close(line.style));
                open.push(" ".repeat(indent), Style::new());
            } else if space > 0 {
                open.push(" ".into(), span.style);
            }
            open.push_long(word, span.style, width, &mut lines, line.style);
        }
    }
    lines.push(open.close(line.style));
    lines
}

/// Lines as lines of at most that many columns.
pub(crate) fn wrap_all(lines: &[Line<'_>], width: u16) -> Vec<Line<'static>> {
    lines.iter().flat_map(|line| wrap(line, width)).collect()
}

/// A text cut between words to that many columns, with dots for what is missing.
pub(crate) fn shortened(text: &str, width: u16) -> String {
    const DOTS: &str = " ...";
    let width = usize::from(width);
    if text.chars().count() <= width {
        return text.into();
    }
    let room: String = text.chars().take((width + 1).saturating_sub(DOTS.len())).collect();
    let whole = room.rfind(' ').map_or("", |end| &room[..end]);
    format!("{whole}{DOTS}")
}

/// The first lines, with dots in place of those that are left out.
pub(crate) fn cut(mut lines: Vec<Line<'static>>, width: u16, room: usize) -> Vec<Line<'static>> {
    if lines.len() > room {
        lines.truncate(room);
        if let Some(last) = lines.last_mut() {
            *last = Line::styled(shortened(&format!("{last} ..."), width), last.style);
        }
    }
    lines
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// A line that still has room.
struct Open {
    spans: Vec<Span<'static>>,
    used: usize,
}

impl Open {
    fn push(&mut self, text: String, style: Style) {
        self.used += text.chars().count();
        if !text.is_empty() {
            self.spans.push(Span::styled(text, style));
        }
    }

    /// Adds a word, broken if it alone is too long.
    fn push_long(
        &mut self,
        word: &str,
        style: Style,
        width: usize,
        lines: &mut Vec<Line<'static>>,
        line_style: Style,
    ) {
        let mut rest: Vec<char> = word.chars().collect();
        while self.used + rest.len() > width {
            let tail = rest.split_off(width.saturating_sub(self.used).max(1).min(rest.len()));
            self.push(rest.into_iter().collect(), style);
            lines.push(self.close(line_style));
            rest = tail;
        }
        self.push(rest.into_iter().collect(), style);
    }

    fn close(&mut self, style: Style) -> Line<'static> {
        self.used = 0;
        Line::from(std::mem::take(&mut self.spans)).style(style)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: u16) -> Vec<String> {
        wrap(&Line::raw(text.to_owned()), width).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("White to move: choose", 14), ["White to move:", "choose"]);
        assert_eq!(wrapped("", 14), [""]);
    }

    #[test]
    fn long_words_are_broken_and_indents_kept() {
        assert_eq!(wrapped("abcdefghijkl", 8), ["abcdefgh", "ijkl"]);
        assert_eq!(wrapped("  one two three", 10), ["  one two", "  three"]);
    }

    #[test]
    fn words_of_different_styles_stay_together_where_no_blank_is() {
        let line = Line::from(vec![Span::raw("a "), Span::raw("b"), Span::raw("c d")]);
        let text: Vec<String> = wrap(&line, 80).iter().map(ToString::to_string).collect();
        assert_eq!(text, ["a bc d"]);
    }
}
