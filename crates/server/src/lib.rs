//! Live games over HTTP and WebSocket: one process, nothing to set up.
//!
//! `net` accepts connections, `api` knows what can be asked (one table of routes), `security` says who may, `hub` runs the
//! rooms, `pool` thinks for computer players, `view` is the JSON, `assets` the page, `operation` what operators need.

pub mod api;
mod app;
pub mod assets;
pub mod hub;
pub mod net;
pub mod operation;
pub mod pool;
pub mod security;
mod server;
pub mod settings;
pub mod view;

pub use server::{ServeError, Server, backup, serve};
pub use settings::{Settings, SettingsError, Wishes};
