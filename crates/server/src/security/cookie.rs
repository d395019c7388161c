//! The cookie that carries a guest's token.

use axum::http::{HeaderMap, HeaderValue, header};

/// How long a browser keeps it: a year.
const MAX_AGE: u64 = 365 * 24 * 3600;

/// How the cookie is named and guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookie {
    /// Under https: bound to this very host, never sent in the clear.
    Secure,
    /// Under plain http, for one's own machine.
    Plain,
}

impl Cookie {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Cookie::Secure => "__Host-quintet",
            Cookie::Plain => "quintet",
        }
    }

    /// The token that a request carries in it.
    pub fn read(self, headers: &HeaderMap) -> Option<&str> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == self.name()).then_some(value)
        });
        pairs.next()
    }

    /// The header that makes a browser forget a token.
    ///
    /// # Panics
    /// Never: what it says is always the same.
    pub fn unset(self) -> HeaderValue {
        let secure = self.secure();
        let text = format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}", self.name());
        HeaderValue::from_str(&text).expect("a text of ours")
    }

    const fn secure(self) -> &'static str {
        match self {
            Cookie::Secure => "; Secure",
            Cookie::Plain => "",
        }
    }

    /// The header that makes a browser keep a token.
    ///
    /// # Panics
    /// If the token is not one of ours.
    pub fn set(self, token: &str) -> HeaderValue {
        let (secure, name) = (self.secure(), self.name());
        let text =
            format!("{name}={token}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&text).expect("tokens are hexadecimal")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; quintet=abc;b=2"));
        assert_eq!(Cookie::Plain.read(&headers), Some("abc"));
        assert_eq!(Cookie::Secure.read(&headers), None);
        headers.append(header::COOKIE, HeaderValue::from_static("__Host-quintet=def"));
        assert_eq!(Cookie::Secure.read(&headers), Some("def"));
    }

    #[test]
    fn under_https_it_is_bound_to_the_host() {
        let text = Cookie::Secure.set("abc");
        let text = text.to_str().unwrap();
        assert!(text.starts_with("__Host-quintet=abc; Path=/;"), "{text}");
        assert!(text.ends_with("HttpOnly; SameSite=Lax; Secure"), "{text}");
        assert!(!text.contains("Domain"), "{text}");
        assert!(!Cookie::Plain.set("abc").to_str().unwrap().contains("Secure"));
    }
}
