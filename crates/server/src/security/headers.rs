//! What browsers may do with our answers.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// On every answer, errors included.
pub const ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'self'; \
             frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    // Addresses of games are as good as keys to watch them: no other site is told.
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
];

/// On every answer but the page's own scripts, styles and pictures. Browsers heed these on documents only, and a first visit asks for
/// dozens of files.
pub const UNLESS_FILE: [(HeaderName, HeaderValue); 4] = [
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
        ),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("x-permitted-cross-domain-policies"),
        HeaderValue::from_static("none"),
    ),
];

/// How the page's own files are kept: their address names their content.
pub const KEPT_FOR_EVER: &str = "public, max-age=31536000, immutable";

/// What is put on every answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// For how many seconds browsers are to ask this host by https only; 0 says nothing about it.
    pub https_only: u32,
}

impl Guard {
    /// Puts it on an answer. An answer that says nothing about caching is not to be kept: most are different for every caller.
    pub fn put_on(self, headers: &mut HeaderMap) {
        let cache = headers.get(header::CACHE_CONTROL);
        let is_file = cache.is_some_and(|cache| cache == KEPT_FOR_EVER);
        for (name, value) in ALWAYS {
            headers.insert(name, value);
        }
        for (name, value) in UNLESS_FILE.into_iter().filter(|_| !is_file) {
            headers.insert(name, value);
        }
        let age = format!("max-age={}", self.https_only);
        if let Ok(age) = HeaderValue::from_str(&age)
            && self.https_only > 0
        {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, age);
        }
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
}
