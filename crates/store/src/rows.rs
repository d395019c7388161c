//! What databases keep of games, in the columns that all of them have.

use quintet_rooms::{Event, GameId, GuestId, Status, Time, What};
use serde::de::DeserializeOwned;
use sqlx::{ColumnIndex, Database, Decode, Encode, QueryBuilder, Row, Type};

use crate::contract::StoreError;
use crate::types::{Cursor, Filter, Page, Summary};

/// Seats are taken when a game is made or joined, never later.
pub(crate) fn takes_seats(what: &What) -> bool {
    matches!(what, What::Created { .. } | What::Joined { .. })
}

/// Its owner's name for the command that made a game, if these are a game's first events.
pub(crate) fn made_by(events: &[Event]) -> Option<&String> {
    events.first().filter(|event| event.version == 1).and_then(|event| event.op.as_ref())
}

pub(crate) fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("our own types have text for keys")
}

fn read_status(name: &str) -> Option<Status> {
    [Status::Open, Status::Running, Status::Finished, Status::Aborted]
        .into_iter()
        .find(|status| status.name() == name)
}

/// The statement that lists what a filter lets through, and one more to see whether there is more. `join` is how the database is told to begin
/// with a person's games: it has far fewer than there are.
pub(crate) fn listing<DB: Database>(filter: &Filter, join: &str) -> QueryBuilder<DB>
where
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let mut sql = QueryBuilder::new("SELECT games.* FROM ");
    let mut place = ("games.created", "games.id");
    match &filter.mine {
        Some(guest) => {
            sql.push(format!(
                "people {join} games ON games.id = people.game WHERE people.guest = "
            ));
            sql.push_bind(guest.0.clone());
            place = ("people.created", "people.game");
        }
        None => {
            sql.push("games WHERE true");
        }
    }
    if filter.listed_only {
        sql.push(" AND games.listed = 1");
    }
    if let Some(game) = &filter.game {
        sql.push(" AND games.game = ").push_bind(game.clone());
    }
    if let Some(status) = filter.status {
        sql.push(" AND games.status = ").push_bind(status.name().to_owned());
    }
    if let Some(after) = &filter.after {
        sql.push(format!(" AND ({}, {}) < (", place.0, place.1));
        sql.push_bind(after.created.0 as i64).push(", ").push_bind(after.id.0.clone()).push(")");
    }
    sql.push(format!(" ORDER BY {} DESC, {} DESC LIMIT ", place.0, place.1));
    sql.push_bind(filter.limit as i64 + 1);
    sql
}

/// What was found by [`listing`].
pub(crate) fn page<'r, R: Row>(found: &'r [R], limit: usize) -> Result<Page, StoreError>
where
    &'static str: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    let games: Vec<Summary> = found.iter().take(limit).map(summary).collect::<Result<_, _>>()?;
    let next = games.last().filter(|_| found.len() > limit).map(Cursor::after);
    Ok(Page { games, next })
}

fn summary<'r, R: Row>(row: &'r R) -> Result<Summary, StoreError>
where
    &'static str: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    let text = |field: &'static str| row.get::<String, _>(field);
    let maybe = |field: &'static str| row.get::<Option<String>, _>(field);
    let number = |field: &'static str| row.get::<i64, _>(field).unsigned_abs();
    let id = text("id");
    let damaged = |field: &str| StoreError::Damaged { detail: format!("the {field} of game {id}") };
    Ok(Summary {
        game: text("game"),
        variant: text("variant"),
        status: read_status(&text("status")).ok_or_else(|| damaged("status"))?,
        owner: GuestId(text("owner")),
        seats: read(&text("seats")).ok_or_else(|| damaged("seats"))?,
        ply: u32::try_from(number("ply")).map_err(|_| damaged("ply"))?,
        result: optional(maybe("result").as_deref()).ok_or_else(|| damaged("result"))?,
        clock: optional(maybe("clock").as_deref()).ok_or_else(|| damaged("clock"))?,
        listed: number("listed") != 0,
        created: Time(number("created")),
        updated: Time(number("updated")),
        idle_since: Time(number("idle_since")),
        id: GameId(id),
    })
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// `null`, where the column is empty, is what is not there.
fn optional<T: DeserializeOwned>(text: Option<&str>) -> Option<T> {
    read(text.unwrap_or("null"))
}
