//! What surrounds every request, known route or not: its id, its log line, the headers of its answer, and a net for panics.

use std::any::Any;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use metrics::counter;
use tracing::{Instrument as _, debug, error, info_span, warn};

use crate::security::headers;
use crate::security::token::random_number;
use crate::view::{Kind, Problem};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Numbers a request, logs it and guards its answer.
pub async fn envelope(request: Request, next: Next) -> Response {
    let id = next_id();
    let span =
        info_span!("request", id = %id, method = %request.method(), path = %request.uri().path());
    async move {
        let begun = Instant::now();
        let mut response = next.run(request).await;
        let (status, took) = (response.status(), begun.elapsed());
        if status.is_server_error() {
            warn!(%status, ?took, "answered");
        } else {
            debug!(%status, ?took, "answered");
        }
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        headers::guard(response.headers_mut());
        response
    }
    .instrument(span)
    .await
}

/// Ids differ within a run by their number, and between runs by chance.
fn next_id() -> String {
    static RUN: OnceLock<u32> = OnceLock::new();
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let run = RUN.get_or_init(|| random_number().unwrap_or(0) as u32);
    format!("{run:08x}-{}", NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// What a client is told when its request makes us panic.
#[expect(clippy::needless_pass_by_value, reason = "the net hands the panic over")]
pub fn caught(panic: Box<dyn Any + Send>) -> Response {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("something");
    counter!("quintet_panics_total").increment(1);
    error!(said, "a request panicked");
    Problem::new(
        Kind::Broken,
        "something went wrong here; nothing was changed that was not answered",
    )
    .into_response()
}
