//! Elements of a drawing, and how they are written.

use std::fmt;

/// An element with its attributes and what stands in it.
#[derive(Clone, Debug)]
pub(super) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    inner: Vec<Inner>,
}

#[derive(Clone, Debug)]
enum Inner {
    Element(Element),
    Text(String),
}

impl Element {
    pub fn new(name: &'static str) -> Element {
        Element { name, attributes: Vec::new(), inner: Vec::new() }
    }

    /// Gives it an attribute.
    pub fn set(mut self, name: &'static str, value: impl fmt::Display) -> Element {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Gives it an attribute that is a length or a place.
    pub fn at(self, name: &'static str, value: f64) -> Element {
        self.set(name, Number(value))
    }

    /// Puts elements into it, after those that are there.
    pub fn with(mut self, elements: impl IntoIterator<Item = Element>) -> Element {
        self.inner.extend(elements.into_iter().map(Inner::Element));
        self
    }

    /// Puts a text into it. Whatever it says, it stays a text.
    pub fn text(mut self, text: impl Into<String>) -> Element {
        self.inner.push(Inner::Text(text.into()));
        self
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{}\"", Escaped(value))?;
        }
        if self.inner.is_empty() {
            return f.write_str("/>");
        }
        f.write_str(">")?;
        for inner in &self.inner {
            match inner {
                Inner::Element(element) => element.fmt(f)?,
                Inner::Text(text) => Escaped(text).fmt(f)?,
            }
        }
        write!(f, "</{}>", self.name)
    }
}

/// A text that is neither markup nor the end of an attribute.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sign in self.0.chars() {
            match sign {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML knows no other control characters, not even escaped.
                '\n' | '\t' => fmt::Write::write_char(f, sign)?,
                sign if sign.is_control() => f.write_str("\u{fffd}")?,
                sign => fmt::Write::write_char(f, sign)?,
            }
        }
        Ok(())
    }
}

/// A number as drawings have it: two digits after the point at most, and none that say nothing.
#[derive(Clone, Copy)]
pub(super) struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Zero has a sign that says nothing.
        if rounded == 0.0 { f.write_str("0") } else { write!(f, "{rounded}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts_and_numbers_are_short() {
        let inner = Element::new("text").text("<script>&\"\u{1b}");
        let outer = Element::new("g").set("title", "\"><x").at("x", -0.001).at("y", 1.0 / 3.0);
        assert_eq!(
            outer.with([inner, Element::new("path")]).to_string(),
            "<g title=\"&quot;&gt;&lt;x\" x=\"0\" y=\"0.33\"><text>&lt;script&gt;&amp;&quot;\u{fffd}</text><path/></g>"
        );
    }
}
