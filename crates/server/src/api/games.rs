//! Making games, listing them, looking at one.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use quintet_core::TimeControl;
use quintet_rooms::{GameId, Guest, GuestId, NewGame, Seat, Status};
use quintet_store::{Cursor, Filter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{GamePath, JsonBody, QueryParams};
use super::gate::Visitor;
use super::trouble::{about, no_chance, plain};
use super::work::json_from_desk;
use crate::app::{App, Shared};
use crate::hub::Picture;
use crate::pool::{Person, desk};
use crate::security::token;
use crate::view::{ClockView, GameList, Kind, Problem, Snapshot, Summary, stand_in};

/// How many games a page of a list has, and may have.
const USUAL_PAGE: usize = 20;
const LARGEST_PAGE: usize = 100;

/// A game to be made.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewGameBody {
    /// Which game, by its id in the catalog.
    pub game: String,
    /// The variant; the game's default if left out.
    pub variant: Option<String>,
    /// The position to begin with; the usual one if left out.
    pub position: Option<String>,
    /// Who plays first and second: `me`, `open`, `level:1` to `level:8`, `random` or `greedy`.
    #[schema(min_items = 2, max_items = 2, example = json!(["me", "level:3"]))]
    pub seats: [String; 2],
    /// `random` lets chance decide who plays which of the two seats.
    pub colour: Option<Colour>,
    /// The thinking time; none if left out.
    pub clock: Option<ClockView>,
    /// Whether it shows in the lobby. Otherwise only those who know its address find it.
    #[serde(default)]
    pub listed: bool,
    /// The client's name for this request, 1 to 64 characters: sent again, it gets the same answer.
    pub op: Option<String>,
}

/// Who decides the seats.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The order of the seats stands.
    Given,
    /// Chance.
    Random,
}

/// A game that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct Made {
    /// Its name in addresses.
    pub id: String,
}

/// Make a game
#[utoipa::path(post, path = "/api/games", tag = "games", operation_id = "newGame", request_body = NewGameBody, responses(
    (status = 201, description = "It is made", body = Made),
))]
pub async fn new_game(
    State(app): State<Shared>,
    visitor: Visitor,
    JsonBody(body): JsonBody<NewGameBody>,
) -> Result<Response, Problem> {
    let owner = visitor.guest()?.clone();
    let chance = token::random_number().map_err(|error| no_chance(&error))?;
    let (new, op) = read_new_game(body, &owner, chance)?;
    let made = app.hub.create(owner, new, op).await;
    let id = made.map_err(|trouble| plain(&GameId(String::new()), trouble))?;
    Ok((StatusCode::CREATED, Json(Made { id: id.0 })).into_response())
}

fn read_new_game(
    body: NewGameBody,
    owner: &Guest,
    chance: u64,
) -> Result<(NewGame, Option<String>), Problem> {
    let [first, second] = body.seats.each_ref().map(|text| match text.as_str() {
        "me" => Seat::Guest(owner.id.clone()),
        "open" => Seat::Open,
        name => Seat::Computer(name.to_owned()),
    });
    if first.guest().is_none() && second.guest().is_none() && has_open_seat(&[&first, &second]) {
        return Err(Problem::new(
            Kind::Invalid,
            "expected one seat to be `me`, or both to be computer players",
        ));
    }
    let is_shuffled = matches!(body.colour, Some(Colour::Random)) && chance & 1 == 1;
    let seats = if is_shuffled { [second, first] } else { [first, second] };
    let clock =
        body.clock.map(|ClockView { initial, increment }| TimeControl { initial, increment });
    let new = NewGame {
        game: body.game,
        variant: body.variant,
        position: body.position,
        seats,
        clock,
        listed: body.listed,
        // The lowest bit has served for the seats.
        seed: chance >> 1,
        previous: None,
    };
    Ok((new, body.op))
}

fn has_open_seat(seats: &[&Seat]) -> bool {
    seats.iter().any(|seat| **seat == Seat::Open)
}

/// Which games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Only of this game.
    game: Option<String>,
    /// Only those that have come so far.
    #[param(value_type = Option<stand_in::Status>)]
    status: Option<Status>,
    /// Only the caller's own, listed or not.
    #[serde(default)]
    mine: bool,
    /// The `next` of the page before.
    after: Option<String>,
    /// How many: 1 to 100.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

/// List games, newest first
///
/// Others' games are among them only if they are listed.
#[utoipa::path(get, path = "/api/games", tag = "games", operation_id = "games", params(ListQuery), responses(
    (status = 200, description = "A page of the list", body = GameList),
))]
pub async fn games(
    State(app): State<Shared>,
    visitor: Visitor,
    headers: HeaderMap,
    QueryParams(query): QueryParams<ListQuery>,
) -> Result<Response, Problem> {
    let invalid = |detail: String| Problem::new(Kind::Invalid, detail);
    let person = query.mine.then(|| visitor.person());
    let mine = if query.mine { Some(visitor.guest()?.id.clone()) } else { None };
    let limit = query.limit.unwrap_or(USUAL_PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(invalid(format!("expected a limit from 1 to {LARGEST_PAGE}, got {limit}")));
    }
    if let Some(game) = &query.game {
        app.catalog.find(game).map_err(|error| invalid(error.to_string()))?;
    }
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after =
        after.map(|text| text.parse::<Cursor>().map_err(|error| invalid(error.to_string())));
    let filter = Filter {
        game: query.game,
        status: query.status,
        listed_only: mine.is_none(),
        mine,
        after: after.transpose()?,
        limit,
    };
    let page = app.hub.list(filter).await;
    let (page, names) = page.map_err(|trouble| plain(&GameId(String::new()), trouble))?;
    let (turns, took) = app.hub.turns(&page.games, person.as_ref()).await;
    app.limiter.debit(&visitor.payer, took.as_millis() as u32);
    let reader = visitor.id().cloned();
    let list = move || {
        let lines = page.games.iter().zip(turns);
        Ok(GameList {
            games: lines
                .map(|(game, turn)| Summary::of(game, &names, reader.as_ref(), turn))
                .collect(),
            next: page.next.map(|cursor| cursor.to_string()),
        })
    };
    json_from_desk(&app, &visitor, &headers, list).await
}

/// Look at a game
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", operation_id = "game", params(("id" = String, Path, description = "The game")), responses(
    (status = 200, description = "All there is to know about it", body = Snapshot),
))]
pub async fn game(
    State(app): State<Shared>,
    visitor: Visitor,
    GamePath(id): GamePath,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let picture = match app.hub.picture(&id).await {
        Ok(picture) => picture,
        Err(trouble) => return Err(about(&app, &id, visitor.id(), trouble).await),
    };
    let reader = visitor.id().cloned();
    json_from_desk(&app, &visitor, &headers, move || Ok(drawn(&picture, reader.as_ref()))).await
}

/// A game as that reader may see it now; nothing if it cannot be looked at.
pub async fn snapshot(app: &App, id: &GameId, reader: Option<&GuestId>) -> Option<Snapshot> {
    let picture = app.hub.picture(id).await.ok()?;
    let person = match reader {
        Some(reader) => app.hub.person(reader),
        None => Person::alone(&id.0),
    };
    let seen_by = reader.cloned();
    let done = app.desk.run(&person, move || drawn(&picture, seen_by.as_ref())).await;
    done.ok().map(|done| done.value)
}

fn drawn(picture: &Picture, reader: Option<&GuestId>) -> Snapshot {
    debug_assert!(desk::is_here(), "a game takes too long to draw for the network's threads");
    Snapshot::of(&picture.room, reader, picture.spectators, picture.now)
}
