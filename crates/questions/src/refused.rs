//! Why a question has no answer.

use serde::Serialize;

/// What is wrong with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is no such thing.
    NotFound,
    /// A rule of the game is broken.
    Rule,
    /// A field is wrong.
    Invalid,
}

impl Why {
    /// Its name in addresses of problems, the status of an answer over HTTP, and its title.
    pub const fn describe(self) -> (&'static str, u16, &'static str) {
        match self {
            Why::NotFound => ("not-found", 404, "There is no such thing"),
            Why::Rule => ("rule", 422, "The rules forbid it"),
            Why::Invalid => ("invalid", 422, "A field is wrong"),
        }
    }
}

/// A question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What is wrong with it.
    pub why: Why,
    /// What was expected, as one sentence.
    pub detail: String,
}

/// A refusal as the page reads it.
#[derive(Debug, Serialize)]
struct Body<'a> {
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
}

impl Refused {
    /// A field is wrong; the text says what was expected.
    #[expect(clippy::needless_pass_by_value, reason = "`map_err` hands errors over")]
    pub fn invalid(detail: impl ToString) -> Refused {
        Refused { why: Why::Invalid, detail: detail.to_string() }
    }

    /// The rule that was broken, if one was.
    pub fn rule(&self) -> Option<&str> {
        (self.why == Why::Rule).then_some(self.detail.as_str())
    }
}

impl Serialize for Refused {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, status, title) = self.why.describe();
        let (kind, detail) = (format!("/problems/{name}"), self.detail.as_str());
        Body { kind, title, status, detail, rule: self.rule() }.serialize(serializer)
    }
}
