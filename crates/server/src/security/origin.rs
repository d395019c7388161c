//! Whether a request comes from our own page. Browsers send cookies along with requests that other pages make; what such a
//! request would change must not be changed.

use axum::http::{HeaderMap, header};

/// What counts as our own page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnOrigin {
    /// The address by which people reach us, as `https://example.org`.
    Public(String),
    /// Whatever address the request itself was sent to.
    SameHost,
}

impl OwnOrigin {
    /// The origin of a public URL: scheme, host and port.
    pub fn of_url(url: &str) -> Option<OwnOrigin> {
        let (scheme, rest) = url.split_once("://")?;
        let host = rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty())?;
        let known = matches!(scheme, "http" | "https") && !host.contains(['@', ' ']);
        known.then(|| OwnOrigin::Public(format!("{scheme}://{}", host.to_ascii_lowercase())))
    }

    /// Whether the request says that it comes from our page, by `Origin`: browsers put it on whatever changes things.
    pub fn matches(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = text(headers, header::ORIGIN) else { return false };
        match self {
            OwnOrigin::Public(own) => origin.eq_ignore_ascii_case(own),
            OwnOrigin::SameHost => {
                let Some(host) = text(headers, header::HOST) else { return false };
                let (Some(("http" | "https", from)), false) =
                    (origin.split_once("://"), host.is_empty())
                else {
                    return false;
                };
                from.eq_ignore_ascii_case(host)
            }
        }
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn request(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| ((*name).parse().unwrap(), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn without_a_public_url_the_origin_must_be_the_host_that_was_asked() {
        let own_origin = OwnOrigin::SameHost;
        let here = ("host", "127.0.0.1:8080");
        assert!(own_origin.matches(&request(&[here, ("origin", "http://127.0.0.1:8080")])));
        for foreign in
            ["http://127.0.0.1:8081", "http://evil.example", "null", "127.0.0.1:8080", ""]
        {
            assert!(!own_origin.matches(&request(&[here, ("origin", foreign)])), "{foreign}");
        }
        assert!(!own_origin.matches(&request(&[here])));
    }

    #[test]
    fn with_a_public_url_only_that_counts() {
        let own_origin = OwnOrigin::of_url("https://Play.example.org/quintet/").unwrap();
        assert_eq!(own_origin, OwnOrigin::Public("https://play.example.org".into()));
        let host = ("host", "127.0.0.1:8080");
        assert!(own_origin.matches(&request(&[host, ("origin", "https://play.example.org")])));
        assert!(!own_origin.matches(&request(&[host, ("origin", "http://play.example.org")])));
        assert!(!own_origin.matches(&request(&[host, ("origin", "http://127.0.0.1:8080")])));
        assert_eq!(OwnOrigin::of_url("play.example.org"), None);
        assert_eq!(OwnOrigin::of_url("ftp://play.example.org"), None);
    }
}
