//! A first game with somebody who explains: positions, sentences, and the moves that are asked for.
//!
//! A game that has a [`Guide`] tells it in its own folder; front ends only show it.

/// A guided first game: some lessons, then a short game of one's own.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Guide {
    /// What is learned, one small step after the other.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Lesson>))]
    pub lessons: &'static [Lesson],
    /// What is said before the short game at the end, in sentences.
    pub farewell: &'static str,
    /// The position in which that game begins, as text; whoever is to move there is the one who learns.
    pub position: &'static str,
}

/// One small step: a position of the default variant, and a move to make in it.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lesson {
    /// The position as text; whoever is to move there is the one who learns.
    pub position: &'static str,
    /// What there is to know and to do, in sentences.
    pub told: &'static str,
    /// How the wanted moves begin, as texts; any legal move will do if there are none.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub wanted: &'static [&'static str],
    /// What the move has shown, in sentences.
    pub done: &'static str,
}

impl Lesson {
    /// Whether a legal move, given as text, is one that is wanted.
    pub fn wants(&self, mv: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|beginning| mv.starts_with(beginning))
    }
}
