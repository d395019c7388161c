//! Why a request was refused, as `application/problem+json`.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quintet_questions::{Refused, Why};
use serde::Serialize;
use utoipa::ToSchema;

use super::Snapshot;

/// Everything that can be wrong with a request, and with us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It cannot be read.
    Unreadable,
    /// Only guests may do it; `POST /api/guest` makes one.
    GuestNeeded,
    /// Not this caller.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// There is such a thing, but not with this method.
    Method,
    /// The request took too long to arrive.
    TooSlow,
    /// The game has moved on.
    Stale,
    /// The game has ended.
    Over,
    /// The request is larger than allowed.
    TooLarge,
    /// A rule of the game is broken.
    Rule,
    /// A field is wrong.
    Invalid,
    /// Too many requests.
    TooMany,
    /// Nothing can be stored at the moment.
    Storage,
    /// Too much to do at the moment.
    Busy,
    /// Our mistake.
    Broken,
}

impl Kind {
    /// Its name in `type`, its status and its title.
    const fn describe(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Kind::Unreadable => {
                ("unreadable", StatusCode::BAD_REQUEST, "The request cannot be read")
            }
            Kind::GuestNeeded => {
                ("guest-needed", StatusCode::UNAUTHORIZED, "This needs a guest's token")
            }
            Kind::Forbidden => ("forbidden", StatusCode::FORBIDDEN, "This is not for you to do"),
            Kind::Method => {
                ("method", StatusCode::METHOD_NOT_ALLOWED, "Not with this request method")
            }
            Kind::TooSlow => ("too-slow", StatusCode::REQUEST_TIMEOUT, "The request took too long"),
            Kind::Stale => ("stale", StatusCode::CONFLICT, "The game has moved on"),
            Kind::Over => ("over", StatusCode::CONFLICT, "The game is over"),
            Kind::TooLarge => {
                ("too-large", StatusCode::PAYLOAD_TOO_LARGE, "The request is too large")
            }
            Kind::TooMany => ("too-many", StatusCode::TOO_MANY_REQUESTS, "Too many requests"),
            Kind::Storage => {
                ("storage", StatusCode::SERVICE_UNAVAILABLE, "Nothing can be stored at the moment")
            }
            Kind::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE, "Too much to do"),
            Kind::Broken => ("broken", StatusCode::INTERNAL_SERVER_ERROR, "Our mistake"),
            // The page is told the same where it answers itself.
            Kind::NotFound => shared(Why::NotFound, StatusCode::NOT_FOUND),
            Kind::Rule => shared(Why::Rule, StatusCode::UNPROCESSABLE_ENTITY),
            Kind::Invalid => shared(Why::Invalid, StatusCode::UNPROCESSABLE_ENTITY),
        }
    }

    /// Its status.
    pub const fn status(self) -> StatusCode {
        self.describe().1
    }

    /// How many seconds a client should wait before it tries again, where that helps.
    const fn retry_after(self) -> Option<u64> {
        match self {
            Kind::Storage | Kind::Busy => Some(1),
            _ => None,
        }
    }
}

const fn shared(why: Why, status: StatusCode) -> (&'static str, StatusCode, &'static str) {
    let (name, _, title) = why.describe();
    (name, status, title)
}

/// A refusal on its way to the client.
#[derive(Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    rule: Option<String>,
    current: Option<Box<Snapshot>>,
    retry_after: Option<u64>,
}

/// A refusal as it is sent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Which kind of problem: `/problems/stale`.
    #[serde(rename = "type")]
    #[schema(example = "/problems/rule")]
    pub kind: String,
    /// The kind in words.
    pub title: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// What was expected, as one sentence.
    pub detail: String,
    /// The rule that was broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The game as it is now, where the caller has an old view of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<Box<Snapshot>>,
}

impl Problem {
    /// A problem of that kind; `detail` says what was expected.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        let retry_after = kind.retry_after();
        Problem { kind, detail: detail.into(), rule: None, current: None, retry_after }
    }

    /// A rule of the game is broken.
    pub fn rule(rule: impl Into<String>) -> Problem {
        let rule = rule.into();
        Problem { rule: Some(rule.clone()), ..Problem::new(Kind::Rule, rule) }
    }

    /// With the game as it is now.
    #[must_use]
    pub fn with_current(self, current: Option<Snapshot>) -> Problem {
        Problem { current: current.map(Box::new), ..self }
    }

    /// Says after how many seconds the client may try again.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Problem {
        Problem { retry_after: Some(seconds), ..self }
    }

    /// What kind it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What is sent.
    pub fn body(self) -> ProblemBody {
        let (name, status, title) = self.kind.describe();
        ProblemBody {
            kind: format!("/problems/{name}"),
            title,
            status: status.as_u16(),
            detail: self.detail,
            rule: self.rule,
            current: self.current,
        }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        match refused.why {
            Why::NotFound => Problem::new(Kind::NotFound, refused.detail),
            Why::Rule => Problem::rule(refused.detail),
            Why::Invalid => Problem::new(Kind::Invalid, refused.detail),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (kind, retry_after) = (self.kind, self.retry_after);
        let body = serde_json::to_vec(&self.body()).unwrap_or_default();
        let problem_json = HeaderValue::from_static("application/problem+json");
        let mut response =
            (kind.status(), [(header::CONTENT_TYPE, problem_json)], body).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if kind == Kind::GuestNeeded {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }
}
