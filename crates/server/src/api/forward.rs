//! Commands for games that another node has: that node carries them out, and its answer goes back as it is.

use std::net::IpAddr;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use http_body_util::Full;
use quintet_rooms::GameId;

use super::extract::read;
use super::gate::Visitor;
use super::routes::Route;
use super::trouble::plain;
use crate::app::App;
use crate::hub::Trouble;
use crate::net::NODE_HEADER;
use crate::view::{Kind, Problem};

/// The header that says from where it came what one node sends on to another. It counts only beside the secret.
const ORIGIN_HEADER: HeaderName = HeaderName::from_static("x-quintet-origin");

/// What belongs to one connection, not to a request.
pub(super) const OF_THE_CONNECTION: [HeaderName; 6] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::EXPECT,
    header::TE,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// Whether another node sent it on. One that only says so is refused.
pub fn is_forwarded(app: &App, request: &Parts) -> Result<bool, Problem> {
    let Some(shown) = request.headers.get(NODE_HEADER) else { return Ok(false) };
    if app.peers.as_ref().is_some_and(|peers| peers.know(shown)) {
        return Ok(true);
    }
    Err(Problem::new(Kind::Forbidden, "expected the secret of the servers that work together here"))
}

/// From where a request came that another node sent on, as that one says.
pub fn origin(request: &Parts) -> Option<IpAddr> {
    request.headers.get(ORIGIN_HEADER)?.to_str().ok()?.parse().ok()
}

/// Where a request has to go, if not here.
pub async fn destination(
    app: &App,
    route: &Route,
    request: &Parts,
) -> Result<Option<String>, Problem> {
    if !route.is_command() || request.headers.contains_key(NODE_HEADER) {
        return Ok(None);
    }
    let Some(id) = request.uri.path().split('/').nth(3) else { return Ok(None) };
    let id = GameId(id.to_owned());
    match app.hub.elsewhere(&id).await {
        Ok(address) => Ok(address),
        // Its handler says so better.
        Err(Trouble::NotFound) => Ok(None),
        Err(trouble) => Err(plain(&id, trouble)),
    }
}

/// Sends a visitor's request on, and gives the answer back.
pub async fn send(
    app: &App,
    address: &str,
    visitor: &Visitor,
    mut parts: Parts,
    body: Body,
) -> Response {
    // Whatever the visitor says of it is nothing that a node says.
    parts.headers.remove(ORIGIN_HEADER);
    if let Some(network) = visitor.payer.network {
        let origin = HeaderValue::from_str(&network.to_string());
        parts.headers.insert(ORIGIN_HEADER, origin.expect("addresses are plain text"));
    }
    match pass_on(app, address, parts, body).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    }
}

async fn pass_on(
    app: &App,
    address: &str,
    mut parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let away =
        || Problem::new(Kind::Busy, "the server that has this game does not answer; try again");
    let Some(peers) = &app.peers else {
        tracing::error!(
            address,
            "another node has a game, and there is no secret to ask it with: set node_secret_file"
        );
        return Err(away());
    };
    let body = read(&parts.headers, body).await?;
    for name in OF_THE_CONNECTION {
        parts.headers.remove(name);
    }
    let mut request = Request::new(Full::new(body));
    *request.method_mut() = parts.method;
    *request.uri_mut() = parts.uri;
    *request.headers_mut() = parts.headers;
    let answer = peers.ask(address, request).await.map_err(|error| {
        tracing::warn!(address, %error, "another node cannot be asked");
        away()
    })?;
    let (mut head, body) = answer.into_parts();
    for name in OF_THE_CONNECTION {
        head.headers.remove(name);
    }
    Ok(Response::from_parts(head, Body::from(body)))
}
