//! How handlers get at a request: bodies, queries and paths, each refused with a sentence.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use quintet_core::text::excerpt;
use quintet_rooms::GameId;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::view::{Kind, Problem};

/// The largest body, in bytes.
pub const LARGEST_BODY: usize = 64 * 1024;
/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);
/// The longest id of a game that is looked up.
const LONGEST_ID: usize = 64;

/// A JSON body, called so by its content type: a form of another site's page cannot do that. An empty one counts as `{}`.
pub struct JsonBody<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let bytes = read(&parts.headers, body).await?;
        if !is_json(&parts.headers) {
            return Err(Problem::new(
                Kind::Unreadable,
                "expected a body with `Content-Type: application/json`",
            ));
        }
        parse(if bytes.is_empty() { b"{}" } else { &bytes })
    }
}

/// Reads a body to its end, within limits.
pub async fn read(headers: &HeaderMap, body: Body) -> Result<bytes::Bytes, Problem> {
    let too_large =
        || Problem::new(Kind::TooLarge, format!("expected a body of at most {LARGEST_BODY} bytes"));
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|text| text.parse::<u64>().ok()).is_some_and(|n| n > LARGEST_BODY as u64) {
        return Err(too_large());
    }
    let collected = Limited::new(body, LARGEST_BODY).collect();
    match tokio::time::timeout(BODY_TIME, collected).await {
        Err(_) => Err(Problem::new(
            Kind::TooSlow,
            format!("expected the body within {} s", BODY_TIME.as_secs()),
        )),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(Kind::Unreadable, "the body broke off")),
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<JsonBody<T>, Problem> {
    serde_json::from_slice(bytes).map(JsonBody).map_err(|error| {
        let kind = match error.classify() {
            Category::Data => Kind::Invalid,
            Category::Io | Category::Syntax | Category::Eof => Kind::Unreadable,
        };
        // The message may repeat a value of any length.
        Problem::new(kind, format!("the body is not as expected: {}", shorten(&error.to_string())))
    })
}

/// A query that is read as a whole.
pub struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(query) = Query::from_request_parts(parts, state).await.map_err(|error| {
            Problem::new(
                Kind::Invalid,
                format!("the query is not as expected: {}", shorten(&error.body_text())),
            )
        })?;
        Ok(QueryParams(query))
    }
}

/// The game that the path names. Whether there is one, the hub knows.
pub struct GamePath(pub GameId);

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(id) = path.map_err(|_| no_such_game(""))?;
        let usual = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        if id.len() > LONGEST_ID || !id.chars().all(usual) {
            return Err(no_such_game(&id));
        }
        Ok(GamePath(GameId(id)))
    }
}

/// Nothing is known of a game by that name.
pub fn no_such_game(id: &str) -> Problem {
    Problem::new(Kind::NotFound, format!("there is no game `{}`", excerpt(id)))
}

fn shorten(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
