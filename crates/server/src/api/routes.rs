//! The route table: everything that can be asked, who may ask it, and how often. The router is made from it and nothing else, so that no
//! route exists of which the table does not know.

use std::sync::OnceLock;

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, any, get};
use bytes::Bytes;
use utoipa::openapi::{Content, Ref, RefOr, Response};
use utoipa::{OpenApi as _, ToSchema as _};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;

use super::gate::{Access, gate};
use super::{
    analyze, catalog, commands, edit, envelope, games, guest, hint, page, position, records, stream,
};
use crate::app::Shared;
use crate::security::limits::Rate;
use crate::view::ProblemBody;

/// Something that can be asked.
pub struct Route {
    /// How.
    pub method: Method,
    /// Where.
    pub path: &'static str,
    /// Who may.
    pub access: Access,
    /// How often.
    pub rate: Rate,
    handler: Handler,
}

/// Who answers.
enum Handler {
    /// Part of the API, with its description.
    Api(fn() -> UtoipaMethodRouter<Shared>),
    /// Part of the page, or for operators.
    Plain(fn() -> MethodRouter<Shared>),
}

impl Route {
    /// Whether the API's description tells of it.
    pub fn is_described(&self) -> bool {
        matches!(self.handler, Handler::Api(_))
    }
}

macro_rules! api {
    ($method:ident $path:literal $access:ident $rate:ident $handler:path) => {
        Route {
            method: Method::$method,
            path: $path,
            access: Access::$access,
            rate: Rate::$rate,
            handler: Handler::Api(|| routes!($handler)),
        }
    };
}

macro_rules! plain {
    ($path:literal $rate:ident $handler:path) => {
        Route {
            method: Method::GET,
            path: $path,
            access: Access::Anyone,
            rate: Rate::$rate,
            handler: Handler::Plain(|| get($handler)),
        }
    };
}

/// Everything that can be asked.
pub static ROUTES: [Route; 37] = [
    api!(POST "/api/guest" Anyone Guest guest::guest),
    api!(GET "/api/catalog" Anyone Read catalog::catalog),
    api!(GET "/api/catalog/{game}" Anyone Read catalog::catalog_game),
    api!(POST "/api/games" Guest Create games::new_game),
    api!(GET "/api/games" Anyone Read games::games),
    api!(GET "/api/games/{id}" Anyone Read games::game),
    api!(GET "/api/games/{id}/record" Anyone Read records::record),
    api!(GET "/api/games/{id}/events" Anyone Stream stream::events),
    api!(GET "/api/games/{id}/ws" SameOrigin Stream stream::ws),
    api!(POST "/api/games/{id}/join" Guest Play commands::join),
    api!(POST "/api/games/{id}/moves" Player Play commands::moves),
    api!(POST "/api/games/{id}/resign" Player Play commands::resign),
    api!(POST "/api/games/{id}/abort" Player Play commands::abort),
    api!(POST "/api/games/{id}/claim" Player Play commands::claim),
    api!(POST "/api/games/{id}/draw" Player Play commands::draw),
    api!(POST "/api/games/{id}/takeback" Player Play commands::takeback),
    api!(POST "/api/games/{id}/rematch" Player Play commands::rematch),
    api!(POST "/api/games/{id}/hint" Player Think hint::hint),
    api!(GET "/api/position" Anyone Read position::position),
    api!(GET "/api/edits" Anyone Read edit::edits),
    api!(POST "/api/analyze" Anyone Think analyze::analyze),
    api!(POST "/api/records" Anyone Read records::records),
    plain!("/api/openapi.json" Read page::openapi),
    plain!("/api" Page page::api_page),
    plain!("/" Page page::shell),
    plain!("/lobby" Page page::shell),
    plain!("/game/{id}" Page page::shell),
    plain!("/replay" Page page::shell),
    plain!("/analysis/{game}" Page page::shell),
    plain!("/rules/{game}" Page page::shell),
    plain!("/settings" Page page::shell),
    plain!("/assets/{hash}/{*path}" Page page::asset),
    plain!("/favicon.ico" Page page::icon),
    plain!("/healthz" Page page::healthz),
    plain!("/readyz" Page page::readyz),
    plain!("/metrics" Page page::metrics),
    NOWHERE,
];

/// What answers where nothing is. It is in the table for its limits; its path stands for all others.
const NOWHERE: Route = Route {
    method: Method::GET,
    path: "/{*nowhere}",
    access: Access::Anyone,
    rate: Rate::Page,
    handler: Handler::Plain(|| any(page::nowhere)),
};

/// The description of the API, without its paths.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Quintet",
        description = "Live games of modern abstract games. Times are milliseconds since 1970, durations milliseconds. \
                       Errors are `application/problem+json`. Whoever has a guest's token sends it as the cookie or as \
                       `Authorization: Bearer TOKEN`."
    ),
    components(schemas(ProblemBody)),
    tags(
        (name = "guests", description = "Becoming somebody"),
        (name = "games", description = "Making games, listing them, looking at them"),
        (name = "play", description = "Playing and following a game"),
        (name = "study", description = "Positions, analysis, records"),
        (name = "catalog", description = "The games that can be played"),
    )
)]
struct Description;

/// The router, made from the table.
pub fn router(app: &Shared) -> Router {
    let mut router = Router::new();
    for route in &ROUTES {
        let handler = match route.handler {
            Handler::Api(make) => make().2,
            Handler::Plain(make) => make(),
        };
        let gate = from_fn_with_state((app.clone(), route), gate);
        router = if route.path == NOWHERE.path {
            router.fallback_service(handler.layer(gate).with_state(app.clone()))
        } else {
            // Only the route's own method passes the gate; for others there is no such route.
            router.route(route.path, handler.route_layer(gate))
        };
    }
    envelope::surround(router.method_not_allowed_fallback(page::not_so)).with_state(app.clone())
}

/// The API's description as JSON.
///
/// # Panics
/// If the description has keys that are no text; a test reads it.
pub fn description() -> Bytes {
    static JSON: OnceLock<Bytes> = OnceLock::new();
    let json = JSON.get_or_init(|| {
        let mut described = OpenApiRouter::with_openapi(Description::openapi());
        for route in &ROUTES {
            if let Handler::Api(make) = route.handler {
                described = described.routes(make());
            }
        }
        let mut described = described.into_openapi();
        let items = described.paths.paths.values_mut();
        for operation in items.flat_map(|item| [&mut item.get, &mut item.post]).flatten() {
            operation.responses.responses.insert("4XX".into(), refused());
        }
        described.to_json().expect("the description has string keys only").into()
    });
    json.clone()
}

/// What whatever is asked can be answered with.
fn refused() -> RefOr<Response> {
    let body = Content::new(Some(Ref::from_schema_name(ProblemBody::name())));
    Response::builder()
        .description("Refused")
        .content("application/problem+json", body)
        .build()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_where_each_handler_lives() {
        for route in &ROUTES {
            if let Handler::Api(make) = route.handler {
                let paths = make().1.paths;
                assert_eq!(paths.keys().collect::<Vec<_>>(), [route.path]);
            }
        }
    }

    #[test]
    fn whatever_the_description_refers_to_is_described() {
        let text = description();
        let described: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let text = std::str::from_utf8(&text).unwrap();
        let referred = text.split("\"$ref\":\"#").skip(1);
        let referred: Vec<&str> = referred.filter_map(|rest| rest.split('"').next()).collect();
        assert!(referred.len() > 20, "{referred:?}");
        for name in referred {
            assert!(described.pointer(name).is_some(), "{name} is not described");
        }
    }
}
