//! Whether a request comes from our own page. A browser lets any page send requests anywhere, and takes what cookies the answer
//! sets; what another site's page asks for must change nothing, whether or not a cookie came along.

use axum::http::{HeaderMap, HeaderName, header};

/// In which browsers say how far the page that asks is from the server that is asked.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

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
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else { return false };
        origin.to_str().is_ok_and(|origin| self.is(origin, headers))
    }

    /// Whether a browser says that another site's page asks. Programs say nothing of the kind.
    pub fn is_foreign(&self, headers: &HeaderMap) -> bool {
        let near = |site: &[u8]| matches!(site, b"same-origin" | b"none");
        let far = headers.get_all(SEC_FETCH_SITE).iter().any(|site| !near(site.as_bytes()));
        far || headers.contains_key(header::ORIGIN) && !self.matches(headers)
    }

    /// Whether a browser asks, as it says itself: scripts of a page cannot keep it from that.
    pub fn is_browser(headers: &HeaderMap) -> bool {
        headers.contains_key(header::ORIGIN) || headers.contains_key(SEC_FETCH_SITE)
    }

    fn is(&self, origin: &str, headers: &HeaderMap) -> bool {
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
    fn a_page_is_foreign_if_its_browser_says_so_in_either_way() {
        let own_origin = OwnOrigin::SameHost;
        let here = ("host", "127.0.0.1:8080");
        let ours = ("origin", "http://127.0.0.1:8080");
        let foreign = |more: &[(&'static str, &'static str)]| {
            own_origin.is_foreign(&request(&[&[here], more].concat()))
        };
        assert!(!foreign(&[]), "a program");
        assert!(!foreign(&[ours, ("sec-fetch-site", "same-origin")]));
        assert!(!foreign(&[("sec-fetch-site", "none")]), "a person, by the address bar");
        for site in ["cross-site", "same-site", "", "Same-Origin"] {
            assert!(foreign(&[("sec-fetch-site", site)]), "{site}");
            assert!(foreign(&[ours, ("sec-fetch-site", site)]), "{site}");
        }
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8081"] {
            assert!(foreign(&[("origin", origin)]), "{origin}");
        }
        let mut twice = request(&[here, ours]);
        twice.append(header::ORIGIN, HeaderValue::from_static("http://evil.example"));
        assert!(own_origin.is_foreign(&twice));
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
