//! What commands mean, one sentence a test.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod claims;
mod clocks;
mod endings;
mod lasting;
mod making;
mod moves;
mod offers;
mod restarts;
mod table;
mod takebacks;
