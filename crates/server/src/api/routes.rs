//! The route table: everything that can be asked, who may ask it, how often, what it costs and where it is worked out. The router is made from it and nothing else, so that no
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
    analyze, catalog, commands, download, edit, envelope, games, guest, hint, invitation, keys,
    page, position, records, stream,
};
use crate::app::Shared;
use crate::security::limits::{Price, Rate};
use crate::view::ProblemBody;

/// Something that can be asked.
pub struct Route {
    /// How.
    pub method: Method,
    /// Where.
    pub path: &'static str,
    /// Who may.
    pub access: Access,
    /// How often, and what it costs. A unit is about a millisecond of a processor; what grows with what is asked for is told by its
    /// handler and charged by that.
    pub price: Price,
    /// Where it is worked out.
    pub work: Work,
    handler: Handler,
}

/// Where a request is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// On the network's threads, on which everybody waits: it takes far less than a millisecond, or others do what takes longer.
    Here,
    /// At the desk, where networks take turns, then their people.
    Desk,
}

/// Who answers.
enum Handler {
    /// Part of the API, with its description.
    Api(fn() -> UtoipaMethodRouter<Shared>),
    /// Part of the page, or for operators.
    Plain(fn() -> MethodRouter<Shared>),
}

impl Route {
    /// Whether it changes a game, so that it has to be asked where the game is.
    pub fn is_command(&self) -> bool {
        self.method == Method::POST
            && self.path.starts_with("/api/games/{id}/")
            && self.price.rate != Rate::Think
    }

    /// Whether the API's description tells of it.
    pub fn is_described(&self) -> bool {
        matches!(self.handler, Handler::Api(_))
    }
}

macro_rules! api {
    ($method:ident $path:literal $access:ident $rate:ident $cost:literal $work:ident $handler:path) => {
        Route {
            method: Method::$method,
            path: $path,
            access: Access::$access,
            price: Price { rate: Rate::$rate, cost: $cost },
            work: Work::$work,
            handler: Handler::Api(|| routes!($handler)),
        }
    };
}

macro_rules! plain {
    ($path:literal $rate:ident $cost:literal $work:ident $handler:path) => {
        Route {
            method: Method::GET,
            path: $path,
            access: Access::Anyone,
            price: Price { rate: Rate::$rate, cost: $cost },
            work: Work::$work,
            handler: Handler::Plain(|| get($handler)),
        }
    };
}

/// Everything that can be asked.
pub static ROUTES: [Route; 48] = [
    api!(POST "/api/guest" Anyone Guest 5 Here guest::guest),
    api!(POST "/api/guest/logout" Guest Guest 5 Here keys::log_out),
    api!(POST "/api/guest/delete" Guest Guest 5 Here keys::delete),
    api!(GET "/api/guest/data" Guest Guest 100 Desk download::data),
    api!(GET "/api/guest/keys" Guest Read 3 Here keys::keys),
    api!(POST "/api/guest/tokens" Guest Guest 5 Here keys::new_token),
    api!(POST "/api/guest/keys/{key}/rotate" Guest Guest 5 Here keys::rotate),
    api!(POST "/api/guest/keys/{key}/revoke" Guest Guest 5 Here keys::revoke),
    api!(GET "/api/catalog" Anyone Read 1 Here catalog::catalog),
    api!(GET "/api/catalog/{game}" Anyone Read 2 Desk catalog::catalog_game),
    api!(POST "/api/games" Guest Create 10 Here games::new_game),
    api!(GET "/api/games" Anyone Read 3 Desk games::games),
    api!(GET "/api/games/{id}" Anyone Read 3 Desk games::game),
    api!(GET "/api/games/{id}/record" Anyone Read 5 Desk records::record),
    api!(GET "/api/games/{id}/events" Anyone Stream 3 Here stream::events),
    api!(GET "/api/games/{id}/ws" SameOrigin Stream 3 Here stream::ws),
    api!(POST "/api/games/{id}/join" Guest Play 2 Here commands::join),
    api!(POST "/api/games/{id}/moves" Player Play 2 Here commands::moves),
    api!(POST "/api/games/{id}/resign" Player Play 2 Here commands::resign),
    api!(POST "/api/games/{id}/abort" Player Play 2 Here commands::abort),
    api!(POST "/api/games/{id}/claim" Player Play 2 Here commands::claim),
    api!(POST "/api/games/{id}/draw" Player Play 2 Here commands::draw),
    api!(POST "/api/games/{id}/takeback" Player Play 2 Here commands::takeback),
    api!(POST "/api/games/{id}/rematch" Player Create 10 Here commands::rematch),
    api!(POST "/api/games/{id}/hint" Player Think 20 Here hint::hint),
    api!(GET "/api/position" Anyone Read 2 Desk position::position),
    api!(GET "/api/edits" Anyone Read 5 Desk edit::edits),
    api!(POST "/api/analyze" Anyone Think 10 Desk analyze::analyze),
    api!(POST "/api/records" Anyone Read 5 Desk records::records),
    plain!("/api/openapi.json" Read 1 Here page::openapi),
    plain!("/api" Page 1 Here page::api_page),
    plain!("/" Page 1 Here page::shell),
    plain!("/lobby" Page 1 Here page::shell),
    plain!("/game/{id}" Page 1 Here page::game),
    plain!("/device/{id}" Page 1 Here page::shell),
    plain!("/game/{id}/invitation.svg" Read 3 Desk invitation::drawing),
    plain!("/replay" Page 1 Here page::shell),
    plain!("/analysis/{game}" Page 1 Here page::analysis),
    plain!("/rules/{game}" Page 1 Here page::rules),
    plain!("/learn/{game}" Page 1 Here page::guide),
    plain!("/settings" Page 1 Here page::shell),
    plain!("/assets/{hash}/{*path}" Page 1 Here page::asset),
    plain!("/favicon.ico" Page 1 Here page::icon),
    plain!("/service-worker.js" Page 1 Here page::service_worker),
    plain!("/manifest.webmanifest" Page 1 Here page::manifest),
    plain!("/healthz" Page 1 Here page::healthz),
    plain!("/readyz" Page 5 Here page::readyz),
    NOWHERE,
];

/// What answers where nothing is. It is in the table for its limits; its path stands for all others.
const NOWHERE: Route = Route {
    method: Method::GET,
    path: "/{*nowhere}",
    access: Access::Anyone,
    price: Price { rate: Rate::Page, cost: 1 },
    work: Work::Here,
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
    let router = router.method_not_allowed_fallback(page::not_so);
    envelope::surround(router, app.guard).with_state(app.clone())
}

/// What is told at the operators' own address: measurements, and nothing else.
pub fn measurements(app: &Shared) -> Router {
    let router = Router::new().route("/metrics", get(page::metrics));
    envelope::surround(router, app.guard).with_state(app.clone())
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
