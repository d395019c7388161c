//! Live games as a pure authority: `(room, command, now)` gives events or a refusal, and a room is the fold of its events.
//!
//! Nothing here reads a clock, rolls dice, starts a thread or touches a file. Who stores the events, wakes the room when time is
//! up ([`Room::due`]) and tells clients is somebody else's business; so thousands of rooms can be simulated from one seed.

pub mod bugs;
mod command;
mod event;
mod seat;

pub use command::{Action, Caller, Command, NewGame, Refusal};
pub use event::{Event, Offer, Reason, What};
pub use seat::{ClockRule, GameId, Guest, GuestId, Seat, Time};
