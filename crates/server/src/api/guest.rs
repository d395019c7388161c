//! Becoming somebody.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use quintet_rooms::{Guest, GuestId};
use quintet_store::KeyKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::JsonBody;
use super::gate::Visitor;
use super::keys::fresh_key;
use super::trouble::{no_chance, storage};
use crate::app::Shared;
use crate::security::origin::OwnOrigin;
use crate::security::{names, token};
use crate::view::{Kind, Problem};

/// Who one wants to be.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GuestWish {
    /// What others shall call one: 1 to 24 characters. A friendly name by chance if left out.
    #[schema(max_length = 24, example = "Quiet Otter")]
    pub name: Option<String>,
}

/// Who one is.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuestView {
    /// Who one is to others; it opens nothing.
    pub id: String,
    /// What others call one.
    pub name: String,
    /// The secret that makes one this guest, for programs. Browsers get it as the cookie only, where no script can read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Become a guest, or see which one you are
///
/// Also sets the cookie. With a valid token it gives the same guest again, by a new name if one is asked for.
#[utoipa::path(post, path = "/api/guest", tag = "guests", operation_id = "guest", request_body = GuestWish, responses(
    (status = 200, description = "Who you are", body = GuestView),
))]
pub async fn guest(
    State(app): State<Shared>,
    visitor: Visitor,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<GuestWish>,
) -> Result<Response, Problem> {
    let name = wish.name.as_deref().map(names::check).transpose();
    let name = name.map_err(|error| Problem::new(Kind::Invalid, error.to_string()))?;
    let is_browser = OwnOrigin::is_browser(&headers);
    let (guest, token, is_told) = if let (Some(guest), Some(token)) = (visitor.guest, visitor.token)
    {
        (known_by(&app, guest, name).await?, token, !visitor.by_cookie)
    } else {
        let kind = if is_browser { KeyKind::Session } else { KeyKind::Token };
        let (guest, token) = newcomer(&app, name, kind).await?;
        (guest, token, !is_browser)
    };
    let cookie = app.cookie.set(&token);
    let view = GuestView { id: guest.id.0, name: guest.name, token: is_told.then_some(token) };
    Ok(([(header::SET_COOKIE, cookie)], Json(view)).into_response())
}

async fn known_by(app: &Shared, guest: Guest, name: Option<String>) -> Result<Guest, Problem> {
    match name.filter(|name| *name != guest.name) {
        None => Ok(guest),
        Some(name) => {
            let renamed = Guest { name, ..guest };
            app.guests.rename(&renamed).await.map_err(|error| storage(&error))?;
            app.hub.renamed(&renamed);
            Ok(renamed)
        }
    }
}

async fn newcomer(
    app: &Shared,
    name: Option<String>,
    kind: KeyKind,
) -> Result<(Guest, String), Problem> {
    let id = token::fresh_id().map_err(|error| no_chance(&error))?;
    let (key, secret) = fresh_key(kind, String::new())?;
    let name = name.map_or_else(names::fresh, Ok).map_err(|error| no_chance(&error))?;
    let guest = Guest { id: GuestId(id), name };
    let added = app.guests.add(guest.clone(), key, app.hub.now()).await;
    added.map_err(|error| storage(&error))?;
    Ok((guest, secret))
}
