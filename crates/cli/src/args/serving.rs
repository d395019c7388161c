//! What `serve` and `think` take.

use std::path::PathBuf;

use clap::Args;

/// What `serve` takes.
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// Where to listen; port 0 takes any that is free [default: 127.0.0.1:8080]
    #[arg(long, value_name = "HOST:PORT")]
    pub listen: Option<String>,
    /// The folder of games [default: quintet/server in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Keep games in this PostgreSQL database instead; several servers may share it
    #[arg(long, value_name = "postgres://USER@HOST/NAME")]
    pub database: Option<String>,
    /// A file with the database's password; without it PGPASSWORD or ~/.pgpass
    #[arg(long, value_name = "FILE")]
    pub database_password_file: Option<PathBuf>,
    /// How other servers on the same database reach this one [default: where it listens]
    #[arg(long, value_name = "HOST:PORT")]
    pub advertise: Option<String>,
    /// A file with what servers on one database show each other, the same for all
    #[arg(long, value_name = "FILE")]
    pub node_secret_file: Option<PathBuf>,
    /// The address by which people reach the server, if a proxy stands in between
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// For how many seconds browsers are to ask by https only [default: a year if the public URL is https, else 0]
    #[arg(long, value_name = "SECONDS")]
    pub hsts: Option<u32>,
    /// Where operators read measurements, as /metrics [default: nowhere]
    #[arg(long, value_name = "HOST:PORT")]
    pub metrics: Option<String>,
    /// Believe X-Forwarded-For; only behind a proxy that sets it
    #[arg(long)]
    pub trust_proxy: bool,
    /// How many times the usual limits of requests, or `off`
    #[arg(long, value_name = "N|off")]
    pub rate_limit: Option<String>,
    /// How many connections there may be [default: 20000]
    #[arg(long, value_name = "N")]
    pub max_connections: Option<usize>,
    /// How many connections from one IPv4 address or IPv6 network (/64); behind a proxy, requests under way [default: 100]
    #[arg(long, value_name = "N")]
    pub max_connections_per_address: Option<usize>,
    /// How log lines look: text or json
    #[arg(long, value_name = "FORMAT")]
    pub log: Option<String>,
    /// How many threads serve the network [default: one a core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// How many threads think for computer players [default: one a core, less one]
    #[arg(long, value_name = "N")]
    pub thinkers: Option<usize>,
    /// A file of settings [default: quintet.toml in the data folder]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// What `think` takes.
#[derive(Debug, Args)]
pub struct ThinkArguments {
    /// The PostgreSQL database of the servers to think for
    #[arg(long, value_name = "postgres://USER@HOST/NAME")]
    pub database: Option<String>,
    /// A file with the database's password; without it PGPASSWORD or ~/.pgpass
    #[arg(long, value_name = "FILE")]
    pub database_password_file: Option<PathBuf>,
    /// How many threads think [default: one a core, less one]
    #[arg(long, value_name = "N")]
    pub thinkers: Option<usize>,
    /// How log lines look: text or json
    #[arg(long, value_name = "FORMAT")]
    pub log: Option<String>,
    /// A file of settings, as `quintet serve` has
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}
