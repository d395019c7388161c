//! The database that the servers share: a way to it that can be cut, and what it knows of who owned which game when.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use sqlx::{Connection as _, PgConnection, Row as _};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// How connections through a proxy fare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// They pass.
    Open,
    /// They are closed, and new ones too.
    Closed,
    /// Nothing passes, and nobody is told.
    Silent,
}

/// One server's way to the database.
pub(super) struct Proxy {
    address: SocketAddr,
    way: watch::Sender<Way>,
    task: AbortHandle,
}

impl Proxy {
    /// Begins to pass connections on to a socket.
    pub(super) async fn start(socket: PathBuf) -> anyhow::Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (way, seen) = watch::channel(Way::Open);
        let socket = Arc::new(socket);
        let task = tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let (socket, mut seen) = (Arc::clone(&socket), seen.clone());
                tokio::spawn(async move { pass(&mut near, &socket, &mut seen).await });
            }
        });
        Ok(Proxy { address, way, task: task.abort_handle() })
    }

    /// The address of a database through it.
    pub(super) fn url(&self, database: &str) -> anyhow::Result<String> {
        let name = database.strip_prefix("postgres:///").and_then(|rest| rest.split('?').next());
        let name = name.with_context(|| format!("no database in {database}"))?;
        Ok(format!("postgres://postgres@{}/{name}", self.address))
    }

    /// Cuts it, with or without a word to those who use it.
    pub(super) fn cut(&self, silently: bool) {
        self.way.send_replace(if silently { Way::Silent } else { Way::Closed });
    }

    /// Lets everything pass again.
    pub(super) fn mend(&self) {
        self.way.send_replace(Way::Open);
    }
}

/// Passes one connection on until it is cut.
async fn pass(near: &mut TcpStream, socket: &Path, seen: &mut watch::Receiver<Way>) {
    let way = *seen.borrow_and_update();
    if way == Way::Open {
        let Ok(mut far) = UnixStream::connect(socket).await else { return };
        tokio::select! {
            _ = copy_bidirectional(near, &mut far) => {}
            _ = seen.changed() => silence(seen).await,
        }
    } else {
        silence(seen).await;
    }
}

/// Where nobody is told, both ends stay open and hear nothing until the way is mended; whoever is here then has to begin anew.
async fn silence(seen: &mut watch::Receiver<Way>) {
    if *seen.borrow_and_update() == Way::Silent {
        let _ = seen.changed().await;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Who owned games.
pub(super) struct Owners {
    /// Events that were written by another node than the one that owned the game at that place in its log.
    pub(super) astray: u64,
    /// How often a game went from one node to another.
    pub(super) changes: u64,
}

/// Looks through all logs.
pub(super) async fn owners(url: &str) -> anyhow::Result<Owners> {
    let mut connection = PgConnection::connect(url).await?;
    let row = sqlx::query(
        "SELECT (SELECT count(*) FROM events WHERE epoch <> coalesce((SELECT max(owners.epoch) FROM owners \
         WHERE owners.game = events.game AND owners.version < events.version), 1)) AS astray, \
         (SELECT count(*) FROM owners) AS changes",
    )
    .fetch_one(&mut connection)
    .await?;
    let number = |name: &str| row.get::<i64, _>(name).unsigned_abs();
    Ok(Owners { astray: number("astray"), changes: number("changes") })
}
