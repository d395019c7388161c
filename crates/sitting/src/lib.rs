//! One game at one screen, however it is drawn: seats, clocks, taking back, hints, and a save after every move.
//!
//! | module | what it holds |
//! |---|---|
//! | [`setup`] | [`Setup`]: what is chosen before a game begins |
//! | [`sitting`] | [`Sitting`]: the game, with everything that players can do besides moving |
//! | [`event`] | what happens in a sitting, as it is saved |
//! | [`words`] | from typed words to a move |
//! | [`spoken`] | a position in words |
//! | [`computer`] | [`Thinking`]: a computer player at work on its own thread |
//! | [`analysis`] | [`Analysis`]: hints and lines of a strong engine, beside the game |
//! | [`numbers`] | how moves are numbered for people |
//! | [`export`] | records in files of the user's own |
//! | [`saves`] | [`Saves`]: the folder of saved games |
//! | [`settings`] | [`Settings`]: what the program remembers of its user |
//! | [`places`] | where the two of them are kept |
//! | [`terminal`] | what the environment says about the terminal |
//!
//! Time is handed in: whatever depends on a clock takes `now`. Views never wait for an engine: they poll.
//!
//! ```
//! use std::time::Instant;
//! use quintet_sitting::{Setup, Sitting};
//!
//! let setup = Setup::new("momentum", ["human".parse()?, "level:1".parse()?]);
//! let mut sitting = Sitting::new(quintet_catalog::standard(), setup)?;
//! sitting.resume(Instant::now());
//! sitting.play("d4", Instant::now())?;
//! let mut thinking = sitting.think(Instant::now()).expect("the computer is to move");
//! let answer = thinking.wait();
//! sitting.take_answer(answer, Instant::now())?;
//! assert_eq!(sitting.ply(), 2);
//! sitting.take_back_turn();
//! assert_eq!(sitting.ply(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod computer;
pub mod event;
pub mod export;
mod journal;
pub mod numbers;
pub mod places;
pub mod saves;
pub mod settings;
pub mod setup;
pub mod sitting;
pub mod spoken;
mod state;
pub mod terminal;
pub mod words;

pub use analysis::{Analysis, Effort, in_words};
pub use computer::{Answer, Thinking, Wake};
pub use event::{Event, Made};
pub use places::Places;
pub use saves::{Found, Listing, LoadError, Saves};
pub use settings::Settings;
pub use setup::{Setup, SetupError, fresh_seed};
pub use sitting::{DrawReply, Refused, Sitting};
pub use words::Reading;
