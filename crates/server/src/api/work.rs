//! Answers that take work: made, written and packed at the desk, off the network's threads, and paid for by whoever asked.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use serde::Serialize;

use super::gate::Visitor;
use crate::app::App;
use crate::assets::{takes_gzip, zip};
use crate::pool::desk::NotDone;
use crate::view::{Kind, Problem};

/// Answers smaller than this are not worth packing.
pub const WORTH_PACKING: usize = 1024;

/// Does something at the desk when it is this visitor's turn, and charges what it took. Refused if that would take too long.
pub async fn at_desk<T: Send + 'static>(
    app: &App,
    visitor: &Visitor,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    app.desk.welcome(&visitor.person()).map_err(not_done)?;
    go_on_at_desk(app, visitor, work).await
}

/// The same for a part of something that was begun.
pub async fn go_on_at_desk<T: Send + 'static>(
    app: &App,
    visitor: &Visitor,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let done = app.desk.run(visitor.person(), work).await.map_err(not_done)?;
    app.limiter.debit(&visitor.payer, done.took.as_millis() as u32);
    Ok(done.value)
}

/// Answers with what comes of work at the desk, as JSON.
pub async fn json_from_desk<T: Serialize>(
    app: &App,
    visitor: &Visitor,
    request: &HeaderMap,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let packs = takes_gzip(request);
    let work = move || {
        let value = work()?;
        let written = serde_json::to_vec(&value);
        let written = written.map_err(|error| Problem::new(Kind::Broken, error.to_string()))?;
        Ok::<_, Problem>(if packs && written.len() >= WORTH_PACKING {
            (zip(&written, Compression::fast()), true)
        } else {
            (written, false)
        })
    };
    let (body, is_packed) = at_desk(app, visitor, work).await??;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok((headers, body).into_response())
}

/// The desk does not do it.
pub(super) fn not_done(error: NotDone) -> Problem {
    let (kind, seconds) = match error {
        NotDone::Share => (Kind::TooMany, 1),
        NotDone::Full => (Kind::Busy, 1),
        NotDone::Late(wait) => (Kind::Busy, wait.as_secs() + 1),
        NotDone::BrokeOff => return Problem::new(Kind::Broken, "the request broke our reader"),
    };
    Problem::new(kind, format!("{error}; try again in {seconds} s")).retry_after(seconds)
}
