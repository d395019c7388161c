//! Events and summaries as rows, and back.

use quintet_rooms::{Event, GameId, GuestId, Status, Time, What};
use serde::de::DeserializeOwned;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite};

use crate::contract::StoreError;
use crate::types::{Append, Cursor, Filter, Page, Summary};

/// Many appends as one JSON text each for summaries, people and events: one statement then writes them all, which spares the way
/// to the database's thread and back for every row.
pub(super) struct Bulk {
    pub(super) summaries: String,
    pub(super) people: Option<String>,
    pub(super) events: String,
}

pub(super) const WRITE_SUMMARIES: &str = "INSERT INTO games (id, game, variant, status, owner, seats, ply, result, \
     clock, listed, created, updated, op, idle_since, version) SELECT \
     value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
     value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, \
     value ->> 13, value ->> 14 \
     FROM json_each(?1) WHERE true \
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, seats = excluded.seats, ply = excluded.ply, \
     result = excluded.result, updated = excluded.updated, idle_since = excluded.idle_since, version = excluded.version";

pub(super) const WRITE_PEOPLE: &str = "INSERT OR IGNORE INTO people SELECT \
     value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)";

pub(super) const WRITE_EVENTS: &str = "INSERT INTO events SELECT \
     value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)";

impl Bulk {
    pub(super) fn new(appends: &[&Append]) -> Bulk {
        let (mut summaries, mut people, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for Append { game, events: new, summary, .. } in appends {
            summaries.push(summary_row(summary, new));
            // Seats are taken when a game is made or joined, never later.
            if new.iter().any(|event| takes_seats(&event.what)) {
                let rows = summary.people().into_iter();
                people.extend(rows.map(|guest| (guest, summary.created, game)));
            }
            let row = |event: &Event| (game.clone(), event.version, event.format(), event.body());
            events.extend(new.iter().map(row));
        }
        let people = Some(people).filter(|people| !people.is_empty());
        Bulk {
            summaries: json(&summaries),
            people: people.map(|people| json(&people)),
            events: json(&events),
        }
    }
}

fn takes_seats(what: &What) -> bool {
    matches!(what, What::Created { .. } | What::Joined { .. })
}

fn summary_row(summary: &Summary, events: &[Event]) -> serde_json::Value {
    let made_by =
        events.first().filter(|event| event.version == 1).and_then(|event| event.op.as_ref());
    serde_json::json!([
        summary.id,
        summary.game,
        summary.variant,
        summary.status.name(),
        summary.owner,
        json(&summary.seats),
        summary.ply,
        summary.result.map(|result| json(&result)),
        summary.clock.map(|clock| json(&clock)),
        i64::from(summary.listed),
        summary.created,
        summary.updated,
        made_by,
        summary.idle_since,
        events.last().map_or(0, |event| event.version),
    ])
}

pub(super) fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("our own types have text for keys")
}

fn read_status(name: &str) -> Option<Status> {
    [Status::Open, Status::Running, Status::Finished, Status::Aborted]
        .into_iter()
        .find(|status| status.name() == name)
}

/// The statement that lists what a filter lets through, and one more to see whether there is more.
pub(super) fn listing(filter: &Filter) -> QueryBuilder<Sqlite> {
    let mut sql = QueryBuilder::new("SELECT games.* FROM games");
    let mut place = ("games.created", "games.id");
    match &filter.mine {
        Some(guest) => {
            // CROSS JOIN keeps the order: a person has far fewer games than there are.
            sql = QueryBuilder::new(
                "SELECT games.* FROM people CROSS JOIN games ON games.id = people.game WHERE people.guest = ",
            );
            sql.push_bind(guest.0.clone());
            place = ("people.created", "people.game");
        }
        None => {
            sql.push(" WHERE true");
        }
    }
    if filter.listed_only {
        sql.push(" AND games.listed = 1");
    }
    if let Some(game) = &filter.game {
        sql.push(" AND games.game = ").push_bind(game.clone());
    }
    if let Some(status) = filter.status {
        sql.push(" AND games.status = ").push_bind(status.name());
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
pub(super) fn page(found: &[SqliteRow], limit: usize) -> Result<Page, StoreError> {
    let games: Vec<Summary> = found.iter().take(limit).map(summary).collect::<Result<_, _>>()?;
    let next = games.last().filter(|_| found.len() > limit).map(Cursor::after);
    Ok(Page { games, next })
}

fn summary(row: &SqliteRow) -> Result<Summary, StoreError> {
    let id: String = row.get("id");
    let damaged = |field: &str| StoreError::Damaged { detail: format!("the {field} of game {id}") };
    Ok(Summary {
        game: row.get("game"),
        variant: row.get("variant"),
        status: read_status(row.get("status")).ok_or_else(|| damaged("status"))?,
        owner: GuestId(row.get("owner")),
        seats: read(row.get("seats")).ok_or_else(|| damaged("seats"))?,
        ply: row.get("ply"),
        result: optional(row.get("result")).ok_or_else(|| damaged("result"))?,
        clock: optional(row.get("clock")).ok_or_else(|| damaged("clock"))?,
        listed: row.get("listed"),
        created: time(row, "created"),
        updated: time(row, "updated"),
        idle_since: time(row, "idle_since"),
        id: GameId(id),
    })
}

/// A column that holds a moment.
pub(super) fn time(row: &SqliteRow, field: &str) -> Time {
    Time(row.get::<i64, _>(field).unsigned_abs())
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// `null`, where the column is empty, is what is not there.
fn optional<T: DeserializeOwned>(text: Option<&str>) -> Option<T> {
    read(text.unwrap_or("null"))
}
