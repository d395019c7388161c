//! A `PostgreSQL` server in a scratch folder, for tests: it ends with the process, however that ends.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

const SCRIPT: &str = include_str!("scratch.sh");

/// Only its socket leads to it; it tells how long syncs took.
const ALONE: &str = "-c listen_addresses= -c track_wal_io_timing=on";
/// It need not outlive the machine, so that nothing waits for the disk.
const FORGETFUL: &str = "-F -c listen_addresses=";

/// A database server.
pub struct Scratch {
    folder: PathBuf,
    keeper: Mutex<Keeper>,
    databases: AtomicU32,
}

/// The script that keeps it. It ends what it began when nobody writes to it any more.
struct Keeper {
    _script: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Keeper {
    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the script can be heard");
        line.trim_end().to_owned()
    }

    fn order(&mut self, order: &str) {
        writeln!(self.orders, "{order}").expect("the script listens");
        let answer = self.hear();
        assert_eq!(answer, "0", "`{order}` failed");
    }
}

impl Scratch {
    /// The one that all tests of a process share.
    pub fn shared() -> &'static Scratch {
        static SHARED: OnceLock<Scratch> = OnceLock::new();
        SHARED.get_or_init(Scratch::start)
    }

    /// Starts one of its own. It syncs nothing: what it says of times, it says of a database whose disk costs nothing.
    pub fn start() -> Scratch {
        Scratch::with(FORGETFUL)
    }

    /// Starts one whose commits are on the disk when they are answered.
    pub fn durable() -> Scratch {
        Scratch::with(ALONE)
    }

    /// Starts one with arguments for the server.
    ///
    /// # Panics
    /// If there is no `PostgreSQL`, or it does not start.
    pub fn with(arguments: &str) -> Scratch {
        // Its socket lies in it, whose path must be short.
        let folder = tempfile::Builder::new().prefix("pg").tempdir_in("/tmp");
        let folder = folder.expect("a scratch folder can be made").keep();
        let mut script = Command::new("sh")
            .args(["-c", SCRIPT, "scratch"])
            .arg(&folder)
            .arg(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let orders = script.stdin.take().expect("it was piped");
        let answers = BufReader::new(script.stdout.take().expect("it was piped"));
        let mut keeper = Keeper { _script: script, orders, answers };
        assert_eq!(keeper.hear(), "ready", "the database server does not start");
        Scratch { folder, keeper: Mutex::new(keeper), databases: AtomicU32::new(0) }
    }

    /// The address of a database in it.
    pub fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?host={}&user=postgres", self.folder.display())
    }

    /// The folder of its data and settings.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// The file of its socket.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Makes a new database, and gives its address.
    ///
    /// # Panics
    /// If that fails.
    pub async fn database(&self) -> String {
        let name = format!("scratch{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let connection = PgConnection::connect(&self.url("postgres")).await;
        let mut connection = connection.expect("the database server answers");
        let sql = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(sql).execute(&mut connection).await.expect("a database can be made");
        connection.close().await.expect("a connection can be closed");
        self.url(&name)
    }

    /// Stops the server: whoever is connected is thrown out.
    pub fn stop(&self) {
        self.order("stop");
    }

    /// Kills the server.
    pub fn crash(&self) {
        self.order("crash");
    }

    /// Starts the server again.
    pub fn go_on(&self) {
        self.order("start");
    }

    fn order(&self, order: &str) {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner).order(order);
    }
}
