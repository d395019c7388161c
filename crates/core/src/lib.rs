//! The contract between games and everything that uses them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | [`Game`]: the rules, all that a search needs |
//! | [`show`] | [`Show`]: steps, scenes, animation, what people see and click |
//! | [`scene`] | [`Scene`]: a position as names and integers, ready to be painted |
//! | [`telling`] | moves in sentences |
//! | [`layout`] | [`Layout`]: the board under all scenes of a variant |
//! | [`tactics`] | [`Tactics`]: what engines know beyond the rules |
//! | [`network`] | [`Network`](network::Network): small networks that judge positions |
//! | [`symmetry`] | [`Symmetric`]: transformations under which a game stays the same |
//! | [`chance`] | [`Chance`]: where random choices come from |
//! | [`clock`] | [`TimeControl`]: thinking time, and what is left of it |
//! | [`contest`] | [`Match`]: a game being played, with its history and its ending |
//! | [`edit`] | [`Edit`]: a position changed by hand |
//! | [`guide`] | [`Guide`]: a first game with somebody who explains |
//! | [`encoding`] | [`Encode`]: numbered actions and planes, for learning programs |
//! | [`record`] | [`Record`]: a game as text |
//! | [`text`] | reading and writing positions, shared by the games |
//!
//! Nothing here reads a clock, starts a thread or touches a file.

mod cast;
pub mod chance;
pub mod clock;
pub mod contest;
pub mod edit;
pub mod encoding;
pub mod game;
pub mod guide;
pub mod key;
pub mod layout;
pub mod network;
pub mod player;
pub mod record;
pub mod scene;
pub mod show;
pub mod symmetry;
pub mod tactics;
pub mod telling;
pub mod text;

pub use chance::Chance;
pub use clock::{Left, TimeControl};
pub use contest::{Ending, Finish, Match, Repetition};
pub use edit::{Edit, Edits};
pub use encoding::{Action, Encode, Encoding};
pub use game::{Example, Game, GameInfo, Variant, VariantInfo};
pub use guide::{Guide, Lesson};
pub use layout::Layout;
pub use player::{Outcome, Player};
pub use record::{Record, RecordError};
pub use scene::Scene;
pub use show::{Change, Next, Show, Step};
pub use symmetry::Symmetric;
pub use tactics::Tactics;
pub use text::{MoveError, PositionError};
