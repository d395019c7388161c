//! What guests can do about themselves: log out, see and exchange their keys, go.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use quintet_store::{Key, KeyId, KeyKind, NewKey};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::JsonBody;
use super::gate::Visitor;
use super::trouble::{no_chance, storage};
use crate::app::{App, Shared};
use crate::security::{names, token};
use crate::view::{Kind, Problem};

/// How many keys of a kind a guest may have.
const MOST_KEYS: usize = 20;

/// What opens a guest's door.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyView {
    /// Its name; it opens nothing.
    pub id: String,
    /// `session` of a browser, or `token` of a program.
    pub kind: &'static str,
    /// What its owner calls it.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, to the minute or so.
    pub seen: u64,
    /// When its secret was last exchanged.
    #[schema(required)]
    pub rotated: Option<u64>,
    /// Whether it is the one that this request came with.
    pub is_this: bool,
}

impl KeyView {
    fn of(key: &Key, visitor: &Visitor) -> KeyView {
        KeyView {
            id: key.id.0.clone(),
            kind: key.kind.name(),
            label: key.label.clone(),
            created: key.created.0,
            seen: key.seen.0,
            rotated: key.rotated.map(|rotated| rotated.0),
            is_this: visitor.key.as_ref() == Some(&key.id),
        }
    }
}

/// All keys of a guest.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeysView {
    /// The oldest first; those that were taken away are not among them.
    pub keys: Vec<KeyView>,
}

/// A program's token to be made.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TokenWish {
    /// What it is for, in your own words: up to 24 characters.
    #[schema(max_length = 24, example = "my bot")]
    pub label: String,
}

/// A secret, shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecretView {
    /// The key's name.
    pub id: String,
    /// The secret. Left out where it went into the cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Where to log out.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct LogOutBody {
    /// Everywhere: all browsers and all programs. Otherwise only here.
    #[serde(default)]
    pub everywhere: bool,
}

/// Who is to be forgotten.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteBody {
    /// Your own id, so that nobody is forgotten by mistake.
    pub id: String,
}

/// It is done.
#[derive(Debug, Serialize, ToSchema)]
pub struct Gone {
    /// Always true.
    pub done: bool,
}

/// Log out
///
/// The key that the request came with opens nothing any more, and neither do the others if that is asked for; whatever follows games with them is
/// closed. Games stay as they are. A guest without any key can never come back.
#[utoipa::path(post, path = "/api/guest/logout", tag = "guests", operation_id = "logOut", request_body = LogOutBody, responses(
    (status = 200, description = "Logged out", body = Gone),
))]
pub async fn log_out(
    State(app): State<Shared>,
    visitor: Visitor,
    JsonBody(body): JsonBody<LogOutBody>,
) -> Result<Response, Problem> {
    let (guest, key) = (visitor.guest()?, visitor.key()?);
    let now = app.hub.now();
    if body.everywhere {
        app.guests.revoke_all(&guest.id, now).await.map_err(|error| storage(&error))?;
    } else {
        app.guests.revoke(&guest.id, key, now).await.map_err(|error| storage(&error))?;
    }
    Ok(gone(&app))
}

/// Be forgotten
///
/// Name and keys go at once. Games stay, without the name, since they are the other player's too.
#[utoipa::path(post, path = "/api/guest/delete", tag = "guests", operation_id = "deleteGuest", request_body = DeleteBody, responses(
    (status = 200, description = "Forgotten", body = Gone),
))]
pub async fn delete(
    State(app): State<Shared>,
    visitor: Visitor,
    JsonBody(body): JsonBody<DeleteBody>,
) -> Result<Response, Problem> {
    let guest = visitor.guest()?;
    if body.id != guest.id.0 {
        return Err(Problem::new(Kind::Invalid, "expected `id` to be your own id"));
    }
    app.guests.delete(&guest.id).await.map_err(|error| storage(&error))?;
    app.hub.deleted(&guest.id);
    Ok(gone(&app))
}

/// Nothing is left of who one was here.
fn gone(app: &App) -> Response {
    let headers = [(header::SET_COOKIE, app.cookie.unset())];
    (headers, Json(Gone { done: true })).into_response()
}

/// List your keys
#[utoipa::path(get, path = "/api/guest/keys", tag = "guests", operation_id = "keys", responses(
    (status = 200, description = "What opens your door", body = KeysView),
))]
pub async fn keys(State(app): State<Shared>, visitor: Visitor) -> Result<Json<KeysView>, Problem> {
    Ok(Json(KeysView { keys: usable_keys(&app, &visitor).await? }))
}

pub(super) async fn usable_keys(app: &App, visitor: &Visitor) -> Result<Vec<KeyView>, Problem> {
    let keys = app.store.people().keys(&visitor.guest()?.id).await;
    let keys = keys.map_err(|error| storage(&error))?;
    let usable = keys.iter().filter(|key| key.revoked.is_none());
    Ok(usable.map(|key| KeyView::of(key, visitor)).collect())
}

/// Make a token for a program
///
/// The program plays as you. The token is shown this once.
#[utoipa::path(post, path = "/api/guest/tokens", tag = "guests", operation_id = "newToken", request_body = TokenWish, responses(
    (status = 200, description = "The token", body = SecretView),
))]
pub async fn new_token(
    State(app): State<Shared>,
    visitor: Visitor,
    JsonBody(wish): JsonBody<TokenWish>,
) -> Result<Json<SecretView>, Problem> {
    let label = names::check(&wish.label);
    let label = label.map_err(|error| Problem::new(Kind::Invalid, error.to_string()))?;
    let keys = usable_keys(&app, &visitor).await?;
    if keys.iter().filter(|key| key.kind == KeyKind::Token.name()).count() >= MOST_KEYS {
        let detail = format!("{MOST_KEYS} tokens are the most; revoke one of them first");
        return Err(Problem::new(Kind::Invalid, detail));
    }
    let (key, secret) = fresh_key(KeyKind::Token, label)?;
    let id = key.id.0.clone();
    let added = app.store.people().add_key(&visitor.guest()?.id, key, app.hub.now()).await;
    added.map_err(|error| storage(&error))?;
    Ok(Json(SecretView { id, token: Some(secret) }))
}

/// A new key and its secret.
pub fn fresh_key(kind: KeyKind, label: String) -> Result<(NewKey, String), Problem> {
    let secret = token::fresh_token().map_err(|error| no_chance(&error))?;
    let id = KeyId(token::fresh_id().map_err(|error| no_chance(&error))?);
    Ok((NewKey { id, kind, label, hash: token::hash(&secret) }, secret))
}

/// Exchange the secret of a key
///
/// The secret before opens for a minute longer. A browser's own goes into its cookie; any other is shown this once.
#[utoipa::path(post, path = "/api/guest/keys/{key}/rotate", tag = "guests", operation_id = "rotateKey", params(("key" = String, Path, description = "The key")), responses(
    (status = 200, description = "The new secret", body = SecretView),
))]
pub async fn rotate(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(key): Path<String>,
    JsonBody(_): JsonBody<Empty>,
) -> Result<Response, Problem> {
    let guest = visitor.guest()?;
    let secret = token::fresh_token().map_err(|error| no_chance(&error))?;
    let key = KeyId(key);
    let rotated = app.guests.rotate(&guest.id, &key, &secret, app.hub.now()).await;
    if !rotated.map_err(|error| storage(&error))? {
        return Err(no_such_key());
    }
    let by_cookie = visitor.by_cookie && visitor.key.as_ref() == Some(&key);
    let mut headers = HeaderMap::new();
    if by_cookie {
        headers.insert(header::SET_COOKIE, app.cookie.set(&secret));
    }
    let view = SecretView { id: key.0, token: (!by_cookie).then_some(secret) };
    Ok((headers, Json(view)).into_response())
}

/// Take a key away
///
/// It opens nothing any more, and whatever follows games with it is closed.
#[utoipa::path(post, path = "/api/guest/keys/{key}/revoke", tag = "guests", operation_id = "revokeKey", params(("key" = String, Path, description = "The key")), responses(
    (status = 200, description = "It opens nothing any more", body = Gone),
))]
pub async fn revoke(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(key): Path<String>,
    JsonBody(_): JsonBody<Empty>,
) -> Result<Json<Gone>, Problem> {
    let revoked = app.guests.revoke(&visitor.guest()?.id, &KeyId(key), app.hub.now()).await;
    if revoked.map_err(|error| storage(&error))? {
        Ok(Json(Gone { done: true }))
    } else {
        Err(no_such_key())
    }
}

/// Nothing more to say.
#[derive(Debug, Deserialize)]
pub struct Empty {}

fn no_such_key() -> Problem {
    Problem::new(Kind::NotFound, "you have no such key; GET /api/guest/keys lists them")
}
