//! What is chosen before a game begins.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quintet_catalog::{AnyGame, AnyMatch, Catalog, Unknown};
use quintet_core::key::mix;
use quintet_core::{Player, PositionError, TimeControl, Variant};
use quintet_players::PlayerSpec;
use serde::{Deserialize, Serialize};

/// A game, its players and its conditions. It is what a saved game begins with and what is remembered as the
/// last choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The variant's id; the default variant if empty.
    #[serde(default)]
    pub variant: String,
    /// Who plays, the first player first.
    #[serde(with = "players_as_text")]
    pub seats: [PlayerSpec; 2],
    /// What the players are called; where it is empty, what they are.
    #[serde(default)]
    pub names: [String; 2],
    /// How long a computer thinks about a move when no clock runs.
    #[serde(default, with = "milliseconds_option")]
    pub move_time: Option<Duration>,
    /// The clocks, if there are any.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// The position to begin with; the start if `None`.
    #[serde(default)]
    pub position: Option<String>,
    /// What all chance comes from.
    #[serde(default)]
    pub seed: u64,
}

/// Somebody at a side of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seated {
    pub(crate) player: PlayerSpec,
    /// Empty where it is called what it is.
    pub(crate) name: String,
}

impl Seated {
    /// What it is called.
    pub(crate) fn called(&self) -> String {
        if self.name.is_empty() { self.player.to_string() } else { self.name.clone() }
    }
}

/// Why no game can begin like that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// No such game or variant.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Setup {
    /// A game of the default variant from its start, without clocks, with a fresh seed.
    pub fn new(game: &str, seats: [PlayerSpec; 2]) -> Setup {
        Setup {
            game: game.into(),
            variant: String::new(),
            seats,
            names: Default::default(),
            move_time: None,
            clock: None,
            position: None,
            seed: fresh_seed(),
        }
    }

    /// Who sits on a side.
    pub(crate) fn seated(&self, player: Player) -> Seated {
        let index = player.index();
        Seated { player: self.seats[index].clone(), name: self.names[index].clone() }
    }

    /// The same game once more: colours exchanged, chances fresh.
    #[must_use]
    pub fn rematch(&self) -> Setup {
        let mut again = self.once_more();
        again.seats.swap(0, 1);
        again.names.swap(0, 1);
        again
    }

    /// The same once more, with the same seats and other chances.
    #[must_use]
    pub fn once_more(&self) -> Setup {
        Setup { seed: fresh_seed(), ..self.clone() }
    }

    /// The same with the seats exchanged or not, as the seed decides.
    #[must_use]
    pub fn with_random_colours(mut self) -> Setup {
        if quintet_catalog::Dice::new(self.seed).next_seed() % 2 == 1 {
            self.seats.swap(0, 1);
            self.names.swap(0, 1);
        }
        self
    }

    /// The game and the variant, if they exist.
    pub fn look_up(&self, catalog: Catalog) -> Result<(&'static dyn AnyGame, Variant), SetupError> {
        let variant = Some(self.variant.as_str()).filter(|variant| !variant.is_empty());
        Ok(catalog.choose(&self.game, variant)?)
    }

    /// The match before its first move.
    pub fn set_up(&self, catalog: Catalog) -> Result<Box<dyn AnyMatch>, SetupError> {
        let (game, variant) = self.look_up(catalog)?;
        Ok(match self.position.as_deref() {
            None | Some("start") => game.start(variant),
            Some(position) => game.set_up(variant, position)?,
        })
    }
}

/// A seed that differs from one moment to the next.
pub fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    // Many who read JSON know numbers below 2⁵³ only, and a seed is told to be given again.
    now.map_or(1, |since| mix(since.as_secs(), since.subsec_nanos().into()) >> 11)
}

/// Players are written as they are named on the command line.
pub(crate) mod players_as_text {
    use quintet_players::PlayerSpec;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        seats: &[PlayerSpec; 2],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        seats.each_ref().map(ToString::to_string).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[PlayerSpec; 2], D::Error> {
        let [first, second] = <[String; 2]>::deserialize(deserializer)?;
        Ok([first.parse().map_err(D::Error::custom)?, second.parse().map_err(D::Error::custom)?])
    }
}

pub(crate) mod milliseconds_option {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    // The signature is serde's.
    #[expect(clippy::ref_option)]
    pub(crate) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_millis() as u64).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}
