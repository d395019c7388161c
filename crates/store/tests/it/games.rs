//! Games to be stored: as much of one as a store looks at.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::path::Path;

use quintet_core::Left;
use quintet_rooms::{Event, GameId, Guest, GuestId, Seat, Status, Time, What};
use quintet_store::{Append, Summary};
use sqlx::{Connection as _, SqliteConnection};

/// A guest by its name.
pub fn guest(name: &str) -> Guest {
    Guest { id: GuestId(format!("id of {name}")), name: name.into() }
}

/// A game of one person against another, made at some time.
pub struct Game {
    pub summary: Summary,
    version: u64,
}

impl Game {
    pub fn new(id: &str, first: &str, second: &str, created: u64) -> Game {
        let seats = [first, second].map(|name| Seat::Guest(guest(name).id));
        let summary = Summary {
            id: GameId(id.into()),
            game: "yoxii".into(),
            variant: "standard".into(),
            status: Status::Running,
            owner: guest(first).id,
            seats,
            ply: 0,
            result: None,
            clock: None,
            listed: true,
            created: Time(created),
            updated: Time(created),
            idle_since: Time(created),
        };
        Game { summary, version: 0 }
    }

    pub fn id(&self) -> GameId {
        self.summary.id.clone()
    }

    /// Its first event.
    pub fn created(&mut self, op: Option<&str>) -> Append {
        let what = What::Created {
            game: self.summary.game.clone(),
            variant: self.summary.variant.clone(),
            position: None,
            seats: self.summary.seats.clone(),
            clock: None,
            listed: self.summary.listed,
            owner: guest("owner").id,
            seed: u64::MAX,
            previous: None,
            waits: None,
        };
        let event = Event { op: op.map(Into::into), ..self.event(what) };
        self.append(vec![event])
    }

    /// So many moves.
    pub fn moved(&mut self, count: u32) -> Append {
        let events = (0..count)
            .map(|number| {
                let player = quintet_core::Player::First;
                let mv = format!("move \"{number}\" \u{1f3b2}");
                self.event(What::Moved { player, mv, clocks: Some(Left([u64::from(number), 1])) })
            })
            .collect();
        self.summary.ply += count;
        self.append(events)
    }

    fn event(&mut self, what: What) -> Event {
        self.version += 1;
        let at = Time(self.summary.created.0 + self.version);
        Event { version: self.version, at, by: None, op: None, asked: None, what }
    }

    fn append(&mut self, events: Vec<Event>) -> Append {
        self.summary.updated = Time(self.summary.created.0 + self.version);
        Append { game: self.id(), epoch: 0, events, summary: self.summary.clone() }
    }
}

async fn connect(folder: &Path) -> SqliteConnection {
    let url = format!("sqlite:{}", folder.join("quintet.db").display());
    SqliteConnection::connect(&url).await.unwrap()
}

/// The file is in order, as far as `SQLite` can tell.
pub async fn check_integrity(folder: &Path) {
    let mut connection = connect(folder).await;
    let found: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await.unwrap();
    assert_eq!(found, "ok");
    connection.close().await.unwrap();
}

/// From now on every commit fails that holds events of that game: only the commit itself checks where a deferred key points.
pub async fn fail_commits(folder: &Path, game: &str) {
    let mut connection = connect(folder).await;
    let sql = format!(
        "CREATE TABLE nowhere (game TEXT REFERENCES games (id) DEFERRABLE INITIALLY DEFERRED);
         CREATE TRIGGER fail AFTER INSERT ON events WHEN NEW.game = '{game}'
         BEGIN INSERT INTO nowhere VALUES ('no such game'); END;"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
