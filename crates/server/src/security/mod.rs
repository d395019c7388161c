//! Who calls, from where, how often, and what browsers may do with our answers.

pub mod access;
pub mod cookie;
pub mod guests;
pub mod headers;
pub mod limits;
pub mod names;
pub mod origin;
pub mod token;
