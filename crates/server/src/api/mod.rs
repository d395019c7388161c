//! The interface for pages and programs: one file a resource, all routes in one table.

pub mod analyze;
pub mod catalog;
pub mod commands;
pub mod download;
pub mod edit;
mod envelope;
pub mod extract;
mod forward;
pub mod games;
pub mod gate;
pub mod guest;
pub mod hint;
pub mod invitation;
pub mod keys;
mod ndjson;
pub mod page;
pub mod position;
pub mod records;
pub mod routes;
pub mod stream;
mod trouble;
mod versions;
mod work;
