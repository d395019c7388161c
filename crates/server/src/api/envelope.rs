//! What surrounds every request, known route or not: its id, its log line, the headers of its answer, how that is packed, and a net for
//! panics.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use metrics::counter;
use tower::util::{MapRequestLayer, MapResponseLayer};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};
use tower_http::request_id::{
    MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer,
};
use tower_http::trace::TraceLayer;
use tracing::{Span, debug, error, info_span, warn};

use super::work::WORTH_PACKING;
use crate::security::headers::Guard;
use crate::security::token::random_number;
use crate::view::{Kind, Problem};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Numbers requests, logs them, packs and guards their answers.
pub fn surround<S: Clone + Send + Sync + 'static>(router: Router<S>, guard: Guard) -> Router<S> {
    let log = TraceLayer::new_for_http()
        .make_span_with(span)
        .on_request(())
        .on_response(answered)
        .on_body_chunk(())
        .on_eos(())
        .on_failure(());
    let packing = CompressionLayer::new().gzip(true).compress_when(
        SizeAbove::new(WORTH_PACKING as u64)
            .and(NotForContentType::new("application/x-ndjson"))
            .and(NotForContentType::IMAGES),
    );
    // The first is the outermost.
    router.layer((
        MapRequestLayer::new(without_id),
        SetRequestIdLayer::new(REQUEST_ID, Numbers::default()),
        log,
        PropagateRequestIdLayer::new(REQUEST_ID),
        MapResponseLayer::new(move |response| guarded(response, guard)),
        CatchPanicLayer::custom(caught),
        packing,
    ))
}

/// Ids are ours: what a client calls its request would confuse the log.
fn without_id(mut request: Request) -> Request {
    request.headers_mut().remove(REQUEST_ID);
    request
}

/// Ids differ within a run by their number, and between runs by chance.
#[derive(Clone)]
struct Numbers {
    run: u32,
    last: Arc<AtomicU64>,
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers { run: random_number().unwrap_or(0) as u32, last: Arc::default() }
    }
}

impl MakeRequestId for Numbers {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let id = HeaderValue::from_str(&format!("{:08x}-{number}", self.run));
        id.ok().map(RequestId::new)
    }
}

fn span(request: &Request) -> Span {
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
    info_span!("request", %id, method = %request.method(), path = %request.uri().path())
}

fn answered<B>(response: &axum::http::Response<B>, took: Duration, _: &Span) {
    let status = response.status();
    if status.is_server_error() {
        warn!(%status, ?took, "answered");
    } else {
        debug!(%status, ?took, "answered");
    }
}

fn guarded<B>(mut response: axum::http::Response<B>, guard: Guard) -> axum::http::Response<B> {
    guard.put_on(response.headers_mut());
    response
}

/// What a client is told when its request makes us panic.
#[expect(clippy::needless_pass_by_value, reason = "the net hands the panic over")]
fn caught(panic: Box<dyn Any + Send>) -> Response {
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

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test]
    async fn a_handler_that_panics_answers_with_a_problem_and_all_headers() {
        async fn panics() {
            panic!("a mistake");
        }
        let router: Router = surround(Router::new().route("/", get(panics)), Guard::default());
        for _ in 0..2 {
            let request = Request::new(Body::empty());
            let answer = router.clone().oneshot(request).await.expect("an answer");
            assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(answer.headers()["content-type"], "application/problem+json");
            assert_eq!(answer.headers()["x-frame-options"], "DENY");
        }
    }

    #[tokio::test]
    async fn every_request_gets_an_id_of_ours_whatever_the_client_calls_it() {
        let router: Router = surround(Router::new().route("/", get(|| async {})), Guard::default());
        let mut ids = Vec::new();
        for _ in 0..2 {
            let mut request = Request::new(Body::empty());
            request.headers_mut().insert(REQUEST_ID, HeaderValue::from_static("theirs"));
            let answer = router.clone().oneshot(request).await.expect("an answer");
            ids.push(answer.headers()[REQUEST_ID].clone());
        }
        assert!(!ids.contains(&HeaderValue::from_static("theirs")), "{ids:?}");
        assert_ne!(ids[0], ids[1]);
    }
}
