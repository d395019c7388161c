//! The page, its files, and what operators ask.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};

use super::extract::GamePath;
use super::{routes, versions};
use crate::app::Shared;
use crate::hub::Trouble;
use crate::view::{Kind, Problem};

/// How long storage may take to say that it works.
const CHECK_TIME: Duration = Duration::from_secs(2);

/// The shell of the page.
pub async fn shell(State(app): State<Shared>, headers: HeaderMap) -> Response {
    app.assets.shell(StatusCode::OK, &headers)
}

/// The shell of a live game's page. Whether the game is there, the status says; the page says it to people.
pub async fn game(
    State(app): State<Shared>,
    id: Result<GamePath, Problem>,
    headers: HeaderMap,
) -> Response {
    let found = match id {
        Ok(GamePath(id)) => app.hub.look(&id, |_, _, _| ()).await,
        Err(_) => Err(Trouble::NotFound),
    };
    let status =
        if found == Err(Trouble::NotFound) { StatusCode::NOT_FOUND } else { StatusCode::OK };
    app.assets.shell(status, &headers)
}

/// The shell of the page that analyses a game.
pub async fn analysis(
    State(app): State<Shared>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let status = app.catalog.find(&game).map_or(StatusCode::NOT_FOUND, |_| StatusCode::OK);
    app.assets.shell(status, &headers)
}

/// The shell of the page on which a game is learned.
pub async fn guide(
    State(app): State<Shared>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let guided = app.catalog.find(&game).is_ok_and(|game| game.guide().is_some());
    let status = if guided { StatusCode::OK } else { StatusCode::NOT_FOUND };
    app.assets.shell(status, &headers)
}

/// The shell of the page with a game's rules, which are in it for those who read without scripts.
pub async fn rules(
    State(app): State<Shared>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let nothing = || app.assets.shell(StatusCode::NOT_FOUND, &headers);
    app.assets.rules(&game, &headers).unwrap_or_else(nothing)
}

/// A file of the page.
pub async fn asset(
    State(app): State<Shared>,
    Path((hash, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if let Some(file) = app.assets.file(&hash, &path, &headers) {
        return Ok(file);
    }
    let file = versions::file(&app, &hash, &path, &headers).await;
    file.ok_or_else(|| {
        Problem::new(Kind::NotFound, "there is no such file in this version of the page")
    })
}

/// The icon that browsers ask for by themselves.
pub async fn icon(State(app): State<Shared>, headers: HeaderMap) -> Result<Response, Problem> {
    let icon = app.assets.icon(&headers);
    icon.ok_or_else(|| Problem::new(Kind::NotFound, "there is no icon"))
}

/// What keeps the page on a device, for when the server cannot be reached.
pub async fn service_worker(
    State(app): State<Shared>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = app.assets.at_the_root("service-worker.js", &headers);
    found.ok_or_else(|| Problem::new(Kind::NotFound, "there is no service worker"))
}

/// What the page is called and looks like where it is installed.
pub async fn manifest(State(app): State<Shared>, headers: HeaderMap) -> Result<Response, Problem> {
    let found = app.assets.at_the_root("manifest.webmanifest", &headers);
    found.ok_or_else(|| Problem::new(Kind::NotFound, "there is no manifest"))
}

/// The page that describes the API.
pub async fn api_page(State(app): State<Shared>, headers: HeaderMap) -> Response {
    app.assets.api_page(&headers)
}

/// The API's description.
pub async fn openapi() -> Response {
    let json = HeaderValue::from_static("application/json");
    let short = HeaderValue::from_static("public, max-age=300");
    let headers = [(header::CONTENT_TYPE, json), (header::CACHE_CONTROL, short)];
    (headers, routes::description()).into_response()
}

/// Nothing is here: a problem for programs, the shell for people.
pub async fn nowhere(State(app): State<Shared>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if path.starts_with("/api/") || path.starts_with("/assets/") {
        return Problem::new(
            Kind::NotFound,
            "there is no such address; GET /api lists those there are",
        )
        .into_response();
    }
    app.assets.shell(StatusCode::NOT_FOUND, &headers)
}

/// The address exists, but not with this method.
pub async fn not_so() -> Problem {
    Problem::new(
        Kind::Method,
        "this address is not for this request method; GET /api lists what is",
    )
}

/// The process is alive.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Games can be played: we do not stop, and things can be stored.
pub async fn readyz(State(app): State<Shared>) -> Result<&'static str, Problem> {
    if *app.stopping.borrow() {
        return Err(Problem::new(Kind::Busy, "the server is about to stop"));
    }
    match tokio::time::timeout(CHECK_TIME, app.hub.check_store()).await {
        Ok(Ok(())) => Ok("ready\n"),
        Ok(Err(error)) => Err(Problem::new(Kind::Storage, error.to_string())),
        Err(_) => Err(Problem::new(Kind::Storage, "storage takes too long")),
    }
}

/// What is measured.
pub async fn metrics(State(app): State<Shared>) -> Response {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], app.metrics.text()).into_response()
}
