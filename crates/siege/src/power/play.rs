//! Plays on a server whose writes are recorded, through several lives.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Options;
use super::trace::{CALLS, Moment, Reader};
use crate::api::{self, Guest};
use crate::http::Client;
use crate::luck::Luck;
use crate::report::progress;
use crate::server::{Server, Target};
use crate::table::{Table, Wish};

/// How long the recorder may take to write its last lines.
const PATIENCE: Duration = Duration::from_mins(1);

/// A move that was acknowledged.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    pub(super) game: String,
    pub(super) version: u64,
    pub(super) op: String,
    pub(super) mv: String,
}

/// What was recorded.
pub(super) struct Recorded {
    /// The folder of the server's data, as the record names it.
    pub(super) data: String,
    pub(super) moments: Vec<Moment>,
    /// What was acknowledged, by the server's name for the request.
    pub(super) promises: HashMap<String, Promise>,
}

/// Lets a server live several times, with games in each.
pub(super) async fn record(
    target: &Target,
    options: &Options,
    folder: &Path,
    luck: &mut Luck,
) -> anyhow::Result<Recorded> {
    ensure!(target.url.is_none(), "only a server that is started here can be recorded");
    let folder = folder.canonicalize()?.join("server");
    fs::create_dir(&folder)?;
    let data = folder.join("data");
    let (promises, mut records) = (Arc::default(), Vec::new());
    for life in 0..options.lives {
        let record = folder.join(format!("record-{life}"));
        let target =
            Target { data: Some(data.clone()), starter: recorder(&record), ..target.clone() };
        let mut server = Server::start(&target)
            .await
            .context("strace (of Debian's package strace) starts the server")?;
        play(&server, options, luck, &promises, life).await?;
        let is_killed = life % 2 == 0 && life + 1 < options.lives;
        if is_killed {
            server.kill()?;
        } else {
            server.stop().await?;
        }
        until_complete(&record).await?;
        ensure!(server.panics().is_empty(), "the server panicked: {:?}", server.panics());
        progress(&format!("life {life}: {} moves acknowledged", lock(&promises).len()));
        records.push(record);
    }
    let data = data.to_str().context("the folder's name is readable as text")?.to_owned();
    let folder = folder.to_str().context("the folder's name is readable as text")?;
    let mut reader = Reader::new(folder);
    for record in records {
        reader.read(BufReader::new(File::open(&record)?))?;
        fs::remove_file(record)?;
    }
    let promises = std::mem::take(&mut *lock(&promises));
    Ok(Recorded { data, moments: std::mem::take(&mut reader.moments), promises })
}

/// `strace`, as a grandchild: the process that was started is the server.
fn recorder(record: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> =
        ["strace", "-D", "-f", "-y", "-xx", "--seccomp-bpf", "-s", "1048576", "-e"]
            .map(OsString::from)
            .to_vec();
    arguments.push(format!("trace={CALLS}").into());
    arguments.push("-o".into());
    arguments.push(record.into());
    arguments
}

type Promises = Arc<Mutex<HashMap<String, Promise>>>;

fn lock(promises: &Promises) -> std::sync::MutexGuard<'_, HashMap<String, Promise>> {
    promises.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays until enough moves are acknowledged.
async fn play(
    server: &Server,
    options: &Options,
    luck: &mut Luck,
    promises: &Promises,
    life: u32,
) -> anyhow::Result<()> {
    let acked = Arc::new(AtomicU64::new(0));
    let mut players = JoinSet::new();
    for slot in 0..options.games {
        let player = Player {
            client: Client::new(&server.route()),
            luck: luck.fork(),
            name: format!("l{life}-s{slot}"),
            ops: 0,
            acked: Arc::clone(&acked),
            wanted: options.moves,
            promises: Arc::clone(promises),
        };
        players.spawn(player.play());
    }
    while let Some(played) = players.join_next().await {
        played??;
    }
    Ok(())
}

struct Player {
    client: Client,
    luck: Luck,
    name: String,
    ops: u64,
    acked: Arc<AtomicU64>,
    wanted: u64,
    promises: Promises,
}

impl Player {
    async fn play(mut self) -> anyhow::Result<()> {
        let players = [api::guest(&mut self.client).await?, api::guest(&mut self.client).await?];
        while !self.is_over() {
            self.game(&players).await?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.acked.load(Ordering::Relaxed) >= self.wanted
    }

    async fn game(&mut self, players: &[Guest; 2]) -> anyhow::Result<()> {
        const THREE_HOURS: u64 = 3 * 60 * 60 * 1000;
        let wish = Wish {
            clock: self.luck.one_in(3).then_some((THREE_HOURS, 0)),
            alone: self.luck.one_in(4),
        };
        let mut table = Table::open(&mut self.client, &mut self.luck, players, wish).await?;
        while let Some((by, mv)) = table.draw(&mut self.luck) {
            if self.is_over() {
                break;
            }
            self.ops += 1;
            let op = format!("{}-{}", self.name, self.ops);
            let token = table.players[by].token.clone();
            let answer =
                self.client.post(&table.moves_path(), &token, &table.body(&mv, &op)).await?;
            let Ok(done) = api::outcome(&answer) else {
                bail!("{}: {mv} was answered {} {}", table.id, answer.status, answer.json());
            };
            let promise =
                Promise { game: table.id.clone(), version: done.version, op, mv: mv.clone() };
            lock(&self.promises).insert(answer.id, promise);
            self.acked.fetch_add(1, Ordering::Relaxed);
            table.advance(&mv, done.version)?;
        }
        Ok(())
    }
}

/// Waits until the recorder has written the end of the server's first thread, after which nothing happens.
async fn until_complete(record: &PathBuf) -> anyhow::Result<()> {
    let started = Instant::now();
    let mut file = File::open(record)?;
    let first = {
        let mut start = [0; 16];
        let read = file.read(&mut start)?;
        String::from_utf8_lossy(&start[..read]).split(' ').next().unwrap_or_default().to_owned()
    };
    while started.elapsed() < PATIENCE {
        let length = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(length.saturating_sub(20_000)))?;
        let mut end = Vec::new();
        file.read_to_end(&mut end)?;
        let end = String::from_utf8_lossy(&end);
        if end.lines().any(|line| ends(line, &first)) {
            return Ok(());
        }
        sleep(Duration::from_millis(20)).await;
    }
    let end = std::process::Command::new("tail").arg(record).output()?.stdout;
    bail!("the record has no end of thread {first}: {}", String::from_utf8_lossy(&end))
}

/// Whether a line tells of the end of a thread. Short numbers are followed by more than one space.
fn ends(line: &str, thread: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some(thread) && words.next() == Some("+++")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_thread_is_known_however_short_its_number() {
        assert!(ends("605   +++ killed by SIGKILL +++", "605"));
        assert!(ends("16448 +++ exited with 0 +++", "16448"));
        assert!(!ends("16448 +++ exited with 0 +++", "605"));
        assert!(!ends("605   pwrite64(3</t>, \"\", 0, 0) = 0", "605"));
    }
}
