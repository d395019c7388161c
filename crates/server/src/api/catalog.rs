//! The games that can be played.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use quintet_catalog::Catalog;
use quintet_questions::games::{self, CatalogView, GamePage};

use super::gate::Visitor;
use super::work::json_from_desk;
use crate::app::Shared;
use crate::assets::{takes_gzip, zip};
use crate::view::Problem;
use crate::view::event::json;

/// List the games that can be played
#[utoipa::path(get, path = "/api/catalog", tag = "catalog", operation_id = "catalog", responses(
    (status = 200, description = "All games", body = CatalogView),
))]
pub async fn catalog(State(app): State<Shared>, headers: HeaderMap) -> Response {
    let [plain, packed] = app.catalog_page.get_or_init(|| {
        let plain = json(&games::games(app.catalog));
        let packed = zip(&plain, Compression::best()).into();
        [plain, packed]
    });
    let mut response = kept(plain.clone().into_response());
    if takes_gzip(&headers) {
        *response.body_mut() = packed.clone().into();
        let gzip = HeaderValue::from_static("gzip");
        response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
    }
    response
}

/// Read about a game
#[utoipa::path(get, path = "/api/catalog/{game}", tag = "catalog", operation_id = "catalogGame", params(("game" = String, Path, description = "The game's id")), responses(
    (status = 200, description = "All there is to say about it", body = GamePage),
))]
pub async fn catalog_game(
    State(app): State<Shared>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let catalog = app.catalog;
    let page = move || Ok(games::game(catalog, &id)?);
    json_from_desk(&app, &visitor, &headers, page).await.map(kept)
}

/// An answer that changes only with the program.
fn kept(mut answer: Response) -> Response {
    for (name, value) in [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "public, max-age=300"),
        (header::VARY, "accept-encoding"),
    ] {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// What the page needs to know of all games before it can be drawn, as JSON that can stand in HTML.
pub fn catalog_of_the_page(catalog: Catalog) -> String {
    String::from_utf8_lossy(&json(&games::infos(catalog))).replace('<', "\\u003c")
}
