//! Cuts the power at any moment: a server on `SQLite` plays under load while every write and sync of it is recorded, checkpoints and
//! restarts among them. From the record the states are built that a disk may have after a cut (what was not synced dropped, reordered, torn),
//! and each is opened by the real store: every move that was acknowledged before the cut is there, none twice, none invented.

mod disk;
mod image;
mod play;
mod state;
mod trace;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::Args;
use quintet_rooms::GameId;
use serde::Serialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::ledger::Findings;
use crate::luck::Luck;
use crate::report::{Report, progress};
use crate::server::Target;
use disk::Disk;
use image::Cut;
use play::{Promise, Recorded};
use state::{State, Truth};
use trace::Moment;

/// The file of games, and the log beside it.
const FILE: &str = "/quintet.db";
const LOG: &str = "/quintet.db-wal";

/// What to do.
#[derive(Debug, Args, Serialize)]
pub struct Options {
    /// How many states are built and opened
    #[arg(long, default_value_t = 20_000)]
    pub states: usize,
    /// How many states for each kind of sync that is left out of the record; the loss must be noticed
    #[arg(long, default_value_t = 400)]
    pub planted: usize,
    /// How many moves are acknowledged in each life of the server; a checkpoint is made after 6,000 writes and at a stop
    #[arg(long, default_value_t = 7_500)]
    pub moves: u64,
    /// How many lives: every second ends with a kill, the others with a stop in good order
    #[arg(long, default_value_t = 3)]
    pub lives: u32,
    /// How many games at the same time
    #[arg(long, default_value_t = 32)]
    pub games: usize,
}

/// A sync that is left out of the record, as if the server had forgotten it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forgotten {
    /// That of the log beside the file, which makes a commit durable.
    Log,
    /// That of the file, which makes a checkpoint durable.
    File,
    /// That of folders, which makes names durable.
    Folder,
}

impl Forgotten {
    fn forgets(self, path: &str) -> bool {
        match self {
            Forgotten::Log => path.ends_with(LOG),
            Forgotten::File => path.ends_with(FILE),
            Forgotten::Folder => !path.contains("quintet."),
        }
    }
}

/// Runs it.
pub async fn run(target: &Target, options: &Options, seed: u64) -> anyhow::Result<Report> {
    let started = Instant::now();
    let mut luck = Luck::new(seed);
    let folder = quick_folder()?;
    let recorded = play::record(target, options, folder.path(), &mut luck).await?;
    let truth = Arc::new(Truth::read(&recorded, folder.path()).await?);
    let recorded_for = started.elapsed().as_secs_f64();
    let Recorded { moments, promises, .. } = &recorded;
    let counted = Counted::of(moments);
    progress(&format!("{} moves acknowledged; {counted:?}", promises.len()));
    let answered = moments
        .iter()
        .filter(|one| matches!(one, Moment::Answered(id) if promises.contains_key(id)));
    ensure!(
        answered.count() == promises.len(),
        "the record does not have every answer that clients got"
    );
    let wanted = Wanted { states: options.states, forgotten: None };
    let found = besiege(&recorded, &truth, wanted, folder.path(), &mut luck).await?;
    let mut kept = found.bad == 0 && truth.findings.is_clean() && counted.checkpoints > 0;
    let mut planted: Vec<Value> = Vec::new();
    for forgotten in [Forgotten::Log, Forgotten::File, Forgotten::Folder] {
        let wanted = Wanted { states: options.planted, forgotten: Some(forgotten) };
        let noticed = besiege(&recorded, &truth, wanted, folder.path(), &mut luck).await?;
        let first = noticed.findings.notes.first();
        progress(&format!(
            "without the syncs of the {forgotten:?}: {} of {} states are bad",
            noticed.bad, noticed.states
        ));
        kept &= noticed.bad > 0;
        planted.push(json!({
            "without_syncs_of": format!("{forgotten:?}").to_lowercase(), "states": noticed.states, "bad": noticed.bad, "first": first,
        }));
    }
    let mut findings = found.findings;
    findings.add(truth.findings.clone());
    Ok(Report {
        kept,
        results: json!({
            "states": found.states, "bad": found.bad, "lost": findings.lost, "doubled": findings.doubled,
            "gaps": findings.gaps, "wrong": findings.wrong, "acked": promises.len(), "games": truth.games,
            "checks_of_acknowledged_moves": found.checked, "changes_not_synced_when_cut": found.pending, "ways": found.ways,
            "record": counted, "missing_syncs": planted, "notes": findings.notes,
            "recorded_for_seconds": recorded_for, "seconds": started.elapsed().as_secs_f64(),
        }),
    })
}

/// A folder in memory where the system has one: thousands of states are written and read.
fn quick_folder() -> anyhow::Result<TempDir> {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.context("a folder for the states")
}

/// What a record holds.
#[derive(Debug, Default, Serialize)]
struct Counted {
    writes: usize,
    bytes: usize,
    syncs: usize,
    names: usize,
    /// Times that the file was synced: after each the log may begin anew.
    checkpoints: usize,
    /// Times that the log began anew, in place or in a new file.
    logs_begun: usize,
}

impl Counted {
    fn of(moments: &[Moment]) -> Counted {
        let mut counted = Counted::default();
        for moment in moments {
            match moment {
                Moment::Write { path, at, data, .. } => {
                    counted.writes += 1;
                    counted.bytes += data.len();
                    counted.logs_begun += usize::from(path.ends_with(LOG) && *at == 0);
                }
                Moment::SyncBegins { path, .. } => {
                    counted.syncs += 1;
                    counted.checkpoints += usize::from(path.ends_with(FILE));
                }
                Moment::Made { .. } | Moment::Removed(_) => counted.names += 1,
                Moment::Truncate { .. } | Moment::Done(_) | Moment::Answered(_) => {}
            }
        }
        counted
    }
}

#[derive(Clone, Copy)]
struct Wanted {
    states: usize,
    forgotten: Option<Forgotten>,
}

/// What the states showed.
#[derive(Default)]
struct Found {
    states: usize,
    bad: usize,
    /// How often an acknowledged move was looked for.
    checked: u64,
    /// How many changes were not synced, over all states.
    pending: u64,
    ways: BTreeMap<&'static str, u64>,
    findings: Findings,
}

/// Builds states from a record, in the order of their cuts, and has them checked beside it.
async fn besiege(
    recorded: &Recorded,
    truth: &Arc<Truth>,
    wanted: Wanted,
    folder: &Path,
    luck: &mut Luck,
) -> anyhow::Result<Found> {
    let mut cuts = choose_cuts(&recorded.moments, wanted.states, luck);
    cuts.sort_unstable();
    let mut cuts = cuts.into_iter().peekable();
    let mut disk = Disk::default();
    let mut owed: BTreeMap<String, u64> = BTreeMap::new();
    let mut latest = None;
    let at_once =
        Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from) + 1));
    let mut checks = JoinSet::new();
    let mut found = Found { states: wanted.states, ..Found::default() };
    for (index, moment) in recorded.moments.iter().enumerate() {
        while cuts.next_if(|cut| *cut == index).is_some() {
            let cut = Cut::draw(luck);
            *found.ways.entry(cut.name()).or_default() += 1;
            found.pending += disk.pending() as u64;
            found.checked += owed.values().sum::<u64>();
            let place = at_once.clone().acquire_owned().await?;
            let image = disk.after(cut, &recorded.data, luck);
            let state = State {
                image,
                owed: owed.clone(),
                latest: latest.clone(),
                cut: index,
                way: cut.name(),
            };
            let (truth, folder) = (Arc::clone(truth), PathBuf::from(folder));
            let runtime = Handle::current();
            // Most of the work is the database's own, which would hold up the others of a thread.
            checks.spawn_blocking(move || {
                let findings = runtime.block_on(state.check(&truth, &folder));
                drop(place);
                findings
            });
            while let Some(checked) = checks.try_join_next() {
                take(&mut found, checked?);
            }
        }
        if let Moment::Answered(id) = moment {
            if let Some(Promise { game, version, .. }) = recorded.promises.get(id) {
                let known = owed.entry(game.clone()).or_default();
                *known = (*known).max(*version);
                latest = Some(GameId(game.clone()));
            }
        } else {
            let forgets =
                |path: &str| wanted.forgotten.is_some_and(|forgotten| forgotten.forgets(path));
            disk.take(moment, &forgets)?;
        }
    }
    while let Some(checked) = checks.join_next().await {
        take(&mut found, checked?);
    }
    Ok(found)
}

fn take(found: &mut Found, findings: Findings) {
    found.bad += usize::from(!findings.is_clean());
    found.findings.add(findings);
}

/// Half of them anywhere, a quarter while a checkpoint is being made or has just been, a quarter where something waits for its sync.
fn choose_cuts(moments: &[Moment], count: usize, luck: &mut Luck) -> Vec<usize> {
    let of = |suits: fn(&Moment) -> bool| -> Vec<usize> {
        let those = moments.iter().enumerate().filter(|(_, moment)| suits(moment));
        those.map(|(index, _)| index).collect()
    };
    let checkpoints =
        of(|moment| matches!(moment, Moment::Write { path, .. } if path.ends_with(FILE)));
    let syncs = of(|moment| matches!(moment, Moment::SyncBegins { .. }));
    let draw = |luck: &mut Luck, number: usize| match number % 4 {
        0 if !checkpoints.is_empty() => {
            (*luck.pick(&checkpoints) + luck.below(60)).min(moments.len() - 1)
        }
        1 if !syncs.is_empty() => *luck.pick(&syncs),
        _ => luck.below(moments.len()),
    };
    (0..count).map(|number| draw(luck, number)).collect()
}
