//! The JSON of the API: what it looks like, and how rooms are rendered.

pub mod event;
pub mod game;
pub mod problem;
mod render;
pub mod stand_in;
mod wait;

pub use event::{EventName, EventView, GoodbyeView, PresenceView, RenderedEvent};
pub use game::{
    ClockView, ClocksView, GameList, OffersView, SeatKind, SeatView, Snapshot, State, Summary,
};
pub use problem::{Kind, Problem, ProblemBody};
pub use wait::WaitView;
