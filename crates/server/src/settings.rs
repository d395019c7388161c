//! What can be set: by flags, by the environment, by a file; what comes first in this order counts.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use config::{Config, Environment, File, FileFormat, Value};
use etcetera::base_strategy::{BaseStrategy as _, Xdg};
use quintet_players::files;
use serde::Deserialize;

use crate::net;
use crate::operation::log::LogFormat;
use crate::security::limits::Strictness;
use crate::security::origin::OwnOrigin;

/// What the server is run with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen, `HOST:PORT`. Port 0 takes any that is free.
    pub listen: String,
    /// The folder of games.
    pub data: PathBuf,
    /// The database of games, where they are not in the folder.
    pub database: Option<Database>,
    /// How other servers on the same database reach us, `HOST:PORT`; where we listen if it is left out.
    pub advertise: Option<String>,
    /// What servers on one database show each other.
    pub node_secret: Option<String>,
    /// The address by which people reach us, if a proxy stands in between.
    pub public_url: Option<String>,
    /// For how many seconds browsers are to ask by https only; 0 leaves it to them.
    pub hsts: u32,
    /// Where operators read measurements, `HOST:PORT`; nowhere if it is left out.
    pub metrics: Option<String>,
    /// Whether to believe what a proxy says about where requests come from.
    pub trust_proxy: bool,
    /// How strictly requests are counted.
    pub rate_limit: Strictness,
    /// How log lines look.
    pub log: LogFormat,
    /// How many threads serve the network.
    pub threads: usize,
    /// How many threads think for computer players.
    pub thinkers: usize,
    /// What connections may take.
    pub limits: net::Limits,
}

/// A database, and what opens it.
#[derive(Clone, PartialEq, Eq)]
pub struct Database {
    /// Its address, `postgres://user@host/name`.
    pub url: String,
    /// Its password, if that does not stand in the address or in `PGPASSWORD`.
    pub password: Option<String>,
}

impl std::fmt::Debug for Database {
    /// Without its secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

impl Database {
    /// Whether a text is the address of a database, not a folder.
    pub fn is_address(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }
}

/// What somebody wants set; the rest is left to others.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Wishes {
    /// Where to listen.
    pub listen: Option<String>,
    /// The folder of games.
    pub data: Option<PathBuf>,
    /// The address of a database of games.
    pub database: Option<String>,
    /// The file that holds its password.
    pub database_password_file: Option<PathBuf>,
    /// How other servers reach us.
    pub advertise: Option<String>,
    /// The file that holds what they show each other.
    pub node_secret_file: Option<PathBuf>,
    /// The address by which people reach us.
    pub public_url: Option<String>,
    /// For how many seconds browsers are to ask by https only.
    pub hsts: Option<u32>,
    /// Where operators read measurements.
    pub metrics: Option<String>,
    /// Whether a proxy says where requests come from.
    pub trust_proxy: Option<bool>,
    /// `off`, or how many times the usual limits.
    pub rate_limit: Option<String>,
    /// `text` or `json`.
    pub log: Option<String>,
    /// How many threads serve the network.
    pub threads: Option<usize>,
    /// How many threads think.
    pub thinkers: Option<usize>,
    /// How many connections there may be.
    pub max_connections: Option<usize>,
    /// How many from one address.
    pub max_connections_per_address: Option<usize>,
}

const NAMES: [&str; 16] = [
    "listen",
    "data",
    "database",
    "database_password_file",
    "advertise",
    "node_secret_file",
    "public_url",
    "hsts",
    "metrics",
    "trust_proxy",
    "rate_limit",
    "log",
    "threads",
    "thinkers",
    "max_connections",
    "max_connections_per_address",
];

/// The name of the file of settings in the data folder.
const FILE_NAME: &str = "quintet.toml";
/// How long browsers ask by https only, in seconds, where people reach us by it.
const A_YEAR: u32 = 365 * 24 * 3600;
/// The least characters of what servers on one database show each other.
const SHORTEST_SECRET: usize = 16;
/// The most threads that can be asked for.
const MOST_THREADS: usize = 256;
/// And the most connections.
const MOST_CONNECTIONS: usize = 1_000_000;

/// The settings make no sense.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file or the environment cannot be read.
    #[error("{place}: {problem}")]
    Unreadable {
        /// Where.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// A setting has a value that it cannot have.
    #[error("{name}: {problem}")]
    Wrong {
        /// Which.
        name: &'static str,
        /// What was expected.
        problem: String,
    },
    /// The user has no home folder.
    #[error("no home folder is known to keep games in: set --data, HOME or XDG_DATA_HOME")]
    Homeless,
}

impl Settings {
    /// What flags, environment and file give together. Without a named file, `quintet.toml` in the data folder is read if there is one.
    pub fn gather(flags: &Wishes, file: Option<&Path>) -> Result<Settings, SettingsError> {
        let environment = from_environment()?;
        let named = file.map(from_file).transpose()?;
        let over = |under: Wishes| flags.clone().or(environment.clone()).or(under);
        let wishes = if let Some(named) = named {
            over(named)
        } else {
            let folder = over(Wishes::default()).data.map_or_else(usual_folder, Ok)?;
            let inside = folder.join(FILE_NAME);
            let inside = if inside.is_file() { from_file(&inside)? } else { Wishes::default() };
            over(Wishes { data: Some(folder), ..inside })
        };
        wishes.settle()
    }
}

/// Where games are kept unless somebody says otherwise.
pub fn usual_folder() -> Result<PathBuf, SettingsError> {
    let xdg = Xdg::new().map_err(|_| SettingsError::Homeless)?;
    Ok(xdg.data_dir().join("quintet").join("server"))
}

fn from_environment() -> Result<Wishes, SettingsError> {
    let source = Environment::with_prefix("QUINTET").try_parsing(false).ignore_empty(true);
    let built = Config::builder().add_source(source).build().and_then(Config::try_deserialize);
    built.map_err(|error| SettingsError::Unreadable {
        place: "the environment (QUINTET_…)".into(),
        problem: error.to_string(),
    })
}

fn from_file(path: &Path) -> Result<Wishes, SettingsError> {
    let wrong =
        |problem: String| SettingsError::Unreadable { place: path.display().to_string(), problem };
    let text = files::read_text(path, files::most::SETTINGS);
    let text = text.map_err(|error| wrong(error.to_string()))?;
    let config = Config::builder().add_source(File::from_str(&text, FileFormat::Toml)).build();
    let config = config.map_err(|error| wrong(error.to_string()))?;
    let found: HashMap<String, Value> =
        config.clone().try_deserialize().map_err(|error| wrong(error.to_string()))?;
    if let Some(unknown) = found.keys().find(|name| !NAMES.contains(&name.as_str())) {
        let known = NAMES.join(", ");
        return Err(wrong(format!("there is no setting `{unknown}`; there are {known}")));
    }
    config.try_deserialize().map_err(|error| wrong(error.to_string()))
}

impl Wishes {
    /// These, and where they leave something open, the others.
    fn or(self, other: Wishes) -> Wishes {
        Wishes {
            listen: self.listen.or(other.listen),
            data: self.data.or(other.data),
            database: self.database.or(other.database),
            database_password_file: self.database_password_file.or(other.database_password_file),
            advertise: self.advertise.or(other.advertise),
            node_secret_file: self.node_secret_file.or(other.node_secret_file),
            public_url: self.public_url.or(other.public_url),
            hsts: self.hsts.or(other.hsts),
            metrics: self.metrics.or(other.metrics),
            trust_proxy: self.trust_proxy.or(other.trust_proxy),
            rate_limit: self.rate_limit.or(other.rate_limit),
            log: self.log.or(other.log),
            threads: self.threads.or(other.threads),
            thinkers: self.thinkers.or(other.thinkers),
            max_connections: self.max_connections.or(other.max_connections),
            max_connections_per_address: self
                .max_connections_per_address
                .or(other.max_connections_per_address),
        }
    }

    fn settle(self) -> Result<Settings, SettingsError> {
        let wrong = |name, problem: String| SettingsError::Wrong { name, problem };
        let usual = net::Limits::default();
        let many = |name, wish, usual| count(name, wish, usual, MOST_CONNECTIONS);
        if let Some(url) = &self.public_url {
            OwnOrigin::of_url(url).ok_or_else(|| {
                wrong(
                    "public_url",
                    format!("expected an address such as https://example.org, got `{url}`"),
                )
            })?;
        }
        let is_https = self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
        if self.hsts.is_some_and(|seconds| seconds > 0) && !is_https {
            let problem = "expected a public_url that begins with https://, since browsers are to ask by nothing else";
            return Err(wrong("hsts", problem.into()));
        }
        let node_secret = secret("node_secret_file", self.node_secret_file.as_deref())?;
        if node_secret.as_ref().is_some_and(|secret| secret.len() < SHORTEST_SECRET) {
            let problem = format!("expected at least {SHORTEST_SECRET} characters in the file");
            return Err(wrong("node_secret_file", problem));
        }
        Ok(Settings {
            database: database(self.database, self.database_password_file.as_deref())?,
            advertise: self.advertise,
            node_secret,
            hsts: self.hsts.unwrap_or(if is_https { A_YEAR } else { 0 }),
            metrics: self.metrics,
            listen: self.listen.unwrap_or_else(|| "127.0.0.1:8080".into()),
            data: self.data.map_or_else(usual_folder, Ok)?,
            public_url: self.public_url,
            trust_proxy: self.trust_proxy.unwrap_or(false),
            rate_limit: parsed("rate_limit", self.rate_limit.as_deref())?,
            log: parsed("log", self.log.as_deref())?,
            threads: count("threads", self.threads, cores(), MOST_THREADS)?,
            thinkers: count("thinkers", self.thinkers, crate::pool::usual_threads(), MOST_THREADS)?,
            limits: net::Limits {
                connections: many("max_connections", self.max_connections, usual.connections)?,
                connections_an_address: many(
                    "max_connections_per_address",
                    self.max_connections_per_address,
                    usual.connections_an_address,
                )?,
                ..usual
            },
        })
    }
}

/// The database, if one is wanted.
fn database(
    url: Option<String>,
    password_file: Option<&Path>,
) -> Result<Option<Database>, SettingsError> {
    let Some(url) = url else { return Ok(None) };
    if !Database::is_address(&url) {
        return Err(SettingsError::Wrong {
            name: "database",
            problem: "expected an address such as postgres://user@host/name".into(),
        });
    }
    Ok(Some(Database { url, password: secret("database_password_file", password_file)? }))
}

/// The one line of a file that nobody else should see.
fn secret(name: &'static str, file: Option<&Path>) -> Result<Option<String>, SettingsError> {
    let Some(file) = file else { return Ok(None) };
    let text = files::read_text(file, files::most::SETTINGS);
    let text = text.map_err(|error| SettingsError::Wrong {
        name,
        problem: format!("cannot read {}: {error}", file.display()),
    })?;
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}

fn parsed<T: FromStr<Err: Display> + Default>(
    name: &'static str,
    wish: Option<&str>,
) -> Result<T, SettingsError> {
    let wrong = |error: T::Err| SettingsError::Wrong { name, problem: error.to_string() };
    wish.map_or_else(|| Ok(T::default()), |text| text.parse().map_err(wrong))
}

fn count(
    name: &'static str,
    wish: Option<usize>,
    usual: usize,
    most: usize,
) -> Result<usize, SettingsError> {
    match wish {
        None => Ok(usual),
        Some(number) if (1..=most).contains(&number) => Ok(number),
        Some(number) => Err(SettingsError::Wrong {
            name,
            problem: format!("expected a number from 1 to {most}, got {number}"),
        }),
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(MOST_THREADS)
}
