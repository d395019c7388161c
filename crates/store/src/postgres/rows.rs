//! Appends as columns, of which one statement makes rows: one way to the database and back, whatever their number.

use quintet_rooms::Event;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::query::Query;
use sqlx::{Postgres, Row as _};

use crate::rows::{json, made_by, takes_seats};
use crate::types::{Append, Summary};

/// Writes games that are new, those that go on, and the events of both. A game goes on only where its log ends, and only for the node
/// whose it is: otherwise its events are not written, which shows in their number.
const APPEND: &str = "WITH \
     made AS (INSERT INTO games (id, game, variant, status, owner, seats, ply, result, clock, listed, created, updated, op, \
         idle_since, version, epoch, node) \
         SELECT *, $33 FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], \
             $8::text[], $9::text[], $10::bigint[], $11::bigint[], $12::bigint[], $13::text[], $14::bigint[], $15::bigint[], \
             $16::bigint[]) \
         RETURNING id), \
     changed AS (UPDATE games SET status = new.status, seats = new.seats, ply = new.ply, result = new.result, \
             updated = new.updated, idle_since = new.idle_since, version = new.version \
         FROM unnest($17::text[], $18::text[], $19::text[], $20::bigint[], $21::text[], $22::bigint[], $23::bigint[], \
             $24::bigint[], $25::bigint[], $26::bigint[]) \
             AS new (id, status, seats, ply, result, updated, idle_since, version, before, epoch) \
         WHERE games.id = new.id AND games.version = new.before AND (games.epoch = new.epoch OR $27) \
         RETURNING games.id) \
     INSERT INTO events (game, version, epoch, format, body) \
     SELECT new.* FROM unnest($28::text[], $29::bigint[], $30::bigint[], $31::bigint[], $32::text[]) \
         AS new (game, version, epoch, format, body) \
     WHERE new.game IN (SELECT id FROM made UNION ALL SELECT id FROM changed)";

const PEOPLE: &str = "INSERT INTO people (guest, created, game) \
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) ON CONFLICT DO NOTHING";

/// Columns of what is the same for new games and for those that go on.
#[derive(Default)]
struct Changes {
    id: Vec<String>,
    status: Vec<String>,
    seats: Vec<String>,
    ply: Vec<i64>,
    result: Vec<Option<String>>,
    updated: Vec<i64>,
    idle_since: Vec<i64>,
    version: Vec<i64>,
    /// The version before.
    before: Vec<i64>,
    epoch: Vec<i64>,
}

/// Columns of what never changes in a game.
#[derive(Default)]
struct Origins {
    game: Vec<String>,
    variant: Vec<String>,
    owner: Vec<String>,
    clock: Vec<Option<String>>,
    listed: Vec<i64>,
    created: Vec<i64>,
    op: Vec<Option<String>>,
}

#[derive(Default)]
struct Events {
    game: Vec<String>,
    version: Vec<i64>,
    epoch: Vec<i64>,
    format: Vec<i64>,
    body: Vec<String>,
}

#[derive(Default)]
struct People {
    guest: Vec<String>,
    created: Vec<i64>,
    game: Vec<String>,
}

/// Appends as columns.
#[derive(Default)]
pub(super) struct Bulk {
    made: Changes,
    origins: Origins,
    changed: Changes,
    events: Events,
    people: People,
}

impl Bulk {
    /// `None` if one of them has a gap in itself.
    pub(super) fn new<'a>(appends: impl IntoIterator<Item = &'a Append>) -> Option<Bulk> {
        let mut bulk = Bulk::default();
        for append in appends {
            bulk.add(append)?;
        }
        Some(bulk)
    }

    fn add(&mut self, append: &Append) -> Option<()> {
        let Append { game, epoch, events, summary } = append;
        let first = events.first()?.version;
        if !events.iter().zip(first..).all(|(event, version)| event.version == version) {
            return None;
        }
        let epoch = *epoch as i64;
        if first == 1 {
            self.made.push(summary, events, epoch);
            self.origins.push(summary, events);
        } else {
            self.changed.push(summary, events, epoch);
        }
        if events.iter().any(|event| takes_seats(&event.what)) {
            for guest in summary.people() {
                self.people.guest.push(text(&guest.0));
                self.people.created.push(summary.created.0 as i64);
                self.people.game.push(game.0.clone());
            }
        }
        for event in events {
            self.events.game.push(game.0.clone());
            self.events.version.push(event.version as i64);
            self.events.epoch.push(epoch);
            self.events.format.push(event.format().into());
            self.events.body.push(event.body());
        }
        Some(())
    }

    /// Writes all, and says whether all could be written.
    pub(super) async fn write(
        self,
        connection: &mut PgConnection,
        node: Option<i64>,
    ) -> sqlx::Result<bool> {
        let Bulk { made, origins, changed, events, people } = self;
        let expected = events.game.len() as u64;
        let query = made.bind_new(sqlx::query(APPEND), origins);
        let query = changed.bind(query).bind(epoch_is_ignored());
        let written = events.bind(query).bind(node).execute(&mut *connection).await?;
        if written.rows_affected() != expected {
            return Ok(false);
        }
        if !people.guest.is_empty() {
            let query = sqlx::query(PEOPLE).bind(people.guest).bind(people.created);
            query.bind(people.game).execute(connection).await?;
        }
        Ok(true)
    }
}

/// A known mistake, which tests make on purpose.
fn epoch_is_ignored() -> bool {
    #[cfg(feature = "seeded-bugs")]
    return quintet_rooms::bugs::is_on(quintet_rooms::bugs::Bug::IgnoreEpoch);
    #[cfg(not(feature = "seeded-bugs"))]
    false
}

type Bound<'q> = Query<'q, Postgres, PgArguments>;

impl Changes {
    fn push(&mut self, summary: &Summary, events: &[Event], epoch: i64) {
        let version = |event: Option<&Event>| event.map_or(0, |event| event.version as i64);
        self.id.push(summary.id.0.clone());
        self.status.push(summary.status.name().into());
        self.seats.push(json(&summary.seats));
        self.ply.push(summary.ply.into());
        self.result.push(summary.result.map(|result| json(&result)));
        self.updated.push(summary.updated.0 as i64);
        self.idle_since.push(summary.idle_since.0 as i64);
        self.version.push(version(events.last()));
        self.before.push(version(events.first()) - 1);
        self.epoch.push(epoch);
    }

    fn bind_new(self, query: Bound<'_>, origins: Origins) -> Bound<'_> {
        query
            .bind(self.id)
            .bind(origins.game)
            .bind(origins.variant)
            .bind(self.status)
            .bind(origins.owner)
            .bind(self.seats)
            .bind(self.ply)
            .bind(self.result)
            .bind(origins.clock)
            .bind(origins.listed)
            .bind(origins.created)
            .bind(self.updated)
            .bind(origins.op)
            .bind(self.idle_since)
            .bind(self.version)
            .bind(self.epoch)
    }

    fn bind(self, query: Bound<'_>) -> Bound<'_> {
        query
            .bind(self.id)
            .bind(self.status)
            .bind(self.seats)
            .bind(self.ply)
            .bind(self.result)
            .bind(self.updated)
            .bind(self.idle_since)
            .bind(self.version)
            .bind(self.before)
            .bind(self.epoch)
    }
}

impl Origins {
    fn push(&mut self, summary: &Summary, events: &[Event]) {
        self.game.push(text(&summary.game));
        self.variant.push(text(&summary.variant));
        self.owner.push(text(&summary.owner.0));
        self.clock.push(summary.clock.map(|clock| json(&clock)));
        self.listed.push(summary.listed.into());
        self.created.push(summary.created.0 as i64);
        self.op.push(made_by(events).map(|op| text(op)));
    }
}

impl Events {
    fn bind(self, query: Bound<'_>) -> Bound<'_> {
        query.bind(self.game).bind(self.version).bind(self.epoch).bind(self.format).bind(self.body)
    }
}

/// A text as this database can hold it: all characters but one.
pub(crate) fn text(text: &str) -> String {
    text.replace('\0', "\u{2400}")
}

/// The sum of one column, for a row that was counted.
pub(super) fn number(row: &sqlx::postgres::PgRow, field: &str) -> u64 {
    row.get::<i64, _>(field).unsigned_abs()
}
