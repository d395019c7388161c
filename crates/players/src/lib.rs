//! What a player's name means, and one way to ask any player for a move.
//!
//! ```
//! use quintet_players::{Player, Seat};
//!
//! let game = quintet_catalog::find("momentum")?;
//! let played = game.start(Default::default());
//! let Seat::Computer(mut random) = "random".parse::<Player>()?.sit(7) else { panic!() };
//! assert!(played.legal_moves().contains(&random.choose(played.as_ref())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use quintet_catalog::{AnyMatch, Dice};
use quintet_core::text::excerpt;

/// Who plays a side, as it is named on the command line and in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person, asked by the front end.
    Human,
    /// Any legal move, each equally likely.
    Random,
}

/// The name means no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a player (human or random), got `{0}`")]
pub struct PlayerError(String);

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        match text {
            "human" => Ok(Player::Human),
            "random" => Ok(Player::Random),
            _ => Err(PlayerError(excerpt(text))),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Human => "human",
            Player::Random => "random",
        })
    }
}

impl Player {
    /// Lets the player take a seat. Whatever chance it needs comes from `seed`.
    pub fn sit(self, seed: u64) -> Seat {
        match self {
            Player::Human => Seat::Human,
            Player::Random => Seat::Computer(Box::new(RandomPlayer(Dice::new(seed)))),
        }
    }
}

/// A side of a game that is being played.
pub enum Seat {
    /// The front end asks a person.
    Human,
    /// The computer chooses.
    Computer(Box<dyn Thinker>),
}

/// A player that chooses by itself.
pub trait Thinker: Send {
    /// A legal move in the current position of a running match.
    ///
    /// # Panics
    /// If the match has ended.
    fn choose(&mut self, played: &dyn AnyMatch) -> String;
}

struct RandomPlayer(Dice);

impl Thinker for RandomPlayer {
    fn choose(&mut self, played: &dyn AnyMatch) -> String {
        played.random_move(&mut self.0).expect("a running match has a legal move")
    }
}
