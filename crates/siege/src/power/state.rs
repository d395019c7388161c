//! One state of the disk after a cut, opened by the real store and held against what was acknowledged.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use quintet_rooms::GameId;
use quintet_store::{SqliteStore, Store as _};
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};

use super::image::Image;
use super::play::Recorded;
use crate::ledger::Findings;

/// The file of what was played, as each state is held against it.
const TRUTH: &str = "truth.db";

/// Games whose line in lists does not go with their log.
const ASTRAY: &str = "SELECT count(*) FROM games WHERE version <> \
     (SELECT coalesce(max(version), 0) FROM events WHERE events.game = games.id)";

/// How long each log is, and whether it has every version from the first to the last.
const LENGTHS: &str = "SELECT game, count(*) AS events, min(version) = 1 AND max(version) = count(*) AS whole FROM events GROUP BY game";

/// Events that were not played so: of a game that never was, later than its last, or others than they were.
const INVENTED: &str = "SELECT here.game, here.version, here.format || ' ' || here.body AS body, there.format || ' ' || there.body AS played FROM main.events AS here \
     LEFT JOIN truth.events AS there ON there.game = here.game AND there.version = here.version \
     WHERE there.format IS NOT here.format OR there.body IS NOT here.body ORDER BY here.game, here.version";

/// What was played: the logs as they stand at the end.
pub(super) struct Truth {
    file: PathBuf,
    pub(super) games: usize,
    /// What is wrong with the end itself.
    pub(super) findings: Findings,
}

impl Truth {
    /// Copies the logs of a server that has ended to a folder, and holds them against all that was acknowledged.
    pub(super) async fn read(recorded: &Recorded, folder: &Path) -> anyhow::Result<Truth> {
        let mut connection = connect(Path::new(&recorded.data)).await?;
        let lengths = lengths(&mut connection).await?;
        let events = "SELECT game, version, body FROM events";
        let rows = sqlx::query(events).fetch_all(&mut connection).await?;
        let mut findings = Findings::default();
        let mut bodies: HashMap<(String, u64), Value> = HashMap::new();
        let mut ops = HashSet::new();
        for row in &rows {
            let (game, version): (String, i64) = (row.get("game"), row.get("version"));
            let body: Value = serde_json::from_str(row.get("body"))?;
            if let Some(op) = body["op"].as_str()
                && !ops.insert((game.clone(), op.to_owned()))
            {
                findings.doubled(format!("{game}: {op} stands in the log twice"));
            }
            bodies.insert((game, version.unsigned_abs()), body);
        }
        for promise in recorded.promises.values() {
            let body = bodies.get(&(promise.game.clone(), promise.version));
            let is_there = body.is_some_and(|body| {
                body["op"] == promise.op && body["what"]["moved"]["mv"] == promise.mv
            });
            if !is_there {
                findings.lost(format!("{promise:?} is {body:?} at the end"));
            }
        }
        let file = folder.join(TRUTH);
        let name = file.to_str().context("the folder's name is readable as text")?;
        sqlx::query("VACUUM INTO ?1").bind(name).execute(&mut connection).await?;
        connection.close().await?;
        Ok(Truth { file, games: lengths.len(), findings })
    }
}

/// One state.
pub(super) struct State {
    /// The files of the data folder; nothing if there is no folder.
    pub(super) image: Option<Image>,
    /// Up to which version each game was acknowledged.
    pub(super) owed: BTreeMap<String, u64>,
    /// The game whose move was acknowledged last.
    pub(super) latest: Option<GameId>,
    /// Where in the record it was cut, and how.
    pub(super) cut: usize,
    pub(super) way: &'static str,
}

impl State {
    /// Makes it, opens it and says what is wrong.
    pub(super) async fn check(mut self, truth: &Truth, folder: &Path) -> Findings {
        let mut findings = Findings::default();
        let at = format!("cut at {}, {}", self.cut, self.way);
        match self.open(truth, folder).await {
            Ok(found) => self.judge(&found, &at, &mut findings),
            Err(error) => findings.wrong(format!("{at}: {error:#}")),
        }
        findings
    }

    /// What the logs in it are.
    async fn open(&mut self, truth: &Truth, folder: &Path) -> anyhow::Result<Logs> {
        let place = tempfile::tempdir_in(folder)?;
        let data = place.path().join("data");
        if let Some(image) = self.image.take() {
            fs::create_dir(&data)?;
            for (name, content) in image.files() {
                fs::write(data.join(name), content.as_slice())?;
            }
        }
        let store = SqliteStore::open(&data).await.context("the store does not open")?;
        store.check().await.context("the store takes nothing")?;
        let logs = read_logs(&data, truth).await;
        if let Some(game) = &self.latest {
            let (events, version) =
                (store.load(game).await.context("a game does not load")?.len(), self.owed[&game.0]);
            ensure!(
                events as u64 >= version,
                "the store loads {events} events of {game}, of which {version} were acknowledged"
            );
        }
        store.close().await.context("the store does not close")?;
        logs
    }

    fn judge(&self, logs: &Logs, at: &str, findings: &mut Findings) {
        for invented in &logs.invented {
            findings.wrong(format!("{at}: {invented}"));
        }
        for (game, version) in &self.owed {
            let there = logs.lengths.get(game).copied().unwrap_or_default();
            if there < *version {
                findings.lost(format!(
                    "{at}: {game} has {there} events, of which {version} were acknowledged"
                ));
            }
        }
    }
}

/// The logs of a state.
struct Logs {
    /// How many events each game has.
    lengths: BTreeMap<String, u64>,
    /// What was never played so.
    invented: Vec<String>,
}

/// Reads the logs of a folder and holds each event against what was played.
async fn read_logs(data: &Path, truth: &Truth) -> anyhow::Result<Logs> {
    let mut connection = connect(data).await?;
    let lengths = lengths(&mut connection).await?;
    let file = truth.file.to_str().context("the folder's name is readable as text")?;
    sqlx::query("ATTACH ?1 AS truth").bind(file).execute(&mut connection).await?;
    let rows = sqlx::query(INVENTED).fetch_all(&mut connection).await?;
    connection.close().await?;
    let told = |row: &SqliteRow| {
        let (game, version): (String, i64) = (row.get("game"), row.get("version"));
        let (body, played): (String, Option<String>) = (row.get("body"), row.get("played"));
        match played {
            Some(played) => format!("event {version} of {game} is {body}, played was {played}"),
            None => format!("event {version} of {game} was never played: {body}"),
        }
    };
    Ok(Logs { lengths, invented: rows.iter().map(told).collect() })
}

async fn connect(data: &Path) -> anyhow::Result<SqliteConnection> {
    let options =
        SqliteConnectOptions::new().filename(data.join("quintet.db")).disable_statement_logging();
    Ok(options.connect().await?)
}

/// How long the logs are, after a look at every page and at what every table says of them.
async fn lengths(connection: &mut SqliteConnection) -> anyhow::Result<BTreeMap<String, u64>> {
    let sound: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await?;
    ensure!(sound == "ok", "the file is damaged: {sound}");
    let astray: i64 = sqlx::query_scalar(ASTRAY).fetch_one(&mut *connection).await?;
    ensure!(astray == 0, "{astray} games have another version than their logs");
    let rows = sqlx::query(LENGTHS).fetch_all(connection).await?;
    for row in &rows {
        ensure!(row.get::<bool, _>("whole"), "the log of {} has gaps", row.get::<&str, _>("game"));
    }
    let length = |row: &SqliteRow| (row.get("game"), row.get::<i64, _>("events").unsigned_abs());
    Ok(rows.iter().map(length).collect())
}

#[cfg(test)]
mod tests {
    use super::super::play::Promise;
    use super::*;

    const LINES: [(&str, u64); 4] = [("a", 1), ("a", 2), ("a", 3), ("b", 1)];

    /// A folder of data with two games, and what was played in it.
    async fn played(folder: &Path) -> (PathBuf, Truth) {
        let data = folder.join("data");
        SqliteStore::open(&data).await.unwrap().close().await.unwrap();
        let mut connection = connect(&data).await.unwrap();
        for (game, events) in [("a", 3), ("b", 1)] {
            let sql = "INSERT INTO games (id, game, variant, status, owner, seats, ply, listed, created, updated, version) \
                 VALUES (?1, 'yoxii', '', 'running', 'g', '[]', 0, 0, 0, 0, ?2)";
            sqlx::query(sql).bind(game).bind(events).execute(&mut connection).await.unwrap();
        }
        for (game, version) in LINES {
            let body = format!(r#"{{"op":"{game}{version}","what":{{"moved":{{"mv":"e5"}}}}}}"#);
            let sql = "INSERT INTO events (game, version, format, body) VALUES (?1, ?2, 1, ?3)";
            let query = sqlx::query(sql).bind(game).bind(version as i64).bind(body);
            query.execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
        let promise = |(game, version): &(&str, u64)| Promise {
            game: (*game).into(),
            version: *version,
            op: format!("{game}{version}"),
            mv: "e5".into(),
        };
        let promises = LINES.iter().map(|line| (format!("{line:?}"), promise(line))).collect();
        let name = data.to_str().unwrap().to_owned();
        let recorded = Recorded { data: name, moments: Vec::new(), promises };
        let truth = Truth::read(&recorded, folder).await.unwrap();
        (data, truth)
    }

    /// What is found in a copy of the data after something was done to it.
    async fn found_after(data: &Path, truth: &Truth, sql: &'static str) -> Findings {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join("data");
        fs::create_dir(&here).unwrap();
        fs::copy(data.join("quintet.db"), here.join("quintet.db")).unwrap();
        let mut connection = connect(&here).await.unwrap();
        sqlx::raw_sql("DROP TRIGGER events_have_no_gaps; DROP TRIGGER events_stay;")
            .execute(&mut connection)
            .await
            .unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let owed = BTreeMap::from([("a".to_owned(), 2), ("b".to_owned(), 1)]);
        let state = State { image: None, owed, latest: None, cut: 0, way: "kept" };
        let mut findings = Findings::default();
        match read_logs(&here, truth).await {
            Ok(logs) => state.judge(&logs, "here", &mut findings),
            Err(error) => findings.wrong(format!("{error:#}")),
        }
        findings
    }

    #[tokio::test]
    async fn whatever_differs_from_what_was_played_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (data, truth) = played(folder.path()).await;
        assert!(truth.findings.is_clean(), "{:?}", truth.findings);
        assert_eq!(truth.games, 2);
        for (sql, expected) in [
            ("", ""),
            // What was not acknowledged may be missing.
            (
                "DELETE FROM events WHERE game = 'a' AND version = 3; UPDATE games SET version = 2 WHERE id = 'a'",
                "",
            ),
            (
                "DELETE FROM events WHERE game = 'b'; UPDATE games SET version = 0 WHERE id = 'b'",
                "here: b has 0 events, of which 1 were acknowledged",
            ),
            (
                "DELETE FROM events WHERE game = 'b'; DELETE FROM games WHERE id = 'b'",
                "here: b has 0 events, of which 1 were acknowledged",
            ),
            (
                "DELETE FROM events WHERE game = 'a' AND version = 3",
                "1 games have another version than their logs",
            ),
            ("DELETE FROM events WHERE game = 'a' AND version = 2", "the log of a has gaps"),
            (
                "UPDATE events SET body = '{}' WHERE game = 'b'",
                "here: event 1 of b is 1 {}, played was",
            ),
            ("UPDATE events SET format = 2 WHERE game = 'b'", "here: event 1 of b is 2 {"),
            (
                "INSERT INTO events VALUES ('b', 2, 1, '{}'); UPDATE games SET version = 2 WHERE id = 'b'",
                "here: event 2 of b was never played: 1 {}",
            ),
        ] {
            let findings = found_after(&data, &truth, sql).await;
            assert_eq!(findings.is_clean(), expected.is_empty(), "{sql}: {findings:?}");
            let notes = findings.notes.first().cloned().unwrap_or_default();
            assert!(notes.starts_with(expected), "{sql}: {findings:?}");
        }
    }
}
