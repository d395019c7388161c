//! Holds a game's log against its ledger. The judging is a pure function of both.

use std::collections::HashMap;
use std::io;
use std::time::Duration;

use anyhow::Context as _;
use tokio::time::timeout;

use crate::address::Route;
use crate::api::{self, Event, Snapshot};
use crate::http::Client;
use crate::ledger::{Findings, Ledger};
use crate::stream::{Feed, Way};

/// How long a log that should be there may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a game is read again whose connection broke.
const TRIES: usize = 3;

/// Reads a game's events up to that version, as that reader sees them.
pub async fn read_log(
    route: &Route,
    game: &str,
    token: &str,
    until: u64,
) -> anyhow::Result<Vec<Event>> {
    let reading = async {
        let mut log = Vec::new();
        let stream = route.connect().await?;
        let mut feed = Feed::open(stream, route, Way::Lines, game, 0, Some(token)).await?;
        loop {
            let told: Event =
                serde_json::from_str(&feed.next().await?).map_err(io::Error::other)?;
            if let Some(version) = told.version {
                log.push(told);
                if version >= until {
                    return io::Result::Ok(log);
                }
            }
        }
    };
    let read = timeout(PATIENCE, reading).await;
    Ok(read.with_context(|| format!("the events of {game} up to {until} never came"))??)
}

/// Reads a game as both players see it and judges it.
pub async fn check(route: &Route, client: &mut Client, ledger: &Ledger) -> Findings {
    let mut findings = Findings::default();
    let mut read = read_game(route, client, ledger).await;
    for _ in 0..TRIES {
        // A server may close a connection that was quiet for long at the moment at which it is used again.
        if !read.as_ref().is_err_and(|error| error.downcast_ref::<io::Error>().is_some()) {
            break;
        }
        read = read_game(route, client, ledger).await;
    }
    match read {
        Ok((snapshot, logs)) => judge(ledger, &snapshot, &logs, &mut findings),
        Err(error) => {
            findings.lost += ledger.acked.len() as u64;
            findings.wrong(format!("game {} cannot be read: {error:#}", ledger.id));
        }
    }
    findings
}

/// A game as it stands, and its log as each of the players reads it.
async fn read_game(
    route: &Route,
    client: &mut Client,
    ledger: &Ledger,
) -> anyhow::Result<(Snapshot, Vec<Vec<Event>>)> {
    let [first, second] = &ledger.players;
    let snapshot = api::snapshot(client, Some(&first.token), &ledger.id).await??;
    let mut logs = vec![read_log(route, &ledger.id, &first.token, snapshot.version).await?];
    if second.id != first.id {
        logs.push(read_log(route, &ledger.id, &second.token, snapshot.version).await?);
    }
    Ok((snapshot, logs))
}

/// Whether a snapshot has every acknowledged move: quick, for after each restart.
pub fn glance(ledger: &Ledger, snapshot: &Snapshot, findings: &mut Findings) {
    for acked in &ledger.acked {
        let there = snapshot.moves.get(acked.ply as usize) == Some(&acked.mv);
        if !there || snapshot.version < acked.version {
            findings.lost(format!("{}: {acked:?} is not in {snapshot:?}", ledger.id));
        }
    }
}

/// Holds the log, as each of the players reads it, against what is owed.
pub fn judge(ledger: &Ledger, snapshot: &Snapshot, logs: &[Vec<Event>], findings: &mut Findings) {
    let id = &ledger.id;
    for log in logs {
        judge_versions(id, log, snapshot.version, findings);
    }
    let Some(log) = logs.first() else { return };
    for (one, other) in logs.iter().skip(1).flat_map(|other| log.iter().zip(other)) {
        if same(one) != same(other) {
            findings.wrong(format!("{id}: the players read different events: {one:?}, {other:?}"));
        }
    }
    judge_ops(ledger, logs, findings);
    judge_acked(ledger, logs, findings);
    judge_moves(ledger, log, snapshot, findings);
    for told in &ledger.told {
        match told.version.and_then(|version| log.get(version as usize - 1)) {
            Some(event) if same(event) == same(told) => {}
            Some(event) => {
                findings.wrong(format!("{id}: told {told:?}, but the log has {event:?}"));
            }
            None => findings.lost(format!("{id}: {told:?} was told, but is not in the log")),
        }
    }
}

/// What two readers must see alike.
fn same(told: &Event) -> (&str, Option<u64>, Option<u32>, Option<&str>, Option<&str>) {
    (&told.kind, told.version, told.ply, told.mv.as_deref(), told.position.as_deref())
}

fn judge_versions(id: &str, log: &[Event], last: u64, findings: &mut Findings) {
    for (index, told) in log.iter().enumerate() {
        if told.version != Some(index as u64 + 1) {
            findings.gap(format!("{id}: version {:?} where {} was due", told.version, index + 1));
            return;
        }
    }
    if log.len() as u64 != last {
        findings.gap(format!("{id}: {} events, but the version is {last}", log.len()));
    }
}

fn judge_ops(ledger: &Ledger, logs: &[Vec<Event>], findings: &mut Findings) {
    for log in logs {
        let mut seen = HashMap::new();
        for told in log {
            let Some(op) = &told.op else { continue };
            if let Some(before) = seen.insert(op, told.version) {
                findings.doubled(format!(
                    "{}: op {op} stands at version {before:?} and at {:?}",
                    ledger.id, told.version
                ));
            }
            if !ledger.asked.contains(op) {
                findings.wrong(format!("{}: op {op} was never asked for", ledger.id));
            }
        }
    }
}

fn judge_acked(ledger: &Ledger, logs: &[Vec<Event>], findings: &mut Findings) {
    for acked in &ledger.acked {
        let log = &logs[acked.by.min(logs.len() - 1)];
        let event = log.get((acked.version as usize).wrapping_sub(1));
        let is_there = event.is_some_and(|told| {
            told.kind == "moved"
                && told.op.as_ref() == Some(&acked.op)
                && told.ply == Some(acked.ply + 1)
                && told.mv.as_ref() == Some(&acked.mv)
        });
        if !is_there {
            let id = &ledger.id;
            findings
                .lost(format!("{id}: {acked:?} was acknowledged, but its version is {event:?}"));
        }
    }
}

/// Replays the moves of the log here: every position must be the one that the log names.
fn judge_moves(ledger: &Ledger, log: &[Event], snapshot: &Snapshot, findings: &mut Findings) {
    let id = &ledger.id;
    let mut played = ledger.kind.start();
    for told in log.iter().filter(|told| told.kind == "moved") {
        let mv = told.mv.as_deref().unwrap_or_default();
        if let Err(error) = played.play(mv) {
            findings.wrong(format!("{id}: version {:?} cannot be replayed: {error}", told.version));
            return;
        }
        if told.position.as_ref() != Some(&played.position()) {
            let here = played.position();
            findings.wrong(format!("{id}: {told:?}, but replayed it is {here}"));
            return;
        }
    }
    if snapshot.moves != played.moves() || snapshot.position != played.position() {
        findings.wrong(format!("{id}: {snapshot:?}, but its events give {}", played.position()));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::api::Guest;
    use crate::ledger::Acked;
    use crate::luck::Luck;
    use crate::table::Kind;

    /// A game of four acknowledged moves by one person, with its true log.
    fn game() -> (Ledger, Snapshot, Vec<Event>) {
        let mut luck = Luck::new(1);
        let kind = Kind::draw(&mut luck);
        let mut played = kind.start();
        let event = |kind: &str, version, op, ply, mv, position| Event {
            kind: kind.to_owned(),
            version: Some(version),
            player: None,
            op,
            ply: Some(ply),
            mv,
            position: Some(position),
            status: Some("running".to_owned()),
        };
        let mut log = vec![event("created", 1, None, 0, None, played.position())];
        let (mut acked, mut asked) = (Vec::new(), HashSet::new());
        for ply in 0..4 {
            let mv = played.random_move(luck.dice()).unwrap();
            played.play(&mv).unwrap();
            let (op, version) = (format!("op{ply}"), u64::from(ply) + 2);
            let position = played.position();
            let named = Some(op.clone());
            log.push(event("moved", version, named, ply + 1, Some(mv.clone()), position));
            asked.insert(op.clone());
            acked.push(Acked { op, by: 0, ply, mv, version });
        }
        let guest = Guest { id: "g".to_owned(), token: "t".to_owned() };
        let told = vec![log[1].clone()];
        let players = [guest.clone(), guest];
        let ledger = Ledger { id: "x".to_owned(), players, kind, acked, asked, told };
        let snapshot = Snapshot {
            version: 5,
            moves: played.moves(),
            position: played.position(),
            status: "running".to_owned(),
            result: None,
            clocks: None,
            offers: None,
        };
        (ledger, snapshot, log)
    }

    fn found(change: impl FnOnce(&mut Ledger, &mut Snapshot, &mut Vec<Event>)) -> Findings {
        let (mut ledger, mut snapshot, mut log) = game();
        change(&mut ledger, &mut snapshot, &mut log);
        let mut findings = Findings::default();
        judge(&ledger, &snapshot, &[log], &mut findings);
        findings
    }

    #[test]
    fn a_true_log_gives_no_findings() {
        let findings = found(|_, _, _| {});
        assert!(findings.is_clean(), "{findings:?}");
    }

    #[test]
    fn a_lost_move_is_found_even_if_all_versions_close_up() {
        let findings = found(|_, snapshot, log| {
            log.pop();
            snapshot.version -= 1;
            snapshot.moves.pop();
        });
        assert_eq!(findings.lost, 1, "{findings:?}");
    }

    #[test]
    fn a_doubled_op_a_gap_and_a_foreign_op_are_found() {
        assert!(found(|_, _, log| log[4].op = Some("op0".to_owned())).doubled > 0);
        assert!(found(|_, _, log| drop(log.remove(2))).gaps > 0);
        assert!(found(|_, snapshot, _| snapshot.version = 6).gaps > 0);
        assert!(found(|ledger, _, _| ledger.asked.clear()).wrong > 0);
    }

    #[test]
    fn a_changed_move_a_changed_position_and_a_changed_story_are_found() {
        assert!(found(|ledger, _, _| ledger.acked[1].mv = "x".to_owned()).lost > 0);
        assert!(found(|_, _, log| log[2].position = Some("x".to_owned())).wrong > 0);
        assert!(found(|_, snapshot, _| drop(snapshot.moves.pop())).wrong > 0);
        assert!(found(|ledger, _, _| ledger.told[0].ply = Some(9)).wrong > 0);
    }

    #[test]
    fn a_glance_at_a_snapshot_misses_no_acknowledged_move() {
        let (ledger, mut snapshot, _) = game();
        let mut findings = Findings::default();
        glance(&ledger, &snapshot, &mut findings);
        assert!(findings.is_clean());
        snapshot.moves.pop();
        glance(&ledger, &snapshot, &mut findings);
        assert_eq!(findings.lost, 1);
    }
}
