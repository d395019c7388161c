//! Referee, matches, tournaments and their statistics.
//!
//! | module | what it holds |
//! |---|---|
//! | [`muster`] | whether the players can play at all |
//! | [`referee`] | one game between two players, with clocks and forfeits |
//! | [`lateness`] | how late moves come after the time they had |
//! | [`adjudication`] | games that end early, when both players see the same end |
//! | [`openings`], [`balance`] | where games of a match begin; openings from which good play is open |
//! | [`series`], [`summary`] | a match: many games, in parallel, each opening with both colours, resumable; what it came to |
//! | [`tournament`] | who meets whom, and the table |
//! | [`stats`], [`estimate`], [`sprt`] | what was counted; Elo with its error, likelihood of superiority; when to stop |
//! | [`report`] | what games tell about the game they are of |
//! | [`plot`] | a match or a table as SVG |

pub mod adjudication;
pub mod balance;
pub mod estimate;
pub mod lateness;
mod likelihood;
pub mod muster;
pub mod openings;
pub mod plot;
mod ranking;
pub mod referee;
pub mod report;
pub mod series;
pub mod sprt;
pub mod stats;
pub mod summary;
pub mod tournament;

pub use adjudication::Adjudication;
pub use estimate::Estimate;
pub use openings::{OpeningError, Openings};
pub use referee::Conditions;
pub use series::{Contest, Finished};
pub use sprt::{Sprt, Verdict};
pub use stats::Score;
pub use summary::{Forfeited, Summary};
