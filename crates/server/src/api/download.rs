//! All that is kept about a guest, to take along. It is told page by page: each is read when the one before was taken, and written at the
//! desk, so that whoever has many games holds up nobody and fills no memory.

use std::io;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use quintet_rooms::GameId;
use quintet_store::{Filter, Person};
use serde::Serialize;
use utoipa::ToSchema;

use super::gate::Visitor;
use super::keys::{KeyView, usable_keys};
use super::stream::too_many_pasts;
use super::trouble::{plain, storage};
use super::work::{go_on_at_desk, not_done};
use crate::app::Shared;
use crate::net::Place;
use crate::view::{Kind, Problem, Summary};

/// How many games are read at once.
const PAGE: usize = 100;
/// What reading them costs, beside the time it takes to write them.
const COST_A_PAGE: u32 = 5;

/// All that is kept about a guest.
#[derive(Debug, Serialize, ToSchema)]
pub struct DataView {
    /// Who one is to others.
    pub id: String,
    /// What others call one.
    pub name: String,
    /// When one came, in milliseconds since 1970.
    pub created: u64,
    /// When one was last here, to the minute or so.
    pub seen: u64,
    /// What opens one's door. Secrets are not kept, only their hashes.
    pub keys: Vec<KeyView>,
    /// The games, newest first; `/api/games/ID/record` has the moves of each.
    pub games: Vec<Summary>,
}

/// Download what is kept about you
#[utoipa::path(get, path = "/api/guest/data", tag = "guests", operation_id = "data", responses(
    (status = 200, description = "All of it", body = DataView),
))]
pub async fn data(State(app): State<Shared>, visitor: Visitor) -> Result<Response, Problem> {
    let guest = visitor.guest()?.id.clone();
    app.desk.welcome(&visitor.person()).map_err(not_done)?;
    let place = app.replays.enter(visitor.payer.network.unwrap_or_default());
    let place = place.ok_or_else(too_many_pasts)?;
    let person = app.store.people().person(&guest).await.map_err(|error| storage(&error))?;
    let Person { guest: kept, created, seen } =
        person.ok_or_else(|| Problem::new(Kind::NotFound, "nothing is kept about you"))?;
    let view = DataView {
        id: kept.id.0,
        name: kept.name,
        created: created.0,
        seen: seen.0,
        keys: usable_keys(&app, &visitor).await?,
        games: Vec::new(),
    };
    let filter = Filter { mine: Some(guest), limit: PAGE, ..Filter::default() };
    let opening = Some(view);
    let mut download =
        Download { app, visitor, opening, has_games: false, next: Some(filter), _place: place };
    // What goes wrong before the first page can still be told.
    let first = download.page().await?;
    let rest = stream::try_unfold(download, |mut download| async move {
        match download.page().await {
            Ok(page) => Ok(page.map(|page| (page, download))),
            Err(problem) => Err(io::Error::other(problem.body().detail)),
        }
    });
    let pages = stream::iter(first.map(Ok)).chain(rest);
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"quintet.json\""),
    ];
    Ok((headers, Body::from_stream(pages)).into_response())
}

/// What is still to be told.
struct Download {
    app: Shared,
    visitor: Visitor,
    /// What comes before the games, until it is told.
    opening: Option<DataView>,
    has_games: bool,
    /// Which games come next; none after the last.
    next: Option<Filter>,
    _place: Place,
}

impl Download {
    /// The next page; none after the last.
    async fn page(&mut self) -> Result<Option<Bytes>, Problem> {
        let Some(filter) = self.next.take() else { return Ok(None) };
        let page = self.app.hub.list(filter.clone()).await;
        let (page, names) = page.map_err(|trouble| plain(&GameId(String::new()), trouble))?;
        self.app.limiter.debit(&self.visitor.payer, COST_A_PAGE);
        self.next = page.next.map(|after| Filter { after: Some(after), ..filter });
        let (opening, is_last) = (self.opening.take(), self.next.is_none());
        let goes_on = self.has_games;
        self.has_games |= !page.games.is_empty();
        let guest = self.visitor.id().cloned();
        let written = go_on_at_desk(&self.app, &self.visitor, move || {
            let games =
                page.games.iter().map(|game| Summary::of(game, &names, guest.as_ref(), None));
            write(opening.as_ref(), games, goes_on, is_last)
        });
        let written =
            written.await?.map_err(|error| Problem::new(Kind::Broken, error.to_string()))?;
        Ok(Some(written.into()))
    }
}

/// What comes after the last game.
const CLOSING: &str = "]}";

/// A part of a [`DataView`] as JSON: what comes before the games with its first part, some games, what comes after them with its last.
fn write(
    opening: Option<&DataView>,
    games: impl Iterator<Item = Summary>,
    goes_on: bool,
    is_last: bool,
) -> serde_json::Result<Vec<u8>> {
    let mut text = match opening {
        Some(view) => serde_json::to_vec(view)?,
        None => Vec::new(),
    };
    text.truncate(text.len().saturating_sub(CLOSING.len()));
    let mut needs_comma = goes_on;
    for game in games {
        if std::mem::replace(&mut needs_comma, true) {
            text.push(b',');
        }
        serde_json::to_writer(&mut text, &game)?;
    }
    if is_last {
        text.extend_from_slice(CLOSING.as_bytes());
    }
    Ok(text)
}
