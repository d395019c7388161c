//! One state of the disk after a cut, opened by the real store and held against what was acknowledged.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use quintet_rooms::GameId;
use quintet_store::{SqliteStore, Store as _};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use super::play::Recorded;
use crate::ledger::Findings;

/// All logs as texts, one line an event.
const LOGS: &str = "SELECT game, group_concat(version || ' ' || format || ' ' || body, char(10)) AS log FROM \
     (SELECT * FROM events ORDER BY game, version) GROUP BY game";

/// Games whose line in lists does not go with their log.
const ASTRAY: &str = "SELECT count(*) FROM games WHERE version <> \
     (SELECT coalesce(max(version), 0) FROM events WHERE events.game = games.id)";

/// What was played: the logs as they stand at the end.
pub(super) struct Truth {
    logs: BTreeMap<String, String>,
    /// What is wrong with the end itself.
    pub(super) findings: Findings,
}

impl Truth {
    /// Reads the logs of a server that has ended, and holds them against all that was acknowledged.
    pub(super) async fn read(recorded: &Recorded) -> anyhow::Result<Truth> {
        let logs = read_logs(Path::new(&recorded.data)).await?;
        let mut findings = Findings::default();
        for promise in recorded.promises.values() {
            let line = logs
                .get(&promise.game)
                .and_then(|log| log.lines().nth(promise.version as usize - 1));
            let body = line.and_then(|line| {
                serde_json::from_str::<serde_json::Value>(line.splitn(3, ' ').nth(2)?).ok()
            });
            let is_there = body.is_some_and(|body| {
                body["op"] == promise.op && body["what"]["moved"]["mv"] == promise.mv
            });
            if !is_there {
                findings.lost(format!("{promise:?} is {line:?} at the end"));
            }
        }
        let mut ops = HashSet::new();
        for (game, log) in &logs {
            let texts =
                log.lines().filter_map(|line| line.split_once(r#""op":""#)?.1.split('"').next());
            for op in texts {
                if !ops.insert((game, op)) {
                    findings.doubled(format!("{game}: {op} stands in the log twice"));
                }
            }
        }
        Ok(Truth { logs, findings })
    }

    pub(super) fn games(&self) -> usize {
        self.logs.len()
    }
}

/// One state.
pub(super) struct State {
    /// The files of the data folder; nothing if there is no folder.
    pub(super) files: Option<Vec<(String, Vec<u8>)>>,
    /// Up to which version each game was acknowledged.
    pub(super) owed: BTreeMap<String, u64>,
    /// The game whose move was acknowledged last.
    pub(super) latest: Option<GameId>,
    /// Where in the record it was cut, and how.
    pub(super) cut: usize,
    pub(super) way: &'static str,
}

impl State {
    /// Opens it and says what is wrong.
    pub(super) async fn check(self, truth: &Truth, folder: &Path) -> Findings {
        let mut findings = Findings::default();
        let at = format!("cut at {}, {}", self.cut, self.way);
        match self.open(folder).await {
            Ok(logs) => self.judge(truth, &logs, &at, &mut findings),
            Err(error) => findings.wrong(format!("{at}: {error:#}")),
        }
        findings
    }

    /// The logs in it.
    async fn open(&self, folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
        let place = tempfile::tempdir_in(folder)?;
        let data = place.path().join("data");
        if let Some(files) = &self.files {
            fs::create_dir(&data)?;
            for (name, content) in files {
                fs::write(data.join(name), content)?;
            }
        }
        let store = SqliteStore::open(&data).await.context("the store does not open")?;
        store.check().await.context("the store takes nothing")?;
        let logs = read_logs(&data).await;
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

    fn judge(
        &self,
        truth: &Truth,
        logs: &BTreeMap<String, String>,
        at: &str,
        findings: &mut Findings,
    ) {
        for (game, log) in logs {
            match truth.logs.get(game) {
                Some(whole) if is_beginning(log, whole) => {}
                Some(_) => {
                    findings.wrong(format!("{at}: the log of {game} is not how it began: {log}"));
                }
                None => findings.wrong(format!("{at}: {game} was never played")),
            }
        }
        for (game, version) in &self.owed {
            let there = logs.get(game).map_or(0, |log| log.lines().count() as u64);
            if there < *version {
                findings.lost(format!(
                    "{at}: {game} has {there} events, of which {version} were acknowledged"
                ));
            }
        }
    }
}

/// Whether a log is the first lines of another.
fn is_beginning(log: &str, whole: &str) -> bool {
    whole.strip_prefix(log).is_some_and(|rest| rest.is_empty() || rest.starts_with('\n'))
}

/// Reads all logs of a folder, after a look at every page.
async fn read_logs(data: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let options =
        SqliteConnectOptions::new().filename(data.join("quintet.db")).disable_statement_logging();
    let mut connection = options.connect().await?;
    let sound: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await?;
    ensure!(sound == "ok", "the file is damaged: {sound}");
    let astray: i64 = sqlx::query_scalar(ASTRAY).fetch_one(&mut connection).await?;
    ensure!(astray == 0, "{astray} games have another version than their logs");
    let rows = sqlx::query(LOGS).fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(rows.iter().map(|row| (row.get("game"), row.get("log"))).collect())
}
