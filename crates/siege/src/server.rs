//! The server under attack: a process of our own that can be killed and started again, or one that already runs here.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde::Serialize;
use tempfile::TempDir;
use tokio::time::sleep;

use crate::address::{Route, parse_url};
use crate::http::Client;

/// How long a server may take until it answers.
const START: Duration = Duration::from_secs(30);

/// Which server to attack.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// The `quintet` binary to start; the one beside this program if `None`.
    pub binary: Option<PathBuf>,
    /// A server that runs already, such as `http://127.0.0.1:8080`.
    pub url: Option<String>,
    /// Where that one tells its own figures.
    pub metrics: Option<String>,
    /// What to add to its environment.
    pub environment: Vec<(String, String)>,
    /// No file may grow beyond so many KiB at first, as on a disk that is nearly full.
    pub largest_file: Option<u64>,
    /// Where its data goes; a temporary folder if `None`.
    pub data: Option<PathBuf>,
    /// How much clients may ask of it.
    pub limits: Limits,
    /// A program that starts it, with its arguments, and stays out of its way.
    pub starter: Vec<OsString>,
}

/// How much clients may ask of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// As much as they like: for measurements.
    #[default]
    Off,
    /// As much as the server allows by itself.
    Usual,
}

impl Limits {
    pub(crate) fn arguments(self) -> &'static [&'static str] {
        match self {
            Limits::Off => &[
                "--rate-limit",
                "off",
                "--max-connections",
                "30000",
                "--max-connections-per-address",
                "30000",
            ],
            Limits::Usual => &[],
        }
    }
}

/// A server that runs.
pub struct Server {
    target: Target,
    addr: SocketAddr,
    /// Where it tells its own figures; unknown of a server that was not started here.
    metrics: Option<SocketAddr>,
    own: Option<Own>,
}

/// What there is of a server that was started here.
struct Own {
    binary: PathBuf,
    child: Child,
    data: PathBuf,
    log: PathBuf,
    _folder: TempDir,
}

/// What a server process has used.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Usage {
    /// Resident memory now, in MiB.
    pub rss_mib: f64,
    /// The most it ever was.
    pub peak_mib: f64,
    /// Processor time so far, in seconds.
    pub cpu_s: f64,
}

/// The `quintet` binary to use: the one named, else `QUINTET_BIN`, else the one beside this program.
pub fn find_binary(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    let beside = || {
        let here = std::env::current_exe().ok()?;
        // A test runs from `deps`, one folder below the binaries.
        let folders = here.ancestors().skip(1).take(2);
        folders.map(|folder| folder.join("quintet")).find(|path| path.is_file())
    };
    let from_environment = || std::env::var_os("QUINTET_BIN").map(PathBuf::from);
    let path = named.map(Path::to_owned).or_else(from_environment).or_else(beside);
    let path = path.context(
        "there is no server to attack: build it (`cargo build --package quintet`), or name it with --server or QUINTET_BIN",
    )?;
    if !path.is_file() {
        bail!("there is no server at {}: build it first", path.display());
    }
    Ok(path.canonicalize()?)
}

impl Server {
    /// Starts the server, or finds the one that runs, and waits until it answers.
    pub async fn start(target: &Target) -> anyhow::Result<Server> {
        if let Some(url) = &target.url {
            let addr = parse_url(url)?;
            let metrics = target.metrics.as_deref().map(parse_url).transpose()?;
            let server = Server { target: target.clone(), addr, metrics, own: None };
            server.until_ready().await?;
            return Ok(server);
        }
        let binary = find_binary(target.binary.as_deref())?;
        let folder = tempfile::tempdir().context("a folder for the server's data")?;
        let data = target.data.clone().unwrap_or_else(|| folder.path().join("data"));
        let log = folder.path().join("log");
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let child = spawn(target, &binary, &data, &log, [any, any])?;
        let own = Own { binary, child, data, log, _folder: folder };
        let mut server =
            Server { target: target.clone(), addr: any, metrics: None, own: Some(own) };
        let [addr, metrics] = server.printed_addresses().await?;
        (server.addr, server.metrics) = (addr, Some(metrics));
        server.until_ready().await?;
        Ok(server)
    }

    /// The way to it.
    pub fn route(&self) -> Route {
        Route::new(self.addr)
    }

    /// The way to its own figures, if it was started here.
    pub fn metrics_route(&self) -> Option<Route> {
        self.metrics.map(Route::new)
    }

    /// Kills it without warning.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        let own = self.own.as_mut().context("only a server that was started here can be killed")?;
        own.child.kill().context("killing the server")?;
        own.child.wait().context("waiting for the killed server")?;
        Ok(())
    }

    /// Stops it in good order.
    pub async fn stop(&mut self) -> anyhow::Result<()> {
        let own =
            self.own.as_mut().context("only a server that was started here can be stopped")?;
        let pid = own.child.id().to_string();
        let told = Command::new("kill").args(["-s", "TERM", &pid]).status()?;
        anyhow::ensure!(told.success(), "kill -s TERM failed");
        let begun = Instant::now();
        while own.child.try_wait()?.is_none() {
            anyhow::ensure!(begun.elapsed() < START, "the server does not stop");
            sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Starts it again with the same data, at the same address.
    pub async fn restart(&mut self) -> anyhow::Result<()> {
        let own = self.own.as_mut().context("only a server that was started here can restart")?;
        let listen = [self.addr, self.metrics.unwrap_or(self.addr)];
        own.child = spawn(&self.target, &own.binary, &own.data, &own.log, listen)?;
        self.until_ready().await
    }

    /// Lets its files grow again, as if room had been made on the disk, now and after a restart.
    pub fn lift_file_limit(&mut self) -> anyhow::Result<()> {
        self.target.largest_file = None;
        let own = self.own.as_ref().context("a server that was started here")?;
        let status = Command::new("prlimit")
            .args(["--fsize=unlimited", "--pid", &own.child.id().to_string()])
            .status()
            .context("prlimit (of util-linux) lifts the limit on files")?;
        anyhow::ensure!(status.success(), "prlimit failed");
        Ok(())
    }

    /// What it has used; `None` for a server that was not started here.
    pub fn usage(&self) -> Option<Usage> {
        let folder = PathBuf::from(format!("/proc/{}", self.own.as_ref()?.child.id()));
        let status = fs::read_to_string(folder.join("status")).ok()?;
        let mib = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
        };
        let stat = fs::read_to_string(folder.join("stat")).ok()?;
        // The name, in brackets, may hold spaces; user and system time are the 12th and 13th field after it.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: f64 =
            fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
        Some(Usage { rss_mib: mib("VmRSS:")?, peak_mib: mib("VmHWM:")?, cpu_s: ticks / 100.0 })
    }

    /// The lines of its log that tell of a panic.
    pub fn panics(&self) -> Vec<String> {
        let Some(own) = &self.own else { return Vec::new() };
        let log = fs::read(&own.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        log.lines().filter(|line| line.contains("panicked")).map(str::to_owned).collect()
    }

    /// Whether it still answers.
    pub async fn is_alive(&self) -> bool {
        let answer = Client::new(&self.route()).get("/healthz", None).await;
        answer.is_ok_and(|answer| answer.status == 200)
    }

    /// Where it says that it listens: for everybody, and for its own figures.
    async fn printed_addresses(&mut self) -> anyhow::Result<[SocketAddr; 2]> {
        let started = Instant::now();
        while started.elapsed() < START {
            self.still_runs()?;
            let log = self.log_text();
            let mut addresses = log.split("http://").skip(1).filter_map(|rest| {
                let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ':'));
                rest[..end?].parse().ok()
            });
            if let (Some(page), Some(metrics)) = (addresses.next(), addresses.next()) {
                return Ok([page, metrics]);
            }
            sleep(Duration::from_millis(5)).await;
        }
        bail!("the server printed no address:\n{}", self.log_text())
    }

    async fn until_ready(&self) -> anyhow::Result<()> {
        let started = Instant::now();
        while started.elapsed() < START {
            let answer = Client::new(&self.route()).get("/readyz", None).await;
            if answer.is_ok_and(|answer| answer.status == 200) {
                return Ok(());
            }
            sleep(Duration::from_millis(5)).await;
        }
        bail!("the server at {} is not ready:\n{}", self.addr, self.log_text())
    }

    fn still_runs(&mut self) -> anyhow::Result<()> {
        let Some(own) = &mut self.own else { return Ok(()) };
        if let Some(status) = own.child.try_wait()? {
            bail!("the server ended by itself ({status}):\n{}", self.log_text());
        }
        Ok(())
    }

    /// The end of what it printed.
    pub fn log_text(&self) -> String {
        let Some(own) = &self.own else { return String::new() };
        let bytes = fs::read(&own.log).unwrap_or_default();
        let from = bytes.len().saturating_sub(4000);
        String::from_utf8_lossy(&bytes[from..]).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(own) = &mut self.own {
            // It may have been killed already; then there is nothing left to do.
            let _ = own.child.kill();
            let _ = own.child.wait();
        }
    }
}

fn spawn(
    target: &Target,
    binary: &Path,
    data: &Path,
    log: &Path,
    [listen, metrics]: [SocketAddr; 2],
) -> anyhow::Result<Child> {
    let mut command = match (target.largest_file, target.starter.split_first()) {
        (None, None) => Command::new(binary),
        (None, Some((starter, arguments))) => {
            let mut command = Command::new(starter);
            command.args(arguments).arg(binary);
            command
        }
        (Some(kib), _) => {
            let mut shell = Command::new("bash");
            // With the signal ignored a write beyond the limit fails as on a full disk.
            let script = format!("trap '' XFSZ; ulimit -S -f {kib}; exec \"$0\" \"$@\"");
            shell.args(["-c", &script]).arg(binary);
            shell
        }
    };
    let log: File = OpenOptions::new().create(true).append(true).open(log)?;
    command
        .args(["serve", "--listen", &listen.to_string(), "--metrics", &metrics.to_string()])
        .arg("--data")
        .arg(data)
        .args(target.limits.arguments())
        .envs(target.environment.iter().map(|(name, value)| (name, value)))
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .with_context(|| format!("starting {}", binary.display()))
}
