//! Live games as a pure authority: `(room, command, now)` gives events or a refusal, and a room is the fold of its events.
//!
//! Nothing here reads a clock, rolls dice, starts a thread or touches a file. Who stores the events, wakes the room when time is
//! up ([`Room::due`]) and tells clients is somebody else's business; so thousands of rooms can be simulated from one seed.

mod asked;
#[cfg(feature = "seeded-bugs")]
pub mod bugs;
mod command;
mod event;
mod room;
mod seat;

pub use asked::Asked;
pub use command::{Action, Caller, Command, Decided, Decision, NewGame, Refusal, Request};
pub use event::{Event, FORMAT, Offer, Reason, What};
pub use room::{
    Clocks, Corrupt, FORGOTTEN_AFTER, GONE_FOR, Info, MOST_PLIES, NAMELESS, Names, Offers,
    PAUSE_LASTS, Presence, Room, SEEK_WAITS, Status,
};
pub use seat::{GameId, Guest, GuestId, Seat, Time};
