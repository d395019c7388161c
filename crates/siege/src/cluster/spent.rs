//! What bounds several servers: who used the processors, how often the database synced its log, and how long that took.

use std::fs;

use quintet_store::Scratch;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use super::node::Node;

/// What was used until a moment, in seconds of a processor, and what the database did.
pub(super) struct Spent {
    clients: f64,
    servers: Vec<f64>,
    database: f64,
    /// Transactions, syncs of its log, and milliseconds spent in those.
    work: Option<(i64, i64, f64)>,
}

impl Spent {
    /// Until now.
    pub(super) async fn so_far(nodes: &[Node], database: &Scratch, url: &str) -> Spent {
        let seconds = |process: u32| used_by(process).map_or(0.0, |used| used.own);
        Spent {
            clients: seconds(std::process::id()),
            servers: nodes.iter().map(|node| seconds(node.process())).collect(),
            database: used_by_database(database).unwrap_or_default(),
            work: work(url).await.ok(),
        }
    }

    /// Since an earlier moment. What has ended since is not known any more.
    pub(super) fn since(&self, before: &Spent) -> Value {
        let servers = self.servers.iter().zip(&before.servers).map(|(now, then)| now - then);
        let mut told = json!({
            "clients": self.clients - before.clients,
            "servers": servers.collect::<Vec<_>>(),
            "database": self.database - before.database,
        });
        if let (Some(now), Some(then)) = (self.work, before.work) {
            let (syncs, milliseconds) = (now.1 - then.1, now.2 - then.2);
            told["transactions"] = json!(now.0 - then.0);
            told["syncs"] = json!(syncs);
            told["ms_a_sync"] = json!(milliseconds / syncs.max(1) as f64);
        }
        told
    }
}

/// Processor time of a process.
struct Used {
    parent: u32,
    own: f64,
    /// That of its children that have ended.
    of_ended: f64,
}

fn used_by(process: u32) -> Option<Used> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in brackets, may hold spaces; fields are counted after it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let seconds = |place: usize| Some(fields.get(place)?.parse::<f64>().ok()? / 100.0);
    Some(Used {
        parent: fields.get(1)?.parse().ok()?,
        own: seconds(11)? + seconds(12)?,
        of_ended: seconds(13)? + seconds(14)?,
    })
}

/// Each connection is a process.
fn used_by_database(database: &Scratch) -> Option<f64> {
    let first = fs::read_to_string(database.data().join("postmaster.pid")).ok()?;
    let first: u32 = first.lines().next()?.trim().parse().ok()?;
    let ancestor = used_by(first)?;
    let processes = fs::read_dir("/proc").ok()?.filter_map(|entry| {
        let used = used_by(entry.ok()?.file_name().to_str()?.parse().ok()?)?;
        (used.parent == first).then_some(used.own)
    });
    Some(ancestor.own + ancestor.of_ended + processes.sum::<f64>())
}

async fn work(url: &str) -> sqlx::Result<(i64, i64, f64)> {
    let mut connection = PgConnection::connect(url).await?;
    let sql = "SELECT (SELECT sum(xact_commit)::bigint FROM pg_stat_database), wal_sync, wal_sync_time FROM pg_stat_wal";
    let found = sqlx::query_as(sql).fetch_one(&mut connection).await;
    connection.close().await?;
    found
}
