//! Where the games of a match begin.

use quintet_catalog::{AnyGame, AnyMatch, Dice, PlayError, Stop};
use quintet_core::Variant;
use quintet_core::key::mix;
use quintet_core::text::excerpt;

/// Where games begin. Each opening is played twice, with colours exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The game's own, from which good play is open: each once, then over and over with one random move more, another
    /// one each time, so that players who always answer alike hardly repeat their games. More random moves would decide
    /// games before the players do. A game that has none begins with random moves.
    Own,
    /// So many random moves from the start.
    Random {
        /// How many.
        plies: u32,
    },
    /// Given ones, over and over: each a position, or moves from the start.
    Listed(Vec<String>),
}

/// How many random moves begin a game where nothing better is known.
const RANDOM_PLIES: u32 = 4;

/// Why a text cannot be read as openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A line is no opening.
    #[error(
        "line {line}: expected a position of a running game or legal moves from the start, got `{text}`: {problem}"
    )]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What it says.
        text: String,
        /// What is wrong with that.
        problem: String,
    },
    /// There is none.
    #[error("expected at least one opening, got only blank lines and remarks")]
    None,
}

impl Openings {
    /// Reads openings, one a line; blank lines and those that start with `#` are skipped.
    pub fn read(
        text: &str,
        game: &dyn AnyGame,
        variant: Variant,
    ) -> Result<Openings, OpeningError> {
        let mut listed = Vec::new();
        for (index, line) in lines(text) {
            if let Err(problem) = set_up(line, game, variant) {
                let (line, text) = (index + 1, excerpt(line));
                return Err(OpeningError::Line { line, text, problem });
            }
            listed.push(line.to_owned());
        }
        if listed.is_empty() {
            return Err(OpeningError::None);
        }
        Ok(Openings::Listed(listed))
    }

    /// What they are, in few words: matches that begin otherwise are other matches.
    pub fn describe(&self) -> String {
        match self {
            Openings::Own => "own".into(),
            Openings::Random { plies } => format!("random {plies}"),
            Openings::Listed(lines) => {
                let key = lines.iter().flat_map(|line| line.bytes().chain([b'\n']));
                format!("listed {:016x}", key.fold(0, |key, byte| mix(key, u64::from(byte))))
            }
        }
    }

    /// The opening of that number, set up; `None` if it was stopped: of many random moves it can take long to find some that do not end the game.
    ///
    /// # Panics
    /// If listed openings were read for another game.
    pub fn number(
        &self,
        number: u64,
        game: &dyn AnyGame,
        variant: Variant,
        seed: u64,
        stop: &Stop,
    ) -> Option<Box<dyn AnyMatch>> {
        let seed = mix(seed, number);
        let random = |plies| continued(game.start(variant).as_ref(), plies, seed, stop);
        match self {
            Openings::Random { plies } => random(*plies),
            Openings::Listed(lines) => {
                let line = &lines[(number % lines.len() as u64) as usize];
                let opened = set_up(line, game, variant);
                Some(opened.expect("openings were tried when they were read"))
            }
            Openings::Own => {
                let own: Vec<&str> = lines(game.openings(variant)).map(|(_, line)| line).collect();
                if own.is_empty() {
                    return random(RANDOM_PLIES);
                }
                let place = (number % own.len() as u64) as usize;
                let opened = set_up(own[place], game, variant);
                let opened = opened.expect("a game's openings can be played");
                let has_come_before = number >= own.len() as u64;
                continued(opened.as_ref(), u32::from(has_come_before), seed, stop)
            }
        }
    }
}

/// The lines that are openings, with their numbers from 0: not blank, and not beginning with `#`.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(str::trim).enumerate();
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn set_up(line: &str, game: &dyn AnyGame, variant: Variant) -> Result<Box<dyn AnyMatch>, String> {
    let opened = match game.set_up(variant, line) {
        Ok(opened) => opened,
        Err(no_position) => {
            let mut played = game.start(variant);
            for (made, mv) in line.split_whitespace().enumerate() {
                played.play(mv).map_err(|error| match error {
                    // Who does not begin with a move may have meant a position.
                    PlayError::Unreadable(_) if made == 0 => format!("{no_position}; {error}"),
                    _ => format!("move {}: {error}", made + 1),
                })?;
            }
            played
        }
    };
    if opened.finish().is_some() {
        return Err("the game is over then".into());
    }
    Ok(opened)
}

/// So many random moves more; if they end the game, other ones, and in the end fewer. `None` if it was stopped.
pub(crate) fn continued(
    from: &dyn AnyMatch,
    plies: u32,
    seed: u64,
    stop: &Stop,
) -> Option<Box<dyn AnyMatch>> {
    let mut dice = Dice::new(seed);
    for attempt in 0.. {
        let mut played = from.boxed_clone();
        for _ in 0..plies.saturating_sub(attempt / TRIES) {
            if stop.is_set() {
                return None;
            }
            let Some(mv) = played.random_move(&mut dice) else { break };
            played.play(&mv).expect("a random move is legal");
        }
        if played.finish().is_none() {
            return Some(played);
        }
    }
    unreachable!("without a move the game runs")
}

/// How often random moves are tried before there is one less of them.
const TRIES: u32 = 100;
