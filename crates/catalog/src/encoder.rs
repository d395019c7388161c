//! Actions and planes of a game whose types are erased.

use std::marker::PhantomData;

use quintet_core::encoding::{PlaneReader, PlaneWriter};
use quintet_core::{Action, Encode, Encoding, PositionError, Variant};

use crate::batch::{AnyBatch, Batch};
use crate::engine::typed;
use crate::played::AnyMatch;

/// Actions that begin no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of the legal actions {}, got {found}", listed(.legal))]
pub struct ActionError {
    /// The first action that is not legal.
    pub found: i64,
    /// Those that are.
    pub legal: Vec<Action>,
}

/// So many legal actions are named in a message.
const MOST_NAMED: usize = 12;

fn listed(legal: &[Action]) -> String {
    let mut names: Vec<String> = legal.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    match legal.len() {
        0 => return "(none: the game is over)".into(),
        count if count > MOST_NAMED => names.push(format!("… ({count} in all)")),
        _ => {}
    }
    names.join(", ")
}

/// Planes that show no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanesError {
    /// They are too many or too few numbers.
    #[error("expected {expected} numbers, got {found}")]
    Size {
        /// How many an observation has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// They contradict each other.
    #[error("the planes show no position")]
    Contradiction,
    /// They show something that is no position by the rules.
    #[error("the planes show no position: {0}")]
    Impossible(#[from] PositionError),
}

/// A game for learning programs. Matches handed in are of that game, and encodings of the variant that is played; whoever asks often makes one once.
pub trait Encoder: Sync {
    /// What actions and planes a variant has.
    fn encoding(&self, variant: Variant) -> Encoding;
    /// Which actions may follow those of a move begun, by number; none if the match has ended.
    fn legal(
        &self,
        encoding: &Encoding,
        played: &dyn AnyMatch,
        begun: &[Action],
    ) -> Result<Vec<bool>, ActionError>;
    /// The move that the actions are; `None` while others must follow.
    fn composed(&self, played: &dyn AnyMatch, begun: &[Action]) -> Option<String>;
    /// The planes of the position and of a move begun, for the player to move.
    fn observe(&self, encoding: &Encoding, played: &dyn AnyMatch, begun: &[Action]) -> Vec<u8>;
    /// The actions that compose a move; none if it is not legal.
    fn actions_of(&self, encoding: &Encoding, played: &dyn AnyMatch, mv: &str) -> Vec<Action>;
    /// The position of which these are the planes, as text.
    fn rebuild(&self, variant: Variant, planes: &[u8]) -> Result<String, PlanesError>;
    /// Many games of a variant at once.
    fn batch(&self, variant: Variant, count: usize) -> Box<dyn AnyBatch>;
}

/// The encoder of a game whose type is known here.
pub(crate) struct Typed<G>(pub(crate) PhantomData<fn() -> G>);

impl<G: Encode> Encoder for Typed<G> {
    fn encoding(&self, variant: Variant) -> Encoding {
        Encoding::of::<G>(variant)
    }

    fn legal(
        &self,
        encoding: &Encoding,
        played: &dyn AnyMatch,
        begun: &[Action],
    ) -> Result<Vec<bool>, ActionError> {
        let position = typed::<G>(played).position();
        let over = played.finish().is_some();
        let mut legal = vec![false; encoding.actions.len()];
        for made in 0..=begun.len() {
            legal.fill(false);
            if !over {
                position.mark_legal(&begun[..made], &mut legal);
            }
            if let Some(next) = begun.get(made)
                && !legal.get(usize::from(*next)).is_some_and(|legal| *legal)
            {
                let all = (0..).zip(&legal).filter(|(_, legal)| **legal).map(|(action, _)| action);
                return Err(ActionError { found: (*next).into(), legal: all.collect() });
            }
        }
        Ok(legal)
    }

    fn composed(&self, played: &dyn AnyMatch, begun: &[Action]) -> Option<String> {
        typed::<G>(played).position().composed(begun).map(|mv| mv.to_string())
    }

    fn observe(&self, encoding: &Encoding, played: &dyn AnyMatch, begun: &[Action]) -> Vec<u8> {
        let position = typed::<G>(played).position();
        let mut numbers = vec![0; encoding.observation_size()];
        let size = encoding.grid[0] * encoding.grid[1];
        position.observe(begun, &mut PlaneWriter::new(&mut numbers, size));
        numbers
    }

    fn actions_of(&self, encoding: &Encoding, played: &dyn AnyMatch, mv: &str) -> Vec<Action> {
        let legal = mv.parse().ok().filter(|mv| typed::<G>(played).check(*mv).is_ok());
        let position = typed::<G>(played).position();
        legal.map_or_else(Vec::new, |mv| encoding.actions_of(position, mv))
    }

    fn rebuild(&self, variant: Variant, planes: &[u8]) -> Result<String, PlanesError> {
        let encoding = Encoding::of::<G>(variant);
        let expected = encoding.observation_size();
        if planes.len() != expected {
            return Err(PlanesError::Size { expected, found: planes.len() });
        }
        let mut reader = PlaneReader::new(planes, encoding.grid[0] * encoding.grid[1]);
        let position = G::rebuild(variant, &mut reader).ok_or(PlanesError::Contradiction)?;
        let text = position.to_string();
        // Planes made by hand may break the rules.
        G::parse(variant, &text)?;
        Ok(text)
    }

    fn batch(&self, variant: Variant, count: usize) -> Box<dyn AnyBatch> {
        Box::new(Batch::<G>::new(variant, count))
    }
}
