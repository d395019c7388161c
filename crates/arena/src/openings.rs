//! Where the games of a match begin.

use quintet_catalog::{AnyGame, AnyMatch, Dice};
use quintet_core::Variant;
use quintet_core::key::mix;
use quintet_core::text::excerpt;

/// Where games begin. Each opening is played twice, with colours exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// So many random moves from the start.
    Random {
        /// How many.
        plies: u32,
    },
    /// Given ones, over and over: each a position, or moves from the start.
    Listed(Vec<String>),
}

/// A line of a file is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: expected a position of a running game or legal moves from the start, got `{text}`"
)]
pub struct OpeningError {
    line: usize,
    text: String,
}

impl Openings {
    /// Reads openings, one a line; blank lines and those that start with `#` are skipped.
    pub fn read(
        text: &str,
        game: &dyn AnyGame,
        variant: Variant,
    ) -> Result<Openings, OpeningError> {
        let mut listed = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if set_up(line, game, variant).is_none() {
                return Err(OpeningError { line: index + 1, text: excerpt(line) });
            }
            listed.push(line.to_owned());
        }
        if listed.is_empty() {
            return Err(OpeningError { line: 1, text: excerpt(text) });
        }
        Ok(Openings::Listed(listed))
    }

    /// The opening of that number, set up.
    ///
    /// # Panics
    /// If listed openings were read for another game.
    pub fn number(
        &self,
        number: u64,
        game: &dyn AnyGame,
        variant: Variant,
        seed: u64,
    ) -> Box<dyn AnyMatch> {
        match self {
            Openings::Listed(lines) => {
                let line = &lines[(number % lines.len() as u64) as usize];
                set_up(line, game, variant).expect("openings were tried when they were read")
            }
            Openings::Random { plies } => random(*plies, game, variant, mix(seed, number)),
        }
    }
}

fn set_up(line: &str, game: &dyn AnyGame, variant: Variant) -> Option<Box<dyn AnyMatch>> {
    let opened = game.set_up(variant, line).ok().or_else(|| {
        let mut played = game.start(variant);
        line.split_whitespace().all(|mv| played.play(mv).is_ok()).then_some(played)
    });
    opened.filter(|played| played.finish().is_none())
}

/// Random moves from the start; if they end the game, other ones.
fn random(plies: u32, game: &dyn AnyGame, variant: Variant, seed: u64) -> Box<dyn AnyMatch> {
    let mut dice = Dice::new(seed);
    loop {
        let mut played = game.start(variant);
        for _ in 0..plies {
            let Some(mv) = played.random_move(&mut dice) else { break };
            played.play(&mv).expect("a random move is legal");
        }
        if played.finish().is_none() {
            return played;
        }
    }
}
