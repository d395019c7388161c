//! Files of the page as another version has it. While servers of two versions work side by side, whoever got its page from one may ask the other for its files.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::Response;
use bytes::Bytes;
use http_body_util::Full;

use super::forward::OF_THE_CONNECTION;
use crate::app::App;
use crate::net::NODE_HEADER;

/// The longest path of a file.
const LONGEST: usize = 200;

/// A file of a version that another node has; `None` if none has it, or another one asks us.
pub async fn file(app: &App, hash: &str, path: &str, headers: &HeaderMap) -> Option<Response> {
    let is_hash = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_ours = hash == app.assets.version();
    if !is_hash || is_ours || path.len() > LONGEST || headers.contains_key(NODE_HEADER) {
        return None;
    }
    let (peers, cluster) = app.peers.as_ref().zip(app.store.cluster())?;
    let uri: Uri = format!("/assets/{hash}/{path}").parse().ok()?;
    for address in app.versions.holders(cluster, hash).await {
        let mut request = Request::new(Full::new(Bytes::new()));
        *request.uri_mut() = uri.clone();
        for name in [header::HOST, header::ACCEPT_ENCODING] {
            if let Some(value) = headers.get(&name) {
                request.headers_mut().insert(name, value.clone());
            }
        }
        let Ok(answer) = peers.ask(&address, request).await else { continue };
        if answer.status() == StatusCode::OK {
            let (mut head, body) = answer.into_parts();
            for name in OF_THE_CONNECTION {
                head.headers.remove(name);
            }
            return Some(Response::from_parts(head, Body::from(body)));
        }
    }
    None
}
