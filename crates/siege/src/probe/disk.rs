//! A disk that fills up, made of a limit on the size of files, which is lifted later.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use tokio::time::sleep;

use super::Bench;
use crate::check;
use crate::http::Client;
use crate::ledger::{Acked, Findings, Ledger};
use crate::server::{Server, Target};
use crate::table::Table;

/// A move that was refused because the disk was full, and its game.
struct Stuck {
    table: Table,
    ledger: Ledger,
    by: usize,
    mv: String,
    op: String,
}

/// On a disk that fills up commands are refused, none is acknowledged, and all goes on once there is room.
pub async fn full_disk(target: &Target, seed: u64) -> anyhow::Result<()> {
    /// Room for the games to begin, not for all their moves: every commit takes some 4 KiB pages of the write-ahead log.
    const ROOM_KIB: u64 = 1000;
    let target = Target { largest_file: Some(ROOM_KIB), ..target.clone() };
    let mut bench = Bench::new(Server::start(&target).await?, seed);
    let mut games = Vec::new();
    for _ in 0..6 {
        let table = bench.table(None).await.context("games begin while there is room")?;
        let ledger = Ledger::new(&table);
        games.push((table, ledger));
    }
    let mut ledgers = Vec::new();
    let mut stuck = None;
    for (table, ledger) in games {
        if stuck.is_some() {
            ledgers.push(ledger);
            continue;
        }
        match fill(&mut bench, table, ledger).await? {
            Ok(ledger) => ledgers.push(ledger),
            Err(refused) => stuck = Some(refused),
        }
    }
    let stuck = *stuck.with_context(|| format!("{ROOM_KIB} KiB were room enough for all moves"))?;
    let now = bench.snapshot(&stuck.table).await?;
    ensure!(
        (now.version, now.moves.len()) == (stuck.table.version, stuck.table.ply as usize),
        "a refused move left its mark: {now:?} where version {} was acknowledged",
        stuck.table.version
    );
    bench.server.lift_file_limit()?;
    ledgers.push(recover(&mut bench, stuck).await?);
    bench.server.kill()?;
    bench.server.restart().await?;
    let mut client = Client::new(&bench.server.route());
    let mut findings = Findings::default();
    for ledger in &ledgers {
        findings.add(check::check(&bench.server.route(), &mut client, ledger).await);
    }
    ensure!(findings.is_clean(), "{findings:?}");
    Ok(())
}

/// Plays a game to its end, or to the first move for which there is no room.
async fn fill(
    bench: &mut Bench,
    mut table: Table,
    mut ledger: Ledger,
) -> anyhow::Result<Result<Ledger, Box<Stuck>>> {
    while let Some((by, mv)) = table.draw(&mut bench.luck) {
        let op = format!("f{}", table.ply);
        let body = table.body(&mv, &op);
        ledger.asked.insert(op.clone());
        match bench.send(&table.players[by].clone(), &table, &body).await? {
            Ok(done) => {
                let acked = Acked { op, by, ply: table.ply, mv: mv.clone(), version: done.version };
                ledger.acked.push(acked);
                table.advance(&mv, done.version)?;
            }
            Err(no) => {
                ensure!((no.status, no.kind.as_str()) == (503, "storage"), "{no:?}");
                return Ok(Err(Box::new(Stuck { table, ledger, by, mv, op })));
            }
        }
    }
    Ok(Ok(ledger))
}

/// Sends the refused move again until there is room for it.
async fn recover(bench: &mut Bench, stuck: Stuck) -> anyhow::Result<Ledger> {
    let Stuck { table, mut ledger, by, mv, op } = stuck;
    let body = table.body(&mv, &op);
    for _ in 0..50 {
        let again = bench.send(&table.players[by].clone(), &table, &body).await?;
        if let Ok(done) = again {
            ensure!(done.version == table.version + 1, "{done:?} after version {}", table.version);
            ledger.acked.push(Acked { op, by, ply: table.ply, mv, version: done.version });
            return Ok(ledger);
        }
        sleep(Duration::from_millis(100)).await;
    }
    anyhow::bail!("there is room again, but five seconds later moves are still refused")
}
