//! The gate before every handler: who calls, may they, and can they pay. What may happen on a route stands in its entry of the
//! route table; there is no route without one.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;
use metrics::{counter, histogram};
use quintet_rooms::{Guest, GuestId};
use quintet_store::{KeyId, Known, StoreError};

use super::extract::read;
use super::forward;
use super::routes::Route;
use crate::app::{App, Shared};
use crate::net::{PeerAddress, Place};
use crate::pool::Person;
use crate::security::guests::Door;
use crate::security::limits::{Payer, TooMany};
use crate::security::network::Network;
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
    /// The key that it came with.
    pub key: Option<KeyId>,
    /// The token it showed.
    pub token: Option<String>,
    /// Whether the token came in the cookie, which browsers send by themselves.
    pub by_cookie: bool,
    /// Who pays for the request, and for what it turns out to cost.
    pub payer: Payer,
}

impl Visitor {
    /// As whom they take turns with others: the guest, or else all strangers of that network together.
    pub fn person(&self) -> Person {
        let name = self.payer.guest.as_ref().map_or("somebody", |guest| &guest.0);
        match self.payer.network {
            Some(network) => Person::at(network.address(), name),
            None => Person::alone(name),
        }
    }

    /// The guest's id.
    pub fn id(&self) -> Option<&GuestId> {
        self.guest.as_ref().map(|guest| &guest.id)
    }

    /// What closes when the visitor's key is taken away; nothing for a stranger. Refused if that happened since the gate.
    pub async fn door(&self, app: &App) -> Result<Option<Arc<Door>>, Problem> {
        let (Some(guest), Some(key), Some(token)) = (self.id(), &self.key, &self.token) else {
            return Ok(None);
        };
        let door = app.guests.open(guest, key, token, app.hub.now()).await;
        let door = door.map_err(|error| unknowable(&error))?;
        door.map(Some).ok_or_else(guest_needed)
    }

    /// The key, for handlers behind a gate that asks for a guest.
    pub fn key(&self) -> Result<&KeyId, Problem> {
        self.key.as_ref().ok_or_else(guest_needed)
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

fn unknowable(error: &StoreError) -> Problem {
    tracing::warn!(%error, "guests cannot be looked up");
    Problem::new(Kind::Storage, "guests cannot be looked up at the moment")
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
        Ok((visitor, place)) => match forward::destination(&app, route, &parts).await {
            Ok(Some(address)) => forward::send(&app, &address, &visitor, parts, body).await,
            Ok(None) => {
                parts.extensions.insert(visitor);
                parts.extensions.insert(place.clone());
                let response = next.run(Request::from_parts(parts, body)).await;
                if place.0.is_some() { response.map(|body| hold(body, place)) } else { response }
            }
            Err(problem) => problem.into_response(),
        },
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

/// The place of a client behind a proxy, among what that client has under way. Handlers that keep the connection keep it too.
#[derive(Clone)]
pub struct ClientPlace(Option<Arc<Place>>);

/// An answer may go on for long: the place of its client goes with its last byte.
fn hold(body: Body, place: ClientPlace) -> Body {
    Body::new(body.map_err(move |error| {
        let _held = &place;
        error
    }))
}

/// For tests: a request with this header panics.
#[cfg(feature = "seeded-bugs")]
fn panic_on_demand(request: &Parts) {
    assert!(!request.headers.contains_key("x-panic"), "a panic was asked for");
}

async fn admit(
    app: &App,
    route: &Route,
    request: &Parts,
) -> Result<(Visitor, ClientPlace), Problem> {
    let forwarded = forward::is_forwarded(app, request)?;
    let address = if forwarded { forward::origin(request) } else { address(app, request) };
    let network = address.map(Network::of);
    // Where it came from it has a place, and has paid for being asked; what more it costs is found out here.
    let entering = network.filter(|_| !forwarded);
    check_host(request)?;
    let place = client_place(app, entering)?;
    if let Some(network) = entering {
        app.limiter.charge_network(route.price, network).map_err(too_many)?;
    }
    let headers = &request.headers;
    let changes = !matches!(request.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && app.own_origin.is_foreign(headers) {
        return Err(Problem::new(
            Kind::Forbidden,
            "another site's page cannot change anything here: expected a request by a program, or by the page at the address of this server",
        ));
    }
    let visitor = identify(app, headers, network).await?;
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
    if let Some(guest) = visitor.id().filter(|_| !forwarded) {
        app.limiter.charge_guest(route.price, guest).map_err(too_many)?;
    }
    if let (Some(guest), Some(network)) = (visitor.id(), network) {
        app.hub.heard_from(guest, network.address());
    }
    Ok((visitor, place))
}

/// A place for one more request of a client behind a proxy. Without a proxy, its connection has one already.
fn client_place(app: &App, network: Option<Network>) -> Result<ClientPlace, Problem> {
    let (Some(clients), Some(network)) = (&app.clients, network) else {
        return Ok(ClientPlace(None));
    };
    let place = clients.enter(network).ok_or_else(|| {
        let detail = "too much is under way from your address; end some of it, or try again in 1 s";
        Problem::new(Kind::TooMany, detail).retry_after(1)
    })?;
    Ok(ClientPlace(Some(Arc::new(place))))
}

/// Without exactly one host, a proxy in front and we might mean different ones.
fn check_host(request: &Parts) -> Result<(), Problem> {
    let hosts = request.headers.get_all(header::HOST).iter().count();
    if hosts == 1 || hosts == 0 && request.version < Version::HTTP_11 {
        return Ok(());
    }
    Err(Problem::new(Kind::Unreadable, format!("expected one Host header, got {hosts}")))
}

fn too_many(TooMany(seconds): TooMany) -> Problem {
    let detail =
        format!("more was asked for than one person may ask for; try again in {seconds} s");
    Problem::new(Kind::TooMany, detail).retry_after(seconds)
}

async fn identify(
    app: &App,
    headers: &HeaderMap,
    network: Option<Network>,
) -> Result<Visitor, Problem> {
    let bearer = bearer(headers);
    let by_cookie = bearer.is_none();
    let Some(token) = bearer.or_else(|| app.cookie.read(headers)) else {
        let payer = Payer { network, guest: None };
        return Ok(Visitor { guest: None, key: None, token: None, by_cookie: false, payer });
    };
    let known = app.guests.find(token, app.hub.now()).await;
    let known = known.map_err(|error| unknowable(&error))?;
    let token = known.is_some().then(|| token.to_owned());
    let (guest, key) = known.map(|Known { guest, key, .. }| (guest, key)).unzip();
    let payer = Payer { network, guest: guest.as_ref().map(|guest| guest.id.clone()) };
    Ok(Visitor { guest, key, token, by_cookie, payer })
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
