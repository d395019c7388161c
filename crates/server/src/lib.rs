//! Live games over HTTP and WebSocket: one process, nothing to set up; or several on one database.
//!
//! | module | what it is for | what of the server it knows |
//! |---|---|---|
//! | [`view`] | the JSON of the API | nothing |
//! | [`security`] | tokens, cookies, origins, limits, headers | nothing |
//! | [`operation`] | measurements, logs, signals, what a start waits for | nothing |
//! | [`pool`] | thinking for computer players | nothing |
//! | [`hub`] | the rooms at work | `pool`, `view` |
//! | [`net`] | accepting connections, asking other nodes | `security`, `view` |
//! | [`assets`] | the page's files | `security` |
//! | [`settings`] | what can be set | those above |
//! | `app` | what all handlers share | those above |
//! | [`api`] | what can be asked, in one table of routes; the gate before it | those above |
//! | `server` | the whole: how it begins and ends | those above |
//! | `think` | thinking for servers on a database, as a process of its own | those above |

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
mod think;
pub mod view;

pub use quintet_store::{Moved, Place};
pub use server::{Addresses, ServeError, Server, backup, move_data, serve};
pub use settings::{Database, Settings, SettingsError, Wishes};
pub use think::{AtWork, think};
