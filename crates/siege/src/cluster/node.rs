//! One of several servers.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use tokio::time::sleep;

use super::database::Proxy;
use crate::address::Route;
use crate::http::Client;
use crate::server::{Target, find_binary};

/// How long a server may take until it answers, or has ended.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server on the shared database.
pub(super) struct Node {
    target: Target,
    binary: PathBuf,
    address: SocketAddr,
    url: String,
    secret: PathBuf,
    log: PathBuf,
    child: Child,
    /// Its way to the database.
    pub(super) proxy: Proxy,
}

impl Node {
    pub(super) async fn start(
        target: &Target,
        folder: &Path,
        number: usize,
        proxy: Proxy,
        database: &str,
    ) -> anyhow::Result<Node> {
        let binary = find_binary(target.binary.as_deref())?;
        let secret = folder.join("secret");
        fs::write(&secret, "known to all servers of this siege\n")?;
        // Free now; nobody else here takes ports by number.
        let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let (log, url) = (folder.join(format!("log{number}")), proxy.url(database)?);
        let child = spawn(target, &binary, address, &url, &secret, &log)?;
        let target = target.clone();
        let node = Node { target, binary, address, url, secret, log, child, proxy };
        node.until_ready().await?;
        Ok(node)
    }

    pub(super) fn route(&self) -> Route {
        Route::new(self.address)
    }

    /// The number of its process.
    pub(super) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Sends a signal by its name.
    pub(super) fn signal(&self, name: &str) -> anyhow::Result<()> {
        let status =
            Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status()?;
        ensure!(status.success(), "kill -s {name} failed");
        Ok(())
    }

    /// Stops it in good order.
    pub(super) async fn stop(&mut self) -> anyhow::Result<()> {
        self.signal("TERM")?;
        let begun = Instant::now();
        while self.child.try_wait()?.is_none() {
            ensure!(begun.elapsed() < PATIENCE, "the server at {} does not stop", self.address);
            sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// From its next start on it is another program.
    pub(super) fn turn_into(&mut self, target: &Target) -> anyhow::Result<()> {
        self.binary = find_binary(target.binary.as_deref())?;
        self.target = target.clone();
        Ok(())
    }

    /// Starts it again where it was.
    pub(super) async fn restart(&mut self) -> anyhow::Result<()> {
        self.child =
            spawn(&self.target, &self.binary, self.address, &self.url, &self.secret, &self.log)?;
        self.until_ready().await
    }

    pub(super) async fn until_ready(&self) -> anyhow::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let mut client = Client::new(&self.route());
            let asked = tokio::time::timeout(Duration::from_secs(5), client.get("/readyz", None));
            if let Ok(Ok(answer)) = asked.await
                && answer.status == 200
            {
                return Ok(());
            }
            sleep(Duration::from_millis(10)).await;
        }
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let end: Vec<&str> = log.lines().rev().take(20).collect();
        bail!(
            "the server at {} is not ready; its last lines, backwards:\n{}",
            self.address,
            end.join("\n")
        )
    }

    /// The lines of its log that tell of a panic.
    pub(super) fn panics(&self) -> Vec<String> {
        let log = fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        log.lines().filter(|line| line.contains("panicked")).map(str::to_owned).collect()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may be asleep, or have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(
    target: &Target,
    binary: &Path,
    address: SocketAddr,
    url: &str,
    secret: &Path,
    log: &Path,
) -> anyhow::Result<Child> {
    let log = File::options().create(true).append(true).open(log)?;
    Command::new(binary)
        .args(["serve", "--listen", &address.to_string(), "--database", url, "--node-secret-file"])
        .arg(secret)
        .args(target.limits.arguments())
        .envs(target.environment.iter().map(|(name, value)| (name, value)))
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .with_context(|| format!("starting {}", binary.display()))
}
