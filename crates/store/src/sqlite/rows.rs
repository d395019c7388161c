//! Events and summaries as rows of the file.

use quintet_rooms::{Event, Time};
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use crate::rows::{json, made_by, takes_seats};
use crate::types::{Append, Summary};

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

fn summary_row(summary: &Summary, events: &[Event]) -> serde_json::Value {
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
        made_by(events),
        summary.idle_since,
        events.last().map_or(0, |event| event.version),
    ])
}

/// A column that holds a moment.
pub(super) fn time(row: &SqliteRow, field: &str) -> Time {
    Time(row.get::<i64, _>(field).unsigned_abs())
}
