//! The registry of games, and the one place where their types are erased.
//!
//! Above this crate a game is [`dyn AnyGame`](AnyGame) and a game being played [`dyn AnyMatch`](AnyMatch): text
//! and steps go in, text and scenes come out. The crossing happens once a request; what runs long, such as
//! [`AnyMatch::perft`], runs below it with the game's own types.
//!
//! The registry is a value, [`Catalog`], that whoever needs games is handed: the program makes it once, and a test
//! may hand in games of its own.
//!
//! ```
//! let game = quintet_catalog::standard().find("momentum")?;
//! let mut played = game.start(game.info().variant("pie").expect("momentum has a pie variant"));
//! played.play("d4")?;
//! played.play("swap")?;
//! assert_eq!(played.position(), "7/7/7/3O3/7/7/7 x 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod brain;
mod counting;
mod dice;
mod editing;
mod encoder;
mod engine;
mod formula;
mod game;
mod played;
mod records;
mod tree;
mod work;

use std::fmt;

use quintet_core::text::excerpt;
use quintet_core::{GameInfo, Variant};

pub use batch::{Answer, AnyBatch, BatchError};
pub use brain::{Brain, BrainError, MOST_MEGABYTES, MOST_THREADS, Settings, read_time};
pub use counting::Count;
pub use dice::Dice;
pub use editing::{EditError, Editing};
pub use encoder::{ActionError, Encoder, PlanesError};
pub use engine::{Aim, AnyEngine, Thought};
pub use formula::{Amounts, Formula, Learning, Seen};
pub use game::{AnyGame, Entry};
pub use played::{AnyMatch, Legal, PlayError};
/// How strong levels are.
pub use quintet_search::tuning::{LEVELS, Ratings};
/// The limits and reports of engines.
pub use quintet_search::{Limits, Report, Score, Stop, solver};
pub use records::{read_records, record, replay};
pub use tree::Tree;
pub use work::Tally;

/// A new game is one line here, however long, and one in `Cargo.toml`. A static, so that each game's engines are compiled once, in this crate: a
/// constant would have them compiled again in every crate that asks for it.
#[rustfmt::skip]
static GAMES: &[&dyn AnyGame] = &[
    &Entry::<quintet_yoxii::Yoxii>::plain().judged(quintet_yoxii::TUNING).opened(quintet_yoxii::OPENINGS).guided(&quintet_yoxii::GUIDE).fitted().learned().edited().encoded().symmetric(),
    &Entry::<quintet_isaac::Isaac>::plain().judged(quintet_isaac::TUNING).opened(quintet_isaac::OPENINGS).guided(&quintet_isaac::GUIDE).fitted().learned().edited().encoded(),
    &Entry::<quintet_qawale::Qawale>::plain().judged(quintet_qawale::TUNING).opened(quintet_qawale::OPENINGS).guided(&quintet_qawale::GUIDE).fitted().edited().encoded().symmetric(),
    &Entry::<quintet_differo::Differo>::plain().judged(quintet_differo::TUNING).opened(quintet_differo::OPENINGS).guided(&quintet_differo::GUIDE).learned().edited().encoded().symmetric(),
    &Entry::<quintet_momentum::Momentum>::plain().judged(quintet_momentum::TUNING).opened(quintet_momentum::OPENINGS).guided(&quintet_momentum::GUIDE).learned().edited().encoded().symmetric(),
];

/// The games that the program ships.
pub fn standard() -> Catalog {
    Catalog::new(GAMES)
}

/// The games there are.
#[derive(Clone, Copy)]
pub struct Catalog {
    games: &'static [&'static dyn AnyGame],
}

impl Catalog {
    /// These games, each with an id of its own.
    pub const fn new(games: &'static [&'static dyn AnyGame]) -> Catalog {
        Catalog { games }
    }

    /// All games, in the order in which they are listed to people.
    pub const fn games(self) -> &'static [&'static dyn AnyGame] {
        self.games
    }

    /// The game with that id.
    pub fn find(self, id: &str) -> Result<&'static dyn AnyGame, Unknown> {
        let found = self.games.iter().find(|game| game.info().id == id);
        found.copied().ok_or_else(|| {
            let ids: Vec<&str> = self.games.iter().map(|game| game.info().id).collect();
            Unknown::Game { name: excerpt(id), similar: similar(id, &ids), known: ids.join(", ") }
        })
    }

    /// The game with that id and one of its variants; the default where none is named.
    pub fn choose(
        self,
        game: &str,
        variant: Option<&str>,
    ) -> Result<(&'static dyn AnyGame, Variant), Unknown> {
        let game = self.find(game)?;
        Ok((game, find_variant(game.info(), variant)?))
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games.iter().map(|game| game.info().id)).finish()
    }
}

/// A name that the registry does not know, with those it does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// No such game.
    #[error("there is no game `{name}`{}there are {known}", suggestion(.similar.as_deref()))]
    Game {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        similar: Option<String>,
        /// The ids of all games.
        known: String,
    },
    /// The game has no such variant.
    #[error("{game} has no variant `{name}`{}it has {known}", suggestion(.similar.as_deref()))]
    Variant {
        /// The game's name.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What may have been meant.
        similar: Option<String>,
        /// The ids of its variants.
        known: String,
    },
}

/// The variant of a game with that id; the default where none is named.
pub fn find_variant(info: &'static GameInfo, id: Option<&str>) -> Result<Variant, Unknown> {
    let Some(id) = id else { return Ok(Variant::default()) };
    info.variant(id).ok_or_else(|| {
        let ids: Vec<&str> = info.variants.iter().map(|variant| variant.id).collect();
        let (name, similar, known) = (excerpt(id), similar(id, &ids), ids.join(", "));
        Unknown::Variant { game: info.name, name, similar, known }
    })
}

/// Two names are as similar as that, from 0 to 1, when one may be a slip for the other.
const SIMILAR: f64 = 0.8;

/// The known name for which another may be a slip.
pub fn similar(name: &str, known: &[&str]) -> Option<String> {
    let name = name.to_lowercase();
    let rated = known.iter().map(|known| (strsim::jaro_winkler(&name, known), known));
    let (likeness, known) = rated.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (likeness >= SIMILAR).then(|| (*known).to_owned())
}

/// What stands between a wrong name and the right ones.
pub(crate) fn suggestion(similar: Option<&str>) -> String {
    similar.map_or("; ".into(), |similar| format!(", did you mean `{similar}`? "))
}
