//! Load, kill, cut and check a running server.
//!
//! Every attack starts a server of its own on a temporary folder, or takes one on this machine by its address, talks to it
//! as clients do, and holds what it answers against what it promised: an acknowledged move is never lost and never made
//! twice, followers miss nothing. Moves are chosen and positions replayed here, by the catalog, so
//! that the server is not its own witness.
//!
//! | module | what it holds |
//! |---|---|
//! | [`server`] | the server under attack: start, kill, start again; its memory, time and log |
//! | [`address`], [`http`], [`stream`], [`cut`] | connections: loopback only, asked, followed, and cut at a byte |
//! | [`api`], [`table`], [`follow`] | the wire contract as a client sees it; one game and who plays it; who follows it |
//! | [`ledger`], [`check`] | what was acknowledged and seen, and whether the log agrees |
//! | [`numbers`], [`metrics`], [`report`], [`luck`] | latencies, the server's own figures, the line of results, seeded chance |
//! | [`load`], [`kill`], [`disconnect`], [`flood`], [`resend`], [`power`], [`many`], [`mod@panic`], [`probe`], [`bugs`], [`cluster`] | the attacks |

pub mod address;
pub mod api;
pub mod bugs;
pub mod check;
pub mod cluster;
pub mod cut;
pub mod disconnect;
pub mod flood;
pub mod follow;
pub mod http;
pub mod kill;
pub mod ledger;
pub mod load;
pub mod luck;
pub mod many;
pub mod metrics;
pub mod numbers;
pub mod panic;
pub mod power;
pub mod probe;
pub mod report;
pub mod resend;
pub mod server;
pub mod stream;
pub mod table;
