//! The gate before every handler: who calls, may they, and is it too often. What may happen on a route stands in its entry of the
//! route table; there is no route without one.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use metrics::{counter, histogram};
use quintet_rooms::{Guest, GuestId};

use super::extract::read;
use super::routes::Route;
use crate::app::{App, Shared};
use crate::net::PeerAddress;
use crate::security::limits::TooMany;
use crate::view::{Kind, Problem};

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Anyone,
    /// Everybody, but only from our own page or a program: browsers do not guard web sockets against other pages.
    SameOrigin,
    /// Whoever has a guest's token.
    Guest,
    /// Whoever holds a seat of the game that the path names. The gate asks for a guest; the room knows its seats.
    Player,
}

/// Who sends a request: a guest, or a stranger.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Which guest, if any.
    pub guest: Option<Guest>,
    /// The token it showed.
    pub token: Option<String>,
    /// Whether the token came in the cookie, which browsers send by themselves.
    pub by_cookie: bool,
}

impl Visitor {
    /// The guest's id.
    pub fn id(&self) -> Option<&GuestId> {
        self.guest.as_ref().map(|guest| &guest.id)
    }

    /// The guest, for handlers behind a gate that asks for one.
    pub fn guest(&self) -> Result<&Guest, Problem> {
        self.guest.as_ref().ok_or_else(guest_needed)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        let visitor = parts.extensions.get::<Visitor>().cloned();
        visitor.ok_or_else(|| Problem::new(Kind::Broken, "the request did not pass the gate"))
    }
}

fn guest_needed() -> Problem {
    Problem::new(
        Kind::GuestNeeded,
        "expected a guest's token, as the cookie or as `Authorization: Bearer TOKEN`; POST /api/guest gives one",
    )
}

/// Lets a request through to its handler, or refuses it. Measures both.
pub async fn gate(
    State((app, route)): State<(Shared, &'static Route)>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    // Apart, since a body cannot be shared with the task's other threads while the guest is looked up.
    let (mut parts, body) = request.into_parts();
    #[cfg(feature = "seeded-bugs")]
    panic_on_demand(&parts);
    let response = match admit(&app, route, &parts).await {
        Ok(visitor) => {
            parts.extensions.insert(visitor);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(problem) => {
            // Whoever is refused while still sending would not hear why, only that the connection broke.
            let _ = read(&parts.headers, body).await;
            problem.into_response()
        }
    };
    let status = response.status().as_str().to_owned();
    counter!("quintet_requests_total", "method" => route.method.as_str(), "route" => route.path, "status" => status)
        .increment(1);
    histogram!("quintet_request_seconds", "method" => route.method.as_str(), "route" => route.path)
        .record(begun.elapsed().as_secs_f64());
    response
}

/// For tests: a request with this header panics.
#[cfg(feature = "seeded-bugs")]
fn panic_on_demand(request: &Parts) {
    assert!(!request.headers.contains_key("x-panic"), "a panic was asked for");
}

async fn admit(app: &App, route: &Route, request: &Parts) -> Result<Visitor, Problem> {
    if let Some(address) = address(app, request) {
        app.limiter.count_address(route.rate, address).map_err(too_many)?;
    }
    let headers = &request.headers;
    let visitor = identify(app, headers).await?;
    let changes = !matches!(request.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let cookie_sent = app.cookie.read(headers).is_some() && bearer(headers).is_none();
    if changes && cookie_sent && !app.own_origin.matches(headers) {
        return Err(Problem::new(
            Kind::Forbidden,
            "expected an Origin header with the address of this server, since the token came in the cookie",
        ));
    }
    if route.access == Access::SameOrigin && !app.own_origin.matches(headers) {
        return Err(Problem::new(
            Kind::Forbidden,
            "expected an Origin header with the address of this server",
        ));
    }
    if matches!(route.access, Access::Guest | Access::Player) && visitor.guest.is_none() {
        return Err(guest_needed());
    }
    if let Some(guest) = visitor.id() {
        app.limiter.count_guest(route.rate, guest).map_err(too_many)?;
    }
    Ok(visitor)
}

fn too_many(TooMany(seconds): TooMany) -> Problem {
    Problem::new(Kind::TooMany, format!("try again in {seconds} s")).retry_after(seconds)
}

async fn identify(app: &App, headers: &HeaderMap) -> Result<Visitor, Problem> {
    let bearer = bearer(headers);
    let by_cookie = bearer.is_none();
    let Some(token) = bearer.or_else(|| app.cookie.read(headers)) else {
        return Ok(Visitor { guest: None, token: None, by_cookie: false });
    };
    let guest = app.guests.find(token).await.map_err(|error| {
        tracing::warn!(%error, "guests cannot be looked up");
        Problem::new(Kind::Storage, "guests cannot be looked up at the moment")
    })?;
    let token = guest.is_some().then(|| token.to_owned());
    Ok(Visitor { guest, token, by_cookie })
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Where a request comes from. Behind a proxy the last address is the one that the proxy itself has seen; those before it were
/// told by the client and can be anything.
fn address(app: &App, request: &Parts) -> Option<IpAddr> {
    if app.trust_proxy {
        let mut lines = request.headers.get_all("x-forwarded-for").iter();
        let last = lines.next_back().and_then(|line| line.to_str().ok());
        let told = last.and_then(|line| line.rsplit(',').next()?.trim().parse().ok());
        if told.is_some() {
            return told;
        }
    }
    request.extensions.get::<PeerAddress>().map(|PeerAddress(peer)| peer.ip())
}
