//! Answers that come line by line, one JSON object each.

use axum::http::{HeaderName, HeaderValue, header};
use bytes::{BufMut as _, Bytes, BytesMut};

/// Nobody on the way keeps such an answer, packs it or holds it back to make it larger.
pub const HEADERS: [(HeaderName, HeaderValue); 3] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store, no-transform")),
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
];

/// An object as a line.
pub fn line(object: &[u8]) -> Bytes {
    let mut line = BytesMut::with_capacity(object.len() + 1);
    line.put_slice(object);
    line.put_u8(b'\n');
    line.freeze()
}
